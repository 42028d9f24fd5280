"""What came of reading descriptions of goals beside pictures: error rates by kind of words, and why.

    python results/goal_readings.py

Compares langnav/readings/labels.csv (read from the sheets of examples/goal_reading_sheets.py before the key
was opened) with key.csv, which has what satisfies each description by ground truth, and writes README.md
there. disagreements.csv says, for each label that differs from the key, what was looked into afterwards.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wayproof.language.description_features import FEATURES
from wayproof.results.estimates.proportions import wilson

FOLDER = Path(__file__).parent / "langnav" / "readings"
CANNOT, NONE = "cannot be told", "none"
CAUSES = {
    "writer": "the description is wrong, or people could dispute it",
    "reader": "the label is wrong, and the pictures show it",
    "picture": "the description is right, but the pictures do not show it",
}
Row = Mapping[str, str]


def page(folder: Path = FOLDER) -> str:
    """The tables as Markdown; an error if a label that differs from the key is not explained."""
    key, labels = ({row["number"]: row for row in rows(folder / name)} for name in ("key.csv", "labels.csv"))
    explained = {row["number"]: row for row in rows(folder / "disagreements.csv")}
    differing = {number for number, label in labels.items() if differs(label, key[number])}
    if set(labels) != set(key) or differing != set(explained):
        odd = sorted(set(labels) ^ set(key) | differing ^ set(explained))
        raise SystemExit(f"labels, key and explanations do not belong together at {', '.join(odd)}")
    parts = [
        (folder / "opening.md").read_text(encoding="utf-8").rstrip(),
        by_feature(key, labels, explained),
        "## Where label and key differ",
        grid(
            ["number", "description", "read", "key", "cause", "what was found"],
            [
                [number, key[number]["text"], labels[number]["satisfy"], key[number]["satisfy"]]
                + [explained[number]["cause"], explained[number]["why"]]
                for number in sorted(explained)
            ],
        ),
        "\n".join(f"- `{cause}`: {meaning}" for cause, meaning in CAUSES.items()),
        "## What could not be told",
        grid(
            ["number", "description", "why"],
            [
                [number, key[number]["text"], label["reason"]]
                for number, label in sorted(labels.items())
                if label["certainty"] == CANNOT
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def rows(file: Path) -> list[Row]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def differs(label: Row, answer: Row) -> bool:
    """Whether other numbers were read than the key has."""
    if label["certainty"] == CANNOT:
        return False
    read = set() if label["satisfy"] == NONE else set(label["satisfy"].split())
    return read != set(answer["satisfy"].split())


def by_feature(key: Mapping[str, Row], labels: Mapping[str, Row], explained: Mapping[str, Row]) -> str:
    """Shares of all labels that say something, for all descriptions and for each kind of words."""
    kinds: dict[str, Callable[[str], bool]] = {"all": lambda number: True}
    for feature in FEATURES:
        kinds[feature] = lambda number, feature=feature: feature in key[number]["features"].split("+")
    kinds["sure labels"] = lambda number: labels[number]["certainty"] == "sure"
    table = []
    for name, belongs in kinds.items():
        own = [number for number in labels if belongs(number)]
        told = [number for number in own if labels[number]["certainty"] != CANNOT]
        differing = [number for number in told if number in explained]
        wrong = [number for number in differing if explained[number]["cause"] == "writer"]
        counts = [str(len(told)), str(len(own) - len(told))]
        table.append([name, *counts, share(len(differing), len(told)), share(len(wrong), len(told))])
    return grid(["kind of words", "read", CANNOT, "label differs", "description wrong"], table)


def share(count: int, of: int) -> str:
    if not of:
        return "no goals"
    bounds = wilson(count, of)
    return f"{count}: {bounds.estimate:.1%} ({bounds.low:.1%} to {bounds.high:.1%})".replace("%", " %")


def grid(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    cells = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in cells)


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")
    print(FOLDER / "README.md")
