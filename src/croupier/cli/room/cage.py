"""`croupier cage`: chips for cash and back, fills and credits, win sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import Spelled, app
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import Desk, SignedDesk, at_desk, at_desk_in_words

if TYPE_CHECKING:
    from croupier.floor.roles import Person
    from croupier.ledger.winsheet import WinSheet

cage = Spelled("cage", help="Buy-ins, cash-outs, fills, credits, win sheets.")
app.add_command(cage)

Player = Annotated[str, Argument(help="The player's name.")]
Amount = Annotated[str, Argument(help="Dollars, such as 200 or 12.50.")]
Second = Annotated[str | None, Option("--second", help="Who signs beside you, above what the house sets.")]
SecondPin = Annotated[str | None, Option("--second-pin", help="Their PIN; asked for if left out.")]


@cage.command("fund")
@at_desk_in_words
def fund(desk: SignedDesk, amount: Amount) -> None:
    """Put the house's own money into the cage."""
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    desk.cage.fund(cents, desk.who, desk.command)
    print(f"{dollars(cents)} put into the cage")


@cage.command("buy-in")
@at_desk
def buy_in(
    desk: SignedDesk,
    player: Player,
    amount: Amount,
    table: Annotated[str | None, Option(help="Sell chips of this table's tray instead of the cage's.")] = None,
    second: Second = None,
    second_pin: SecondPin = None,
) -> None:
    """Sell chips to a player."""
    from croupier.money import parse_dollars

    cents, beside = parse_dollars(amount), _beside(desk, second, second_pin)
    if table is None:
        desk.cage.buy_in(player, cents, desk.who, desk.command, beside)
    else:
        desk.cage.buy_in_at(table, player, cents, desk.who, desk.command, beside)
    _show_balance(desk, player)


@cage.command("cash-out")
@at_desk
def cash_out(
    desk: SignedDesk, player: Player, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Redeem a player's chips."""
    from croupier.money import parse_dollars

    cents = parse_dollars(amount)
    desk.cage.cash_out(player, cents, desk.who, desk.command, _beside(desk, second, second_pin))
    _show_balance(desk, player)


@cage.command("balance")
@at_desk
def balance(desk: Desk, player: Player) -> None:
    """What a player has."""
    _show_balance(desk, player)


@cage.command("fill")
@at_desk_in_words
def fill(
    desk: SignedDesk, table: TableName, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Bring chips from the cage to a tray."""
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    desk.cage.fill(table, cents, desk.who, desk.command, _beside(desk, second, second_pin))
    print(f"{dollars(cents)} brought to {table}")


@cage.command("credit")
@at_desk_in_words
def credit(
    desk: SignedDesk, table: TableName, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Take chips from a tray back to the cage."""
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    desk.cage.credit(table, cents, desk.who, desk.command, _beside(desk, second, second_pin))
    print(f"{dollars(cents)} taken from {table}")


@cage.command("sheet")
@at_desk
def sheet(
    desk: Desk, table: Annotated[str | None, Argument(help="The table's name; all tables if left out.")] = None
) -> None:
    """The win sheet of the shift that is running, of one table or of all with their sum."""
    if table is not None:
        made = desk.cage.sheet(table)
        desk.show(_plain(made), *_lines(made))
        return
    from croupier.ledger.winsheet import total

    sheets = desk.cage.sheets()
    shown = {"tables": [_plain(one) for one in sheets], "total": _plain(total(sheets))}
    desk.show(shown, *_columns([*sheets, total(sheets)]))


@cage.command("close")
@at_desk
def close(
    desk: SignedDesk,
    table: TableName,
    tray: Annotated[str | None, Option(help="What was counted in the tray.")] = None,
    box: Annotated[str | None, Option(help="What was counted in the drop box, drop and fees.")] = None,
    accept: Annotated[bool, Option("--accept", help="Accept the variance: the record follows the count.")] = False,
    second: Second = None,
    second_pin: SecondPin = None,
) -> None:
    """Close a table's shift: its win sheet, and the heads of all streams. Keep the heads somewhere else."""
    from dataclasses import replace

    from croupier.floor.cage.shift import ShiftCount
    from croupier.money import parse_dollars

    in_tray, in_box = (None if text is None else parse_dollars(text) for text in (tray, box))
    counted = ShiftCount(in_tray, in_box)
    if accept:
        counted = replace(counted, accepts=counted.variances(desk.cage.sheet(table)))
    made = desk.cage.close_shift(table, desk.who, desk.command, counted, _beside(desk, second, second_pin))
    heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in desk.store.heads().items()]
    counts = {"counted_tray": in_tray, "counted_box": in_box, "variance": sum(counted.variances(made))}
    counts = {word: amount for word, amount in counts.items() if tray is not None or box is not None}
    desk.show({**_plain(made), **counts, "heads": heads}, *_lines(made), *_counts(counts), "", "heads", *heads)


@cage.command("receipt")
@at_desk
def receipt(desk: Desk, number: Annotated[int, Argument(help="The receipt's number.")]) -> None:
    """A receipt of the cage, as it was given."""
    from dataclasses import asdict
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from croupier.floor.cage.receipts import TITLES, receipt_at
    from croupier.floor.house.choices import Choices
    from croupier.money import dollars

    made = receipt_at(desk.store, number)
    zone = ZoneInfo(Choices(desk.store).now().zone)
    rows = {
        "receipt": str(made.number),
        "time": datetime.fromtimestamp(made.time_ms / 1000, zone).strftime("%Y-%m-%d %H:%M:%S %Z"),
        "what": TITLES[made.what],
        "player": made.player,
        "table": made.table,
        "amount": dollars(made.amount),
        "by": made.by,
        "second": made.approver,
        "balance": None if made.balance is None else dollars(made.balance),
        "entry": made.hash,
    }
    desk.show(asdict(made), *(f"{word:8} {text}" for word, text in rows.items() if text is not None))


def _beside(desk: SignedDesk, name: str | None, pin: str | None) -> Person | None:
    """The second person, once their PIN has been checked."""
    return None if name is None else desk.sign_in(name, pin)


def _counts(counts: dict[str, int | None]) -> list[str]:
    from croupier.money import dollars

    return [f"{word:12} {dollars(cents):>12}" for word, cents in counts.items() if cents is not None]


def _show_balance(desk: Desk, player: str) -> None:
    from croupier.money import dollars

    held = desk.cage.balance(player)
    desk.show({"player": player, "cents": held}, f"{player} has {dollars(held)}")


def _plain(made: WinSheet) -> dict[str, Any]:
    return {
        "table": made.table,
        "opening": made.opening,
        "fills": made.fills,
        "credits": made.credits,
        "drop": made.drop,
        "closing": made.closing,
        "win": made.win,
        "fees": made.fees,
        "income": made.income,
    }


def _lines(made: WinSheet) -> list[str]:
    from croupier.money import dollars

    return [f"{word:8} {amount if word == 'table' else dollars(amount):>16}" for word, amount in _plain(made).items()]


def _columns(sheets: list[WinSheet]) -> list[str]:
    from croupier.money import dollars

    rows = [[str(cell) if word == "table" else dollars(cell) for word, cell in _plain(one).items()] for one in sheets]
    words = list(_plain(sheets[-1]))
    wide = max(8, *(len(row[0]) for row in rows))
    return [f"{row[0]:{wide}}" + "".join(f"{cell:>14}" for cell in row[1:]) for row in (words, *rows)]
