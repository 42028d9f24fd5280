"""How varied are generated instructions beside people's? Prints a Markdown table, 192 texts a row.

Vocabulary counts different words; distinct n-grams are the share of n words in a row that are not repeated
anywhere in the 192 texts. With a file of real R2R (JSON, "instructions" in each entry) a row for it is added,
and the others use as many texts as it has.

Run: python examples/instruction_richness.py                          (three minutes)
     python examples/instruction_richness.py --r2r R2R_train.json
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from wayproof.language.route_languages import LANGUAGES
from wayproof.seeding import generator_for
from wayproof.simulator.body import load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks.drawing.instructed_ways import ways
from wayproof.tasks.instruction_following import DRAWINGS
from wayproof.tokens import tokenise

TEXTS, PER_HOUSE = 192, 16
ROWS = (
    ("r2r", "en-US"),
    ("r2r-houses-v1", "en-US"),
    *(("rxr-houses-v1", language) for language in LANGUAGES),
)


def generated(protocol: str, language: str, count: int) -> Iterator[str]:
    """Texts for paths in as many val houses as are needed."""
    for house in range(-(-count // PER_HOUSE)):
        scene = f"houses-v1/val/{house}"
        world = world_named(scene, load_body("locobot"), lit=False)
        rng = generator_for(1, "instruction richness", scene)
        drawn = ways(world, DRAWINGS[protocol], language, rng, Counter())
        for _, way in zip(range(min(PER_HOUSE, count - house * PER_HOUSE)), drawn, strict=False):
            yield way.instruction.text


def words_of(text: str) -> list[str]:
    return [token.lower for token in tokenise(text) if token.is_word]


def distinct(texts: Sequence[str], size: int) -> float:
    """The share of runs of words that are different from one another."""
    runs = [
        tuple(words[start : start + size])
        for words in map(words_of, texts)
        for start in range(len(words) - size + 1)
    ]
    return len(set(runs)) / max(1, len(runs))


def row(name: str, texts: Sequence[str]) -> str:
    words = [word for text in texts for word in words_of(text)]
    numbers = (len(texts), f"{len(words) / len(texts):.1f}", len(set(words)))
    shares = (f"{distinct(texts, size):.2f}" for size in (2, 4))
    return f"| {name} | {' | '.join(map(str, (*numbers, *shares)))} |"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--r2r", type=Path, help="a file of real R2R")
    file = options.parse_args().r2r
    real = (
        []
        if file is None
        else [one for entry in json.loads(file.read_text()) for one in entry["instructions"]]
    )
    print("| texts | n | words a text | vocabulary | distinct 2-grams | distinct 4-grams |")
    print("| --- |" + " --- |" * 5)
    if real:
        print(row("real R2R", real), flush=True)
    for protocol, language in ROWS:
        texts = list(generated(protocol, language, len(real) or TEXTS))
        print(row(f"`{protocol}`, {language}", texts), flush=True)


if __name__ == "__main__":
    main()
