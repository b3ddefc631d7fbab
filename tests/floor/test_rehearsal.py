"""Rehearsal: a table out of play, its copy in books of its own, and cards that are laid there and nowhere else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom
from hypothesis import given
from hypothesis import strategies as st
from link_room import CARD, EVE, SUE, LinkRoom

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.fair.commitment import BrokenPromise, check_reveal
from croupier.floor.audit.auditor import audit
from croupier.floor.history.rounds import find_round
from croupier.floor.links.control import Links
from croupier.floor.marks import is_rehearsal
from croupier.floor.orders import parse_order
from croupier.floor.people import People
from croupier.floor.rehearsal.books import add_table, begin_books
from croupier.floor.rehearsal.company import seat_company, trainee, trainee_order
from croupier.floor.rehearsal.scenes import SCENES, scene
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.games import GAMES
from croupier.jackpot.buttons import parse_button
from croupier.rules.deal import Procedure, deal, place_of, with_laid
from croupier.rules.law import Jurisdiction
from croupier.store.entry import contents
from croupier.store.journal import Store, open_store
from raw_record import rewrite, speaking

BOARD = "Qs Js Ts 2d 6c"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LinkRoom]:
    room = LinkRoom(str(tmp_path / "room.db"))
    yield room
    room.store.close()


class Rehearsing:
    """T1 of a room with a link of two levels, in rehearsal: the books, with what is done in them."""

    def __init__(self, night: CardRoom, folder: Path) -> None:
        self.store = open_store(str(folder / "books.db"))
        begin_books(self.store, night.room, SUPERVISOR)
        self.room = Room(self.store, now_ms=night.tick)
        add_table(self.room, night.room, "T1", SUPERVISOR)
        self._ids = iter(range(10_000))

    def do(self, who: object, *orders: str) -> Table:
        for order in orders:
            self.room.do("T1", parse_order(order), who, command=f"do-{next(self._ids)}")  # type: ignore[arg-type]
        return self.room.table("T1")

    def company(self) -> None:
        """Let the company do all that it does by itself."""
        while (deed := trainee_order(self.room.table("T1"))) is not None:
            self.room.do("T1", deed[0], deed[1], command=f"do-{next(self._ids)}")


@pytest.fixture
def books(at: LinkRoom, tmp_path: Path) -> Iterator[Rehearsing]:
    at.link_up(CARD)
    at.do(SUPERVISOR, "rehearse")
    made = Rehearsing(at, tmp_path)
    yield made
    made.store.close()


def _findings(store: Store) -> list[str]:
    return [finding.what for finding in audit(store).findings]


# The night's books.


def test_a_table_in_rehearsal_takes_no_wager_and_deals_no_round_and_comes_back_as_it_was(at: LinkRoom) -> None:
    at.link_up(CARD)
    at.do(ANN, "sit 3")
    at.do(SUPERVISOR, "stop a spill")
    before = at.room.table("T1")
    money = at.money()
    assert at.do(SUPERVISOR, "rehearse").held == "in rehearsal"
    for who, order in (
        (DEALER, "open"),
        (BOB, "sit 4"),
        (ANN, "bet 10"),
        (SUPERVISOR, "resume"),
        (SUPERVISOR, "close"),
    ):
        assert "it is in rehearsal" in at.refusal(who, order)
    assert at.room.next_order("T1") is None
    after = at.do(SUPERVISOR, "end rehearsal")
    assert replace(after, version=before.version, since_ms=before.since_ms) == before
    assert at.money() == money
    assert "not in rehearsal" in at.refusal(SUPERVISOR, "end rehearsal")
    assert _findings(at.store) == []


def test_a_rehearsal_begins_between_rounds_and_is_a_supervisors(at: LinkRoom) -> None:
    at.link_up(CARD)
    at.do(ANN, "sit 3")
    at.do(DEALER, "open")
    assert "may not put a table into rehearsal" in at.refusal(DEALER, "rehearse")
    at.do(ANN, "bet 10")
    assert "bets lie in round T1-1" in at.refusal(SUPERVISOR, "rehearse")
    at.do(ANN, "withdraw")
    at.do(SUPERVISOR, "rehearse")  # the empty round is void
    assert at.room.table("T1").in_play is None
    at.restart()
    assert at.room.table("T1").rehearsing


def test_cards_are_laid_in_no_books_but_a_rehearsals(at: LinkRoom) -> None:
    at.link_up(CARD)
    assert "in a rehearsal alone" in at.refusal(SUPERVISOR, "stack seat 3 AsKs")
    at.do(SUPERVISOR, "rehearse")
    assert "it is in rehearsal" in at.refusal(SUPERVISOR, "stack seat 3 AsKs")
    # Nobody who opens a table says in what books it stands: the first entry of the record does.
    assert not at.room.rehearsal


def _as_if(at: LinkRoom, request: str, event: dict[str, object]) -> list[str]:
    """What the audit finds where the stop of a table reads as something else."""
    (position,) = (entry.position for entry in at.store.read("table/T1") if '"stop later"' in entry.body)

    def change(said: dict[str, object]) -> None:
        said["asked"], said["events"] = request, [event]

    with closing(speaking(sqlite3.connect(at.url))) as copy, copy:
        rewrite(copy, position, change)
    return _findings(at.store)


def test_the_audit_finds_what_is_done_at_a_table_while_it_is_in_rehearsal(at: LinkRoom) -> None:
    at.link_up(CARD)
    at.do(SUPERVISOR, "stop later")
    at.do(ANN, "sit 3")
    found = _as_if(at, "rehearse", {"event": "RehearsalBegan"})
    assert any("'sit 3' cannot have happened: cannot 'sit 3' at T1: it is in rehearsal" in what for what in found)


def test_the_audit_finds_cards_that_were_laid_in_the_nights_books(at: LinkRoom) -> None:
    at.link_up(CARD)
    at.do(SUPERVISOR, "stop later")
    found = _as_if(at, "stack seat 3 AsKs", {"event": "DeckStacked", "laid": {"seat 3": "As Ks"}})
    assert any("cards are laid in a rehearsal alone" in what for what in found)


def test_the_audit_finds_a_deal_of_the_night_that_says_cards_were_laid(at: LinkRoom) -> None:
    at.link_up(CARD)
    at.do(ANN, "sit 3")
    at.do(DEALER, "dealer dora", "open")
    at.do(ANN, "bet 10")
    at.do(DEALER, "lock", "deal")
    (position,) = (entry.position for entry in at.store.read("table/T1") if '"CardsDealt"' in entry.body)
    with closing(speaking(sqlite3.connect(at.url))) as copy, copy:
        rewrite(copy, position, lambda said: said["events"][0].update(laid={"seat 3": "As Ks"}))
    assert any("the rules make something else of 'deal'" in what for what in _findings(at.store))


def test_the_audit_finds_a_table_that_calls_itself_a_rehearsals_in_the_nights_books(at: LinkRoom) -> None:
    at.link_up(CARD)
    position = next(at.store.read("table/T1")).position
    with closing(speaking(sqlite3.connect(at.url))) as copy, copy:
        rewrite(copy, position, lambda said: said["events"][0].update(rehearsal=True))
    assert "T1 was opened as a rehearsal's, and these are other books" in _findings(at.store)


# The books of the rehearsal.


def test_a_jackpot_of_level_mega_is_rehearsed_with_key_and_card_and_the_nights_books_do_not_see_it(
    at: LinkRoom, books: Rehearsing
) -> None:
    head, money = at.store.position(), at.money()
    assert is_rehearsal(books.store)
    assert not is_rehearsal(at.store)
    for seat in (2, 3):
        books.room.do("T1", seat_company(books.room, "T1", seat, SUE), trainee(seat), command=f"sit-{seat}")
    books.do(SUE, f"stack seat 2 3c7h seat 3 AsKs board {BOARD.replace(' ', '')}")
    books.do(DEALER, "dealer dora", "open")
    books.company()
    books.do(DEALER, "lock", "deal")
    for step in ("flop", "river", "dealer", "settle"):
        books.company()
        books.do(DEALER, step)
    (win,) = books.room.table("T1").unpaid
    assert (win.seat, win.line) == (3, "royal_flush")
    links = Links(books.room)
    for number, (who, button) in enumerate(((DEALER, "seat 3"), (DEALER, "hand royal_flush"), (SUE, "confirm"))):
        links.press("T1", parse_button(button), who, f"press-{number}")
    with pytest.raises(Refused, match="swipe an Executive card"):
        links.press("T1", parse_button("swipe"), SUE, "swipe-1")
    links.press("T1", parse_button("swipe"), EVE, "swipe-2")
    books.do(DEALER, "end")
    past = find_round(books.store, "T1-1")
    assert past.round.deal is not None
    assert past.round.deal.own[3] == parse_cards("As Ks")
    assert past.round.deal.board == parse_cards(BOARD)
    assert past.reveal is not None
    with pytest.raises(BrokenPromise, match="the deck was changed"):
        check_reveal(past.reveal)  # whoever verifies it is told
    assert _findings(books.store) == []
    assert (at.store.position(), at.money()) == (head, money)
    at.do(SUPERVISOR, "end rehearsal")
    assert _findings(at.store) == []
    played = [event for entry in at.store.read_all(after=head) for event in contents(entry).events]
    assert played == [{"event": "RehearsalEnded"}]


@pytest.mark.parametrize(
    "words", ["rehearse", "end rehearsal", "stack nothing", "stack seat 3 AsKs dealer 2c board QsJsTs"]
)
def test_an_order_about_a_rehearsal_is_read_as_it_is_written(words: str) -> None:
    assert str(parse_order(words)) == words


def test_cards_are_laid_once_and_before_the_deal(books: Rehearsing) -> None:
    for bad, why in {
        "stack seat 3 AsAs": "twice",
        "stack seat 3 AsKsQs": "3 cards cannot lie at seat 3",
        "stack rack AsKs": "not at 'rack'",
        "stack seat 3": "no cards are laid",
    }.items():
        with pytest.raises(Refused, match=why):
            books.do(SUE, bad)
    with pytest.raises(Refused, match="may not put a table into rehearsal or lay"):
        books.do(DEALER, "stack seat 3 AsKs")
    books.do(SUE, "stack seat 3 AsKs")
    assert books.do(SUE, "stack nothing").laid == {}
    books.do(SUE, "stack dealer AsAh")
    books.room.do("T1", seat_company(books.room, "T1", 3, SUE), trainee(3), command="sit")
    books.do(DEALER, "dealer dora", "open")
    books.company()
    table = books.do(DEALER, "lock", "deal")
    assert table.laid == {}
    with pytest.raises(Refused, match="the cards of T1-1 are out"):
        books.do(SUE, "stack seat 3 AsKs")
    assert "a rehearsal's already" in _refusal(books, "rehearse")


def _refusal(books: Rehearsing, order: str) -> str:
    with pytest.raises(Refused) as why:
        books.do(SUE, order)
    return str(why.value)


def test_pins_and_badges_of_the_staff_hold_in_a_rehearsal_and_the_nights_do_not_see_them_used(
    at: LinkRoom, tmp_path: Path
) -> None:
    at.link_up(CARD)
    at.people.set_pin("stan", "4711", ADMIN, "pin")
    badge = at.people.issue_badge("stan", ADMIN, "badge")
    books, head = Rehearsing(at, tmp_path), at.store.position()
    people = People(books.store)
    assert people.sign_in("stan", "4711", enters=True).name == "stan"
    assert people.badge_holder(badge).name == "stan"
    assert at.store.position() == head
    books.store.close()


def test_what_the_house_has_chosen_and_its_law_hold_in_a_rehearsal(at: LinkRoom, tmp_path: Path) -> None:
    at.link_up(CARD)
    at.room.approvals.choices.choose("low_tray", "750", EVE, "low")
    at.room.approvals.choices.choose("only_approved", "on", EVE, "papers")
    place, texts = Jurisdiction.WASHINGTON, {"largest_wager": "500"}
    today = datetime.fromtimestamp(at.now / 1000, UTC).date().isoformat()
    at.room.law.change(place, texts, reference="WAC", day=today, who=EVE, second=ADMIN, command="law")
    books = Rehearsing(at, tmp_path)
    chosen = books.room.approvals.choices.now()
    assert (chosen.low_tray, chosen.only_approved) == (75_000, False)
    assert books.room.law.now()[place].largest_wager == 50_000
    assert _findings(books.store) == []
    books.store.close()


# Cards that are laid.


@given(st.randoms(use_true_random=False), st.sampled_from(Procedure), st.sampled_from(sorted(GAMES)))
def test_laid_cards_lie_where_they_were_laid_and_every_card_is_there_once(
    chance: Random, procedure: Procedure, key: str
) -> None:
    game = GAMES[key]
    layout, deck = game.layout, list(game.deck)
    seats = sorted(chance.sample(range(1, 7), chance.randint(1, 6)))
    chance.shuffle(deck)
    picked = chance.sample(deck, layout.own + layout.dealer + layout.board)
    places = {place_of(seats[0]): layout.own, "dealer": layout.dealer, "board": layout.board}
    laid = {place: tuple(picked.pop() for _ in range(chance.randint(0, size))) for place, size in places.items()}
    order = with_laid(procedure, layout, seats, tuple(deck), laid)
    assert sorted(order, key=str) == sorted(deck, key=str)
    dealt = deal(procedure, layout, seats, order)
    lie = {place_of(seats[0]): dealt.own[seats[0]], "dealer": dealt.dealer, "board": dealt.board}
    assert all(lie[place][: len(cards)] == cards for place, cards in laid.items())
    assert with_laid(procedure, layout, seats, tuple(deck), {}) == tuple(deck)


@pytest.mark.parametrize("key", sorted(SCENES))
def test_a_scene_can_be_laid_in_every_game_or_is_refused_in_words(key: str) -> None:
    for game in GAMES.values():
        try:
            laid = scene(key, game, 3)
        except Refused:
            continue  # in words that say what to do instead
        sizes = {"dealer": game.layout.dealer, "board": game.layout.board, "seat 3": game.layout.own}
        assert laid
        assert all(0 < len(cards) <= sizes[place] for place, cards in laid.items())
        assert set().union(*laid.values()) <= set(game.deck)
