"""An agent in a process of its own, as runs keep it: it sees what it is sent and nothing of the run.

It gets the same sensors, seeds and calls as an agent in this process, so its records are the same bits. An
agent that crashes, hangs or answers with rubbish ends its episode; the next one gets a new process.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import is_address, load_agent
from wayproof.errors import InvalidInput, WayproofError
from wayproof.vocabulary import Action, AgentCard, Brief, Observation
from wayproof.wire.client import TransportFault
from wayproof.wire.encoding import WireFault
from wayproof.wire.message_pipe import MessagePipe, PipeClosed, PipeTimeout, SharedFrames
from wayproof.wire.messages import Hello, act_message, read_action, read_hello, read_map, start_message
from wayproof.wire.sandbox import rules_hiding

PACKAGE = Path(__file__).parents[2]
LOAD_S = 300.0  # imports, weights and compiling, before and in `start`
STEP_S = 60.0  # unless `allow` says otherwise
GRACE_S = 1.0  # beyond the limit of a step, before the process is ended
WARM_UPS = 3.0  # times the first step of the first process, for those of later ones
SEND_S = 60.0  # for an agent that does not read
KEPT_BACK = ("WAYPROOF_TOKEN", "PYTEST_CURRENT_TEST", "OLDPWD", "_")  # variables that are not the agent's


class AgentFailed(WayproofError):
    """The agent raised an error, or its process ended; the text says how."""


class AgentTookTooLong(WayproofError):
    """The agent gave no answer in time; its process was ended."""


class NotAnAction(WayproofError):
    """What the agent answered is not an action."""


def agent_apart(name: str, *, hidden: Sequence[Path] = ()) -> Agent:
    """An agent for a run, by its name: in a process of its own, unless it lives elsewhere already.

    It cannot reach the folders that are `hidden`, where the system can see to that.
    """
    return load_agent(name) if is_address(name) else OwnProcessAgent(name, hidden=hidden)


def close_agent(agent: Agent) -> None:
    """End the process of an agent that has one."""
    if isinstance(agent, OwnProcessAgent):
        agent.close()


def isolation_of(agent: Agent) -> str:
    """How far an agent is kept from the truth, as log.ISOLATION has it."""
    return str(getattr(agent, "isolation", "in process"))


class OwnProcessAgent:
    """Starts the process when it is made, to learn the agent's card."""

    def __init__(self, name: str, *, hidden: Sequence[Path] = ()) -> None:
        self.name, self._hidden = name, hidden
        self._process: subprocess.Popen[bytes] | None = None
        self._step_s, self._warm_up_s, self._seq = STEP_S, LOAD_S, 0
        self.fresh = True  # whether the process has not finished a step yet
        self.isolation = "process"
        hello = self._begin()
        self.card: AgentCard = hello.card
        # Only if the agent has them, so that it is Traceable and the like exactly if the agent there is.
        if "trace" in hello.offers:
            self.trace: Callable[[], Mapping[str, Any]] = self._trace
        if "override" in hello.offers:
            self.override: Callable[[str, object], None] = self._override
        if {"save", "restore"} <= set(hello.offers):
            self.save: Callable[[], Mapping[str, Any]] = self._save
            self.restore: Callable[[Mapping[str, Any]], None] = self._restore

    @property
    def pid(self) -> int | None:
        """The number of the agent's process while it has one."""
        return None if self._process is None else self._process.pid

    def allow(self, step_s: float, warm_up_s: float) -> None:
        """Set how long a step may take, and how much longer the first one in a new process."""
        self._step_s, self._warm_up_s = step_s, min(self._warm_up_s, warm_up_s)

    def start(self, brief: Brief, seed: int) -> None:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._begin()
        self._asked(start_message(brief, seed, self._next()), max(LOAD_S, self._step_s))

    def act(self, observation: Observation) -> Action:
        seq = self._next()
        message = act_message(observation, seq, time.time())
        message["readings"] = self._frames.put(message["readings"])
        began_s, limit_s = time.monotonic(), self._step_s + (self._warm_up_s if self.fresh else 0.0)
        answer = self._asked(message, limit_s)
        if self.fresh:  # once it is known how long that takes, a process that hangs is not waited for longer
            self._warm_up_s = min(self._warm_up_s, WARM_UPS * (time.monotonic() - began_s))
            self.fresh = False
        if "no_action" in answer:
            raise NotAnAction(str(answer["no_action"]))
        try:
            return read_action(answer, seq)
        except WireFault as error:
            raise NotAnAction(str(error)) from None

    def close(self) -> None:
        """End the process and all that it started."""
        if self._process is None:
            return
        process, self._process = self._process, None
        self.fresh = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._pipe.close()
        self._frames.close()
        self._printer.join(GRACE_S)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _begin(self) -> Hello:
        ours, theirs = socket.socketpair()
        ours.settimeout(SEND_S)
        self._pipe, self._frames = MessagePipe(ours), SharedFrames()
        self._scratch = Path(tempfile.mkdtemp(prefix="wayproof-agent-"))
        rules = rules_hiding(self._hidden, _needed(self.name, self._scratch))
        passed = [theirs.fileno(), self._frames.descriptor, *([] if rules is None else [rules])]
        words = [str(number) for number in (*passed, -1)[:3]]
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "wayproof.agents.elsewhere.agent_process", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=_environment(self._scratch),
                pass_fds=passed,
                start_new_session=True,  # so that whatever the agent starts can be ended with it
            )
        finally:
            theirs.close()
            if rules is not None:
                os.close(rules)
        assert self._process.stdout is not None
        self._printer = threading.Thread(target=_print, args=(self._process.stdout,), daemon=True)
        self._printer.start()
        answer = self._heard({"agent": self.name}, LOAD_S)
        if "refused" in answer:
            self.close()
            raise InvalidInput(str(answer["refused"]))
        self.isolation = "sandbox" if answer.get("closed") is True else "process"
        hello = read_hello(answer)
        if hello is None:
            raise self._ended("opened with something other than a greeting")
        return hello

    def _trace(self) -> dict[str, Any]:
        seq = self._next()
        return read_map(self._asked({"wayproof": "trace", "seq": seq}, self._step_s), "trace", seq)

    def _save(self) -> dict[str, Any]:
        seq = self._next()
        return read_map(self._asked({"wayproof": "save", "seq": seq}, self._step_s), "state", seq)

    def _restore(self, state: Mapping[str, Any]) -> None:
        self._asked({"wayproof": "restore", "seq": self._next(), "state": dict(state)}, self._step_s)

    def _override(self, capability: str, value: object) -> None:
        message = {"wayproof": "override", "seq": self._next(), "capability": capability, "value": value}
        self._asked(message, self._step_s)

    def _next(self) -> int:
        self._seq += 1
        return self._seq

    def _asked(self, message: Mapping[str, Any], limit_s: float) -> Mapping[str, Any]:
        answer = self._heard(message, limit_s)
        if answer.get("seq") != message["seq"]:
            raise self._ended(f"answered message {str(answer.get('seq'))[:40]!r}, not {message['seq']}")
        if "unreachable" in answer:  # what the agent itself asks, such as a model on another machine
            raise TransportFault(str(answer["unreachable"]))
        if "error" in answer:
            raise AgentFailed(str(answer["error"]))
        return answer

    def _heard(self, message: Mapping[str, Any], limit_s: float) -> Mapping[str, Any]:
        """The answer to a message, whatever it says; the process is ended if there is none."""
        process = self._process
        if process is None:
            raise AgentFailed("the agent's process has ended")
        try:
            self._pipe.send(message)
            answer = self._pipe.receive(limit_s + GRACE_S, lambda: process.poll() is None)
        except PipeTimeout:
            self.close()
            raise AgentTookTooLong(f"no answer within {limit_s:g} s; the agent's process was ended") from None
        except PipeClosed:
            raise self._ended(_how(process)) from None
        except WireFault as error:
            raise self._ended(f"answered with something other than a message: {error}") from None
        if not isinstance(answer, Mapping):
            raise self._ended(f"answered with a {type(answer).__name__}; a map is expected")
        return answer

    def _ended(self, how: str) -> AgentFailed:
        self.close()
        return AgentFailed(f"the agent's process {how}")


def _how(process: subprocess.Popen[bytes]) -> str:
    """How a process ended that closed its pipe."""
    try:
        code = process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        return "closed its connection"
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _needed(name: str, scratch: Path) -> list[Path]:
    """What an agent must reach even if it lies in a hidden folder: Python, this package, its own file."""
    file = Path(name.rpartition(":")[0]).expanduser()
    own = [file.resolve()] if file.suffix == ".py" else []
    return [Path(sys.prefix), Path(sys.base_prefix), PACKAGE, scratch, *own]


def _environment(scratch: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in KEPT_BACK}
    return {**kept, "TMPDIR": str(scratch)}


def _print(stream: IO[bytes]) -> None:
    """Pass on what the agent prints: its own descriptors do not lead to where it is kept."""
    with stream:
        while part := os.read(stream.fileno(), 65536):
            os.write(2, part)
