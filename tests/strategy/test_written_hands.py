"""What a rule says of one hand, of all hands at once, and by plain counting: the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Cards, parse_cards
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.hands import Category, category, strength
from croupier.lab.uth.flops import class_of
from croupier.lab.uth.rows import row_of
from croupier.strategy import decision, parse, published
from croupier.strategy.language.conditions import Is
from croupier.strategy.language.parser import parse_rule
from croupier.strategy.language.phrases import PHRASES, PhraseKind
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.single import seen_of
from croupier.strategy.language.situations import Situations
from croupier.strategy.pricing.uth import flop_seen, river_seen
from croupier.strategy.search_conditions import conditions_on
from depth import thorough

UTH = GAMES["uth"]


def drawn(seed: int, number: int) -> tuple[Cards, Cards]:
    cards = tuple(Random(seed).sample(DECK, number))
    return cards[:2], cards[2:]


def numbers(seen: Situations, at: tuple[int, ...]) -> dict[str, int]:
    """Every number of a scene in one of its situations."""
    return {
        phrase.name: int(np.broadcast_to(seen.read(phrase), seen.shape)[at])
        for phrase in PHRASES
        if seen.scene in phrase.scenes and phrase.kind is not PhraseKind.CARDS
    }


@thorough
def test_a_flop_is_read_the_same_alone_and_among_all() -> None:
    every = flop_seen()
    for seed in range(60):
        hole, flop = drawn(seed, 5)
        at = class_of((hole[0], hole[1]), (flop[0], flop[1], flop[2]))
        assert numbers(every, (at,)) == numbers(seen_of(UTH, Scene.FLOP, hole, flop), (0,)), (hole, flop)


def test_a_river_is_read_the_same_alone_and_among_all() -> None:
    plain, flush = river_seen(flush=False), river_seen(flush=True)
    for seed in range(60):
        hole, board = drawn(seed, 7)
        row = row_of(hole, board)
        every = flush if row.flush else plain
        assert numbers(every, (row.board, row.pair)) == numbers(seen_of(UTH, Scene.RIVER, hole, board), (0,)), seed


STRAIGHTS = [{(low + up) % 13 for up in range(5)} for low in (12, *range(9))]
"""The ranks of every straight, from five to ace high."""


def straight_ranks(cards: Cards) -> int:
    """How many ranks would make a straight of these cards, by trying them."""
    held = {card.rank for card in cards}
    if category(strength(cards)) >= Category.STRAIGHT:
        return 0
    return sum(any(straight <= held | {rank} for straight in STRAIGHTS) for rank in range(13))


def test_draws_are_what_plain_counting_says() -> None:
    for seed in range(40):
        hole, flop = drawn(seed + 1000, 5)
        found = numbers(seen_of(UTH, Scene.FLOP, hole, flop), (0,))
        completing = straight_ranks((*hole, *flop))
        assert (found["open-ended straight draw"], found["inside straight draw"]) == (
            int(completing >= 2),
            int(completing == 1),
        ), (hole, flop)
        suits = [card.suit for card in (*hole, *flop)]
        in_draw = [card.rank + 1 for card in hole if suits.count(card.suit) == 4]
        assert found["flush draw"] == max(in_draw, default=0)
        assert found["overcards"] == sum(card.rank > max(c.rank for c in flop) for card in hole)


SAID = """
uth | As 5h | 9d 7c 2h | flop | 2x with high card A and kicker 5 | yes
uth | 9s 5h | 9d 7c 2h | flop | 2x with top pair and kicker 5 | yes
uth | 7s 5h | 9d 7d 2h | flop | 2x with second pair and middle pair unless bottom pair | yes
uth | 2s 5h | 9d 7d 2c | flop | 2x with bottom pair | yes
uth | Ts Th | 9d 7d 2c | flop | 2x with overpair and pocket pair T | yes
uth | Ts Th | Jd 7d 2c | flop | 2x with overpair | no
uth | 9s 7h | 9d 7d 2c | flop | 2x with two hidden pairs and own hand | yes
uth | 9s 7h | 9d 9c 2c | flop | 2x with hidden trips | yes
uth | 4s 3h | 9d 9c 9h | flop | 2x with trips on the board unless own hand | yes
uth | Kd 4d | 9d 2d 7h | flop | 2x with flush draw K and two-card flush draw unless nut flush draw | yes
uth | Kd 4c | Ad 2d 7d | flop | 2x with nut flush draw unless two-card flush draw | yes
uth | Kd 4c | Ad 2d 7h | flop | 2x with backdoor flush draw K | yes
uth | Js Th | 9d 8c 2h | flop | 2x with open-ended straight draw | yes
uth | As 2h | 3d 4c 9h | flop | 2x with inside straight draw | yes
uth | Ks 2h | Ad 4c 9h | flop | 2x with higher kickers = 0 | yes
uth | Qs 2h | Ad 4c 9h | flop | 2x with higher kickers = 1 | yes
uth | 4c 3d | 9h 7s 2c Kd Jd | river | 1x with dealer outs >= 21 | yes
uth | 4c 3d | 9h 9s Kc Kd Jd | river | 1x with two pair on the board | yes
uth | 4c 3d | 9h 8h 7h Kh Jd | river | 1x with board suited = 4 and board run = 4 | yes
caribbean | As Kd Qh 7c 2s | 5d | decision | 2x with A-K-Q-7 or better and cards above the dealer = 4 | yes
caribbean | As Kd Qh 7c 2s | 7d | decision | 2x with dealer's rank held and third card Q | yes
four-card | 9s 9d Qh 7c 2s | Td | decision | 3x with pair the dealer does not outrank | no
mississippi | As 2d | 3h | fourth | 1x with gaps = 0 and high card 3 and points = 2 | yes
mississippi | Ts Js | Ks | fourth | 3x with royal draw and gaps = 1 and cards J+ = 2 | yes
let-it-ride | Ts Td 2c | 2d | four | ride with paying hand and two pair or better | yes
three-card | Qs 6d 4h | | decision | 1x with Q-6-4 or better | yes
three-card | Qs 6d 3h | | decision | 1x with Q-6-4 or better | no
"""


@pytest.mark.parametrize("case", SAID.strip().splitlines())
def test_a_rule_as_it_applies_to_cards(case: str) -> None:
    game, own, other, street, rule, fits = (part.strip() for part in case.split("|"))
    up = GAMES[game].layout.up
    board, shown = ((), parse_cards(other)) if up else (parse_cards(other) if other else (), ())
    strategy = parse(f"game: {game}\n{street}:\n{rule}")
    found = decision(strategy, parse_cards(own), board, shown)
    assert found.street == street
    assert (found.rule is not None) == (fits == "yes")
    assert found.rule is None or found.rule == parse_rule(rule, game, street)


def test_a_decision_needs_the_right_cards() -> None:
    wizard = published("uth")["wizard"]
    assert decision(wizard, parse_cards("As 2d")).choice == "bet4"
    with pytest.raises(Refused, match="2 or 5 or 7 in sight"):
        decision(wizard, parse_cards("As 2d"), parse_cards("3c"))
    crazy = parse("game: crazy-four\n3x always\n1x always")
    assert decision(crazy, parse_cards("As Kd 9h 7c 2s")).choice == "bet1"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_search_asks_is_read_back_from_its_text(game: str) -> None:
    for street in GAMES[game].streets:
        choice = next(str(action) for action in street.offers)
        said = choice.removeprefix("bet") + "x" if choice.startswith("bet") else choice
        for asked in conditions_on(GAMES[game], street).each:
            assert parse_rule(f"{said} with {asked}", game, street.key).when == asked
            assert not isinstance(asked, Is) or asked.low <= asked.high
