"""Side bets of one's own at a table: chosen, marked, bet, settled, recorded, audited, reported (R49, R50)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.making import as_far_as, changes, chosen, customary
from croupier.floor.choices.notices import notices
from croupier.floor.choices.upkeep import Change
from croupier.floor.figures.digest import Digest
from croupier.floor.figures.report import FigureQuery, figures
from croupier.floor.history.rounds import find_round
from croupier.floor.house.approval_status import table_status
from croupier.floor.house.approvals import Approvals
from croupier.floor.movements import applied
from croupier.floor.orders import Order, parse_order
from croupier.floor.plan import unit_of_table
from croupier.floor.play import decide
from croupier.floor.roles import Person
from croupier.games import ruleset
from croupier.rules.events import SeatSettled
from croupier.rules.notation import notation, parse_notation
from croupier.rules.own.felt import with_own_bets
from croupier.rules.own.file import parse_side_bets

EXAMPLE = (Path(__file__).parents[2] / "examples" / "side_bet.toml").read_text()
ONE = '[any_two]\nname = "Any Two"\ngames = ["uth"]\ncards = "hole"\nlimits = "5-20"\npays = {any = "2 to 1"}\n'


@pytest.fixture
def at(tmp_path: Path) -> CardRoom:
    room = CardRoom(f"sqlite:///{tmp_path}/room.db")
    room.furnish()
    room.do(ANN, "sit 1")
    room.do(BOB, "sit 4")
    return room


def declare(at: CardRoom, text: str) -> None:
    at.room.do("T1", Change({"own_bets": text}), SUPERVISOR, command=at.id())


def play(at: CardRoom, bets: str) -> None:
    at.do(DEALER, "open")
    at.do(ANN, bets)
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    at.do(ANN, "check")
    at.do(DEALER, "river")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")


def test_the_house_chooses_them_as_text_and_takes_them_off_again() -> None:
    usual = customary(ruleset("wa-2018"))
    made = chosen(usual, {"own_bets": EXAMPLE})
    assert made.terms.own_bets == parse_side_bets(EXAMPLE)
    assert made.terms.tables["own_flush_rush"] == "own bet"
    (changed,) = changes(usual, made)
    assert changed.words == "Side bets of one's own: none → Flush Rush, Suited Aces, Board Straight, Both Hands"
    assert chosen(made, {"own_bets": "none"}) == usual
    assert chosen(made, {"pays.pairs": ""}).terms.own_bets == made.terms.own_bets, "other choices leave them alone"


def test_a_table_with_an_own_bet_is_marked_wherever_its_approval_stands() -> None:
    made = chosen(customary(ruleset("wa-2018")), {"own_bets": ONE, "approval": "WSGC 2026-31"})
    words = table_status(made, None, Approvals(), "2026-11-17").words
    assert words == '"WSGC 2026-31": not a record; Any Two is not an approved bet'
    assert "not an approved bet" in notices(made)["own_bets"]


def test_a_refused_declaration_names_the_choice() -> None:
    with pytest.raises(Refused, match="Side bets of one's own: any_two, line 1"):
        chosen(customary(ruleset("wa-2018")), {"own_bets": ONE.replace("any =", "anything =")})


def test_it_is_bet_settled_and_kept_within_its_limits(at: CardRoom) -> None:
    declare(at, ONE)
    at.do(DEALER, "open")
    assert "Any Two $25 is outside this table's limits; want $5 to $20" in at.refusal(ANN, "bet 10 own_any_two 25")
    at.do(ANN, "bet 10 own_any_two 10")
    before = at.has(ANN)
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "check")
    at.do(DEALER, "flop")
    at.do(ANN, "check")
    at.do(DEALER, "river")
    at.do(ANN, "fold")
    at.do(DEALER, "dealer", "settle", "end")
    assert at.has(ANN) == before + 3000, "any two cards pay 2 to 1, also after a fold"
    assert audit(at.store).findings == ()


def test_the_record_replays_when_the_bet_is_long_gone(at: CardRoom) -> None:
    declare(at, EXAMPLE)
    play(at, "bet 10 own_flush_rush 5 own_suited_aces 5")
    declare(at, ONE)
    play(at, "bet 10 own_any_two 5")
    declare(at, "none")
    play(at, "bet 10")
    at.restart()
    first = find_round(at.store, "T1-1")
    text = notation(first.events)
    assert "Flush Rush $5" in text
    assert parse_notation(text) == first.events
    assert audit(at.store).findings == ()
    assert not at.room.table("T1").settings.terms.own_bets


DEALERS = '[dealers]\nname = "Dealer\'s Pair"\ngames = ["uth"]\ncards = "dealer\'s hole"\npays = {any = "2 to 1"}\n'
R9 = "Dealer's Pair counts the dealer's own cards and no card of the player's: it is a bet on the house's hand"


def write_as_once(at: CardRoom, who: Person, order: Order) -> None:
    """Write what an order made before bets on the house's hand were refused; a new process reads it."""
    table, time_ms = at.room.table("T1"), at.tick()
    events = decide(table, order, who.name, bytes(32), law=None)
    after, moved = applied(table, events, time_ms)
    at.store.commit(unit_of_table(after, table.version, events, moved, who, at.id(), time_ms, str(order)))
    at.restart()


def test_r9_no_table_is_opened_or_changed_with_a_bet_on_the_houses_hand(at: CardRoom) -> None:
    usual = customary(ruleset("wa-2018"))
    said = f"^Side bets of one's own: dealers.cards: {R9}.*R9.*; want a bet that counts a card of the player's"
    with pytest.raises(Refused, match=said) as refused:
        chosen(usual, {"own_bets": DEALERS})
    assert getattr(refused.value, "choice", None) == "own_bets", "a form shows it there"
    with_bet = replace(usual, terms=with_own_bets(usual.terms, parse_side_bets(DEALERS)))
    with pytest.raises(Refused, match=R9):
        at.room.open_table("T2", with_bet, ADMIN, "open T2")
    with pytest.raises(Refused, match=R9):
        declare(at, DEALERS)
    assert at.room.tables() == ["T1"]
    assert not at.room.table("T1").settings.terms.own_bets


def test_r9_a_table_of_an_older_record_ends_its_round_and_deals_no_other_with_the_bet(at: CardRoom) -> None:
    write_as_once(at, SUPERVISOR, Change({"own_bets": DEALERS}))
    write_as_once(at, DEALER, parse_order("open"))
    at.do(ANN, "bet 10 own_dealers 5")
    at.do(DEALER, "lock", "deal")
    at.do(ANN, "bet4")
    at.do(DEALER, "flop", "river", "dealer", "settle", "end")
    first = find_round(at.store, "T1-1")
    (settled,) = (event for event in first.events if isinstance(event, SeatSettled))
    (row,) = (row for row in settled.results if row.spot == "own_dealers")
    assert row.net == 1000, "the round in progress is settled by the bet that lies"
    assert parse_notation(notation(first.events)) == first.events
    refused = at.refusal(DEALER, "open")
    assert refused.startswith("T1 deals no further round: ")
    assert R9 in refused
    stands, why = as_far_as(at.room.table("T1").settings, {})
    assert stands == at.room.table("T1").settings
    assert R9 in str(why), "the table's page is shown, and says it"
    with pytest.raises(Refused, match=R9):
        at.room.do("T1", Change({"clock": "20"}), SUPERVISOR, command=at.id())
    at.room.do("T1", Change({"clock": "20", "own_bets": "none"}), SUPERVISOR, command=at.id())
    at.restart()
    at.do(DEALER, "open")
    assert audit(at.store).findings == ()


def test_what_they_win_is_reported_beside_what_they_should(at: CardRoom) -> None:
    declare(at, ONE.replace("2 to 1", "1 to 2"))
    play(at, "bet 10 own_any_two 10")
    digest = Digest(at.store)
    digest.catch_up()
    found = figures(digest, FigureQuery(), ZoneInfo("UTC"))
    (row,) = (one for one in found.bets if one.key == "own_any_two")
    assert (row.name, row.tables, row.amounts.handle, row.amounts.win) == ("Any Two", ("Any Two",), 1000, -500)
    assert row.theory.expected == -500, "a bet that always wins half its stake costs that"


def test_it_opens_with_them_for_who_may_open_tables(at: CardRoom) -> None:
    settings = chosen(customary(ruleset("three-card")), {"own_bets": ONE.replace('"uth"', '"three-card"')})
    at.room.open_table("T2", settings, ADMIN, "open T2")
    assert [spot.felt for spot in at.room.game_at("T2").optional][-2:] == ["Any Two", "Progressive"]
