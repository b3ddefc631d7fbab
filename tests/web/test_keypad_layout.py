"""The dealer's keypad in every game, on every link and at every size: nothing is cut, out of sight, behind another
thing or moved by what appears, from the open bets to a jackpot that is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from web_place import BOSS, Place
from web_screen import PHONE, Screen
from web_staff import staff

from croupier.cards import Cards, parse_cards
from croupier.floor import play
from croupier.floor import table as tables
from croupier.floor.links.terms import link_terms
from croupier.floor.table import DealtBy, Table
from croupier.games import GAMES, ruleset
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.terms import Flow, LevelTerms
from croupier.rules.commands import next_step
from croupier.rules.deal import stack
from croupier.rules.paytables import paytable
from croupier.rules.round import Round, due_seats
from croupier.rules.seat import SEATS
from croupier.rules.steps import END, SETTLE_NEXT, WAIT
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.staff.keypad.words import payouts
from depth import thorough

TABLET = {"width": 1024, "height": 768}
SIZES = {"tablet": TABLET, "desk": {"width": 1440, "height": 900}, "phone": PHONE}
MULTI = "MGL-ML03"
"""Three levels and eleven buttons: the widest link."""
WIDEST = ("wa-2018", MULTI)
CASES = [
    *((game.rule_sets[0].name, MULTI) for game in GAMES.values() if game.key != "uth"),
    ("wa-2018", "UTH-P01"),
    ("wa-2018", ""),
    ("ca", ""),
]
NAMES = ("wilhelmina", "christopher", "bartholomew", "evangeline", "maximilian", "theodora")
ROYAL = parse_cards("Ah Kh Qh Jh Th")
WINNER = 2
FULLEST = "the bank|deal|wait|settle|a call|refuse|the round is over"
"""The moments in which a keypad has most to say."""

# Where that lies which must not move under a dealer's finger or eye; on a phone seats and task may be scrolled to.
PLACES = """(onPhone) => Object.fromEntries(
  ["#step", "#call", "#pads .pad.lit, #idle", ...(onPhone ? [] : ["#seats", "#task"])].map((name) => {
    const one = [...document.querySelectorAll(name)].find((one) => one.checkVisibility());
    return one ? [name, Math.round(one.getBoundingClientRect().top + scrollY)] : null;
  }).filter(Boolean)
)"""


class Floor:
    """A card room whose dealer has one window, and at whose tables all six seats are taken."""

    def __init__(self, browser: Browser, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place, self.people = place, staff(place)
        self.override: dict[str, Any] = {"override": "a test", "approver": self.people["sue"]}  # meters as wide as any
        self.players = [place.player(name, 10_000_000) for name in NAMES]
        place.house.cage.fund(100_000_000, BOSS, "fund")
        for module in (play, tables):
            monkeypatch.setattr(module, "deck", _royal)
        self.screen = Screen(browser, place, self.people["sue"], viewport=TABLET)
        self.page = self.screen.page

    def table(self, rules: str, link: str) -> str:
        """A table dealt by a person, with every bet it has, on a link of that pay table."""
        name = f"T{len(self.place.house.room.tables()) + 1}"
        bets = tuple(bet for bet in ruleset(rules).tables if bet != PROGRESSIVE)
        self.place.open_table(name, rules, bets=bets, dealt_by=DealtBy.PERSON, clock_s=600)
        self.place.house.cage.fill(name, 5_000_000, BOSS, f"fill/{name}")
        if link and link not in self.place.house.links.desk.names():
            seeds = dict(zip(paytable(link, PROGRESSIVE).levels, (123_456_789, 1_234_567, 123_456), strict=False))
            levels = tuple(LevelTerms(name=level, rate_bp=700, seed=seed) for level, seed in seeds.items())
            self.place.house.links.open(link, link_terms(link, 100, levels), BOSS, f"open/{link}", **self.override)
        if link:
            self.place.house.links.join(link, name, BOSS, f"join/{name}", **self.override)
        for seat, player in zip(SEATS, self.players, strict=True):
            self.place.order(name, f"sit {seat}", player)
        return name

    def moments(self, name: str) -> Iterator[str]:
        """A round at a full table, and a win that is claimed, moment by moment."""
        yield "before the round"
        self.press(name)
        if self.place.table(name).settings.terms.player_banked:
            yield "the bank is offered"
            self.place.order(name, "bank 5000", self.players[0])
        for seat, player in zip(SEATS, self.players, strict=True):
            round = self._round(name)
            if round.bank is None or round.bank.seat != seat:
                self.place.order(name, f"bet {self._bets(round)}", player)
        while (round := self.place.table(name).in_play) is not None:
            step = next_step(round)
            if step == END and self.place.table(name).unpaid:
                yield from self._claim(name)
                return
            if step != SETTLE_NEXT or not round.settled or len(payouts(round)) == 1:  # the seats between are no others
                yield f"{step}, {round.stage_words}"
            if step != WAIT:
                self.press(name)
                continue
            for seat in due_seats(round):
                action = round.game.open_to(round.shown, round.cards.own[seat])[0]
                self.place.order(name, str(action), self.players[seat - 1])
        yield "the round is over"

    def _claim(self, name: str) -> Iterator[str]:
        """A win, from the call to a claim that is refused."""
        yield "a win"
        self.place.order(name, "call seat 2 has a royal flush first five", self.people["dora"])
        yield "a call"
        table = self.place.table(name)
        flow = self.place.house.links.desk.link(str(table.link)).terms.flow
        chosen = [*([f"seat {WINNER}"] if flow is Flow.CARD else []), f"hand {table.unpaid[0].line}"]
        refusal = "refuse the cards were exposed before the showdown"
        for nth, button in enumerate([*chosen, refusal]):
            who = self.people["sue" if button == refusal else "dora"]
            self.place.house.links.press(name, parse_button(button), who, f"{name}/{nth}")
            self.page.reload()  # the table's version is the same
            yield button

    def press(self, name: str) -> None:
        step = next_step(self.place.table(name).in_play)
        self.place.order(name, step.word, self.people["dora"])

    def _round(self, name: str) -> Round:
        round = self.place.table(name).in_play
        assert round is not None
        return round

    def _bets(self, round: Round) -> str:
        """As many bets as a player may have, the progressive among them."""
        terms = round.terms
        offered = [spot.key for spot in round.game.optional if spot.key in terms.tables and spot.key != PROGRESSIVE]
        sides = offered[: (terms.rules.most_games or 9) - 2]
        return " ".join(["10", *(f"{key} 5" for key in sides), *(["progressive 1"] if terms.progressive_stake else [])])

    def look(self, name: str, size: str, first: dict[str, int]) -> list[str]:
        """What is wrong with the keypad now; `first` has where things lay in the first moment."""
        self.page.set_viewport_size(SIZES[size])
        on_phone = size == "phone"
        wrong = self.screen.layout_faults(scrolls=on_phone)
        for what, top in self.page.evaluate(PLACES, on_phone).items():
            if abs(first.setdefault(what, top) - top) > 2:
                wrong.append(f"{what} has moved from {first[what]} to {top}")
        return wrong

    def walk(self, rules: str, link: str, sizes: Iterable[str], moments: str = "") -> None:
        """Look at every moment of a round in these sizes, or at those that are named so."""
        name = self.table(rules, link)
        self.page.goto(f"/staff/keypad/{name}")
        first: dict[str, dict[str, int]] = {size: {} for size in sizes}
        wrong = []
        for moment in self.moments(name):
            if not re.match(moments, moment):
                continue
            version = str(self.place.table(name).version)
            expect(self.page.locator("body")).to_have_attribute("data-version", version)
            wrong += [f"{size}, {moment}: {one}" for size in sizes for one in self.look(name, size, first[size])]
        assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def floor(browser: Browser, place: Place) -> Iterator[Floor]:
    with pytest.MonkeyPatch.context() as patch:
        made = Floor(browser, place, patch)
        yield made
        made.screen.close()


def test_a_tablet_shows_the_widest_game_on_the_widest_link_through_a_jackpot(floor: Floor) -> None:
    floor.walk(*WIDEST, ["tablet"])


@thorough
def test_a_desk_and_a_phone_show_it_too(floor: Floor) -> None:
    floor.walk(*WIDEST, ["desk", "phone"])


@thorough
@pytest.mark.parametrize(("rules", "link"), CASES)
def test_every_other_game_and_link_lies_on_tablet_and_phone(floor: Floor, rules: str, link: str) -> None:
    floor.walk(rules, link, ["tablet", "phone"], FULLEST)


def _royal(table: Table) -> Cards:
    """A deck that gives one seat a royal flush in its first five cards; the others have what is left."""
    round = table.round
    assert round is not None
    game, layout = round.game, round.game.layout
    left = [card for card in game.deck if card not in ROYAL]

    def take(number: int) -> Cards:
        return tuple(left.pop(7 * nth % len(left)) for nth in range(number))

    shared = ROYAL[layout.own :]
    own = {seat.number: ROYAL[: layout.own] if seat.number == WINNER else take(layout.own) for seat in round.seats}
    board = (*shared, *take(layout.board - len(shared))) if layout.board else ()
    dealer = take(layout.dealer) if layout.board else (*shared, *take(layout.dealer - len(shared)))
    return stack(round.terms.procedure, layout, own, dealer, board, game.deck)
