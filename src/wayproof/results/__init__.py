"""Results: from the logs of a run to numbers with intervals, paired changes and verdicts.

run_folder.py          a run folder, read once; part.py: one agent under one protocol
episode_scores.py      the metrics of each episode; episode_labels.py: what an episode is about
trial_content.py       what episodes and conditions are, whatever their names; other content is refused
pairs.py               clean episodes and their corrupted twins; what is not a pair is counted or refused
metric_result.py       any metric by condition: means, paired changes, p-values, what is retained
intervals.py           the intervals that tables show; measured.py: a number with its interval
retained.py            how much of a metric is retained under faults (PRS)
table.py               the main table: success and SPL; records.py: any metric as rows or a DataFrame
mean_rows.py           plain means by condition and label, failure modes, goals by wording
applicability.py       which faults can reach an agent; earlier_faults.py: what those of old logs act on
aligned_tasks.py       one agent on two tasks from the same starts to the same goals
compare.py             two runs on the same episodes, and the gate; paired_trials.py: what each side lacks
pilot.py               what a run tells about the size of the next one
divergence.py          the first step at which twins see, act or move differently
reached.py             which modalities a fault really changed
counted_episodes.py    which stored episodes count; early_stopping.py: when a condition may stop
static_vs_embodied.py  losses on pictures beside losses in episodes
estimates/             the statistics themselves; published/: the tables of papers
"""
