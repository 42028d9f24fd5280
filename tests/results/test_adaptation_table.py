"""The table of adapted policies: rows are kept by training, and cells say what was put into them."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest
from made_logs import made_log

RESULTS = Path(__file__).parents[2] / "results"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(RESULTS))
    return importlib.import_module


def _rows(success: object, seeds: int = 1) -> list[dict[str, str]]:
    """Forty episodes in ten scenes."""
    return [
        {
            "condition": "mud",
            "scene": f"scene {number // 4}",
            "episode": str(number),
            "repeat": str(seed),
            "success": str(int(success(number, seed))),
        }
        for number in range(40)
        for seed in range(seeds)
    ]


def test_a_variant_is_set_against_the_control_on_the_same_episodes(module: object) -> None:
    table: ModuleType = module("paired_table")
    agents = {
        "control": _rows(lambda number, seed: number % 4 == 0),
        "better": _rows(lambda number, seed: number % 4 != 1, seeds=2),
        "same": _rows(lambda number, seed: number % 4 == 0),
    }
    control, better, same = table.cells_of(agents, ("mud", "never run"), "control")
    assert (control.success, control.change, control.seeds) == (0.25, None, 1)
    assert (better.success, better.change, better.verdict) == (0.75, 0.5, "gain")
    assert (better.episodes, better.houses, better.seeds) == (40, 10, 2)
    assert better.change_low < 0.5 < better.change_high and better.p_adjusted == pytest.approx(2 * better.p)
    assert (same.change, same.verdict, same.p_adjusted) == (0.0, "no change shown", 1.0)
    assert table.change_text(better).startswith("**+50 (") and not table.change_text(same).startswith("*")


def test_seeds_of_an_episode_are_averaged(module: object) -> None:
    table: ModuleType = module("paired_table")
    rows = _rows(lambda number, seed: seed == 1, seeds=2)
    assert set(table.by_episode(rows, "mud").values()) == {0.5}


def test_each_training_is_set_against_the_control_of_its_seed(module: object) -> None:
    """A variant with one training is not measured by the luck of the control's other one."""
    table: ModuleType = module("paired_table")
    lucky = _rows(lambda number, seed: seed == 1 or number % 2 == 0, seeds=2)
    agents = {
        "control": lucky,
        "variant": _rows(lambda number, seed: number % 2 == 0),
        "base": _rows(lambda number, seed: number % 2 == 0),
    }
    _, variant, base = table.cells_of(agents, ("mud",), "control", ("base",))
    assert variant.change == 0.0 and base.change == pytest.approx(-0.25)


def test_how_far_trainings_lie_apart_stands_beside_the_interval(module: object) -> None:
    table: ModuleType = module("paired_table")
    first = _rows(lambda number, seed: number % 2 == 0)
    second = [{**row, "repeat": "1"} for row in _rows(lambda number, seed: number % 4 == 0)[:20]]
    (cell,) = table.cells_of({"a": [*first, *second]}, ("mud",), "none")
    assert (cell.seeds, cell.by_seed) == (2, "0.5000 0.2500"), "on the twenty episodes that both have"
    assert table.success_text(cell).endswith("; trainings 50 and 25)")
    (alone,) = table.cells_of({"a": first}, ("mud",), "none")
    assert (alone.seeds, alone.by_seed) == (1, "") and "trainings" not in table.success_text(alone)


def test_a_training_takes_the_place_of_the_same_one_only(module: object, tmp_path: Path) -> None:
    stored: ModuleType = module("adaptation_rows")
    first, second = (stored.Trained("rgb", "finetune", "mud", seed) for seed in (0, 1))
    other = stored.Trained("rgb", "finetune", "fog", 0)
    for one in (first, second, other, first):
        stored.store_rows(one, [made_log()], tmp_path)
    rows = stored.read_rows(tmp_path / "pointnav_rgb_finetuned.csv")
    assert [(row["target"], row["repeat"]) for row in rows] == [("fog", "0"), ("mud", "0"), ("mud", "1")]
    assert stored.Trained("rgb", "action", "mud", 0).agent == "pointnav_rgb_action_adapted"
    assert stored.Trained("rgb", "action", "", 0).folder == "rgb-action-clean-0"


def test_a_page_may_have_no_control_yet(module: object, tmp_path: Path) -> None:
    """So a study can begin with any way of training."""
    stored, adaptation = module("adaptation_rows"), module("adaptation_page")
    stored.store_rows(stored.Trained("rgbd", "finetune", "mud", 0), [made_log()], tmp_path)
    text, cells = adaptation.page(tmp_path)
    names = [cell.agent for cell in cells if cell.change is None]
    assert "pointnav_rgbd_finetuned" in names and "## PointNav RGB-D" in text
    assert "continued in clean houses (control)" in text.split("## Not yet measured")[1]


@pytest.mark.slow
def test_pages_are_what_the_stored_episodes_say_today(module: object) -> None:
    """If this fails: python results/adaptation_page.py; python results/behaviour_tables.py."""
    adaptation, behaviour = module("adaptation_page"), module("behaviour_tables")
    text, _ = adaptation.page()
    assert (adaptation.FOLDER / "README.md").read_text(encoding="utf-8") == text
    for folder in behaviour.FOLDERS:
        assert (folder / "README.md").read_text(encoding="utf-8") == behaviour.page(folder)
