"""The decisions of a round, each with the page on which the lab says what every choice was worth."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from croupier.cards import cards_text
from croupier.floor.past.decisions import Decision
from croupier.games import HOUSE_RULES
from croupier.lab.solved import is_countable
from croupier.rules.actions import parse_action
from croupier.web.lab.places import HAND, path_of
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
    base_bet, home = next(iter(game.base_tables), None), game is HOUSE_RULES.game
    asked = {"table": terms.table(base_bet).name} if base_bet else {}
    asked["hole" if home else "own"] = cards_text(decision.own)
    if decision.board:
        asked["board"] = cards_text(decision.board)
    if decision.up:
        asked["up"] = cards_text(decision.up)
    if terms.face_up and decision.seen and not home:
        asked["seen"] = cards_text(decision.seen)
    if game.bets_add_up:
        asked["down"] = str(decision.down)
    return f"{path_of(game, HAND)}?{urlencode(asked)}"
