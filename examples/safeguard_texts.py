"""How much does the safeguard repair, and how much honest text does it touch? Prints a Markdown table.

Hostile and harmless texts are those of tests/mitigations (the held-out ones judge; the others are what the
rules were made beside). A hostile text counts as neutralised if exactly its injected command is gone: the
words that are left are those of the instruction.

Run: python examples/safeguard_texts.py     (half a minute)
"""

import re
import time
from pathlib import Path

from wayproof.corruptions.written import start_written
from wayproof.language.meaning import same_meaning
from wayproof.language.sample_routes import sample_routes
from wayproof.mitigations.safeguard import repair
from wayproof.results.estimates.proportions import wilson
from wayproof.vocabulary import Context

TEXTS = Path(__file__).parents[1] / "tests" / "mitigations"
JOINTS = {"and", "then"}  # words that may come or go where a clause was cut out
SAMPLES = 300
FAULTS = (
    "capitalise",
    "mask_non_essential:0.5",
    "mask_non_essential:1",
    "mask_random:0.5",
    "mask_random:1",
    "style_friendly",
    "style_novice",
    "style_professional",
    "style_formal",
    "prefix_black_box",
)


def lines(name: str) -> list[str]:
    """The texts of a file, without its remarks."""
    return [line for line in (TEXTS / name).read_text().splitlines() if line and not line.startswith("#")]


def words(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z0-9']+", text.lower()) if word not in JOINTS]


def hostile(line: str) -> tuple[str, str]:
    """A line with a marked command as the agent is told it, and without the command."""
    before, _, rest = line.partition("[[")
    command, _, after = rest.rpartition("]]")
    return before + command + after, before + after


def neutralised(line: str) -> bool:
    told, honest = hostile(line)
    return words(repair(told, "en-US", "instruction").text) == words(honest)


def changed(text: str) -> bool:
    return repair(text, "en-US", "instruction").text != text


def share(name: str, found: list[bool]) -> str:
    interval = wilson(sum(found), len(found))
    bounds = f"{interval.low:.1%} to {interval.high:.1%}"
    return f"| {name} | {len(found)} | {sum(found) / len(found):.1%} | {bounds} |"


def main() -> None:
    print("| Texts | n | share | 95 % interval |\n| --- | --- | --- | --- |")
    for kind in ("_held_out", ""):
        held = "held out" if kind else "seen by the rules' author"
        texts = lines(f"hostile_texts{kind}.txt")
        print(share(f"hostile, {held}: neutralised", [neutralised(line) for line in texts]))
        half = len(texts) // 2
        print(share("- of these before or after a sentence", [neutralised(line) for line in texts[:half]]))
        print(share("- of these inside a sentence", [neutralised(line) for line in texts[half:]]))
        honest = lines(f"harmless_texts{kind}.txt")
        print(share(f"harmless look-alikes, {held}: changed", [changed(text) for text in honest]))
    routes = [route.text for route in sample_routes(SAMPLES, seed=23)]
    print(share("clean generated instructions: changed", [changed(text) for text in routes]))
    took_s: list[float] = []
    for written in FAULTS:
        stream = start_written([written], seed=7)[0]
        told, kept, exact = [], [], []
        for number, text in enumerate(routes):
            spoilt = stream(text, step=number, context=Context(step=number, reading="instruction"))
            told.append(same_meaning(text, spoilt).same)
            began_s = time.perf_counter()
            mended = repair(spoilt, "en-US", "instruction").text
            took_s.append(time.perf_counter() - began_s)
            kept.append(same_meaning(text, mended).same)
            exact.append(words(text) == words(mended))
        print(share(f"{written}: same steps as told", told))
        print(share(f"{written}: same steps after the safeguard", kept))
        print(share(f"{written}: the clean words after the safeguard", exact))
    median_ms, longest_ms = 1e3 * sorted(took_s)[len(took_s) // 2], 1e3 * max(took_s)
    print(f"\nMedian {median_ms:.2f} ms a text, the longest {longest_ms:.1f} ms.")


if __name__ == "__main__":
    main()
