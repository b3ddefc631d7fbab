"""The decisions of a round, each with the page on which the lab says what every choice was worth."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from urllib.parse import urlencode

from croupier.cards import cards_text
from croupier.floor.past.decisions import Decision
from croupier.lab.solved import is_countable
from croupier.rules.actions import parse_action
from croupier.rules.game import Game
from croupier.web.lab.places import HAND, lab_page, path_of
from croupier.web.table.roundpage import LookUp


def lookups(made: Iterable[Decision]) -> list[LookUp]:
    """Where to look up each of these decisions."""
    return [
        LookUp(
            number=one.number,
            seat=one.seat,
            street=one.street_words,
            own=[str(card) for card in one.own],
            board=[str(card) for card in one.board],
            up=[str(card) for card in one.up],
            did=parse_action(one.choice).did,
            choice=one.choice,
            link=_link(one),
        )
        for one in made
    ]


def _link(decision: Decision) -> str:
    terms, game = decision.terms, decision.terms.rules.game
    if not is_countable(game):
        return ""
    base_bet = next(iter(game.base_tables), None)
    own, *others = _fields(game)
    asked = {"table": terms.table(base_bet).name} if base_bet else {}
    asked[own] = cards_text(decision.own)
    if decision.board:
        asked["board"] = cards_text(decision.board)
    if decision.up:
        asked["up"] = cards_text(decision.up)
    if terms.face_up and decision.seen and "seen" in others:
        asked["seen"] = cards_text(decision.seen)
    if game.bets_add_up:
        asked["down"] = str(decision.down)
    return f"{path_of(game, HAND)}?{urlencode(asked)}"


@cache
def _fields(game: Game) -> tuple[str, ...]:
    """What the lab's page of a hand asks for, the own cards first."""
    return tuple(field.key for field in lab_page(game, HAND).fields)
