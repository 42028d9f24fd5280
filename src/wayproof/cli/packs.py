"""`wayproof scenes pack`: furniture packs that stand in for our own furniture; add them, list them."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayproof.cli.output import Format, answer, say
from wayproof.errors import InvalidInput

if TYPE_CHECKING:
    from wayproof.scenes.packs.pack_files import InstalledPack

app = typer.Typer(help="Furniture packs: add, list.", no_args_is_help=True, rich_markup_mode=None)

Form = Annotated[Format, typer.Option("--format", help="table or json")]
Source = Annotated[Path | None, typer.Argument(help="a .sh3f library, or a folder that holds some")]
Debian = Annotated[
    bool, typer.Option("--debian", help="add the packs of Debian's package sweethome3d-furniture")
]


@app.command()
def add(place: Source = None, debian: Debian = False, form: Form = Format.TABLE) -> None:
    """Add furniture libraries of Sweet Home 3D to our houses. Without a path, those of Debian.

    Example: wayproof scenes pack add Scopia.sh3f

    Example: wayproof scenes pack add --debian
    """
    from wayproof.scenes.packs.pack_files import add_pack, debian_libraries, libraries_in

    if place is not None and debian:
        raise InvalidInput("give either a path or --debian, not both")
    added = []
    for library in debian_libraries() if place is None else libraries_in(place):
        entry = add_pack(library, _teller(library.name))
        say(f"{library.name}: {len(entry.pack.models)} of {entry.pack.catalogue_models} models can be used")
        for sentence in entry.pack.refused:
            say(f"  left out: {sentence}")
        added.append(_described(entry))
    answer(added, form)


@app.command()
def ls(form: Form = Format.TABLE) -> None:
    """List the packs that are installed, with licence and authors.

    Example: wayproof scenes pack ls --format json
    """
    from wayproof.scenes.packs.pack_files import installed_packs

    packs = installed_packs()
    if not packs:
        say("no furniture pack is installed; add one with: wayproof scenes pack add FILE.sh3f")
    answer([_described(entry) for entry in packs], form)


def _described(entry: InstalledPack) -> dict[str, Any]:
    pack = entry.pack
    authors = Counter(model.creator for model in pack.models)
    return {
        "name": pack.key,
        "summary": pack.name,
        "licence": pack.licence,
        "models": pack.catalogue_models,
        "usable": len(pack.models),
        "credits": [author for author, _ in authors.most_common()],
        "categories": dict(sorted(Counter(model.category for model in pack.models).items())),
    }


def _teller(name: str) -> Any:
    """Says how far the preparation is: on one line of a terminal, elsewhere every hundred models."""

    def tell(done: int, wanted: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{name}: {done} of {wanted}", err=True, nl=done == wanted)
        elif done % 100 == 0:
            say(f"{name}: {done} of {wanted}")

    return tell
