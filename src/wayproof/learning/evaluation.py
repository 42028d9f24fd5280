"""How accurate a network is on pictures of houses that it never saw, clean or under a corruption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import start
from wayproof.learning.moved_labels import with_moved_labels
from wayproof.learning.shards import load_looks, read_index
from wayproof.learning.training_images import Looks
from wayproof.perception.accuracy import boxes_found, category_ious, confusion, mean_iou, pixel_accuracy
from wayproof.perception.dense import Dense, NetworkOutput, most_likely
from wayproof.perception.phrases import ATTRIBUTES
from wayproof.scenes.scene import STRUCTURE
from wayproof.simulator.people.person_mesh import CATEGORY
from wayproof.vocabulary import Fault

COMMONEST = 30
FEWEST_PX = 64  # of a thing whose attributes or phrase are asked for
PERSON_PX, PERSON_M, PERSON_IOU = 150, 5.0, 0.5
SURE = 0.4  # the score from which a box is a region and no mere proposal
PHRASES_PER_PICTURE = 6


class Measured(msgspec.Struct, frozen=True):
    """Shares from 0 to 1; `people` and `phrases` say of how many. None where nothing could be counted."""

    pictures: int
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
    depth_error: float  # the median of |guess - truth| / truth
    iou: dict[str, float] = {}


@dataclass
class _Tally:
    """What has been counted so far."""

    table: NDArray[np.int64]
    right: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    depth: list[float] = field(default_factory=list)
    pictures: int = 0

    def count(self, what: str, right: float, asked: int = 1) -> None:
        self.right[what] = self.right.get(what, 0) + int(right)
        self.asked[what] = self.asked.get(what, 0) + asked

    def share(self, what: str) -> float | None:
        asked = self.asked.get(what, 0)
        return round(self.right[what] / asked, 4) if asked else None


def _corrupted(rgb: NDArray[np.uint8], fault: Fault, number: int) -> NDArray[np.uint8]:
    """A picture under a corruption; every picture is an episode of its own."""
    stream = start(fault.name, fault.severity, seed=0, scene="perception", episode=str(number))
    return np.asarray(stream(rgb, step=0), np.uint8)


def measure(
    perceiver: Dense, folder: Path, *, most: int | None = None, fault: Fault | None = None
) -> Measured:
    """Accuracy on the pictures in a folder of shards with a label for every pixel, or on the first `most`
    when one is taken of each house in turn; under a corruption if one is given."""
    index = read_index(folder)
    # The network's ids by those of the pictures; what it does not know is counted as a mistake of its own.
    known = {name: position + 1 for position, name in enumerate(perceiver.categories)}
    ids = np.array([0, *(known.get(name, 0) for name in index.categories)])
    tally = _Tally(np.zeros((len(perceiver.categories) + 1,) * 2, np.int64))
    for number, (all_looks, chosen) in enumerate(_pictures(folder, most)):
        seen = np.asarray(all_looks.rgb[chosen])
        looks, picture = all_looks, chosen
        if fault is not None:
            seen = _corrupted(seen, fault, number)
            move = CORRUPTIONS[fault.name].moves_labels
            looks, picture = (with_moved_labels(looks, picture, move), 0) if move else (looks, picture)
        truth = looks.instance[picture].astype(np.int64)
        answer = perceiver.segment(seen)
        tally.table += confusion(ids[looks.category][truth], answer.category, len(perceiver.categories))
        output = perceiver.outputs(seen)
        _count_depth(tally, output, looks, picture)
        _count_people(tally, perceiver, seen, looks, picture, index.categories)
        _count_things(tally, perceiver, output, looks, picture, index.categories)
        tally.pictures += 1
    return _measured(tally, perceiver)


def _pictures(folder: Path, most: int | None) -> Iterator[tuple[Looks, int]]:
    houses = [load_looks(path) for path in sorted(folder.glob("house-*"))]
    everything = (
        (looks, picture)
        for picture in range(max((len(looks.rgb) for looks in houses), default=0))
        for looks in houses
        if picture < len(looks.rgb)
    )
    for number, pair in enumerate(everything):
        if most is not None and number >= most:
            return
        yield pair


def _measured(tally: _Tally, perceiver: Dense) -> Measured:
    per_category = category_ious(tally.table)
    return Measured(
        pictures=tally.pictures,
        pixel_accuracy=round(pixel_accuracy(tally.table), 4),
        mean_iou_commonest=round(mean_iou(tally.table, commonest=COMMONEST), 4),
        mean_iou=round(mean_iou(tally.table), 4),
        categories=int((~np.isnan(per_category)).sum()),
        attributes={name: tally.share(name) for name in ATTRIBUTES},
        person_recall=tally.share("person"),
        person_precision=tally.share("person precision"),
        person_recall_sure=tally.share("sure person"),
        person_precision_sure=tally.share("sure person precision"),
        people=tally.asked.get("person", 0),
        phrase_to_thing=tally.share("phrase to thing"),
        phrase_to_patch=tally.share("phrase to patch"),
        phrases=tally.asked.get("phrase to thing", 0),
        depth_error=round(float(np.median(tally.depth)), 4) if tally.depth else float("nan"),
        iou={
            name: round(float(value), 4)
            for name, value in zip(perceiver.categories, per_category, strict=True)
            if not np.isnan(value)
        },
    )


def _count_depth(tally: _Tally, output: NetworkOutput, looks: Looks, picture: int) -> None:
    truth = looks.depth_m[picture].astype(np.float32)
    guess = output.depth[: truth.shape[0], : truth.shape[1]]
    known = truth > 0
    tally.depth.append(float(np.median(np.abs(guess - truth)[known] / truth[known])))


def _count_people(
    tally: _Tally,
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
    tally: _Tally, perceiver: Dense, output: NetworkOutput, looks: Looks, picture: int, kinds: tuple[str, ...]
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
    tally: _Tally,
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
