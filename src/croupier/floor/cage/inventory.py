"""What the house holds and where: the cage, trays, boxes, purses, bets and meters; and that it adds up."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.floor.practice import is_guest, is_practice
from croupier.floor.table import Table
from croupier.ledger.accounts import CAGE, CASH, CHIPS, HOUSE, PLAY, VARIANCE, Account, kind
from croupier.money import Cents
from croupier.store.reader import Reader

_CASH_FROM = frozenset({"house", "cash", "drop", "variance"})
"""What comes to the cage from these accounts, or goes back to them, is cash; everything else is chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """The money of the house by the record, play chips aside."""

    cage: Cents
    """What the cage holds that no chip speaks for: its cash less the chips that it has given out."""
    cash: Cents
    """The notes and coins in the cage."""
    trays: dict[str, Cents]
    drops: dict[str, Cents]
    fees: dict[str, Cents]
    purses: Cents
    carried: Cents
    """Real chips that people carry, sold to them or won at tables with real cards (R58), and those that lie in front
    of players who are there by name."""
    in_play: Cents
    progressive: Cents
    missing: Cents
    """What counts have found missing so far; found too much, where it is negative."""
    from_outside: Cents
    from_house: Cents

    @property
    def chips_out(self) -> Cents:
        """What the cage gave out in chips and has not had back."""
        return self.cash - self.cage

    @property
    def there(self) -> Cents:
        """Everything that is somewhere in the house."""
        at_tables = sum(self.trays.values()) + sum(self.drops.values()) + sum(self.fees.values())
        in_hands = self.purses + self.carried + self.in_play
        return self.cage + at_tables + in_hands + self.progressive + self.missing

    @property
    def came_in(self) -> Cents:
        """Everything that was brought in, less what was taken out."""
        return self.from_outside + self.from_house


def cash_in_cage(reader: Reader) -> Cents:
    """The notes and coins that the cage should hold: funded, taken for chips and counted out of boxes, less what was
    paid for chips."""
    return sum(cents for other, cents in reader.exchanged(CAGE).items() if kind(other) in _CASH_FROM)


def below_par(table: Table, held: Cents, par: Cents | None) -> Cents:
    """What a tray needs up to what the house wants in each; nothing where it wants none. Where a player banks (R28),
    and at a closed table, no payout comes out of it, and it needs what it owes."""
    if par is None:
        return 0
    return max((0 if table.closed or table.settings.terms.player_banked else par) - held, 0)


def is_tray_low(table: Table, held: Cents, least: Cents | None) -> bool:
    """Whether a tray is short, or holds less than the house wants; where a player banks, or at a closed table, no
    payout comes out of it."""
    pays = not table.closed and not table.settings.terms.player_banked
    return held < 0 or (least is not None and held < least and pays)


def inventory(reader: Reader) -> Inventory:
    """What is where, by the balances of the record."""
    held = {account: cents for account, cents in reader.balances().items() if not _is_play(account)}

    def of(*kinds: str) -> Cents:
        return sum(cents for account, cents in held.items() if kind(account) in kinds)

    def each(word: str) -> dict[str, Cents]:
        return {account.partition("/")[2]: cents for account, cents in sorted(held.items()) if kind(account) == word}

    return Inventory(
        cage=held.get(CAGE, 0),
        cash=cash_in_cage(reader),
        trays=each("tray"),
        drops=each("drop"),
        fees=each("fees"),
        purses=of("player"),
        carried=held.get(CHIPS, 0) + of("stack"),
        in_play=of("escrow", "bank"),
        progressive=of("meter", "reserve", "pool", "owed"),
        missing=held.get(VARIANCE, 0),
        from_outside=-held.get(CASH, 0),
        from_house=-held.get(HOUSE, 0),
    )


def _is_play(account: Account) -> bool:
    """Whether an account holds play chips, which are no money and add up by themselves."""
    name = account.split("/")[1] if "/" in account else ""
    return account == PLAY or is_guest(name) or is_practice(name)
