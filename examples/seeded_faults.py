"""How often attribution names the capability that was broken on purpose, and how seldom oracles cry wolf.

Run: python examples/seeded_faults.py clean RECORDS [EPISODES]      the explorer without a fault
     python examples/seeded_faults.py seeded RECORDS [EPISODES]     each fault and mixture, attributed
     python examples/seeded_faults.py tables RECORDS                the tables of both

RECORDS is a file of JSON lines; what it holds already is not run again. The episodes are CanTest's unit
(task object_in_room) in houses of the split val, four in each. The tables stand in
docs/concepts/capability-testing.md.
"""

import json
import math
import sys
from collections import Counter
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
FIRST_SEEDED = 100  # houses of the faulty explorers: not those by which thresholds were chosen
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


def work(kind: str, episodes: int):
    """What is to be done: a name, the broken capabilities, the agent, house and number."""
    first = 0 if kind == "clean" else FIRST_SEEDED
    faults = {(name,): made for name, made in SEEDED.items()} | MIXED
    for number in range(episodes):
        house, index = first + number // PER_HOUSE, number % PER_HOUSE
        if kind == "clean":
            yield "clean", None, house, index
            continue
        for broken, made in faults.items():
            yield "+".join(broken), made, house, index


def read(file: Path) -> list[dict]:
    """The records so far."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def run(kind: str, file: Path, episodes: int) -> None:
    """Do what is not recorded yet."""
    done = {(one["what"], one["house"], one["index"]) for one in read(file)}
    for what, made, house, index in work(kind, episodes):
        if (what, house, index) in done:
            continue
        record = clean_record(house, index) if made is None else seeded_record(made(), house, index)
        line = json.dumps({"what": what, "house": house, "index": index, **record})
        with file.open("a") as records:
            records.write(line + "\n")
        print(line[:200], flush=True)


def share(count: int, of: int) -> str:
    """A share with its interval."""
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
    """The confusion matrix: broken capability by the one that failures were attributed to."""
    failed = [one for one in records if one["what"] != "clean" and one["failed"]]
    columns = (*ORDER, UNATTRIBUTED)
    print("| broken | failures | " + " | ".join(columns) + " | right, of those attributed |")
    print("| --- |" + " --- |" * (len(columns) + 2))
    for what in dict.fromkeys(one["what"] for one in failed):
        print(_row(what, [one for one in failed if one["what"] == what], columns))
    print(_row("all", failed, columns))
    lost = sum(one["found"] == UNATTRIBUTED for one in failed)
    print(f"unattributed       {share(lost, len(failed))}")
    turned, tried = sum(one["turned"] for one in failed), sum(one["placebos"] for one in failed)
    print(f"placebos that turned a failure   {share(turned, tried)}")
    print(f"roll-outs for a failure          {sum(one['rollouts'] for one in failed) / len(failed):.1f}")


def _row(name: str, failed: list[dict], columns: tuple[str, ...]) -> str:
    counts = Counter(one["found"] for one in failed)
    right = sum(one["found"] in one["what"].split("+") for one in failed)
    attributed = len(failed) - counts[UNATTRIBUTED]
    numbers = " | ".join(str(counts[column]) for column in columns)
    return f"| {name} | {len(failed)} | {numbers} | {share(right, attributed) if attributed else '-'} |"


def main() -> None:
    kind, file = sys.argv[1], Path(sys.argv[2])
    if kind != "tables":
        run(kind, file, int(sys.argv[3]) if len(sys.argv) > 3 else 100)
        return
    records = read(file)
    clean_table(records)
    seeded_table(records)


if __name__ == "__main__":
    main()
