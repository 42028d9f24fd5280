"""The command line: one file per command. Heavy imports live inside the commands, so that help is instant.

Exit codes: 0 pass, 1 fail, 2 cannot decide, 3 wrong use or set-up.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from wayproof import __version__
from wayproof.cli import (
    adapt,
    bench,
    check,
    compare,
    corrupt,
    doctor,
    episodes,
    ls,
    plan,
    quickstart,
    report,
    run,
    scenes,
    score,
    serve,
    static,
    test,
    train,
    verify,
    video,
    view,
    warm,
)
from wayproof.errors import AgentGone, StorageFailure, WayproofError

WRONG_USE = 3

app = typer.Typer(
    name="wayproof",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wayproof {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and exit."),
    ] = False,
) -> None:
    """A proving ground for navigation agents."""


app.command("quickstart")(quickstart.quickstart)
app.command("ls")(ls.ls)
app.command("run")(run.run)
app.command("score")(score.score)
app.command("report")(report.report)
app.command("view")(view.view)
app.command("video")(video.video)
app.command("check")(check.check)
app.command("serve")(serve.serve)
app.command("compare")(compare.compare)
app.command("gate")(compare.gate)
app.command("static")(static.static)
app.command("verify")(verify.verify)
app.command("merge")(verify.merge)
app.command("plan")(plan.plan)
app.add_typer(scenes.app, name="scenes")
app.add_typer(episodes.app, name="episodes")
app.add_typer(train.app, name="train")
app.command("adapt")(adapt.adapt)
app.command("test")(test.test)
app.command("corrupt")(corrupt.corrupt)
app.command("bench")(bench.bench)
app.command("doctor")(doctor.doctor)
app.command("warm", hidden=True)(warm.warm)


def main() -> None:
    """Run the command line; a wrong option or set-up ends with a sentence on stderr and exit code 3."""
    command = typer.main.get_command(app)
    try:
        code = command.main(prog_name="wayproof", standalone_mode=False)
    except (StorageFailure, AgentGone) as error:
        code = _complain(str(error), 1)
    except WayproofError as error:
        code = _complain(str(error), WRONG_USE)
    except typer.Abort:
        code = _complain("stopped", 130)
    except Exception as error:
        # Typer carries its own copy of click under a private name; its usage errors are known by their shape.
        if not hasattr(error, "format_message"):
            raise
        sentence = error.format_message()
        if sentence.startswith("Usage:"):  # no command was given, so this is the help itself
            typer.echo(sentence, err=True)
            code = WRONG_USE
        else:
            code = _complain(f"{sentence} (wayproof --help shows what is allowed)", WRONG_USE)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(sentence: str, code: int) -> int:
    typer.echo(f"wayproof: {sentence}", err=True)
    return code
