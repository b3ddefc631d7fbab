"""A staffed table for the tests: a dealer, two players, two supervisors, each with a browser of their own."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Locator, expect
from web_place import BOSS, Place
from web_screen import DESK, PHONE, Screen

from croupier.floor.links.terms import link_terms
from croupier.floor.people import FIRST_START
from croupier.floor.roles import Person, Role
from croupier.floor.table import DealtBy
from croupier.jackpot.terms import LevelTerms

PIN = "1234"
ROYAL = 555_646
"""The seed that gives seat 2 a royal flush in its first five cards in round T1-1, with seats 2 and 5 in play:
Kc Qc, 4h 4c, dealer Ts 4d, board Tc Ac Jc 8s 2s. Found by trying seeds from 0 with `deck_of`."""
QUADS = 216
"""The same round with four of a kind for seat 2: 8h 8s, 6h 4s, dealer Jd 5s, board 6s 8d 8c 3d Th."""
NO_PAIR = 79
"""The same round with a dealer who does not qualify: Kc 7c makes a flush, Jh 4s queen high, dealer Ks 6c king high."""


def seeded(place: Place, seeds: dict[str, int]) -> None:
    """Let these rounds be shuffled with these seeds; all others as ever."""
    drawn = place.house.room._draw
    place.house.room._draw = lambda round: seeds[round].to_bytes(32, "big") if round in seeds else drawn(round)


def staff(place: Place) -> dict[str, Person]:
    """A small staff, each with the same PIN."""
    people = place.house.people
    ada = people.register("ada", Role.ADMIN, PIN, FIRST_START, "first")
    roles = {"dora": Role.DEALER, "sue": Role.SUPERVISOR, "sam": Role.SUPERVISOR}
    roles |= {"eve": Role.EXECUTIVE, "max": Role.AUDITOR}
    return {"ada": ada} | {
        name: people.register(name, role, PIN, ada, f"register/{name}") for name, role in roles.items()
    }


def open_link(place: Place, paytable: str, *tables: str, name: str = "main", executive_above: int | None = None) -> str:
    """A link with one level of $5,000, and tables on it."""
    level = LevelTerms(name="main", rate_bp=2000, reserve_bp=200, seed=500_000)
    terms = link_terms(paytable, 100, (level,), executive_above=executive_above)
    place.house.links.open(name, terms, BOSS, f"open/{name}", override="a test")
    for table in tables:
        place.house.links.join(name, table, BOSS, f"join/{table}")
    return name


class Staffed:
    """Table T1, dealt by a person, with everybody's browser; used with `with`."""

    def __init__(self, browser: Browser, place: Place, **settings: Any) -> None:
        self.browser, self.place = browser, place
        self.people = staff(place)
        place.employ_boss(self.people["ada"])
        self.people |= {name: place.player(name) for name in ("ann", "bob")}
        place.house.cage.fund(10_000_000, BOSS, "fund")
        place.open_table("T1", **{"dealt_by": DealtBy.PERSON, **settings})
        place.house.cage.fill("T1", 1_000_000, BOSS, "fill/T1")
        self._open = ExitStack()
        self._windows: dict[str | None, Screen] = {}

    def __enter__(self) -> Staffed:
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self._open.close()

    def screen(self, name: str | None, path: str, **options: Any) -> Screen:
        """A browser in which somebody looks at a page."""
        # A hit moves on the display for a minute, and a picture waits for whatever moves.
        made = Screen(self.browser, self.place, None if name is None else self.people[name], **options)
        self._open.callback(_close, made)
        made.page.goto(path)
        return made

    def window(self, name: str | None, path: str) -> Screen:
        """Somebody's one window, in which a page is opened anew. It is looked at on a phone, too."""
        if name not in self._windows:
            self._windows[name] = self.screen(name, "about:blank", sizes=(DESK, PHONE))
        screen = self._windows[name]
        # From nowhere: a page with another fragment would not be loaded again.
        screen.page.goto("about:blank")
        screen.complaints.clear()
        screen.page.goto(path)
        return screen

    def dealer(self, name: str = "dora") -> Keypad:
        return Keypad(self.screen(name, "/staff/keypad/T1"))

    def seated(self, name: str, seat: int) -> Screen:
        player = self.screen(name, "/tables/T1")
        player.bar(f"Sit in seat {seat}").click()
        expect(player.page.locator("#bar")).to_contain_text("Waiting for the dealer.")
        return player


def _close(screen: Screen) -> None:
    complaints = list(screen.complaints)
    screen.context.close()
    assert not complaints, complaints


class Keypad:
    """The dealer's keypad in a browser."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.page = screen.page

    def lit(self, label: str) -> Locator:
        return self.page.locator("#pads .pad.lit").filter(has=self.page.get_by_text(label, exact=True))

    def press(self, *labels: str) -> None:
        """Press keys, each once it is lit and the keypad shows the newest state: a late press would be refused. The
        keypad has shown what came of one before the next is pressed, for the same key twice counts once until then."""
        body = self.page.locator("body")
        for label in labels:
            expect(self.lit(label)).to_be_visible()
            newest(self.screen)
            shown = body.get_attribute("data-version") or ""
            self.lit(label).click()
            expect(body).not_to_have_attribute("data-version", shown)

    def refused(self, label: str, why: str, *, group: str = "#pads") -> None:
        """A key that is dim says why."""
        # Playwright would wait for a key that is marked as disabled; a dealer's finger does not.
        key = self.page.locator(f"{group} .pad").filter(has=self.page.get_by_text(label, exact=True))
        expect(key).to_be_visible()
        newest(self.screen)
        key.click(force=True)
        expect(self.page.locator("#say")).to_contain_text(why)

    def button(self, label: str) -> Locator:
        return self.page.locator("#buttons .pad").filter(has=self.page.get_by_text(label, exact=True))

    def claim(self, *labels: str) -> None:
        """Press buttons of the progressive keypad, each once it is lit."""
        for label in labels:
            expect(self.button(label)).to_have_class(re.compile("lit"))
            self.button(label).click()

    def second(self, pin: str, *, badge: str | None = None) -> None:
        """A second person at the panel: badge, as a scanner types it, and PIN."""
        if badge is not None:
            self.page.get_by_label("Badge or name").fill(badge)
            self.page.get_by_label("Badge or name").press("Enter")
        expect(self.page.get_by_label("PIN", exact=True)).to_be_focused()
        self.page.get_by_label("PIN", exact=True).fill(pin)
        self.page.get_by_label("PIN", exact=True).press("Enter")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def step(self) -> Locator:
        return self.page.locator("#step")

    @property
    def task(self) -> Locator:
        return self.page.locator("#task")


def newest(screen: Screen) -> None:
    """Wait until a page shows the newest state: an order given on seeing an older one would be refused."""
    version = screen.place.table("T1").version
    # Or a newer one: what somebody else has just pressed may be on its way.
    as_new = "|".join(str(version + later) for later in range(20))
    expect(screen.page.locator("body")).to_have_attribute("data-version", re.compile(f"^({as_new})$"))


def bets(player: Screen, *spots: str) -> None:
    """Put a chip on each of these spots, and see the bets accepted."""
    newest(player)
    player.bet(*spots)
    expect(player.bar("Take back")).to_be_visible()


def play_to_showdown(keypad: Keypad, lock: str, *players: Screen) -> None:
    """From bets that lie on the table to the dealer's cards: everybody bets four times at once."""
    keypad.press(lock, "DEAL")
    for player in players:
        player.stage("preflop")
        newest(player)
        player.act("Bet 4x")
        expect(player.bar("Bet 4x")).to_be_hidden()
    keypad.press("FLOP", "TURN · RIVER", "DEALER'S CARDS")
