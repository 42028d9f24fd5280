"""Claims on hand-made tables where the answer is known, and the page that is made of the stored ones."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
COLUMNS = ("condition", "scene", "episode", "repeat", "success", "collisions", "difficulty")
Outcome = Callable[[int, str], float | str]  # of episode number so and so under a condition; '' if undefined
CLEAR = "clean fog mud".split()


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "results"))
    return importlib.import_module("claims")


def _store(
    folder: Path, agent: str, success: Outcome, collisions: Outcome = lambda *_: 0.0, suite: str = "made"
) -> None:
    """Forty episodes in ten scenes, easy and hard in turn."""
    (folder / suite).mkdir(exist_ok=True)
    with (folder / suite / f"{agent}.csv").open("w", newline="") as text:
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        for condition in CLEAR:
            for number in range(40):
                level = "easy" if number % 2 == 0 else "hard"
                values = (success(number, condition), collisions(number, condition), level)
                writer.writerow((condition, f"scene {number // 4}", number, 0, *values))


def _one(claims: ModuleType, folder: Path, **fields: object) -> object:
    given = {"claim": "c", "source": "s", "family": "f", "suite": "made", "agent": "a", **fields}
    (found,) = claims.findings([claims.Claim(**given)], folder)
    return found


def _half_in_fog(number: int, condition: str) -> float:
    """Mud loses only hard episodes: one or both in each scene. Fog loses three of four."""
    in_mud = number % 4 != 1 and number not in (3, 11, 23)
    return float(condition == "clean" or (in_mud if condition == "mud" else number % 8 in (0, 6)))


def _never_lost(number: int, condition: str) -> float:
    return 1.0


def test_a_claim_may_compare_an_agent_with_itself_in_another_suite(
    claims: ModuleType, tmp_path: Path
) -> None:
    _store(tmp_path, "a", lambda number, _: float(number % 3 > 0))
    _store(tmp_path, "a", _never_lost, suite="calm")
    found = _one(claims, tmp_path, kind="lower", conditions=("clean",), against_suite="calm")
    assert (found.verdict, found.episodes) == ("held", 40)
    assert found.estimate == pytest.approx(-14 / 40)
    _store(tmp_path, "a", lambda number, _: float(number % 8 == 0), suite="weak")
    weak = _one(claims, tmp_path, kind="lower", conditions=("clean",), against_suite="weak")
    assert (weak.verdict, weak.reason) == ("cannot decide", "a succeeds in under 20 % of clean episodes")
    absent = _one(claims, tmp_path, kind="lower", conditions=("clean",), against_suite="stormy")
    assert (absent.verdict, absent.reason) == ("not yet measured", "no episode of a in stormy is stored")


def test_a_repeat_is_compared_with_the_same_repeat(claims: ModuleType, tmp_path: Path) -> None:
    """A second training that only one side has does not move the comparison."""
    _store(tmp_path, "a", lambda number, _: float(number % 3 > 0))
    _store(tmp_path, "b", lambda number, _: float(number % 3 > 0))
    lucky = [
        f"{name},scene {number // 4},{number},1,1.0,0.0,easy\n" for name in CLEAR for number in range(40)
    ]
    with (tmp_path / "made" / "b.csv").open("a", newline="") as text:
        text.writelines(lucky)
    with (tmp_path / "made" / "a.csv").open("a", newline="") as text:
        text.writelines(line for line in lucky if line.startswith("mud"))
    found = _one(claims, tmp_path, kind="lower", conditions=("fog",), against="b")
    assert (found.verdict, found.estimate, found.episodes) == ("cannot decide", 0.0, 40)


def test_kinds_find_what_was_put_into_the_table(claims: ModuleType, tmp_path: Path) -> None:
    _store(tmp_path, "a", _half_in_fog, lambda number, name: 3.0 + number % 3 if name == "fog" else 1.0)
    _store(tmp_path, "b", _never_lost)
    cases = {
        "held": [
            {"kind": "falls", "conditions": ("fog",)},
            {"kind": "rises", "conditions": ("fog",), "metric": "collisions"},
            {"kind": "lower", "conditions": ("fog",), "others": ("mud",)},
            {"kind": "lower", "conditions": ("fog",), "against": "b"},
            {"kind": "higher", "agent": "b", "against": "a", "conditions": ("fog",)},
            {"kind": "worst", "conditions": ("fog",), "others": ("mud", "clean")},
            {"kind": "smaller_drop", "agent": "b", "against": "a", "conditions": ("fog",)},
            {"kind": "harder", "conditions": ("mud",)},
        ],
        "not held": [
            {"kind": "rises", "conditions": ("fog",)},
            {"kind": "lower", "conditions": ("mud",), "others": ("fog",)},
            {"kind": "higher", "conditions": ("fog",), "against": "b"},
            {"kind": "worst", "conditions": ("mud",), "others": ("fog", "clean")},
            {"kind": "smaller_drop", "against": "b", "conditions": ("fog",)},
        ],
        "cannot decide": [
            {"kind": "falls", "conditions": ("fog",), "agent": "b"},
            {"kind": "lower", "conditions": ("fog",), "others": ("fog",)},
        ],
    }
    for verdict, fields in cases.items():
        for one in fields:
            assert _one(claims, tmp_path, **one).verdict == verdict, one
    found = _one(claims, tmp_path, kind="falls", conditions=("fog",))
    assert (found.estimate, found.episodes, found.scenes) == (-0.75, 40, 10)
    assert found.low < -0.75 < found.high < 0.0


def test_a_level_is_reached_or_a_lead_exceeds_it_only_with_the_whole_interval(
    claims: ModuleType, tmp_path: Path
) -> None:
    """One of three fails, 26 of 40 succeed: an interval of about 49 to 79 %."""
    _store(tmp_path, "a", lambda number, _: float(number % 3 > 0))
    _store(tmp_path, "b", _never_lost)
    clean = {"conditions": ("clean",)}
    for level, verdict in ((0.4, "held"), (0.6, "cannot decide"), (0.7, "cannot decide"), (0.9, "not held")):
        found = _one(claims, tmp_path, kind="reaches", level=level, **clean)
        assert (found.verdict, found.estimate) == (verdict, pytest.approx(26 / 40 - level)), level
        assert found.low < found.estimate < found.high
        assert (found.p_adjusted < 0.05) == (verdict != "cannot decide")
    perfect = _one(claims, tmp_path, agent="b", kind="reaches", level=0.8, **clean)
    assert perfect.verdict == "held" and perfect.estimate + 0.8 == perfect.high + 0.8 == 1.0
    for level, verdict in ((0.1, "held"), (0.3, "cannot decide"), (0.7, "not held")):
        lead = _one(claims, tmp_path, agent="b", against="a", kind="higher", level=level, **clean)
        assert (lead.verdict, lead.estimate) == (verdict, pytest.approx(14 / 40 - level)), level


def test_house_means_decide_where_no_episode_has_the_metric_on_both_sides(
    claims: ModuleType, tmp_path: Path
) -> None:
    """Clean leaves the metric undefined in odd episodes, faults in even ones, and mud in two whole houses."""

    def defined(number: int, condition: str) -> float | str:
        if (number % 2 == 0) != (condition == "clean") or (condition == "mud" and number < 8):
            return ""
        return {"clean": 1.0, "fog": 4.0 + number % 3, "mud": 2.0}[condition]

    _store(tmp_path, "a", _never_lost, defined)
    asked = {"conditions": ("fog", "mud"), "metric": "collisions"}
    by_episode = _one(claims, tmp_path, kind="rises", **asked)
    assert (by_episode.verdict, by_episode.reason) == (
        "not yet measured",
        "the two sides share no episode",
    )
    found = _one(claims, tmp_path, kind="rises_by_house", **asked)
    assert (found.verdict, found.episodes, found.scenes) == ("held", 10, 10)
    odd = [(number, defined(number, "fog")) for number in range(40) if number % 2]
    fog = [sum(value for number, value in odd if number // 4 == house) / 2 for house in range(10)]
    under_faults = [mean if house < 2 else (mean + 2.0) / 2 for house, mean in enumerate(fog)]
    assert found.estimate == pytest.approx(sum(under_faults) / 10 - 1.0)
    steady = _one(claims, tmp_path, kind="rises_by_house", conditions=("clean",), metric="collisions")
    assert (steady.verdict, steady.estimate) == ("cannot decide", 0.0)


def test_too_few_differing_pairs_and_many_claims_cannot_decide(claims: ModuleType, tmp_path: Path) -> None:
    _store(tmp_path, "a", lambda number, name: float(name == "clean" or number not in (0, 4, 8, 12)))
    assert _one(claims, tmp_path, kind="falls", conditions=("fog",)).verdict == "cannot decide"
    lost = (0, 4, 8, 12, 16, 20, 24)
    _store(tmp_path, "a", lambda number, name: float(name != "fog" or number not in lost))
    falls = claims.Claim("c", "s", "f", "falls", "made", "a", conditions=("fog",))
    nothing = claims.Claim("c", "s", "f", "falls", "made", "a", conditions=("mud",))
    assert claims.findings([falls], tmp_path)[0].verdict == "held"
    among = claims.findings([falls, *[nothing] * 9], tmp_path)[0]
    assert among.verdict == "cannot decide" and "adjusted p" in among.reason
    elsewhere = claims.Claim("c", "s", "other", "falls", "made", "a", conditions=("mud",))
    assert claims.findings([falls, *[elsewhere] * 9], tmp_path)[0].verdict == "held"


def test_what_is_not_stored_is_said_and_weak_agents_not_judged(claims: ModuleType, tmp_path: Path) -> None:
    _store(tmp_path, "a", lambda number, name: float(number % 10 == 0 and name == "clean"))
    weak = _one(claims, tmp_path, kind="falls", conditions=("fog",))
    assert weak.verdict == "cannot decide" and "under 20 %" in weak.reason
    _store(tmp_path, "a", _never_lost)
    for fields, reason in (
        ({"agent": "nobody", "conditions": ("fog",)}, "no episode of nobody in made is stored"),
        ({"conditions": ("snow",)}, "condition 'snow' is not stored"),
        ({"conditions": ("fog",), "metric": "spl"}, "spl is not stored"),
    ):
        found = _one(claims, tmp_path, kind="falls", **fields)
        assert (found.verdict, found.reason, found.estimate) == ("not yet measured", reason, None)
    assert _one(claims, tmp_path, not_here="no snow").verdict == "not measurable here"


def test_weak_agents_are_ranked_and_goals_decide_where_they_are_stored(
    claims: ModuleType, tmp_path: Path
) -> None:
    """Which of two agents finds more is worth knowing of a weak one too; how it stands a fault is not."""
    _store(tmp_path, "weak", lambda number, _: float(number % 10 == 0))
    _store(tmp_path, "b", lambda number, _: float(number % 3 > 0))
    ranks = _one(claims, tmp_path, kind="higher", agent="b", against="weak", conditions=("clean",))
    assert ranks.verdict == "held"
    drops = _one(claims, tmp_path, kind="smaller_drop", agent="b", against="weak", conditions=("fog",))
    assert "weak succeeds in under 20 %" in drops.reason
    file = tmp_path / "made" / "weak.csv"
    lines = file.read_text().splitlines()
    file.write_text("\n".join([f"{lines[0]},goal_success", *(f"{line},0.5" for line in lines[1:])]) + "\n")
    drops = _one(claims, tmp_path, kind="smaller_drop", agent="b", against="weak", conditions=("fog",))
    assert drops.verdict == "cannot decide" and drops.reason == ""


def test_the_page_is_what_the_stored_episodes_say_today(
    claims: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this fails: python docs/make_findings.py."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    maker = importlib.import_module("make_findings")
    made = maker.page(maker.read_toml(ROOT / "docs/claims.toml", maker.Claims))
    assert (ROOT / "docs/findings.md").read_text(encoding="utf-8") == made
