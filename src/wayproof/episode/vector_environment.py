"""Many environments in few processes, as one Gymnasium VectorEnv.

Gymnasium's own AsyncVectorEnv starts a process for each environment, and each would make and keep every house
for itself. Here a process has several environments, which share the houses it has made, and observations are
written where the caller reads them. Each environment's episodes are those that it would have alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Mapping, Sequence
from copy import deepcopy
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import (
    batch_space,
    create_shared_memory,
    iterate,
    read_from_shared_memory,
    write_to_shared_memory,
)
from numpy.typing import NDArray

from wayproof.episode.environment import NavigationEnv
from wayproof.errors import InvalidInput, WayproofError

Info = dict[str, Any]
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class NavigationVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` environments of a task; `choices` are those of NavigationEnv."""

    def __init__(
        self,
        task: str,
        num_envs: int,
        *,
        processes: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **choices: Any,
    ) -> None:
        """processes: None is one for each core, at most one for each environment. autoreset_mode: when a new
        episode begins, "NextStep" (Gymnasium's way) or "SameStep" (with the last observation in `info`)."""
        self.num_envs = _positive(num_envs, "num_envs")
        count = _positive(os.cpu_count() or 1 if processes is None else processes, "processes")
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**NavigationEnv.metadata, "autoreset_mode": self.autoreset_mode}
        one = NavigationEnv(task, **choices)  # refuses wrong choices before a process is started
        self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.action_space = batch_space(one.action_space, num_envs)
        self.render_mode = one.render_mode
        context = multiprocessing.get_context("spawn")
        self._shared = create_shared_memory(one.observation_space, num_envs, context)  # type: ignore[arg-type]
        self._observations: Any = read_from_shared_memory(one.observation_space, self._shared, num_envs)
        self._shares = np.array_split(np.arange(num_envs), min(count, num_envs))
        self._connections: list[Connection] = []
        self._processes = []
        for share in self._shares:
            ours, theirs = context.Pipe()
            work = (theirs, task, choices, share.tolist(), self.autoreset_mode, self._shared)
            process = context.Process(target=_serve, args=work, daemon=True)
            process.start()
            theirs.close()
            self._connections.append(ours)
            self._processes.append(process)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Any, Info]:
        """A new episode in every environment; a whole number seeds the first, the next gets one more, etc."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seeds, int | np.integer):
            seeds = [int(seeds) + place for place in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise InvalidInput(f"{len(seeds)} seeds were given; give {self.num_envs}, one number, or none")
        infos: Info = {}
        answers = self._asked([("reset", ([seeds[i] for i in share], options)) for share in self._shares])
        for place, info in enumerate(answers):
            infos = self._add_info(infos, info, place)
        return deepcopy(self._observations), infos

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """One action for every environment."""
        single = list(iterate(self.action_space, actions))
        if len(single) != self.num_envs:
            raise InvalidInput(f"{len(single)} actions were given; give {self.num_envs}")
        stepped = self._asked([("step", [single[i] for i in share]) for share in self._shares])
        infos: Info = {}
        for place, (_, _, _, told) in enumerate(stepped):
            for info in told:
                infos = self._add_info(infos, info, place)
        rewards, terminated, truncated, _ = zip(*stepped, strict=True)
        return (
            deepcopy(self._observations),
            np.array(rewards, np.float64),
            np.array(terminated, np.bool_),
            np.array(truncated, np.bool_),
            infos,
        )

    def close_extras(self, **_: Any) -> None:
        """End the processes."""
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.join(5.0)
            process.kill()

    def _asked(self, orders: Sequence[tuple[str, Any]]) -> list[Any]:
        """One answer of every environment, in their order."""
        try:
            for connection, order in zip(self._connections, orders, strict=True):
                connection.send(order)
            answers = [connection.recv() for connection in self._connections]
        except (EOFError, ConnectionError):
            raise WayproofError(
                "a process of the vector environment died; make the environment anew, with fewer processes "
                "if memory ran out"
            ) from None
        for answer in answers:
            if isinstance(answer, str):
                raise InvalidInput(answer)
        return [one for answer in answers for one in answer]


def _serve(
    connection: Connection,
    task: str,
    choices: Mapping[str, Any],
    places: Sequence[int],
    mode: AutoresetMode,
    shared: Any,
) -> None:
    """The life of a process: orders in, answers out, until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller stops, and hangs up
    envs = [NavigationEnv(task, **choices) for _ in places]
    over = [False] * len(envs)  # whose next step is the first of a new episode
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            order, given = connection.recv()
            try:
                if order == "reset":
                    found = _all_reset(envs, *given)
                    over = [False] * len(envs)
                else:
                    found = [_stepped(*one, mode) for one in zip(envs, given, over, strict=True)]
                    next_step = mode is AutoresetMode.NEXT_STEP
                    over = [next_step and (step[1] or step[2]) for _, step in found]
            except WayproofError as error:
                connection.send(str(error))
                continue
            for place, env, (observation, _) in zip(places, envs, found, strict=True):
                write_to_shared_memory(env.observation_space, place, observation, shared)
            connection.send([answer for _, answer in found])


def _all_reset(
    envs: Sequence[NavigationEnv], seeds: Sequence[int | None], options: Info | None
) -> list[tuple[Any, Any]]:
    return [env.reset(seed=seed, options=options) for env, seed in zip(envs, seeds, strict=True)]


def _stepped(env: NavigationEnv, action: Any, new: bool, mode: AutoresetMode) -> tuple[Any, Any]:
    """What is seen; reward, terminated, truncated, infos. The mode says when the next episode begins."""
    if new:
        observation, info = env.reset()
        return observation, (0.0, False, False, (info,))
    observation, reward, terminated, truncated, info = env.step(action)
    if mode is AutoresetMode.SAME_STEP and (terminated or truncated):
        last = {"final_obs": observation, "final_info": info}
        observation, info = env.reset()
        return observation, (reward, terminated, truncated, (last, info))
    return observation, (reward, terminated, truncated, (info,))


def _positive(given: int, name: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise InvalidInput(f"{name} is {given!r}; give a whole number from 1 on")
    return given


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    for mode in MODES:
        if given in (mode, mode.value):
            return mode
    raise InvalidInput(f"autoreset_mode is {given!r}; give {' or '.join(repr(mode.value) for mode in MODES)}")
