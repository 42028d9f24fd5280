"""The command line in this process: the same `main`, without the second that a new interpreter takes."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from wayproof.cli import main


def wayproof_here(
    *words: object, cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What `wayproof WORDS` does and says; for wrong use, which ends before anything is started."""
    out, told, code = io.StringIO(), io.StringIO(), None
    argv = ["wayproof", *map(str, words)]
    with (
        mock.patch.object(sys, "argv", argv),
        mock.patch.dict(os.environ, environment or {}),
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(told),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(argv, code, out.getvalue(), told.getvalue())
