"""The ten lines of the guide are run as they stand there, and the agent in them is tested as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from wayproof.agents.contract.agent_by_name import agent_maker
from wayproof.agents.contract.conformance import check_agent
from wayproof.wire import shim

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "remote-agents.md"


def test_the_ten_lines_of_the_guide_are_an_agent_that_keeps_the_contract(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    written = [line for line in blocks[0].splitlines() if line.strip()]
    assert len(blocks) == 1 and len(written) <= 11  # ten, and one that the formatter breaks
    (tmp_path / "shim.py").write_text(Path(shim.__file__).read_text())
    (tmp_path / "mine.py").write_text(blocks[0])
    process = subprocess.Popen(
        [sys.executable, "mine.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[-1]
        checks = check_agent(agent_maker(address))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert checks[0].detail.startswith("mine") and [check for check in checks if not check.passed] == []
