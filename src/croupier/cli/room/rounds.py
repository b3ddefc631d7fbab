"""`croupier rounds`: find finished rounds by table, player, time, hand, stake and result, or write them to a file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from croupier.cli.app import app
from croupier.cli.files import write_whole
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk, at_desk, left_out_lines, left_out_rows
from croupier.data.files import check_format, format_of
from croupier.data.recorded import Chosen, choose, record_rows
from croupier.data.sheets import sheet_of_rounds
from croupier.errors import Refused
from croupier.floor.history.digest import RoundDigest, SeatDigest, SeatResult
from croupier.floor.history.finder import RoundBook, Wanted, parse_hand
from croupier.floor.history.period import Period, check_period, parse_since, parse_until
from croupier.floor.house.choices import ChoiceBook
from croupier.games import game as game_of
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.rules.paytables import line_words
from croupier.store.journal import Store


@app.command("rounds")
@at_desk
def rounds(
    desk: ReadingDesk,
    table: Annotated[str, Option(help="Only at this table.")] = "",
    game: Annotated[str, Option(help="Only of this game, such as uth.")] = "",
    player: Annotated[str, Option(help="Only where this player played.")] = "",
    since: Annotated[
        str, Option("--from", "--since", help="From this day on, such as 2026-11-15, on the house's clock.")
    ] = "",
    until: Annotated[str, Option("--until", "--to", help="Up to and with this day.")] = "",
    hand: Annotated[str, Option(help="A hand or a pay line, such as 'royal flush'.")] = "",
    staked: Annotated[str, Option(help="A seat staked at least this, in dollars.")] = "",
    won: Annotated[str, Option(help="A seat won at least this, in dollars.")] = "",
    result: Annotated[str, Option(help="How a seat came out: won, lost or even.")] = "",
    void: Annotated[bool | None, Option("--void/--not-void", help="Only void rounds, or none of them.")] = None,
    most: Annotated[int, Option(help="So many at most, newest first.")] = 20,
    out: Annotated[
        Path | None, Option("--out", "-o", help="Write them all to this file instead: .jsonl, .csv or .parquet.")
    ] = None,
    rows: Annotated[str, Option(help="With --out, what a row is: rounds, seats, bets or decisions.")] = "seats",
    names: Annotated[bool, Option("--names", help="With --out, names instead of numbers.")] = False,
    practice: Annotated[
        bool, Option("--practice", help="Those of practice and private tables, as far as they are kept.")
    ] = False,
) -> None:
    """Find finished rounds, newest first. What is asked of a seat is true of one and the same seat.

    Practice has a record of its own and is left out unless --practice asks for it, and then for it alone. With --out
    every round between two days, of a table or a game, is written to a file for study.
    """
    if out is not None:
        if player or hand or staked or won or result or void is not None:
            raise Refused("an export is of whole rounds; with --out want no option but --table, --game and days")
        check_format(format_of(out))
        sheet_of_rounds(rows)
        zone, store = _zone(desk), _record(desk, practice)
        chosen = choose(
            store,
            rows=rows,
            table=table,
            game=game,
            since=since,
            until=until,
            names=names,
            practice=practice,
            zone=zone,
        )
        _export(desk, store, chosen, out)
        return
    if names or rows != "seats":
        raise Refused("--rows and --names say how rounds are written to a file; want --out FILE with them")
    if game:
        game_of(game)
    if most < 1:
        raise Refused(f"cannot show {most} rounds; want one or more")
    if result not in {one.value for one in SeatResult}:
        raise Refused(f"no result {result!r}; want won, lost or even")
    key, stake, gain = parse_hand(hand), parse_dollars(staked or "0"), parse_dollars(won or "0")
    zone = _zone(desk)
    period = Period(parse_since(since, zone), parse_until(until, zone))
    check_period(since, until, period)
    store = _record(desk, practice)
    book = RoundBook(store, practice=practice)
    if table and table not in book.tables():
        raise Refused(f"no table {table!r}; there are {', '.join(book.tables()) or 'none yet'}")
    after, before = period.positions(store)
    wanted = Wanted(
        table=table,
        game=game,
        player=player,
        hand=key,
        staked=stake,
        won=gain,
        result=SeatResult(result),
        void=void,
        after=after,
        before=before,
    )
    matches = book.search(wanted, most=most, effort=1 << 62)
    lines = [_line(round, zone) for round in matches.rounds]
    if matches.go_on is not None:
        lines.append(f"There are more; --most {2 * most} shows twice as many.")
    plain = [*map(_plain, matches.rounds), *left_out_rows(matches.left_out)]
    desk.show(plain, *(lines or ["No round fits."]), *left_out_lines(matches.left_out))


def _record(desk: ReadingDesk, practice: bool) -> Store:
    return desk.practice if practice else desk.store


def _zone(desk: ReadingDesk) -> ZoneInfo:
    """The house's clock, which practice goes by as well."""
    return ZoneInfo(ChoiceBook(desk.store).now().zone)


def _export(desk: ReadingDesk, store: Store, chosen: Chosen, path: Path) -> None:
    written = 0

    def fill(part: Path) -> None:
        nonlocal written
        written = record_rows(store, chosen).write(part)

    write_whole(path, fill)
    plain = {"file": str(path), "rows": chosen.rows, "written": written, "names": chosen.names}
    whose = "with names" if chosen.names else "people are numbers, the same within this file alone"
    desk.show(plain, f"{written:,} rows of {chosen.rows} in {path}; {whose}")


def _line(round: RoundDigest, zone: ZoneInfo) -> str:
    when = datetime.fromtimestamp(round.ended_ms / 1000, zone).strftime("%Y-%m-%d %H:%M:%S %Z")
    how = "" if round.void_reason is None else f"  void: {round.void_reason}"
    seats = "; ".join(_seat(seat, void=round.void_reason is not None) for seat in round.seats)
    return f"{when}  {round.id}{how}  {seats}".rstrip()


def _seat(seat: SeatDigest, *, void: bool) -> str:
    hand = "banks" if seat.banks else line_words(seat.hand)
    parts = [f"seat {seat.seat}", seat.player, dollars(seat.staked), hand, "folded" if seat.folded else ""]
    words = " ".join(part for part in parts if part)
    return words if void else f"{words} {signed_dollars(seat.net)}"


def _plain(round: RoundDigest) -> dict[str, Any]:
    return {
        "round": round.id,
        "table": round.table,
        "game": round.game,
        "entry": round.position,
        "opened_ms": round.opened_ms,
        "ended_ms": round.ended_ms,
        "dealer": round.dealer,
        "void_reason": round.void_reason,
        "cards_from": round.cards_from,
        "seats": [
            {
                "seat": seat.seat,
                "player": seat.player,
                "staked_cents": seat.staked,
                "net_cents": seat.net,
                "hand": seat.hand,
                "lines": sorted(seat.lines),
                "folded": seat.folded,
                "banks": seat.banks,
            }
            for seat in round.seats
        ],
    }
