"""The lab's forms in a real browser, at a desk and on a phone: readable, axe-core clean, no wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from depth import first_of, thorough

pytestmark = pytest.mark.lab

TIMEOUT_MS = 120_000
SIZES = {"desk": DESK, "tablet": {"width": 1024, "height": 768}, "phone": PHONE}
PAGES = (
    "/lab/faceup",
    "/lab/caribbean/kelly?bankroll=50,000",
    "/lab/seek?line=UTH-02.flush&target=1",
    "/lab/versus?a=UTH-01&b=UTH-02&b_changes=flush: 7 to 1",
    "/lab/three-card/ruin?bankroll=200",
)
_CUT = "() => [...document.querySelectorAll('.lab-wide')].filter((one) => one.scrollWidth > one.clientWidth).length"


@pytest.fixture(params=first_of(SIZES))
def screen(request: pytest.FixtureRequest, browser: Browser, place: Place) -> Iterator[Screen]:
    made = Screen(browser, place, viewport=SIZES[request.param])
    yield made
    made.complaints = [text for text in made.complaints if "status of 422" not in text]
    made.close()


@thorough
def test_answers_are_readable_at_every_size(screen: Screen) -> None:
    page = screen.page
    for path in PAGES:
        page.goto(path)
        expect(page.locator("#files")).to_be_visible(timeout=TIMEOUT_MS)
        expect(page.locator("#command")).to_contain_text("croupier ")
        narrow = page.viewport_size is not None and page.viewport_size["width"] < 640
        expect(page.locator(f"#pictures svg.{'narrow' if narrow else 'wide'}").first).to_be_visible()
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path
        if page.viewport_size == DESK:
            assert not page.evaluate(_CUT), f"{path}: no column is out of sight at a desk"
        screen.look(f"lab-study-{path.split('?')[0].strip('/').replace('/', '-')}")


@thorough
def test_a_run_is_cancelled_and_a_bad_field_is_marked(browser: Browser, place: Place) -> None:
    screen = Screen(browser, place)
    page = screen.page
    page.goto("/lab/simulate?rounds=2,000")
    expect(page.locator("#headline")).not_to_be_empty(timeout=TIMEOUT_MS)
    page.get_by_label("Rounds", exact=True).fill("50,000,000")
    page.get_by_role("button", name="Deal them").click()
    expect(page.locator("#progress")).to_be_visible(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#told")).to_contain_text("Cancelled")
    expect(page.locator("#progress")).to_be_hidden()
    page.get_by_label("Rounds", exact=True).fill("none")
    page.get_by_role("button", name="Deal them").click()
    expect(page.get_by_label("Rounds", exact=True)).to_have_attribute("aria-invalid", "true", timeout=TIMEOUT_MS)
    expect(page.locator("#told")).to_contain_text("'none' cannot be")
    screen.complaints = [text for text in screen.complaints if "status of 422" not in text]
    screen.close()
