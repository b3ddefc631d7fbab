"""`python -m handbook.pictures`: the README's moving picture, one of the page *Enter as …*, and those of the staff's
pages, from a demonstration.

It opens one in a folder of its own, plays a hand as its player, waits for the jackpot as its supervisor, and takes some
two minutes. It needs Chromium, Playwright and Pillow, which the tests need too.
"""

from __future__ import annotations

import io
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from croupier.floor.demo.cast import HELD_TABLE, LINK, PIN, VOIDED_TABLE

PICTURES: Final = Path(__file__).parents[1] / "docs" / "img"
FILM: Final = PICTURES / "demo.webp"
ENTER: Final = PICTURES / "demo-enter.png"
SIZE: Final = (1280, 800)
_SHOWN: Final = (960, 600)
_DESK: Final = (1440, 900)
_PAGES: Final = {
    "home": ("sam", "/staff"),
    "pit": ("sam", "/staff/pit"),
    "table-form": ("sam", "/staff/tables/new?rules=three-card"),
    "link": ("sam", f"/staff/links/{LINK}"),
    "cage": ("sam", "/staff/cage"),
    "figures": ("eve", "/staff/figures"),
    "audit": ("amy", "/staff/journal"),
    "people": ("adam", "/staff/people"),
}
"""Pages of the staff by the names of their pictures, each as one of them sees it."""
_JACKPOT_MS: Final = 300_000
_MOST_FRAMES: Final = 14
_CHROMIUM: Final = ("chromium-headless-shell", "chromium", "google-chrome")


class Film:
    """Frames, each with how long it is shown."""

    def __init__(self) -> None:
        self._frames: list[Image.Image] = []
        self._ms: list[int] = []

    def take(self, page: Page, ms: int) -> None:
        """One more frame: the page as it stands."""
        self._frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(_SHOWN))
        self._ms.append(ms)

    def save(self, path: Path) -> None:
        """The film as an animated WebP, shown again and again."""
        first, *others = self._frames
        first.save(path, save_all=True, append_images=others, duration=self._ms, loop=0, quality=55, method=6)


@contextmanager
def demonstration() -> Iterator[str]:
    """The address of a demonstration that is open for as long as the context lasts."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "croupier.cli", "demo", "--folder", f"{folder}/demo", "--port", "0"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            assert server.stdout is not None
            yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+(?=/demo)", line)))
        finally:
            server.terminate()
            server.wait()


def entered(browser: Browser, address: str, name: str, size: tuple[int, int] = SIZE) -> Page:
    """A browser window in which somebody has entered, without their tour."""
    page = browser.new_page(base_url=address, viewport={"width": size[0], "height": size[1]})
    page.goto("/demo")
    page.get_by_role("button", name=f"Enter as {name},").click()
    page.get_by_role("button", name="Skip the tour").click()
    return page


def hand(film: Film, page: Page) -> None:
    """A hand of the player's, from the bet to what it paid."""
    page.goto(f"/tables/{VOIDED_TABLE}")
    page.get_by_role("button", name="Sit in seat 1").click()
    page.get_by_role("button", name="Deal").wait_for(timeout=_JACKPOT_MS)
    film.take(page, 1_200)
    _order(page, "bet 10 trips 5 progressive 5")
    page.wait_for_selector("body:not([data-stage=over]):not([data-stage=betting])", timeout=_JACKPOT_MS)
    keys = re.compile(r"Check|Bet 1x|Bet 2x")
    for _ in range(_MOST_FRAMES):
        film.take(page, 1_000)
        if (key := page.locator("#bar").get_by_role("button", name=keys).last).is_visible():
            key.click()
        page.wait_for_timeout(1_800)
        if page.locator("body").get_attribute("data-step") == "money":
            break
    film.take(page, 2_000)


def _order(page: Page, words: str) -> None:
    """An order, as the page sends it."""
    accepts = {"accept": "application/json"}
    there = page.request.get(f"/tables/{VOIDED_TABLE}", headers=accepts).json()
    body = {"order": words, "version": there["version"], "command": secrets.token_hex(12)}
    page.request.post(f"/api/tables/{VOIDED_TABLE}/orders", data=body, headers={"x-csrf": there["csrf"]})


def still(page: Page, name: str) -> None:
    """A picture of a page as it stands, once what it fetches and draws has come."""
    page.wait_for_timeout(1_500)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.save(PICTURES / f"{name}.webp", quality=80, method=6)


def staff_pages(browser: Browser, address: str) -> None:
    """The pages of the staff, each by itself."""
    for name, (who, path) in _PAGES.items():
        page = entered(browser, address, who, _DESK)
        page.goto(path)
        still(page, name)
        page.close()
    page = entered(browser, address, "sam", _DESK)
    page.goto("/staff/shift")
    for field, number in (
        (f"tray-{HELD_TABLE}-50000", 27),
        (f"tray-{HELD_TABLE}-10000", 3),
        (f"box-{HELD_TABLE}-10000", 0),
    ):
        page.eval_on_selector(f"[name='{field}']", "(field, value) => { field.value = value; }", str(number))
    page.get_by_role("button", name="Seal these counts").click()
    page.get_by_role("dialog").get_by_role("button", name="Seal these counts").click()
    page.get_by_role("button", name="Close these shifts").wait_for()
    page.locator(".count-row summary").first.click()
    still(page, "shift")
    page.close()


def jackpot(film: Film, page: Page, desk: Page) -> None:
    """The jackpot in the pit: it is claimed, verified and paid."""
    page.goto("/staff/pit")
    page.wait_for_timeout(1_000)
    film.take(page, 1_500)
    page.wait_for_selector("#claims .claim", timeout=_JACKPOT_MS)
    page.wait_for_timeout(1_000)
    film.take(page, 2_500)
    desk.goto("/staff/pit")
    still(desk, "claim")
    page.locator("#claims .claim input[name=pin]").fill(PIN)
    film.take(page, 1_200)
    page.get_by_role("button", name="Verify and pay").click()
    page.locator("#paid").wait_for()
    page.wait_for_timeout(700)
    film.take(page, 2_200)
    desk.goto(str(page.locator("#paid a").get_attribute("href")))
    still(desk, "win")


def main() -> None:
    """Take all of them."""
    film = Film()
    found = next((path for name in _CHROMIUM if (path := shutil.which(name))), None)
    with demonstration() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        first = browser.new_page(base_url=address, viewport={"width": SIZE[0], "height": SIZE[1]})
        first.goto("/demo")
        enter = Image.open(io.BytesIO(first.screenshot())).convert("RGB")
        enter.quantize(128, Image.Quantize.FASTOCTREE).save(ENTER, optimize=True)
        film.take(first, 1_800)
        hand(film, entered(browser, address, "pat"))
        jackpot(film, entered(browser, address, "sam"), entered(browser, address, "sam", _DESK))
        first.goto(f"/display/{LINK}")
        for _ in range(2):
            first.wait_for_timeout(1_500)
            film.take(first, 1_500)
        staff_pages(browser, address)
        browser.close()
    film.save(FILM)
    print(f"{FILM.name}: {FILM.stat().st_size // 1024} KiB; {ENTER.name}: {ENTER.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
