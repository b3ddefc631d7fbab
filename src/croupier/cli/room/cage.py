"""`croupier cage`: chips for cash and back, fills and credits, win sheets, banks."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

from croupier.cli.app import group
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk, at_desk_in_words
from croupier.errors import Refused
from croupier.floor.cage.cash import CashOfDay, day_at, parse_day
from croupier.floor.cage.inventory import below_par, inventory
from croupier.floor.cage.receipts import TITLES, receipt_at
from croupier.floor.figures.period import between
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.live_tables import wall_clock_ms
from croupier.floor.practice import is_practice
from croupier.floor.roles import Person
from croupier.ledger.accounts import tray
from croupier.money import dollars, parse_dollars, signed_dollars
from croupier.store.unit import Receipt

if TYPE_CHECKING:
    from croupier.floor.history.banks import BankSession

cage = group("cage")

Player = Annotated[str, Argument(help="The player's name.")]
Amount = Annotated[str, Argument(help="Dollars, such as 200 or 12.50.")]
Second = Annotated[str | None, Option("--second", help="Who signs beside you, above what the house sets.")]
SecondPin = Annotated[str | None, Option("--second-pin", help="Their PIN; asked for if left out.")]


@cage.command("fund")
@at_desk_in_words
def fund(desk: SignedDesk, amount: Amount, second: Second = None, second_pin: SecondPin = None) -> None:
    """Put the house's own money into the cage."""
    cents = parse_dollars(amount)
    desk.cage.fund(cents, desk.who, desk.command, beside(desk, second, second_pin))
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
    cents, signer = parse_dollars(amount), beside(desk, second, second_pin)
    if table is None:
        desk.cage.buy_in(player, cents, desk.who, desk.command, signer)
    else:
        desk.cage.buy_in_at(table, player, cents, desk.who, desk.command, signer)
    _show_balance(desk, player)


@cage.command("cash-out")
@at_desk
def cash_out(
    desk: SignedDesk, player: Player, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Redeem a player's chips."""
    cents = parse_dollars(amount)
    desk.cage.cash_out(player, cents, desk.who, desk.command, beside(desk, second, second_pin))
    _show_balance(desk, player)


@cage.command("sell")
@at_desk
def sell(
    desk: SignedDesk,
    amount: Amount,
    table: Annotated[str | None, Option(help="From the tray of this table, which a person deals.")] = None,
    second: Second = None,
    second_pin: SecondPin = None,
) -> None:
    """Sell real chips to somebody without an account (R58)."""
    signer = beside(desk, second, second_pin)
    done = desk.cage.sell_chips(parse_dollars(amount), desk.who, desk.command, signer, table=table)
    _show_chips(desk, done)


@cage.command("redeem")
@at_desk
def redeem(desk: SignedDesk, amount: Amount, second: Second = None, second_pin: SecondPin = None) -> None:
    """Redeem real chips that somebody without an account brings (R58)."""
    signer = beside(desk, second, second_pin)
    _show_chips(desk, desk.cage.redeem_chips(parse_dollars(amount), desk.who, desk.command, signer))


@cage.command("balance")
@at_desk
def balance(desk: ReadingDesk, player: Player) -> None:
    """What a player has."""
    _show_balance(desk, player)


@cage.command("fill")
@at_desk_in_words
def fill(
    desk: SignedDesk, table: TableName, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Bring chips from the cage to a tray."""
    cents = parse_dollars(amount)
    desk.cage.fill(table, cents, desk.who, desk.command, beside(desk, second, second_pin))
    print(f"{dollars(cents)} brought to {table}")


@cage.command("fill-all")
@at_desk
def fill_all(desk: SignedDesk, second: Second = None, second_pin: SecondPin = None) -> None:
    """Fill every tray up to par, with one signature."""
    par = ChoiceBook(desk.store).now().tray_par
    if par is None:
        raise Refused("the house has no par; want one first, such as croupier house set tray_par 10000")
    tables = [desk.room.table(name) for name in desk.room.tables() if not is_practice(name)]
    needs = {table.name: below_par(table, desk.store.balance(tray(table.name)), par) for table in tables}
    fills = {table: cents for table, cents in needs.items() if cents}
    filled, refused = desk.cage.fill_all(fills, desk.who, desk.command, beside(desk, second, second_pin))
    slips = [receipt_at(desk.store, done.entries[0].position) for done in filled]
    plain = [{"table": slip.table, "amount": slip.amount, "receipt": slip.number} for slip in slips]
    lines = [f"{slip.words}, receipt {slip.number}" for slip in slips] or [f"every tray holds {dollars(par)} or more"]
    desk.show({"par": par, "fills": plain, "refused": refused}, *lines, *refused.values())


@cage.command("cash")
@at_desk
def cash(
    desk: ReadingDesk,
    day: Annotated[str, Option(help="Such as 2026-11-17, by the house's calendar; today if left out.")] = "",
) -> None:
    """What players brought and took in cash on a day of the house."""
    house = ChoiceBook(desk.store).now()
    zone = ZoneInfo(house.zone)
    asked = parse_day(day, zone) if day else day_at(wall_clock_ms(), zone)
    moved = sorted(CashOfDay(desk.store).by_player(asked).items())
    rows = [
        {
            "player": name,
            "cash_in": one.cash_in,
            "cash_out": one.cash_out,
            "above": one.is_above(house.cash_alert),
        }
        for name, one in moved
    ]
    lines = [f"{'player':24}{'in':>14}{'out':>14}"]
    for name, one in moved:
        mark = f"  above {dollars(house.cash_alert or 0)}" if one.is_above(house.cash_alert) else ""
        lines.append(f"{name:24}{dollars(one.cash_in):>14}{dollars(one.cash_out):>14}{mark}")
    empty = [f"no player's cash moved on {asked.date}"]
    desk.show({"day": asked.date.isoformat(), "alert": house.cash_alert, "players": rows}, *(lines if moved else empty))


@cage.command("credit")
@at_desk_in_words
def credit(
    desk: SignedDesk, table: TableName, amount: Amount, second: Second = None, second_pin: SecondPin = None
) -> None:
    """Take chips from a tray back to the cage."""
    cents = parse_dollars(amount)
    desk.cage.credit(table, cents, desk.who, desk.command, beside(desk, second, second_pin))
    print(f"{dollars(cents)} taken from {table}")


@cage.command("receipt")
@at_desk
def receipt(desk: ReadingDesk, number: Annotated[int, Argument(help="The receipt's number.")]) -> None:
    """A receipt of the cage, as it was given."""
    slip = receipt_at(desk.store, number)
    zone = ZoneInfo(ChoiceBook(desk.store).now().zone)
    rows = {
        "receipt": str(slip.number),
        "time": datetime.fromtimestamp(slip.time_ms / 1000, zone).strftime("%Y-%m-%d %H:%M:%S %Z"),
        "what": TITLES[slip.what],
        "player": slip.player,
        "table": slip.table,
        "amount": dollars(slip.amount),
        "by": slip.by,
        "second": slip.approver,
        "balance": None if slip.balance is None else dollars(slip.balance),
        "entry": slip.hash,
    }
    desk.show(asdict(slip), *(f"{word:8} {text}" for word, text in rows.items() if text is not None))


@cage.command("banked")
@at_desk
def banked(
    desk: ReadingDesk,
    player: Player,
    since: Annotated[
        str, Option("--from", "--since", help="From this day on, such as 2026-11-15, on the house's clock.")
    ] = "",
    until: Annotated[str, Option("--until", "--to", help="Up to and with this day.")] = "",
) -> None:
    """What a player has banked in California: sessions, result, fees."""
    # What looks back at players brings the lab's prices with it, which no sale at the cage waits for.
    from croupier.floor.history.banks import bank_sessions, banked_rounds
    from croupier.floor.history.players import PlayBook

    desk.cage.balance(player)  # refuses who is not there
    zone = ZoneInfo(ChoiceBook(desk.store).now().zone)
    period, book = between(since, until, zone), PlayBook(desk.store)
    book.catch_up(player)
    mine = [one for one in book.plays(player) if period.has(one.ended_ms)]
    sessions = bank_sessions(mine)
    plain = {"player": player, **_banked(banked_rounds(mine)), "sessions": [_session(one) for one in sessions]}
    if not sessions:
        return desk.show(plain, f"{player} has banked no round")
    lines = [f"{'session':24}{'rounds':>7}{'hours':>7}{'largest':>12}{'result':>12}{'fees':>10}{'came out':>12}"]
    for one in (*sessions, banked_rounds(mine)):
        began = datetime.fromtimestamp(one.rounds[0].opened_ms / 1000, zone).strftime("%Y-%m-%d %H:%M %Z")
        name = "total" if len(lines) > len(sessions) else began
        amounts = f"{dollars(one.most):>12}{signed_dollars(one.won):>12}{dollars(one.fees):>10}"
        hours = f"{float(one.hours):.1f}"
        lines.append(f"{name:24}{len(one.rounds):>7}{hours:>7}{amounts}{signed_dollars(one.net):>12}")
    desk.show(plain, *lines)


def _banked(all_of_it: BankSession) -> dict[str, Any]:
    return {
        "rounds": len(all_of_it.rounds),
        "minutes": round(60 * all_of_it.hours),
        "largest_wager": all_of_it.most,
        "result": all_of_it.won,
        "fees": all_of_it.fees,
        "net": all_of_it.net,
    }


def _session(session: BankSession) -> dict[str, Any]:
    times = {"began_ms": session.rounds[0].opened_ms, "ended_ms": session.rounds[-1].ended_ms}
    banked = [{"round": one.round, "wager": one.bank, "result": one.bank_won, "fee": one.fee} for one in session.rounds]
    return {**times, **_banked(session), "banked": banked}


def beside(desk: SignedDesk, name: str | None, pin: str | None) -> Person | None:
    """The second person, once their PIN has been checked."""
    return None if name is None else desk.sign_in(name, pin)


def _show_balance(desk: ReadingDesk, player: str) -> None:
    held = desk.cage.balance(player)
    desk.show({"player": player, "cents": held}, f"{player} has {dollars(held)}")


def _show_chips(desk: ReadingDesk, done: Receipt) -> None:
    slip, carried = receipt_at(desk.store, done.entries[0].position), inventory(desk.store).carried
    plain = {"receipt": slip.number, "table": slip.table, "amount": slip.amount, "carried": carried}
    desk.show(plain, f"{slip.words}, receipt {slip.number}; people carry chips for {dollars(carried)}")
