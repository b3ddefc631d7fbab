"""R58, link only: a table with real cards of which only the progressive is recorded, worked by a person at a keypad."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from card_room import ANN
from hypothesis import given
from hypothesis import strategies as st
from link_room import CARD, DORA, EVE, KEYED, MAIN, STAN, SUE, LinkRoom, room_at

from croupier.cards import DECK, cards_text, parse_cards
from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.history.link_report import link_report
from croupier.floor.links import link_only, outside, outside_events
from croupier.floor.links.control import Links
from croupier.floor.links.hits import hits
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.floor.links.winpage import html, win_page
from croupier.floor.roles import Person
from croupier.games import GAMES
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.link import Win
from croupier.jackpot.terms import NAMED, SHARED_CARDS, LinkTerms
from croupier.ledger.accounts import CASH, owed, pool, tray
from croupier.store.entry import contents
from croupier.store.unit import Unit, Write

ROYAL, STRAIGHT_FLUSH, QUADS = "AhKhQhJhTh", "9c8c7c6c5c", "4c4d4h4s2c"


class RealTable:
    """C1, a table with real cards on link `main`; Dora deals."""

    def __init__(self, at: LinkRoom, terms: LinkTerms, game: str, rules: str = "wa-2018") -> None:
        self.at = at
        at.link_up(terms, rules=rules)
        self.desk.join("main", "C1", game, SUE, "join C1", real_cards=True)

    @property
    def desk(self) -> OutsideDesk:
        return OutsideDesk(self.at.links)

    @property
    def table(self) -> outside.OutsideTable:
        return self.desk.table("C1")

    @property
    def seen(self) -> str:
        return link_only.mark(self.table, self.at.links.desk.link("main"))

    def start(self, *seats: int) -> str:
        self.desk.chips("C1", seats, DORA, self.at.id())
        return self.desk.lock("C1", None, DORA, self.at.id())

    def press(self, who: Person, *buttons: str, cards: str = "") -> None:
        for button in buttons:
            self.desk.press("C1", parse_button(button), who, self.at.id(), cards=cards)

    def end(self) -> outside_events.GameEnded:
        receipt = self.desk.end("C1", DORA, self.at.id())
        event = outside_events.from_plain(contents(receipt.entries[0]).events[0])
        assert isinstance(event, outside_events.GameEnded)
        return event

    def refused(self, says: str, who: Person, button: str, cards: str = "") -> None:
        with pytest.raises(Refused, match=says):
            self.press(who, button, cards=cards)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LinkRoom]:
    room = room_at(tmp_path)
    yield room
    room.store.close()


@pytest.fixture
def card(at: LinkRoom) -> RealTable:
    return RealTable(at, CARD, "caribbean")


@pytest.fixture
def keyed(at: LinkRoom) -> RealTable:
    return RealTable(at, KEYED, "uth")


def test_r33_a_round_without_a_win_is_chips_start_end(card: RealTable) -> None:
    assert card.start(1, 3) == "C1-1"
    assert card.at.store.balance(pool("main")) == 1_000
    assert [row.cents for row in card.at.links.displays("main")] == [2_000_150, 500_070]
    assert card.end() == outside_events.GameEnded("C1-1", {}, {})
    assert card.table.before == (1, 3), "the seats of last time come back with one touch"
    assert card.table.chips == ()
    assert audit(card.at.store).findings == ()


def test_r33_a_chip_is_present_before_it_is_accepted(card: RealTable) -> None:
    card.desk.chips("C1", [5, 2], DORA, card.at.id())
    assert (card.table.chips, card.table.wagers) == ((2, 5), {})
    card.desk.chips("C1", [2], DORA, card.at.id())
    card.desk.lock("C1", None, DORA, card.at.id())
    assert (card.table.chips, card.table.wagers) == ((), {2: 500})
    with pytest.raises(Refused, match="the wagers of C1-1 are accepted"):
        card.desk.chips("C1", [2, 5], DORA, card.at.id())
    with pytest.raises(Refused, match="ann is a player"):
        card.desk.chips("C1", [2], ANN, card.at.id())


def test_no_chip_no_lock(card: RealTable) -> None:
    with pytest.raises(Refused, match="no progressive chip lies on a sensor"):
        card.desk.lock("C1", None, DORA, card.at.id())


def test_r45_a_win_by_cards_with_envy(card: RealTable) -> None:
    before = card.at.store.balance(CASH)
    card.start(1, 3, 5)
    card.press(DORA, "seat 3", "hand royal_flush")
    assert card.table.claimed == Win(3, "royal_flush")
    with pytest.raises(Refused, match="seat 3 has won with royal flush and the meter has not paid it"):
        card.end()
    card.refused("dora is a dealer", DORA, "confirm")
    card.refused("no cards were entered", SUE, "confirm")
    card.press(SUE, "confirm", cards=ROYAL)
    card.refused("swipe an Executive card", SUE, "swipe")
    card.press(EVE, "swipe")
    ended = card.end()
    assert (ended.fixed, ended.envy) == ({}, {1: 500_000, 5: 500_000})
    assert card.at.store.balance(owed("main")) == 0
    assert card.at.store.balance(tray("C1")) == -1_000_000
    assert card.at.store.balance(CASH) - before == -1_500 + 2_000_225 + 1_000_000
    (hit,) = hits(card.at.store, "main")
    assert (hit.table, hit.seat, hit.cards, hit.cards_by) == ("C1", 3, "Ah Kh Qh Jh Th", "sue")
    assert (hit.pressed_by, hit.verified_by, hit.adjusted_by) == ("dora", "sue", "eve")
    page = html(win_page(card.at.store, "main", 1))
    assert "real cards, by no shuffle of ours; entered by sue" in page
    assert audit(card.at.store).findings == ()


def test_r44_a_win_by_key_at_ultimate_texas_holdem(keyed: RealTable) -> None:
    keyed.start(2, 4)
    keyed.press(DORA, "seat 4", "hand royal_flush_first_five")
    keyed.press(SUE, "key jph", cards="Ah Kh Qh Jh Th")
    keyed.press(SUE, "j-pot")
    keyed.refused("turn the key to Run", SUE, "refuse misread")
    keyed.press(SUE, "key run")
    assert keyed.end().envy == {}, "a link of one game has no envy"
    (hit,) = hits(keyed.at.store, "main")
    assert (hit.seat, hit.line, hit.amount, hit.cards_by) == (4, "royal_flush_first_five", 1_000_046, "sue")
    assert audit(keyed.at.store).findings == ()


R34 = """
  Ah Kh Qh Jh Th       | royal_flush_first_five | two own cards and the flop
  Ah Kh Qh Jh 2c Th 3d | royal_flush            | the last card came on the turn
  Ah 2c Kh Qh Jh 3d Th | royal_flush            | one own card is enough
  2c 3d Ah Kh Qh Jh Th | community_royal_flush  | the board alone
  9c 8c 7c 6c 2d 3d 5c | straight_flush         | best five of seven
  4c 4d 4h 4s 2c 2d 9s | four_of_a_kind         | quads beat the full house in the same seven
  Kc Kd 9h 9s 9c 2d 3s | full_house             | three with two
  Kc Kd 9h 9s 8c 2d 3s | -                      | two pair pays nothing
"""


@pytest.mark.parametrize("row", R34.strip().splitlines())
def test_r34_own_cards_are_told_from_the_boards(row: str) -> None:
    cards, line, why = (part.strip() for part in row.split("|"))
    table = outside.OutsideTable(name="C1", game="uth", link="main", stake=100, paytable="UTH-P01", real_cards=True)
    assert link_only.line_of(table, parse_cards(cards)) == (None if line == "-" else line), why


ENTRIES = """
  AhKhQhJh       | 4 cards were entered for seat 3's royal flush; want 5$
  AhKhQhJhAh     | Ah
  KhQhJhTh9h     | these cards make straight flush, not royal flush: Kh Qh Jh Th 9h; look again
  AhKhQhJh9c     | these cards make ace high
  Ah Kx          | not a card
"""


@pytest.mark.parametrize("row", ENTRIES.strip().splitlines())
def test_cards_that_are_not_the_hand_are_refused_in_words(card: RealTable, row: str) -> None:
    cards, _, says = (part.strip() for part in row.partition("|"))
    card.start(3)
    card.press(DORA, "seat 3", "hand royal_flush")
    before = card.seen
    card.refused(says, SUE, "confirm", cards)
    assert card.seen == before


def test_by_seven_cards_only_the_highest_line_needs_no_turn_and_river(keyed: RealTable) -> None:
    keyed.start(1)
    keyed.press(DORA, "seat 1", "hand royal_flush")
    says = "5 cards were entered .* want 7, the seat's own first, then the board as it was dealt"
    keyed.refused(says, SUE, "key jph", ROYAL)
    keyed.refused("these cards make royal flush first five, not royal flush", SUE, "key jph", ROYAL + "2c3d")
    keyed.press(SUE, "key jph", cards="Ah2cKhQhJhTh3d")


def test_a_card_of_another_hand_that_was_entered_is_refused(card: RealTable) -> None:
    card.start(1, 6)
    card.press(DORA, "seat 6", "hand straight_flush")
    card.press(SUE, "confirm", cards=STRAIGHT_FLUSH)
    card.press(SUE, "swipe")
    card.press(DORA, "seat 1", "hand straight_flush")
    card.refused("5c and 6c and 7c and 8c and 9c lie in the hand of seat 6", SUE, "confirm", STRAIGHT_FLUSH)
    card.refused("9c lies in the hand of seat 6 already", SUE, "confirm", "KcQcJcTc9c")
    card.press(SUE, "confirm", cards="KdQdJdTd9d")
    card.press(SUE, "swipe")
    # Each has the envy of the other's hand: $300 for each of five dollars.
    assert card.end().envy == {6: 150_000, 1: 150_000}
    assert audit(card.at.store).findings == ()


def test_cards_that_lie_there_for_every_seat_are_in_both_hands(at: LinkRoom) -> None:
    """In Mississippi Stud three of the five cards are the table's."""
    table = RealTable(at, CARD, "mississippi")
    table.start(1, 6)
    table.press(DORA, "seat 6", "hand straight_flush")
    table.press(SUE, "confirm", cards="9c 8c 7c 6c 5c")
    table.press(SUE, "swipe")
    table.press(DORA, "seat 1", "hand straight_flush")
    table.refused("3 of these cards lie there for every seat, but seat 6 has other ones", SUE, "confirm", "KdQdJdTd9d")
    table.refused("6c and 7c and 8c and 9c lie in the hand of seat 6", SUE, "confirm", "Tc 9c 8c 7c 6c")
    table.press(SUE, "confirm", cards="Jc Tc 9c 8c 7c")
    assert audit(at.store).findings == ()


def test_the_board_is_the_same_for_all_at_ultimate_texas_holdem(at: LinkRoom) -> None:
    table = RealTable(at, link_terms("UTH-P01", 1_000, (MAIN,)), "uth")
    table.start(1, 2)
    table.press(DORA, "seat 2", "hand four_of_a_kind")
    table.press(SUE, "confirm", cards="4c4d 4h4s2c 9d9s")
    table.press(DORA, "seat 1", "hand four_of_a_kind")
    table.refused("seat 2's win was entered with the board 4h 4s 2c 9d 9s", SUE, "confirm", "8c8d 8h8s2d 9c9h")
    table.refused("4c and 4d lie in the hand of seat 2 already", SUE, "confirm", "4d4c 4h4s2c 9d9s")
    table.press(SUE, "refuse look at the cards again")
    assert [win.seat for win in table.table.tray_wins] == [2]


def test_r44_a_win_of_the_tray_below_the_amount_needs_the_press_alone(at: LinkRoom) -> None:
    table = RealTable(at, KEYED, "uth")
    table.start(1, 2)
    table.press(DORA, "seat 2", "hand full_house")
    table.press(DORA, "seat 2", "hand full_house")
    assert table.table.tray_wins == (), "again: off"
    table.press(DORA, "seat 2", "hand four_of_a_kind", "seat 2")
    table.refused("seat 2 has four of a kind in C1-1 already, and only the highest counts", DORA, "hand full_house")
    ended = table.end()
    assert (ended.fixed, ended.lines) == ({2: 10_000}, {2: "four_of_a_kind"})
    assert at.store.balance(tray("C1")) == -10_000
    lines = {line.line: (line.hits, line.paid, line.source) for line in link_report(at.store, "main").lines}
    assert lines["four_of_a_kind"] == (1, 10_000, "tray")
    assert audit(at.store).findings == ()


def test_r44_from_the_houses_amount_on_a_supervisor_verifies(card: RealTable) -> None:
    card.start(1, 2)
    card.press(DORA, "seat 2", "hand four_of_a_kind")
    with pytest.raises(Refused, match=r"four of a kind, \$1,500 from the tray, and no supervisor has verified it"):
        card.end()
    card.refused("it is verified, refused or off first", DORA, "seat 1")
    card.refused("dora is a dealer", DORA, "confirm", QUADS)
    card.refused("these cards make straight flush", SUE, "confirm", STRAIGHT_FLUSH)
    card.press(DORA, "hand four_of_a_kind")
    assert card.table.tray_wins == (), "again: off"
    card.press(DORA, "seat 2", "hand four_of_a_kind")
    card.press(SUE, "refuse the four of spades is missing")
    assert card.table.tray_wins == ()
    assert card.table.refused == "seat 2, four of a kind, was refused: the four of spades is missing"
    card.press(DORA, "seat 2", "hand four_of_a_kind")
    card.press(SUE, "confirm", cards=QUADS)
    assert card.end().fixed == {2: 150_000}
    assert audit(card.at.store).findings == ()


def test_who_presses_does_not_verify(card: RealTable) -> None:
    card.start(2)
    card.press(SUE, "seat 2", "hand four_of_a_kind")
    card.refused("sue pressed the hand and cannot verify it", SUE, "confirm", QUADS)
    card.press(STAN, "confirm", cards=QUADS)
    card.end()
    card.start(2)
    card.press(SUE, "seat 2", "hand royal_flush")
    card.refused("sue pressed the hand button", SUE, "confirm", ROYAL)


def test_r37_fixed_pays_off_the_meter_are_claimed_like_the_others(at: LinkRoom) -> None:
    table = RealTable(at, link_terms("UTH-P01", 100, (MAIN,), fixed_off_meter=True), "uth", "wa-2014")
    table.start(1)
    table.press(DORA, "seat 1", "hand full_house")
    table.press(SUE, "key jph", cards="KcKd 9h9s9c 2d3s")
    table.press(SUE, "j-pot", "key run")
    assert table.end().fixed == {}
    assert hits(at.store, "main")[0].amount == 1_000
    assert audit(at.store).findings == ()


def test_r46_pressed_again_it_is_off_and_a_refused_claim_comes_back_with_its_reason(card: RealTable) -> None:
    card.start(3)
    card.press(DORA, "seat 3", "hand royal_flush")
    frozen = [row.pending for row in card.at.links.displays("main")]
    assert len(frozen[0]) == 1, "the displays show it as pending"
    card.press(DORA, "hand royal_flush")
    assert card.table.claimed is None
    card.press(DORA, "seat 3", "hand royal_flush")
    card.press(SUE, "confirm", cards=ROYAL)
    card.press(EVE, "refuse not the cards of seat 3")
    assert card.at.links.desk.link("main").sent_back["C1"].reason == "not the cards of seat 3"
    assert card.table.refused == "seat 3, royal flush, was refused: not the cards of seat 3"
    assert (card.table.claimed, card.table.hands) == (None, {})
    card.end()
    assert audit(card.at.store).findings == ()


def test_r46_the_level_is_frozen_while_other_tables_go_on(card: RealTable) -> None:
    card.desk.join("main", "C2", "dj-wild", SUE, "join C2", real_cards=True)
    card.start(3)
    card.press(DORA, "seat 3", "hand royal_flush")
    card.desk.lock("C2", {1: 500}, DORA, card.at.id())
    card.press(SUE, "confirm", cards=ROYAL)
    card.press(EVE, "swipe")
    (hit,) = hits(card.at.store, "main")
    assert hit.before == 2_000_075
    assert audit(card.at.store).findings == ()


def test_void_gives_wagers_back_and_reverses_contributions(card: RealTable) -> None:
    before = card.at.money()
    card.start(1, 2)
    card.at.links.split_pool("main")
    card.press(DORA, "seat 2", "hand three_of_a_kind")
    with pytest.raises(Refused, match="dora is a dealer"):
        card.desk.void("C1", "misdeal", DORA, card.at.id())
    card.desk.void("C1", "misdeal", SUE, card.at.id())
    assert card.at.money() == before
    assert (card.table.round, card.table.before) == (None, (1, 2))
    assert audit(card.at.store).findings == ()


def test_a_stale_touch_is_refused_and_a_repeated_one_harmless(card: RealTable) -> None:
    early = card.seen
    card.desk.chips("C1", [1], DORA, "touch", seen=early)
    card.desk.chips("C1", [1], DORA, "touch", seen=early)
    assert card.table.version == 2, "the same touch again, whose answer was lost"
    for late in (
        lambda: card.desk.chips("C1", [1, 4], STAN, card.at.id(), seen=early),
        lambda: card.desk.lock("C1", None, STAN, card.at.id(), seen=early),
    ):
        with pytest.raises(link_only.StaleTouch, match="C1 has moved on since this keypad showed it"):
            late()
    card.desk.lock("C1", None, DORA, card.at.id(), seen=card.seen)
    card.press(DORA, "seat 1")
    both = card.seen
    card.desk.press("C1", parse_button("hand royal_flush"), DORA, card.at.id(), seen=both)
    with pytest.raises(link_only.StaleTouch):  # the other keypad's press would turn it off again
        card.desk.press("C1", parse_button("hand royal_flush"), DORA, card.at.id(), seen=both)
    assert card.table.claimed is not None


def test_a_key_that_means_something_else_by_now_is_refused(keyed: RealTable) -> None:
    """KEY TO RUN turns the key back before J-pot, and adjusts the meter after it."""
    keyed.start(4)
    keyed.press(DORA, "seat 4", "hand royal_flush_first_five")
    keyed.press(SUE, "key jph", cards=ROYAL)
    armed = keyed.seen
    keyed.press(SUE, "j-pot")
    with pytest.raises(link_only.StaleTouch):
        keyed.desk.press("C1", parse_button("key run"), SUE, keyed.at.id(), seen=armed)


def test_another_keypad_takes_over_after_a_crash_at_every_step(card: RealTable) -> None:
    steps = [
        lambda: card.desk.chips("C1", [1, 3], DORA, card.at.id()),
        lambda: card.desk.lock("C1", None, DORA, card.at.id()),
        lambda: card.press(DORA, "seat 1"),
        lambda: card.press(DORA, "hand full_house"),
        lambda: card.press(DORA, "seat 3"),
        lambda: card.press(DORA, "hand royal_flush"),
        lambda: card.press(SUE, "confirm", cards=ROYAL),
        lambda: card.press(EVE, "swipe"),
        lambda: card.end(),
    ]
    for step in steps:
        step()
        before = card.seen, card.table
        card.at.restart()
        card.at.links = Links(card.at.room)
        assert (card.seen, card.table) == before
    assert audit(card.at.store).findings == ()


def test_a_long_stream_is_opened_from_its_snapshot(card: RealTable) -> None:
    for _ in range(22):
        card.start(1)
        card.end()
    shortcut = card.at.store.snapshot("game/C1")
    assert shortcut is not None
    assert shortcut[0] == 64
    assert outside.OutsideTable.load(card.at.store, "C1") == card.table
    assert audit(card.at.store).findings == ()


def test_r58_any_of_the_ten_games_joins_a_multi_game_link(at: LinkRoom) -> None:
    at.link_up(CARD)
    for number, game in enumerate(NAMED):
        assert OutsideDesk(at.links).join("main", f"C{number}", game, SUE, at.id(), real_cards=True).real_cards
    assert list(at.links.desk.link("main").tables.values()) == ["uth", *NAMED]


def test_a_link_of_one_game_takes_that_game_alone(at: LinkRoom) -> None:
    at.link_up(KEYED)
    with pytest.raises(Refused, match="link 'main' is for uth only, not caribbean"):
        OutsideDesk(at.links).join("main", "C1", "caribbean", SUE, at.id(), real_cards=True)
    at.links.open("multi", CARD, EVE, at.id(), override="test")
    with pytest.raises(Refused, match="no game 'pai-gow' joins"):
        OutsideDesk(at.links).join("multi", "C1", "pai-gow", SUE, at.id(), real_cards=True)


def test_it_leaves_between_games_and_comes_back(card: RealTable) -> None:
    card.start(2)
    with pytest.raises(Refused, match="after Game Over"):
        card.desk.leave("C1", SUE, card.at.id())
    card.end()
    card.desk.leave("C1", SUE, card.at.id())
    with pytest.raises(Refused, match="on no link"):
        card.desk.chips("C1", [1], DORA, card.at.id())
    card.desk.join("main", "C1", "four-card", SUE, card.at.id(), real_cards=True)
    assert card.start(2) == "C1-2"
    assert audit(card.at.store).findings == ()


def test_the_shared_cards_of_a_dealt_game_are_those_that_its_layout_does_not_give_the_seat() -> None:
    for key in NAMED:
        if key in GAMES:
            assert SHARED_CARDS.get(key, 0) == 5 - min(5, GAMES[key].layout.own), key


HAND = {"seat": 3, "line": "royal_flush"}
FORGERIES = {
    "nobody has entered its cards": {"event": "GamePaid", "cents": 1, **HAND},
    "these cards make full house": {
        "event": "WinCardsEntered", "round": "C1-1", "cards": "2c 2d 2h 3c 3d", "by": "sue", **HAND,
    },
    "says that stan did it, but staff/sue wrote it": {"event": "WinDropped", "by": "stan", **HAND},
    "does not say so in the same transaction": {"event": "WinDropped", "by": "sue", **HAND},
    "hands were shown by a machine": {"event": "HandsShown", "round": "C1-1", "hands": {"3": "As Ks Qs Js Ts"}},
    "no win of the tray waited for it": {"event": "TrayWinVerified", "cents": 150_000, "by": "sue", **HAND},
}  # fmt: skip


@pytest.mark.parametrize("says", list(FORGERIES))
def test_an_audit_finds_what_was_written_past_the_keypad(card: RealTable, says: str) -> None:
    card.start(3)
    card.press(DORA, "seat 3", "hand royal_flush")
    write = Write("game/C1", None, (FORGERIES[says],))
    card.at.store.commit(Unit(command="forged", actor="staff/sue", time_ms=1, writes=(write,)))
    assert any(says in finding.what for finding in audit(card.at.store).findings)


def test_an_audit_finds_another_amount_for_wins_of_the_tray(card: RealTable) -> None:
    card.start(3)
    locked = next(entry for entry in card.at.store.read("game/C1") if "GameLocked" in entry.body)
    card.at.rewrite(locked.position, lambda said: said["events"][0].update(verify_from=99_999_900))
    assert any("the house had set another amount" in finding.what for finding in audit(card.at.store).findings)


@given(st.permutations(DECK).map(lambda deck: deck[:7]))
def test_what_is_accepted_for_a_line_makes_that_line(cards: list[object]) -> None:
    """Whatever is entered, by five cards or seven: a hand is taken for its own line, and for no other."""
    for paytable, game, many in (("UTH-P01", "uth", 7), ("MGL-01", "dj-wild", 5)):
        table = outside.OutsideTable(
            name="C1", game=game, link="main", stake=100, paytable=paytable, real_cards=True, round="C1-1"
        )
        dealt = parse_cards(cards_text(cards[:many]))  # type: ignore[arg-type]
        made, accepted = link_only.line_of(table, dealt), []
        for line in table.printed.pays:
            try:
                accepted.append(link_only.enter_cards(table, Win(1, line), cards_text(dealt), "sue").line)
            except Refused:
                continue
        assert accepted == ([] if made is None else [made])
