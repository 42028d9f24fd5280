"""Taking notes of a trial: one row per state and per action, which become the arrays of a log."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from wayproof.agents import Agent
from wayproof.agents.elsewhere.own_process import isolation_of
from wayproof.episode.checksum import checksum
from wayproof.episode.guards import Decision
from wayproof.episode.options import RolloutOptions
from wayproof.episode.trial import Observed, Trial
from wayproof.log import ACTION_NAMES, Comparable, EpisodeLog, Outcome, Steps
from wayproof.mitigations.words.repaired_words import RepairedWordsAgent
from wayproof.scenes.by_name import world_name_of
from wayproof.tasks import TASKS
from wayproof.vocabulary import Action, Brief

STANDING = (0.0, 0.0, 0.0)
SOFTWARE = ("wayproof", "numpy", "numba", "opencv-python-headless", "onnxruntime")


Notes = dict[str, Any]  # what a recorder holds, by attribute; none of it is ever changed


class Recorder:
    """Begins with the trial's first state; call `observed` and `acted` in turn."""

    def __init__(self, trial: Trial, options: RolloutOptions) -> None:
        self._trial, self._options = trial, options
        self._states: list[tuple[Any, ...]] = []
        self._people: list[list[tuple[float, ...]]] = []
        self._distances: list[list[float]] = []
        self._in_range: list[list[bool]] = []
        self._actions: list[tuple[int, float, bool]] = []
        self._arguments: list[tuple[float, ...]] = []
        self._seen: dict[str, list[int]] = {}
        self._clean: dict[str, list[int]] = {}
        self._instructions: dict[int, str] = {}
        self._system_prompt: str | None = None
        self._traces: list[dict[str, Any]] = []
        self._traffic: list[tuple[int, int]] = []
        self._note_state()

    def briefed(self, brief: Brief) -> None:
        """What the agent was told before its first step."""
        self._system_prompt = brief.system_prompt

    def save(self) -> Notes:
        """What was noted so far."""
        return {name: _copied(value) for name, value in vars(self).items() if isinstance(value, list | dict)}

    def restore(self, notes: Notes) -> None:
        """Come back to what was noted by then."""
        for name, value in notes.items():
            setattr(self, name, _copied(value))

    def observed(self, observed: Observed) -> None:
        """Checksums of what the agent got, and of what it would have got without faults."""
        for name, reading in observed.corrupted.items():
            self._seen.setdefault(name, []).append(checksum(reading))
            if self._trial.faults.acting:
                same = observed.clean[name] is reading
                clean = self._seen[name][-1] if same else checksum(observed.clean[name])
                self._clean.setdefault(name, []).append(clean)
        text = self._trial.instruction
        if text is not None:
            self._instructions.setdefault(self._trial.goal, text)

    def acted(self, decision: Decision) -> None:
        """What the agent decided and the state after it."""
        if decision.traffic is not None:
            self._traffic.append(decision.traffic)
        number = ACTION_NAMES.index(decision.action.name)
        self._actions.append((number, decision.took_s, self._trial.moved_wrongly))
        self._arguments.append(_argument(decision.action))
        if self._options.keep_trace:
            self._traces.append(dict(decision.trace))
        self._note_state()

    def log(self, agent: Agent, outcome: Outcome) -> EpisodeLog:
        """Everything noted so far, and what the agent and its mitigation say of themselves."""
        trial = self._trial
        return EpisodeLog(
            comparable=self._comparable(),
            agent=agent.card,
            condition=trial.faults.condition,
            episode=trial.episode,
            steps=self._steps(),
            outcome=outcome,
            claims=tuple(trial.claims),
            instructions=tuple(self._instructions.values()),
            system_prompt=self._system_prompt,
            fault_modalities=trial.faults.modalities,
            fault_languages=trial.faults.languages,
            scene_hash=trial.world.scene_hash,
            repeat=self._options.repeat,
            software=software_versions(),
            mitigation=agent.mitigation if isinstance(agent, RepairedWordsAgent) else None,
            mitigated=agent.mitigated_words() if isinstance(agent, RepairedWordsAgent) else None,
            isolation=isolation_of(agent),
            agent_seeds=self._options.agent_seeds,
            trace=tuple(self._traces),
            headlines=TASKS[trial.protocol.task].headlines,
        )

    def _comparable(self) -> Comparable:
        trial, options = self._trial, self._options
        return Comparable(
            task=trial.protocol,
            settings=options.settings,
            world=world_name_of(trial.episode.scene),
            light=trial.world.lighting,
            real_time=options.real_time,
        )

    def _note_state(self) -> None:
        trial = self._trial
        state, pose = trial.state, trial.state.pose
        self._states.append(
            (
                (pose.x_m, pose.y_m, pose.z_m, pose.heading_rad),
                state.camera_pitch_rad,
                state.time_s,
                state.travelled_m,
                state.bumped,
                state.fallen,
                trial.goal,
            )
        )
        self._distances.append([measure.distance_m for measure in trial.measures])
        self._in_range.append([measure.in_range for measure in trial.measures])
        people = (walker.state for walker in trial.walkers)
        self._people.append([(*person.position_m, person.heading_rad) for person in people])

    def _steps(self) -> Steps:
        pose, pitch, at_s, travelled, bumped, fallen, goal = zip(*self._states, strict=True)
        action, took_s, wrongly = zip(*self._actions, strict=True) if self._actions else ((), (), ())
        count, goals = len(self._states), len(self._trial.episode.goals)
        moving = any(argument != STANDING for argument in self._arguments)
        sent, received = np.array(self._traffic, np.uint32).T if self._traffic else (None, None)
        return Steps(
            pose=np.array(pose, np.float64),
            pitch_rad=np.array(pitch, np.float32),
            time_s=np.array(at_s, np.float64),
            travelled_m=np.array(travelled, np.float64),
            bumped=np.array(bumped, np.bool_),
            fallen=np.array(fallen, np.bool_),
            goal=np.array(goal, np.uint8),
            distance_m=np.array(self._distances, np.float32).reshape(count, goals),
            in_range=np.array(self._in_range, np.bool_).reshape(count, goals),
            people=np.array(self._people, np.float32).reshape(count, -1, 4),
            action=np.array(action, np.uint8),
            argument=np.array(self._arguments if moving else [], np.float64).reshape(-1, 3),
            act_s=np.array(took_s, np.float32),
            seen={name: np.array(sums, np.uint32) for name, sums in self._seen.items()},
            clean={name: np.array(sums, np.uint32) for name, sums in self._clean.items()},
            moved_wrongly=np.array(wrongly, np.bool_),
            sent_bytes=sent,
            received_bytes=received,
        )


def _copied(value: Any) -> Any:
    """A list of rows, or lists of them by name, that can grow without changing this one."""
    if isinstance(value, dict):
        return {key: list(one) if isinstance(one, list) else one for key, one in value.items()}
    return list(value)


def _argument(action: Action) -> tuple[float, ...]:
    """The numbers of a velocity or way-point; (0, 0, 0) for the others."""
    if action.name == "velocity" and action.velocity is not None:
        return (float(action.velocity[0]), float(action.velocity[1]), 0.0)
    if action.name == "waypoint" and action.waypoint is not None:
        return tuple(float(value) for value in action.waypoint)
    return STANDING


@cache
def software_versions() -> dict[str, str]:
    """What a log was made with."""
    return {name: version(name) for name in SOFTWARE}
