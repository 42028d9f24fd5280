"""The bench of learning: its network remembers, its rows have their shape, a missing peer is said."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")

from wayproof.agents.learned.policy_inputs import InputForm  # noqa: E402
from wayproof.bench import environment_steps, learning  # noqa: E402
from wayproof.bench.lstm_policy import LstmPolicy, made_lstm_policy  # noqa: E402
from wayproof.learning.policies.policy_network import PolicySizes  # noqa: E402

KEYS = {"area", "name", "value", "unit", "peer", "peer_value", "ratio"}
DEPTH = InputForm(("depth",), "point", width_px=16, height_px=16)


def test_a_stretch_at_once_is_the_same_as_step_by_step() -> None:
    """Memory is cleared where an episode begins, by either way through the LSTM."""
    network = made_lstm_policy(DEPTH, 4, PolicySizes(), 0)
    assert isinstance(network, LstmPolicy)
    generator = torch.Generator().manual_seed(0)
    steps, count = 9, 3
    begins = torch.zeros(steps, count, dtype=torch.bool)
    begins[4, 1] = begins[5, 0] = begins[0, 2] = True
    given = (
        torch.randint(0, 256, (steps, count, 1, 16, 16), generator=generator, dtype=torch.uint8),
        torch.randn(steps, count, DEPTH.goal_size, generator=generator),
        torch.zeros(steps, count, dtype=torch.int64),
        begins,
    )
    memory = torch.randn(count, 512, generator=generator)
    with torch.no_grad():
        whole, single = network(*given, memory), []
        for step in range(steps):
            decided = network(*(part[step : step + 1] for part in given), memory)
            memory = decided.memory
            single.append(decided.values)
    assert torch.allclose(torch.cat(single), whole.values, atol=1e-6)
    assert torch.allclose(memory, whole.memory, atol=1e-6)


def _unavailable(*_: object) -> None:
    raise subprocess.CalledProcessError(1, "pip", stderr="first\nno network\n")


@pytest.mark.slow
def test_environment_rows_say_so_where_the_peer_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment_steps, "python_of", _unavailable)
    monkeypatch.setattr(environment_steps, "SIZES_PX", ((32, 24),))
    monkeypatch.setattr(environment_steps, "STEPS", 5)
    (row,) = environment_steps.rows("learning")
    assert set(row) == KEYS and row["name"] == "environment, colour 32x24" and row["value"] > 0
    assert row["peer"] == "MiniWorld (not measured: no network)" and row["ratio"] is None


@pytest.mark.slow
def test_both_trainings_are_timed_round_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib")
    for name, value in (("ENVIRONMENTS", 2), ("PROCESSES", (2,)), ("REPEATS", 1), ("WARM_UP", 0)):
        monkeypatch.setattr(learning, name, value)
    rows = list(learning._ppo_rows())
    assert all(set(row) == KEYS and row["area"] == "learning" for row in rows)
    assert [row["unit"] for row in rows] == ["steps/s", "steps/CPU s"] * 2
    for row in rows:
        assert row["peer"].startswith("sb3-contrib 2") and row["peer_value"] > 0
        assert row["ratio"] == pytest.approx(row["value"] / row["peer_value"])
    collection, whole = rows[0], rows[2]
    assert collection["value"] > whole["value"]  # the whole contains it


def test_the_ratio_is_the_median_over_pairs() -> None:
    row = learning._row("x", [1.0, 4.0, 9.0], "steps/s", "peer", [1.0, 2.0, 3.0])
    assert (row["value"], row["peer_value"], row["ratio"]) == (4.0, 2.0, 2.0)
    alone = learning._row("x", [1.0, 2.0], "steps/s", "peer (not measured: none)", [])
    assert np.isclose(alone["value"], 1.5) and alone["peer_value"] is None and alone["ratio"] is None
