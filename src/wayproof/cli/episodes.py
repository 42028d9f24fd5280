"""`wayproof episodes`: episode files of other platforms; what is in them and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.file_episodes.file_problems import Problem
    from wayproof.formats import EpisodeFile
    from wayproof.formats import Format as EpisodeFormat
    from wayproof.vocabulary import Episode

PROBLEMS_FOUND = 1

app = typer.Typer(help="Episode files of other platforms.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="an episode file, an index file or the folder of a split")],
    scenes: Annotated[
        list[str] | None,
        typer.Option(
            help="FILE_SCENE=SCENE or 'PATTERN=imported/{stem}': try the episodes there; repeatable"
        ),
    ] = None,
    as_format: Annotated[
        str | None, typer.Option("--as", help="read it as this format (else: the one that fits)")
    ] = None,
    snap_m: Annotated[float, typer.Option("--snap", help="metres that starts and goals may be moved")] = 0.25,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Say what is in an episode file and what is wrong with it.

    The format is recognised. With --scenes, every episode is tried in its scene: is it on the floor, is there
    a way to its goals? Exit code 1 if something is wrong.

    Example: wayproof episodes check val.json.gz

    Example: wayproof episodes check val --scenes '*=imported/{stem}' --format json
    """
    from wayproof.errors import BrokenFile
    from wayproof.file_episodes.file_summary import file_summary
    from wayproof.file_episodes.format_choice import format_of

    table = _table(scenes or [])
    kind = format_of(file, as_format)
    try:
        found = kind.read(file)
    except BrokenFile as error:
        _end({"file": str(file), "format": kind.name}, _unreadable(kind, file, error), form)
        return
    facts = {"file": str(file), **file_summary(kind, found), "scene_list": _scene_list(found, table)}
    _end(facts, _unfit(file, kind, found, table, snap_m) if scenes else [], form)


@app.command()
def audit(
    file: Annotated[str, typer.Argument(help="an episode file, the folder of a split, or one of our suites")],
    scenes: Annotated[
        list[str] | None,
        typer.Option(help="FILE_SCENE=SCENE or 'PATTERN=imported/{stem}'; repeatable"),
    ] = None,
    as_format: Annotated[
        str | None, typer.Option("--as", help="read it as this format (else: the one that fits)")
    ] = None,
    body: Annotated[str, typer.Option("--body", help="which body must see the things")] = "stretch",
    limit: Annotated[int, typer.Option("--limit", help="goals to read at most; 0: all", min=0)] = 0,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Hold the descriptions of goals against ground truth (English).

    Says how many are accurate, match in part, name what is not there, are wrong about where a thing
    stands, speak of bounding boxes, or hide their target. Exit code 1 if one is not accurate.

    Example: wayproof episodes audit val.json.gz --scenes '*=houses-v1/val/{stem}'

    Example: wayproof episodes audit langnav
    """
    from wayproof.file_episodes.audit_file import audit_episodes, audit_file
    from wayproof.file_episodes.description_audit import ACCURATE, NOT_READ, shares
    from wayproof.suites import suite_names

    table = _table(scenes or [])
    if file in suite_names():
        found = audit_episodes(_episodes_of(file), file, table or None, body, limit, say)
    else:
        found = audit_file(Path(file), table, as_format, body, limit, say)
    rows = shares([one.kind for one in found])
    wrong = [one for one in found if one.kind != ACCURATE]
    if form is Format.JSON:
        import msgspec

        listed = [msgspec.to_builtins(one) for one in wrong]
        answer({"file": file, "goals": len(found), "shares": rows, "wrong": listed}, form)
    else:
        answer([_shown(row) for row in rows], form)
        for one in wrong:
            typer.echo(f"{one.episode} goal {one.goal}: {one.kind}: {one.why}: {one.text}")
    if any(one.kind != NOT_READ for one in wrong):
        raise typer.Exit(PROBLEMS_FOUND)


@app.command()
def statistics(
    sets: Annotated[list[str], typer.Argument(help="our suites, or episode files, one or several")],
    page: Annotated[Path | None, typer.Option("--page", help="also write a page of Markdown")] = None,
    form: Annotated[Format, typer.Option("--format", help="table or json")] = Format.TABLE,
) -> None:
    """Say what described goals are like.

    Example: wayproof episodes statistics langnav-val langnav --page goals.md
    """
    import msgspec

    from wayproof.file_episodes.goal_statistics import goal_statistics, statistics_page
    from wayproof.storage import write_atomically

    found = [goal_statistics(Path(name).name, _episodes_of(name)) for name in sets]
    if page is not None:
        written = statistics_page(found, f"wayproof episodes statistics {' '.join(sets)} --page {page.name}")
        write_atomically(page, written.encode())
    if form is Format.JSON:
        answer([msgspec.to_builtins(one) for one in found], form)
        return
    for title in ("totals", "by_category", "by_feature", "by_number_of_features", "by_candidates"):
        columns = {one.name: getattr(one, title) for one in found}
        rows = dict.fromkeys(row for own in columns.values() for row in own)
        what = title.replace("_", " ")
        answer([{what: row} | {name: own.get(row, 0) for name, own in columns.items()} for row in rows], form)


def _episodes_of(name: str) -> list[Episode]:
    """The episodes of a suite of ours, drawn where they are not kept, or of a file."""
    from wayproof.file_episodes.format_choice import format_of
    from wayproof.suites import load_suite, suite_names
    from wayproof.tasks.drawing.episode_sets import episode_set

    if name not in suite_names():
        return list(format_of(Path(name), None).read(Path(name)).episodes)
    drawn = [episode_set(recipe) for recipe in load_suite(name).episodes if recipe.file is None]
    return [episode for one in drawn for episode in one.episodes]


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """A share for people: in percent, with its interval."""
    share = row["share"]
    told = "" if share is None else f"{share:.1%} ({row['low']:.1%} to {row['high']:.1%})"
    return {"description": row["kind"], "goals": row["goals"], "share": told}


def _table(scenes: list[str]) -> dict[str, str]:
    """The map of scenes that the options write."""
    table = {}
    for entry in scenes:
        theirs, equals, ours = entry.partition("=")
        if not equals or not theirs or not ours:
            raise InvalidInput(f"--scenes is {entry!r}; write FILE_SCENE=SCENE, as '*=imported/{{stem}}'")
        table[theirs] = ours
    return table


def _scene_list(found: EpisodeFile, table: dict[str, str]) -> list[dict[str, Any]]:
    """Each scene of the file with ours, or why there is none."""
    from collections import Counter

    from wayproof.file_episodes.scene_map import mapped, missing_scenes

    episodes = Counter(episode.scene for episode in found.episodes)
    ours = mapped(episodes, table)
    missing = missing_scenes(ours)
    return [
        {"scene": name, "episodes": count, "ours": ours[name], "missing": missing.get(name, "")}
        for name, count in episodes.items()
    ]


def _unreadable(kind: EpisodeFormat, file: Path, error: Exception) -> list[Problem]:
    from wayproof.file_episodes.file_problems import Problem, file_problems
    from wayproof.file_episodes.format_choice import sample_files

    found = file_problems(kind, sample_files(file))
    return found or [Problem(str(error), file.name)]


def _unfit(
    file: Path, kind: EpisodeFormat, found: EpisodeFile, table: dict[str, str], snap_m: float
) -> list[Problem]:
    """The episodes that cannot be run in the scenes."""
    from wayproof.episode_set import SKIP, Recipe
    from wayproof.file_episodes.episode_fit import task_of
    from wayproof.file_episodes.episode_source import EpisodeSource, check_file_recipe, check_scenes
    from wayproof.file_episodes.file_problems import Problem
    from wayproof.file_episodes.file_set import tried
    from wayproof.file_episodes.file_summary import cannot_run

    problems = [Problem(sentence, file.name) for sentence in cannot_run(kind, found.episodes)]
    for task in sorted({task_of(episode) for episode in found.episodes} & set(kind.protocols)):
        recipe = Recipe(task, file=str(file), scenes=table, snap_m=snap_m, unfit=SKIP)
        check_file_recipe(recipe)
        source = EpisodeSource(recipe, file, kind, found)
        check_scenes([source])
        fitted, left_out = tried(source)
        say(f"{task}: {len(fitted)} of {len(source.episodes)} episodes can be run")
        problems += [Problem(str(error), file.name, episode.id) for episode, error in left_out]
    return problems


def _end(facts: dict[str, Any], problems: list[Problem], form: Format) -> None:
    import msgspec

    rows = [msgspec.to_builtins(problem) for problem in problems]
    if form is Format.JSON:
        answer({**facts, "problems": rows}, form)
    else:
        tables = [facts.pop("scene_list", []), rows]
        for name, value in facts.items():
            for number, line in enumerate(_lines(value)):
                typer.echo(f"{'' if number else name.replace('_', ' '):<20}{line}")
        for table in tables:
            if table:
                typer.echo()
                answer(table, form)
    if problems:
        raise typer.Exit(PROBLEMS_FOUND)


def _lines(value: Any) -> list[str]:
    """A fact for people: ranges in words, counts in one line, sentences one below the other."""
    if not value and value != 0:
        return []
    if isinstance(value, list):
        return [str(item) for item in value]
    if not isinstance(value, dict):
        return [str(value)]
    if set(value) == {"least", "median", "most"}:
        return [f"{value['least']:.4g} to {value['most']:.4g}, median {value['median']:.4g}"]
    counts = [
        f"{name}: {', '.join(_lines(inner))}" for name, inner in value.items() if isinstance(inner, dict)
    ]
    return counts or [", ".join(f"{name} {count}" for name, count in value.items())]
