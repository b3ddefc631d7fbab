"""The line under a showdown: which cards play, who won and by what. It never says other than the settlement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from croupier.cards import SUIT_WORDS, cards_text
from croupier.games import GAMES
from croupier.hands import ONE
from croupier.hands.wild import is_wild
from croupier.rules.game import Game, Hands
from croupier.rules.settlement import Outcome, Result
from croupier.rules.showdown import Showdown
from croupier.rules.view import AtSeat, Reviewer, RoundView, view
from croupier.rules.wagers import ENVY, PROGRESSIVE, Stakes
from draws import Script, rows, scripts, showdown

# rules | own | dealer | board | line | the sentence
SENTENCES = """
wa-2018 | Ks Kh | 9d 9c | 9h 7s 4d 2c Qh | bet4 | Your pair of kings loses to the dealer's three of a kind, nines: the board's nine made it.
wa-2018 | As Ah | Kd Qc | 2h 9h 8h 4s Jd | bet4 | Your pair of aces beats the dealer's king high. The dealer does not qualify: the Ante comes back.
wa-2018 | Ks 4h | Kd 9c | Kh 7s 6d 2c Qh | bet4 | Pair of kings against pair of kings: the dealer's nine beats the seven.
wa-2018 | 2s 3h | 2d 3c | Kh Ks Kd Ac Ah | bet4 | Both play the board, full house, kings over aces: a tie.
wa-2018 | Ad 3h | Ah 3c | Kh Ks 9d 7c 6h | bet4 | Pair of kings against pair of kings, equal to the last card: a tie.
wa-2018 | Ah 5h | Kd Kc | Kh 9h 8c 4s Jh | bet4 | Your flush, ace high, beats the dealer's three of a kind, kings: the board's jack of hearts made it.
wa-2018 | As Ad | Kd Kc | Qh 9h 8c 4s 2h | bet4 | Your pair of aces beats the dealer's pair of kings: your own aces made it.
wa-2018 | 7c 2d | Ah Kd | As Kc 9d 8h 3s | check check fold | You folded: ace high against the dealer's two pair, aces and kings.
dj-wild | Ah Qh 9h 8h 3h | 6c Ac 7c 2c Qc | | bet2 | Flush, ace high against flush, ace high: king beats queen.
caribbean | Jh Js 5h Kc 8d | Ah 6d 3c Td Jc | | bet2 | The dealer's ace high does not qualify: the Ante wins, the Raise comes back.
caribbean | Jh Js 5h Kc 8d | Ah Kd 3c Td Jc | | bet2 | Your pair of jacks beats the dealer's ace high.
four-card | Jh Js 5h 5c 8d | Jd Jc 5d 5s 3c 2h | | bet1 | Two pair, jacks and fives against two pair, jacks and fives, equal to the last card: equal hands win.
crazy-four | 9h 9s 5h 5c 8d | Qd Jc 5d 4s 2c | | bet1 | The dealer's queen high does not qualify: the Ante comes back, the Play wins.
let-it-ride | Ac Kd 8s | | 9s Kh | ride ride | Your pair of kings wins: pair of tens or better 1 to 1.
mississippi | 9c 2d | | Tc 3c Kd | bet1 bet1 bet1 | Your king high loses: below a pair of sixes.
mississippi | 9c 9d | | Tc 3c Kd | bet1 bet1 bet1 | Your pair of nines brings the bets back: pair of sixes to tens.
mississippi | 9c 2d | | Tc 3c Kd | fold | You folded: king high.
"""  # noqa: E501


@pytest.mark.parametrize("row", rows(SENTENCES), ids=lambda row: row[-1])
def test_a_showdown_is_said_in_a_sentence(row: list[str]) -> None:
    rules, own, dealer, board, line, want = row
    found = _of_seat(showdown(rules, {3: own}, dealer, board, line, Stakes(_stakes(rules))))
    assert found.words() == want


def _stakes(rules: str) -> dict[str, int]:
    return {"1": 500, "2": 500, "$": 500} if rules == "let-it-ride" else {"ante": 500}


def _of_seat(script: Script) -> Showdown:
    seat = view(script.played(), AtSeat(3)).seats[0]
    assert seat.showdown is not None
    return seat.showdown


def test_somebody_else_reads_of_the_seat() -> None:
    found = _of_seat(showdown("wa-2018", {3: "Ks Kh"}, "9d 9c", "9h 7s 4d 2c Qh", "bet4", Stakes(ante=500)))
    assert found.words("seat 3").startswith("Seat 3's pair of kings loses to")


@given(scripts())
def test_the_sentence_says_what_the_settlement_does_and_the_cards_that_play_are_worth_the_hand(script: Script) -> None:
    seen = view(script.played(), Reviewer())
    for seat in seen.seats:
        assert seat.showdown is not None
        _check_cards(seat.showdown, seen)
        _check_words(seat.showdown, seen)
    assert bool(seen.dealer_plays) == bool(seen.game.layout.dealer)


def _check_cards(found: Showdown, seen: RoundView) -> None:
    hands, strength = found.hands, seen.game.ranking.strength
    if found.plays:
        assert set(found.plays) <= {*hands.own, *hands.board}
        assert strength(found.plays) == hands.player
    if hands.dealer:
        assert set(seen.dealer_plays) <= {*hands.dealer_cards, *hands.board}
        assert strength(seen.dealer_plays) == hands.dealer


def _check_words(found: Showdown, seen: RoundView) -> None:
    said, hands, outcome = found.words(), found.hands, found.outcome
    assert (said == "") == (outcome is Outcome.NONE)
    assert not said or (said[0].isupper() and said.endswith(".") and ".." not in said)
    if " beats the dealer's " in said:
        assert (outcome, hands.player > hands.dealer) == (Outcome.WIN, True)
    if " loses to the dealer's " in said:
        assert (outcome, hands.player < hands.dealer) == (Outcome.LOSE, True)
    if said.startswith("Both ") or ", equal to the last card" in said:
        assert (outcome, hands.player == hands.dealer) == (Outcome.TIE, True)
    if " does not qualify: " in said:
        assert seen.dealer_qualifies is False
    if said.startswith("The dealer's "):  # no bet was decided by whose hand is better
        assert not {row.why for row in found.results} & {"even_money", "dealer_wins", "tie"}
    for row in _base(found):
        felt = seen.game.by_key[row.spot].felt
        assert not _says(said, felt, "comes back") or row.net == 0
        assert not _says(said, felt, "wins") or row.net >= 0  # a bank may be spent, a cap reached


def _base(found: Showdown) -> list[Result]:
    return [row for row in found.results if row.spot not in {*found.game.side_bet, PROGRESSIVE, ENVY}]


def _says(said: str, felt: str, verb: str) -> bool:
    """Whether the sentence says this of a bet where the dealer does not qualify."""
    parts = said.partition(" does not qualify: ")[2].rstrip(".").split(", the ")
    return any(part.removeprefix("the ") == f"{felt} {verb}" for part in parts)


@given(scripts(("wa-2018", "ca", "holdem-bonus", "flushes-gone-wild")))
def test_without_the_card_that_made_it_the_hand_would_not_have_won(script: Script) -> None:
    seen = view(script.played(), Reviewer())
    for seat in seen.seats:
        found = seat.showdown
        assert found is not None
        hands, rank = found.hands, seen.game.rank
        won = seat.outcome is Outcome.WIN
        for card in found.made_by:
            own, dealers, board = (
                tuple(one for one in cards if one != card) for cards in (hands.own, hands.dealer_cards, hands.board)
            )
            mine, theirs = rank(own, board), rank(dealers, board)
            assert mine <= theirs if won else theirs <= mine
            assert card in (found.plays if won else found.dealer_plays), cards_text(found.plays)


WHOSE = re.compile(r"(your|the dealer's|the board's) (\w+)(?: of (\w+))? (?:beats the|made it)")
WITH_A_DEALER = [game for game in GAMES.values() if game.layout.dealer]
WILD = {"dj-wild", "flushes-gone-wild"}


@pytest.mark.parametrize("game", WITH_A_DEALER, ids=lambda game: game.key)
def test_a_card_that_is_called_somebodys_is_in_their_hand_and_plays(game: Game) -> None:
    for found in _skewed(game):
        said, hands = found.words(), found.hands
        won = found.outcome is Outcome.WIN
        winner, plays = (hands.own, found.plays) if won else (hands.dealer_cards, found.dealer_plays)
        held = {"your": hands.own, "the dealer's": hands.dealer_cards, "the board's": hands.board}
        for whose, rank, suit in WHOSE.findall(said):
            named = [card for card in held[whose] if card in plays and card.rank == ONE.index(rank)]
            assert [card for card in named if suit in ("", SUIT_WORDS[card.suit])], said
        assert " own cards made it" not in said or len(winner) == len(found.made_by) == 2, said
        if game.key not in WILD and re.search(r" against .* beats ", said):
            assert WHOSE.search(said), "where no card is wild, it is the winner's own"


def _skewed(game: Game) -> Iterator[Showdown]:
    """Hands of one suit to three, and of deuces and jokers, so that many are flushes and have wild cards."""
    layout, chance = game.layout, Random(game.key)
    for _ in range(400):
        suits = chance.sample(range(4), chance.randint(1, 3))
        few = [card for card in game.deck if card.suit in suits or is_wild(card)]
        cards = tuple(chance.sample(few, layout.own + layout.dealer + layout.board))
        own, rest = cards[: layout.own], cards[layout.own :]
        dealers, board = rest[: layout.dealer], rest[layout.dealer :]
        hands = Hands(game.rank(own, board), game.rank(dealers, board), own, dealers, board)
        better = hands.player - hands.dealer
        how = Outcome.WIN if better > 0 else Outcome.LOSE if better else Outcome.TIE
        yield Showdown(game=game, hands=hands, outcome=how, results=())
