"""A Slurm array script for a suite: one shard per task, then merged by hand."""

from __future__ import annotations

import shlex
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
wayproof run {suite} --agent {agent}{limit} --workers {workers} \\
  --shard "$SLURM_ARRAY_TASK_ID/{count}" -o {out}-"$SLURM_ARRAY_TASK_ID"
"""


def slurm_script(
    suite: str, name: str, agent: str, out: Path, count: int, workers: int, limit: int | None
) -> str:
    """The script as text; every word of the user's is quoted for the shell."""
    quoted = shlex.quote(str(out))
    return TEMPLATE.format(
        suite=shlex.quote(suite),
        name=name,
        agent=shlex.quote(agent),
        count=count,
        workers=workers,
        out=quoted,
        limit="" if limit is None else f" --limit {limit}",
        folders=" ".join(f"{quoted}-{number}" for number in range(1, count + 1)),
    )
