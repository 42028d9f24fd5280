"""A Slurm array script for a suite: one shard per task, then merged by hand."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

TEMPLATE = """#!/bin/bash
# {suite} with {agent} in {count} shards. Submit: sbatch THIS_FILE
# Each task may be killed and submitted again: it goes on where it was stopped.
# When all are done: wayproof merge {folders} -o {out}
#SBATCH --job-name=wayproof-{name}
#SBATCH --array=1-{count}
#SBATCH --cpus-per-task={workers}
#SBATCH --time=08:00:00
#SBATCH --output={out}-%a.txt

set -euo pipefail
wayproof run {suite} --agent {agent}{more} --workers {workers} \\
  --shard "$SLURM_ARRAY_TASK_ID/{count}" -o {out}-"$SLURM_ARRAY_TASK_ID"
"""


def slurm_script(
    suite: str, name: str, agent: str, out: Path, count: int, workers: int, more: Mapping[str, object]
) -> str:
    """The script as text; what the user wrote is quoted. `more` are further options, None if not given."""
    quoted = shlex.quote(str(out))
    return TEMPLATE.format(
        suite=shlex.quote(suite),
        name=name,
        agent=shlex.quote(agent),
        count=count,
        workers=workers,
        out=quoted,
        more="".join(_option(name, value) for name, value in more.items() if value is not None),
        folders=" ".join(f"{quoted}-{number}" for number in range(1, count + 1)),
    )


def _option(name: str, value: object) -> str:
    return f" --{name}" if value is True else f" --{name} {shlex.quote(str(value))}"
