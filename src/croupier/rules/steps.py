"""The dealer's steps: one vocabulary for keys, orders, notation and the engine.

The next step is the key that is lit.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the dealer.

    `word` is what orders and notation say, and all that tells steps apart; `does` is what a refusal says, `key` what
    stands on the keypad.
    """

    word: str
    does: str = field(compare=False)
    key: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.word


OPEN = Step("open", "open a round", "OPEN BETS")
LOCK = Step("lock", "call no more bets", "NO MORE BETS")
DEAL = Step("deal", "deal", "DEAL")
COLLECT = Step("collect", "collect the next folded hand", "FOLDED HAND")
"""R29: where a player banks, what folds lose is collected while the bank's cards still lie face down."""
SETTLE = Step("settle", "settle every seat")
SETTLE_NEXT = Step("settle next", "settle the next seat", "NEXT SEAT")
SHOW_DEALER = Step("dealer", "show the dealer's cards", "DEALER'S CARDS")
"""The last reveal of games in which the dealer's hand alone is left to turn."""
END = Step("end", "end the round", "GAME OVER")
WAIT = Step("wait", "wait for the seats to decide")
"""No key: the round waits for its players."""

BEFORE_CARDS = (OPEN, LOCK, DEAL)
AFTER_CARDS = (SETTLE_NEXT, END)
"""What a keypad has in every game, around the game's own reveals."""
