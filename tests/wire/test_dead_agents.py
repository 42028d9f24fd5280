"""A remote agent that dies: it is waited for, and a run that cannot go on stops with a sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_suites import digests, run_small, small_suite

from wayproof.errors import AgentGone, InvalidInput
from wayproof.log_files import stored_logs

SUITE = small_suite(episodes=4)


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def _served(port: int, agent: str) -> subprocess.Popen[bytes]:
    """An agent that is served in a process of its own; returns when it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wayproof", "serve", agent, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until_s = time.monotonic() + 120.0
    while time.monotonic() < until_s:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
        except OSError:
            time.sleep(0.1)
        else:
            return process
    raise AssertionError("the agent was not served within 120 s")


@pytest.fixture
def mortal(tmp_path: Path) -> str:
    """An agent that kills its server in its third episode, once."""
    file = tmp_path / "mortal.py"
    file.write_text(
        "import os, pathlib, signal\n"
        "from wayproof.vocabulary import Action, AgentCard\n"
        f"MARK = pathlib.Path({str(tmp_path / 'died')!r})\n"
        "class Mortal:\n"
        "    card = AgentCard('mortal')\n"
        "    count = 0\n"
        "    def start(self, brief, seed):\n"
        "        Mortal.count += 1\n"
        "    def act(self, observation):\n"
        "        if Mortal.count == 3 and not MARK.exists():\n"
        "            MARK.touch()\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        return Action('stop')\n"
    )
    return f"{file}:Mortal"


@pytest.fixture
def servers() -> Iterator[list[subprocess.Popen[bytes]]]:
    running: list[subprocess.Popen[bytes]] = []
    yield running
    for server in running:
        server.kill()
        server.wait()


@pytest.mark.slow
def test_a_dead_agent_stops_the_run_and_nothing_is_stored_in_its_name(
    tmp_path: Path, mortal: str, servers: list[subprocess.Popen[bytes]]
) -> None:
    port = _free_port()
    servers.append(_served(port, mortal))
    address, notes = f"ws://127.0.0.1:{port}", []
    with pytest.raises(AgentGone, match="did not come back within 2 s .*repeat the same command to resume"):
        run_small(SUITE, tmp_path / "run", agent=address, reconnect_s=2.0, notes=notes.append)
    assert [log.outcome.reason for log in stored_logs(tmp_path / "run")] == ["stop", "stop"]
    assert any("trying again in" in note for note in notes)
    servers.append(_served(port, mortal))
    run_small(SUITE, tmp_path / "run", agent=address)
    assert len(digests(tmp_path / "run")) == 4
    assert {log.outcome.reason for log in stored_logs(tmp_path / "run")} == {"stop"}


@pytest.mark.slow
def test_an_agent_that_comes_back_in_time_is_gone_on_with(
    tmp_path: Path, mortal: str, servers: list[subprocess.Popen[bytes]]
) -> None:
    port = _free_port()
    servers.append(_served(port, mortal))

    def start_again(note: str) -> None:
        if len(servers) == 1:
            servers.append(_served(port, mortal))

    run_small(SUITE, tmp_path / "run", agent=f"ws://127.0.0.1:{port}", notes=start_again, reconnect_s=120.0)
    assert {log.outcome.reason for log in stored_logs(tmp_path / "run")} == {"stop"}
    assert len(digests(tmp_path / "run")) == 4


@pytest.mark.slow
def test_another_agent_at_the_same_address_is_refused(
    tmp_path: Path, mortal: str, servers: list[subprocess.Popen[bytes]]
) -> None:
    port = _free_port()
    servers.append(_served(port, mortal))

    def start_another(note: str) -> None:
        if len(servers) == 1:
            servers.append(_served(port, "idle"))

    with pytest.raises(InvalidInput, match=r"another agent answers at .*name is 'mortal' against 'idle'"):
        run_small(SUITE, tmp_path / "run", agent=f"ws://127.0.0.1:{port}", notes=start_another)


def test_the_command_line_ends_with_code_1_when_an_agent_is_gone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from wayproof import cli

    def gone(**_: object) -> None:
        raise AgentGone("the agent is gone")

    monkeypatch.setattr(cli.typer.main, "get_command", lambda _: type("C", (), {"main": staticmethod(gone)}))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1 and "the agent is gone" in capsys.readouterr().err
