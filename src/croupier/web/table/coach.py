"""The coach: exact values for the cards in front of a player, from the lab's worker."""

from __future__ import annotations

from typing import Any

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.web.lab.worker import LabFailed, LabWorker, Learning

_Answer = dict[str, Any]


class Coach:
    """What the lab knows, in a player's words."""

    def __init__(self, lab: LabWorker | None = None) -> None:
        self.lab = lab or LabWorker()

    async def choices(self, hole: Cards, board: Cards, tables: tuple[str, ...]) -> _Answer:
        """The value of each choice in Antes, best first; or how far the worker is with learning the game.

        Beside it the house edge of the Ante, and of the side bets with these pay tables.
        """
        try:
            answer: _Answer = await self.lab.ask_now(
                "coach", hole=cards_text(hole), board=cards_text(board), tables=tables
            )
        except Learning as learning:
            return {"progress": learning.progress}
        except LabFailed as failed:
            return {"error": f"The coach cannot work here: {failed}"}
        except Refused as refused:
            return {"error": str(refused)}
        return answer

    def close(self) -> None:
        """Let the worker go."""
        self.lab.close()
