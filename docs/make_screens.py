"""Take the pictures of report and viewer anew in a browser, from `make quickstart` and a run with words.

    wayproof run docs/masked-words.toml --agent frontier_explorer --trace -o words
    python docs/make_screens.py quickstart words

Needs Debian's chromium and the packages of `make test`. Look at the pictures before you commit them.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from make_docs import LARGEST_PICTURE_BYTES
from PIL import Image, ImageOps
from playwright.sync_api import Locator, Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
BROWSER_ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LONGEST_MS = 200_000
DARK, TOLD = "dusk and noise", "Find a toilet."  # of the quickstart: a condition, and who gets lost in it


def main(folder: Path, words: Path) -> None:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=BROWSER_ARGUMENTS)
        page = browser.new_page(viewport=DESKTOP)
        page.set_default_timeout(LONGEST_MS)
        take_report(page, (folder / "report.html").resolve())
        with viewer_of(folder / "run") as address:
            take_viewer(page, address)
        with viewer_of(words) as address:
            take_words(page, address)
        browser.close()


def take_report(page: Page, file: Path) -> None:
    """Its top, one lost episode, and its top on a telephone."""
    page.goto(file.as_uri())
    save(page, "report.png")
    lost = page.locator("article.case", has_text=re.compile("success lost"))
    save(lost.filter(has_text=DARK).first, "report-trace.png")
    page.set_viewport_size(PHONE)
    page.goto(file.as_uri())
    save(page, "report-phone.png")
    page.set_viewport_size(DESKTOP)


def take_viewer(page: Page, address: str) -> None:
    """The list of lost episodes, and one of them where its twins have just parted."""
    page.goto(address)
    page.wait_for_selector("tbody tr[data-key]")
    listed = page.url
    page.goto(f"{listed}?result=lost")
    page.wait_for_selector("tbody tr[data-key]")
    page.wait_for_timeout(500)
    save(page, "viewer-episodes.png")
    page.goto(f"{listed}?condition={DARK.replace(' ', '+')}&result=lost")
    page.click(f"tbody tr[data-key]:has-text('{TOLD}') a")
    page.wait_for_selector(".side.corrupted .cell-names li")
    save_divergence(page, 4, "viewer-trace.png")


def take_words(page: Page, address: str) -> None:
    """An episode whose instructions lost words, with pictures and depth."""
    page.goto(f"{address}#")
    page.wait_for_selector("tbody tr[data-key]")
    page.goto(f"{page.url}?condition=masked+words&result=lost")
    page.click("tbody tr[data-key] a >> nth=0")
    page.wait_for_selector("canvas[data-step]")
    for name, wanted in (("colour", True), ("depth", True), ("recognised", False)):
        page.locator(".controls label", has_text=name).locator("input").set_checked(wanted)
    save_divergence(page, 12, "viewer-replay.png")


def save_divergence(page: Page, later: int, name: str) -> None:
    """The episode so many steps after its twins have parted."""
    page.keyboard.press("d")
    for _ in range(later):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".map image")
    page.wait_for_timeout(5000)  # frames are rendered anew
    save(page, name)


def save(shown: Page | Locator, name: str) -> None:
    """Without the lowest bits where it would be too large; a palette would bend the colours of a legend."""
    file, picture = PICTURES / name, Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    for bits in (8, 7, 6, 5):
        ImageOps.posterize(picture, bits).save(file, optimize=True)
        if file.stat().st_size < LARGEST_PICTURE_BYTES:
            print(f"took {name}, {file.stat().st_size // 1000} kB")
            return
    raise SystemExit(f"{file} is too large even with {bits} bits a colour")


@contextmanager
def viewer_of(run: Path) -> Iterator[str]:
    """The address of a viewer of its own process."""
    command = [sys.executable, "-u", "-m", "wayproof", "view", str(run), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = next(found for line in process.stdout if (found := re.search(r"http://\S+", line)))
    try:
        yield found.group()
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main(*(Path(folder) for folder in sys.argv[1:] or ("quickstart", "words")))
