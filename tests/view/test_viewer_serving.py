"""The viewer as a program: on the loopback only, with an address told, without the extra a sentence."""

from __future__ import annotations

import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from served import serving
from shown_runs import SmallRun

import wayproof.cli.view
from wayproof.errors import InvalidInput, MissingDependency

pytest.importorskip("starlette", reason="the extra `view` is not installed")
pytest.importorskip("uvicorn", reason="the extra `view` is not installed")
from wayproof.view.page_server import LOOPBACK, has_screen, listen


def test_it_listens_on_the_loopback_and_nowhere_else() -> None:
    with listen(0) as made:
        host, port = made.getsockname()
        assert host == LOOPBACK == "127.0.0.1" and port > 0


def test_a_port_that_is_taken_is_refused_with_a_sentence() -> None:
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        with pytest.raises(InvalidInput, match="choose another, or leave --port out"):
            listen(other.getsockname()[1])


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(InvalidInput, match="--port is"):
        listen(port)


def test_without_a_screen_no_browser_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()


def test_without_the_extra_it_says_what_to_install(
    small_run: SmallRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "wayproof.view.page_server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(MissingDependency, match=r"pip install 'wayproof\[view\]'"):
        wayproof.cli.view.view(small_run.folder, port=0, browser=False)


def test_a_folder_without_a_run_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="holds no run"):
        wayproof.cli.view.view(tmp_path, port=0, browser=False)


@pytest.mark.slow
def test_the_real_server_answers_this_machine_and_ends_when_told(small_run: SmallRun) -> None:
    with serving(small_run.folder) as address:
        assert address.startswith("http://127.0.0.1:") and "/?token=" in address
        with urllib.request.urlopen(address) as answer:
            assert b"Wayproof viewer" in answer.read()
        with pytest.raises(urllib.error.HTTPError) as stranger:
            urllib.request.urlopen(address.partition("?")[0])
        assert stranger.value.code == 403 and b"token" in stranger.value.read()
        stranger.value.close()
        asked = urllib.request.Request(address, headers={"Host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked)
        assert refused.value.code == 403
        refused.value.close()
