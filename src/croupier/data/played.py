"""Rounds from texts and programs: what was pasted, what was dealt, and rounds that are dealt and played here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from croupier.data.round_rows import TELLERS, Finished
from croupier.data.rows import Row, Rows
from croupier.data.sheets import sheet_of_rounds
from croupier.errors import Refused
from croupier.front.rounds import PlayedRound, deal, read_rounds
from croupier.money import Cents

Decide = Callable[[PlayedRound, int], str]
"""What a seat does: one of the round's `legal_actions` of that seat."""


def rounds(source: str | PlayedRound | Iterable[PlayedRound], rows: str = "seats") -> Rows:
    """Rows of finished rounds: of notation, as much of it as there is, or of rounds that a program has.

    `rows` says what a row is: `rounds`, `seats`, `bets` or `decisions`.
    """
    sheet = sheet_of_rounds(rows)
    if isinstance(source, str):
        source_rounds: Iterable[PlayedRound] = read_rounds(source)
    else:
        source_rounds = (source,) if isinstance(source, PlayedRound) else source
    return Rows(sheet, _RoundRows(source_rounds, rows))


def dealt(
    game: str = "uth",
    count: int = 1_000,
    rows: str = "seats",
    *,
    seed: str | int = 0,
    bets: Mapping[int, Mapping[str, Cents]] | None = None,
    rules: str | None = None,
    decide: Decide | None = None,
) -> Rows:
    """Rows of so many rounds that are dealt from a seed and played while they are read; the same seed, the same rounds.

    `bets` and `rules` as `croupier.deal` takes them. Without `decide` every seat plays best, which needs the extra
    `lab`. For millions of rounds without their cards there is `croupier.simulate`.
    """
    sheet = sheet_of_rounds(rows)
    if count < 0:
        raise Refused(f"cannot deal {count} rounds; want none or more")
    return Rows(sheet, _RoundRows(_Dealing(game, count, seed, bets, rules, decide or _best), rows))


def _best(round: PlayedRound, seat: int) -> str:
    return round.best(seat).best


@dataclass(frozen=True, slots=True)
class _RoundRows:
    """Rounds as rows of a sheet, made each time that they are read."""

    rounds: Iterable[PlayedRound]
    rows: str

    def __iter__(self) -> Iterator[Row]:
        tell = TELLERS[self.rows]
        for one in self.rounds:
            if not one.is_over:
                raise Refused(f"{one.round.id} is not over ({one.round.stage_words}); want rounds played to their end")
            yield from tell(Finished(events=one.events, round=one.round))


@dataclass(frozen=True, slots=True)
class _Dealing:
    """Rounds, dealt and played each time that they are read."""

    game: str
    count: int
    seed: str | int
    bets: Mapping[int, Mapping[str, Cents]] | None
    rules: str | None
    decide: Decide

    def __iter__(self) -> Iterator[PlayedRound]:
        for number in range(1, self.count + 1):
            round = deal(self.game, self.bets, rules=self.rules, seed=self.seed, name=f"{self.game}-{number}")
            while round.due:
                seat = round.due[0]
                round = round.act(seat, self.decide(round, seat))
            yield round
