"""Groups of trials in processes of their own, so that a training uses all cores.

The network's weights lie in shared memory: the processes walk by what the training has learnt so far. Orders
are sent to them, and what they saw comes back at the end of a round. Every house is kept by one process only.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

import torch
from torch import multiprocessing, nn

from wayproof.errors import InvalidInput, WayproofError
from wayproof.learning.policies.policy_network import PolicyModule
from wayproof.learning.policies.policy_steps import Steps, joined
from wayproof.learning.policies.walkers import Ground, Order, Place, place_of, walk_at, walk_group

Numbered = tuple[tuple[int, Place], ...]  # groups with their numbers


class WalkerProcesses:
    """Groups dealt out to processes; the same bits as one after another."""

    def __init__(self, ground: Ground, places: Sequence[Place], network: PolicyModule, count: int) -> None:
        assert isinstance(network, nn.Module)
        network.share_memory()
        self._groups = len(places)
        context = multiprocessing.get_context("spawn")
        self._connections: list[Connection] = []
        self._processes = []
        numbered = tuple(enumerate(places))
        for process in range(min(count, self._groups)):
            ours, theirs = context.Pipe()
            share = numbered[process::count]
            made = context.Process(target=_walk, args=(theirs, ground, share, network), daemon=True)
            made.start()
            theirs.close()
            self._connections.append(ours)
            self._processes.append(made)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes' numbers, for those who measure them."""
        return tuple(process.pid for process in self._processes if process.pid is not None)

    def walked(self, order: Order) -> Steps:
        return joined(self._asked(order))

    def places(self) -> tuple[Place, ...]:
        return tuple(self._asked(None))

    def close(self) -> None:
        """End the processes; they have nothing to lose."""
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.join(5.0)
            process.kill()

    def _asked(self, order: Order | None) -> list[Any]:
        """One answer from every group, in the groups' order."""
        found: dict[int, Any] = {}
        try:
            for connection in self._connections:
                connection.send(order)
            for connection in self._connections:
                answer = connection.recv()
                if isinstance(answer, str):
                    raise InvalidInput(answer)
                found |= answer
        except (EOFError, ConnectionError):
            codes = ", ".join(str(process.exitcode) for process in self._processes)
            raise WayproofError(
                f"a process that walks for the training died (exit codes: {codes}); repeat the command to "
                "resume, with fewer --processes if memory ran out"
            ) from None
        return [found[group] for group in range(self._groups)]


def _walk(connection: Connection, ground: Ground, share: Numbered, network: PolicyModule) -> None:
    """The life of a process: orders in, steps out, until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the training stops, and hangs up
    torch.set_num_threads(1)
    try:
        walks = {group: walk_at(place, ground, group) for group, place in share}
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                order: Order | None = connection.recv()
                if order is None:
                    connection.send({group: place_of(walk) for group, walk in walks.items()})
                else:
                    connection.send({g: walk_group(walk, network, order, g) for g, walk in walks.items()})
    except WayproofError as error:
        connection.send(str(error))
