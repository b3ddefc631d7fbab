"""R29: where a player banks, folded seats are collected before the player-dealer's cards are turned."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games import ruleset
from croupier.rules.commands import WrongMoment, decide, next_step
from croupier.rules.events import CardsShown, Event, FoldCollected, SeatSettled
from croupier.rules.notation import notation, parse_notation
from croupier.rules.steps import COLLECT, END, SHOW_DEALER
from croupier.rules.terms import BadTerms, terms
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import Stakes
from draws import Script, nets, run, showdown

BOARD = "2s 7h 8h 3d 9c"
HOLES = {4: "2c 2h", 5: "Kc Qd", 6: "7c 7d"}
"""Seat 4 folds with three of a kind, seat 5 with nothing, seat 6 plays; seat 2 banks."""


def folded(**choices: object) -> Script:
    return showdown(
        "ca",
        HOLES,
        "Ah Ad",
        BOARD,
        {4: "check check fold", 5: "check check fold", 6: "check check bet1"},
        Stakes(ante=1000, trips=500),
        bank=(2, 20_000),
        **choices,
    )


def told(events: list[Event]) -> list[str]:
    """Collections, the bank's cards and settlements, in the order in which they happened."""
    words = []
    for event in events:
        match event:
            case FoldCollected(seat, results):
                words.append(f"{seat} folded: {' '.join(f'{row.spot} {row.net}' for row in results)}")
            case CardsShown(dealer=dealer) if dealer:
                words.append("the bank's cards")
            case SeatSettled(seat, _, _, results):
                words.append(f"{seat}: {' '.join(f'{row.spot} {row.net}' for row in results)}")
    return words


def test_r29_folds_go_before_the_banks_cards_and_a_winning_trips_waits_for_its_turn() -> None:
    assert told(folded().events()) == [
        "4 folded: ante -1000 blind -1000",
        "5 folded: ante -1000 blind -1000 trips -500",
        "the bank's cards",
        "4: trips 1500",
        "5: ",
        "6: ante 1000 play 1000 blind 0 trips 1500",
    ]


def test_r29_the_banks_cards_are_face_down_while_folds_are_collected() -> None:
    commands = folded().commands()
    round, _ = run(commands[: commands.index(COLLECT)])
    for _ in range(2):
        assert next_step(round) == COLLECT
        assert view(round, Onlooker()).dealer is None
        with pytest.raises(WrongMoment, match="next comes: collect the next folded hand"):
            decide(round, SHOW_DEALER)
        round, _ = run(commands[: commands.index(COLLECT) + len(round.settled) + 1])
    assert next_step(round) == SHOW_DEALER
    with pytest.raises(WrongMoment, match="next comes: show the dealer's cards"):
        decide(round, COLLECT)


def test_r29_nobody_folded_and_there_is_nothing_to_collect() -> None:
    script = showdown("ca", {4: "2c 2h"}, "Ah Ad", BOARD, "check check bet1", Stakes(ante=1000), bank=(2, 20_000))
    assert COLLECT not in script.commands()
    assert next_step(run(script.commands()[:-3])[0]) == SHOW_DEALER
    assert script.commands()[-1] == END


def test_a_record_that_does_not_say_so_is_settled_in_the_order_of_its_day() -> None:
    old = folded(folds_first=False)
    assert told(old.events())[:2] == ["the bank's cards", "4 folded: ante -1000 blind -1000"]
    assert nets(old.events()) == nets(folded().events()), "the amounts do not depend on it"


@pytest.mark.parametrize("folds_first", [True, False])
def test_notation_tells_both_orders(folds_first: bool) -> None:
    events = folded(folds_first=folds_first).events()
    text = notation(events)
    assert (text.index("seat 4 folded") < text.index("\ndealer\n")) == folds_first
    assert parse_notation(text) == tuple(events)


def test_where_the_house_banks_every_seat_is_settled_at_its_turn() -> None:
    assert not terms(ruleset("wa-2018")).folds_first
    with pytest.raises(BadTerms, match="the house banks"):
        terms(ruleset("wa-2018"), folds_first=True)
    with pytest.raises(Refused):
        decide(
            run(showdown("wa-2018", HOLES, "Ah Ad", BOARD, "check check fold", Stakes(ante=1000)).commands()[:-3])[0],
            COLLECT,
        )
