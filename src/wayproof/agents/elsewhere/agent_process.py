"""The process in which an agent of a run lives: `python -m wayproof.agents.elsewhere.agent_process`.

It is started fresh and told nothing but the agent's name: no episode, no run folder, no descriptors beyond
its pipe and the frames. It answers until the pipe ends, which is its end as well.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from typing import Any

import cv2

from wayproof.agents import Agent
from wayproof.agents.contract.agent_by_name import load_agent
from wayproof.errors import WayproofError
from wayproof.memory import give_back
from wayproof.vocabulary import Action, Observation
from wayproof.wire.agent_side import agents_traceback, answer_to, offers_of
from wayproof.wire.client import TransportFault
from wayproof.wire.encoding import keep_memory
from wayproof.wire.message_pipe import MessagePipe, PipeClosed, SharedFrames
from wayproof.wire.messages import hello_of
from wayproof.wire.sandbox import end_with_parent, enter

WRITING_IS_REFUSED = (
    "agents of a run cannot read the run folder, nor write in the folders that contain it; "
    "write into the folder $TMPDIR, or choose another run folder with -o"
)


class NoAction(Exception):
    """The agent gave something that is not an Action."""


def main() -> None:
    """Arguments: descriptors of the pipe, of the frames and of the sandbox's rules (or -1)."""
    end_with_parent()
    channel, shared, rules = (int(word) for word in sys.argv[1:4])
    pipe = MessagePipe(socket.socket(fileno=channel))
    frames = SharedFrames(shared)
    closed = rules >= 0 and enter(rules)
    if rules >= 0:
        os.close(rules)
    sys.argv[1:] = []
    cv2.setNumThreads(1)  # there is a worker for each core already
    keep_memory()
    try:
        agent = load_agent(str(pipe.receive()["agent"]))
        pipe.send({**hello_of(agent.card, offers_of(agent)), "closed": closed})
        while True:
            message = pipe.receive()
            pipe.send(_answer(agent, frames, message))
            if message.get("wayproof") == "start":
                give_back()  # what the episode before left behind
    except WayproofError as error:
        if not isinstance(error, PipeClosed):
            pipe.send({"refused": str(error)})
    except PermissionError as error:
        pipe.send({"refused": f"{error}; {WRITING_IS_REFUSED}"})


def _answer(agent: Agent, frames: SharedFrames, message: Mapping[str, Any]) -> dict[str, Any]:
    """What the agent answers, or how it failed."""
    if "readings" in message:
        message = {**message, "readings": frames.get(message["readings"])}
    try:
        return answer_to(agent, lambda observation: _checked(agent, observation), message)
    except NoAction as error:
        return {"seq": message["seq"], "no_action": str(error)}
    except TransportFault as error:
        return {"seq": message["seq"], "unreachable": str(error)}
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        told = agents_traceback(error)
        if isinstance(error, PermissionError):
            told += f"({WRITING_IS_REFUSED})\n"
        return {"seq": message["seq"], "error": told}


def _checked(agent: Agent, observation: Observation) -> Action:
    action: object = agent.act(observation)
    if not isinstance(action, Action):
        raise NoAction(f"act gave a {type(action).__name__}; it must give an Action")
    return action


if __name__ == "__main__":
    main()
