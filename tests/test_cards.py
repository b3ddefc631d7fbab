"""Fifty-two cards and their names (R1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card, CardTwice, NotACard, cards_text, check_distinct, parse_cards
from croupier.errors import Refused


def test_r1_one_deck_has_thirteen_ranks_in_four_suits_and_no_joker() -> None:
    assert len({(card.rank, card.suit) for card in DECK}) == len(DECK) == 52
    assert {card.rank for card in DECK} == set(range(13))
    assert {card.suit for card in DECK} == set(range(4))


def test_a_card_is_its_own_number_from_deuce_of_clubs_to_ace_of_spades() -> None:
    assert cards_text(DECK[:5]) == "2c 2d 2h 2s 3c"
    assert str(DECK[51]) == "As"
    assert [int(card) for card in DECK] == list(range(52))


def test_a_cards_repr_can_be_pasted_into_words() -> None:
    assert repr(Card.parse("Td")) == "Card('Td')"
    assert f"{Card.parse('Td'):>4}" == "  Td"


@given(st.lists(st.sampled_from(DECK), max_size=10))
def test_cards_read_back_from_their_text_with_or_without_spaces(cards: list[Card]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)
    assert parse_cards(cards_text(cards).replace(" ", "")) == tuple(cards)


@pytest.mark.parametrize("text", ["1x", "T", "10d", "td", "TD", "Td Q", "Xx", "Td,Qh", "🂡", 7, None, ["Td"], b"Td"])
def test_what_is_no_card_is_refused_with_an_example(text: object) -> None:
    with pytest.raises(NotACard, match="such as 'Td'"):
        parse_cards(text)


@given(st.text())
def test_any_text_is_cards_or_is_refused(text: str) -> None:
    try:
        cards = parse_cards(text)
    except Refused:
        return
    assert parse_cards(cards_text(cards)) == cards


def test_a_card_twice_is_named() -> None:
    check_distinct(DECK)
    with pytest.raises(CardTwice, match="Td"):
        check_distinct(parse_cards("Td Qh Td"))
