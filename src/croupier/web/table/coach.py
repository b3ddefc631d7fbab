"""The coach: exact values for the cards in front of a player, from the lab's worker."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.lab.capabilities import check_countable, is_learnt_first
from croupier.rules.game import Game
from croupier.web.lab.studies.pending import PendingAnswers
from croupier.web.lab.worker import Dropped, LabFailed, LabWorker, Learning

_Answer = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a player sees at a decision: cards, and the pay tables by spot.

    `seen` are the cards of others that lie face up, `down` the base bets on the felt where they count.
    """

    game: Game
    own: Cards
    board: Cards = ()
    up: Cards = ()
    seen: Cards = ()
    down: int | None = None
    tables: Mapping[str, str]


class Coach:
    """The lab's answers for a player at a table."""

    def __init__(self, lab: LabWorker | None = None) -> None:
        self.lab = lab or LabWorker()
        self.pending = PendingAnswers(self.lab)

    async def choices(self, sight: Sight, owner: str = "") -> _Answer:
        """The value of each choice in base bets, best first; or how far the worker is with learning the game.

        A game that is learnt first answers at once; with others' cards seen it takes a second, so the question waits
        its turn.
        """
        check_countable(sight.game)
        cards = {name: cards_text(getattr(sight, name)) for name in ("own", "board", "up", "seen")}
        what: _Answer = {"game": sight.game.key, **cards, "down": sight.down, "tables": dict(sight.tables)}
        if not is_learnt_first(sight.game):
            return await _answer_or_error(self.lab.ask("coach", **what))
        slow = bool(sight.seen)
        return await _answer_or_error(self.lab.ask_now("coach", slow=slow, owner=owner if slow else "", **what))

    async def edges(self, game: Game, tables: Mapping[str, str]) -> _Answer:
        """The house edge of the base bet and of the side bets with these pay tables, by spot."""
        check_countable(game)
        learnt = is_learnt_first(game)
        ask = self.lab.ask_now if learnt else self.lab.ask
        return await _answer_or_error(_edges(ask("edges", slow=not learnt, game=game.key, tables=dict(tables))))

    async def own_edges(self, game: Game, declarations: list[str]) -> _Answer:
        """The house edge of each of these side bets of one's own."""
        return await _answer_or_error(_edges(self.lab.ask("own_edges", slow=True, game=game.key, texts=declarations)))

    def close(self) -> None:
        """Let the worker go."""
        self.lab.close()


async def _edges(answer: Awaitable[Any]) -> _Answer:
    return {"edges": await answer}


async def _answer_or_error(answer: Awaitable[_Answer]) -> _Answer:
    try:
        return await answer
    except Learning as learning:
        return {"progress": learning.progress}
    except LabFailed as failed:
        return {"error": f"The coach cannot work here: {failed}"}
    except Dropped:
        return {"error": ""}  # the player has newer cards, and asked for those
    except Refused as refused:
        return {"error": str(refused)}
