"""What the report on dealing face up claims about single hands (R17), dealt out: `docs/faceup.md` answers it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.hands import Category
from croupier.lab.hands import counts
from croupier.rules.paytables import paytable
from croupier.strategy.advice import advise
from depth import first_of, thorough

# game | own | board | the others' cards | best | what betting, or riding, is worth | the claim
CLAIMS = """
  three-card  | Js 9d 3c |    | Qc 4d 2h 5s 6c 8d | fold | -1.1650 | one queen seen: jack high folds as ever
  three-card  | Js 9d 3c |    | Qc Kd Ah Qs 6c 8d | bet1 | -0.9109 | four of Q, K, A seen: a close Play
  three-card  | Js 9d 3c |    | Qc Kd Ah Qs Kc 8d | bet1 | -0.8174 | five of them: a clear one
  three-card  | Js 9d 3c |    | Qc Kd Ah Qd Kc As | bet1 | -0.7162 | six of them: a clearer one
  three-card  | Qs 6d 4c |    | 2c 3d 4h 5s 7c 8d | fold | -1.1113 | all six low: Q-6 folds
  three-card  | Qs 7d 3c |    | 2c 3d 4h 5s 6c 8d | fold | -1.0912 | all six low: Q-7 folds
  three-card  | Qs 9d 4c |    | 2c 3d 4h 5s 6c 8d | bet1 | -0.9771 | all six low: Q-9 is still a Play
  three-card  | Qs Td 2c |    | 5c 3d 4h 5s 6c 8d | bet1 | -0.9178 | and so is Q-10
  let-it-ride | 5h 6h 7h |    | 2c 9d Jc Qd Ks Kc | ride |  0.5305 | bet 1: three to a straight flush ride with every out left
  let-it-ride | 5h 6h 7h |    | 4h 2c 9d Jc Qd Ks | pull | -0.0199 | bet 1: and are pulled back when an out next to them is gone
  let-it-ride | 9h Th Jh |    | 8h 2c 5d 3c 4d 6s | ride |  0.4518 | bet 1: but higher ones ride with an out gone
  let-it-ride | Qh Jh Th |    | Kh 2c 5d 3c 4d 6s | ride |  0.6578 | bet 1: so do three to a royal
  let-it-ride | 6h 8h Th |    | 2c 3d Jc Qd Ks Kc | ride |  0.1451 | bet 1: an inside straight flush with none of its suit seen rides
  let-it-ride | 5h 7h 9h |    | 2c 3d Jc Qd Ks Kc | pull | -0.0676 | bet 1: not every one, without a high card
  let-it-ride | 9h 9d 4h |    | 3h 6h 7c 8h Th Jh | ride |  0.0509 | bet 1: a low pair rides when none of its ranks is seen
  let-it-ride | 9h 9d 4h |    | 9s 6h 7c 8h Th Jh | pull | -0.1894 | bet 1: not with a third nine gone
  let-it-ride | 9h 9d 4h |    | 4s 6h 7c 8h Th Jh | pull | -0.1030 | bet 1: nor with a card of the kicker's rank gone
  let-it-ride | 9h 5h 4h | 2h | 3h 6h 7h 8h Th Jh | pull | -0.3571 | bet 2: no four-flush with six of its suit gone
  let-it-ride | 9h 5h 4h | 2h | 3h 6h 7h 8h Th Jc | pull | -0.1429 | bet 2: nor with five gone and no high card
  let-it-ride | 9h 5h 4h | 2h | 3h 6h 7h 8h Tc Jc | ride |  0.0714 | bet 2: but with four gone
  let-it-ride | Ah Kh Qh | 2h | 3h 6h 7h 8h Th 9h | ride |  0.0714 | bet 2: and with all six gone and three high cards
  let-it-ride | 5h 6d 7c | 8s | 4h 9h 2c 2d 3c 3d | pull | -0.1429 | bet 2: no four-straight with no high card and two outs gone
  let-it-ride | 5h 6d 7c | 8s | 4h 2h 2c 2d 3c 3d | ride |  0      | bet 2: with one gone it is worth exactly nothing
  let-it-ride | 7h 8d 9c | Ts | 6h 6d Jh 2c 2d 3c | pull | -0.1429 | bet 2: nor with one high card and three gone
  let-it-ride | 8h 9d Tc | Js | 7h 7d Qh Qd 2c 3c | pull | -0.1429 | bet 2: nor with two high cards and four gone
  let-it-ride | 9h Td Jc | Qs | 8h 8d Kh Kd 8c 3c | pull | -0.1429 | bet 2: nor with three high cards and five gone
  let-it-ride | 9h Td Jc | Qs | 8h 8d Kh Kd 2c 3c | ride |  0      | bet 2: with four gone it is worth exactly nothing
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split("|")] for line in CLAIMS.strip("\n").splitlines()]
BETS = {"three-card": "bet1", "let-it-ride": "ride"}
"""The other choice is worth the same whatever is seen: an Ante lost, or nothing."""


@pytest.mark.parametrize("row", first_of([pytest.param(row, id=f"{row[0]}, {row[-1]}") for row in ROWS]))
def test_r17_what_seen_cards_change(row: list[str]) -> None:
    key, own, board, seen, best, worth, claim = row
    told = advise(GAMES[key], parse_cards(own), parse_cards(board), seen=parse_cards(seen))
    assert next(iter(told.choices)) == best, claim
    assert f"{float(told.choices[BETS[key]]):.4f}" == f"{float(worth):.4f}", claim


# own | the others' cards | best | 4x, and 4x for one who does not look | the claim
HOLDEM = """
  As Kh | Ac 9d 6h 2s | bet4  |  1.0394 | 1.1719 | an ace seen makes ace and king worth less, and still 4x
  3s 3d | 3h 9c 6d Js | check | -0.4926 | 0.0885 | a three seen hurts the player's threes far more than the dealer
"""


@thorough
@pytest.mark.parametrize("line", HOLDEM.strip("\n").splitlines(), ids=lambda line: line.rpartition("| ")[2])
def test_r17_what_seen_cards_change_in_ultimate_texas_holdem(line: str) -> None:
    own, seen, best, worth, unseen, claim = [cell.strip() for cell in line.split("|")]
    told = advise(GAMES["uth"], parse_cards(own), seen=parse_cards(seen))
    assert next(iter(told.choices)) == best, claim
    assert (f"{float(told.choices['bet4']):.4f}", f"{float(told.unseen['bet4']):.4f}") == (worth, unseen), claim


def test_r17_the_third_bet_of_let_it_ride_alone_returns_62_7_percent() -> None:
    pays = paytable("LIR-01", "let_it_ride").pays
    ways = {category.key: count for category, count in counts.FIVE_CARDS.items()}
    ways["pair_of_tens_or_better"] = ways.pop(Category.PAIR.key) * 5 // 13
    returned = sum(ways[line] * (1 + pay.on(1)) for line, pay in pays.items())
    assert f"{float(Fraction(returned, counts.FIVE_CARD_HANDS)) * 100:.3f}" == "62.728"
