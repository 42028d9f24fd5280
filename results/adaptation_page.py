"""robustnav-adaptation/README.md: RobustNav's Table 3 of the episodes and cards that are stored beside it.

python results/adaptation_page.py
"""

from __future__ import annotations

from pathlib import Path

from adaptation_rows import Training, trainings
from paired_table import Cell, Row, cells_of, change_text, success_text, write_cells
from published_episodes import read_rows

from wayproof.vocabulary import CLEAN

FOLDER = Path(__file__).parent / "robustnav-adaptation"
BASES = Path(__file__).parent / "robustnav-pointnav"
TARGETS = ("low lighting S5", "lower FOV", "defocus blur S5", "camera crack", "spatter S5")
TITLES = {"rgb": "RGB", "rgbd": "RGB-D"}
ROWS = {  # what each is called on the page, in RobustNav's order of rows
    "": "base, as shipped",
    "_continued": "continued in clean houses (control)",
    "_action": "with action head, clean",
    "_action_adapted": "with action head, adapted to the target",
    "_rotation": "with rotation head, clean",
    "_rotation_adapted": "with rotation head, adapted to the target",
    "_augmented": "augmented pictures, clean",
    "_finetuned": "fine-tuned on the target (bound)",
}
OPENING = FOLDER / "opening.md"


def write_page(folder: Path = FOLDER) -> None:
    """README.md and table.csv."""
    text, cells = page(folder)
    write_cells(cells, folder / "table.csv")
    (folder / "README.md").write_text(text, encoding="utf-8")


def page(folder: Path = FOLDER) -> tuple[str, list[Cell]]:
    """The page of all that is stored, and the cells of its tables."""
    parts, cells = [OPENING.read_text(encoding="utf-8").rstrip()], []
    for camera in TITLES:
        base = f"pointnav_{camera}"
        own = cells_of(_stored(folder, camera), (CLEAN, *TARGETS), f"{base}_continued", (base,))
        if own:
            cells += own
            parts.append(_section(camera, own))
    parts.append(_missing(cells))
    done = trainings(folder)
    if any(one.loss_after for one in done):
        parts.append(_heads(done))
    parts += [_made(done)] if done else []
    return "\n\n".join(parts) + "\n", cells


def _stored(folder: Path, camera: str) -> dict[str, list[Row]]:
    """The rows of each agent; those of the base are of its run of the whole suite."""
    files = {f"pointnav_{camera}{ending}": folder / f"pointnav_{camera}{ending}.csv" for ending in ROWS}
    files[f"pointnav_{camera}"] = BASES / f"pointnav_{camera}.csv"
    found: dict[str, list[Row]] = {
        name: list(read_rows(file)) for name, file in files.items() if file.is_file()
    }
    return found if len(found) > 1 else {}


def _section(camera: str, cells: list[Cell]) -> str:
    by_place = {(cell.agent, cell.condition): cell for cell in cells}
    agents = list(dict.fromkeys(cell.agent for cell in cells))
    names = [name for name in (CLEAN, *TARGETS) if any(cell.condition == name for cell in cells)]
    lines = [f"## PointNav {TITLES[camera]}", "", "Success:", "", *_head(names)]
    for agent in agents:
        found = [by_place.get((agent, name)) for name in names]
        lines.append(_line(agent, camera, [success_text(cell) if cell else "" for cell in found]))
    lines += ["", "Change against the control, in points:", "", *_head(names)]
    for agent in agents:
        if not agent.endswith("_continued"):
            found = [by_place.get((agent, name)) for name in names]
            lines.append(_line(agent, camera, [change_text(cell) if cell else "" for cell in found]))
    return "\n".join([*lines, "", _counted(cells)])


def _head(names: list[str]) -> list[str]:
    return ["| policy | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]


def _line(agent: str, camera: str, cells: list[str]) -> str:
    return f"| {ROWS[agent.removeprefix(f'pointnav_{camera}')]} | " + " | ".join(cells) + " |"


def _counted(cells: list[Cell]) -> str:
    compared = [cell for cell in cells if cell.change is not None or cell.agent.endswith("_continued")]
    own = compared or cells  # a store may have no control yet
    episodes, seeds = ({getattr(cell, name) for cell in own} for name in ("episodes", "seeds"))
    houses = max(cell.houses for cell in cells)
    return (
        f"{_span(episodes)} episodes a cell in {houses} houses, {_span(seeds)} training "
        f"seed{'' if seeds == {1} else 's'}."
    )


def _span(values: set[int]) -> str:
    return f"{min(values)}" if len(values) == 1 else f"{min(values)} to {max(values)}"


def _missing(cells: list[Cell]) -> str:
    """What the study has not made yet, so that an empty place is not taken for a result."""
    have = {cell.agent for cell in cells}
    lines = []
    for camera, title in TITLES.items():
        absent = [name for ending, name in ROWS.items() if f"pointnav_{camera}{ending}" not in have]
        if absent:
            lines.append(f"- PointNav {title}: {'all' if len(absent) == len(ROWS) else '; '.join(absent)}")
    lines += [line for camera in TITLES if (line := _once(camera, cells))]
    return "\n".join(["## Not yet measured", "", *lines]) if lines else "Nothing is missing."


def _once(camera: str, cells: list[Cell]) -> str:
    """Which trained policies have cells of one training only."""
    trained = [cell for cell in cells if cell.agent.startswith(f"pointnav_{camera}_")]
    once: dict[str, list[str]] = {}
    for cell in trained:
        if cell.seeds == 1:
            once.setdefault(ROWS[cell.agent.removeprefix(f"pointnav_{camera}")], []).append(cell.condition)
    if trained and len(trained) == sum(len(found) for found in once.values()):
        return f"- PointNav {TITLES[camera]}: a second training seed"
    parts = [f"{name} ({', '.join(found)})" for name, found in once.items()]
    return f"- PointNav {TITLES[camera]}, a second training seed: {'; '.join(parts)}" if parts else ""


def _heads(done: list[Training]) -> str:
    """What the auxiliary heads learnt: on frames of episodes that taught nothing."""
    lines = ["## Auxiliary heads on held-out frames", ""]
    lines += ["| policy | world | seed | loss before | after | accuracy before | after |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    for one in done:
        if one.loss_after:
            figures = (one.loss_before, one.loss_after, one.accuracy_before, one.accuracy_after)
            shown = [f"{float(value):.2f}" for value in figures]
            lines.append("| " + " | ".join([one.agent, one.target or CLEAN, str(one.seed), *shown]) + " |")
    return "\n".join(lines)


def _made(done: list[Training]) -> str:
    lines = ["## Trainings", "", "```"]
    lines += [f"{one.command}   # {one.steps} steps, {one.updates} updates" for one in done]
    return "\n".join([*lines, "```"])


if __name__ == "__main__":
    write_page()
