"""A remote agent that dies: it is waited for, and a run that cannot go on stops with a sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from served_agents import reserved_port
from small_suites import digests, run_small, small_suite

from wayproof.errors import AgentGone, InvalidInput
from wayproof.log_files import stored_logs

SUITE = small_suite(episodes=4)


@pytest.fixture
def port() -> Iterator[int]:
    with reserved_port() as number:
        yield number


def _served(port: int, agent: str) -> subprocess.Popen[str]:
    """An agent that is served in a process of its own; returns when it says that it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wayproof", "serve", agent, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = process.stderr.readline()
    assert f"ws://127.0.0.1:{port}" in said, said
    return process


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
def servers() -> Iterator[list[subprocess.Popen[str]]]:
    running: list[subprocess.Popen[str]] = []
    yield running
    for server in running:
        server.kill()
        server.communicate()


@pytest.mark.slow
def test_a_dead_agent_stops_the_run_and_nothing_is_stored_in_its_name(
    tmp_path: Path, mortal: str, port: int, servers: list[subprocess.Popen[str]]
) -> None:
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
    tmp_path: Path, mortal: str, port: int, servers: list[subprocess.Popen[str]]
) -> None:
    servers.append(_served(port, mortal))

    def start_again(note: str) -> None:
        if len(servers) == 1:
            servers.append(_served(port, mortal))

    run_small(SUITE, tmp_path / "run", agent=f"ws://127.0.0.1:{port}", notes=start_again, reconnect_s=120.0)
    assert {log.outcome.reason for log in stored_logs(tmp_path / "run")} == {"stop"}
    assert len(digests(tmp_path / "run")) == 4


@pytest.mark.slow
def test_another_agent_at_the_same_address_is_refused(
    tmp_path: Path, mortal: str, port: int, servers: list[subprocess.Popen[str]]
) -> None:
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
