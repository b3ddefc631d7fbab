"""Links in words and as plain data, for the command line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from croupier.cli.files import is_file
from croupier.cli.paytable_options import read_paytable
from croupier.errors import Refused
from croupier.floor.history.tray_wins import TrayHit
from croupier.floor.house.approval_status import ApprovalStatus
from croupier.floor.links.economics import FULL_TABLE, economics, preconfigured_levels
from croupier.floor.links.history import Deed
from croupier.floor.links.hits import Hit, RefusedHit
from croupier.floor.links.sheets import METER, RESERVE, LevelReport, LineReport, LinkReport, TableReport
from croupier.floor.links.terms import link_terms
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pressed, Ready, SeatChosen, offers
from croupier.jackpot.display import LevelDisplay, amount
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.link import Link
from croupier.jackpot.office.components import ComponentState, warnings_of
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.record import in_full
from croupier.jackpot.terms import ConfirmingCard, Flow, LevelTerms, LinkTerms
from croupier.money import Cents, dollars, parse_basis_points, parse_dollars, signed_dollars
from croupier.rules.own.meters import own_reference, table_words
from croupier.rules.paytables import line_words


def parse_flow(text: str) -> Flow:
    """The winning flow of that name."""
    try:
        return Flow(text)
    except ValueError:
        raise Refused(f"no flow {text!r}; there are {', '.join(flow.value for flow in Flow)}") from None


def parse_level(text: str, executive: Collection[str] = ()) -> LevelTerms:
    """A level as `NAME:CONTRIBUTION%:RESERVE%:SEED$[:MAXIMUM$]`.

    >>> level = parse_level("main:23:0.5:10000")
    >>> level.rate_bp, level.reserve_bp, level.seed
    (2300, 50, 1000000)
    """
    name, *rest = text.split(":")
    if len(rest) not in (3, 4):
        raise Refused(f"not a level: {text!r}; want NAME:CONTRIBUTION%:RESERVE%:SEED$, such as main:23:5:10000")
    if "/" in text:
        raise Refused(f"{text!r} says what was preconfigured, which comes with the system (R42); leave it out")
    rate, reserve, seed, *maximum = rest
    return LevelTerms(
        name=name,
        rate_bp=parse_basis_points(rate),
        reserve_bp=parse_basis_points(reserve),
        seed=parse_dollars(seed),
        maximum=parse_dollars(maximum[0]) if maximum else None,
        card=_card_of(name, executive),
    )


def _card_of(level: str, executive: Collection[str]) -> ConfirmingCard:
    return ConfirmingCard.EXECUTIVE if level in executive else ConfirmingCard.SUPERVISOR


def parse_terms(
    paytable: str,
    stake: str,
    levels: list[str],
    flow: str | None,
    off_meter: bool,
    executive_above: str | None,
    executive: list[str],
    approval: str,
    known: LinkTerms | None = None,
) -> LinkTerms:
    """The terms of a link from the options of `croupier link create`. Without levels they are those of the link as it
    is `known`, and of a new one those that come with the system for its pay table (R42)."""
    table = own_reference(read_paytable(Path(paytable))) if is_file(paytable) else paytable
    cents = parse_dollars(stake)
    made = tuple(parse_level(level, executive) for level in levels)
    if not made:
        proposed = preconfigured_levels(table, cents, fixed_off_meter=off_meter) if known is None else known.levels
        made = tuple(replace(level, card=_card_of(level.name, executive)) for level in proposed)
    names = [level.name for level in made]
    for name in executive:
        if name not in names:
            raise Refused(f"no level {name!r} to take an Executive card; the link would have {', '.join(names)}")
    return link_terms(
        table,
        cents,
        made,
        flow=None if flow is None else parse_flow(flow),
        fixed_off_meter=off_meter,
        executive_above=None if executive_above is None else parse_dollars(executive_above),
        approval=approval,
    )


def parse_change(text: str) -> Cents:
    """An amount up or down: `-12.50`."""
    sign = -1 if text.strip().startswith("-") else 1
    return sign * parse_dollars(text.strip().lstrip("+-"))


def parse_destination(text: str) -> Destination:
    """A level to send money to, as `LINK/LEVEL`."""
    link, slash, level = text.partition("/")
    if not slash or not link or not level:
        raise Refused(f"not a level of a link: {text!r}; want LINK/LEVEL, such as big/mega")
    return Destination(link, level)


def parse_reason(text: str) -> AdjustmentReason:
    """A reason of R43."""
    try:
        return AdjustmentReason(text)
    except ValueError:
        known = ", ".join(reason.value for reason in AdjustmentReason)
        raise Refused(f"no reason {text!r} to set a meter by hand; there are {known}") from None


def parse_moment(text: str | None) -> int | None:
    """A moment in milliseconds; without a zone it is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(f"not a moment: {text!r}; want 2026-11-15 or 2026-11-15T18:00") from None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def link_seen(
    link: Link, rows: tuple[LevelDisplay, ...], components: tuple[ComponentState, ...], approval: ApprovalStatus
) -> dict[str, Any]:
    """A link as plain data."""
    return {
        "link": link.id,
        "fault": link.fault,
        "closed": link.closed,
        "approval": link.terms.approval,
        "approval_status": approval.words,
        "approved": approval.valid,
        "components": dict(link.components),
        "component_warnings": warnings_of(components),
        "terms": in_full(link.terms),
        "economics": economics_seen(link.terms, {row.level: row.cents for row in rows}),
        "levels": [
            {"level": row.level, "cents": row.cents, "reserve": row.reserve, "pending": len(row.pending)}
            for row in rows
        ],
        "tables": dict(link.tables),
        "claims": [
            {
                "claim": claim.number,
                "table": claim.table,
                "round": claim.round,
                "seat": claim.seat,
                "line": claim.line,
                "level": claim.level,
                "player": claim.player,
                "pressed_by": claim.pressed_by,
                "amount": amount(link, claim),
                "logged": claim.award is not None,
            }
            for claim in link.claims.values()
        ],
        "adjustments": [in_full(asked) for asked in link.asked.values()],
    }


def economics_seen(terms: LinkTerms, meters: Mapping[str, Cents]) -> dict[str, Any]:
    """What a link leaves the house in the long run, and a player at today's meters (R59), as plain data."""
    now = economics(terms, meters)
    return {
        "players": FULL_TABLE,
        "house_keeps": float(now.keeps),
        "house_keeps_by_game": {game: float(keeps) for game, keeps in now.by_game.items()},
        "return_now": float(now.returns),
        "top_chance": {game: float(chance) for game, chance in now.top_chance.items()},
    }


def link_lines(row: dict[str, Any]) -> list[str]:
    """A link in a few lines."""
    terms = row["terms"]
    lines = [
        f"link {row['link']}: {table_words(terms['paytable'])}, {dollars(terms['stake'])} wager, {terms['flow']} flow"
        + (f"   STOPPED: {row['fault']}" if row["fault"] else "")
        + (f"   CLOSED: {row['closed']}" if row["closed"] else ""),
        f"  {row['approval_status']}",
    ]
    for level, plan in zip(row["levels"], terms["levels"], strict=True):
        lines.append(
            f"  {level['level']:6} {dollars(level['cents']):>14}   reserve {dollars(level['reserve'])}, seed "
            f"{dollars(plan['seed'])}, {plan['rate_bp'] / 100:g} % in, {plan['reserve_bp'] / 100:g} % to the reserve"
            + (", Executive card" if plan["card"] == "executive" else "")
        )
    worth = row["economics"]
    lines.append(
        f"  the house keeps {worth['house_keeps']:.2%} of a wager in the long run, at a full table; "
        f"at today's meters a player's return is {worth['return_now']:.2%}"
    )
    chances = {round(1 / chance) for chance in worth["top_chance"].values()}
    lines.append(f"  the top award comes once in {', or '.join(f'{chance:,}' for chance in chances)} wagers")
    lines.append(f"  tables {', '.join(row['tables']) or 'none'}")
    for claim in row["claims"]:
        worth = "waits for an earlier claim" if claim["amount"] is None else dollars(claim["amount"])
        lines.append(
            f"  claim {claim['claim']}: {claim['table']} seat {claim['seat']} {claim['player']}, "
            f"{line_words(claim['line'])}, {worth}{', logged' if claim['logged'] else ''}"
        )
    for asked in row["adjustments"]:
        win, to = asked["win"], asked["to"]
        whose = "the reserve of " if asked["reserve"] else ""
        what = f" of claim {win['claim']}" if win else f" to {to['link']}/{to['level']}" if to else ""
        lines.append(
            f"  adjustment {asked['adjustment']} waits: {whose}{asked['level']} "
            f"{signed_dollars(asked['new'] - asked['old'])}, {asked['reason']}{what} ({asked['document']}), "
            f"asked by {asked['by']}"
        )
    lines += [f"  warning: {text}" for text in row["component_warnings"]]
    return lines


def keypad_seen(link: Link, table: str) -> dict[str, Any]:
    """A table's keypad as plain data: its state in words, the lit buttons, and what an open claim is worth."""
    pad = link.pad(table)
    match pad:
        case Ready():
            state = "ready"
        case SeatChosen(seat):
            state = f"seat {seat} is selected"
        case Pressed(number, line):
            state = f"claim {number}, {line_words(line)}, waits for a supervisor"
        case Armed(number, line):
            state = f"claim {number}, {line_words(line)}, key at JPH"
        case Confirmed(number, line):
            state = f"claim {number}, {line_words(line)}, confirmed"
        case Logged(number, line):
            state = f"claim {number}, {line_words(line)}, logged"
    worth = None if isinstance(pad, Ready | SeatChosen) else amount(link, link.claims[pad.claim])
    return {
        "table": table,
        "link": link.id,
        "state": state,
        "claim": None if isinstance(pad, Ready | SeatChosen) else pad.claim,
        "amount": None if worth is None else dollars(worth),
        "cents": worth,
        "lit": list(offers(link.terms.flow, pad)),
    }


def hit_line(hit: Hit) -> str:
    """A hit in a line."""
    when = datetime.fromtimestamp(hit.logged_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    undone = f", backed out by adjustment {hit.backed_out.adjustment}" if hit.backed_out else ""
    return (
        f"{hit.number:5}  {when}  {hit.level:6} {dollars(hit.amount):>14}  {line_words(hit.line)}, {hit.table} seat "
        f"{hit.seat} {hit.player}, claim {hit.claim}, logged by {hit.logged_by}{undone}"
    )


def tray_hit_line(hit: TrayHit) -> str:
    """A win that a tray paid, in a line."""
    when = datetime.fromtimestamp(hit.logged_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    verified = f", verified by {hit.verified_by}" if hit.verified_by else ""
    pressed = f"pressed by {hit.pressed_by}{verified}" if hit.pressed_by else f"logged by {hit.logged_by}"
    return (
        f"       {when}  {hit.level:6} {dollars(hit.amount):>14}  {line_words(hit.line)}, {hit.table} seat "
        f"{hit.seat} {hit.player}, round {hit.round}, {pressed}"
    )


def deed_line(deed: Deed) -> str:
    """A line of the link's history."""
    when = datetime.fromtimestamp(deed.time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    people = f"{deed.by}, {deed.other}" if deed.other else deed.by
    return f"{when}  {deed.kind:18} {deed.level:6} {deed.words}  ({people})"


def report_lines(report: LinkReport) -> list[str]:
    """A report as a table with its equation: what each level opened with, what came and went, what it closed with."""
    lines = [
        f"link {report.link}: wagers {dollars(report.wagers)}, returned {dollars(report.returned)}, "
        f"house {dollars(report.house)}, in the pool {dollars(report.in_pool)}; {report.approval_status}",
        f"  {'':28}" + "".join(f"{row.level:>16}" for row in report.levels),
    ]
    for sign, name, figure in (*METER, *RESERVE):
        cells = "".join(f"{dollars(getattr(row, figure)):>16}" for row in report.levels)
        lines.append(f"  {sign:2}{name:26}{cells}")
    for row in report.levels:
        lines.append(f"  {row.level}: {_hits(row)}, by the rates {dollars(row.theoretical)} of contributions")
    for table in report.tables:
        lines.append(
            f"  {table.table:8} wagers {dollars(table.wagers)}, returned {dollars(table.returned)}, "
            f"{_hits(table)}, {dollars(table.awards)}"
        )
    for line in report.lines:
        lines.append(
            f"  {line_words(line.line):24} expected {line.expected:.4f}, {_hits(line)}, "
            f"paid {dollars(line.paid)} by the {line.source}"
        )
    return [*lines, *(f"  {refused_line(one)}" for one in report.refused)]


def refused_line(hit: RefusedHit) -> str:
    """A win that was refused and never paid (R46)."""
    where = f"{hit.table}, seat {hit.seat}, {hit.round}"
    return f"refused, not paid: {line_words(hit.line)}, {where}, by {hit.by}: {hit.reason}"


def _hits(row: LevelReport | TableReport | LineReport) -> str:
    return f"{row.hits} hits" + (f" ({row.hits_backed_out} backed out)" if row.hits_backed_out else "")
