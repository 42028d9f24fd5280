"""Oracles without a simulator: learnt from runs that went well, corrected by a person who is asked little.

Run: python examples/surrogate_oracles.py DEMONSTRATIONS RUN [-q questions.jsonl] [--most 20]

Both are folders of `wayproof run --trace`, or logs from elsewhere. Of DEMONSTRATIONS the successful episodes
say what is usual for each capability. Steps of RUN that lie beyond are counted as wrong; those near the
threshold become questions, at most so many. Set "wrong" in the file of questions to true or false and run it
again: answers move the thresholds. Nothing is repaired here, so no failure is attributed: errors are counted.
"""

import argparse
from collections import Counter
from pathlib import Path

import msgspec

from wayproof.log import EpisodeLog
from wayproof.log_files import read_logs
from wayproof.metrics.success import success
from wayproof.testing.oracles import ORDER
from wayproof.testing.surrogates.learnt_thresholds import (
    ASK,
    WRONG,
    Thresholds,
    corrected,
    from_demonstrations,
    read_corrections,
)
from wayproof.testing.surrogates.step_signals import signals_of

Question = dict[str, object]


def learnt(demonstrations: Path, questions: Path) -> dict[str, Thresholds]:
    """Thresholds of what is usual, moved by the answers so far."""
    good = [log for log in read_logs(demonstrations) if log.trace and success(log) == 1.0]
    usual = from_demonstrations([step for log in good for step in signals_of(log)])
    return corrected(usual, read_corrections(questions) if questions.exists() else [])


def judged(log: EpisodeLog, thresholds: dict[str, Thresholds]) -> tuple[Counter[str], list[Question]]:
    """Steps at which each capability is wrong, and questions about those that may be."""
    wrong: Counter[str] = Counter()
    questions: list[Question] = []
    for number, step in enumerate(signals_of(log)):
        for capability, one in thresholds.items():
            verdict = one.judge(step[capability])
            wrong[capability] += verdict == WRONG
            if verdict == ASK:
                asked = {"episode": log.episode.id, "step": number, "capability": capability}
                questions.append({**asked, "signal": step[capability], "wrong": None})
    return wrong, questions


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("demonstrations", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("-q", "--questions", type=Path, default=Path("questions.jsonl"))
    parser.add_argument("--most", type=int, default=20, help="questions at most")
    given = parser.parse_args()
    thresholds = learnt(given.demonstrations, given.questions)
    print("| episode | success | " + " | ".join(ORDER) + " |")
    print("| --- | --- |" + " ---: |" * len(ORDER))
    open_questions: list[Question] = []
    for log in read_logs(given.run):
        wrong, asked = judged(log, thresholds)
        open_questions += asked
        counts = " | ".join(str(wrong[name]) for name in ORDER)
        print(f"| {log.episode.id} | {'yes' if success(log) == 1.0 else 'no'} | {counts} |")
    write(given.questions, open_questions, given.most)


def write(file: Path, questions: list[Question], most: int) -> None:
    """Add questions that are not in the file yet, spread over all of them."""
    kept = file.read_bytes().splitlines() if file.exists() else []
    known = {msgspec.json.decode(line)["episode"] + str(msgspec.json.decode(line)["step"]) for line in kept}
    fresh = [one for one in questions if f"{one['episode']}{one['step']}" not in known]
    chosen = fresh[:: max(1, len(fresh) // max(most, 1))][:most]
    file.write_bytes(b"".join(line + b"\n" for line in [*kept, *map(msgspec.json.encode, chosen)]))
    print(f"{len(chosen)} new questions of {len(fresh)} in {file}; answer them with true or false")


if __name__ == "__main__":
    main()
