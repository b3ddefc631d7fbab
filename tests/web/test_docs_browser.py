"""The built documentation in a real browser: found by its search, read by axe, in the light and in the dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from web_place import Place
from web_screen import DESK, PHONE, Screen

from croupier.web.docs.pages import SITE
from depth import first_of

pytestmark = pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="not built here; `make site` builds it")


@pytest.mark.parametrize(("scheme", "window"), first_of([("dark", DESK), ("light", PHONE)]))
def test_pages_are_clean_and_the_search_finds_under_the_rooms_policy(
    browser: Browser, place: Place, scheme: str, window: dict[str, int]
) -> None:
    screen = Screen(browser, place, viewport=window, color_scheme=scheme)
    page = screen.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs/")
    expect(page.locator("body")).to_have_attribute(
        "data-md-color-scheme", {"dark": "slate", "light": "default"}[scheme]
    )
    screen.look(f"docs-{scheme}")
    if window is PHONE:
        page.locator("label.md-header__button[for=__search]").click()
    page.locator(".md-search__input").click()
    page.keyboard.type("backup and restore")
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible()
    found.click()
    expect(page.locator("h1")).to_contain_text("Backup and restore")
    screen.look(f"docs-backup-{scheme}")
    assert [url for url in asked if not url.startswith((place.url, "data:"))] == []
    screen.close()
