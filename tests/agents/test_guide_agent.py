"""The agent in docs/guides/your-own-agent.md that offers trace, override, save and restore, as printed."""

from __future__ import annotations

import re
from pathlib import Path

from wayproof.agents.contract.conformance import check_agent
from wayproof.agents.contract.conformance_cases import synthetic_case

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "your-own-agent.md"


def careful():
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (source,) = [block for block in blocks if "class Careful" in block]
    names: dict = {}
    exec(compile(source, str(GUIDE), "exec"), names)  # our own page
    return names["Careful"]


def test_it_keeps_every_rule_and_offers_everything() -> None:
    checks = {check.name: check for check in check_agent(careful())}
    assert not [check for check in checks.values() if not check.passed]
    given_back = checks["its own trace changes nothing"].detail
    assert given_back == "perception, memory, decision given back"
    assert checks["save and restore"].detail.startswith("restored after 6 steps")


def test_what_it_is_told_to_see_and_to_remember_decides_what_it_does() -> None:
    agent = careful()()
    case = synthetic_case(agent.card)  # nothing nearer than a metre
    agent.start(case.brief, 0)
    assert agent.act(case.observations[0]).name == "forward"
    agent.override("perception", {"detections": [{"label": "obstacle", "box_px": [0, 0, 4, 4]}]})
    assert agent.act(case.observations[1]).name == "turn_left"
    agent.override("memory", {"entries": [{"step": 0, "what": "obstacle", "where_m": None}]})
    assert agent.act(case.observations[2]).name == "turn_left"
    assert agent.act(case.observations[3]).name == "forward"
