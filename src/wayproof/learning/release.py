"""From a checkpoint to the files that are shipped: priors, export, int8, and all that is measured of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from wayproof.learning.batches import category_shares
from wayproof.learning.card_measures import line_of, measure_all
from wayproof.learning.checkpoints import Saved, load_checkpoint
from wayproof.learning.evaluation import measure
from wayproof.learning.export import card_for, export, frames_per_second, shifted, to_int8
from wayproof.learning.gallery import gallery, save_gallery
from wayproof.learning.losses import category_weights
from wayproof.learning.measured_worlds import Extent, measuring_pictures, tuning_pictures
from wayproof.learning.network import MULTIPLE_PX
from wayproof.learning.shards import load_looks
from wayproof.learning.training_loop import Learner
from wayproof.perception.accuracy import confusion, mean_iou, pixel_accuracy
from wayproof.perception.dense import Dense
from wayproof.perception.input_images import padded
from wayproof.perception.phrases import Words
from wayproof.storage import write_atomically

Say = Callable[[str], None]

PRIORS = (0.0, 0.25, 0.5, 0.75, 1.0)
# int8 is shipped if it loses no more than this and is faster by this factor.
LOSS_ALLOWED, FASTER = 0.01, 1.1


def finish(
    folder: Path,
    networks: Path,
    *,
    name: str = "dense",
    say: Say = lambda line: None,
    extent: Extent | None = None,
    beside: Path | None = None,
) -> dict[str, Any]:
    """Export the last checkpoint in a folder, measure it, and write NAME.onnx, NAME_text.onnx, NAME.json.

    `beside` is an older network, with which it is compared on the same pictures.
    """
    size = extent or Extent()
    state, saved = load_checkpoint(folder / "checkpoint.safetensors")
    words, learner = Words(saved.categories), state.average.eval()
    tune, rendered = tuning_pictures(folder, size), measuring_pictures(folder, size, say)
    prior = _choose_prior(learner, folder, saved, tune)
    file = networks / f"{name}.onnx"
    differences = export(learner, words, file)
    outline = _judge_outline(learner, words, file, tune, say)
    say(f"exported; prior {prior:g}, torch and ONNX differ by at most {max(differences.values()):.1e}")
    int8 = _try_int8(file, tune, say)
    found = measure_all(Dense(file), rendered, size, say, None if beside is None else Dense(beside))
    save_gallery(folder / "gallery.jpg", gallery(Dense(file), rendered["val"]))
    training = {
        "step": saved.step,
        "recipe": msgspec.to_builtins(saved.recipe),
        "changes_of_steps": saved.changes,
        "prior": prior,
    }
    about = {"training": training, "torch_difference": differences, "int8": int8, "outline": outline}
    plain = msgspec.to_builtins(card_for(words, fine=learner.network.outline is not None))
    card: dict[str, Any] = plain | about | found
    write_atomically(file.with_suffix(".json"), msgspec.json.format(msgspec.json.encode(card), indent=1))
    return card


@torch.no_grad()
def _choose_prior(learner: Learner, folder: Path, saved: Saved, tune: Path) -> float:
    """Take back part of the weight that rare categories had in training: as much as serves best.

    Best is the highest sum of pixel accuracy and mean IoU, at the middles of cells, on houses for tuning.
    """
    counted = range(min(saved.recipe.counted_houses, saved.recipe.supply.first))
    shares = category_shares(folder / "train", counted, len(saved.categories))
    rarity = torch.log(category_weights(shares, saved.categories))
    tables = [np.zeros((len(saved.categories) + 1,) * 2, np.int64) for _ in PRIORS]
    for house in sorted(tune.glob("house-*")):
        looks = load_looks(house)
        for picture in range(len(looks.rgb)):
            pixels = torch.from_numpy(padded(looks.rgb[picture], MULTIPLE_PX)[None])
            truth = looks.category[looks.instance[picture, 2::4, 2::4]]
            logits = learner.network(pixels).category[0, :, : truth.shape[0], : truth.shape[1]]
            for table, prior in zip(tables, PRIORS, strict=True):
                answer = (logits - prior * rarity[:, None, None]).argmax(dim=0).numpy() + 1
                np.add(table, confusion(truth, answer, len(saved.categories)), out=table)
    worth = [pixel_accuracy(table) + mean_iou(table) for table in tables]
    prior = PRIORS[int(np.argmax(worth))]
    shifted(learner, -prior * rarity)
    return prior


def _judge_outline(
    learner: Learner, words: Words, file: Path, tune: Path, say: Say
) -> dict[str, float | bool]:
    """Whether outlines of half cells serve better on houses for tuning; if not, the network is exported
    without them."""
    if learner.network.outline is None:
        return {"shipped": False}
    fine = measure(Dense(file), tune)
    outline, learner.network.outline = learner.network.outline, None
    export(learner, words, file)
    coarse = measure(Dense(file), tune)
    gain = sum(getattr(fine, name) - getattr(coarse, name) for name in ("pixel_accuracy", "mean_iou"))
    shipped = gain > 0.0
    taken = "taken" if shipped else "not taken"
    say(f"outlines of half cells, {taken}: {line_of(fine)} against {line_of(coarse)}")
    if shipped:
        learner.network.outline = outline
        export(learner, words, file)
    return {"shipped": shipped, "gain": round(gain, 4)}


def _try_int8(file: Path, tune: Path, say: Say) -> dict[str, Any]:
    """Replace the network by one of eight bits if that is faster and loses next to nothing."""
    trial = file.with_name(f"{file.stem}_int8.onnx")
    houses = [load_looks(path) for path in sorted(tune.glob("house-*"))]
    pictures: list[NDArray[np.uint8]] = [
        padded(looks.rgb[k], MULTIPLE_PX) for looks in houses for k in range(4)
    ]
    to_int8(file, pictures, trial)
    for suffix in (".json", "_text.onnx"):
        source = file.with_suffix(suffix) if suffix == ".json" else file.with_name(f"{file.stem}{suffix}")
        shutil.copy(source, source.with_name(source.name.replace(file.stem, trial.stem, 1)))
    plain, small = measure(Dense(file), tune), measure(Dense(trial), tune)
    rate, small_rate = frames_per_second(file), frames_per_second(trial)
    keeps = all(
        getattr(plain, field) - getattr(small, field) <= LOSS_ALLOWED
        for field in ("pixel_accuracy", "mean_iou", "mean_iou_commonest")
    )
    shipped = keeps and small_rate >= FASTER * rate
    say(
        f"int8, {'taken' if shipped else 'not taken'}: {small_rate:.0f} against {rate:.0f} frames/s; "
        f"{line_of(small)} against {line_of(plain)}"
    )
    if shipped:
        shutil.copy(trial, file)
    for made in file.parent.glob(f"{trial.stem}*"):
        made.unlink()
    return {
        "shipped": shipped,
        "frames_per_second": {"float32": round(rate, 1), "int8": round(small_rate, 1)},
        "pixel_accuracy": {"float32": plain.pixel_accuracy, "int8": small.pixel_accuracy},
        "mean_iou": {"float32": plain.mean_iou, "int8": small.mean_iou},
    }
