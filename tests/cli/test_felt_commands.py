"""A table with real cards by commands (R58): a dealer enters a round, and whatever reads rounds answers or refuses."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest
from card_room_commands import PINS, Desk, cheap_hashes
from commands import Answer, croupier

from croupier import data
from croupier.errors import Refused
from croupier.floor.history.rounds import find_round
from croupier.floor.orders import parse_order
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.front.rounds import read_notation
from croupier.rules.notation import notation
from croupier.store.journal import open_store
from depth import thorough

ROUND = (
    "seat 5 name ann", "open", "seat 3 bet 10 trips 5", "seat 4 bet 10", "seat 5 bet 10", "lock", "deal",
    "all check", "cards Ah", "cards KhQh", "seat 3 check", "seat 4 check", "seat 5 bet4", "seat 5 bet2", "cards 2c3d",
    "seat 3 fold", "seat 4 fold", "cards 7c8d", "cards JhTc", "cards AsAd", "settle",
    "correct seat 3 AcAd a black ace", "settle", "end",
)  # fmt: skip
"""Of two folds one has Trips; seat 4's cards stay unknown. One order is refused."""
SHOWN = {
    "lock": "to enter: the step deal",
    "deal": "to enter: the decision of seat 3: bet4, bet3, check",
    "all check": "to enter: 3 cards of the board",
    "cards Ah": "to enter: 2 cards of the board",
    "seat 4 fold": "to enter: 2 cards of the dealer",
    "cards 7c8d": "to enter: 2 cards of seat 5",
    "cards JhTc": "to enter: 2 cards of seat 3",
    "cards AsAd": "to enter: the step settle next",
    "end": "to enter: nothing until a round is opened",
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    cheap_hashes(monkeypatch)
    at = Desk(f"sqlite:///{tmp_path}/room.db")
    at.furnish("--cards", "felt", "--dealt-by", "person")
    return at


def _said(answer: Answer) -> str:
    assert "Traceback" not in answer.err
    return answer.out + answer.err


@thorough
def test_a_dealer_enters_a_whole_round_by_commands_and_is_told_what_is_due(desk: Desk) -> None:
    shown = {order: _said(desk("table", "do", "T1", order, by="dora")) for order in ROUND}
    assert "seat 5 cannot bet4 on the flop; legal actions: bet2, check" in shown["seat 5 bet4"]
    for order, due in SHOWN.items():
        assert due in shown[order].splitlines(), order
    assert "seat 4 cards unknown ante 10, blind 10   fold -20" in shown["end"].splitlines()
    assert "seat 5 ann Jh Tc ante 10, blind 10, play 20   win +30" in shown["end"].splitlines()


def test_whatever_reads_rounds_answers_for_one_with_unknown_cards_or_refuses_in_words(
    desk: Desk, tmp_path: Path
) -> None:
    enter(desk, *ROUND[:8])
    assert SHOWN["all check"] in desk.ok("table", "show", "T1")
    assert SHOWN["cards Ah"] in desk.ok("table", "do", "T1", "cards Ah", by="dora")
    enter(desk, *(order for order in ROUND[9:] if order != "seat 5 bet4"))
    _everything_answers(desk, tmp_path)


_ids = count()


def enter(desk: Desk, *orders: str) -> None:
    """Orders of the dealer, without a command for each."""
    with open_store(desk.db) as store:
        room = Room(store)
        for order in orders:
            room.do("T1", parse_order(order), Person("dora", Role.DEALER), command=f"test {next(_ids)}")


def _everything_answers(desk: Desk, folder: Path) -> None:
    now = json.loads(desk.ok("table", "show", "T1", "--json"))
    assert (now["cards_from"], now["seed"], now["deck"]) == ("felt", None, "")
    assert [seat["unknown"] for seat in now["seats"]] == [0, 2, 0]
    (found,) = json.loads(desk.ok("rounds", "--json"))
    assert (found["cards_from"], [seat["player"] for seat in found["seats"]]) == ("felt", ["", "", "ann"])
    assert "seat 4 $20 folded -$20; seat 5 ann $40 straight +$30" in desk.ok("rounds", "--player", "ann")
    for command in (("figures",), ("audit",), ("export",), ("export", "--format", "csv"), ("sums",), ("table", "list")):
        assert desk.ok(*command)
    assert "none of the 1 finished rounds looked at was dealt face up" in desk.refused("table", "signs", "T1")
    with open_store(desk.db) as store:
        past = find_round(store, "T1-1")
    papers, text = folder / "papers.json", folder / "round.txt"
    papers.write_text(json.dumps(past.papers))
    text.write_text(notation(past.events))
    assert "no shuffle was made here: round 'T1-1' was dealt from a real deck" in croupier("verify", str(papers)).err
    assert "every amount is the engine's own" in croupier("replay", str(text)).out
    assert json.loads(croupier("replay", str(text), "--json").out)["net_cents"] == {"3": -500, "4": -2000, "5": 3000}
    _rows_answer(desk, folder)


def _rows_answer(desk: Desk, folder: Path) -> None:
    for rows in ("rounds", "seats", "bets", "decisions"):
        desk.ok("rounds", "--out", str(folder / f"{rows}.csv"), "--rows", rows)
    assert "a black ace" not in (folder / "rounds.csv").read_text(), "what somebody typed may be a name"
    seats = list(data.record(desk.db, "seats"))
    assert [row["cards_from"] for row in seats] == ["felt"] * 3
    assert [(row["cards"], row["hand"]) for row in seats] == [
        ("Ac Ad", "three_of_a_kind"), (None, None), ("Jh Tc", "straight"),
    ]  # fmt: skip
    assert [row["player"] is None for row in seats] == [True, True, False], "nobody is not one and the same person"
    decisions = list(data.record(desk.db, "decisions"))
    assert [row["number"] for row in decisions] == list(range(1, 9))
    assert {row["seat"]: row["cards"] for row in decisions} == {3: "Ac Ad", 4: None, 5: "Jh Tc"}


def test_what_a_hand_is_worth_that_nobody_knows_is_refused_in_words() -> None:
    felt = read_notation(
        'round "F-1"\nterms {"rules": "wa-2018", "cards_from": "felt"}\ndeck blue commitment -\n'
        "seat 3 bets ante 10\nlock\ndeal\n"
    )
    with pytest.raises(Refused, match="nobody knows the cards of seat 3 yet"):
        felt.best(3)
    with pytest.raises(Refused, match="3 cards of the board are not known"):
        felt.act(3, "check")


def test_real_chips_are_sold_and_redeemed_by_command(desk: Desk) -> None:
    words = desk.ok("cage", "sell", "300", "--table", "T1", by="dora")
    assert words.startswith("$300 sold in chips at T1, receipt ")
    assert "people carry chips for $320" in desk.ok("cage", "sell", "20", by="sue")
    left = json.loads(desk.ok("cage", "redeem", "120", "--json", by="sue"))
    assert (left["amount"], left["carried"], left["table"]) == (12_000, 20_000, None)
    assert "Chips redeemed" in desk.ok("cage", "receipt", str(left["receipt"]))
    desk.ok("table", "open", "T9", "--dealt-by", "person", by="sue")
    desk.ok("table", "do", "T9", "seat 3 chips 50", by="dora")
    left = json.loads(desk.ok("cage", "redeem", "10", "--json", by="sue"))
    assert left["carried"] == 19_000, "what lies in front of a seat is still a player's"
    assert "chips are real at T1" in desk.refused("cage", "buy-in", "ann", "5", "--table", "T1", by="dora")
    assert desk.ok("audit")


def test_two_people_correct_a_finished_round_by_command(desk: Desk) -> None:
    enter(desk, *(order for order in ROUND if order != "seat 5 bet4"))
    asked = ("table", "correct", "T1-1", "4", "20", "--why", "folded by mistake")
    assert "sue asks for this correction; somebody else makes it" in desk.refused(
        *asked, "--second", "sue", "--second-pin", PINS["sue"], by="sue"
    )
    desk.ok("staff", "add", "eve", "--role", "executive", "--new-pin", PINS["eve"], by="sam")
    made = desk.ok(*asked, "--second", "eve", "--second-pin", PINS["eve"], by="sue")
    assert made == "corrected: seat 4 of T1-1: +$20, folded by mistake\n"
    waits = desk.ok("table", "correct", "T1-1", "5", "5", "--back", "--why", "overpaid", by="sue")
    assert "somebody else makes it: croupier table do T1 'make correction'" in waits
    desk.ok("table", "do", "T1", "dispute T1-1 seat 4 open it was forty", by="dora")
    listed = desk.ok("table", "list")
    assert "seat 4 disputes T1-1 since 20" in listed
    assert "the correction T1-1 seat 5 by -5 waits for a second person" in listed
    desk.ok("table", "do", "T1", "make correction", by="eve")
    seats = {row["seat"]: row["corrected_cents"] for row in data.record(desk.db, "seats")}
    assert seats == {3: 0, 4: 2_000, 5: -500}
    assert desk.ok("audit")
