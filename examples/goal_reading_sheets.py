"""Sheets on which somebody reads descriptions of goals beside pictures, without knowing what they stand for.

Run: python examples/goal_reading_sheets.py FOLDER      (about ten minutes)

200 descriptions of langnav-houses-v1, from the first eight episodes of all 35 houses: fifteen kinds of words
in turn, val and test in turn. Each has a block on a page: the sentence, and numbered pictures of all things
that its noun could name and of two others of their group, matching or not, in drawn order. Above, the thing
from near, with a bar for its size; below, its surroundings. Where words are about places, a plan of the house
shows the numbers. What the goal before asked for, which "it" speaks of, is marked P.

FOLDER/sheets has the pages, FOLDER/key.csv says which numbers satisfy each description by ground truth: not
to be opened before all is read. results/goal_readings.py compares.
"""

import csv
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import numpy as np
from numbered_pictures import INK, PAPER, PLAN_PX, TILE_PX, WIDE_PX, plan_of, tile
from PIL import Image, ImageDraw, ImageFont

from wayproof.episode_set import Recipe
from wayproof.language.description_features import FEATURES
from wayproof.language.goal_reader import read_goal
from wayproof.language.phrase_truth import called
from wayproof.rendering.renderer import Renderer
from wayproof.scenes.furniture import FURNITURE
from wayproof.scenes.scene import Instance, things
from wayproof.seeding import generator_for
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.world import World
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.drawing.episode_sets import episode_set
from wayproof.vocabulary import Episode

COUNT, HOUSES, PER_HOUSE = 200, {"val": 20, "test": 15}, 8
MOST_THINGS, OTHERS = 12, 2
TITLE_PX = 46
COLUMN_PX, PAGE_PX = 558, 1116  # two columns to a page
COLUMNS = ("number", "scene", "episode", "goal", "text", "features", "things", "satisfy", "not_shown")
PLACED = {"anchor", "side", "coreference"}

Row = Mapping[str, str]


@dataclass(frozen=True)
class Asked:
    """One description: the goal of an episode, counted from 0."""

    episode: Episode
    goal: int

    @property
    def text(self) -> str:
        return self.episode.goals[self.goal].text or ""

    @property
    def features(self) -> tuple[str, ...]:
        return self.episode.goals[self.goal].tags


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "reading")
    for name in ("sheets", "blocks"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    protocol = TASKS["language_goals"].protocol("langnav-houses-v1")
    body = body_under(protocol, load_body(protocol.body))
    kept = folder / "key.csv"
    key = read_key(kept)  # an interrupted run goes on
    for number, asked in enumerate(drawn(), 1):
        name = f"{number:03}"
        if name not in key:
            world = world_named(asked.episode.scene, body)
            shown = numbered(world, asked)
            Image.fromarray(block(world, asked, name, shown)).save(folder / "blocks" / f"{name}.png")
            key[name] = {"number": name, **answer(asked, shown)}
            write_key(kept, key)
            print(f"{name} {asked.episode.scene}", flush=True)
    blocks = [np.asarray(Image.open(folder / "blocks" / f"{name}.png")) for name in in_reading_order(key)]
    for page, picture in enumerate(paged(blocks), 1):
        Image.fromarray(picture).save(folder / "sheets" / f"page-{page:02}.png")


def read_key(file: Path) -> dict[str, Row]:
    if not file.exists():
        return {}
    with file.open(newline="", encoding="utf-8") as text:
        return {row["number"]: row for row in csv.DictReader(text)}


def write_key(file: Path, key: Mapping[str, Row]) -> None:
    with file.open("w", newline="", encoding="utf-8") as text:
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(key.values())


def in_reading_order(key: Mapping[str, Row]) -> list[str]:
    """Short blocks beside each other, those with a plan after them, and last those that show the goal before:
    it may be the answer to another description."""

    def place(name: str) -> tuple[bool, bool, int, str]:
        features = set(key[name]["features"].split("+"))
        return "coreference" in features, bool(PLACED & features), len(key[name]["things"].split()), name

    return sorted(key, key=place)


def answer(asked: Asked, shown: Sequence[Instance]) -> Row:
    """What satisfies a description by ground truth, as numbers on the sheet."""
    goal = asked.episode.goals[asked.goal]
    right = [str(place) for place, thing in enumerate(shown, 1) if thing.id in goal.instances]
    return {
        "scene": asked.episode.scene,
        "episode": asked.episode.id,
        "goal": str(asked.goal),
        "text": asked.text,
        "features": "+".join(asked.features),
        "things": " ".join(str(thing.id) for thing in shown),
        "satisfy": " ".join(right),
        "not_shown": str(len(goal.instances) - len(right)),
    }


def drawn() -> list[Asked]:
    """The descriptions: kind of words after kind of words, split after split, until there are enough."""
    rng = generator_for(0, "goal reading sheets")
    decks: dict[tuple[str, str], list[Asked]] = {}
    for split, houses in HOUSES.items():
        recipe = Recipe(
            "language_goals",
            houses * PER_HOUSE,
            "langnav-houses-v1",
            split=split,
            episodes_per_house=PER_HOUSE,
        )
        everything = [
            Asked(episode, goal)
            for episode in episode_set(recipe).episodes
            for goal in range(len(episode.goals))
        ]
        for feature in FEATURES:
            having = [asked for asked in everything if feature in asked.features]
            decks[feature, split] = [having[k] for k in rng.permutation(len(having))]
    taken: dict[tuple[str, str], Asked] = {}
    while len(taken) < COUNT and any(decks.values()):
        for deck in decks.values():
            while deck and (deck[-1].episode.scene, deck[-1].text) in taken:
                deck.pop()
            if deck and len(taken) < COUNT:
                asked = deck.pop()
                taken[asked.episode.scene, asked.text] = asked
    return sorted(taken.values(), key=lambda asked: (asked.episode.scene, asked.episode.id, asked.goal))


def numbered(world: World, asked: Asked) -> list[Instance]:
    """What is shown, in drawn order: all that is of the noun's kind, and a few others of its group."""
    rng = generator_for(0, "goal reading", asked.episode.scene, asked.text)
    everything = things(world.scene)
    goal = asked.episode.goals[asked.goal]
    noun = noun_of(asked, [thing.category for thing in everything])
    kind = [thing for thing in everything if called(thing, noun) or thing.category == goal.category]
    right = [thing for thing in kind if thing.id in goal.instances]
    wrong = [thing for thing in kind if thing.id not in goal.instances]
    categories = {thing.category for thing in kind}
    groups = {one.group for one in FURNITURE if one.category in categories}
    alike = {one.category for one in FURNITURE if one.group in groups} - categories
    others = [thing for thing in everything if thing.category in alike]
    shown = [*right[:MOST_THINGS], *_some(wrong, MOST_THINGS - len(right), rng), *_some(others, OTHERS, rng)]
    return [shown[k] for k in rng.permutation(len(shown))]


def noun_of(asked: Asked, categories: Sequence[str]) -> str:
    """The noun of a description; that of a goal before for "the other one"."""
    for goal in range(asked.goal, -1, -1):
        noun = read_goal(asked.episode.goals[goal].text or "", categories).phrase.noun
        if noun != "one":
            return noun
    return ""


def _some(among: Sequence[Instance], count: int, rng: np.random.Generator) -> list[Instance]:
    return [among[k] for k in rng.permutation(len(among))[: max(count, 0)]]


def block(world: World, asked: Asked, name: str, shown: Sequence[Instance]) -> np.ndarray:
    """One description with its pictures."""
    earlier = asked.episode.goals[asked.goal - 1] if "coreference" in asked.features else None
    marked = [(str(place), thing) for place, thing in enumerate(shown, 1)]
    if earlier is not None:
        marked += [("P", world.scene.instances[number - 1]) for number in earlier.instances[:3]]
    renderer = Renderer(world.prepared)
    tiles = [tile(world, renderer, mark, thing) for mark, thing in marked]
    plan = plan_of(world, marked) if PLACED & set(asked.features) else None
    width = COLUMN_PX if plan is None else PAGE_PX
    left = 0 if plan is None else PLAN_PX
    across, tall = (width - left) // TILE_PX, TILE_PX + WIDE_PX + 4
    rows = math.ceil(len(tiles) / across)
    height = max(rows * tall, 0 if plan is None else plan.height) + TITLE_PX
    sheet = Image.new("RGB", (width, height), PAPER)
    for place, picture in enumerate(tiles):
        sheet.paste(picture, (left + place % across * TILE_PX, TITLE_PX + place // across * tall))
    if plan is not None:
        sheet.paste(plan, (0, TITLE_PX))
    before = "" if earlier is None else f" [P, the goal before: {earlier.text}]"
    lines = wrap(f"{name}  {asked.text}{before}", width // 8)
    pen = ImageDraw.Draw(sheet)
    pen.text((4, 3), "\n".join(lines), INK, ImageFont.load_default(size=16), spacing=2)
    pen.line([(0, 0), (width, 0)], INK, 2)
    return np.asarray(sheet)


def paged(blocks: Sequence[np.ndarray]) -> Iterator[np.ndarray]:
    """Blocks in two columns, wide ones across both, as many as a page has room for."""
    filled, page = [0, 0], _blank(PAGE_PX)
    for one in blocks:
        columns = (0, 1) if one.shape[1] > COLUMN_PX else (int(np.argmin(filled)),)
        top = max(filled[column] for column in columns)
        if top and top + len(one) > PAGE_PX:
            yield page[: max(filled)]
            filled, page, top = [0, 0], _blank(PAGE_PX), 0
            columns = columns if len(columns) > 1 else (0,)
        if len(one) > len(page):
            page = np.concatenate([page, _blank(len(one) - len(page))])
        left = columns[0] * COLUMN_PX
        page[top : top + len(one), left : left + one.shape[1]] = one
        for column in columns:
            filled[column] = top + len(one)
    yield page[: max(filled)]


def _blank(height: int) -> np.ndarray:
    return np.full((height, PAGE_PX, 3), PAPER, np.uint8)


if __name__ == "__main__":
    main()
