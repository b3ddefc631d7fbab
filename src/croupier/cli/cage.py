"""`croupier cage`: chips for cash and back, fills and credits, win sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.app import app
from croupier.cli.desk import DEFAULT_DB, AsJson, By, CommandId, Db, Pin, answer, command_id, record, sign_in

if TYPE_CHECKING:
    from croupier.ledger.winsheet import WinSheet

cage = typer.Typer(name="cage", help="Buy-ins, cash-outs, fills, credits, win sheets.", no_args_is_help=True)
app.add_typer(cage)

Player = Annotated[str, typer.Argument(help="The player's name.")]
TableName = Annotated[str, typer.Argument(help="The table's name.")]
Amount = Annotated[str, typer.Argument(help="Dollars, such as 200 or 12.50.")]


@cage.command("fund")
def fund(amount: Amount, by: By, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None) -> None:
    """Put the house's own money into the cage."""
    from croupier.floor.cage import Cage
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    with record(db, create=False) as store:
        Cage(store).fund(cents, sign_in(store, by, pin), command_id(id))
    print(f"{dollars(cents)} put into the cage")


@cage.command("buy-in")
def buy_in(
    player: Player,
    amount: Amount,
    by: By,
    table: Annotated[str | None, typer.Option(help="Sell chips of this table's tray instead of the cage's.")] = None,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Sell chips to a player."""
    from croupier.floor.cage import Cage
    from croupier.money import parse_dollars

    cents = parse_dollars(amount)
    with record(db, create=False) as store:
        who, desk = sign_in(store, by, pin), Cage(store)
        if table is None:
            desk.buy_in(player, cents, who, command_id(id))
        else:
            desk.buy_in_at(table, player, cents, who, command_id(id))
        _balance(store, player, as_json)


@cage.command("cash-out")
def cash_out(
    player: Player,
    amount: Amount,
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Redeem a player's chips."""
    from croupier.floor.cage import Cage
    from croupier.money import parse_dollars

    with record(db, create=False) as store:
        Cage(store).cash_out(player, parse_dollars(amount), sign_in(store, by, pin), command_id(id))
        _balance(store, player, as_json)


@cage.command("balance")
def balance(player: Player, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """What a player has."""
    with record(db, create=False) as store:
        _balance(store, player, as_json)


@cage.command("fill")
def fill(table: TableName, amount: Amount, by: By, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None) -> None:
    """Bring chips from the cage to a tray."""
    from croupier.floor.cage import Cage
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    with record(db, create=False) as store:
        Cage(store).fill(table, cents, sign_in(store, by, pin), command_id(id))
    print(f"{dollars(cents)} brought to {table}")


@cage.command("credit")
def credit(
    table: TableName, amount: Amount, by: By, pin: Pin = None, db: Db = DEFAULT_DB, id: CommandId = None
) -> None:
    """Take chips from a tray back to the cage."""
    from croupier.floor.cage import Cage
    from croupier.money import dollars, parse_dollars

    cents = parse_dollars(amount)
    with record(db, create=False) as store:
        Cage(store).credit(table, cents, sign_in(store, by, pin), command_id(id))
    print(f"{dollars(cents)} taken from {table}")


@cage.command("sheet")
def sheet(table: TableName, db: Db = DEFAULT_DB, as_json: AsJson = False) -> None:
    """The win sheet of the shift that is running."""
    from croupier.floor.cage import Cage

    with record(db, create=False) as store:
        made = Cage(store).sheet(table)
    answer(as_json, _plain(made), *_lines(made))


@cage.command("close")
def close(
    table: TableName,
    by: By,
    pin: Pin = None,
    db: Db = DEFAULT_DB,
    id: CommandId = None,
    as_json: AsJson = False,
) -> None:
    """Close a table's shift: its win sheet, and the heads of all streams. Keep the heads somewhere else."""
    from croupier.floor.cage import Cage

    with record(db, create=False) as store:
        made = Cage(store).close_shift(table, sign_in(store, by, pin), command_id(id))
        heads = [f"{stream}:{head.version}:{head.hash}" for stream, head in store.heads().items()]
    answer(as_json, {**_plain(made), "heads": heads}, *_lines(made), "", "heads", *heads)


def _balance(store: Any, player: str, as_json: bool) -> None:
    from croupier.ledger import accounts
    from croupier.money import dollars

    held = store.balance(accounts.player(player))
    answer(as_json, {"player": player, "cents": held}, f"{player} has {dollars(held)}")


def _plain(made: WinSheet) -> dict[str, Any]:
    return {
        "table": made.table,
        "opening": made.opening,
        "fills": made.fills,
        "credits": made.credits,
        "drop": made.drop,
        "closing": made.closing,
        "win": made.win,
    }


def _lines(made: WinSheet) -> list[str]:
    from croupier.money import dollars

    return [f"{word:8} {amount if word == 'table' else dollars(amount):>16}" for word, amount in _plain(made).items()]
