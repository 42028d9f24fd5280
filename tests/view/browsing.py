"""A page in Chromium as the tests see it: what it shows, and everything that went wrong in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

DESKTOP, PHONE = (1280, 800), (390, 844)
WAIT_MS = 120_000
# For a moment after the address changed, the page with its keys is still that of the old one, and not busy.
SETTLED = """() => {
    const main = document.getElementById("main");
    return !main.hasAttribute("aria-busy") && main.dataset.place === location.hash.slice(1).split("?")[0];
}"""


class Tab:
    """A page and everything that went wrong in it."""

    def __init__(self, browser: Any, size: tuple[int, int] = DESKTOP, scheme: str = "light") -> None:
        self.page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        self.page.set_default_timeout(WAIT_MS)
        self.troubles: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: self.troubles.append(dialog.message))
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def rows(self) -> list[str]:
        return [
            str(text) for text in self.page.locator("tbody tr[data-key] td:nth-child(2)").all_inner_texts()
        ]

    def column(self, number: int) -> list[str]:
        cells = self.page.locator(f"tbody tr[data-key] td:nth-child({number})")
        return [str(text) for text in cells.all_inner_texts()]

    def steps(self) -> list[str]:
        return [str(view.get_attribute("data-step")) for view in self.page.locator("canvas").all()]

    def shown(self) -> int:
        return int(self.page.locator("#main").get_attribute("data-step"))

    def settled(self) -> bool:
        """Whether the page is that of the address, with its keys."""
        return bool(self.page.evaluate(SETTLED))

    def open(self, address: str, episode: str = "tbody tr[data-key] a >> nth=0") -> None:
        self.page.goto(address)
        self.page.click(episode)
        self.page.wait_for_selector("canvas[data-step]")
        self.until(self.settled)

    def until(self, holds: Callable[[], bool], longest_s: float = 60.0) -> None:
        until_s = time.monotonic() + longest_s
        while not holds():
            assert time.monotonic() < until_s, "it did not come to that"
            self.page.wait_for_timeout(30)
