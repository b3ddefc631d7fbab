"""The keypad of a table as its dealer sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from pydantic import BaseModel

from croupier.floor.links.hand_buttons import PressTrayWin, TrayWin, VerifyTrayWin
from croupier.floor.links.refusal_decisions import refused_win
from croupier.floor.links.refusals import SignRefusal
from croupier.floor.roles import Duty, Person, may
from croupier.floor.table import DealtBy, Table
from croupier.jackpot.buttons import Confirm, JPot, KeyToJph, KeyToRun, Swipe
from croupier.jackpot.claim import Ready
from croupier.jackpot.display import amount
from croupier.jackpot.keypad import needs_executive
from croupier.jackpot.link import Link
from croupier.jackpot.terms import Flow
from croupier.money import Cents, dollars, parse_chip_values
from croupier.rules.commands import next_step
from croupier.rules.paytables import line_with_article, line_words
from croupier.rules.round import Stage, due_seats
from croupier.rules.steps import END
from croupier.rules.view import Onlooker, view
from croupier.rules.wagers import PROGRESSIVE
from croupier.web.context import HouseContext
from croupier.web.links.claims import pressed_together
from croupier.web.links.models import ProgressivePad
from croupier.web.links.views import progressive_pad
from croupier.web.models import Page, RoundCard, SeatCard, TableFacts
from croupier.web.sessions import Visitor
from croupier.web.staff.keypad.entry import ByNameEntry, FeltEntry, by_name_entry, felt_entry
from croupier.web.staff.keypad.handling import bank_cover, deck_to_check, handling
from croupier.web.staff.keypad.keys import Pad, idle_words, keys
from croupier.web.staff.keypad.words import Instruction, instruction, step_words
from croupier.web.table.facts import facts
from croupier.web.table.seat_page import display_name, round_card

_SECOND = tuple(map(str, (KeyToJph(), JPot(), KeyToRun(), Confirm(), Swipe())))


class Deck(BaseModel):
    """One of the two decks, and where it is."""

    colour: str
    where: str


class OnDutyCard(BaseModel):
    """Who deals at the table and who was called to it, and what whoever looks may do about it."""

    dealer: str = ""
    dealer_since_ms: int = 0
    yours: bool = False
    may_take: bool = False
    may_assign: bool = False
    may_relieve: bool = False
    called: str = ""
    called_since_ms: int = 0
    may_call: bool = False
    may_answer: bool = False
    call_why: str = ""
    """Why a supervisor is needed now, as the table itself can tell."""
    miscount: str = ""
    """The reason with which a dealer calls who cannot account for every card; where it is time to count them."""


class Sensors(BaseModel):
    """The progressive wagers: on which seats' sensors chips lie, and whether the lock has accepted them (R33)."""

    seats: list[int]
    accepted: bool


class TrayWinPad(BaseModel):
    """The hand button for a progressive win that the tray pays, and the button with which another person verifies it
    (R44)."""

    label: str
    press: str
    """The order of the hand button; again: off."""
    verify: str
    """The order of who verifies; empty where nobody has to, now or at all."""
    on: bool
    lit: bool
    state: str


class KeypadPage(Page):
    """The dealer's keypad for one table."""

    table: TableFacts
    version: int
    step: str
    idle: str
    """What the table waits for while no key is lit."""
    handling: list[str]
    bank: str
    """Who banks in California, with what, and what is left of it."""
    warning: str
    refused: str
    """Why a claim of this round was sent back (R46), until it is claimed again."""
    sign_refusal: str
    """The order with which a second person signs that it is not paid; empty where none waits for that."""
    keys: list[Pad]
    instruction: Instruction | None
    round: RoundCard | None
    seats: list[SeatCard]
    here: list[int]
    """The seats whose players have the table's page open."""
    by_clock: list[int]
    """The seats for which the clock decided last (R19)."""
    waiting_for: list[int]
    absent: int
    """The first of them whose page is closed, where no clock decides for it (R19); 0 where none is."""
    deadline_ms: int | None
    now_ms: int
    decks: list[Deck]
    cards: int
    """How many cards a deck has: 52, or 53 with a joker."""
    by_machine: bool
    may_deal: bool
    on_duty: OnDutyCard
    progressive: ProgressivePad | None
    sensors: Sensors | None
    claims: bool
    """Whether something is claimed, or could be: only then are the hand buttons of use."""
    tray_wins: list[TrayWinPad]
    """The wins that the tray pays in this round, with their hand buttons."""
    claim: str
    """The claim that waits at this table: whose, for what, and what it is worth."""
    second: list[str]
    """The buttons that another person presses, with badge and PIN (R44, R45)."""
    together: dict[str, list[str]]
    """Those of them that one person may press with the next, under one signature."""
    may_void: bool
    """Whether the round can be void still: not once a meter has paid (R46)."""
    entry: FeltEntry | None
    """What the dealer enters where cards and chips are real (R58)."""
    by_name: ByNameEntry | None
    """What the dealer enters for players who are there by name."""


def keypad_page(house: HouseContext, name: str, visitor: Visitor) -> KeypadPage:
    """The keypad of a table as its dealer sees it."""
    table, who = house.room.table(name), visitor.person
    felt, round = house.hub.felt(name), table.in_play
    link = None if table.link is None else house.links.desk.link(table.link)
    lost = None if table.link is None else house.room.desk.why_lost(table.link)
    names = {sitting.seat: sitting.player for sitting in table.sittings}
    card = None if round is None else round_card(view(round, Onlooker()), Onlooker(), names, _awards(table))
    staked = {} if card is None else {seat.number: seat for seat in card.seats}
    held = house.room.why_held(table)
    pads = keys(table, None if link is None else link.terms.flow, lost, who, held)
    deadline = house.room.deadline_of(name)
    present, chips = house.hub.present(name), parse_chip_values(house.choices.now().chips)
    return KeypadPage(
        table=facts(table, house.room.approvals.of_table(table).words, held=held is not None),
        version=table.version,
        step=step_words(table),
        idle=idle_words(table, pads),
        handling=handling(table),
        bank=bank_cover(table),
        warning="" if lost is None else f"No progressive wagers now: {lost}.",
        refused="" if link is None else _refused(table, link),
        sign_refusal=_sign_refusal(table),
        keys=pads,
        cards=len(table.settings.terms.game.deck),
        instruction=None if round is None else instruction(round, chips),
        round=card,
        seats=[
            staked.get(seat) or SeatCard(number=seat, name=display_name(player))
            for seat, player in sorted(names.items())
        ],
        here=[sitting.seat for sitting in table.sittings if not sitting.left and sitting.player in present],
        by_clock=[seat for seat, did in felt.by_clock.items() if round is not None and did.round == round.id],
        waiting_for=_waiting(table),
        absent=_absent(table, present) if deadline is None else 0,
        deadline_ms=deadline,
        now_ms=house.room.now_ms(),
        decks=_decks(table),
        by_machine=table.settings.dealt_by is DealtBy.MACHINE,
        may_deal=who is not None and may(who.role, Duty.DEAL),
        on_duty=_on_duty(table, who),
        progressive=progressive_pad(house.links, table),
        sensors=_sensors(table),
        claims=link is not None and (bool(table.unpaid) or not isinstance(link.pad(name), Ready)),
        tray_wins=[_tray_win(win) for win in table.tray_wins],
        claim="" if link is None else _claim(table, link),
        second=list(_SECOND),
        together={} if link is None else pressed_together(link.terms.flow, link.pad(name)),
        may_void=round is not None and not table.paid,
        entry=felt_entry(table, who, chips),
        by_name=by_name_entry(table, who, chips, house.choices.now().second_person_above),
    )


def _awards(table: Table) -> dict[int, Cents]:
    """What meters have paid in the round in play, by seat."""
    paid: Counter[int] = Counter()
    for award in table.paid:
        paid[award.seat] += award.cents
    return paid


def _waiting(table: Table) -> list[int]:
    """The seats that somebody waits for: to decide, or to say whether they bank."""
    round = table.in_play
    if round is None:
        return []
    if round.stage is Stage.BETTING and round.terms.player_banked and round.bank is None:
        return list(table.bank_offered_to[:1])
    return list(due_seats(round))


def _absent(table: Table, present: Collection[str]) -> int:
    """Nobody needs a page for whom the dealer acts."""
    gone = (seat for seat in _waiting(table) if not table.acts_for(seat) and table.player_at(seat) not in present)
    return next(gone, 0)


def _decks(table: Table) -> list[Deck]:
    """R4: the deck of the round in play, and the one that is being shuffled meanwhile."""
    colours, round = table.settings.colours, table.in_play
    if round is None:
        nth = table.rounds % len(colours)
        other = "set aside, to be checked" if deck_to_check(table) else "in the shuffler"
        return [Deck(colour=colours[nth], where="next"), Deck(colour=colours[1 - nth], where=other)]
    other = next((colour for colour in colours if colour != round.deck_colour), colours[-1])
    return [Deck(colour=round.deck_colour, where="in play"), Deck(colour=other, where="in the shuffler")]


def _sensors(table: Table) -> Sensors | None:
    """The sensors, from the first chip until the deal."""
    round = table.in_play
    if round is None or table.link is None or round.stage not in (Stage.BETTING, Stage.LOCKED):
        return None
    seats = [seat.number for seat in round.seats if PROGRESSIVE in seat.stakes]
    return Sensors(seats=seats, accepted=round.stage is Stage.LOCKED) if seats else None


def _on_duty(table: Table, who: Person | None) -> OnDutyCard:
    dealer, called = table.dealer, table.called
    deals = who is not None and may(who.role, Duty.DEAL) and table.settings.dealt_by is DealtBy.PERSON
    assigns = who is not None and may(who.role, Duty.ASSIGN_DEALER)
    yours = dealer is not None and who is not None and dealer.name == who.name
    counting = next_step(table.in_play) == END and not table.pending and not table.unlogged
    return OnDutyCard(
        dealer="" if dealer is None else dealer.name,
        dealer_since_ms=0 if dealer is None else dealer.since_ms,
        yours=yours,
        may_take=deals and not yours,
        may_assign=deals and assigns,
        may_relieve=dealer is not None and (yours or assigns),
        called="" if called is None else called.words,
        called_since_ms=0 if called is None else called.since_ms,
        may_call=deals,
        may_answer=assigns,
        call_why=_call_why(table),
        miscount=table.miscount if counting and deals else "",
    )


def _refused(table: Table, link: Link) -> str:
    back, round = link.sent_back.get(table.name), table.in_play
    if back is None or round is None or back.round != round.id or not table.unpaid:
        return ""
    win = refused_win(table, back.win.seat, back.win.line)
    refused = f"The claim of seat {back.win.seat}, {line_words(back.win.line)}, was refused: {back.reason}."
    return refused if win is None or not win.signed_by else f"{refused} Not paid, signed by {win.signed_by}."


def _sign_refusal(table: Table) -> str:
    """The refused win that keeps the round open, where people deal."""
    win = next(iter(table.pending), None)
    refused = None if win is None else refused_win(table, win.seat, win.line)
    if refused is None or table.settings.dealt_by is DealtBy.MACHINE:
        return ""
    return str(SignRefusal(refused.seat, refused.line))


def _claim(table: Table, link: Link) -> str:
    for claim in link.claims.values():
        if claim.table == table.name:
            worth = amount(link, claim)
            cents = "waits for an earlier claim" if worth is None else f"{dollars(worth)} from {claim.level}"
            executive = link.terms.flow is Flow.CARD and needs_executive(link.terms, claim.level, worth or 0)
            card = f" It takes an Executive card: {executive}." if executive else ""
            return f"Seat {claim.seat}, {line_words(claim.line)}: {cents}.{card}"
    return ""


def _tray_win(win: TrayWin) -> TrayWinPad:
    waits = bool(win.pressed_by) and not win.is_logged
    return TrayWinPad(
        label=f"SEAT {win.seat} {line_words(win.line).upper()} {dollars(win.cents)}",
        press=str(PressTrayWin(win.seat, win.line)),
        verify=str(VerifyTrayWin(win.seat, win.line)) if waits else "",
        on=bool(win.pressed_by),
        lit=not win.is_logged,
        state=win.state,
    )


def _call_why(table: Table) -> str:
    if table.pending:
        win = table.pending[0]
        return f"seat {win.seat} has {line_with_article(win.line)}"
    to_verify = (win.words for win in table.unlogged if win.needs_verifying)
    return next(to_verify, "")
