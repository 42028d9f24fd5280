"""Every task tried by one who knows the way and by one who does not: success, SPL, what was rejected.

Run: python examples/task_acceptance.py [EPISODES] [TASK ...]    (1,000 episodes of all tasks take some hours)
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context

from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.episode.rollout import rollout
from wayproof.errors import InvalidInput
from wayproof.metrics.spl import spl
from wayproof.metrics.success import success
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import house_name, world_named
from wayproof.tasks import TASKS

PER_HOUSE = 10
WORKERS = 2


def one_house(task_name: str, protocol_name: str, house: int) -> list[dict] | None:
    """The episodes of one house with their results; None where the house has no room for the task."""
    task = TASKS[task_name]
    protocol = task.protocol(protocol_name)
    world = world_named(house_name("val", house), body_under(protocol, load_body(protocol.body)), lit=False)
    oracle, blind = load_agent("oracle"), load_agent("random")
    rows = []
    for index in range(PER_HOUSE):
        try:
            draw = task.draw(world, protocol, 0, index)
        except InvalidInput:
            return rows or None
        logs = [rollout(world, protocol, draw.episode, agent) for agent in (oracle, blind)]
        rows.append(
            {
                "rejected": dict(draw.rejected),
                "oracle": success(logs[0]),
                "spl": spl(logs[0]),
                "random": success(logs[1]),
                "id": f"{house}/{index}",
            }
        )
    return rows


def main() -> None:
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    names = sys.argv[2:] or TASKS.names()
    titles = (
        "task",
        "protocol",
        "episodes",
        "oracle success",
        "mean SPL",
        "random success",
        "unsolvable draws",
    )
    print("| " + " | ".join((*titles, "houses passed over")) + " |")
    print("| --- | --- |" + " ---: |" * 6, flush=True)
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        for name in names:
            for protocol in TASKS[name].protocols:
                wanted = -(-episodes // PER_HOUSE)
                found = pool.map(one_house, [name] * 2 * wanted, [protocol] * 2 * wanted, range(2 * wanted))
                rows, passed = [], 0
                for house in found:
                    passed += house is None
                    rows += house or []
                    if len(rows) >= episodes:
                        break
                show(name, protocol, list(islice(rows, episodes)), passed)


def show(name: str, protocol: str, rows: list[dict], passed: int) -> None:
    lengths = [row["spl"] for row in rows if row["spl"] is not None]
    drawn = len(rows) + sum(sum(row["rejected"].values()) for row in rows)
    unsolvable = sum(row["rejected"].get("no way by steps", 0) for row in rows)
    failed = [row["id"] for row in rows if not row["oracle"]]
    print(
        f"| {name} | {protocol} | {len(rows)} | {sum(row['oracle'] for row in rows) / len(rows):.1%} | "
        f"{sum(lengths) / max(1, len(lengths)):.3f} | {sum(row['random'] for row in rows) / len(rows):.1%} | "
        f"{unsolvable / drawn:.1%} | {passed} |",
        flush=True,
    )
    if failed:
        print(f"failed: {', '.join(failed[:20])}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
