"""Agents that look for the truth wherever a program can look, and otherwise act like `random`.

Each prints FOUND and what it got hold of. What they look for is the name of a scene, which is enough to build
the house again, and the trial that the caller holds.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wayproof.agents.random_actions import RandomActions
from wayproof.episode.agent_seed import AGENT_SEEDS, agent_seed
from wayproof.seeding import ANY_SEED
from wayproof.tasks.drawing.rejection import episode_id
from wayproof.vocabulary import Action, AgentCard, Episode, Observation, Pose

SCENE = re.compile(rb"houses-v[0-9]/[a-z]+/[0-9]+")


class _Curious(RandomActions):
    """Looks at its first step; whatever goes wrong with that must not be seen in what it does."""

    def act(self, observation: Observation) -> Action:
        if observation.step == 0:
            for found in self.look():
                print("FOUND", type(self).__name__, repr(found)[:200], flush=True)
        return super().act(observation)

    def look(self) -> Iterator[object]:
        raise NotImplementedError


def _card(name: str) -> AgentCard:
    return AgentCard(name, "looks for the truth")


class FrameReader(_Curious):
    """The frames of its callers and all objects of its process; a trial that it finds tells it the way."""

    card = _card("frame_reader")
    trial = None

    def look(self) -> Iterator[object]:
        frame = sys._getframe()
        while frame is not None:
            for value in list(frame.f_locals.values()):
                if type(value).__name__ == "Trial":
                    self.trial = value
                    yield value
            frame = frame.f_back
        yield from (one for one in gc.get_objects() if type(one).__name__ in ("Trial", "Episode", "World"))

    def act(self, observation: Observation) -> Action:
        action = super().act(observation)
        return action if self.trial is None else self.trial.truth(["advice"])["advice"]


class MemoryReader(_Curious):
    """The memory of the processes that started it, through /proc and as a debugger."""

    card = _card("memory_reader")

    def look(self) -> Iterator[object]:
        for process in _processes():
            yield from _in_memory(process)
            if ctypes.CDLL(None).ptrace(0x4206, int(process), None, None) == 0:  # seize, without stopping it
                yield f"a debugger's hold on {process}"


class DescriptorReader(_Curious):
    """Its own descriptors, and those of other processes."""

    card = _card("descriptor_reader")

    def look(self) -> Iterator[object]:
        for process in ("self", *_processes()):
            folder = Path(f"/proc/{process}/fd")
            for number in _listed(folder):
                target = _link(folder / number)
                if target.endswith((".waylog", ".json.gz", "workers.txt")) or "/lock" in target:
                    yield target


class TextReader(_Curious):
    """Environment and command line, its own and those of other processes."""

    card = _card("text_reader")

    def look(self) -> Iterator[object]:
        for process in ("self", *_processes()):
            for name in ("environ", "cmdline"):
                text = _read(Path(f"/proc/{process}/{name}"))
                if SCENE.search(text) or (process != "self" and b"wayproof.run.worker" in text):
                    yield text


class FolderReader(_Curious):
    """The run folder, by a path that it has guessed: every file in it, and whether one can be written."""

    card = _card("folder_reader")

    def look(self) -> Iterator[object]:
        for folder, _, names in os.walk(os.environ["GUESSED_FOLDER"]):
            for path in (Path(folder) / name for name in names):
                if _read(path):
                    yield str(path)
            try:
                Path(folder, "mine").touch()
                yield f"a file of its own in {folder}"
            except OSError:
                pass


class SignalSender(_Curious):
    """Whether it could end the process that started it."""

    card = _card("signal_sender")

    def look(self) -> Iterator[object]:
        try:
            os.kill(os.getppid(), 0)
            yield "a process to end"
        except OSError:
            pass


class SeedReader(_Curious):
    """Tries the names of many episodes: a house that it finds is the only one with an episode of its seed."""

    card = _card("seed_reader")

    def look(self) -> Iterator[object]:
        for seeds in (ANY_SEED, AGENT_SEEDS):
            known = ((one.scene, agent_seed(one, repeat, seeds)) for one, repeat in known_episodes())
            found = {scene for scene, seed in known if seed == self.seed}
            if len(found) == 1:
                yield found


class Everything(_Curious):
    """All of them, one after the other."""

    card = _card("everything")

    def look(self) -> Iterator[object]:
        for kind in HOSTILE:
            one = kind()
            one.seed = self.seed
            for found in one.look():
                yield kind.__name__, found


HOSTILE = (FrameReader, MemoryReader, DescriptorReader, TextReader, FolderReader, SignalSender, SeedReader)


def known_episodes() -> Iterator[tuple[Episode, int]]:
    """The names of episodes of 24 houses under three seeds; those of small suites are among them."""
    for split, house, run_seed in itertools.product(("train", "val"), range(12), range(3)):
        for index, repeat in itertools.product(range(6), range(2)):
            name = episode_id("point_goal", "robustnav", run_seed, index)
            scene = f"houses-v1/{split}/{house}/2-rooms"
            yield Episode(name, scene, "point_goal", Pose(0, 0, 0), (), seed=run_seed), repeat


def _processes() -> list[str]:
    """The processes that started this one, as far as they can be followed."""
    found = [str(os.getppid())]
    while found[-1] not in ("0", "1") and len(found) < 8:
        stat = _read(Path(f"/proc/{found[-1]}/stat"))
        if not stat:
            return found
        found.append(stat.rpartition(b")")[2].split()[1].decode())
    return found[:-1]


def _in_memory(process: str) -> Iterator[bytes]:
    try:
        lines = Path(f"/proc/{process}/maps").read_text().splitlines()
        with Path(f"/proc/{process}/mem").open("rb", 0) as memory:
            for line in lines:
                begin, end = (int(part, 16) for part in line.split()[0].split("-"))
                if "rw" in line.split()[1] and end - begin < 1 << 28:
                    memory.seek(begin)
                    found = SCENE.search(memory.read(end - begin))
                    if found:
                        yield found.group()
                        return
    except (OSError, ValueError, OverflowError):
        return


def _listed(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except OSError:
        return []


def _link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
