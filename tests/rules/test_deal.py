"""From one deck order to cards: the procedures of R13 to R15a (R1, R4, R13 to R16, R27)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, CardTwice, WrongNumberOfCards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.games import RULE_SETS, ruleset
from croupier.games.uth import UTH
from croupier.rules.commands import Act, DealCards, OpenRound, PlaceBets, decide
from croupier.rules.deal import BadDealing, Procedure, deal, dealing_of, parse_dealing, parse_procedure, stack
from croupier.rules.events import RoundEnded, RoundOpened
from croupier.rules.seat import SEATS
from croupier.rules.steps import LOCK
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes
from draws import Script, decks, run, scripts, showdown

ORDER = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad")
DECK_ORDER = ORDER + tuple(card for card in DECK if card not in ORDER)
"""One deck order, read differently by each procedure: clubs, then diamonds, then the rest."""

# procedure | seat 2 | seat 5 | dealer | board, flop first | the ruling
PROCEDURES = """
  hand-held | 2c 3c | 4c 5c | 6c 7c | 8c 9c Tc Jc Qc | R13 two together to each seat and the dealer, then flop, then turn and river, no burns
  packet    | 7c 8c | 9c Tc | Jc Qc | 2c 3c 4c 5c 6c | R14 five board cards first, then packets of two
  shoe      | 2c 5c | 3c 6c | 4c 7c | 8c 9c Tc Jc Qc | R15 one at a time in two passes, the player-dealer last, then the board
  shuffler  | 2c 3c | 4c 5c | 6c 7c | 8c 9c Tc Jc Qc | R15 two at a time, the player-dealer last, then the board
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split("|")] for line in PROCEDURES.strip("\n").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1])
def test_where_the_cards_of_one_deck_order_go(row: list[str]) -> None:
    name, second, fifth, dealer, board, words = row
    cards = deal(parse_procedure(name), UTH.layout, (2, 5), DECK_ORDER)
    got = [cards_text(part) for part in (cards.own[2], cards.own[5], cards.dealer, cards.board)]
    assert got == [second, fifth, dealer, board], words
    flop = UTH.reveals[0].board
    assert cards_text(cards.board[:flop]) == board[:8]


def test_r16_the_record_names_the_procedure_because_the_cards_depend_on_it() -> None:
    for name, procedure in (("wa-base", Procedure.HAND_HELD), ("wa-base", Procedure.PACKET), ("ca", Procedure.SHOE)):
        (opened,) = decide(None, OpenRound(round="1", terms=terms(ruleset(name), procedure=procedure)))
        assert isinstance(opened, RoundOpened)
        assert opened.terms.procedure is procedure


ALLOWED = {
    "wa-base": {"hand-held", "packet"},
    "wa-2014": {"hand-held", "packet"},
    "wa-2018": {"hand-held", "packet"},
    "wa-lnw": {"hand-held", "packet", "shoe"},
    "ca": {"shoe", "shuffler"},
}


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("procedure", list(Procedure))
def test_r15a_each_rule_set_allows_its_own_procedures(name: str, procedure: Procedure) -> None:
    # The rule sets of the other games all deal packets, and nothing else.
    if procedure.value in ALLOWED.get(name, {"packet"}):
        assert terms(ruleset(name), procedure=procedure).procedure is procedure
    else:
        with pytest.raises(Refused, match="procedure"):
            terms(ruleset(name), procedure=procedure)


@given(st.sampled_from(list(Procedure)), st.sets(st.sampled_from(SEATS), min_size=1), decks())
def test_every_card_goes_to_exactly_one_place(procedure: Procedure, seats: set[int], deck: tuple) -> None:
    cards = deal(procedure, UTH.layout, sorted(seats), deck)
    dealt = [*cards.dealer, *cards.board, *cards.rest, *(card for hand in cards.own.values() for card in hand)]
    assert sorted(dealt) == list(DECK)
    assert list(cards.own) == sorted(seats)


@given(st.sampled_from(list(Procedure)), st.sets(st.sampled_from(SEATS), min_size=1), decks())
def test_a_stacked_deck_deals_the_cards_it_was_stacked_for(procedure: Procedure, seats: set[int], deck: tuple) -> None:
    cards = deal(procedure, UTH.layout, sorted(seats), deck)
    order = stack(procedure, UTH.layout, cards.own, cards.dealer, cards.board)
    again = deal(procedure, UTH.layout, sorted(seats), order)
    assert (again.own, again.dealer, again.board) == (cards.own, cards.dealer, cards.board)


@pytest.mark.parametrize(
    ("deck", "error"),
    [
        (DECK[:51], WrongNumberOfCards),
        ((*DECK, DECK[0]), WrongNumberOfCards),
        ((*DECK[:51], DECK[0]), CardTwice),
        ((), WrongNumberOfCards),
    ],
    ids=["51 cards", "53 cards", "a card twice", "no cards"],
)
def test_r1_a_round_takes_one_deck_of_fifty_two(deck: tuple, error: type[Refused]) -> None:
    at = terms(ruleset("wa-base"))
    round, _ = run([OpenRound(round="1", terms=at), Act(1, PlaceBets(Stakes(ante=500))), LOCK])
    with pytest.raises(error):
        decide(round, DealCards(deck))


@given(scripts())
def test_r27_a_round_ends_with_every_card_of_the_deck_counted(script: Script) -> None:
    assert script.events()[-1] == RoundEnded(len(script.terms.game.deck))


def test_r4_the_record_says_which_of_the_two_decks_was_used() -> None:
    script = showdown("wa-base", {1: "As Ks"}, "2c 3d", "4h 5h 9s Jd Qc", "bet4", Stakes(ante=500))
    for colour in ("blue", "red"):
        round, events = run([OpenRound(round="1", terms=script.terms, deck_colour=colour), *script.commands()[1:]])
        assert round.deck_colour == colour
        assert isinstance(events[0], RoundOpened)
        assert events[0].deck_colour == colour


@pytest.mark.parametrize("colour", ["", "dark blue", "red\nseat 1 fold", "-", "7"])
def test_a_deck_has_one_word_for_its_colour(colour: str) -> None:
    with pytest.raises(Refused, match="colour"):
        decide(None, OpenRound(round="1", terms=terms(ruleset("wa-base")), deck_colour=colour))


@pytest.mark.parametrize("commitment", ["-", "two words", " c0ffee", "\n"])
def test_a_commitment_is_one_word(commitment: str) -> None:
    with pytest.raises(Refused, match="one word"):
        decide(None, OpenRound(round="1", terms=terms(ruleset("wa-base")), commitment=commitment))


def test_r16_a_line_says_how_the_cards_of_every_game_go_out_and_is_read_again() -> None:
    assert dealing_of(terms(ruleset("wa-2018"))) == "uth hand-held 2 2 5"
    for rules in RULE_SETS.values():
        for procedure in rules.procedures:
            layout = rules.game.layout
            read, counts = parse_dealing(dealing_of(terms(rules, procedure=procedure)))
            assert read is procedure
            assert (counts.own, counts.dealer, counts.board) == (layout.own, layout.dealer, layout.board)


@pytest.mark.parametrize("text", ["", "uth", "uth hand-held 2 2", "uth hand-held 2 2 5 1", "uth hand-held a 2 5"])
def test_what_does_not_say_how_cards_are_dealt_is_refused(text: str) -> None:
    with pytest.raises(BadDealing, match="such as 'uth hand-held 2 2 5'"):
        parse_dealing(text)
