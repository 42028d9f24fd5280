"""Estimates: from per-episode numbers to statements with intervals, tests, verdicts and warnings.

interval.py             the answer of every method: estimate, bounds, level, and what to beware of
distributions.py        normal, beta, Student and binomial, without SciPy
proportions.py          one success rate: Wilson and Clopper-Pearson intervals
paired_proportions.py   success of twins: Newcombe's interval for the change, exact McNemar test
resampling.py           the bootstrap of anything that is a function of sums; by episode, scene or stratum
resampling_kernels.py   its hot loops
differences.py          means and paired differences of any metric, many conditions at once
robust.py               interquartile mean and performance profiles, with stratified resampling
retention.py            how much performance survives (PRS), clean and corrupted twins resampled together
ranks.py                whether one loss foretells another: rank correlation over corruptions
multiplicity.py         p-values of many conditions: Holm and Benjamini-Hochberg
sign_bets.py            evidence from few scenes: bets on the sign of each scene's drop
sequential.py           evidence that may be looked at after every pair: bets, confidence sequences, stopping
power.py                how many pairs a planned comparison needs, and what a given number can show
verdicts.py             pass, fail or undecided against an allowed drop; equivalence; change in words
scene_power.py          how many scenes a planned comparison needs, by simulating the verdict
repeats.py              runs within episodes, episodes within scenes: how much each level varies

Signs: a change is other minus clean, so that a loss is negative; a drop is its opposite. Order matters to
the bootstrap's random draws: give episodes sorted by their key and the same call gives the same bits.
"""
