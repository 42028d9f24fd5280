"""`wayproof ls KIND`: what there is, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from wayproof.cli.output import Format, answer
from wayproof.errors import unknown_name

Rows = list[dict[str, Any]]
KINDS = ("scenes", "objects", "tasks", "corruptions", "agents", "metrics", "suites", "bodies")


def ls(
    kind: Annotated[
        str, typer.Argument(help="what: scenes, objects, tasks, corruptions, agents, metrics, suites, bodies")
    ],
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """List what there is: names, one-line summaries and facts.

    Example: wayproof ls objects --format json
    """
    if kind not in LISTINGS:
        raise unknown_name("kind of thing to list", kind, LISTINGS)
    answer(LISTINGS[kind](), form)


def _scenes() -> Rows:
    from wayproof.scenes.by_name import GENERATED, VARIANTS
    from wayproof.scenes.houses.house import SPLITS
    from wayproof.scenes.imported_scenes import WORLD, imported_names

    notes = {
        "train": "to learn from",
        "val": "unseen, known kinds of furniture",
        "test": "unseen, half of the furniture in shapes and textures that no other split has",
    }
    made = [
        {"name": f"{world}/{split}", "summary": f"{summary}; {notes[split]}", "seeds": "0, 1, 2, ..."}
        for world, summary in GENERATED.items()
        for split in SPLITS
    ]
    variants = [
        {"name": f"SCENE@{variant}", "summary": summary, "seeds": ""} for variant, summary in VARIANTS.items()
    ]
    own = [{"name": f"{WORLD}/{name}", "summary": "read in here", "seeds": ""} for name in imported_names()]
    return [*made, *variants, *own]


def _objects() -> Rows:
    from wayproof.scenes.furniture import FURNITURE

    return [
        {
            "name": kind.name,
            "summary": kind.summary,
            "category": kind.category,
            "place": kind.place,
            "group": kind.group,
            "shapes": [*kind.shapes, *kind.held_out_shapes],
            "stands": kind.stands,
            "synonyms": list(kind.synonyms),
        }
        for kind in FURNITURE
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


def _tasks() -> Rows:
    from wayproof.tasks import TASKS

    return [
        {
            "name": task.name,
            "summary": task.summary,
            "protocols": list(task.protocols),
            "sensors": list(task.protocol().sensors),
            "source": task.source,
        }
        for task in TASKS
    ]


def _agents() -> Rows:
    from wayproof.agents import AGENTS
    from wayproof.sensors import SENSORS

    cards = [AGENTS[name]().card for name in AGENTS.names()]
    return [
        {
            "name": card.name,
            "summary": card.summary,
            "sensors": list(card.sensors),
            "privileged": bool(card.truths) or any(SENSORS[name].privileged for name in card.sensors),
            "actions": list(card.actions),
        }
        for card in cards
    ]


def _metrics() -> Rows:
    from wayproof.metrics import METRICS

    return [
        {
            "name": metric.name,
            "summary": metric.summary,
            "unit": metric.unit,
            "better": metric.better,
            "source": metric.source,
        }
        for metric in METRICS
    ]


def _suites() -> Rows:
    from wayproof.suites import load_suite, suite_digest, suite_names

    suites = [load_suite(name) for name in suite_names()]
    return [
        {
            "name": suite.name,
            "summary": suite.summary,
            "version": suite.version,
            "episodes": sum(recipe.count for recipe in suite.episodes),
            "conditions": len(suite.conditions) + 1,
            "digest": suite_digest(suite),
            "source": suite.source,
        }
        for suite in suites
    ]


def _bodies() -> Rows:
    from wayproof.simulator.body import body_names, load_body

    bodies = [load_body(name) for name in body_names()]
    return [
        {
            "name": body.name,
            "summary": body.summary,
            "radius_m": body.radius_m,
            "height_m": body.height_m,
            "cameras": [camera.name for camera in body.cameras],
            "controls": list(body.controls),
        }
        for body in bodies
    ]


LISTINGS: dict[str, Callable[[], Rows]] = {
    "scenes": _scenes,
    "objects": _objects,
    "tasks": _tasks,
    "corruptions": _corruptions,
    "agents": _agents,
    "metrics": _metrics,
    "suites": _suites,
    "bodies": _bodies,
}
