"""`wayproof ls KIND`: what there is, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer
from wayproof.errors import unknown_name

Rows = list[dict[str, Any]]


def ls(
    kind: Annotated[str, typer.Argument(help="what to list: scenes, objects, corruptions")],
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """List what there is: names, one-line summaries and facts.

    Example: wayproof ls objects --format json
    """
    if kind not in LISTINGS:
        raise unknown_name("kind of thing to list", kind, LISTINGS)
    answer(LISTINGS[kind](), form)


def _scenes() -> Rows:
    from wayproof.scenes.houses.house import FEWEST_ROOMS, MOST_ROOMS, SPLITS, WORLD

    notes = {
        "train": "houses to learn from",
        "val": "unseen houses, known kinds of furniture",
        "test": "unseen houses, half of the furniture in shapes and textures that no other split has",
    }
    return [
        {
            "name": f"{WORLD}/{split}",
            "summary": notes[split],
            "seeds": "0, 1, 2, ...",
            "rooms": f"{FEWEST_ROOMS} to {MOST_ROOMS}",
        }
        for split in SPLITS
    ]


def _objects() -> Rows:
    from wayproof.scenes.furniture import CATEGORIES

    return [
        {
            "name": category.name,
            "summary": category.summary,
            "group": category.group,
            "shapes": [*category.shapes, *category.held_out_shapes],
            "stands": category.stands,
            "synonyms": list(category.synonyms),
        }
        for category in CATEGORIES
    ]


def _corruptions() -> Rows:
    from wayproof.corruptions import CORRUPTIONS

    return [
        {
            "name": corruption.name,
            "summary": corruption.summary,
            "modality": corruption.modality,
            "sources": list(corruption.sources),
            "scope": corruption.scope,
            "profiles": list(corruption.profiles),
        }
        for corruption in CORRUPTIONS
    ]


LISTINGS: dict[str, Callable[[], Rows]] = {
    "scenes": _scenes,
    "objects": _objects,
    "corruptions": _corruptions,
}
