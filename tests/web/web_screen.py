"""A real browser for the tests: it looks at every state, and lets axe-core look too."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Playwright, expect
from web_place import Place

from croupier.floor.roles import Person
from croupier.games import ruleset
from croupier.web.sessions import COOKIE
from depth import axe_looks

ARTIFACTS = Path(__file__).parent / "artifacts"
WAIT_MS = 60_000
DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
Sizes = Sequence[dict[str, int]]
_SIZE = re.compile(r"\b(desk|tablet|phone|\d+x\d+|\d{3,})\b")
"""How a name of what is looked at says the size of the screen."""
_first_width: dict[str, int] = {}
# The shell is the same engine without a window around it, which is what Playwright takes by itself where it brought its
# own: a visit costs it a third less.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# What surrounds a page cost more than the page: for every new window Chromium makes two pages of its address bar, which
# takes twice the processor time of one of ours. Of two such lists it takes the last, so Playwright's own is repeated.
_OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
# One process draws the pages of all windows: to start one for each costs as much as to show a table.
_RULES_OF_SIZE = ("aria-hidden-focus", "css-orientation-lock", "scrollable-region-focusable", "skip-link")
_OPTIONS = ("--no-sandbox", "--renderer-process-limit=1", f"--disable-features={','.join(_OFF)}")


def launch(playwright: Playwright) -> Browser:
    """Any Chromium that is here, or a skip that says what is missing."""
    own = Path(playwright.chromium.executable_path)
    found = next((path for name in _NAMES if (path := shutil.which(name))), str(own) if own.exists() else None)
    if found is None:
        pytest.skip("no Chromium here; install Debian's chromium-headless-shell, or run `playwright install chromium`")
    expect.set_options(timeout=WAIT_MS)
    return playwright.chromium.launch(executable_path=found, args=_OPTIONS)


# A text or a key that is cut by what it lies in, out of the window, behind another thing or over one.
_LAYOUT_FAULTS = """(scrolls) => {
  const faults = [], boxes = [];
  const called = (one) => `${one.tagName.toLowerCase()}#${one.id}.${one.getAttribute("class") || ""}`;
  const corners = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round);
  const what = (box) => `${called(box.one)} "${box.text.slice(0, 40)}" at ${corners(box)}`;
  const skipped = "svg *, .unseen, .skip, dialog:not([open]), script";
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest(skipped) || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.matches("button, input, select, progress, svg")) {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      boxes.push({ one, left, top, right, bottom, text: one.textContent || one.getAttribute("aria-label") || "" });
    }
    for (const text of one.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.data.trim() || one.matches("svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const air = (bottom - top) / 5; // the letters of a line are less high than its box
        if (right - left < 2) continue;
        boxes.push({ one, left, right, top: top + air, bottom: bottom - air, text: text.data.trim() });
      }
    }
  }
  const within = (box, edge, room) => box.left >= edge.left - room && box.right <= edge.right + room
    && box.top >= edge.top - room && box.bottom <= edge.bottom + room;
  const bottom = scrolls ? document.documentElement.scrollHeight - scrollY : innerHeight;
  for (const box of boxes) {
    if (!within(box, { left: 0, top: 0, right: innerWidth, bottom }, 1)) faults.push(`out of the window: ${what(box)}`);
    if (box.one.matches(".name[title]")) continue; // a long name ends in an ellipsis, and its title has it whole
    for (let around = box.one; around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).display === "contents" || within(box, around.getBoundingClientRect(), 2)) continue;
      faults.push(`${called(around)} is too small for ${what(box)}`);
      break;
    }
    const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (over && !over.contains(box.one) && !box.one.contains(over)) faults.push(`${called(over)} covers ${what(box)}`);
  }
  boxes.forEach((one, nth) => boxes.slice(nth + 1).forEach((other) => {
    if (one.one.contains(other.one) || other.one.contains(one.one)) return;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > 2) faults.push(`${what(one)} and ${what(other)} overlap`);
  }));
  return faults;
}"""


class Screen:
    """A browser window in which somebody looks at the card room. Whatever its console complains of is a failure.

    It has the first of its sizes. In a thorough run what is looked at there is looked at in the others, too.
    """

    def __init__(
        self, browser: Browser, place: Place, who: Person | None = None, sizes: Sizes = (DESK,), **options: Any
    ) -> None:
        self.sizes = (options.setdefault("viewport", sizes[0]), *sizes[1:])
        # Nobody waits for a card to fly where that is not what is looked at.
        options.setdefault("reduced_motion", "reduce")
        self.place = place
        self.context: BrowserContext = browser.new_context(base_url=place.url, **options)
        self.context.set_default_timeout(WAIT_MS)
        if who is not None:
            self.context.add_cookies([{"name": COOKIE, "value": place.cookie(who), "url": place.url}])
        self.complaints: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """One more tab of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._heard(said.type, said.text))
        return page

    def _heard(self, kind: str, text: str) -> None:
        # A refusal is an answer with a status of its own, which Chromium notes in the console.
        if kind == "error" and "status of 409" not in text:
            self.complaints.append(text)

    def close(self) -> None:
        self.context.close()
        assert not self.complaints

    # The table

    def practise(self, rules: str = "wa-2018") -> str:
        """At a practice table, by the form that the lobby sends; the table's name."""
        token = self.context.request.get("/sign-in", headers={"accept": "application/json"}).json()["csrf"]
        opened = self.context.request.post("/practice", form={"csrf": token, "rules": rules}, max_redirects=0)
        assert opened.status == 303, opened.text()
        self.page.goto(opened.headers["location"])
        return self._connected()

    def practise_by_mouse(self, rules: str = "wa-2018") -> str:
        """From the lobby to a practice table, by mouse; the table's name."""
        self.page.goto("/")
        chosen = ruleset(rules)
        self.page.get_by_role("radio", name=chosen.game.name).check()
        if len(chosen.game.rule_sets) > 1:
            self.page.get_by_role("combobox", name="Rules").select_option(rules)
        self.page.get_by_role("button", name="Deal me in").click()
        return self._connected()

    def _connected(self) -> str:
        """The table, once its page hears of every state: who bets earlier cannot witness how the round was dealt."""
        self.stage("betting")
        while not self.place.house.sides.at(self.table).hub.present(self.table):
            self.page.wait_for_timeout(5)
        return self.table

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    def stage(self, *stages: str) -> None:
        """Wait until the felt shows this stage of a round."""
        expect(self.page.locator("body")).to_have_attribute("data-stage", re.compile(f"^({'|'.join(stages)})$"))

    def bar(self, name: str) -> Locator:
        return self.page.locator("#bar").get_by_role("button", name=name)

    def spot(self, name: str) -> Locator:
        return self.page.locator(f"#spots .{name}")

    def bet(self, *spots: str) -> None:
        """Put a chip on each of these spots, and ask for the deal."""
        for spot in spots:
            self.spot(spot).click()
        self.bar("Deal").click()

    def act(self, name: str) -> None:
        self.bar(name).click()

    def key(self, key: str, button: str) -> None:
        """Press a key once the bar offers what it stands for."""
        expect(self.bar(button)).to_be_visible()
        self.page.keyboard.press(key)

    def check_through(self) -> None:
        """Check, check, bet once: every street of a round is seen."""
        self.stage("preflop")
        self.act("Check")
        self.stage("flop")
        self.act("Check")
        self.stage("river")
        self.act("Bet 1x")
        self.stage("over")

    # Looking

    def come_to_rest(self, page: Page) -> None:
        """Wait until a page that a click led to is all there, and nothing on it moves."""
        page.wait_for_load_state("load")
        page.evaluate("() => Promise.all(document.getAnimations().map((moving) => moving.finished.catch(() => 0)))")

    def _looked_at(self, page: Page, name: str) -> tuple[list[Any], int]:
        """What axe-core finds on a page that has come to rest, and by how much it is too wide.

        At the first size of a page it tries all its rules, at the others those that depend on the size.

        On a busy machine a form may leave the old page in the midst of a look: then the new one counts.
        """
        found: list[Any] = []
        try:
            self.come_to_rest(page)
            if axe_looks():
                if not page.evaluate("() => 'axe' in window"):
                    page.evaluate(AXE_SCRIPT)
                # Only what is wrong comes back: to tell what is right takes as long as to find it.
                of_size = {} if self._is_first(page, name) else {"runOnly": _RULES_OF_SIZE}
                asked = {"resultTypes": ["violations"], **of_size}
                found = page.evaluate("(asked) => axe.run(asked).then((told) => told.violations)", asked)
            return found, page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        except Error as error:
            if "because of a navigation" not in error.message:
                raise
            return self._looked_at(page, name)

    def _is_first(self, page: Page, name: str) -> bool:
        """Whether this is the first size in which a page of that name is looked at."""
        width = (page.viewport_size or DESK)["width"]
        return _first_width.setdefault(_SIZE.sub("", name), width) == width

    def look(self, name: str, page: Page | None = None) -> None:
        """Nothing sticks out at the side, and axe-core, in a thorough run, finds nothing; else a picture is kept."""
        page = page or self.page
        self._look(name, page)
        for other in self.sizes[1:] if axe_looks() else ():
            page.set_viewport_size(other)
            self._look(f"{name}-{other['width']}", page)
            page.set_viewport_size(self.sizes[0])

    def _look(self, name: str, page: Page) -> None:
        found, wide = self._looked_at(page, name)
        if found or wide > 0 or os.environ.get("CROUPIER_LOOK"):
            ARTIFACTS.mkdir(exist_ok=True)
            page.screenshot(path=ARTIFACTS / f"{name}.png")
        told = [f"{one['id']}: {one['help']} {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]
        assert not told, f"{name}: " + "\n".join(told)
        assert wide <= 0, f"{name} is {wide} pixels too wide"

    def layout_faults(self, *, scrolls: bool = False) -> list[str]:
        """Everything on the page that is cut, out of the window, covered or overlapped; a page that scrolls may be
        longer than the window."""
        faults: list[str] = self.page.evaluate(_LAYOUT_FAULTS, scrolls)
        return faults

    def in_view(self, thing: Locator) -> bool:
        """Whether something lies in the window as a whole, without scrolling."""
        box, size = thing.bounding_box(), self.page.viewport_size
        assert box is not None
        assert size is not None
        inside = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
        return inside and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
