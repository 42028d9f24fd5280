"""Which metrics the table of a log shows: those that its task wrote into it.

Results read logs and load no task, so logs from before the names were written down are looked up here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wayproof.log import EpisodeLog
from wayproof.metrics import METRICS
from wayproof.vocabulary import Headlines

ALWAYS = ("success", "spl")  # every table has them, for whoever reads its JSON
USUAL = Headlines(ALWAYS)
# How goals are missed, after LangNavBench's table 4; each goal that is not done has one of them.
GOAL_ERRORS = ("wrong_detection", "wrong_goal_on_map", "out_of_time", "not_reached")
BY_TASK = {  # as the tasks have them; a test compares the two
    "point_goal": Headlines(("success", "spl"), ("soft_spl", "distance_to_goal")),
    "object_goal": Headlines(("success", "spl"), ("soft_spl", "distance_to_goal")),
    "object_in_room": Headlines(("success", "spl"), ("soft_spl", "constraint_kept")),
    "take_and_place": Headlines(("success", "spl"), ("goal_success", "constraint_kept")),
    "language_goals": Headlines(("goal_success", "goal_spl"), ("success", "spl", *GOAL_ERRORS)),
    "instruction_following": Headlines(("success", "spl", "ndtw"), ("sdtw", "oracle_success")),
    "person_following": Headlines(("hfs", "hfr", "hfr_walking"), ("success",)),
    "social_navigation": Headlines(("sii", "success", "spl")),
    "question_answering": Headlines(("eqa_accuracy",), ("success", "spl")),
    "return_to_start": Headlines(("success", "spl", "csr_ratio"), ("sgc_walking", "osr_final_goal")),
}


def headlines_of(log: EpisodeLog) -> Headlines:
    """The headline metrics of a log; names that this installation does not know are left out."""
    named = log.headlines if log.headlines.main else BY_TASK.get(log.comparable.task.task, USUAL)
    main, secondary = _known(named.main), _known(named.secondary)
    return Headlines(main or USUAL.main, secondary)


def table_metrics(headlines: Headlines) -> tuple[str, ...]:
    """All metrics that a table needs."""
    return tuple(dict.fromkeys((*ALWAYS, *headlines.every)))


def lead_metric(tasks: Iterable[Headlines]) -> str:
    """The metric that decides: the first headline; success where tasks with different ones come together."""
    leads = {one.main[0] for one in tasks if one.main}
    return leads.pop() if len(leads) == 1 else ALWAYS[0]


def _known(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name in METRICS)
