"""Many trials stepping side by side in one process: one batched answer of a network moves them all.

A batch is known by how far each of its trials has come: the number of its episode and the actions taken. So a
training that was stopped goes on in the middle of its episodes, by taking the same actions again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from wayproof.agents.learned.policy_inputs import Bytes, Floats, InputForm, goal_features, picture_of
from wayproof.episode.reward import rewarded_act
from wayproof.episode.trial import Trial
from wayproof.learning.policies.episode_supply import EpisodeSupply
from wayproof.learning.policies.exploring_expert import EXPERT_SENSORS, ExploringExpert
from wayproof.learning.policies.picture_augmentation import augmented_pictures
from wayproof.metrics.goals import done_by_claims
from wayproof.sensors import sensors_for
from wayproof.tasks.judging.places import claim
from wayproof.vocabulary import Action, Condition, Readings, Settings

SHORTEST, EXPLORER = "shortest path", "explorer"  # experts: one knows the house, the other what was in view


class Progress(msgspec.Struct, frozen=True):
    """How far one trial has come: the number of its episode and the actions so far, as numbers."""

    number: int
    actions: tuple[int, ...] = ()


@dataclass(frozen=True)
class Seen:
    """What all trials get at one step: pictures (n, c, h, w), goals (n, g), first steps (n,).

    `left_m` (n,) is how far it is to their goals: it teaches, and no policy is given it.
    """

    picture: Bytes
    goal: Floats
    begins: NDArray[np.bool_]
    left_m: Floats


@dataclass(frozen=True)
class Result:
    """What a step brought: rewards (n,), which episodes ended with it (n,), and how those ended."""

    reward: NDArray[np.float32]
    ended: NDArray[np.bool_]
    successes: tuple[bool, ...]  # of those that ended


class TrialBatch:
    """`count` trials; whichever ends is followed by the next episode at once."""

    def __init__(
        self,
        supply: EpisodeSupply,
        form: InputForm,
        settings: Settings,
        progress: Sequence[Progress],
        condition: Condition | None = None,
        *,
        stride: int | None = None,
        augmented: bool = False,
        expert: str = SHORTEST,
        once: bool = False,
    ) -> None:
        """`condition`: faults in which the trials walk; `augmented`: pictures cropped, shifted and tinted;
        `stride`: by how much the number of a trial's episode rises; None: by the number of trials;
        `expert`: who gives advice, SHORTEST or EXPLORER; `once`: trials rest when their episode has ended."""
        self.supply, self.form, self.condition, self.augmented = supply, form, condition, augmented
        self.actions = supply.protocol.actions
        self._stride, self._settings, self._explores = stride or len(progress), settings, expert == EXPLORER
        needs = (*form.sensors, *(EXPERT_SENSORS if self._explores else ()))
        self._sensors = sensors_for(supply.body, tuple(dict.fromkeys(needs)), settings=settings)
        self._once = once
        self.numbers = [one.number for one in progress]
        self._taken = [list(one.actions) for one in progress]
        self._experts: list[ExploringExpert] = []
        self._clean: list[Readings] = []
        self.trials = [self._begun(one.number) for one in progress]
        if self._explores:
            self._experts = [ExploringExpert(trial, settings) for trial in self.trials]
        for place, one in enumerate(progress):
            self._repeat(place, one.actions)

    @property
    def progress(self) -> tuple[Progress, ...]:
        return tuple(Progress(n, tuple(t)) for n, t in zip(self.numbers, self._taken, strict=True))

    def observe(self) -> Seen:
        """What every trial sees now; one that rests sees nothing."""
        observed = [None if self._rests(trial) else trial.observe() for trial in self.trials]
        self._clean = [one.clean for one in observed if one is not None]
        size = (self.form.channels, self.form.height_px, self.form.width_px)
        pictures = np.zeros((len(observed), *size), np.uint8)
        goals = np.zeros((len(observed), self.form.goal_size), np.float32)
        for place, (trial, one) in enumerate(zip(self.trials, observed, strict=True)):
            if one is not None:
                kind = trial.present.category
                pictures[place] = picture_of(one.corrupted, self.form, kind)
                goals[place] = goal_features(one.corrupted, kind, self.form, pictures[place])
        if self.augmented:
            steps = [len(taken) for taken in self._taken]
            pictures = augmented_pictures(pictures, self.form, self.numbers, steps)
        return Seen(
            pictures,
            goals,
            np.array([not taken for taken in self._taken]),
            np.array([trial.measures[trial.goal].distance_m for trial in self.trials], np.float32),
        )

    def advice(self) -> NDArray[np.int64]:
        """What an expert would do, (n,): one who knows the house, or one who saw what was last observed."""
        if self._explores:
            names = [one.advice(clean) for one, clean in zip(self._experts, self._clean, strict=True)]
        else:
            names = [trial.judge.advice(trial.now).name for trial in self.trials]
        return np.array([self.actions.index(name) for name in names])

    def refuses(self, chosen: NDArray[np.int64], advice: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which claims are not carried out, (n,): a wrong one would end a search, and what tempts a policy to
        make it would be seen for one step only. An expert that explores teaches longer."""
        stop = self.actions.index(claim(self.supply.protocol).name)
        return np.asarray((chosen == stop) & (advice != stop) & self._explores)

    def act(self, chosen: NDArray[np.int64]) -> Result:
        """One action for each trial."""
        rewards, ended, successes = [], [], []
        for place, (trial, action) in enumerate(zip(self.trials, chosen.tolist(), strict=True)):
            if self._rests(trial):
                rewards.append(0.0)
                ended.append(False)
                continue
            rewards.append(rewarded_act(trial, Action(self.actions[action])))
            self._taken[place].append(action)
            if self._explores:
                self._experts[place].acted(self.actions[action])
            ended.append(trial.outcome is not None)
            if trial.outcome is not None:
                successes.append(all(done_by_claims(trial.episode.goals, trial.claims)))
                self._next(place)
        return Result(np.array(rewards, np.float32), np.array(ended), tuple(successes))

    def _rests(self, trial: Trial) -> bool:
        return self._once and trial.outcome is not None

    def _next(self, place: int) -> None:
        if self._once:
            return
        self.numbers[place] += self._stride
        self._taken[place] = []
        self.trials[place] = self._begun(self.numbers[place])
        if self._explores:
            self._experts[place] = ExploringExpert(self.trials[place], self._settings)

    def _repeat(self, place: int, actions: Sequence[int]) -> None:
        """Take the actions of a trial again, with the expert at its side; faults remember frames as well."""
        trial = self.trials[place]
        for action in actions:
            name = self.actions[action]
            if self._explores:
                self._experts[place].advice(trial.observe().clean)
                self._experts[place].acted(name)
            elif self.condition is not None:
                trial.observe()
            trial.act(Action(name))

    def _begun(self, number: int) -> Trial:
        world, episode = self.supply.episode(number)
        return Trial(world, self.supply.protocol, episode, self._sensors, self.condition)


def first_progress(count: int, start: int = 0) -> tuple[Progress, ...]:
    """The beginning: trial i has episode i, then i + count, and so on."""
    return tuple(Progress(start + place) for place in range(count))
