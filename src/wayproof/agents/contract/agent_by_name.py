"""An agent by its name: one of ours, a class, an address, another platform's; errors say what is wrong."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType

from wayproof.agents import AGENTS, TRUTHS, Agent, NeedsSetup
from wayproof.agents.contract.agent_options import made_with, with_options
from wayproof.agents.contract.sensor_forms import known_sensors
from wayproof.agents.elsewhere.http_agent import HttpAgent, is_http_address
from wayproof.agents.elsewhere.platforms import habitat_agent, robothor_agent, with_sensors
from wayproof.agents.elsewhere.websocket_agent import WebSocketAgent, is_websocket_address
from wayproof.agents.learned.policy_file import SUFFIX as POLICY_SUFFIX
from wayproof.agents.learned.policy_file import PolicyFileAgent
from wayproof.errors import InvalidInput, UnknownName, WayproofError, unknown_name
from wayproof.log import writable
from wayproof.vocabulary import DISCRETE_ACTIONS, AgentCard

LONGEST_CARD_TEXT = 2000  # characters of each text on a card
ACTIONS = (*DISCRETE_ACTIONS, "velocity", "waypoint")
LONGEST_PROMPT = 100_000  # characters of a system prompt; those of large models have some 20 000
TOKEN = "WAYPROOF_TOKEN"  # the variable with the secret of a remote agent
FORMS = (
    "give one of ours (wayproof ls agents; some take options, as mlfm:layers=1), module:Class, "
    "path/to/file.py:Class, ws://host:port, http://host:port, a trained policy as path/to/NAME.onnx, "
    "habitat:module:Class or robothor:module"
)
EXAMPLE = 'card = AgentCard("my_agent", "what it does", sensors=("rgb",))'


def load_agent(name: str) -> Agent:
    """A new agent, its card checked. The name may be that of a class or of a function that makes an agent."""
    return agent_maker(name)()


def agent_maker(name: str) -> Callable[[], Agent]:
    """A function that makes agents of that name; two agents share nothing."""
    if is_websocket_address(name):
        return lambda: checked(WebSocketAgent(name, token=os.environ.get(TOKEN)), name)
    if is_http_address(name):
        return lambda: checked(HttpAgent(name, token=os.environ.get(TOKEN)), name)
    if name.startswith(("habitat:", "robothor:")):
        return _foreign(name)
    if name.endswith(POLICY_SUFFIX):
        return lambda: checked(PolicyFileAgent(Path(name)), name)
    plain, options = with_options(name)
    if options:
        return _ours(plain, options)
    place, colon, attribute = name.rpartition(":")
    if not colon:
        if name.endswith(".py"):
            raise InvalidInput(f"{name!r} names a file but no class; write {name}:Class")
        return _ours(name)
    make = _attribute(_module(place), place, attribute)

    def made() -> Agent:
        return checked(_made(make, name), name)

    return made


def is_address(name: str) -> bool:
    """Whether a name is the address of an agent that lives elsewhere."""
    return is_websocket_address(name) or is_http_address(name)


def importable_name(kind: type) -> str | None:
    """The name by which another process finds a class: one of ours, a module or a file; None without one."""
    card = getattr(kind, "card", None)
    if isinstance(card, AgentCard) and card.name in AGENTS and AGENTS[card.name] is kind:
        return card.name
    if "." in kind.__qualname__:
        return None  # inside a function or another class
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if module is None or file is None:
        return None
    # A module of a package is found by its name; any other by its file, wherever that lies.
    place = kind.__module__ if "." in kind.__module__ else file
    return f"{place}:{kind.__name__}"


def checked(agent: object, name: str) -> Agent:
    """The agent, if it has what an agent needs and its card asks for what exists."""
    card = getattr(agent, "card", None)
    if not isinstance(card, AgentCard):
        given = "no card" if card is None else f"a card of type {type(card).__name__}"
        raise InvalidInput(f"{name!r} has {given}; an agent says what it needs in its class: {EXAMPLE}")
    for method in ("start", "act"):
        if not callable(getattr(agent, method, None)):
            raise InvalidInput(
                f"{name!r} has no method {method}; an agent has start(brief, seed) and act(observation)"
            )
    check_card(card)
    return agent  # type: ignore[return-value]  # just checked


def check_card(card: AgentCard) -> None:
    """Refuse a card that asks for something that does not exist."""
    if not card.name.strip():
        raise InvalidInput(f"an agent's card has the name {card.name!r}; results need one: {EXAMPLE}")
    for field, text in (("name", card.name), ("summary", card.summary), ("version", card.version)):
        if len(text) > LONGEST_CARD_TEXT or writable(text, LONGEST_CARD_TEXT) != text:
            raise InvalidInput(
                f"an agent's card has a {field} of {len(text)} characters or with lone surrogates; every log "
                f"keeps it, so give a text of at most {LONGEST_CARD_TEXT}"
            )
    for kind, given, known in (
        ("sensor", card.sensors, known_sensors()),
        ("truth", card.truths, TRUTHS),
        ("action", card.actions, ACTIONS),
    ):
        if isinstance(given, str) or not all(isinstance(one, str) for one in given):
            raise InvalidInput(
                f"the card of {card.name!r} has {kind}s {given!r}; give a tuple of names, as ({known[0]!r},)"
            )
        for one in given:
            if one not in known:
                raise UnknownName(f"the card of {card.name!r}: {unknown_name(kind, one, known)}")
        if len(set(given)) < len(given):
            raise InvalidInput(f"the card of {card.name!r} names a {kind} twice: {', '.join(given)}")
    _check_system_prompt(card)
    if not card.actions:
        raise InvalidInput(
            f"the card of {card.name!r} has no actions; give at least one of {', '.join(ACTIONS)}"
        )


def _check_system_prompt(card: AgentCard) -> None:
    prompt = card.system_prompt
    if prompt is None:
        return
    if not isinstance(prompt, str) or not prompt.strip():
        raise InvalidInput(
            f"the card of {card.name!r} has the system prompt {prompt!r}; give its text, or leave it out"
        )
    if len(prompt) > LONGEST_PROMPT:
        raise InvalidInput(
            f"the card of {card.name!r} has a system prompt of {len(prompt)} characters; "
            f"at most {LONGEST_PROMPT} are kept in every log"
        )


def _ours(name: str, options: Mapping[str, str] = MappingProxyType({})) -> Callable[[], Agent]:
    if name not in AGENTS:
        raise UnknownName(f"{unknown_name('agent', name, AGENTS.names())} To use your own, {FORMS}")
    make = made_with(AGENTS[name], name, options) if options else AGENTS[name]

    def made() -> Agent:
        agent = checked(_made(make, name), name)
        if isinstance(agent, NeedsSetup):
            agent.check_setup()
        return agent

    return made


def _foreign(name: str) -> Callable[[], Agent]:
    """A function that makes agents that were written for another platform."""
    plain, sensors = with_sensors(name)
    platform, _, rest = plain.partition(":")
    if platform == "robothor":
        if sensors:
            raise InvalidInput(f"{name!r} names sensors; build() of a RoboTHOR module says what it needs")
        module = _module(rest)
        return lambda: checked(_made(lambda: robothor_agent(module, name), name), name)
    place, colon, attribute = rest.rpartition(":")
    if not colon:
        raise InvalidInput(f"{name!r} names no class; write habitat:{rest}:Class")
    make = _attribute(_module(place), place, attribute)
    return lambda: checked(_made(lambda: habitat_agent(make, name, sensors), name), name)


def _module(place: str) -> ModuleType:
    return _module_from_file(place) if _is_file(place) else _module_named(place)


def _is_file(place: str) -> bool:
    return place.endswith(".py") or "/" in place or "\\" in place


def _module_named(place: str) -> ModuleType:
    if not place or not all(part.isidentifier() for part in place.split(".")):
        raise InvalidInput(f"{place!r} is not the name of a module; {FORMS}")
    _make_findable(Path.cwd())
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name and (place == error.name or place.startswith(f"{error.name}.")):
            raise InvalidInput(
                f"no module named {error.name!r}, neither installed nor in the current folder {Path.cwd()}; "
                f"{FORMS}"
            ) from None
        raise _broken(place, error) from error
    except (Exception, SystemExit) as error:
        raise _broken(place, error) from error


def _module_from_file(place: str) -> ModuleType:
    file = Path(place).expanduser().resolve()
    if not file.is_file():
        raise InvalidInput(f"no file {place!r} (looked for {file}); check the path, or {FORMS}")
    name = f"agent_file_{hashlib.blake2b(str(file).encode(), digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InvalidInput(f"{place!r} is not a Python file; an agent's file ends in .py")
    module = importlib.util.module_from_spec(spec)
    _make_findable(file.parent)
    sys.modules[name] = module  # as an import does: dataclasses and friends look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _broken(place, error) from error
    return module


def _make_findable(folder: Path) -> None:
    """Let an agent import what lies beside it, as it could if it were run as a program."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _attribute(module: ModuleType, place: str, attribute: str) -> Callable[[], object]:
    found = getattr(module, attribute, None)
    if found is None:
        classes = [name for name, value in vars(module).items() if isinstance(value, type)]
        agents = [name for name in classes if hasattr(getattr(module, name), "card")]
        raise unknown_name(f"agent class in {place}", attribute, agents)
    if not callable(found):
        raise InvalidInput(
            f"{place}:{attribute} is a {type(found).__name__}; name a class or a function that makes an agent"
        )
    make: Callable[[], object] = found
    return make


def _made(make: Callable[[], object], name: str) -> object:
    try:
        return make()
    except WayproofError:
        raise  # its message says what is wrong
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"{name!r} could not be made: {_said(error)}{_where(error)}; it is called without arguments"
        ) from error


def _broken(place: str, error: BaseException) -> InvalidInput:
    return InvalidInput(f"{place!r} could not be imported: {_said(error)}{_where(error)}; fix it there")


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _where(error: BaseException) -> str:
    """The line to blame: of a syntax error, else the last one outside of Python's own importing."""
    if isinstance(error, SyntaxError) and error.lineno is not None:
        return f" (line {error.lineno} of {error.filename})"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen") and frame.filename != __file__
    ]
    return f" (line {frames[-1].lineno} of {frames[-1].filename}: {frames[-1].line})" if frames else ""
