"""The page in a real Chromium: no complaints, tables sort, nothing escapes, any width and paper do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_runs import write_run

from wayproof.log import Outcome
from wayproof.report.outputs import write_report
from wayproof.vocabulary import AgentCard

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium"),
]
ARGUMENTS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
EVIL = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>\x00\u202e" + "B" * 100_000


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, headless=True)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def page_file(made_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    write_report([made_run], file, tell=lambda _: None)
    return file


class Seen:
    """A page that is open, with all that it complained about or asked for."""

    def __init__(self, browser: playwright.Browser, file: Path, **context: object) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}} | context)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def column(self, table: str, number: int) -> list[str]:
        return self.page.eval_on_selector_all(
            f"{table} tbody tr > :nth-child({number})", "cells => cells.map(cell => cell.textContent.trim())"
        )


def test_the_page_opens_without_complaint_or_request(browser: playwright.Browser, page_file: Path) -> None:
    seen = Seen(browser, page_file)
    assert seen.complaints == []
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []
    assert seen.page.inner_text("h1") == "made"
    seen.context.close()


def test_tables_sort_both_ways_by_number_and_by_name(browser: playwright.Browser, page_file: Path) -> None:
    seen = Seen(browser, page_file)
    assert seen.column(".conditions", 1)[0] == "clean"
    seen.page.click(".conditions th:nth-child(5) button")
    order = seen.column(".conditions", 1)
    assert order[:2] == ["fog", "full drift"] and order[-1] == "clean"  # what has no number comes last
    assert seen.page.get_attribute(".conditions th:nth-child(5)", "aria-sort") == "ascending"
    seen.page.click(".conditions th:nth-child(5) button")
    assert seen.column(".conditions", 1)[-2:] == ["fog", "clean"]
    seen.page.focus(".conditions th:nth-child(1) button")
    seen.page.keyboard.press("Enter")
    assert seen.column(".conditions", 1) == ["clean", "dust", "fog", "full drift", "half drift"]
    seen.page.click(".worked thead tr:last-child th:nth-child(5) button")
    assert seen.column(".worked", 1)[0] == "fog"
    assert seen.complaints == []
    seen.context.close()


def test_a_hostile_run_does_nothing(browser: playwright.Browser, tmp_path: Path) -> None:
    wins = {"clean": [True] * 8, "black box": [False] * 8, EVIL: [False] * 8}
    folder = write_run(
        tmp_path / "run",
        wins,
        agent=AgentCard(EVIL, summary=EVIL),
        spoken={"clean": "go", "black box": EVIL},
        broken={("clean", 0): Outcome("agent_error", EVIL)},
        summary=EVIL,
    )
    file = tmp_path / "report.html"
    write_report([folder], file, tell=lambda _: None)
    seen = Seen(browser, file)
    assert seen.page.evaluate("window.hurt") is None
    assert seen.page.evaluate("document.scripts.length") == 1
    assert seen.page.evaluate("document.images.length") == 0
    assert seen.complaints == []
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 1280
    seen.context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_at_any_width(
    browser: playwright.Browser, page_file: Path, width: int, height: int, scheme: str
) -> None:
    seen = Seen(browser, page_file, viewport={"width": width, "height": height}, color_scheme=scheme)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    fixed = "[...document.querySelectorAll('table')].filter(table => !table.closest('.scroll')).length"
    assert seen.page.evaluate(fixed) == 0  # wide tables scroll by themselves
    paper = seen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(int(part) for part in paper[4:-1].split(",")) / 3
    assert (light > 200) == (scheme == "light")
    seen.context.close()


def test_without_script_everything_is_there(browser: playwright.Browser, page_file: Path) -> None:
    seen = Seen(browser, page_file, java_script_enabled=False)
    assert "Assurance appendix" in seen.page.inner_text("main")
    assert seen.page.locator("table").count() >= 8 and seen.page.locator("th button").count() == 0
    seen.context.close()


def test_paper_is_light_without_rail_and_has_all_pages(browser: playwright.Browser, page_file: Path) -> None:
    seen = Seen(browser, page_file, color_scheme="dark")
    seen.page.emulate_media(media="print")
    assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not seen.page.is_visible(".rail")
    printed = seen.page.pdf(prefer_css_page_size=True)
    assert printed.startswith(b"%PDF") and 4 <= printed.count(b"/Type /Page\n") <= 40
    seen.context.close()
