"""Suites: which episodes are run under which conditions, as versioned TOML files; one's own work the same.

Each suite has a reference condition, called "clean", to which all others are compared in pairs. It is without
faults, or has the faults that the protocol calls normal (`always`); a condition then replaces those of the
modalities that it touches itself.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.instruction.spoken_style import MODEL, required_model
from wayproof.corruptions.written import condition_written
from wayproof.errors import InvalidInput, unknown_name
from wayproof.file_episodes.episode_source import check_file_recipe
from wayproof.scenes.light.lightings import lighting_named
from wayproof.sensor_rigs import Rig
from wayproof.sensors import sensors_for
from wayproof.sensors.mounted_rig import carried, mounts, rig_of
from wayproof.sensors.rig_files import load_rig, rig_setting
from wayproof.simulator.body import load_body
from wayproof.spec import read_toml
from wayproof.suite import ConditionLine, Suite, condition_names
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import check_recipe
from wayproof.vocabulary import CLEAN, Condition, Fault, Settings
from wayproof.written_faults import parse_fault

FOLDER = Path(__file__).parent


def suite_names() -> list[str]:
    """The suites that come with Wayproof."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def load_suite(name_or_path: str | Path) -> Suite:
    """A suite by the name of one of ours or by the path of a TOML file, checked to the last name."""
    text = str(name_or_path)
    is_path = isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text
    if not is_path and text not in suite_names():
        raise unknown_name("suite", text, suite_names())
    file = Path(name_or_path) if is_path else FOLDER / f"{text}.toml"
    suite = _with_files_beside(read_toml(file, Suite), file.parent)
    if isinstance(suite.rig, str):
        suite = replace(suite, rig=load_rig(_beside(file, suite.rig)))
    check_suite(suite, str(file))
    return suite


def _with_files_beside(suite: Suite, folder: Path) -> Suite:
    """The suite with the paths of its episode files seen from here instead of from its own folder."""
    recipes = (
        recipe if recipe.file is None else replace(recipe, file=str(folder / recipe.file))
        for recipe in suite.episodes
    )
    return replace(suite, episodes=tuple(recipes))


def _beside(suite_file: Path, rig: str) -> str:
    """The path of a rig that a suite names by a file beside its own; other names as they are."""
    return str(suite_file.parent / rig) if rig.endswith(".toml") else rig


def in_world(suite: Suite, world: str) -> Suite:
    """The same study elsewhere; its name says where, since it is another one."""
    _refuse_files(suite, f"--world {world}", "scenes")
    moved = replace(
        suite,
        name=f"{suite.name}-in-{world.replace('/', '-')}",
        episodes=tuple(replace(recipe, world=world, rooms=None) for recipe in suite.episodes),
    )
    check_suite(moved, f"--world {world}")
    return moved


def repeated(suite: Suite, repeats: int) -> Suite:
    """The same study with every episode run so many times under each condition."""
    if repeats < 1:
        raise InvalidInput(f"repeats is {repeats}; give 1 or more runs of each episode")
    return replace(suite, repeats=repeats)


def spread_out(suite: Suite, per_scene: int) -> Suite:
    """The same study with so many episodes in each scene, hence in more or fewer scenes."""
    if per_scene < 1:
        raise InvalidInput(f"per-scene is {per_scene}; give 1 or more episodes in each scene")
    _refuse_files(suite, f"--per-scene {per_scene}", "count")
    return replace(
        suite, episodes=tuple(replace(recipe, episodes_per_house=per_scene) for recipe in suite.episodes)
    )


def _refuse_files(suite: Suite, option: str, key: str) -> None:
    """What is drawn can be drawn otherwise; what a file says cannot."""
    for recipe in suite.episodes:
        if recipe.file is not None:
            raise InvalidInput(
                f"{option} does not apply to episodes of {Path(recipe.file).name}; change {key} in the suite"
            )


def with_rig(suite: Suite, rig: str | Path | Rig) -> Suite:
    """The same study with other sensors on the body; its name says which, since it is another one."""
    loaded = rig if isinstance(rig, Rig) else load_rig(rig)
    if rig_setting(loaded) is UNSET:
        return replace(suite, rig=None)
    fitted = replace(suite, name=f"{suite.name}-with-{loaded.name}", rig=loaded)
    check_suite(fitted, f"rig {loaded.name!r}")
    return fitted


def changed_suite(
    suite: Suite,
    *,
    world: str | None = None,
    per_scene: int | None = None,
    repeats: int | None = None,
    rig: str | Path | Rig | None = None,
) -> Suite:
    """The suite as these options change it; None leaves it as it is."""
    suite = suite if world is None else in_world(suite, world)
    suite = suite if rig is None else with_rig(suite, rig)
    suite = suite if per_scene is None else spread_out(suite, per_scene)
    return suite if repeats is None else repeated(suite, repeats)


def check_suite(suite: Suite, where: str) -> None:
    """Refuse what could not be run: unknown names, severities, limits, two conditions of one name."""
    try:
        for recipe in suite.episodes:
            check_recipe(recipe) if recipe.file is None else check_file_recipe(recipe)
        conditions = conditions_of(suite)
        _check_places(suite)
        lighting_named(suite.light)
        check_cameras_of(suite)
        if any(fault.profile == MODEL for condition in conditions for fault in condition.faults):
            required_model()
    except InvalidInput as error:
        raise InvalidInput(f"{where}: {error}") from None
    names = [condition.name for condition in conditions]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise InvalidInput(f"{where}: two conditions are named {sorted(twice)[0]!r}; give each its own name")
    if not suite.episodes:
        raise InvalidInput(f"{where}: no episodes; add [[episodes]] with a task and a count")
    if suite.repeats < 1 or suite.step_limit_s <= 0 or suite.episode_limit_s <= 0:
        raise InvalidInput(f"{where}: repeats, step_limit_s and episode_limit_s must be positive")


def _check_places(suite: Suite) -> None:
    """Refuse a condition that could not act on any agent: one of words where no task gives any."""
    tasks = [TASKS[recipe.task] for recipe in suite.episodes]
    if any(task.gives_words for task in tasks) or any(recipe.file for recipe in suite.episodes):
        return
    for line, name in zip(suite.conditions, condition_names(suite)[1:], strict=True):
        faults = [CORRUPTIONS[parse_fault(text).name] for text in line.faults]
        if faults and all(fault.modalities == ("instruction",) for fault in faults):
            silent = " and ".join(dict.fromkeys(task.name for task in tasks))
            speaking = ", ".join(task.name for task in TASKS if task.gives_words)
            raise InvalidInput(
                f"condition {name!r}: {faults[0].name} acts on instructions, and {silent} gives none; "
                f"leave the condition out, or take a task with words: {speaking}"
            )


def conditions_of(suite: Suite) -> tuple[Condition, ...]:
    """All conditions, the reference first."""
    always = condition_written(suite.always, profile=suite.profile).faults
    clean = Condition(CLEAN, always)
    return (clean, *(_condition(line, always, suite.profile) for line in suite.conditions))


def settings_of(suite: Suite) -> Settings:
    """The sensor settings that the suite's camera and rig ask for."""
    camera = suite.camera
    return Settings(
        width_px=camera.width_px,
        height_px=camera.height_px,
        hfov_rad=None if camera.hfov_deg is None else camera.hfov_deg * 0.017453292519943295,
        nearest_depth_m=camera.nearest_depth_m,
        furthest_depth_m=camera.furthest_depth_m,
        rig=rig_setting(suite.rig),
        resized_px=UNSET if camera.resized_px is None else camera.resized_px,
    )


def check_cameras_of(suite: Suite) -> None:
    """Refuse a rig that does not fit on a body of the episode sets, and a size of another shape."""
    settings = settings_of(suite)
    if rig_of(settings) is None and settings.resized_px is UNSET:
        return
    for recipe in suite.episodes:
        body = load_body(recipe.body or TASKS[recipe.task].protocol(recipe.protocol).body)
        mounts(body, settings)
        parts = carried(("semantic", "panorama", "panorama_depth", "lidar"), body, settings)
        sensors_for(body, parts, settings=settings)


def _condition(line: ConditionLine, always: tuple[Fault, ...], profile: str) -> Condition:
    """The line's own faults, and those of the reference that act on other modalities."""
    own = condition_written(line.faults, name=line.name, profile=line.profile or profile)
    touched = {CORRUPTIONS[fault.name].modality for fault in own.faults}
    kept = tuple(fault for fault in always if CORRUPTIONS[fault.name].modality not in touched)
    return Condition(own.name, (*kept, *own.faults))
