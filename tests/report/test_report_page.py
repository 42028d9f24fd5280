"""The page: the numbers of `score`, nothing from outside, nothing that a hostile text could do."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from made_runs import write_run
from page_reading import Page

from wayproof.errors import InvalidInput
from wayproof.log import Outcome
from wayproof.report.outputs import report_text
from wayproof.report.page import environment, harmless
from wayproof.results.published.paper_tables import papers
from wayproof.results.table import tables_in
from wayproof.vocabulary import AgentCard

PAPERS = {paper.link for paper in papers().values()}
EVIL = (
    "<script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>\x00\x1b[2J\u202e"
    + "A" * 100_000
)


def text_of(*folders: Path, episodes: int = 4) -> str:
    return report_text(folders, episodes=episodes, tell=lambda _: None)


@pytest.fixture(scope="module")
def page_text(made_run: Path) -> str:
    return text_of(made_run)


@pytest.fixture(scope="module")
def page(page_text: str) -> Page:
    return Page(page_text)


@pytest.fixture(scope="module")
def hostile_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("hostile") / "<b>run"
    write_run(
        folder,
        {"clean": [True] * 8, "black box": [False] * 8, EVIL: [k < 4 for k in range(8)]},
        agent=AgentCard(EVIL, summary=EVIL, version=EVIL),
        spoken={"clean": "go to the chair", "black box": EVIL},
        broken={("clean", 1): Outcome("agent_error", EVIL)},
        summary=EVIL,
        notes=(EVIL,),
    )
    return text_of(folder)


def test_the_table_of_conditions_has_the_numbers_of_score(made_run: Path, page: Page) -> None:
    rows = page.table("conditions").by_name()
    for line in tables_in(made_run)[0].conditions:
        n, sr, spl, change, verdict, p = rows[line.name][1:7]
        assert float(n.attributes["data-v"] or "") == line.n
        assert float(sr.attributes["data-v"] or "") == pytest.approx(line.sr)
        assert sr.text == f"{100 * line.sr:.1f} % {100 * line.sr_low:.0f} to {100 * line.sr_high:.0f}"
        assert spl.text == f"{line.spl:.2f} {line.spl_low:.2f} to {line.spl_high:.2f}"
        assert verdict.text.endswith(line.verdict)
        if line.delta is not None:
            bounds = f"{100 * line.delta_low:+.0f} to {100 * line.delta_high:+.0f}"
            seen = change.text.replace("\N{MINUS SIGN}", "-")
            assert seen == f"{100 * line.delta:+.1f} {bounds}".replace("+0.0", "0.0").replace("+0 ", "0 ")
            assert p.attributes["data-v"] == str(line.p_holm)


def test_a_reader_with_a_calculator_gets_the_retention_score(made_run: Path, page: Page) -> None:
    """From the printed means alone: divide, add up, divide by the number of faults."""
    table = page.table("worked")
    body = [row for row in table.rows if len(row) == 8 and row[1].text.isdigit()]
    foot = [cell for row in table.rows for cell in row if "prs" in (cell.attributes.get("class") or "")]
    wanted = tables_in(made_run)[0]
    for column, cell, score in ((2, foot[0], wanted.prs_sr), (5, foot[1], wanted.prs_spl)):
        ratios = [float(row[column + 1].text) / float(row[column].text) for row in body]
        printed = [float(row[column + 2].text) for row in body]
        assert printed == pytest.approx(ratios, abs=2e-4)
        assert float(cell.text.split()[-1]) == pytest.approx(sum(printed) / len(printed), abs=1e-4)
        assert np.mean(printed) == pytest.approx(score, abs=1e-4)


def test_every_section_that_was_promised_is_there(page: Page) -> None:
    ids = {known.get("id") for _, known in page.tags}
    wanted = (
        "conditions cases retained severity failures behaviour slices noise published protocol gaps assurance"
    )
    assert {f"a0-{name}" for name in wanted.split()} <= ids
    links = [known["href"] for tag, known in page.tags if tag == "a"]
    own = [link or "" for link in links if link not in PAPERS]
    assert own and all(link.startswith("#") and (link[1:] in ids) for link in own)


def test_published_rows_link_to_their_papers(page: Page) -> None:
    links = {known["href"] for tag, known in page.tags if tag == "a"} & PAPERS
    assert links == {papers()[name].link for name in ("NavTrust", "RobustNav")}


def test_tables_and_pictures_can_be_read_aloud(page: Page) -> None:
    """Every heading says what it heads, every row begins with one, every drawing says what it shows."""
    scopes = [known.get("scope") for tag, known in page.tags if tag == "th"]
    assert scopes and set(scopes) <= {"col", "row", "colgroup", "rowgroup"}
    assert all(table.rows[-1][0].attributes.get("scope") == "row" for table in page.tables)
    assert page.silent_pictures() == []


def test_published_rows_stand_apart_and_say_that_they_are_of_another_world(page: Page) -> None:
    kinds = [
        known.get("class")
        for tag, known in page.tags
        if tag == "section" and known.get("id") == "a0-published"
    ]
    assert kinds == ["elsewhere"]
    assert "These numbers come from other worlds" in page.text and "never a rank" in page.text


def test_nothing_comes_from_outside(page_text: str, page: Page) -> None:
    for _, known in page.tags:
        for name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset"):
            value = known.get(name)
            assert value is None or value in PAPERS or value.startswith(("#", "data:image/jpeg;base64,"))
        assert not any(name.startswith("on") or name == "style" for name in known)
    assert set(re.findall(r"https?://[^\s\"<]*", page_text)) <= PAPERS  # to be followed, never fetched
    assert not re.search(r"url\(|@import|@font-face", page.inside["style"])
    assert not re.search(
        r"fetch|XMLHttp|import\(|eval|innerHTML|document\.write|localStorage", page.inside["script"]
    )


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(page: Page) -> None:
    policy = next(k["content"] for t, k in page.tags if t == "meta" and k.get("http-equiv")) or ""
    assert "default-src 'none'" in policy and "unsafe" not in policy
    for tag in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(page.inside[tag].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert sum(tag == "script" for tag, _ in page.tags) == 1


def test_hostile_texts_are_inert_visible_and_short(hostile_text: str, page: Page) -> None:
    hostile = Page(hostile_text)
    assert sum(tag == "script" for tag, _ in hostile.tags) == 1
    known_tags = {tag for tag, _ in page.tags} | {"ins", "del", "br"}
    assert {tag for tag, _ in hostile.tags} <= known_tags
    for tag, attributes in hostile.tags:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        assert not str(attributes.get("src") or "data:").startswith("http")
    assert "alert(1)" in hostile.text  # shown as what it is
    assert not set(hostile_text) & set("\x00\x1b\u202e")
    assert "A" * 2000 not in hostile_text and len(hostile_text) < 600_000
    assert "100,1" in hostile.text and "characters in all" in hostile.text


def test_a_changed_instruction_is_shown_with_its_changes(hostile_text: str) -> None:
    hostile = Page(hostile_text)
    assert any(tag == "ins" for tag, _ in hostile.tags) and any(tag == "del" for tag, _ in hostile.tags)


def test_words_as_a_mitigated_agent_read_them_have_their_differences_marked(tmp_path: Path) -> None:
    long = "walk past the couch and go on, " * 30  # dense instructions are longer than 400 characters
    told = {
        "clean": f"{long}then stop at the bed.",
        "black box": f"Turn back now. {long}then stop at the bed.",
    }
    folder = write_run(
        tmp_path / "run",
        {"clean": [True] * 8, "black box": [False] * 8},
        spoken=told,
        mended={"clean": told["clean"], "black box": f"{long}then stop at the <b>."},
    )
    text = text_of(folder)
    assert "As the agent read it, after safeguard" in text and "<ins>Turn back now.</ins>" in text
    assert "<del>bed.</del> <ins>&lt;b&gt;.</ins>" in text


def test_a_page_stays_small(page_text: str) -> None:
    assert len(page_text.encode()) < 1_000_000


def test_the_same_run_gives_the_same_page(made_run: Path, page_text: str) -> None:
    assert text_of(made_run) == page_text


def test_several_runs_stand_side_by_side(tmp_path: Path, made_run: Path) -> None:
    wins = {"clean": [True] * 40, "fog": [True] * 40, "dust": [True] * 40}
    other = write_run(tmp_path / "other", wins, agent=AgentCard("better", sensors=("rgb",)))
    page = Page(text_of(made_run, other, episodes=0))
    assert (
        "2 agents side by side" in page.text
        and "better against made: success, paired by episode" in page.text
    )
    assert {"a0-conditions", "a1-conditions", "sides"} <= {known.get("id") for _, known in page.tags}


def test_what_cannot_be_drawn_again_says_why_and_still_shows_the_ways(page: Page) -> None:
    assert "Could not be redrawn: no scene named 'elsewhere/" in page.text
    maps = [known for tag, known in page.tags if tag == "svg" and known.get("class") == "map"]
    assert len(maps) == 5  # four episodes, and one of them again at the top
    assert {"w-clean", "w-hurt", "m-start", "m-goal", "m-divergence"} <= {
        k.get("class") for _, k in page.tags
    }


def test_templates_refuse_what_does_not_exist_and_clean_what_they_print() -> None:
    made = environment()
    assert made.from_string("{{ x }}").render(x="<b>\x07" + "y" * 5000).startswith("&lt;b&gt;␇yyy")
    assert len(made.from_string("{{ x }}").render(x="y" * 5000)) < 1300
    assert harmless(3.5) == 3.5
    with pytest.raises(Exception, match="undefined"):
        made.from_string("{{ missing }}").render()


def test_a_wrong_number_of_episodes_is_refused(made_run: Path) -> None:
    with pytest.raises(InvalidInput, match="episodes is 99; give 0 to 40"):
        text_of(made_run, episodes=99)
