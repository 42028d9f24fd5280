"""What there is, by kind and name: scenes, objects, tasks, corruptions, agents, metrics, suites, ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wayproof.agents import AGENTS
from wayproof.corruptions import CORRUPTIONS
from wayproof.errors import unknown_name
from wayproof.metrics import METRICS
from wayproof.mitigations import MITIGATIONS
from wayproof.scenes.by_name import GENERATED, VARIANTS
from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.houses.house import SPLITS
from wayproof.scenes.imported_scenes import WORLD, imported_names
from wayproof.sensors import SENSORS, sensors_for
from wayproof.sensors.rig_files import load_rig, rig_names
from wayproof.simulator.body import body_names, load_body
from wayproof.suite import suite_digest
from wayproof.suites import load_suite, suite_names
from wayproof.tasks import TASKS

Rows = list[dict[str, Any]]


def components(kind: str) -> Rows:
    """All components of a kind, each with at least `name` and `summary`; an unknown kind is an error.

    >>> [row["name"] for row in components("bodies")][:2]
    ['aliengo', 'carter_v1']
    """
    if kind not in LISTINGS:
        raise unknown_name("kind of thing to list", kind, LISTINGS)
    return LISTINGS[kind]()


def _scenes() -> Rows:
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
    return [
        {
            "name": corruption.name,
            "summary": corruption.summary,
            "modality": corruption.modality,
            "sources": list(corruption.sources),
            "scope": corruption.scope,
            "profiles": list(corruption.profiles),
            "strength": corruption.strength,
            "on_files": corruption.approximation and f"approximation: {corruption.approximation}",
        }
        for corruption in CORRUPTIONS
    ]


def _tasks() -> Rows:
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


def _mitigations() -> Rows:
    return [
        {
            "name": mitigation.name,
            "summary": mitigation.summary,
            "modalities": list(mitigation.modalities),
            "source": mitigation.source,
        }
        for mitigation in MITIGATIONS
    ]


def _metrics() -> Rows:
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


def _sensors() -> Rows:
    made = [(kind, sensors_for(load_body("locobot"), [kind.name])) for kind in SENSORS]
    return [
        {
            "name": kind.name,
            "summary": kind.summary,
            "shape": list(sensors[0].reading.shape),
            "dtype": sensors[0].reading.dtype,
            "unit": list(dict.fromkeys(sensors[0].reading.unit)),
            "privileged": kind.privileged,
        }
        for kind, sensors in made
    ]


def _rigs() -> Rows:
    rigs = [load_rig(name) for name in rig_names()]
    return [
        {
            "name": rig.name,
            "summary": rig.summary,
            "cameras": [camera.name for camera in rig.cameras] or "the body's own",
            "panorama": rig.panorama is not None,
            "lidar": rig.lidar is not None,
            "imu": rig.imu is not None,
        }
        for rig in rigs
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
    "sensors": _sensors,
    "rigs": _rigs,
    "mitigations": _mitigations,
}
