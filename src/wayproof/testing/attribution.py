"""Which error made an episode fail: the earliest whose repair turns the failure into a success.

For each error, earliest first, the agent's output is replaced by what the oracle calls right, and the rest of
the episode is rolled out from a snapshot: first at that step alone, then at every later step as well at which
the oracle finds that capability less than right. (A planner that errs again at each step is not mended by one
right plan, nor by right ones between which mild detours lead back.) Capabilities of the same step are tried
in the order in which they follow one another. A failure that no repair turns is "unattributed".

Beside it stands a placebo: the same replacement at steps without an error. A capability whose right outputs
"repair" as often where nothing was wrong has not been shown to be the source of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from wayproof.episode.branch import branched
from wayproof.episode.course import Course, Moment
from wayproof.episode.interventions import Intervention
from wayproof.log import EpisodeLog
from wayproof.seeding import generator_for
from wayproof.testing.examination import CapabilityError, Examined, failed
from wayproof.testing.judged_steps import JudgedSteps
from wayproof.testing.oracles import ORDER, THRESHOLD

ONCE, PERSISTENTLY = "once", "persistently"
MOST_ROLLOUTS = 16  # for one failure; what is not found by then stays unattributed
# From which error on outputs are replaced in a repair that goes on: mild ones undo it. Not so decisions: an
# action that leaves the plan a little may avoid what the plan does not show.
MILD = {"perception": 0.1, "memory": 0.1, "plan": 0.1, "decision": THRESHOLD}
VOTES = 3  # roll-outs of an agent that its seed does not decide; most of them count
BEGIN = 0  # the step of the moment at which an episode begins
PLACEBOS = 2  # for one attributed failure
Repair = Callable[[], EpisodeLog]


@dataclass(frozen=True, eq=False)
class Attribution:
    """The source of a failure, how it was repaired, and what finding it cost; None: unattributed."""

    source: CapabilityError | None
    how: str = ""
    rollouts: int = 0
    placebos: int = 0
    placebo_repairs: int = 0
    given_up: bool = False  # whether errors were left untried
    repaired: EpisodeLog | None = None  # the episode with the source repaired

    @property
    def capability(self) -> str:
        return "unattributed" if self.source is None else self.source.capability


def attribute(course: Course, examined: Examined, most_rollouts: int = MOST_ROLLOUTS) -> Attribution:
    """Find the source of a failure. The course is the one that was examined; it ends up somewhere else."""
    rollouts, seen = 0, set[str]()
    votes = 1 if course.agent.card.deterministic else VOTES
    for error in examined.errors:
        if error.verdict.expected is None:
            continue
        moment = examined.moments.get(error.first)
        if moment is None or rollouts >= most_rollouts:
            return Attribution(None, rollouts=rollouts, given_up=True)
        once: tuple[str, Repair] = (ONCE, partial(repaired_once, course, moment, error))
        on: tuple[str, Repair] = (
            PERSISTENTLY,
            partial(repaired_from, course, moment, examined, error.capability),
        )
        # What a capability gets right from an early step on mostly includes what it gets right from a later
        # one: later errors get the one repair that suits them, so that roll-outs are left for other errors.
        ways = (once, on) if error.capability not in seen else (on,) if error.steps > 1 else (once,)
        seen.add(error.capability)
        for how, repair in ways:
            logs = [repair() for _ in range(votes)]
            rollouts += votes
            good = [log for log in logs if not failed(log)]
            if 2 * len(good) > votes:
                placebos = _placebos(course, examined, error)
                spent = rollouts + len(placebos)
                return Attribution(error, how, spent, len(placebos), sum(placebos), repaired=good[0])
    return Attribution(None, rollouts=rollouts)


def repaired_once(course: Course, moment: Moment, error: CapabilityError) -> EpisodeLog:
    """The episode if the output of one step is right."""
    right = Intervention(error.capability, error.verdict.expected, error.first, error.first)
    return branched(course, moment, [right])


def repaired_from(course: Course, moment: Moment, examined: Examined, capability: str) -> EpisodeLog:
    """The episode if from a step on every output of a capability that is not quite right is replaced."""
    judged = JudgedSteps(course, examined.facts[: moment.step])
    judged.go_back(moment)
    course.intervene([])
    while course.outcome is None:
        before = course.moment()
        facts = judged.step()
        if facts is None:
            break
        verdict = judged.judge(facts, capability)
        if verdict.error < MILD[capability] or verdict.expected is None:
            continue
        judged.go_back(before)
        at = before.step
        course.intervene([Intervention(capability, verdict.expected, at, at)])
        judged.step()
        course.intervene([])
    return course.log()


def _placebos(course: Course, examined: Examined, error: CapabilityError) -> list[bool]:
    """Whether right outputs at steps without an error turn the failure as well."""
    wrong = {step for one in examined.errors for step in range(one.first, one.last + 1)}
    free = [number for number in range(min(len(examined.facts), error.first + 1)) if number not in wrong]
    if not free:
        return []
    episode = examined.log.episode
    rng = generator_for(episode.seed, episode.scene, episode.id, "placebo", error.capability)
    chosen = sorted(rng.choice(free, size=min(PLACEBOS, len(free)), replace=False).tolist())
    return [_placebo(course, examined, error.capability, step) for step in chosen]


def _placebo(course: Course, examined: Examined, capability: str, step: int) -> bool:
    """One replacement at a step without an error, by what the oracle expects there."""
    begun = examined.moments[BEGIN]
    judged = JudgedSteps(course)
    judged.go_back(begun)
    course.intervene([])
    while course.trial.state.step < step:
        judged.step()
    before = course.moment()
    facts = judged.step()
    if facts is None:
        return False
    expected = judged.judge(facts, capability).expected
    if expected is None:
        return False
    judged.go_back(before)
    right = Intervention(capability, expected, step, step)
    return not failed(branched(course, before, [right]))


def shares(attributions: Sequence[Attribution]) -> dict[str, int]:
    """How many failures have their source in each capability, and in none that was found."""
    names = [one.capability for one in attributions]
    return {name: names.count(name) for name in (*ORDER, "unattributed")}
