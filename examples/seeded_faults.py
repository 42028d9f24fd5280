"""How often attribution names the capability that was broken on purpose, and how seldom oracles cry wolf.

Run: python examples/seeded_faults.py clean RECORDS [EPISODES [FIRST]]      the explorer without a fault
     python examples/seeded_faults.py seeded RECORDS [EPISODES [FIRST]]     each fault and mixture, attributed
     python examples/seeded_faults.py tables RECORDS...                     the tables of both

RECORDS is a file of JSON lines; what it holds already is not run again. The episodes are CanTest's unit
(task object_in_room) in houses of the split val, four in each, EPISODES of them from number FIRST on. Faults
are seeded only into episodes that the explorer solves without one, so that its own failures do not mix with
those that were made. The tables stand in docs/concepts/capability-testing.md.
"""

import json
import math
import sys
from collections import Counter, defaultdict
from pathlib import Path

from faulty_explorers import MIXED, SEEDED

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.course import Course
from wayproof.episode.options import RolloutOptions
from wayproof.results.estimates.proportions import wilson
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.testing.attribution import attribute
from wayproof.testing.examination import examine
from wayproof.testing.oracles import ORDER
from wayproof.vocabulary import Settings

CAMERA = Settings(width_px=128, height_px=96, hfov_rad=math.radians(79.0))
PER_HOUSE = 4
# Thresholds were chosen on houses below 100, and oracles, attribution and faults were mended on 100 to 103.
FIRST_HOUSE = 120
CLEAN = "clean"  # the explorer without a fault
UNATTRIBUTED = "unattributed"


def course_of(agent, house: int, index: int) -> Course:
    """An agent at the beginning of an episode."""
    task = TASKS["object_in_room"]
    protocol = task.protocol()
    body = body_under(protocol, load_body(protocol.body))
    world = world_named(f"houses-v1/val/{house}", body, lit=False)
    episode = task.draw(world, protocol, 0, index).episode
    return Course(world, protocol, episode, agent, options=RolloutOptions(CAMERA, step_limit_s=600.0))


def clean_record(house: int, index: int) -> dict:
    """The explorer without a fault: whether it succeeds, and the steps at which an oracle flags it."""
    examined = examine(course_of(load_agent("frontier_explorer"), house, index))
    errors = [
        (one.capability, one.verdict.kind, one.first, one.last, one.verdict.evidence)
        for one in examined.errors
    ]
    return {
        "failed": examined.failed,
        "steps": len(examined.facts),
        "flagged": examined.flagged,
        "errors": errors,
    }


def seeded_record(agent, house: int, index: int) -> dict:
    """A faulty explorer: where its failure is said to come from."""
    course = course_of(agent, house, index)
    examined = examine(course)
    if not examined.failed:
        return {"failed": False}
    found = attribute(course, examined)
    source = None if found.source is None else (found.source.verdict.kind, found.source.verdict.evidence)
    spent = {"rollouts": found.rollouts, "placebos": found.placebos, "turned": found.placebo_repairs}
    return {"failed": True, "found": found.capability, "how": found.how, "source": source, **spent}


def records_of(kind: str, house: int, index: int, done: dict[str, dict]):
    """What is not done yet of one episode: which explorer, and its record, one after the other."""
    if CLEAN not in done:
        done[CLEAN] = clean_record(house, index)
        yield CLEAN, done[CLEAN]
    if kind == "clean" or done[CLEAN]["failed"]:
        return
    for broken, made in ({(name,): made for name, made in SEEDED.items()} | MIXED).items():
        what = "+".join(broken)
        if what not in done:
            yield what, seeded_record(made(), house, index)


def read(file: Path) -> list[dict]:
    """The records so far."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def run(kind: str, file: Path, episodes: int, first: int) -> None:
    """Do what is not recorded yet."""
    done: dict[tuple[int, int], dict[str, dict]] = defaultdict(dict)
    for one in read(file):
        done[one["house"], one["index"]][one["what"]] = one
    for number in range(first, first + episodes):
        house, index = FIRST_HOUSE + number // PER_HOUSE, number % PER_HOUSE
        for what, record in records_of(kind, house, index, done[house, index]):
            line = json.dumps({"what": what, "house": house, "index": index, **record})
            with file.open("a") as records:
                records.write(line + "\n")
            print(line[:200], flush=True)


def share(count: int, of: int) -> str:
    """A share with its interval."""
    if of == 0:
        return "none"
    found = wilson(count, of)
    return f"{count} of {of}: {found.estimate:.1%} ({found.low:.1%} to {found.high:.1%})"


def clean_table(records: list[dict]) -> None:
    """Success of the explorer without a fault, and flagged steps of the episodes that it solves."""
    clean = [one for one in records if one["what"] == "clean"]
    solved = [one for one in clean if not one["failed"]]
    print(f"success            {share(len(solved), len(clean))}")
    flagged, steps = sum(one["flagged"] for one in solved), sum(one["steps"] for one in solved)
    print(f"steps flagged      {flagged} of {steps}: {flagged / max(steps, 1):.2%}")
    print(f"episodes flagged   {share(sum(one['flagged'] > 0 for one in solved), len(solved))}")
    print(dict(Counter(f"{error[0]}: {error[1]}" for one in solved for error in one["errors"])))


def seeded_table(records: list[dict]) -> None:
    """The confusion matrix: broken capability by the one that failures were attributed to.

    Single faults and mixtures are counted apart: of a mixture either capability is right, which chance meets
    more often.
    """
    seeded = [one for one in records if one["what"] != CLEAN]
    columns = (*ORDER, UNATTRIBUTED)
    print("| broken | episodes | failures | " + " | ".join(columns) + " | right, of those attributed |")
    print("| --- |" + " --- |" * (len(columns) + 3))
    for mixed in (False, True):
        some = [one for one in seeded if ("+" in one["what"]) is mixed]
        for what in dict.fromkeys(one["what"] for one in some):
            print(_row(what, [one for one in some if one["what"] == what], columns))
        print(_row("all mixtures" if mixed else "all single faults", some, columns))
        lost = of_failures(some)
        nowhere = sum(one["found"] == UNATTRIBUTED for one in lost)
        print(f"unattributed       {share(nowhere, len(lost))}")
        turned, tried = sum(one["turned"] for one in lost), sum(one["placebos"] for one in lost)
        print(f"placebos that turned a failure   {share(turned, tried)}")
        print(
            f"roll-outs for a failure          {sum(one['rollouts'] for one in lost) / max(len(lost), 1):.1f}"
        )


def of_failures(records: list[dict]) -> list[dict]:
    """Those of episodes that failed."""
    return [one for one in records if one["failed"]]


def _row(name: str, records: list[dict], columns: tuple[str, ...]) -> str:
    lost = of_failures(records)
    counts = Counter(one["found"] for one in lost)
    right = sum(one["found"] in one["what"].split("+") for one in lost)
    attributed = len(lost) - counts[UNATTRIBUTED]
    numbers = " | ".join(str(counts[column]) for column in columns)
    return f"| {name} | {len(records)} | {len(lost)} | {numbers} | {share(right, attributed)} |"


def main() -> None:
    kind, *rest = sys.argv[1:]
    if kind != "tables":
        numbers = [int(one) for one in rest[1:]]
        run(kind, Path(rest[0]), numbers[0] if numbers else 100, numbers[1] if len(numbers) > 1 else 0)
        return
    records = [one for file in rest for one in read(Path(file))]
    clean_table(records)
    seeded_table(records)


if __name__ == "__main__":
    main()
