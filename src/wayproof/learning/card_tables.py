"""The tables of the documentation from the card of a shipped network.

Run: python -m wayproof.learning.card_tables docs/concepts/perception.md  (rewrites what is between the marks)
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from wayproof.errors import BrokenFile
from wayproof.perception.perceiver_by_name import NETWORKS
from wayproof.storage import write_atomically

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
# What is asked of the network on val houses; None where it is only reported.
WANTED: dict[str, tuple[str, float | None]] = {
    "pixel_accuracy": ("pixels right", 0.90),
    "mean_iou_commonest": ("mean IoU, 30 commonest categories", 0.45),
    "mean_iou": ("mean IoU, all categories", 0.25),
    "person_recall": ("people found, within 5 m, IoU 0.5", 0.90),
    "person_precision": ("boxes of people that are right", None),
    "person_recall_sure": ("people found, by boxes with a score of 0.4 or more", None),
    "person_precision_sure": ("of these boxes right", None),
    "phrase_to_thing": ("phrase ranks the right thing first", 0.60),
    "phrase_to_patch": ("best patch lies on the right thing", None),
    "depth_error": ("depth from colour, median error", None),
}
COLUMNS = ("pixel_accuracy", "mean_iou_commonest", "mean_iou", "person_recall", "phrase_to_thing")


def markdown(card: dict[str, Any]) -> str:
    """All tables of a card."""
    training, int8 = card["training"], card["int8"]
    recipe = training["recipe"]
    rates = int8["frames_per_second"]
    val, test = card["val"], card["test"]
    opening = (
        f"Trained for {training['step']} of {recipe['steps']} steps of {recipe['batch']} pictures (seed "
        f"{recipe['seed']}) on {recipe['supply']['all']} train houses. Network alone, one core, 224 x 224: "
        f"{rates['float32']:.0f} frames/s as float32, {rates['int8']:.0f} as int8; "
        f"{'int8' if int8['shipped'] else 'float32'} is shipped. Measured on {val['pictures']} pictures of "
        f"val houses with {val['people']} people and {val['phrases']} phrases, and on {test['pictures']} "
        "pictures of test houses, whose shapes and textures it never saw."
    )
    return "\n\n".join([opening, _splits(card), _attributes(card), _corrupted(card), _categories(card)])


def rewrite(page: str, tables: str) -> str:
    """The page with new tables between the marks."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise BrokenFile(
            f"the page needs one line {BEGIN!r} and one line {END!r}, between which the tables go"
        )
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{rest.split(END)[1]}"


def _splits(card: dict[str, Any]) -> str:
    lines = ["| | val | wanted | reached | test |", "|---|---:|---:|---|---:|"]
    for field, (name, wanted) in WANTED.items():
        val, test = card["val"][field], card["test"][field]
        reached = "" if wanted is None or val is None else ("yes" if val > wanted else "**no**")
        limit = "" if wanted is None else f"> {wanted:.0%}"
        lines.append(f"| {name} | {_share(val)} | {limit} | {reached} | {_share(test)} |")
    return "\n".join(lines)


def _attributes(card: dict[str, Any]) -> str:
    names = list(card["val"]["attributes"])
    lines = ["| attribute right | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    lines += [
        f"| {split} | " + " | ".join(_share(card[split]["attributes"][name]) for name in names) + " |"
        for split in ("val", "test")
    ]
    return "\n".join(lines)


def _corrupted(card: dict[str, Any]) -> str:
    """Severity 0.5; what is on or off is on."""
    heads = " | ".join(WANTED[field][0] for field in COLUMNS)
    lines = [f"| corruption, {card['corrupted_pictures']} val pictures | severity | {heads} |"]
    lines.append("|---|---:|" + "---:|" * len(COLUMNS))
    for name, row in card["corrupted"]["0.5"].items():
        shares = " | ".join(_share(row[field]) for field in COLUMNS)
        lines.append(f"| {name} | {row.get('severity', 0):g} | {shares} |")
    return "\n".join(lines)


def _categories(card: dict[str, Any]) -> str:
    """The best and the worst, so that nobody has to guess what it cannot do."""
    ordered = sorted(card["val"]["iou"].items(), key=lambda pair: -pair[1])
    best = ", ".join(f"{name} {value:.0%}" for name, value in ordered[:20])
    missed = [name for name, value in ordered if value < 0.05]
    return (
        f"IoU by category, the best: {best}.\n\nBelow 5 % IoU ({len(missed)}): {', '.join(missed) or 'none'}."
    )


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    shipped = msgspec.json.decode((NETWORKS / "dense.json").read_bytes())
    write_atomically(target, rewrite(target.read_text(), markdown(shipped)).encode())
