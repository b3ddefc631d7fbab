"""Links as pages show them: levels, claims with their cards, adjustments, history."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import parse_cards
from croupier.floor.history.tray_wins import last_tray_hits
from croupier.floor.links.control import Links
from croupier.floor.links.hits import LAST_HITS, hits, refused_hits
from croupier.floor.links.keypads import is_outside, real_tables
from croupier.floor.links.office import component_register
from croupier.floor.links.terms import outside_law
from croupier.floor.table import Table
from croupier.hands import describe, strength
from croupier.jackpot.buttons import Confirm, Hand, JPot, KeyToJph, KeyToRun, Seat, Swipe
from croupier.jackpot.claim import Armed, Confirmed, Logged, NotNow, Pressed, Ready, SeatChosen, effect_of
from croupier.jackpot.display import LevelDisplay, amount, around
from croupier.jackpot.events import AdjustmentAsked
from croupier.jackpot.keypad import needs_executive
from croupier.jackpot.link import Claim, Link
from croupier.jackpot.office.components import warnings_of
from croupier.jackpot.terms import NAMED, Flow
from croupier.ledger.accounts import meter, reserve, tray
from croupier.money import dollars
from croupier.rules.own.meters import table_words
from croupier.rules.paytables import LEVELS, line_words
from croupier.rules.round import Stage
from croupier.web.links.economics import economics_card
from croupier.web.links.history import RecentHit
from croupier.web.links.models import (
    AdjustmentCard,
    ButtonPad,
    ClaimCard,
    ComponentRow,
    DisplayLevel,
    HitRow,
    LevelCard,
    LinkCard,
    ProgressivePad,
    RefusedRow,
    TrayHitRow,
)


def link_card(links: Links, name: str) -> LinkCard:
    """A link with its levels as they are on the displays, and the claims that wait."""
    link = links.desk.link(name)
    displays, approval = links.displays(name), links.room.approvals.of_link(link)
    return LinkCard(
        name=name,
        paytable=table_words(link.terms.paytable),
        stake=dollars(link.terms.stake),
        kind=link.terms.kind.value,
        flow=link.terms.flow.value,
        executive_above="" if link.terms.executive_above is None else dollars(link.terms.executive_above),
        approval=link.terms.approval,
        approval_status=approval.words,
        approved=approval.valid,
        closed=link.closed,
        warnings=warnings_of(component_register(links, link)),
        fault=link.fault,
        outside_law=outside_law(link.terms, link.tables.values(), links.room.law.now()),
        fixed="meter" if link.terms.all_pays_off_meter else "tray",
        economics=economics_card(link, displays),
        levels=[_level_card(link, level) for level in displays],
        tables=sorted(link.tables),
        keypads=[table.name for table in real_tables(links, name)],
        claims=[claim_card(links, link, claim) for claim in link.claims.values()],
    )


def _level_card(link: Link, display: LevelDisplay) -> LevelCard:
    terms = link.terms.level(display.level)
    return LevelCard(
        name=display.level,
        cents=display.cents,
        shown=dollars(display.cents),
        reserve=dollars(display.reserve),
        seed=dollars(terms.seed),
        rate=f"{terms.rate_bp / 100:g} %",
        reserve_rate=f"{terms.reserve_bp / 100:g} %",
        usual_rate="" if terms.preconfigured_bp is None else f"{terms.preconfigured_bp / 100:g} %",
        usual_seed="" if terms.preconfigured_seed is None else dollars(terms.preconfigured_seed),
        card=terms.card.value,
        maximum="none" if terms.maximum is None else dollars(terms.maximum),
        pending=[f"{claim.table} seat {claim.seat}, {line_words(claim.line)}" for claim in display.pending],
        account=meter(link.id, display.level),
        reserve_account=reserve(link.id, display.level),
    )


def claim_card(links: Links, link: Link, claim: Claim) -> ClaimCard:
    """A claim: its cards, the hand as the engine names it, the amount, and the meter before and after."""
    worth, meters = amount(link, claim), around(link, claim)
    # A claim that was open before claims kept their cards has them at its table.
    cards = claim.cards.split() or _cards(links, claim)
    return ClaimCard(
        number=claim.number,
        table=claim.table,
        round=claim.round,
        seat=claim.seat,
        player=claim.player,
        game=NAMED.get(link.tables.get(claim.table, ""), link.tables.get(claim.table, "")),
        outside=is_outside(links, claim.table),
        real_cards=is_outside(links, claim.table) and links.outside(claim.table).real_cards,
        line=line_words(claim.line),
        level=claim.level,
        pressed_by=claim.pressed_by,
        state=state_words(link, claim.table),
        amount="waits for an earlier claim" if worth is None else dollars(worth),
        cards=cards,
        hand=describe(strength(parse_cards(" ".join(cards)))) if len(cards) >= 5 else "",
        before="" if meters is None else dollars(meters[0]),
        after="" if meters is None else dollars(meters[1]),
        account=meter(link.id, claim.level),
        card="" if link.terms.flow is Flow.KEYED else needs_executive(link.terms, claim.level, worth or 0) or "",
    )


def tray_claims(links: Links, table: Table) -> list[ClaimCard]:
    """The wins of a table's tray that wait for a supervisor (R44), as claims."""
    round = table.in_play
    if round is None or round.deal is None:
        return []
    account, game = tray(table.name), round.game
    held = dollars(links.room.store.balance(account))
    cards = {win.seat: game.progressive_cards(round.deal, win.seat) for win in table.unlogged if win.pressed_by}
    return [
        ClaimCard(
            number=win.seat,
            table=table.name,
            round=round.id,
            seat=win.seat,
            player=table.player_at(win.seat),
            game=game.name,
            outside=False,
            line=line_words(win.line),
            level="tray",
            pressed_by=win.pressed_by,
            state="a supervisor verifies it, without key or card",
            amount=dollars(win.cents),
            cards=[str(card) for card in cards[win.seat]],
            hand=line_words(win.line),
            before=held,
            after=held,
            account=account,
            tray=f"{win.seat} {win.line}",
        )
        for win in table.unlogged
        if win.seat in cards
    ]


def _cards(links: Links, claim: Claim) -> list[str]:
    if links.room.store.head(f"table/{claim.table}").version == 0:
        return []
    round = links.room.table(claim.table).round
    if round is None or round.deal is None or round.id != claim.round or claim.seat not in round.deal.own:
        return []
    return [str(card) for card in round.game.progressive_cards(round.deal, claim.seat)]


def state_words(link: Link, table: str) -> str:
    """What a table's keypad is waiting for, in words."""
    match link.pad(table):
        case Ready():
            return "nothing is claimed"
        case SeatChosen(seat):
            return f"seat {seat} is selected: press the hand"
        case Pressed(_, line):
            return f"{line_words(line)} is on: a supervisor verifies"
        case Armed(_, line):
            return f"key at JPH for {line_words(line)}: press J-pot"
        case Logged(_, line):
            return f"{line_words(line)} is logged: turn the key to Run"
        case Confirmed(number, line):
            claim = link.claims[number]
            executive = needs_executive(link.terms, claim.level, amount(link, claim) or 0)
            return f"{line_words(line)} is confirmed: swipe {'an Executive card' if executive else 'a card'}"


def progressive_pad(links: Links, table: Table) -> ProgressivePad | None:
    """The progressive keypad of a table, if it is on a link."""
    if table.link is None:
        return None
    link = links.desk.link(table.link)
    pad = link.pad(table.name)
    on = "" if isinstance(pad, Ready | SeatChosen) else pad.line
    staked = [seat.number for seat in table.round.seats] if table.in_play is not None and table.round else []
    buttons: list[tuple[str, Seat | Hand | KeyToJph | JPot | KeyToRun | Confirm | Swipe]] = []
    if link.terms.flow is Flow.CARD:
        buttons += [(f"SEAT {number}", Seat(number)) for number in staked]
    buttons += [(line_words(pay.line).upper(), Hand(pay.line)) for pay in link.terms.lines]
    if link.terms.flow is Flow.KEYED:
        buttons += [("KEY TO JPH", KeyToJph()), ("J-POT", JPot()), ("KEY TO RUN", KeyToRun())]
    else:
        buttons += [("CONFIRM", Confirm()), ("SWIPE CARD", Swipe())]
    pads = []
    for label, button in buttons:
        try:
            effect_of(link.terms.flow, pad, button)
            why = _too_early(table, button)
        except NotNow as refused:
            why = str(refused).partition(": ")[2]  # the key itself says which one it is
        pressed = isinstance(button, Hand) and button.line == on
        chosen = isinstance(button, Seat) and pad == SeatChosen(button.number)
        pads.append(ButtonPad(label=label, button=str(button), lit=why is None, on=pressed or chosen, why=why))
    return ProgressivePad(
        link=table.link,
        flow=link.terms.flow.value,
        state=(link.fault and f"the link is stopped: {link.fault}") or state_words(link, table.name),
        meters=[(level.level, dollars(level.shown)) for level in links.displays(table.link)],
        buttons=pads,
    )


def _too_early(table: Table, button: object) -> str | None:
    if isinstance(button, Hand | Seat) and (table.in_play is None or table.in_play.stage is not Stage.SHOWDOWN):
        return "a win is claimed at the showdown"
    if isinstance(button, Hand) and all(win.line != button.line for win in table.unpaid):
        return "no seat has this to claim now"
    if isinstance(button, Seat) and all(win.seat != button.number for win in table.unpaid):
        return "this seat has nothing to claim now"
    return None


def adjustment_cards(link: Link, viewer: str) -> list[AdjustmentCard]:
    """The adjustments that wait for a second person."""
    return [_adjustment_card(request, viewer) for request in link.asked.values()]


def _adjustment_card(request: AdjustmentAsked, viewer: str) -> AdjustmentCard:
    return AdjustmentCard(
        number=request.adjustment,
        level=request.level,
        old=dollars(request.old),
        new=dollars(request.new),
        reason=request.reason.value,
        document=request.document,
        by=request.by,
        yours=request.by == viewer,
        what=_what(request),
    )


def _what(request: AdjustmentAsked) -> str:
    if request.win is not None:
        return f"backs out the win of claim {request.win.claim}"
    if request.to is not None:
        of = " of the reserve" if request.reserve else ""
        return f"{dollars(request.old - request.new)}{of} to {request.to}"
    return ""


def component_rows(links: Links, link: Link) -> list[ComponentRow]:
    """The register of a link's components: first those that were approved, there or not, then any others (R51)."""
    return [ComponentRow.model_validate(state) for state in component_register(links, link)]


def hit_rows(links: Links, name: str) -> list[HitRow]:
    """The last hits of each level, newest first."""
    rows = []
    for hit in hits(links.room.store, name):
        row = HitRow.model_validate(hit)
        row.outside = is_outside(links, row.table)
        row.undone = "" if hit.backed_out is None else f"backed out by adjustment {hit.backed_out.adjustment}"
        rows.append(row)
    return rows


def tray_hit_rows(links: Links, name: str) -> list[TrayHitRow]:
    """The last wins that trays paid, newest first (R44)."""
    return [TrayHitRow.model_validate(hit) for hit in last_tray_hits(links.room.store, name, LAST_HITS)]


def refused_rows(links: Links, name: str) -> list[RefusedRow]:
    """The last wins that were refused, and not paid, newest first (R46)."""
    every = refused_hits(links.room.store, name, 0, links.room.now_ms() + 1)
    return [RefusedRow.model_validate(one) for one in every[:LAST_HITS]]


def display_levels(links: Links, name: str, won: Mapping[str, RecentHit]) -> list[DisplayLevel]:
    """What a display shows, the largest level first, with the hits that it celebrates."""
    return [
        DisplayLevel(
            name=display.level,
            cents=display.shown,
            pending=[f"{claim.table}, seat {claim.seat}: {line_words(claim.line)}" for claim in display.pending],
            hit=won[display.level].words if display.level in won else None,
            prize=won[display.level].cents if display.level in won else None,
        )
        for display in sorted(links.displays(name), key=lambda one: LEVELS.index(one.level))
    ]
