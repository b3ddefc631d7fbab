"""Links in words and as plain data, for the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from croupier.errors import Refused
from croupier.floor.links.hits import Hit
from croupier.floor.links.reports import LinkReport
from croupier.floor.links.terms import link_terms
from croupier.jackpot.claim import Armed, Confirmed, Logged, Pressed, Ready, SeatChosen, offers
from croupier.jackpot.display import Shown, amount
from croupier.jackpot.events import Reason
from croupier.jackpot.link import Link
from croupier.jackpot.record import in_full
from croupier.jackpot.terms import Flow, LevelTerms, LinkTerms
from croupier.money import Cents, dollars, parse_basis_points, parse_dollars, signed_dollars
from croupier.rules.paytables import line_words


def parse_flow(text: str) -> Flow:
    """The winning flow of that name."""
    try:
        return Flow(text)
    except ValueError:
        raise Refused(f"no flow {text!r}; there are {', '.join(flow.value for flow in Flow)}") from None


def parse_level(text: str) -> LevelTerms:
    """A level as `NAME:CONTRIBUTION%[/PRECONFIGURED%]:RESERVE%:SEED$[:MAXIMUM$]`.

    >>> parse_level("main:23/25:0.5:10000").preconfigured_bp
    2500
    """
    name, *rest = text.split(":")
    if len(rest) not in (3, 4):
        raise Refused(f"not a level: {text!r}; want NAME:CONTRIBUTION%:RESERVE%:SEED$, such as main:23:5:10000")
    rates, reserve, seed, *maximum = rest
    rate, _, preconfigured = rates.partition("/")
    return LevelTerms(
        name=name,
        rate_bp=parse_basis_points(rate),
        reserve_bp=parse_basis_points(reserve),
        seed=parse_dollars(seed),
        maximum=parse_dollars(maximum[0]) if maximum else None,
        preconfigured_bp=parse_basis_points(preconfigured) if preconfigured else None,
    )


def parse_terms(
    paytable: str, stake: str, levels: list[str], flow: str | None, off_meter: bool, executive: str | None
) -> LinkTerms:
    """The terms of a link from the options of `croupier link create`."""
    return link_terms(
        paytable,
        parse_dollars(stake),
        tuple(parse_level(level) for level in levels),
        flow=None if flow is None else parse_flow(flow),
        fixed_off_meter=off_meter,
        executive_above=None if executive is None else parse_dollars(executive),
    )


def parse_change(text: str) -> Cents:
    """An amount up or down: `-12.50`."""
    sign = -1 if text.strip().startswith("-") else 1
    return sign * parse_dollars(text.strip().lstrip("+-"))


def parse_reason(text: str) -> Reason:
    """A reason of R43."""
    try:
        return Reason(text)
    except ValueError:
        known = ", ".join(reason.value for reason in Reason)
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


def link_seen(link: Link, rows: tuple[Shown, ...]) -> dict[str, Any]:
    """A link as plain data."""
    return {
        "link": link.id,
        "fault": link.fault,
        "terms": in_full(link.terms),
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


def link_lines(row: dict[str, Any]) -> list[str]:
    """A link in a few lines."""
    terms = row["terms"]
    lines = [
        f"link {row['link']}: {terms['paytable']}, {dollars(terms['stake'])} wager, {terms['flow']} flow"
        + (f"   STOPPED: {row['fault']}" if row["fault"] else "")
    ]
    for level, plan in zip(row["levels"], terms["levels"], strict=True):
        lines.append(
            f"  {level['level']:6} {dollars(level['cents']):>14}   reserve {dollars(level['reserve'])}, seed "
            f"{dollars(plan['seed'])}, {plan['rate_bp'] / 100:g} % in, {plan['reserve_bp'] / 100:g} % to the reserve"
        )
    lines.append(f"  tables {', '.join(row['tables']) or 'none'}")
    for claim in row["claims"]:
        worth = "waits for an earlier claim" if claim["amount"] is None else dollars(claim["amount"])
        lines.append(
            f"  claim {claim['claim']}: {claim['table']} seat {claim['seat']} {claim['player']}, "
            f"{line_words(claim['line'])}, {worth}{', logged' if claim['logged'] else ''}"
        )
    for asked in row["adjustments"]:
        lines.append(
            f"  adjustment {asked['adjustment']} waits: {asked['level']} "
            f"{signed_dollars(asked['new'] - asked['old'])}, {asked['reason']} ({asked['document']}), "
            f"asked by {asked['by']}"
        )
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
    return (
        f"{hit.claim:5}  {when}  {hit.level:6} {dollars(hit.amount):>14}  {line_words(hit.line)}, {hit.table} seat "
        f"{hit.seat} {hit.player}, logged by {hit.logged_by}"
    )


def report_lines(report: LinkReport) -> list[str]:
    """A report as a table."""
    lines = [
        f"link {report.link}: wagers {dollars(report.wagers)}, returned {dollars(report.returned)}, "
        f"house {dollars(report.house)}, in the pool {dollars(report.in_pool)}",
        f"  {'level':8}{'opening':>14}{'in':>12}{'theory':>12}{'awards':>14}{'hits':>6}{'seeded':>13}"
        f"{'adjusted':>12}{'closing':>14}{'reserve':>12}",
    ]
    for row in report.levels:
        lines.append(
            f"  {row.level:8}{dollars(row.opening):>14}{dollars(row.contributions - row.returned):>12}"
            f"{dollars(row.theoretical):>12}{dollars(row.awards):>14}{row.hits:>6}{dollars(row.seeded):>13}"
            f"{signed_dollars(row.adjustments):>12}{dollars(row.closing):>14}{dollars(row.reserve_closing):>12}"
        )
    for table in report.tables:
        lines.append(
            f"  {table.table:8} wagers {dollars(table.wagers)}, returned {dollars(table.returned)}, "
            f"{table.hits} hits, {dollars(table.awards)}"
        )
    for line in report.lines:
        lines.append(
            f"  {line_words(line.line):24} expected {line.expected:.4f}, hits {line.hits}, paid {dollars(line.paid)}"
        )
    return lines
