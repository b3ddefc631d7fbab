"""`croupier table open`, `change`, `unseat`, `close` and `reopen`: what the floor decides about a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.choice_options import choice_options, choice_texts
from croupier.cli.options import GameKey, RulesName, TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import SignedDesk, at_desk
from croupier.cli.room.table import table

if TYPE_CHECKING:
    from croupier.floor.choices.upkeep import Upkeep
    from croupier.floor.table import Settings
    from croupier.rules.rulesets import RuleSet


@table.command("open")
@choice_options
@at_desk
def open_table(
    desk: SignedDesk, name: TableName, said: dict[str, Any], game: GameKey = None, rules: RulesName = None
) -> None:
    """Open a table, with whatever the house chooses; croupier table show NAME lists all of it."""
    from croupier.games import chosen_rules

    made = chosen_rules(game, rules)
    settings = _settings(made, said)
    opened = desk.room.open_table(name, settings, desk.who, desk.command)
    told = _warnings(settings)
    desk.show(
        {"table": name, "version": opened.version, **told}, f"{name} is open, {made.name}", *map(str, told.values())
    )


@table.command("change")
@choice_options
@at_desk
def change(
    desk: SignedDesk,
    name: TableName,
    said: dict[str, Any],
    reference: Annotated[str, Option(help="Reference of an approval or a memo, kept with the change.")] = "",
) -> None:
    """Choose otherwise at a table, between rounds; each change is an entry with its author, old and new value."""
    from croupier.errors import Refused
    from croupier.floor.choices.making import changes
    from croupier.floor.choices.notices import notices
    from croupier.floor.choices.upkeep import Change
    from croupier.rules.wagers import PROGRESSIVE

    before = desk.room.table(name).settings
    if PROGRESSIVE in said:
        raise Refused(f"the Progressive's pay table at {name} is its link's; see croupier link change")
    texts = choice_texts(said, before.terms.rules)
    if not texts:
        raise Refused("nothing was chosen; say what to change, such as --clock 20")
    after = desk.room.do(name, Change(texts, reference), desk.who, command=desk.command).table.settings
    made = changes(before, after)
    told = _warnings(after) if notices(after) != notices(before) else {}
    changed = [{"choice": one.label, "old": one.old, "new": one.new} for one in made]
    desk.show({"table": name, "changed": changed, **told}, *(one.words for one in made), *map(str, told.values()))


@table.command("unseat")
@at_desk
def unseat(
    desk: SignedDesk,
    name: TableName,
    seat: Annotated[int, Argument(help="The seat, 1 to 6.")],
    why: Annotated[str, Option(help="Why; it is kept with the entry.")],
) -> None:
    """Send a player off who is gone: bets that are not locked come back, wagers in play stay there (R19)."""
    from croupier.errors import Refused
    from croupier.floor.choices.upkeep import Unseat

    if not why.strip():
        raise Refused("a player is sent off for a stated reason; say why")
    player = next((one.player for one in desk.room.table(name).sittings if one.seat == seat), "nobody")
    _keep(desk, name, Unseat(seat, why.strip()), f"{player} has left seat {seat} at {name}")


@table.command("close")
@at_desk
def close(desk: SignedDesk, name: TableName) -> None:
    """Close a table for good. Its tray is credited and its shift closed before; its history stays."""
    from croupier.floor.choices.upkeep import CloseTable

    _keep(desk, name, CloseTable(), f"{name} is closed")


@table.command("reopen")
@at_desk
def reopen(desk: SignedDesk, name: TableName) -> None:
    """Open a closed table again, as it was."""
    from croupier.floor.choices.upkeep import ReopenTable

    _keep(desk, name, ReopenTable(), f"{name} is open again")


def _keep(desk: SignedDesk, name: str, order: Upkeep, told: str) -> None:
    after = desk.room.do(name, order, desk.who, command=desk.command).table
    desk.show({"table": name, "version": after.version, "closed": after.closed}, told)


def _settings(rules: RuleSet, said: dict[str, Any]) -> Settings:
    from croupier.floor.choices.making import chosen, customary
    from croupier.rules.wagers import PROGRESSIVE

    usual = customary(rules)
    if said.get(PROGRESSIVE, "none") != "none":
        tables = {**usual.terms.tables, PROGRESSIVE: said[PROGRESSIVE]}
        usual = replace(usual, terms=replace(usual.terms, tables=tables))
    return chosen(usual, choice_texts(said, rules))


def _warnings(settings: Settings) -> dict[str, str]:
    """What whoever chooses this should know: what face-up dealing gives away, and schedule 2's review (R17, R32)."""
    from croupier.floor.choices.making import NO_APPROVAL
    from croupier.floor.choices.notices import notices

    told = dict(notices(settings))
    if settings.approval is None:
        told["approval"] = NO_APPROVAL
    return told
