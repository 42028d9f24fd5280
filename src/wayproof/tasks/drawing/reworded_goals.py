"""Episodes whose goals a language model describes: drawn as always, then said again in its words."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from wayproof.errors import InvalidInput
from wayproof.language.goal_truth import before_goals
from wayproof.language.kept_answers import default_cache_folder
from wayproof.language.llm import Endpoint, endpoint_from_environment
from wayproof.language.llm_goals import reword_by_model
from wayproof.language.rewrite import REWRITTEN
from wayproof.scenes.scene import Scene
from wayproof.vocabulary import Episode

MODEL = "model"
ENGLISH = "en-US"


def required_model() -> Endpoint:
    """The language model of the environment; an error that says how to name one if there is none."""
    endpoint = endpoint_from_environment()
    if endpoint is None:
        raise InvalidInput(
            f'episodes: worded_by is "{MODEL}", which has a language model describe the goals, and none is '
            "named; set WAYPROOF_LLM_URL and WAYPROOF_LLM_MODEL, or leave worded_by out"
        )
    return endpoint


def check_wording(task: str, worded_by: str | None) -> None:
    """Refuse what no model can describe."""
    if worded_by is None:
        return
    if worded_by != MODEL:
        raise InvalidInput(f'episodes: worded_by is {worded_by!r}; give "{MODEL}", or leave it out')
    if task != "language_goals":
        raise InvalidInput(
            f'episodes: worded_by is "{MODEL}", but goals of {task} are not described in words; use it with '
            "language_goals"
        )
    required_model()


def reworded(scene: Scene, episode: Episode, endpoint: Endpoint, *, cache: Path | None = None) -> Episode:
    """The episode with its goals in the model's words where these stand for the same things.

    Its label "worded by model" says how many of its goals they are.
    """
    if episode.language != ENGLISH:
        raise InvalidInput(
            f'episodes: worded_by is "{MODEL}", but these descriptions are {episode.language}; the reader '
            f"that checks a model's words knows {ENGLISH} only"
        )
    cache = default_cache_folder() if cache is None else cache
    goals, count = [], 0
    for goal, before in zip(episode.goals, before_goals(scene, episode.goals), strict=True):
        said = reword_by_model(scene, goal.text or "", goal.instances, before, endpoint, cache=cache)
        goals.append(replace(goal, text=said.text))
        count += said.outcome == REWRITTEN
    labels = {**episode.labels, "worded by model": str(count)}
    return replace(episode, goals=tuple(goals), labels=labels)
