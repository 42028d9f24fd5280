"""Which code an agent's name stands for, as a hash of its file: whoever resumes a run must mean the same.

Nothing of the agent is imported. An agent behind an address has no file here; its card is all that is known.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any

from wayproof.agents import AGENTS
from wayproof.agents.elsewhere.http_agent import is_http_address
from wayproof.agents.elsewhere.platforms import with_sensors
from wayproof.agents.elsewhere.websocket_agent import is_websocket_address
from wayproof.agents.learned.policy_file import SUFFIX as POLICY_SUFFIX
from wayproof.agents.learned.shipped_policy import NETWORKS


def source_hash(agent: object) -> str:
    """Twelve hex digits over the file of an agent, given by name or as an object, and over that of its policy
    network if one is shipped for it; empty if there is no file."""
    file = _file_of(agent) if isinstance(agent, str) else _file_of_class(type(agent))
    network = NETWORKS / f"{agent if isinstance(agent, str) else agent.card.name}{POLICY_SUFFIX}"  # type: ignore[attr-defined]
    files = [one for one in (file, network) if one is not None and one.exists()]
    try:
        content = b"".join(one.read_bytes() for one in files)
        return hashlib.blake2b(content, digest_size=6).hexdigest() if files else ""
    except OSError:
        return ""


def _file_of(name: str) -> Path | None:
    if is_websocket_address(name) or is_http_address(name):
        return None
    if name in AGENTS:
        return _file_of_class(AGENTS[name])
    if name.endswith(POLICY_SUFFIX):
        return Path(name).expanduser()
    platform, colon, rest = name.partition(":")
    if colon and platform in ("habitat", "robothor"):
        place = with_sensors(rest)[0]
        place = place if platform == "robothor" else place.rpartition(":")[0]
    else:
        place = name.rpartition(":")[0]
    return Path(place).expanduser() if place.endswith(".py") else _file_of_module(place)


def _file_of_module(place: str) -> Path | None:
    """A module's file, found as an import would find it; its packages above must be imported for that."""
    sys.path.append(str(Path.cwd()))
    try:
        found = importlib.util.find_spec(place)
    except (ImportError, ValueError, AttributeError):
        return None
    finally:
        sys.path.pop()
    return Path(found.origin) if found and found.origin and found.has_location else None


def _file_of_class(kind: Any) -> Path | None:
    try:
        file = inspect.getsourcefile(kind)
    except TypeError:  # made in a notebook, or built in
        return None
    return Path(file) if file else None
