"""The README's agent is run as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from wayproof.agents.contract.agent_by_name import agent_maker
from wayproof.agents.contract.conformance import check_agent

README = Path(__file__).parent.parent.parent / "README.md"


def test_the_ten_lines_of_the_readme_are_an_agent(tmp_path: Path) -> None:
    program = re.search(r"```python\n# beeline.py\n(.*?)```", README.read_text(), re.S)
    assert program is not None
    (tmp_path / "beeline.py").write_text(program[1])
    checks = check_agent(agent_maker(f"{tmp_path / 'beeline.py'}:Beeline"))
    assert all(check.passed for check in checks), checks


def test_every_page_that_the_readme_names_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", README.read_text())
    own = [target for target in targets if "://" not in target]
    missing = [target for target in own if not (README.parent / target).exists()]
    assert missing == []
