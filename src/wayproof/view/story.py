"""One episode and its clean twin as plain data: all that the page needs except the pictures."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.errors import WayproofError
from wayproof.log import ACTION_NAMES, EpisodeLog
from wayproof.metrics.failure_mode import MODES
from wayproof.metrics.goals import distances_m, radius_m
from wayproof.results.divergence import divergence
from wayproof.results.pairs import Pair, twins
from wayproof.simulator.body import load_body
from wayproof.view.film import views_of
from wayproof.view.headline_columns import columns
from wayproof.view.index import Row, RunIndex
from wayproof.view.shown_text import differences, visible
from wayproof.view.trace_overlays import layers_in, pictured, split_pictures

LONGEST_TEXT = 200_000  # characters of one instruction that a page is given
MOST_TRACED = 128  # steps of one answer


def story(run: RunIndex, row: Row) -> dict[str, Any]:
    """The episode of a row beside its clean twin, if it has one other than itself."""
    log = run.log(row)
    clean_row = run.clean_twin(row)
    clean = run.log(clean_row) if clean_row is not None and clean_row.key != row.key else None
    sides = [_side(clean_row, clean)] if clean_row is not None and clean is not None else []
    return {
        "run": {"key": run.key, "name": run.name},
        "key": row.key,
        "episode": _episode(log),
        "sides": [*sides, _side(row, log)],
        "parted": _parted(clean, log) if clean is not None else None,
        "words": _words(clean, log),
        "twins": [_twin(twin) for twin in run.twins(row).values()],
        "views": [view._asdict() for view in _views(log)],
        "furthest_m": log.comparable.settings.furthest_depth_m,
    }


def traced(log: EpisodeLog, start: int) -> dict[str, Any]:
    """The agent's trace, some steps from `start` on, with its pictures kept apart."""
    steps = [split_pictures(step) for step in log.trace[start : start + MOST_TRACED]]
    return {
        "start": start,
        "length": len(log.trace),
        "steps": [_plain(told) for told, _ in steps],
        "pictures": [pictures for _, pictures in steps],
    }


def _episode(log: EpisodeLog) -> dict[str, Any]:
    episode, protocol = log.episode, log.comparable.task
    start = episode.start
    return {
        "scene": episode.scene,
        "id": visible(episode.id),
        "repeat": log.repeat,
        "task": protocol.task,
        "protocol": protocol.name,
        "language": episode.language,
        "agent": visible(log.agent_label),
        "start": [start.x_m, start.z_m, start.heading_rad],
        "goals": [_goal(log, number) for number in range(len(episode.goals))],
        "reference": [[round(x, 3), round(z, 3)] for x, _, z in episode.reference_path_m],
        "shortest_m": episode.shortest_length_m,
        "maximum_steps": episode.maximum_steps,
        "body_radius_m": load_body(protocol.body).radius_m,
    }


def _goal(log: EpisodeLog, number: int) -> dict[str, Any]:
    goal = log.episode.goals[number]
    return {
        "at": None if goal.position_m is None else [goal.position_m[0], goal.position_m[2]],
        "radius_m": radius_m(log, number),
        "category": goal.category and goal.category.replace("_", " "),
        "from": [[round(x, 2), round(z, 2)] for x, _, z in goal.view_points_m[:200]],
    }


def _side(row: Row, log: EpisodeLog) -> dict[str, Any]:
    steps, pose = log.steps, poses_of(log)
    goals = len(log.episode.goals)
    present = np.minimum(steps.goal, max(goals - 1, 0)).astype(int)
    left_m = [distances_m(log, goal) for goal in range(goals)]
    distances = [float(left_m[goal][k]) for k, goal in enumerate(present)] if goals else []
    return {
        "key": row.key,
        "condition": row.condition,
        "faults": [msgspec.to_builtins(fault) for fault in log.condition.faults],
        "success": row.success,
        "mode": row.mode,
        "mode_words": MODES[row.mode],
        "reason": row.reason,
        "detail": visible(log.outcome.detail[:2000]),
        "metrics": [
            {**msgspec.to_builtins(one), "value": row.metrics[one.name]} for one in columns([row.metrics])
        ],
        "path_m": row.path_m,
        "bumps": row.bumps,
        "x": pose[:, 0].round(3).tolist(),
        "z": pose[:, 2].round(3).tolist(),
        "heading": pose[:, 3].round(3).tolist(),
        "distance": [round(value, 2) if np.isfinite(value) else None for value in distances],
        "goal": steps.goal.tolist(),
        "bumped": np.flatnonzero(steps.bumped).tolist(),
        "moved_wrongly": np.flatnonzero(steps.moved_wrongly).tolist(),
        "action": [ACTION_NAMES[int(number)] for number in steps.action],
        "act_ms": (1000 * steps.act_s).round(1).tolist(),
        "claims": [[claim.step, claim.goal, claim.in_range, _said(claim.text)] for claim in log.claims],
        "people": steps.people[:, :, [0, 2]].round(2).tolist() if steps.people.size else [],
        "traced": len(log.trace),
        "pictured": pictured(log),
        "layers": layers_in(log),
    }


def poses_of(log: EpisodeLog) -> NDArray[np.float64]:
    """Where the body was, (n, 4); an episode that never began has the start alone."""
    start = log.episode.start
    here = [[start.x_m, start.y_m, start.z_m, start.heading_rad]]
    return log.steps.pose if len(log.steps.pose) else np.array(here)


def _parted(clean: EpisodeLog, log: EpisodeLog) -> dict[str, Any]:
    """The first steps at which the twins differ; or why they are no twins."""
    try:
        pair: Pair = twins([clean], [log]).pairs[0]
    except (WayproofError, IndexError) as error:
        return {"error": str(error)}
    found = divergence(pair)
    return {**found._asdict(), "first": found.first}


def _words(clean: EpisodeLog | None, log: EpisodeLog) -> list[dict[str, Any]]:
    """Each text that the agent read, and how it differs from what was meant to be read."""
    meant = _texts(clean) if clean is not None else _texts(log)
    read = _texts(log)
    return [
        {
            "goal": number,
            "pieces": differences(_at(meant, number)[:LONGEST_TEXT], _at(read, number)[:LONGEST_TEXT]),
        }
        for number in range(max(len(meant), len(read)))
    ]


def _texts(log: EpisodeLog) -> tuple[str, ...]:
    return log.instructions or ((log.episode.instruction,) if log.episode.instruction else ())


def _at(texts: tuple[str, ...], number: int) -> str:
    return texts[number] if number < len(texts) else ""


def _said(text: str | None) -> str | None:
    return None if text is None else visible(text[:1000])


def _twin(row: Row) -> dict[str, Any]:
    return {"key": row.key, "condition": row.condition, "success": row.success, "mode": row.mode}


def _views(log: EpisodeLog) -> list[Any]:
    try:
        return list(views_of(log))
    except WayproofError:
        return []  # a body that this version does not know: there are no pictures, the rest can be read


def _plain(value: Any, depth: int = 0) -> Any:
    """A value of a trace, with nothing endless in it and all text fit to be shown."""
    if isinstance(value, str):
        return visible(value[:2000])
    if isinstance(value, dict) and depth < 6:
        return {visible(str(name)[:80]): _plain(entry, depth + 1) for name, entry in list(value.items())[:60]}
    if isinstance(value, list | tuple) and depth < 6:
        return [_plain(entry, depth + 1) for entry in value[:200]]
    if isinstance(value, float):
        return value if np.isfinite(value) else str(value)
    return value if value is None or isinstance(value, bool | int) else visible(str(value)[:200])
