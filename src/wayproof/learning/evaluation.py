"""How accurate a network is on pictures of houses that it never saw, clean or under a corruption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import start
from wayproof.learning.detection_matches import FEWEST_PX, match_picture
from wayproof.learning.house_tally import RESAMPLES, Accuracies, HouseTally, Tallies, bounds_by_house
from wayproof.learning.moved_labels import with_moved_labels
from wayproof.learning.shards import load_looks, read_index
from wayproof.learning.training_images import Looks
from wayproof.perception.accuracy import boxes_found, category_ious, confusion
from wayproof.perception.confidence_calibration import reliability
from wayproof.perception.dense import Dense, NetworkOutput, most_likely
from wayproof.perception.perceiver import Segmentation
from wayproof.perception.phrases import ATTRIBUTES
from wayproof.scenes.scene import STRUCTURE
from wayproof.simulator.people.person_mesh import CATEGORY
from wayproof.vocabulary import Fault

PERSON_PX, PERSON_M, PERSON_IOU = 150, 5.0, 0.5
SURE = 0.4  # the score from which a box is a region and no mere proposal
PHRASES_PER_PICTURE = 6


# Numbers that are called the same where they are counted and where they are told.
SAME_NAMES = (
    "depth_error",
    "box_ap",
    "box_ap50",
    "mask_ap",
    "mask_ap50",
    "calibration_error",
    "overconfidence",
)


class Measured(msgspec.Struct, frozen=True):
    """Shares from 0 to 1; `people` and `phrases` say of how many. None where nothing could be counted.

    bounds: 95 % by drawing houses again, where there are enough of them; reliability: by confidence, how
    many pixels, their mean confidence, the share of them that is right.
    """

    pictures: int
    houses: int
    pixel_accuracy: float
    mean_iou_commonest: float
    mean_iou: float
    categories: int
    attributes: dict[str, float | None]
    person_recall: float | None
    person_precision: float | None
    person_recall_sure: float | None  # the same of answers with a score of at least SURE
    person_precision_sure: float | None
    people: int
    phrase_to_thing: float | None
    phrase_to_patch: float | None
    phrases: int
    depth_error: float | None  # the median of |guess - truth| / truth
    box_ap: float | None  # COCO's average precision; box_ap50 at an overlap of a half
    box_ap50: float | None
    mask_ap: float | None
    mask_ap50: float | None
    calibration_error: float | None
    overconfidence: float | None  # mean confidence minus share right
    bounds: dict[str, tuple[float, float]] = {}
    reliability: list[tuple[int, float, float]] = []
    iou: dict[str, float] = {}


def _corrupted(rgb: NDArray[np.uint8], fault: Fault, number: int) -> NDArray[np.uint8]:
    """A picture under a corruption; every picture is an episode of its own."""
    stream = start(fault.name, fault.severity, seed=0, scene="perception", episode=str(number))
    return np.asarray(stream(rgb, step=0), np.uint8)


def measure(
    perceiver: Dense, folder: Path, *, most: int | None = None, fault: Fault | None = None
) -> Measured:
    """Accuracy on the pictures in a folder of shards with a label for every pixel, or on the first `most`
    when one is taken of each house in turn; under a corruption if one is given."""
    return measured(accuracies(perceiver, folder, most=most, fault=fault), perceiver.categories)


def accuracies(
    perceiver: Dense, folder: Path, *, most: int | None = None, fault: Fault | None = None
) -> Accuracies:
    """The same before it is summed up, for comparing two networks house by house."""
    index = read_index(folder)
    # The network's ids by those of the pictures; what it does not know is counted as a mistake of its own.
    known = {name: position + 1 for position, name in enumerate(perceiver.categories)}
    ids = np.array([0, *(known.get(name, 0) for name in index.categories)])
    kinds = len(perceiver.categories)
    tallies = Tallies()
    for number, (house, all_looks, chosen) in enumerate(_pictures(folder, most)):
        if house == len(tallies.houses):
            tallies.houses.append(HouseTally(np.zeros((kinds + 1,) * 2, np.int64)))
        tally = tallies.houses[house]
        seen = np.asarray(all_looks.rgb[chosen])
        looks, picture = all_looks, chosen
        if fault is not None:
            seen = _corrupted(seen, fault, number)
            move = CORRUPTIONS[fault.name].moves_labels
            looks, picture = (with_moved_labels(looks, picture, move), 0) if move else (looks, picture)
        truth = ids[looks.category][looks.instance[picture].astype(np.int64)]
        answer = perceiver.segment(seen)
        tally.table += confusion(truth, answer.category, kinds)
        tally.reliability += _reliability(truth, answer)
        output = perceiver.outputs(seen)
        _count_depth(tally, output, looks, picture)
        _count_people(tally, perceiver, seen, looks, picture, index.categories)
        _count_things(tally, perceiver, output, looks, picture, index.categories)
        match_picture(tallies, house, answer, perceiver.detect(seen), looks, picture, ids)
        tally.pictures += 1
    return Accuracies(tallies)


def _reliability(truth: NDArray[np.int64], answer: Segmentation) -> NDArray[np.float64]:
    known = truth > 0
    return reliability(answer.confidence[known], (answer.category == truth)[known])


def _pictures(folder: Path, most: int | None) -> Iterator[tuple[int, Looks, int]]:
    """House by its place among them, its pictures, and which: one of each house in turn."""
    houses = [load_looks(path) for path in sorted(folder.glob("house-*"))]
    everything = (
        (house, looks, picture)
        for picture in range(max((len(looks.rgb) for looks in houses), default=0))
        for house, looks in enumerate(houses)
        if picture < len(looks.rgb)
    )
    return islice(everything, most)


def measured(found: Accuracies, categories: Sequence[str], *, resamples: int = RESAMPLES) -> Measured:
    """The accuracies in numbers, with bounds."""
    once = np.ones(found.houses, np.int64)
    shares = {name: _rounded(value) for name, value in found.all(once).items()}
    per_category = category_ious(found.table(once))
    return Measured(
        pictures=found.pictures,
        houses=found.houses,
        pixel_accuracy=shares["pixel_accuracy"] or 0.0,
        mean_iou_commonest=shares["mean_iou_commonest"] or 0.0,
        mean_iou=shares["mean_iou"] or 0.0,
        categories=int((~np.isnan(per_category)).sum()),
        attributes={name: shares.get(name) for name in ATTRIBUTES},
        person_recall=shares.get("person"),
        person_precision=shares.get("person precision"),
        person_recall_sure=shares.get("sure person"),
        person_precision_sure=shares.get("sure person precision"),
        people=found.asked("person"),
        phrase_to_thing=shares.get("phrase to thing"),
        phrase_to_patch=shares.get("phrase to patch"),
        phrases=found.asked("phrase to thing"),
        **{name: shares[name] for name in SAME_NAMES},
        bounds=_bounds(found, resamples),
        reliability=_reliability_rows(found.reliability(once)),
        iou={
            name: round(float(value), 4)
            for name, value in zip(categories, per_category, strict=True)
            if not np.isnan(value)
        },
    )


def _bounds(found: Accuracies, resamples: int) -> dict[str, tuple[float, float]]:
    """Bounds of all accuracies, none beyond what a share can be."""
    return {
        name: (max(low, -1.0 if name == "overconfidence" else 0.0), min(high, 1.0))
        for name, (low, high) in bounds_by_house(found.houses, found.all, resamples=resamples).items()
    }


def _reliability_rows(table: NDArray[np.float64]) -> list[tuple[int, float, float]]:
    """By bin: how many pixels, their mean confidence, the share of them that is right."""
    return [
        (int(count), round(float(sure / count), 4), round(float(right / count), 4))
        for count, sure, right in table
        if count
    ]


def _rounded(value: float | None) -> float | None:
    return None if value is None or np.isnan(value) else round(value, 4)


def _count_depth(tally: HouseTally, output: NetworkOutput, looks: Looks, picture: int) -> None:
    truth = looks.depth_m[picture].astype(np.float32)
    guess = output.depth[: truth.shape[0], : truth.shape[1]]
    known = truth > 0
    tally.depth.append(float(np.median(np.abs(guess - truth)[known] / truth[known])))


def _count_people(
    tally: HouseTally,
    perceiver: Dense,
    rgb: NDArray[np.uint8],
    looks: Looks,
    picture: int,
    categories: tuple[str, ...],
) -> None:
    """People near enough and with enough pixels must be found; a box on any other person is not a mistake."""
    mine = looks.seen[:, 0] == picture
    person = looks.category[looks.seen[:, 1]] == categories.index(CATEGORY) + 1
    everybody = looks.box_px[mine & person].astype(np.float32)
    clear = mine & person & (looks.pixels >= PERSON_PX) & (looks.distance_m <= PERSON_M)
    asked = looks.box_px[clear].astype(np.float32)
    found = [one for one in perceiver.detect(rgb) if one.category == CATEGORY]
    for name, least in (("person", 0.0), ("sure person", SURE)):
        answers = [np.array(one.box_px) for one in found if one.score >= least]
        tally.count(name, boxes_found(asked, answers, PERSON_IOU) if len(asked) else 0, len(asked))
        right = boxes_found(everybody, answers, PERSON_IOU) if len(everybody) else 0
        tally.count(f"{name} precision", right, len(answers))


def _count_things(
    tally: HouseTally,
    perceiver: Dense,
    output: NetworkOutput,
    looks: Looks,
    picture: int,
    kinds: tuple[str, ...],
) -> None:
    """Attributes of the things in view, and whether a phrase finds the thing that it alone describes."""
    cells = looks.instance[picture, 1::4, 1::4].astype(np.int64)
    flat = np.unique(cells)
    mine = looks.seen[:, 0] == picture
    large = set(looks.seen[mine & (looks.pixels >= FEWEST_PX), 1].tolist()) & set(flat.tolist())
    logits = output.attributes.reshape(len(output.attributes), -1)
    vectors = output.embedding.reshape(len(output.embedding), -1)
    for instance in sorted(large):
        if looks.category[instance] == 0:
            continue
        told = most_likely(logits[:, cells.ravel() == instance])
        for name, value in zip(ATTRIBUTES, looks.values[instance], strict=True):
            if value >= 0:
                tally.count(name, told[name] == ATTRIBUTES[name][int(value)])
    _count_phrases(tally, perceiver, vectors, looks, cells, sorted(large), kinds)


def _count_phrases(
    tally: HouseTally,
    perceiver: Dense,
    vectors: NDArray[np.float32],
    looks: Looks,
    cells: NDArray[np.int64],
    large: list[int],
    kinds: tuple[str, ...],
) -> None:
    names = {one: _phrase(kinds, looks, one) for one in np.unique(cells).tolist()}
    said = list(names.values())
    asked = [one for one in large if names[one] and said.count(names[one]) == 1]
    asked = [one for one in asked if not names[one].endswith(STRUCTURE)][:PHRASES_PER_PICTURE]
    flat = cells.ravel()
    for one in asked:
        similarity = perceiver.phrase_vector(names[one]) @ vectors
        means = np.bincount(flat, similarity) / np.maximum(np.bincount(flat), 1)
        candidates = np.unique(flat)
        tally.count("phrase to thing", candidates[means[candidates].argmax()] == one)
        tally.count("phrase to patch", flat[similarity.argmax()] == one)


def _phrase(kinds: tuple[str, ...], looks: Looks, instance: int) -> str:
    """What one would say of a thing: colour, material, kind. Empty for what has no name."""
    if looks.category[instance] == 0:
        return ""
    values: dict[str, Any] = dict(zip(ATTRIBUTES, looks.values[instance], strict=True))
    said = [ATTRIBUTES[name][int(values[name])] for name in ("colour", "material") if values[name] >= 0]
    return " ".join([*said, kinds[int(looks.category[instance]) - 1].replace("_", " ")])
