"""The kit passes all our agents, and fails each kind of unlawful one at the rule that it breaks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scripted_server import serving

from wayproof.agents import AGENTS, Overridable, Restorable, Traceable
from wayproof.agents.contract.conformance import check_agent
from wayproof.agents.contract.conformance_cases import blank_case, synthetic_case
from wayproof.agents.contract.sensor_forms import known_sensors, reading_of
from wayproof.errors import InvalidInput
from wayproof.seeding import generator_for
from wayproof.sensors import SENSORS, sensors_for
from wayproof.simulator.body import load_body
from wayproof.vocabulary import Action, AgentCard

RULES = (
    "card",
    "acts",
    "keeps to the brief's actions",
    "same seed, same actions",
    "forgets the last episode",
    "leaves its input alone",
    "stateless as declared",
    "trace",
    "override",
    "its own trace changes nothing",
    "save and restore",
    "black frames, no depth",
    "odd instructions",
    "time per step",
)


@pytest.fixture
def model_that_goes_forward(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """For the agent that asks one."""
    with serving(("say", '{"action": "forward"}')) as script:
        monkeypatch.setenv("WAYPROOF_VLM_URL", script.url)
        monkeypatch.setenv("WAYPROOF_VLM_MODEL", "tiny")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        yield


@pytest.mark.usefixtures("model_that_goes_forward")
@pytest.mark.parametrize("name", AGENTS.names())
def test_our_agents_keep_every_rule(name: str) -> None:
    checks = check_agent(AGENTS[name])
    assert tuple(check.name for check in checks) == RULES
    assert not [check for check in checks if not check.passed]
    assert AGENTS[name]().card.summary


@pytest.mark.parametrize(
    "name",
    ("frontier_explorer", "map_and_plan", "panoramic_explorer", "rgb_map_and_plan", "rgb_wanderer")
    + ("room_prior_explorer", "value_explorer", "self_calibrating_planner", "modular_follower")
    + ("mlfm", "onemap", "onemap_v2", "vlfm", "vlfm_v2", "vlmaps", "mopa")
    + ("anticipating_planner", "rgb_anticipating_planner"),
)
def test_agents_that_perceive_and_plan_can_be_traced_and_overridden(name: str) -> None:
    agent = AGENTS[name]()
    assert isinstance(agent, Traceable) and isinstance(agent, Overridable) and isinstance(agent, Restorable)
    details = {check.name: check.detail for check in check_agent(AGENTS[name])}
    assert details["trace"].startswith("up to") and details["override"].endswith("was taken over")
    assert details["its own trace changes nothing"].startswith("perception, ")
    assert details["save and restore"].startswith("restored after ")


class Lawful:
    card = AgentCard("lawful", sensors=("rgb", "depth"))

    def start(self, brief, seed):
        self.steps = 0
        self.seed = seed

    def act(self, observation):
        self.steps += 1
        return Action("forward" if self.steps % 2 else "turn_left")


class NoName(Lawful):
    card = AgentCard("")


class Crashes(Lawful):
    def act(self, observation):
        raise KeyError("gps")


class ReturnsText(Lawful):
    def act(self, observation):
        return "forward"


class Undeclared(Lawful):
    def act(self, observation):
        return Action("look_up")


class NaNSpeed(Lawful):
    card = AgentCard("nan", actions=("velocity",))

    def act(self, observation):
        return Action("velocity", velocity=(float("nan"), 0.0))


class IgnoresBrief(Lawful):
    card = AgentCard("ignores", actions=("forward", "look_up"))

    def act(self, observation):
        return Action("look_up")


class Unseeded(Lawful):
    count = itertools.count()

    def act(self, observation):
        return Action("forward" if next(self.count) % 7 else "turn_left")


class Remembers(Lawful):
    def __init__(self):
        self.steps = 0

    def start(self, brief, seed):
        pass  # and forgets to begin anew

    def act(self, observation):
        self.steps += 1
        return Action("forward" if self.steps < 8 else "turn_left")


class Scribbles(Lawful):
    def act(self, observation):
        observation.readings["depth"][0] = 0.5
        return Action("forward")


class NotStateless(Lawful):
    card = AgentCard("not_stateless", stateful=False)


class ObjectTrace(Lawful):
    def trace(self):
        return {"memory": {"map": object()}}


class ShapelessDetections(Lawful):
    def trace(self):
        return {"perception": {"detections": [{"label": "chair", "box_px": [4, 4, 2, 8]}]}}


class OutOfOrder(Lawful):
    def trace(self):
        entries = [{"step": step, "what": "chair", "where_m": None} for step in (3, 1)]
        return {"memory": {"entries": entries}}


class MereForm(Lawful):
    """Its trace is not what it acts on: told its own plan, it does something else."""

    given = None

    def act(self, observation):
        told, self.given = self.given, None
        return Action("turn_left" if told else "forward")

    def trace(self):
        return {"plan": [[1.0, 0.0]]}

    def override(self, capability, value):
        self.given = value if capability == "plan" else None


class LosesItsState(Remembers):
    def start(self, brief, seed):
        self.steps = 0

    def save(self):
        return {}

    def restore(self, state):
        pass


class SavesWhatChanges(LosesItsState):
    def save(self):
        self.state = {"steps": [self.steps]}
        return self.state

    def act(self, observation):
        if hasattr(self, "state"):
            self.state["steps"][0] += 1
        return super().act(observation)


class StrangeTrace(Lawful):
    def trace(self):
        return {"feelings": 1}


class HugeTrace(Lawful):
    def trace(self):
        return {"memory": list(range(100_000))}


class DeafToOverride(Lawful):
    def override(self, capability, value):
        pass


class AfraidOfTheDark(Lawful):
    def act(self, observation):
        assert observation.readings["rgb"].max() > 0
        return Action("forward")


class NeedsWords(Lawful):
    def act(self, observation):
        return Action("forward" if observation.instruction.split()[0] else "stop")


def test_a_lawful_agent_passes() -> None:
    assert all(check.passed for check in check_agent(Lawful))


@pytest.mark.parametrize(
    ("make", "rule", "words"),
    [
        (NoName, "card", "has the name ''"),
        (Crashes, "acts", "KeyError: 'gps'"),
        (ReturnsText, "acts", "act gave a str"),
        (Undeclared, "acts", "'look_up' is not on the card"),
        (NaNSpeed, "acts", "needs 2 finite ones"),
        (IgnoresBrief, "keeps to the brief's actions", "not in brief.actions"),
        (Unseeded, "same seed, same actions", "differ at step"),
        (Remembers, "forgets the last episode", "with and without an episode before"),
        (Scribbles, "leaves its input alone", "changed the reading 'depth' of step 0"),
        (NotStateless, "stateless as declared", "given twice"),
        (ObjectTrace, "trace", "more than plain values"),
        (ShapelessDetections, "trace", "left, top lie above"),
        (OutOfOrder, "trace", "not in the order of time"),
        (MereForm, "its own trace changes nothing", "told what it thinks"),
        (LosesItsState, "save and restore", "restored twin differ"),
        (SavesWhatChanges, "save and restore", "give copies"),
        (StrangeTrace, "trace", "trace has feelings"),
        (HugeTrace, "trace", "keep it below"),
        (DeafToOverride, "override", "and it did"),
        (AfraidOfTheDark, "black frames, no depth", "AssertionError"),
        (NeedsWords, "odd instructions", "instruction that is None"),
    ],
)
def test_each_unlawful_agent_fails_at_the_rule_it_breaks(make, rule: str, words: str) -> None:
    failed = {check.name: check.detail for check in check_agent(make) if not check.passed}
    assert rule in failed and words in failed[rule]
    assert len(failed) <= 2


def test_an_agent_that_says_it_is_random_may_be() -> None:
    class Frank(Unseeded):
        card = AgentCard("frank", deterministic=False)

    assert all(check.passed for check in check_agent(Frank))


def test_the_kit_knows_every_sensor_in_its_true_form() -> None:
    assert set(known_sensors()) == set(SENSORS.names())
    body = load_body("locobot")
    for sensor in sensors_for(body, known_sensors()):
        true = sensor.reading
        made = reading_of(true.name, generator_for(0, "form"))
        assert made.dtype == np.dtype(true.dtype) and made.ndim == len(true.shape)
        of_any_size = "rgb depth semantic instance lidar panorama panorama_depth".split()
        if true.name not in of_any_size:
            assert made.shape == true.shape
        assert made.min() >= min(true.low) and made.max() <= max(true.high)


def test_an_unknown_sensor_has_no_form() -> None:
    with pytest.raises(InvalidInput, match="no form for the sensor 'smell'"):
        reading_of("smell", generator_for(0))


def test_real_observations_can_take_the_place_of_made_up_ones() -> None:
    case = synthetic_case(Lawful.card, seed=5, steps=3)
    checks = check_agent(Lawful, case)
    assert checks[1].detail.startswith("3 steps") and all(check.passed for check in checks)


def test_the_blank_case_is_black_and_keeps_its_form() -> None:
    case = synthetic_case(AgentCard("x", sensors=("rgb", "depth", "gps")))
    blank = blank_case(case)
    for before, after in zip(case.observations, blank.observations, strict=True):
        assert not after.readings["rgb"].any() and not after.readings["depth"].any()
        assert np.array_equal(before.readings["gps"], after.readings["gps"])
        assert after.readings["rgb"].shape == before.readings["rgb"].shape
