"""`croupier table signs`: who at a face-up table uses what is seen (R53)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from croupier.cards import cards_text
from croupier.cli.app import group
from croupier.cli.figures.output import progress_bar
from croupier.cli.links.text import parse_moment
from croupier.cli.options import TableName
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk, at_desk
from croupier.floor.history.advantage import JudgedDecision
from croupier.floor.history.signs import signs as look
from croupier.floor.history.verdict import PlayerSigns, Signs, seconds
from croupier.games import GAMES
from croupier.money import dollars

table = group("table")


@table.command("signs")
@at_desk
def signs(
    desk: ReadingDesk,
    name: TableName,
    rounds: Annotated[int | None, Option(help="Of the last so many rounds; 200 if left out.")] = None,
    since: Annotated[
        str | None, Option("--from", "--since", help="Of rounds from this moment on, such as 2026-11-15; UTC.")
    ] = None,
    until: Annotated[str | None, Option("--until", "--to", help="Of rounds up to this moment; UTC.")] = None,
) -> None:
    """Signs of players who use the others' cards, over a face-up table's rounds, with what they gained."""
    with progress_bar() as tell:
        report = look(
            desk.store, name, rounds=rounds, since_ms=parse_moment(since), until_ms=parse_moment(until), tell=tell
        )
    desk.show(report.to_dict(), *_lines(report))


def _lines(report: Signs) -> Iterator[str]:
    yield (
        f"{report.table}, {GAMES[report.game].name}: {report.rounds:,} face-up rounds of {report.looked_at:,} looked "
        f"at; a decision takes {seconds(report.average_ms)} on average"
    )
    for player in report.players:
        yield ""
        yield from _player(player)


def _player(player: PlayerSigns) -> Iterator[str]:
    slow, no_side = " (slow)" if player.slow else "", " (none)" if player.no_side_bets else ""
    yield f"{player.player}: {player.verdict.value}"
    yield (
        f"  {player.decisions:,} decisions in {player.rounds:,} rounds, {seconds(player.average_ms)} on average{slow}, "
        f"others {seconds(player.others_ms)}; {player.by_clock:,} more by the clock"
    )
    yield f"  side bets in {player.side_bets:,} of {player.might_have:,} rounds{no_side}"
    yield (
        f"  {player.differing:,} differ from best play without looking: {len(player.looked):,} right only with the "
        f"others' cards, gained {dollars(player.gained)}; {player.mistakes:,} wrong either way, lost "
        f"{dollars(player.lost)}"
    )
    if player.perfect_looks is not None and player.perfect_gain is not None:
        yield (
            f"  one who looks and never errs: {player.perfect_looks:.1f} such decisions, gained "
            f"{dollars(player.perfect_gain)}, on average"
        )
    if player.chance is not None:
        yield f"  so many right without looking, by chance: {player.chance_words}, over {player.differing:,} decisions"
    yield from map(_decision, player.looked)


def _decision(one: JudgedDecision) -> str:
    decision = one.decision
    board = f", board {cards_text(decision.board)}" if decision.board else ""
    up = f", dealer {cards_text(decision.up)}" if decision.up else ""
    return (
        f"    {decision.round} {decision.street_words}: {cards_text(decision.own)}{board}{up}, "
        f"seen {cards_text(decision.seen)}: {decision.choice}, not {one.usual}, +{dollars(round(one.gained_cents))}"
    )
