"""Golden logs: what the agents and tasks do, episode by episode, is what they did when the file was made."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from golden_cases import Case, cases, played, told

GOLDEN = msgspec.json.decode(Path(__file__).with_name("golden_logs.json").read_bytes())
EXACT = [case for case in cases() if not case.uses_network]


def test_every_case_has_its_golden_log() -> None:
    assert [case.name for case in cases()] == list(GOLDEN)


@pytest.mark.slow
@pytest.mark.parametrize("case", EXACT, ids=[case.name for case in EXACT])
def test_an_episode_goes_as_it_went(case: Case) -> None:
    """If this fails on purpose, look at what make_golden_logs.py --check says, then write the file anew."""
    assert msgspec.json.decode(msgspec.json.encode(told(played(case)))) == GOLDEN[case.name]
