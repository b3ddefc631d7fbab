"""What the signs at a face-up table come to: a report for each player, with a word by a stated rule (R53)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from croupier.cards import cards_text
from croupier.floor.history.advantage import JudgedDecision
from croupier.money import Cents

STRONG: Final = 0.001
WORTH_A_LOOK: Final = 0.05
WITH_BOTH_OTHERS: Final = 0.2
"""A word is earned by so small a chance; the last one is enough for who is slow and never bets on the side."""
FEWEST: Final = 3
"""Nobody is named for fewer decisions that are right only with the others' cards, however unlikely they are."""
SLOW: Final = 1.5
"""Who takes so many times as long as the others is slow, over at least `TIMED` decisions."""
TIMED: Final = 10


class Verdict(Enum):
    """What the signs come to, in a word; docs/staff.md has the rule."""

    NONE = "none"
    WORTH_A_LOOK = "worth a look"
    STRONG = "strong"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSigns:
    """One player's signs. Decisions that the clock made are counted apart, and nowhere else.

    average_ms, others_ms    how long the player took to decide, and how long everybody else did
    side_bets, might_have    rounds with a side bet, of those in which the table offered one
    looked                   the decisions that were right only with the others' cards
    gained                   what these were worth more than the best play without looking
    perfect_looks, perfect_gain  what one who looks and never errs would have come to, on average, in these rounds; none
                             where the lab has not worked that out
    chance                   how likely somebody who errs on the same hands, and never looks, is right so often with the
                             cards; not asked where too few decisions are
    """

    player: str
    rounds: int
    decisions: int
    by_clock: int
    average_ms: int | None
    others_ms: int | None
    side_bets: int
    might_have: int
    looked: tuple[JudgedDecision, ...]
    mistakes: int
    gained: Cents
    lost: Cents
    perfect_looks: float | None
    perfect_gain: Cents | None
    chance: float | None

    @property
    def differing(self) -> int:
        """The decisions that are not the best without looking: what the verdict rests on."""
        return len(self.looked) + self.mistakes

    @property
    def slow(self) -> bool:
        """Whether the player takes half as long again as the others, over enough decisions to say so."""
        if self.average_ms is None or self.others_ms is None or self.decisions < TIMED:
            return False
        return self.average_ms >= SLOW * self.others_ms

    @property
    def no_side_bets(self) -> bool:
        """Whether the player never made a side bet that could be made."""
        return bool(self.might_have) and not self.side_bets

    @property
    def chance_words(self) -> str:
        """The chance as people say it: `1 in 2,000`."""
        if self.chance is None:
            return ""
        if self.chance < 1e-6:
            return "less than 1 in a million"
        return f"1 in {1 / self.chance:,.0f}" if self.chance < 0.095 else f"{100 * self.chance:.0f} %"

    @property
    def verdict(self) -> Verdict:
        """The word for it. Slow play without side bets says little alone, and something beside right decisions."""
        if self.chance is None:
            return Verdict.NONE
        if self.chance <= STRONG:
            return Verdict.STRONG
        both = self.slow and self.no_side_bets
        return Verdict.WORTH_A_LOOK if self.chance <= (WITH_BOTH_OTHERS if both else WORTH_A_LOOK) else Verdict.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """A table's report. Rounds dealt face down, void, or with one player alone were looked at and do not count."""

    table: str
    game: str
    looked_at: int
    rounds: int
    since_ms: int
    until_ms: int
    average_ms: int | None
    players: tuple[PlayerSigns, ...]

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "table": self.table,
            "game": self.game,
            "looked_at": self.looked_at,
            "rounds": self.rounds,
            "since_ms": self.since_ms,
            "until_ms": self.until_ms,
            "average_ms": self.average_ms,
            "players": [_plain(player) for player in self.players],
        }


def seconds(milliseconds: int | None) -> str:
    """A time as people read it; nothing where nobody decided anything."""
    return "–" if milliseconds is None else f"{milliseconds / 1000:.1f} s"


def _plain(player: PlayerSigns) -> dict[str, Any]:
    return {
        "player": player.player,
        "verdict": player.verdict.value,
        "rounds": player.rounds,
        "decisions": player.decisions,
        "by_clock": player.by_clock,
        "average_ms": player.average_ms,
        "others_ms": player.others_ms,
        "slow": player.slow,
        "side_bets": player.side_bets,
        "might_have_bet": player.might_have,
        "differing": player.differing,
        "right_only_with_cards": len(player.looked),
        "gained_cents": player.gained,
        "mistakes": player.mistakes,
        "lost_cents": player.lost,
        "perfect_looks": player.perfect_looks,
        "perfect_gain_cents": player.perfect_gain,
        "chance": player.chance,
        "looked": [
            {
                "round": one.decision.round,
                "street": one.decision.terms.game.streets[one.decision.street].key,
                "own": cards_text(one.decision.own),
                "board": cards_text(one.decision.board),
                "dealer_up": cards_text(one.decision.up),
                "seen": cards_text(one.decision.seen),
                "did": one.decision.choice,
                "usual": one.usual,
                "gained_cents": round(one.gained_cents),
            }
            for one in player.looked
        ],
    }
