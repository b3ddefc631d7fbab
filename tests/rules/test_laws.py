"""Laws of the game, for every rule set, every choice of the house and every deck that we can draw."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from croupier.cards import JOKER, Card, Cards
from croupier.errors import Refused
from croupier.games.uth import ANTE, BAD_BEAT, BLIND, PAIRS, PLAY, TRIPS, UTH
from croupier.hands import strength
from croupier.rules.actions import BET1, BET2, BET3, BET4, CHECK, FOLD, PULL
from croupier.rules.commands import Act, DealCards, IllegalAction, VoidRound, decide, next_step
from croupier.rules.deal import stack
from croupier.rules.events import (
    Acted,
    BetReturned,
    BetsLocked,
    BetsPlaced,
    CardsShown,
    EnvyPaid,
    Event,
    FoldCollected,
    MeterWon,
    RoundOpened,
    SeatSettled,
)
from croupier.rules.notation import notation, parse_notation
from croupier.rules.record import from_plain, to_plain
from croupier.rules.round import FINISHED, Round, evolve, legal_actions, replay
from croupier.rules.seat import SEATS
from croupier.rules.settlement import Result
from croupier.rules.steps import DEAL, LOCK, SETTLE, SETTLE_NEXT, Step
from croupier.rules.view import AtSeat, Onlooker, Reviewer, RoundView, SeatView, Viewer, view
from croupier.rules.wagers import ENVY, PROGRESSIVE, Placed
from draws import HOUSE_BANKED, Script, bets, decks, lines, nets, run, scripts, table_terms

ORDERLESS = {ANTE, BLIND, PLAY, TRIPS, BAD_BEAT, PAIRS}
"""The wagers whose results depend on no order of seats (R5)."""


# Money.


def books(events: list[Event]) -> tuple[Counter[str], Counter[tuple[int, str]]]:
    """Every chip of a round followed by hand: what each party is up or down, and what still lies on the felt."""
    party: Counter[str] = Counter()
    felt: Counter[tuple[int, str]] = Counter()
    progressive: dict[int, int] = {}

    def give(seat: int, spot: str, amount: int) -> None:
        party[f"seat {seat}"] -= amount
        felt[seat, spot] += amount

    def resolve(seat: int, spot: str, stake: int, net: int) -> None:
        assert felt[seat, spot] == stake, f"seat {seat}'s {spot} is resolved for what does not lie there"
        felt[seat, spot] = 0
        party[f"seat {seat}"] += stake + net
        party["bank" if banked else "tray"] -= net

    base = {}
    assert isinstance(events[0], RoundOpened)
    game, banked = events[0].terms.game, events[0].terms.player_banked
    for event in events:
        match event:
            case BetsPlaced(seat, stakes):
                base[seat] = stakes.on(game.base)
                for spot in game.before:
                    assert not spot.follows or stakes.on(spot.key) == stakes.on(spot.follows), (
                        "what follows is equal (R6)"
                    )
                for key in stakes.keys() - {PROGRESSIVE}:
                    give(seat, key, stakes.on(key))
                progressive[seat] = stakes.on(PROGRESSIVE)
            case BetsLocked(fees):
                for fee in fees:
                    party[f"seat {fee.seat}"] -= fee.amount
                    party["collection"] += fee.amount
                for seat, stake in progressive.items():
                    party[f"seat {seat}"] -= stake
                    party["link"] += stake
            case Acted(seat, action, _, spot, cents):
                bet = base[seat] * int(str(action)[-1]) if action in (BET1, BET2, BET3, BET4) else 0
                if action == PULL:
                    bet = -felt[seat, spot]
                    assert bet, "only a bet that lies there can be pulled back"
                assert cents == bet, "a decision says what it puts down, or takes back"
                assert bool(spot) == bool(bet), "and where"
                if bet:
                    assert game.by_key[spot].placed is (Placed.DECIDED if bet > 0 else Placed.BEFORE)
                    give(seat, spot, bet)
            case BetReturned(seat, row):
                assert (row.spot, row.net) == (game.returned_first, 0), "the first pass gives live Antes back whole"
                resolve(seat, row.spot, row.stake, row.net)
            case SeatSettled(seat, _, _, results) | FoldCollected(seat, results):
                for row in results:
                    if row.spot == PROGRESSIVE:
                        assert row.stake == progressive.pop(seat), "a progressive wager plays once"
                        party[f"seat {seat}"] += row.stake + row.net
                        party["tray"] -= row.stake + row.net
                    else:
                        resolve(seat, row.spot, row.stake, row.net)
            case EnvyPaid(seat, row):
                assert row.stake == 0
                party[f"seat {seat}"] += row.net
                party["tray"] -= row.net
            case MeterWon(seat):
                assert seat not in progressive, "the meter pays only a wager that was settled"
    assert not any(progressive.values()), "every accepted progressive wager is settled"
    return party, felt


@given(scripts())
def test_chips_are_conserved(script: Script) -> None:
    party, felt = books(script.events())
    assert not any(felt.values()), "nothing is left on the felt"
    assert sum(party.values()) == 0


@given(scripts())
def test_nobody_loses_more_than_they_staked(script: Script) -> None:
    for event in script.events():
        if isinstance(event, SeatSettled | FoldCollected):
            for row in event.results:
                assert row.net >= -row.stake
                assert row.stake > 0 or script.terms.game.by_key[row.spot].placed is Placed.WON


@given(scripts(("ca",)))
def test_the_bank_stays_within_its_wager_at_every_step_of_the_settlement(script: Script) -> None:
    assert script.bank is not None
    running = handled = 0
    for event in script.events():
        if isinstance(event, SeatSettled | FoldCollected):
            for row in event.results:
                running -= row.net
                handled += abs(row.net)
                used = handled if script.terms.coverage.value == "gross" else abs(running)
                assert used <= script.bank[1]


@given(scripts(("ca",)))
def test_the_bank_covers_all_that_its_wager_reaches_and_no_wager_twice(script: Script) -> None:
    """R29 and R30 once more, by hand: the results that a boundless bank would give, cut one by one."""
    assert script.bank is not None
    banker, wager = script.bank
    boundless = replace(script, bank=(banker, 10**12)).events()
    rows = {
        (event.seat, row.spot): row.net
        for event in boundless
        if isinstance(event, SeatSettled | FoldCollected)
        for row in event.results
    }
    clockwise = [(banker + step - 1) % 6 + 1 for step in range(1, 6)]
    folded = [seat for seat in clockwise if script.lines.get(seat) == "check check fold"]
    spots = [ANTE, PLAY, BLIND, TRIPS]
    order = [(seat, spot) for seat in folded for spot in spots if rows.get((seat, spot), 0) < 0]
    order += [
        (seat, spot) for seat in clockwise for spot in spots if (seat, spot) in rows and (seat, spot) not in order
    ]
    result, used, want = 0, 0, {}
    for place in order:
        asked = rows[place]
        if script.terms.coverage.value == "gross":
            net = max(-(wager - used), min(wager - used, asked))
            used += abs(net)
        else:
            net = max(-(wager - result), min(wager + result, asked))
            result -= net
        want[place] = net
    assert nets(script.events()) == want


@given(scripts(HOUSE_BANKED, capped=False), st.permutations(SEATS))
def test_the_settling_order_changes_no_result_of_the_house_banked_game(script: Script, order: list[int]) -> None:
    other = replace(script, terms=replace(script.terms, settling_order=tuple(order)))
    assert nets(other.events()) == nets(script.events())


@given(scripts(HOUSE_BANKED), st.data())
def test_the_order_of_bets_within_a_seat_changes_no_result_of_the_house_banked_game(
    script: Script, data: st.DataObject
) -> None:
    """R5; nor does it with a cap, which has its own order (R12)."""
    spots = [spot.key for spot in script.terms.game.spots if spot.key != ENVY]
    order = tuple(data.draw(st.permutations(spots)))
    other = replace(script, terms=replace(script.terms, bet_order=order))
    assert nets(other.events()) == nets(script.events())
    for event in other.events():
        if isinstance(event, SeatSettled):
            placed = [order.index(row.spot) for row in event.results]
            assert placed == sorted(placed), "and the seat is resolved in that order"


@given(scripts(HOUSE_BANKED, capped=False), st.permutations(SEATS))
def test_a_hand_is_worth_the_same_in_any_seat(script: Script, order: list[int]) -> None:
    """R5: seats change places with their cards, bets and lines."""
    cards = script.played().cards
    to = dict(zip(SEATS, order, strict=True))
    own = {to[seat]: hand for seat, hand in cards.own.items()}
    moved = replace(
        script,
        stakes={to[seat]: stakes for seat, stakes in script.stakes.items()},
        lines={to[seat]: line for seat, line in script.lines.items()},
        deck=stack(script.terms.procedure, UTH.layout, own, cards.dealer, cards.board),
        seeds={},
    )
    before, after = nets(script.events()), nets(moved.events())
    assert {(to[seat], spot): net for (seat, spot), net in before.items() if spot in ORDERLESS} == {
        place: net for place, net in after.items() if place[1] in ORDERLESS
    }


@given(scripts(suits_named=False), st.sampled_from(list(permutations(range(4)))))
def test_suits_can_be_renamed(script: Script, names: tuple[int, ...]) -> None:
    """R1: suits never rank. The two Pairs tables that name the red aces are left out."""
    renamed = tuple(card if card == JOKER else Card(card.rank * 4 + names[card.suit]) for card in script.deck)
    other = replace(script, deck=renamed).events()
    assert nets(other) == nets(script.events())
    assert [event for event in other if isinstance(event, MeterWon)] == [
        event for event in script.events() if isinstance(event, MeterWon)
    ]


@st.composite
def twins(draw: st.DrawFn) -> Script:
    """Two seats with the same bets and the same line."""
    at = draw(table_terms(HOUSE_BANKED, capped=False))
    stakes = draw(bets(at))
    deck = draw(decks(at.game.deck))
    line = draw(lines(at, stakes, deck[: at.game.layout.own]))
    return Script(terms=at, stakes={1: stakes, 2: stakes}, deck=deck, lines={1: line, 2: line})


@given(twins())
def test_a_stronger_hand_is_never_paid_less(script: Script) -> None:
    cards = script.played().cards
    strengths = {seat: strength((*hole, *cards.board)) for seat, hole in cards.own.items()}
    weak, strong = sorted((1, 2), key=lambda seat: strengths[seat])
    found = nets(script.events())
    for spot in (ANTE, BLIND, PLAY, TRIPS):
        assert found.get((strong, spot), 0) >= found.get((weak, spot), 0), spot


@given(scripts(HOUSE_BANKED))
def test_a_cap_is_kept_and_fully_used(script: Script) -> None:
    """R12: winnings never pass the cap, nobody gains by it, and where it cuts, all of it is paid out."""

    def won(events: list[Event]) -> dict[tuple[int, str], int]:
        rows = [(e.seat, row) for e in events if isinstance(e, SeatSettled) for row in e.results]
        rows += [(e.seat, e.result) for e in events if isinstance(e, EnvyPaid)]
        return {
            (seat, row.spot): row.net + row.stake if row.spot == PROGRESSIVE else max(row.net, 0) for seat, row in rows
        }

    cap = script.terms.aggregate_cap
    free = won(replace(script, terms=replace(script.terms, aggregate_cap=None)).events())
    capped = won(script.events())
    assert all(capped[place] <= free[place] for place in free)
    if cap is not None:
        assert sum(capped.values()) == min(cap, sum(free.values()))


# Events and commands.


@given(scripts())
def test_replay_of_the_events_is_the_round(script: Script) -> None:
    round: Round | None = None
    events: list[Event] = []
    for command in script.commands():
        for event in decide(round, command):
            round = evolve(round, event)
            events.append(event)
        assert replay(events) == round


@given(scripts(), st.data())
def test_decide_accepts_exactly_the_legal_actions(script: Script, data: st.DataObject) -> None:
    commands = script.commands()
    round, _ = run(commands[: data.draw(st.integers(1, len(commands)))])
    for seat in SEATS:
        legal = legal_actions(round, seat)
        for action in (BET4, BET3, BET2, BET1, CHECK, FOLD):
            if action in legal:
                (acted,) = decide(round, Act(seat, action))
                assert isinstance(acted, Acted)
                assert (acted.seat, acted.action) == (seat, action)
            else:
                with pytest.raises(Refused):
                    decide(round, Act(seat, action))


@given(scripts(), st.data())
def test_only_the_step_that_is_next_is_accepted_from_the_dealer(script: Script, data: st.DataObject) -> None:
    commands = script.commands()
    everybody_has_bet = commands.index(LOCK)
    round, _ = run(commands[: data.draw(st.integers(everybody_has_bet, len(commands)))])
    for command in commands[everybody_has_bet:]:
        step = DEAL if isinstance(command, DealCards) else command
        if step == SETTLE:
            step = SETTLE_NEXT
        if step == next_step(round):
            assert decide(round, command)
        elif isinstance(step, Step):
            with pytest.raises(Refused):
                decide(round, command)


@given(scripts())
def test_settling_seat_by_seat_is_settling_at_once(script: Script) -> None:
    round, _ = run(script.commands()[:-2])
    stepwise: list[Event] = []
    while next_step(round) is SETTLE_NEXT:
        for event in decide(round, SETTLE_NEXT):
            round = evolve(round, event)
            stepwise.append(event)
    assert [event for event in script.events() if type(event) in {type(e) for e in stepwise}] == stepwise


# Text and data.


@given(scripts(), st.data())
def test_notation_reads_back_what_it_wrote(script: Script, data: st.DataObject) -> None:
    """A finished round, or one that was voided anywhere before; `test_notation` has it spelled out."""
    commands = script.commands()
    kept = data.draw(st.integers(1, len(commands)))
    _, events = run(commands if kept == len(commands) else [*commands[:kept], VoidRound("power cut\n§ 7")])
    assert parse_notation(notation(events)) == tuple(events)


@given(scripts())
def test_a_record_reads_back_through_json(script: Script) -> None:
    events = script.events()
    assert [from_plain(json.loads(json.dumps(to_plain(event)))) for event in events] == events


# What may be seen.

_CARD_NAME = re.compile(r"\b(?:[2-9TJQKA][cdhs]|JK)\b")


def may_see(script: Script, events: list[Event], viewer: Viewer) -> set[str]:
    """The cards that lie face up to a viewer of an unfinished round, told from the events alone."""
    seen: set[Card] = set()
    holes = script.played().cards.own
    dealt = any(type(event).__name__ == "Dealt" for event in events)
    for event in events:
        match event:
            case CardsShown(_, board, dealer):
                seen |= {*board, *dealer}
            case SeatSettled(seat, _, outcome, rows) if outcome.value != "fold" or wins_by_itself(events, seat, rows):
                seen |= set(holes[seat])
    if dealt:
        seen |= set(script.played().cards.dealer[script.terms.game.layout.dealer - script.terms.game.layout.up :])
        for seat, hole in holes.items():
            if viewer == AtSeat(seat) or script.terms.face_up:
                seen |= set(hole)
        if script.bank is not None and viewer == AtSeat(script.bank[0]):
            seen |= set(script.played().cards.dealer)
    return {str(card) for card in seen}


def wins_by_itself(events: list[Event], seat: int, rows: tuple[Result, ...]) -> bool:
    """Whether a folded hand is turned, since a bet wins with it."""
    meters = any(isinstance(event, MeterWon) and event.seat == seat for event in events)
    return meters or any(row.net > 0 for row in rows)


VIEWERS = st.sampled_from([Onlooker(), *map(AtSeat, SEATS)])


def until(script: Script, data: st.DataObject) -> tuple[Round, list[Event]]:
    """The round up to some point before its end; settlement goes seat by seat."""
    round, events = run(script.commands()[:-2])
    while next_step(round) is SETTLE_NEXT:
        for event in decide(round, SETTLE_NEXT):
            round = evolve(round, event)
            events.append(event)
    kept = events[: data.draw(st.integers(1, len(events)))]
    return replay(kept), kept


@given(scripts(), VIEWERS, st.data())
def test_a_view_of_an_unfinished_round_holds_no_unseen_card(
    script: Script, viewer: Viewer, data: st.DataObject
) -> None:
    round, events = until(script, data)
    shown = set(_CARD_NAME.findall(repr(view(round, viewer))))
    assert shown == may_see(script, events, viewer)


def public_part(seen: RoundView) -> RoundView:
    """A view without what belongs to one viewer alone."""
    seats = tuple(replace(seat, cards=None, hand=None, legal=(), showdown=None) for seat in seen.seats)
    return replace(seen, seats=seats, dealer=None, dealer_hand=None)


@given(scripts(), VIEWERS, VIEWERS, st.data())
def test_two_viewers_differ_only_in_what_they_may_see(
    script: Script, one: Viewer, two: Viewer, data: st.DataObject
) -> None:
    round, _ = until(script, data)
    first, second = view(round, one), view(round, two)
    assert public_part(first) == public_part(second)
    for mine, theirs in zip(first.seats, second.seats, strict=True):
        if AtSeat(mine.number) not in (one, two):
            assert mine == theirs
    if round.bank is None or AtSeat(round.bank.seat) not in (one, two):
        assert (first.dealer, first.dealer_hand) == (second.dealer, second.dealer_hand)


@given(scripts(), VIEWERS, st.integers(0, 2**32), st.data())
def test_cards_that_nobody_showed_could_be_any_others(
    script: Script, viewer: Viewer, seed: int, data: st.DataObject
) -> None:
    """Change every card that the viewer has not seen: nothing in the view changes."""
    commands = script.commands()[:-2]
    kept = commands[: data.draw(st.integers(1, len(commands)))]
    round, events = run(kept)
    seen = may_see(script, events, viewer)
    unseen = [card for card in script.deck if str(card) not in seen]
    random.Random(seed).shuffle(unseen)
    fresh = iter(unseen)
    deck: Cards = tuple(card if str(card) in seen else next(fresh) for card in script.deck)
    try:
        other, others = run(replace(script, deck=deck).commands()[: len(kept)])
    except IllegalAction:
        # A bet that a street offers only with some hands tells that the seat has such a hand, and may.
        assert any(street.allows for street in script.terms.game.streets)
        return
    # In California a folded hand's Trips is taken, or left to be paid, with its cards face down (R29): that tells.
    assume(
        [event for event in others if isinstance(event, FoldCollected)]
        == [event for event in events if isinstance(event, FoldCollected)]
    )
    assert view(other, viewer) == view(round, viewer)


@given(scripts(), VIEWERS)
def test_when_the_round_is_over_all_is_seen_but_hands_that_were_folded_and_won_nothing(
    script: Script, viewer: Viewer
) -> None:
    """R23: a folded hand is turned only for a bet that wins with it. The deck tells the rest, to whoever checks it."""
    round = script.played()
    assert round.stage in FINISHED
    seen, whole = view(round, viewer), view(round, Reviewer())
    assert seen.deck == whole.deck == script.deck
    assert seen.dealer == whole.dealer
    assert all(seat.cards is not None for seat in whole.seats)
    for seat, known in zip(seen.seats, whole.seats, strict=True):
        turned = not _folded(known) or any(row.net > 0 and row.spot != "envy" for row in known.results)
        if turned or known.meter_won or script.terms.face_up or viewer == AtSeat(seat.number):
            assert seat == known
        else:
            assert seat == replace(known, cards=None, hand=None, showdown=None)


def _folded(seat: SeatView) -> bool:
    return seat.outcome is not None and seat.outcome.value == "fold"
