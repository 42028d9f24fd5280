"""All that a card says of accuracy: each kind of pictures, each RGB corruption, beside an older network."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wayproof.corruptions import CORRUPTIONS
from wayproof.learning.evaluation import Measured, accuracies, measured
from wayproof.learning.house_tally import Accuracies, differences_by_house
from wayproof.learning.measured_worlds import Extent, measuring_pictures
from wayproof.perception.dense import Dense
from wayproof.storage import write_atomically
from wayproof.vocabulary import Fault

Say = Callable[[str], None]

SEVERITIES = (0.5, 1.0)
FAULT_RESAMPLES = 200  # there are sixty rows


def measure_card(file: Path, folder: Path, size: Extent, say: Say, *, beside: Path | None = None) -> None:
    """Measure the network FILE and write what was found into its card; `beside` is an older network.

    The card's other lines, as of its training, stay.
    """
    rendered = measuring_pictures(folder, size, say)
    found = measure_all(Dense(file), rendered, size, say, None if beside is None else Dense(beside))
    card_file = file.with_suffix(".json")
    card = msgspec.json.decode(card_file.read_bytes()) | found
    write_atomically(card_file, msgspec.json.format(msgspec.json.encode(card), indent=1))


def measure_all(
    perceiver: Dense, rendered: Mapping[str, Path], size: Extent, say: Say, beside: Dense | None = None
) -> dict[str, Any]:
    """All kinds of pictures, val houses under every RGB corruption, and differences from an older network."""
    found: dict[str, Any] = {}
    counted: dict[str, Accuracies] = {}
    for kind, folder in rendered.items():
        counted[kind] = accuracies(perceiver, folder)
        one = measured(counted[kind], perceiver.categories)
        say(f"{kind}: {line_of(one)}")
        found[kind] = msgspec.to_builtins(one)
    if beside is not None:
        found["beside_older"] = {
            kind: differences_by_house(counted[kind], accuracies(beside, folder))
            for kind, folder in rendered.items()
        }
    corrupted = {
        f"{severity:g}": _under_corruptions(perceiver, rendered["val"], severity, size.corrupted, say)
        for severity in SEVERITIES
    }
    return found | {"corrupted_pictures": size.corrupted, "corrupted": corrupted}


def _under_corruptions(
    perceiver: Dense, folder: Path, severity: float, pictures: int, say: Say
) -> dict[str, dict[str, Any]]:
    """The same pictures clean and under every RGB corruption; those that are on or off are on."""

    def row(fault: Fault | None) -> Measured:
        found = accuracies(perceiver, folder, most=pictures, fault=fault)
        return measured(found, perceiver.categories, resamples=FAULT_RESAMPLES)

    table = {"clean": _short(row(None))}
    for corruption in CORRUPTIONS:
        if corruption.modality == "rgb":
            strength = 1.0 if corruption.switch else severity
            found = row(Fault(corruption.name, strength))
            table[corruption.name] = {"severity": strength, **_short(found)}
            say(f"{corruption.name} at {strength:g}: {line_of(found)}")
    return table


def _short(found: Measured) -> dict[str, Any]:
    """Without the IoU of each category and the reliability of each confidence."""
    whole: dict[str, Any] = msgspec.to_builtins(found)
    return {name: value for name, value in whole.items() if name not in ("iou", "reliability")}


def line_of(found: Measured) -> str:
    """The main numbers in one line."""
    parts = {
        "pixels": found.pixel_accuracy,
        "mIoU of 30": found.mean_iou_commonest,
        "mIoU": found.mean_iou,
        "box AP": found.box_ap,
        "mask AP": found.mask_ap,
        "calibration error": found.calibration_error,
        "people": found.person_recall,
        "phrases": found.phrase_to_thing,
    }
    return ", ".join(
        f"{name} {value:.3f}" for name, value in parts.items() if value is not None and not math.isnan(value)
    )
