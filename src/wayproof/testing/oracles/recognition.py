"""The perception oracle: what the agent says is in view against what is.

Two readings of the same match: the mean error over everything in view (CanTest's), and the error about what
the task is about. In a room full of things the mean hardly notices that the one sought was missed, so the
larger of the two counts.
"""

from __future__ import annotations

from wayproof.testing.oracles import RIGHT, Verdict
from wayproof.testing.oracles.step_facts import StepFacts, asked_for, large_enough


def judge_perception(facts: StepFacts) -> Verdict:
    """Missed, confused or hallucinated; the right output is what is truly in view."""
    if facts.detections is None or facts.matches is None:
        return RIGHT
    about_goal = _about_goal(facts)
    if about_goal.error >= facts.matches.error:
        verdict = about_goal
    else:
        count, true = len(facts.detections), len(facts.true)
        verdict = Verdict(
            facts.matches.error, "confused", f"{count} detections fit the {true} things in view badly"
        )
    expected = {"detections": [one.plain() for _, one in facts.true]}
    return verdict._replace(expected=expected)


def _about_goal(facts: StepFacts) -> Verdict:
    """How wrong it is about things that answer to the goal: it need not see all of those in view."""
    matches = facts.matches
    assert matches is not None
    shown = [one for _, one in facts.true if asked_for(facts, one)]
    goals = [number for number, one in enumerate(shown) if facts.is_goal(one.label)]
    if goals:
        best = min(goals, key=lambda number: matches.label_gaps[number])
        gap, label = matches.label_gaps[best], matches.labels[best]
        name = shown[best].label
        # What else truly stands there and is named rightly is not what the goal was taken for.
        named_rightly = gap > 0.1 and label in {one.label for one in shown}
        if gap == 1.0 or named_rightly:
            return Verdict(1.0, "missed", f"a {name} is in view and not among its detections")
        if gap > 0.1:
            return Verdict(max(gap, 0.5), "confused", f"a {name} in view is detected as {label}")
    large = [one for one in matches.hallucinated if large_enough(one, facts.pixels)]
    false = [one.label for one in large if facts.is_goal(one.label)]
    if false:
        return Verdict(1.0, "confused", f"it detects a {false[0]} where there is none")
    return RIGHT
