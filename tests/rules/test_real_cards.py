"""Rounds with a real deck (R58): cards are known as they are entered, and what depends on them waits for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES, ruleset
from croupier.rules.actions import BET1, BET2, BET3, BET4, CHECK, FOLD, PULL, RIDE, Action
from croupier.rules.commands import (
    Act,
    CardOut,
    Command,
    CorrectCards,
    DealCards,
    EnterCards,
    OfferSeed,
    OpenRound,
    PlaceBets,
    TakeBank,
    UndoDecision,
    decide,
    next_step,
)
from croupier.rules.deal import CardsFrom, Deal, Procedure, deal, order_out
from croupier.rules.events import CardsCorrected, CardsEntered, Dealt, DecisionUndone, Event, RoundOpened, Settled
from croupier.rules.notation import notation, parse_notation
from croupier.rules.reader import next_out
from croupier.rules.real_cards import (
    CardElsewhere,
    CardsDue,
    CardsUnknown,
    KnownAlready,
    Mismatch,
    cards_due,
    exposed_at,
)
from croupier.rules.record import from_plain, to_plain
from croupier.rules.round import Round, evolve, lying_at, place_of
from croupier.rules.settlement import depends_on_own_cards
from croupier.rules.steps import COLLECT, END, LOCK, SETTLE, SETTLE_NEXT, Step
from croupier.rules.terms import terms
from croupier.rules.view import AtSeat, Onlooker, view
from croupier.rules.wagers import Stakes
from draws import Script, nets, scripts


class Felt:
    """A round on the felt: what is done to it, command by command."""

    def __init__(self, *commands: Command) -> None:
        self.round: Round | None = None
        self.events: list[Event] = []
        self.do(*commands)

    def do(self, *commands: Command) -> Felt:
        for command in commands:
            for event in decide(self.round, command):
                self.round = evolve(self.round, event)
                self.events.append(event)
        return self

    @property
    def now(self) -> Round:
        assert self.round is not None
        return self.round

    def refuses(self, command: Command) -> str:
        with pytest.raises(Refused) as refused:
            decide(self.round, command)
        return str(refused.value)


def opened(rules: str = "wa-2018", **choices: object) -> Felt:
    return Felt(OpenRound(round="F-1", terms=terms(ruleset(rules), cards_from=CardsFrom.FELT, **choices)))


def dealt(stakes: dict[int, Stakes], rules: str = "wa-2018", **choices: object) -> Felt:
    felt = opened(rules, **choices).do(*(Act(seat, PlaceBets(bets)) for seat, bets in stakes.items()))
    return felt.do(LOCK, DealCards(()))


def cards(text: str, place: str = "") -> EnterCards:
    return EnterCards(parse_cards(text), place)


def step(felt: Felt) -> Step:
    return next_step(felt.now)


def decided(felt: Felt, *actions: Action) -> Felt:
    """Every seat of a round in turn, an action each."""
    return felt.do(*(Act(seat.number, action) for seat, action in zip(felt.now.seats, actions, strict=True)))


# The law: whoever enters the cards of a dealt round gets its results.


def on_the_felt(script: Script, chance: st.DataObject, *, early: bool) -> Felt:
    """The same bets, decisions and cards with a real deck. Cards are entered as they are due, one by one or together;
    `early` is a reader that knows them all from the deal on."""
    at = replace(script.terms, cards_from=CardsFrom.FELT, clock_s=None)
    places = list(script.stakes)
    dealing = deal(at.procedure, at.game.layout, places, script.deck)
    lie = {"board": dealing.board, "dealer": dealing.dealer} | {place_of(seat): dealing.own[seat] for seat in places}
    up = at.game.layout.up
    if up:  # what lies face up is entered first
        lie["dealer"] = (*dealing.dealer[-up:], *dealing.dealer[:-up])
    felt = Felt()
    for command in script.commands():
        match command:
            case OpenRound():
                felt.do(replace(command, terms=at, commitment=""))
            case Act(_, OfferSeed()):
                pass
            case DealCards():
                felt.do(DealCards(()))
                if early:
                    whole = lie | {"dealer": dealing.dealer}
                    order = chance.draw(st.permutations([place for place in whole if whole[place]]))
                    felt.do(*(EnterCards(whole[place], place) for place in order))
            case _:
                if not isinstance(command, Act):
                    enter_due(felt, lie, chance)
                felt.do(command)
    return felt


def enter_due(felt: Felt, lie: dict[str, tuple[object, ...]], chance: st.DataObject) -> None:
    while (due := cards_due(felt.now)) is not None:
        many = chance.draw(st.integers(1, due.number))
        known = len(lying_at(felt.now, due.place))
        felt.do(EnterCards(lie[due.place][known : known + many]))  # type: ignore[arg-type]


def settlement(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Settled)]


@given(scripts(), st.data())
def test_entering_the_cards_of_a_dealt_round_gives_its_results(script: Script, chance: st.DataObject) -> None:
    felt = on_the_felt(script, chance, early=False)
    assert nets(felt.events) == nets(script.events())
    known = [seat for seat in felt.now.seats if not seat.folded or depends_on_own_cards(seat, felt.now.terms)]
    for was, now in zip(settlement(script.events()), settlement(felt.events), strict=True):
        if was.seat in {seat.number for seat in known}:
            assert now == was, "of a hand that was looked at, every word is the same"


@given(scripts(), st.data())
def test_a_reader_that_knows_every_card_at_the_deal_changes_nothing(script: Script, chance: st.DataObject) -> None:
    felt = on_the_felt(script, chance, early=True)
    assert settlement(felt.events) == settlement(script.events())


@given(scripts(), st.data())
def test_a_round_of_a_real_deck_is_read_back_from_its_record_and_its_text(
    script: Script, chance: st.DataObject
) -> None:
    felt = on_the_felt(script, chance, early=chance.draw(st.booleans()))
    assert [from_plain(to_plain(event)) for event in felt.events] == felt.events
    text = notation(felt.events)
    assert list(parse_notation(text)) == felt.events
    assert "commitment -" in text, "no shuffle is promised that nobody made"


@given(scripts(), st.data())
def test_a_card_that_lies_somewhere_is_refused_everywhere_else(script: Script, chance: st.DataObject) -> None:
    felt = on_the_felt(script, chance, early=False)
    at = Felt()
    for event in felt.events:
        if isinstance(event, CardsEntered) and (lain := _somewhere(at.now)):
            card, place = chance.draw(st.sampled_from(lain))
            assert place in at.refuses(EnterCards((card,), event.place))
        at.round = evolve(at.round, event)


def _somewhere(round: Round) -> list[tuple[object, str]]:
    seats = [place_of(seat.number) for seat in round.seats]
    return [(card, place) for place in ("board", "dealer", *seats) for card in lying_at(round, place)]


# The law of a reader in the shoe: whoever reports the deck card by card gets the same round.


@pytest.mark.parametrize("procedure", Procedure)
@pytest.mark.parametrize("game", GAMES)
def test_the_procedure_says_where_each_card_out_of_the_deck_lies(game: str, procedure: Procedure) -> None:
    layout = GAMES[game].layout
    for seats in ((4,), (1, 2, 6), (1, 2, 3, 4, 5, 6)):
        dealing = deal(procedure, layout, seats, DECK)
        lie = {place_of(seat): cards for seat, cards in dealing.own.items()}
        lie |= {"dealer": dealing.dealer, "board": dealing.board}
        out = [lie[place][nth] for place, nth in order_out(procedure, layout, seats)]
        assert (*out, *dealing.rest) == DECK


@given(scripts(), st.booleans())
def test_a_reader_that_reports_the_deck_card_by_card_gives_the_same_round(script: Script, at_once: bool) -> None:
    at = replace(script.terms, cards_from=CardsFrom.FELT, clock_s=None)
    felt, dealing = Felt(), deal(at.procedure, at.game.layout, list(script.stakes), script.deck)
    for command in script.commands():
        match command:
            case OpenRound():
                felt.do(replace(command, terms=at, commitment=""))
            case Act(_, OfferSeed()):
                pass
            case DealCards():
                felt.do(DealCards(()))
                read(felt, script, lambda place: at_once or place != "board")
            case _:
                if not isinstance(command, Act):
                    read(felt, script, lambda _: True)
                felt.do(command)
    assert (felt.now.cards.own, felt.now.cards.dealer, felt.now.cards.board) == dealing_parts(dealing)
    assert settlement(felt.events) == settlement(script.events())
    assert list(parse_notation(notation(felt.events))) == felt.events


def read(felt: Felt, script: Script, comes: Callable[[str], bool]) -> None:
    """Report the cards that come out of the deck, in their order; each lies face down to others until it is shown."""
    order = order_out(felt.now.terms.procedure, felt.now.game.layout, tuple(script.stakes))
    up = deal(felt.now.terms.procedure, felt.now.game.layout, list(script.stakes), script.deck).dealer
    up = up[len(up) - felt.now.game.layout.up :]
    while (number := next_out(felt.now)) is not None and comes(order[number - 1][0]):
        felt.do(CardOut(number, script.deck[number - 1]))
        seen = view(felt.now, Onlooker())
        assert set(seen.up) <= set(up)
        assert len(seen.board) == (0 if not felt.now.shown else felt.now.game.reveals[felt.now.shown - 1].board)
        for known in (number, len(script.deck)):
            with pytest.raises(KnownAlready):
                decide(felt.round, CardOut(known, script.deck[known - 1]))


def dealing_parts(dealing: Deal) -> tuple[object, ...]:
    return dict(dealing.own), dealing.dealer, dealing.board


def test_a_reader_that_reads_otherwise_than_before_disagrees() -> None:
    felt = dealt({3: Stakes(base=1000), 5: Stakes(base=1000)}, procedure=Procedure.HAND_HELD)
    felt.do(CardOut(1, Card.parse("Ah")), CardOut(3, Card.parse("Kd")))
    assert [lying_at(felt.now, place_of(seat)) for seat in (3, 5)] == [parse_cards("Ah"), parse_cards("Kd")]
    assert next_out(felt.now) == 2
    said = {
        CardOut(1, Card.parse("Qs")): "card 1 was read as Qs, but Ah lies at seat 3 in its place",
        CardOut(2, Card.parse("Kd")): "Kd lies at seat 5 already; one deck has each card once",
        CardOut(40, Card.parse("Kd")): "Kd lies at seat 5 already; one deck has each card once",
    }
    for command, why in said.items():
        with pytest.raises(Mismatch) as refused:
            decide(felt.round, command)
        assert str(refused.value) == why
    assert "card 6 is number 2 of the dealer, and 0 are known" in felt.refuses(CardOut(6, Card.parse("2c")))
    assert "the first is card 1" in felt.refuses(CardOut(0, Card.parse("2c")))
    assert "no cards are out" in opened().refuses(CardOut(1, Card.parse("2c")))


def test_what_a_reader_has_missed_a_dealer_enters() -> None:
    """Two of the dealer's face-down cards are read, the last lies face up: the dealer enters the others."""
    felt = dealt({1: Stakes(base=1000)}, "caribbean")
    felt.do(CardOut(6, Card.parse("2c")), CardOut(7, Card.parse("3c")))
    assert view(felt.now, Onlooker()).up == ()
    assert cards_due(felt.now) == CardsDue("dealer", 1), "the card that lies face up"
    felt.do(cards("As"))
    assert view(felt.now, Onlooker()).up == parse_cards("As")
    felt.do(cards("4c", "dealer"), cards("5c", "dealer"))
    assert felt.now.cards.dealer == parse_cards("2c 3c 4c 5c As")


# One round spelled out.

TEXT = """\
round "F-1"
terms {"rules": "wa-2018", "cards_from": "felt"}
deck blue commitment -
seat 3 bets ante 10 trips 5
seat 4 bets ante 10
seat 5 bets ante 10
lock
deal
seat 3 check
seat 4 check
seat 5 check
cards board Ah Kh Qh
flop
= Ah Kh Qh
seat 3 check
seat 4 check
seat 5 bet2
cards board 2c 3d
river
= 2c 3d
seat 3 fold
seat 4 fold
cards dealer 7c 8d
dealer
= 7c 8d: ace high
= seat 5 Ante $10 returned
cards seat 5 Jh Tc
= seat 5 win, straight, ten to ace: Play $20 +$20 (1 to 1); Blind $10 +$10 (straight 1 to 1)
= seat 4 fold, cards not shown: Ante $10 -$10 (folded); Blind $10 -$10 (folded)
cards seat 3 As Ad
= seat 3 fold, three of a kind, aces: Ante $10 -$10 (folded); Blind $10 -$10 (folded); Trips $5 +$15 (three of a kind 3 to 1)
end
= 52 cards
"""  # noqa: E501


def test_a_round_with_two_folds_of_which_one_has_trips() -> None:
    assert notation(parse_notation(TEXT)) == TEXT


# What is due, and what is refused.


def test_cards_are_due_board_first_then_the_dealers_then_of_who_is_in_by_the_settling_order() -> None:
    felt = dealt({seat: Stakes(base=1000) for seat in (1, 2, 3)})
    assert cards_due(felt.now) is None, "before the flop the seats decide"
    assert felt.refuses(cards("Ah")) == "no cards are due now, before the flop; seat 1 decides first"
    decided(felt, CHECK, CHECK, CHECK)
    assert cards_due(felt.now) == CardsDue("board", 3)
    assert felt.refuses(step(felt)) == "cannot show the flop yet: 3 cards of the board are not known; enter them"
    felt.do(cards("Ah"), cards("Kd 7c"), step(felt))
    decided(felt, CHECK, CHECK, CHECK).do(cards("2c 3d"), step(felt))
    decided(felt, BET1, FOLD, BET1)
    assert cards_due(felt.now) == CardsDue("dealer", 2)
    felt.do(cards("9s 9d"), step(felt))
    assert cards_due(felt.now) == CardsDue("seat 3", 2), "right to left"
    assert "2 cards of seat 3 are not known" in felt.refuses(SETTLE_NEXT)
    felt.do(cards("4h 5h"), SETTLE_NEXT, SETTLE_NEXT)
    assert cards_due(felt.now) == CardsDue("seat 1", 2), "the fold of seat 2 is settled, and stays unknown"
    felt.do(cards("As Ad"), SETTLE_NEXT, END)


def test_where_nobody_is_left_in_no_more_cards_are_asked_for() -> None:
    felt = dealt({2: Stakes(base=1000)})
    decided(felt, CHECK).do(cards("Ah Kd 7c"), step(felt))
    decided(felt, CHECK).do(cards("2c 3d"), step(felt))
    decided(felt, FOLD)
    assert cards_due(felt.now) is None
    felt.do(step(felt), SETTLE, END)
    assert nets(felt.events) == {(2, "ante"): -1000, (2, "blind"): -1000}
    text = notation(felt.events)
    assert "\ndealer\n= no cards\n" in text
    assert list(parse_notation(text)) == felt.events


def test_a_folded_hand_is_asked_for_only_where_a_bet_depends_on_it() -> None:
    stakes = {1: Stakes(base=1000, trips=500), 2: Stakes(base=1000)}
    felt = dealt(stakes)
    decided(felt, CHECK, CHECK).do(cards("Ah Kd 7c"), step(felt))
    decided(felt, CHECK, CHECK).do(cards("2c 3d"), step(felt))
    decided(felt, FOLD, FOLD)
    felt.do(cards("9s 9d"), step(felt))
    assert cards_due(felt.now) == CardsDue("seat 1", 2), "Trips plays after a fold (R23)"


def test_m4_a_folded_hand_stays_unknown_where_only_the_board_decides_a_bet() -> None:
    """The community cards are entered for the Three Card Bonus of who folded; the own cards are not."""
    felt = dealt({1: Stakes(base=1000, three_card_bonus=500)}, "mississippi")
    decided(felt, FOLD)
    for card in ("Ah", "Ad", "7c"):
        assert cards_due(felt.now) == CardsDue("board", 1)
        felt.do(cards(card), step(felt))
    assert cards_due(felt.now) is None
    assert not exposed_at(felt.now, "seat 1")
    felt.do(SETTLE, END)
    assert nets(felt.events) == {(1, "ante"): -1000, (1, "three_card_bonus"): 500}
    text = notation(felt.events)
    assert "seat 1 fold, cards not shown" in text
    assert list(parse_notation(text)) == felt.events


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (cards("Ah", "seat 2"), "Ah lies at the board already; one deck has each card once"),
        (cards("2c 2c", "seat 2"), "card twice: 2c is already in play; one deck has each card once"),
        (cards("2c 3c 4c", "seat 2"), "seat 2 has 0 of its 2 cards; 3 are too many"),
        (cards("2c", "seat 5"), "seat 5 is not in this round; it has no cards"),
        (cards("2c 3d 4h"), "3 cards are too many; next come 2 cards of the board"),
        (CorrectCards("board", parse_cards("Ah Kd"), "misread"), "3 of its cards lie open at the board; name them all"),
        (CorrectCards("board", parse_cards("Ah Kd 7c"), "misread"), "the board has these cards already"),
        (CorrectCards("board", parse_cards("Ah Kd 7d"), " "), "cards are corrected for a stated reason; say why"),
        (DealCards(()), "cannot deal now"),
    ],
)
def test_what_cannot_be_is_refused_at_the_touch(command: Command, why: str) -> None:
    felt = dealt({1: Stakes(base=1000), 2: Stakes(base=1000)})
    decided(felt, CHECK, CHECK).do(cards("Ah Kd 7c"), step(felt))
    decided(felt, CHECK, CHECK)
    assert why in felt.refuses(command)


def test_a_round_of_our_own_shuffle_takes_no_entries_and_undoes_no_decision() -> None:
    felt = Felt(OpenRound(round="T-1", terms=terms(ruleset("wa-2018"))))
    felt.do(Act(1, PlaceBets(Stakes(base=1000))), LOCK)
    deck = parse_cards("".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"))
    felt.do(DealCards(deck))
    assert "come from its own shuffle" in felt.refuses(cards("Ah", "board"))
    assert "come from its own shuffle" in felt.refuses(CorrectCards("board", (), "why"))
    felt.do(Act(1, CHECK))
    assert "a decision stands" in felt.refuses(Act(1, UndoDecision()))


def test_a_real_deck_is_promised_and_mixed_by_nobody() -> None:
    at = terms(ruleset("wa-2018"), cards_from=CardsFrom.FELT)
    assert "nothing can be promised" in Felt().refuses(OpenRound(round="F-1", terms=at, commitment="c0ffee"))
    felt = opened()
    assert "nothing to mix words into" in felt.refuses(Act(1, OfferSeed("mine")))
    felt.do(Act(1, PlaceBets(Stakes(base=1000))), LOCK)
    assert "nobody knows its order" in felt.refuses(DealCards(parse_cards("Ah")))


def test_a_card_that_is_elsewhere_says_where() -> None:
    felt = dealt({1: Stakes(base=1000)}).do(cards("Ah", "seat 1"))
    with pytest.raises(CardElsewhere) as refused:
        decide(felt.round, cards("Ah", "dealer"))
    assert refused.value.place == "seat 1"


# Corrections.


def test_a_correction_settles_the_round_anew_and_says_why() -> None:
    felt = dealt({1: Stakes(base=1000), 2: Stakes(base=1000)})
    decided(felt, BET4, BET4)
    for shown in ("Ah Kd 7c", "2c 3d", "9s 9d"):
        felt.do(cards(shown), step(felt))
    felt.do(cards("As Ad", "seat 1"), cards("Ks Kc", "seat 2"), SETTLE)
    assert nets(felt.events)[2, "play"] == 4000
    felt.do(CorrectCards("seat 2", parse_cards("Ks 4c"), "a king taken for a four"))
    assert felt.now.settled == ()
    assert felt.refuses(END).startswith("cannot end the round now")
    felt.do(SETTLE)
    assert nets(felt.events)[2, "play"] == 4000
    felt.do(CorrectCards("seat 2", parse_cards("Js Tc"), "neither"), SETTLE)
    assert nets(felt.events)[2, "play"] == -4000
    assert [event.reason for event in felt.events if isinstance(event, CardsCorrected)] == [
        "a king taken for a four",
        "neither",
    ]
    felt.do(END)


def test_a_touch_too_many_is_taken_back_by_a_correction() -> None:
    felt = dealt({1: Stakes(base=1000)})
    decided(felt, BET4).do(cards("Ah"), cards("Kd"), CorrectCards("board", parse_cards("Ah"), "wrong card"))
    assert cards_due(felt.now) == CardsDue("board", 2)


@pytest.mark.parametrize(
    ("rules", "stakes", "actions", "again"),
    [
        ("wa-2018", Stakes(base=1000), BET4, CHECK),
        ("wa-2018", Stakes(base=1000), CHECK, BET3),
        ("let-it-ride", Stakes(base=1000), PULL, RIDE),
        ("mississippi", Stakes(base=1000), FOLD, BET2),
    ],
)
def test_a_decision_is_undone_until_the_next_cards(rules: str, stakes: Stakes, actions: Action, again: Action) -> None:
    felt = dealt({1: stakes}, rules)
    before = felt.now.seats
    felt.do(Act(1, actions), Act(1, UndoDecision()))
    assert felt.now.seats == before
    felt.do(Act(1, again))
    assert felt.now.seats[0].line == (again,)


def test_a_decision_of_an_earlier_street_stands() -> None:
    felt = dealt({1: Stakes(base=1000)})
    decided(felt, CHECK).do(cards("Ah Kd 7c"), step(felt))
    assert "decided nothing on this street" in felt.refuses(Act(1, UndoDecision()))


# Games whose decisions or views depend on cards.


def test_a_triple_bet_that_needed_aces_is_found_when_the_cards_are_entered() -> None:
    felt = dealt({1: Stakes(base=1000)}, "crazy-four").do(Act(1, BET3))
    felt.do(cards("2c 3d 4h 6s 8c", "dealer"), step(felt))
    assert "could not bet3" in felt.refuses(cards("Kh Kd 7c 5s 3c", "seat 1"))
    felt.do(cards("Ah Ad 7c 5s 3c", "seat 1"), SETTLE, END)


def test_the_card_that_lies_face_up_is_due_at_once_and_lies_last() -> None:
    felt = dealt({1: Stakes(base=1000)}, "caribbean")
    assert cards_due(felt.now) == CardsDue("dealer", 1)
    felt.do(cards("Qs"))
    assert view(felt.now, Onlooker()).up == parse_cards("Qs")
    felt.do(Act(1, BET2), cards("Ah"), cards("Kd 7c 2d"))
    assert felt.now.cards.dealer == parse_cards("Ah Kd 7c 2d Qs")


def test_at_a_face_up_table_the_players_cards_are_due_before_anybody_decides() -> None:
    felt = dealt({2: Stakes(base=1000), 4: Stakes(base=1000)}, face_up_approval="letter 8")
    assert cards_due(felt.now) == CardsDue("seat 2", 2)
    felt.do(cards("Ah Kd"))
    assert cards_due(felt.now) == CardsDue("seat 4", 2)
    assert view(felt.now, Onlooker()).seats[0].cards == parse_cards("Ah Kd")


def test_cards_that_are_not_known_are_absent_from_every_view() -> None:
    felt = dealt({1: Stakes(base=1000)}).do(cards("Ah", "seat 1"))
    for viewer in (Onlooker(), AtSeat(1)):
        seen = view(felt.now, viewer)
        assert seen.seats[0].cards is None
        assert seen.seats[0].hand is None
        assert seen.dealer is None
    assert view(felt.now, AtSeat(1)).seats[0].legal, "who holds them decides all the same"


def test_in_california_a_folded_hand_with_trips_is_entered_before_the_bank_shows() -> None:
    felt = opened("ca")
    felt.do(
        Act(6, TakeBank(100_000)),
        *(Act(seat, PlaceBets(Stakes(base=1000, trips=500))) for seat in (1, 2)),
        LOCK,
        DealCards(()),
    )
    decided(felt, CHECK, CHECK).do(cards("Ah Kd 7c"), step(felt))
    decided(felt, CHECK, CHECK).do(cards("2c 3d"), step(felt))
    decided(felt, FOLD, BET1)
    assert next_step(felt.now) == COLLECT
    assert cards_due(felt.now) == CardsDue("seat 1", 2)
    assert "2 cards of seat 1 are not known" in felt.refuses(COLLECT)
    felt.do(cards("4h 5h"), COLLECT)
    assert cards_due(felt.now) == CardsDue("dealer", 2)
    felt.do(cards("9s 9d"), step(felt), cards("As Ad"), SETTLE, END)
    assert nets(felt.events)[2, "trips"] == 1500


def test_the_events_of_an_entry_are_told_apart() -> None:
    felt = dealt({1: Stakes(base=1000)}).do(Act(1, CHECK), Act(1, UndoDecision()))
    assert isinstance(felt.events[0], RoundOpened)
    assert Dealt(()) in felt.events
    assert felt.events[-1] == DecisionUndone(1)
    with pytest.raises(CardsUnknown):
        decide(felt.do(Act(1, CHECK)).round, step(felt))


def test_what_a_reader_knows_is_exposed_when_it_is_turned() -> None:
    felt = dealt({1: Stakes(base=1000), 2: Stakes(base=1000)})
    lie = {"board": "Ah Kd 7c 2c 3d", "dealer": "9s 9d", "seat 1": "4h 5h", "seat 2": "As Ad"}
    felt.do(*(cards(text, place) for place, text in lie.items()))

    def exposed() -> dict[str, str]:
        return {place: text for place in lie if (text := cards_text(exposed_at(felt.now, place)))}

    assert exposed() == {}
    decided(felt, CHECK, CHECK)
    assert exposed() == {"board": "Ah Kd 7c"}, "the flop is being turned"
    felt.do(step(felt))
    decided(felt, CHECK, CHECK).do(step(felt))
    decided(felt, FOLD, BET1)
    assert exposed() == {"board": lie["board"], "dealer": lie["dealer"]}
    felt.do(step(felt))
    assert exposed() == {place: text for place, text in lie.items() if place != "seat 1"}, "a fold is not turned up"
