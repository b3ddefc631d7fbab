"""`croupier table open`, `change`, `unseat`, `close` and `reopen`: what the floor decides about a table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.choice_options import choice_options, choice_texts
from croupier.cli.options import GameKey, RulesName, TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import SignedDesk, at_desk
from croupier.errors import Refused
from croupier.floor.choices.making import changes, chosen, customary
from croupier.floor.choices.notices import notices
from croupier.floor.choices.upkeep import AllowSpots, Change, CloseTable, DealFaceDown, ReopenTable, Unseat, Upkeep
from croupier.floor.practice import is_practice
from croupier.floor.table import Settings
from croupier.games import NotInstalled, chosen_rules
from croupier.rules.law import Law
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE

table = group("table")


@table.command("open")
@choice_options
@at_desk
def open_table(
    desk: SignedDesk, name: TableName, options: dict[str, Any], game: GameKey = None, rules: RulesName = None
) -> None:
    """Open a table, with whatever the house chooses; croupier table show NAME lists all of it."""
    rule_set = chosen_rules(game, rules)
    settings = _settings(rule_set, options, desk.room.law.now())
    opened = desk.room.open_table(name, settings, desk.who, desk.command)
    warnings = _warnings(desk, settings)
    desk.show(
        {"table": name, "version": opened.version, **warnings},
        f"{name} is open, {rule_set.name}",
        *map(str, warnings.values()),
    )


@table.command("change")
@choice_options
@at_desk
def change(
    desk: SignedDesk,
    name: TableName,
    options: dict[str, Any],
    reference: Annotated[str, Option(help="Reference of an approval or a memo, kept with the change.")] = "",
) -> None:
    """Choose otherwise at a table, between rounds; each change is an entry with its author, old and new value."""
    before = desk.room.table(name).settings
    if PROGRESSIVE in options:
        raise Refused(f"the Progressive's pay table at {name} is its link's; see croupier link change")
    texts = choice_texts(options, before.terms.rules)
    if not texts:
        raise Refused("nothing was chosen; say what to change, such as --clock 20")
    after = desk.room.do(name, Change(texts, reference), desk.who, command=desk.command).table.settings
    changed_choices = changes(before, after)
    link = desk.room.table(name).link
    stood, warnings = _warnings(desk, before, link), _warnings(desk, after, link)
    if notices(after) == notices(before):  # then only what this change has made of its approval is news
        warnings = {subject: words for subject, words in warnings.items() if stood.get(subject) != words}
    changed = [{"choice": one.label, "old": one.old, "new": one.new} for one in changed_choices]
    desk.show(
        {"table": name, "changed": changed, **warnings},
        *(one.words for one in changed_choices),
        *map(str, warnings.values()),
    )


@table.command("allow")
@at_desk
def allow(
    desk: SignedDesk,
    name: TableName,
    spots: Annotated[int, Argument(help="How many spots, 1 to 6.")],
    why: Annotated[str, Option(help="Why; it is kept with the entry.")],
) -> None:
    """Allow face-up spots at which the edge is the player's (R17); somebody else then changes the table."""
    if not why.strip():
        raise Refused("spots are allowed for a stated reason; say why")
    words = f"{spots} spots are allowed at {name}; somebody else changes it to them"
    _change_table(desk, name, AllowSpots(spots, why.strip()), words)


@table.command("face-down")
@at_desk
def face_down(
    desk: SignedDesk,
    name: Annotated[str | None, Argument(help="The table; every face-up table, with --all.")] = None,
    every: Annotated[bool, Option("--all", help="Every face-up table at once.")] = False,
    reference: Annotated[str, Option(help="Reference of the notice, kept with each entry.")] = "",
) -> None:
    """End face-up dealing at a table, or everywhere (R17). A round that is open ends as it was dealt."""
    if (name is None) != every:
        raise Refused("say one table, or --all for every face-up table")
    names = _face_up_tables(desk) if name is None else [name]
    for one in names:
        desk.room.do(one, DealFaceDown(reference.strip()), desk.who, command=f"{desk.command}/{one}")
    words = [f"{one} deals face down from the next round on" for one in names]
    desk.show({"tables": names}, *(words or ["no table deals face up"]))


@table.command("unseat")
@at_desk
def unseat(
    desk: SignedDesk,
    name: TableName,
    seat: Annotated[int, Argument(help="The seat, 1 to 6.")],
    why: Annotated[str, Option(help="Why; it is kept with the entry.")],
) -> None:
    """Send a player off who is gone: bets that are not locked come back, wagers in play stay there (R19)."""
    if not why.strip():
        raise Refused("a player is sent off for a stated reason; say why")
    player = next((one.player for one in desk.room.table(name).sittings if one.seat == seat), "nobody")
    _change_table(desk, name, Unseat(seat, why.strip()), f"{player} has left seat {seat} at {name}")


@table.command("close")
@at_desk
def close(desk: SignedDesk, name: TableName) -> None:
    """Close a table for good. Its tray is credited and its shift closed before; its history stays."""
    _change_table(desk, name, CloseTable(), f"{name} is closed")


@table.command("reopen")
@at_desk
def reopen(desk: SignedDesk, name: TableName) -> None:
    """Open a closed table again, as it was."""
    _change_table(desk, name, ReopenTable(), f"{name} is open again")


def _face_up_tables(desk: SignedDesk) -> list[str]:
    """The tables for money that are to deal face up; closed ones too, which would do so when they are reopened."""
    names = []
    for name in desk.room.tables():
        with suppress(NotInstalled):  # such a table deals nothing at all
            if not is_practice(name) and desk.room.glance(name).settings.terms.face_up:
                names.append(name)
    return names


def _change_table(desk: SignedDesk, name: str, order: Upkeep, words: str) -> None:
    after = desk.room.do(name, order, desk.who, command=desk.command).table
    desk.show({"table": name, "version": after.version, "closed": after.closed}, words)


def _settings(rules: RuleSet, options: dict[str, Any], law: Law) -> Settings:
    usual = customary(rules, law)
    if options.get(PROGRESSIVE, "none") != "none":
        tables = {**usual.terms.tables, PROGRESSIVE: options[PROGRESSIVE]}
        usual = replace(usual, terms=replace(usual.terms, tables=tables))
    return chosen(usual, choice_texts(options, rules), law)


def _warnings(desk: SignedDesk, settings: Settings, link: str | None = None) -> dict[str, str]:
    """What the house should know of these choices: what face-up dealing gives away (R17), schedule 2's review (R32),
    that the table is not approved so (R56)."""
    warnings = dict(notices(settings))
    approval = desk.room.approvals.of_settings(settings, link)
    if not approval.valid:
        warnings["approval"] = approval.words
    return warnings
