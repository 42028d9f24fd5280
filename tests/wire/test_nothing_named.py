"""Nothing that is sent to an agent names the scene, the seed, the episode or the run folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from wayproof.agents.elsewhere.own_process import OwnProcessAgent
from wayproof.episode.options import RolloutOptions
from wayproof.episode.rollout import rollout
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.vocabulary import Episode, Settings
from wayproof.wire.encoding import pack
from wayproof.wire.message_pipe import MessagePipe, SharedFrames

EACH = [(task.name, name) for task in TASKS for name in task.protocols]
SCENE, SEED = "houses-v1/val/48151624", 918_273_645  # numbers that occur nowhere by chance
STEPS = 3
AGENT = """
from wayproof.vocabulary import Action, AgentCard

class Watcher:
    card = AgentCard("watcher", sensors=("depth", "gps", "compass", "imu", "bump", "speed", "lidar"))

    def start(self, brief, seed):
        self.last = "stop" if "stop" in brief.actions else "turn_right"

    def act(self, observation):
        return Action("forward" if observation.step < 2 else self.last)
"""


@pytest.fixture(scope="module")
def watcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnProcessAgent]:
    file = tmp_path_factory.mktemp("agents") / "watching_agents.py"
    file.write_text(AGENT)
    agent = OwnProcessAgent(f"{file}:Watcher", hidden=[tmp_path_factory.mktemp("secret_run")])
    yield agent
    agent.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that goes to the agent's process, by its pipe and by shared memory."""
    heard: list[bytes] = []
    send, put = MessagePipe.send, SharedFrames.put

    def sending(pipe: MessagePipe, message: Any) -> None:
        heard.append(pack(message))
        send(pipe, message)

    def putting(frames: SharedFrames, readings: Mapping[str, Any]) -> dict[str, Any]:
        heard.append(pack(dict(readings)))
        return put(frames, readings)

    monkeypatch.setattr(MessagePipe, "send", sending)
    monkeypatch.setattr(SharedFrames, "put", putting)
    return heard


def _names(episode: Episode) -> list[bytes]:
    """What would tell which episode this is, as text and as packed numbers."""
    world, split, number = episode.scene.split("/")
    texts = (episode.scene, world, f"{split}/{number}", number, episode.id, str(SEED), "secret_run")
    numbers = [pack(value) for value in (int(number), SEED)]
    return [*(text.encode() for text in texts), *numbers]


@pytest.mark.parametrize(("task", "name"), EACH)
def test_no_message_names_the_episode(
    task: str, name: str, watcher: OwnProcessAgent, sent: list[bytes]
) -> None:
    protocol = TASKS[task].protocol(name)
    world = world_named(SCENE, body_under(protocol, load_body(protocol.body)), lit=False)
    episode = TASKS[task].draw(world, protocol, SEED, 0).episode
    assert episode.scene == SCENE and episode.seed == SEED and episode.id
    small = RolloutOptions(settings=Settings(width_px=24, height_px=18))
    rollout(world, protocol, replace(episode, maximum_steps=STEPS), watcher, options=small)
    assert len(sent) > 2 * STEPS and any(b"brief" in one for one in sent)
    named = {word for word in _names(episode) for one in sent if word in one}
    assert not named
