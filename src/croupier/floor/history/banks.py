"""What a player-dealer's banks came to (R28 to R32): round by round, session by session, and in sum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from croupier.floor.history.player_round import PlayerRound, hours, play_sessions
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class BankSession:
    """Rounds that somebody has banked, in order: those between two pauses, or any others that are added up."""

    rounds: tuple[PlayerRound, ...]

    @property
    def most(self) -> Cents:
        """The largest wager that it was banked with."""
        return max((one.bank for one in self.rounds), default=0)

    @property
    def won(self) -> Cents:
        """What the players' wagers brought the bank, before fees."""
        return sum(one.bank_won for one in self.rounds)

    @property
    def fees(self) -> Cents:
        return sum(one.fee for one in self.rounds)

    @property
    def net(self) -> Cents:
        return self.won - self.fees

    @property
    def hours(self) -> Fraction:
        """How long it was banked, without pauses."""
        return hours(self.rounds)


def banked_rounds(plays: Iterable[PlayerRound]) -> BankSession:
    """All that somebody has banked among these rounds, as one."""
    return BankSession(tuple(one for one in plays if one.banked is not None))


def bank_sessions(plays: Iterable[PlayerRound]) -> tuple[BankSession, ...]:
    """The sessions in which somebody banked, oldest first: twenty minutes without a bank end one."""
    return tuple(BankSession(tuple(rounds)) for rounds in play_sessions(banked_rounds(plays).rounds))
