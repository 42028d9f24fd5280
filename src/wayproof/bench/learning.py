"""How fast policies learn: recurrent PPO beside sb3-contrib's, two processes beside one, environment steps.

Both trainings have the same network with an LSTM, as many environments, threads, steps, passes and
minibatches, and take their rounds in turns, so that other work on the machine falls on both alike.
SubprocVecEnv has a process for each environment. Ours is measured so, too, and as it is meant to be used: in
two processes, whose environments share one batch through the network.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any
from typing import Protocol as Interface

import numpy as np
import torch

from wayproof.agents.learned.policy_inputs import InputForm
from wayproof.bench import environment_steps
from wayproof.bench.lstm_policy import made_lstm_policy
from wayproof.bench.processor_time import Spent, spent_by
from wayproof.learning.policies.dagger import DaggerRecipe
from wayproof.learning.policies.episode_supply import Supply
from wayproof.learning.policies.policy_recipe import PolicyRecipe, begin_network, begin_walkers
from wayproof.learning.policies.policy_steps import Steps
from wayproof.learning.policies.ppo import PpoRecipe, ppo_round
from wayproof.learning.policies.walker_processes import WalkerProcesses
from wayproof.learning.policies.walkers import Order, Place, Walkers
from wayproof.vocabulary import Settings

AREA = "learning"
ENVIRONMENTS = 8
PROCESSES = (2, ENVIRONMENTS)  # of ours; the peer has one for each environment
REPEATS, WARM_UP = 5, 2  # rounds; the first ones make the houses
TRIALS, GROUPS = 32, 4  # of a training as `wayproof train` does it

Row = dict[str, Any]
Taken = tuple[Spent, Spent]  # by collecting, and by the whole round


class Side(Interface):
    """A training whose rounds are timed."""

    def round(self) -> Taken:
        """One round of collecting and learning."""

    def close(self) -> None:
        """End its processes."""


def rows() -> list[Row]:
    """Steps a second: collecting and all of PPO, two processes beside one, the environment alone."""
    return [*_ppo_rows(), *_process_rows(), *environment_steps.rows(AREA)]


def bench_recipe(trials: int, groups: int, houses: int) -> PolicyRecipe:
    """PPO with RobustNav's figures on small depth pictures."""
    return PolicyRecipe(
        form=InputForm(("depth",), "point"),
        supply=Supply("point_goal", "robustnav", houses, lit=False),
        settings=Settings(width_px=64, height_px=48),
        dagger=DaggerRecipe(1, trials=trials),
        ppo=PpoRecipe(1_000_000, trials=trials),
        groups=groups,
    )


class OurPpo:
    """Our recurrent PPO, in as many processes as there are groups of environments."""

    def __init__(self, recipe: PolicyRecipe) -> None:
        assert recipe.ppo is not None
        self._ppo, self._number = recipe.ppo, 0
        torch.set_num_threads(recipe.threads)
        self._network = begin_network(recipe, made_lstm_policy)
        self._optimiser = torch.optim.Adam(self._network.parameters())
        self._walkers = TimedWalkers(begin_walkers(recipe, self._network, None, recipe.groups))

    def round(self) -> Taken:
        self._number += 1
        whole = spent_by(
            lambda: ppo_round(self._walkers, self._network, self._optimiser, self._ppo, self._number, 0),
            self._walkers.pids,
        )
        return self._walkers.last, whole

    def close(self) -> None:
        self._walkers.close()


class TimedWalkers:
    """Walkers with a clock."""

    def __init__(self, walkers: Walkers) -> None:
        self._walkers = walkers
        self.pids = walkers.pids if isinstance(walkers, WalkerProcesses) else ()
        self.last = Spent(0.0, 0.0)

    def walked(self, order: Order) -> Steps:
        found: list[Steps] = []
        self.last = spent_by(lambda: found.append(self._walkers.walked(order)), self.pids)
        return found[0]

    def places(self) -> tuple[Place, ...]:
        return self._walkers.places()

    def close(self) -> None:
        self._walkers.close()


def _ppo_rows() -> Iterator[Row]:
    recipes = [bench_recipe(ENVIRONMENTS, processes, ENVIRONMENTS) for processes in PROCESSES]
    assert recipes[0].ppo is not None
    frames = recipes[0].ppo.trials * recipes[0].ppo.steps
    with contextlib.ExitStack() as opened:
        sides: list[Side] = [opened.enter_context(contextlib.closing(OurPpo(recipe))) for recipe in recipes]
        peer, missing = _peer(recipes[0])
        if peer is not None:
            sides.append(opened.enter_context(contextlib.closing(peer)))
        rounds = _rounds_in_turns(sides)
    name = missing or f"sb3-contrib {version('sb3-contrib')} RecurrentPPO, {ENVIRONMENTS} processes"
    for processes, ours in zip(PROCESSES, rounds, strict=False):
        for part, what in enumerate(("collection", "whole training")):
            for unit, clock in (("steps/s", "clock_s"), ("steps/CPU s", "cpu_s")):
                mine, theirs = (
                    [frames / getattr(taken[part], clock) for taken in side]
                    for side in (ours, [] if peer is None else rounds[-1])
                )
                title = f"PPO with an LSTM, {ENVIRONMENTS} environments in {processes} processes, {what}"
                yield _row(title, mine, unit, name, theirs)


def _peer(recipe: PolicyRecipe) -> tuple[Side | None, str]:
    """The peer, or None and its name with the reason."""
    try:
        from wayproof.bench.recurrent_ppo_peer import RecurrentPpoPeer  # noqa: PLC0415 -- of the extra `dev`
    except ImportError as error:
        return None, f"sb3-contrib RecurrentPPO (not measured: {error})"
    return RecurrentPpoPeer(recipe), ""


def _rounds_in_turns(sides: Sequence[Side]) -> list[list[Taken]]:
    """What rounds took, by side; the first ones warm up and do not count."""
    taken: list[list[Taken]] = [[] for _ in sides]
    for repeat in range(WARM_UP + REPEATS):
        for side, found in zip(sides, taken, strict=True):
            spent = side.round()
            if repeat >= WARM_UP:
                found.append(spent)
    return taken


def _process_rows() -> Iterator[Row]:
    """Collection in two processes beside one, by the policy network that `wayproof train` makes."""
    recipe = bench_recipe(TRIALS, GROUPS, GROUPS)
    torch.set_num_threads(1)
    network = begin_network(recipe)
    with contextlib.ExitStack() as open_walkers:
        sides = [
            open_walkers.enter_context(
                contextlib.closing(TimedWalkers(begin_walkers(recipe, network, None, count)))
            )
            for count in (1, 2)
        ]
        rates: tuple[list[float], list[float]] = ([], [])
        for repeat in range(REPEATS + 1):
            for side, found in zip(sides, rates, strict=True):
                side.walked(Order(64, 0, "bench", repeat))
                if repeat:
                    found.append(TRIALS * 64 / side.last.clock_s)
    one, two = rates
    yield _row(f"collection, {TRIALS} trials, 2 processes", two, "steps/s", "1 process", one)


def _row(name: str, ours: Sequence[float], unit: str, peer: str, theirs: Sequence[float]) -> Row:
    """Medians; the ratio is the median over pairs of rounds, which share what else the machine did."""
    pairs = [mine / other for mine, other in zip(ours, theirs, strict=True)] if theirs else []
    return {
        "area": AREA,
        "name": name,
        "value": float(np.median(ours)),
        "unit": unit,
        "peer": peer,
        "peer_value": float(np.median(theirs)) if theirs else None,
        "ratio": float(np.median(pairs)) if pairs else None,
    }
