"""The tables of the documentation from the card of a shipped network.

Run: python -m wayproof.learning.card_tables docs/concepts/perception.md  (rewrites what is between the marks)
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
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
    "box_ap": ("box AP (COCO)", None),
    "box_ap50": ("box AP at an overlap of 0.5", None),
    "mask_ap": ("mask AP (COCO)", None),
    "mask_ap50": ("mask AP at an overlap of 0.5", None),
    "calibration_error": ("calibration error of pixels", None),
    "overconfidence": ("mean confidence minus pixels right", None),
}
# Fields whose bounds are kept under another name.
BOUNDS = {
    "person_recall": "person",
    "person_precision": "person precision",
    "person_recall_sure": "sure person",
    "person_precision_sure": "sure person precision",
    "phrase_to_thing": "phrase to thing",
    "phrase_to_patch": "phrase to patch",
}
WORLDS = {
    "val": "val",
    "test": "test",
    "packs": "val with packs",
    "scan_like": "val as scans",
    "procthor": "ProcTHOR",
}
DETECTOR = ("box_ap", "mask_ap", "calibration_error", "overconfidence")
COLUMNS = ("pixel_accuracy", "mean_iou_commonest", "mean_iou", "person_recall", "phrase_to_thing")


def markdown(card: dict[str, Any]) -> str:
    """All tables of a card."""
    training, int8 = card["training"], card["int8"]
    recipe = training["recipe"]
    rates = int8["frames_per_second"]
    val = card["val"]
    opening = (
        f"Trained for {training['step']} of {recipe['steps']} steps of {recipe['batch']} pictures (seed "
        f"{recipe['seed']}) on {recipe['supply']['all']} train houses. Network alone, one core, 224 x 224: "
        f"{rates['float32']:.0f} frames/s as float32, {rates['int8']:.0f} as int8; "
        f"{'int8' if int8['shipped'] else 'float32'} is shipped. Measured on {_pictures(card)}. In val "
        f"houses there are {val['people']} people and {val['phrases']} phrases. In brackets 95 % by drawing "
        "houses again; three houses are too few for that."
    )
    parts = [_splits(card), _attributes(card), _corrupted(card), _detector(card), _reliability(card)]
    return "\n\n".join([opening, *parts, *_beside(card), _categories(card)])


def _pictures(card: dict[str, Any]) -> str:
    """How many pictures of how many houses there are of each kind."""
    return ", ".join(
        f"{card[kind]['pictures']} pictures of {card[kind]['houses']} houses ({name})"
        for kind, name in _worlds(card).items()
    )


def _worlds(card: dict[str, Any]) -> dict[str, str]:
    return {kind: name for kind, name in WORLDS.items() if kind in card}


def rewrite(page: str, tables: str) -> str:
    """The page with new tables between the marks."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise BrokenFile(
            f"the page needs one line {BEGIN!r} and one line {END!r}, between which the tables go"
        )
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{rest.split(END)[1]}"


def _splits(card: dict[str, Any]) -> str:
    worlds = _worlds(card)
    heads = " | ".join(name for kind, name in worlds.items() if kind != "val")
    lines = [f"| | val | wanted | reached | {heads} |", "|---|---:|---:|---|" + "---:|" * (len(worlds) - 1)]
    for field, (name, wanted) in WANTED.items():
        val = card["val"][field]
        reached = "" if wanted is None or val is None else ("yes" if val > wanted else "**no**")
        limit = "" if wanted is None else f"> {wanted:.0%}"
        others = " | ".join(_bounded(card[kind], field) for kind in worlds if kind != "val")
        lines.append(f"| {name} | {_bounded(card['val'], field)} | {limit} | {reached} | {others} |")
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


def _detector(card: dict[str, Any]) -> str:
    """The detector and its calibration at both strengths of every fault; what is on or off is on."""
    heads = " | ".join(WANTED[field][0] for field in DETECTOR)
    lines = [f"| corruption | severity | {heads} |", "|---|---:|" + "---:|" * len(DETECTOR)]
    tables, untouched = card["corrupted"], []
    for name in tables["1"]:
        if name != "clean" and all(
            tables["1"][name][field] == tables["1"]["clean"][field] for field in DETECTOR
        ):
            untouched.append(name)
            continue
        severities = [tables[at][name] for at in ("0.5", "1")]
        if severities[0].get("severity") == severities[1].get("severity"):
            severities = severities[:1]
        for row in severities:
            shares = " | ".join(_bounded(row, field) for field in DETECTOR)
            lines.append(f"| {name} | {row.get('severity', 0):g} | {shares} |")
    if untouched:
        lines += ["", f"What acts over time changes no single picture: {', '.join(untouched)}."]
    return "\n".join(lines)


def _reliability(card: dict[str, Any]) -> str:
    """How often pixels are right that are named with so much confidence."""
    worlds = _worlds(card)
    lines = ["| confidence of a pixel | " + " | ".join(worlds.values()) + " |"]
    lines.append("|---|" + "---:|" * len(worlds))
    limits = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
    for low, high in pairwise(limits):
        cells = " | ".join(_right_between(card[kind]["reliability"], low, high) for kind in worlds)
        lines.append(f"| {low:.0%} to {high:.0%} | {cells} |")
    return "\n".join(lines)


def _right_between(bins: list[list[float]], low: float, high: float) -> str:
    """The share right of the bins whose mean confidence lies between, and the share of pixels in them."""
    mine = [(count, right) for count, sure, right in bins if low <= sure < high or sure == high == 1.0]
    pixels, total = sum(count for count, _ in mine), sum(count for count, _, _ in bins)
    if not pixels:
        return ""
    return f"{sum(count * right for count, right in mine) / pixels:.0%} of {pixels / total:.1%}"


def _beside(card: dict[str, Any]) -> list[str]:
    """The table of differences from an older network on the same pictures, if it was compared with one."""
    if "beside_older" not in card:
        return []
    worlds = _worlds(card)
    fields = ("pixel_accuracy", "mean_iou_commonest", "mean_iou", *DETECTOR)
    lines = ["| change from the network before, same pictures | " + " | ".join(worlds.values()) + " |"]
    lines.append("|---|" + "---:|" * len(worlds))
    for field in fields:
        cells = " | ".join(_change(card["beside_older"][kind].get(field)) for kind in worlds)
        lines.append(f"| {WANTED[field][0]} | {cells} |")
    return ["\n".join(lines)]


def _change(found: dict[str, Any] | None) -> str:
    if found is None or found["difference"] is None:
        return ""
    return f"{found['difference']:+.1%}{_between(found['bounds'], '+')}"


def _bounded(row: dict[str, Any], field: str) -> str:
    """A share with its bounds, where there are some."""
    return _share(row[field]) + _between(row["bounds"].get(BOUNDS.get(field, field)), "")


def _between(bounds: Sequence[float] | None, sign: str) -> str:
    return "" if bounds is None else f" ({bounds[0] * 100:{sign}.1f} to {bounds[1] * 100:{sign}.1f})"


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
