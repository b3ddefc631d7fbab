"""What an entry of the journal says, in words that the staff use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.choices.upkeep import PlayerUnseated, SpotsAllowed, TableStopped
from croupier.floor.corrections import RoundCorrected
from croupier.floor.house.choices import CHOICES, choice_words
from croupier.floor.house.law import law_from_plain, law_words
from croupier.floor.links.desk import PREFIX
from croupier.floor.record import happening_from_plain
from croupier.floor.staffing import Called, SupervisorCalled
from croupier.floor.table import ChipsPutDown, SeatNamed, TableChanged
from croupier.jackpot import events
from croupier.jackpot import record as link_record
from croupier.jackpot.level import Split
from croupier.jackpot.office import deeds
from croupier.jackpot.office.setup import percent_words
from croupier.money import ChipStack, dollars, signed_dollars, stacks_text, stacks_total
from croupier.rules.events import CardsEntered
from croupier.rules.game import Game
from croupier.rules.own.meters import table_words
from croupier.rules.paytables import line_with_article, line_words
from croupier.web.table.commentary import spoken, told
from croupier.web.table.seat_page import display_name

Plain = Mapping[str, Any]
_SHORT: Final = 12


def entry_words(stream: str, event: Plain, game_at: Callable[[str], Game]) -> str:
    """One event of a stream as a sentence; `game_at` says what a table plays. An event that nobody has words for is
    shown as it is written."""
    try:
        if stream.startswith(PREFIX):
            return _of_link(link_record.from_plain(event))
        if stream.startswith("table/"):
            event_value = happening_from_plain(event)
            if isinstance(event_value, TableStopped):
                return f"The table is stopped: {event_value.reason}."
            if isinstance(event_value, SpotsAllowed):
                return f"{event_value.by} allows {event_value.spots} spots face up: {event_value.why}."
            if isinstance(event_value, PlayerUnseated):
                return f"Seat {event_value.seat} is sent off: {event_value.why}."
            if isinstance(event_value, SupervisorCalled):
                return f"{Called(event_value.by, event_value.why).words}."
            if isinstance(event_value, CardsEntered):  # at the table cards are told when they are shown
                return f"Cards are entered for {event_value.place}: {spoken(event_value.cards)}."
            if isinstance(event_value, SeatNamed):
                return f"{display_name(event_value.player)} plays in seat {event_value.seat}."
            if isinstance(event_value, ChipsPutDown):
                return f"{dollars(event_value.cents)} in chips is put down in front of seat {event_value.seat}."
            lines = told(event_value, {}, game_at(stream.removeprefix("table/")))
            if lines and not isinstance(event_value, RoundCorrected):  # the journal says more of it
                return " ".join([*lines, *_of_change(event_value)])
        words = _WORDS.get(event.get("event", ""))
        if words is not None:
            return words(event)
    except (Refused, LookupError, TypeError, ValueError, AssertionError):
        pass  # the journal is read most closely where something is wrong with it
    return _as_written(event)


def _of_change(event: object) -> list[str]:
    """What stands beside a change of a table: its reference, what was said of its spots, who allowed them (R17)."""
    if not isinstance(event, TableChanged):
        return []
    reference = f"Reference {event.reference}." if event.reference else ""
    allowed = f"Allowed by {event.allowed_by}." if event.allowed_by else ""
    return list(filter(None, (reference, event.warning, allowed)))


def _of_link(event: events.Event) -> str:
    match event:
        case events.LinkOpened(link, terms, by, overridden, reason):
            over = f" {len(overridden)} warnings overridden: {reason}." if overridden else ""
            opened = f"{by} opens link {link}: {table_words(terms.paytable)}, stake {dollars(terms.stake)}."
            return f"{opened}{over}{_house_keeps(event)}"
        case events.LinkConfigured(terms, by, overridden, reason):
            over = f" {len(overridden)} warnings overridden: {reason}." if overridden else ""
            changed = f"{by} changes the terms: {table_words(terms.paytable)}, stake {dollars(terms.stake)}."
            return f"{changed}{over}{_house_keeps(event)}"
        case events.TableJoined(table, game, by):
            return f"{by} puts {table} ({game}) on the link.{_house_keeps(event)}"
        case events.TableLeft(table, by):
            return f"{by} takes {table} off the link."
        case events.WagersSplit(wagers, split):
            return f"Wagers of {dollars(wagers)} are split: {_split(split)}."
        case events.WagersReturned(table, round, wagers, split, _, approver, reason):
            return (
                f"{approver} voids round {round} at {table}: {dollars(wagers)} go back, {_split(split)}. Why: {reason}."
            )
        case events.SeatSelected(table, seat, by):
            return f"{by} selects seat {seat} at {table}." if seat else f"{by} selects no seat at {table}."
        case events.ClaimPressed(claim, table, round, seat, line, level, _, by):
            return f"{by} claims win {claim}: {line_words(line)}, seat {seat} at {table}, round {round}, from {level}."
        case events.ClaimReleased(claim, by):
            return f"{by} turns the button of claim {claim} off again."
        case events.ClaimRefused(claim, by, reason):
            return f"{by} refuses claim {claim}: {reason}."
        case events.KeyTurned(claim, jph, by, cards):
            return f"{by} turns the key of claim {claim} {'to JPH' if jph else 'back to Run'}{_entered(cards)}."
        case events.ClaimConfirmed(claim, by, cards):
            return f"{by} confirms claim {claim}{_entered(cards)}."
        case events.ClaimLogged(claim, award, before, after, by):
            return (
                f"{by} logs claim {claim}: {dollars(award.amount)} of {dollars(before)}, which leaves {dollars(after)}."
            )
        case events.MeterAdjusted(claim, by):
            return f"{by} adjusts the meter for claim {claim}; the award goes to the winner."
        case events.AdjustmentAsked(number, _, _, _, _, document, by, win=deeds.LoggedWin(claim)):
            return f"{by} asks for adjustment {number}: claim {claim} is to be backed out, document {document}."
        case events.AdjustmentAsked(number, level, old, new, _, document, by, to=deeds.Destination() as to):
            return f"{by} asks for adjustment {number}: {dollars(old - new)} of {level} to {to}, document {document}."
        case events.AdjustmentMade(number, level, old, new, _, _, author, approver, win=deeds.LoggedWin(claim)):
            return (
                f"{approver} approves adjustment {number} of {author}: claim {claim} is backed out, {level} goes from "
                f"{dollars(old)} to {dollars(new)}."
            )
        case deeds.TransferSent(number, level, old, new, to, _, author, approver):
            return (
                f"{approver} approves adjustment {number} of {author}: {dollars(old - new)} goes from {level} to {to}."
            )
        case deeds.TransferReceived(source, number, level, old, new):
            return f"{dollars(new - old)} comes to {level} from {source}, by adjustment {number} there."
        case deeds.ComponentNoted(component, version, by):
            noted = f"it runs on {component} {version}" if version else f"{component} is no longer in use"
            return f"{by} notes that {noted}."
        case deeds.WinnerNoted(claim=claim, by=by):
            return f"{by} notes who won claim {claim}, and the tax form."
        case deeds.LinkClosed(reason, by):
            return f"{by} closes the link: {reason}."
        case events.AdjustmentAsked(number, level, old, new, reason, document, by):
            change = signed_dollars(new - old)
            return f"{by} asks for adjustment {number}: {level} {change}, {reason.value}, document {document}."
        case events.AdjustmentMade(number, level, old, new, reason, _, author, approver):
            return (
                f"{approver} approves adjustment {number} of {author}: {level} from {dollars(old)} to {dollars(new)}, "
                f"{reason.value}."
            )
        case events.AdjustmentDropped(number, by, reason):
            return f"{by} drops adjustment {number}: {reason}."
        case events.LinkStopped(fault, by):
            return f"The link is stopped by {by}: {fault}."
        case events.LinkResumed(by, approver):
            return f"{by} and {approver} let the link run again."


def _house_keeps(event: events.LinkOpened | events.LinkConfigured | events.TableJoined) -> str:
    """What the house keeps of a wager in the long run (R59), and who answers for it beside whoever did it."""
    if event.keeps_ppm is None:
        return ""
    answers = f" {event.approver} answers for it with {event.by}: {event.reason}." if event.approver else ""
    return f" The house keeps {percent_words(event.keeps_ppm)} of a wager in the long run.{answers}"


def _split(split: Split) -> str:
    parts = [f"{level} {signed_dollars(cents)}" for level, cents in split.meter.items()]
    parts += [f"reserve of {level} {signed_dollars(cents)}" for level, cents in split.reserve.items() if cents]
    return ", ".join([*parts, f"house {signed_dollars(split.house)}"])


def _correction(event: Plain) -> str:
    return (
        f"a correction of {event['round']}, seat {event['seat']}: {signed_dollars(event['cents'])}, {event['reason']}."
    )


def _win(event: Plain) -> str:
    return f"The claim of seat {event['seat']}, {line_words(event['line'])},"


def _who(event: Plain) -> str:
    return str(event.get("player", "Somebody without an account"))


def _at(event: Plain) -> str:
    return f" at {event['table']}" if event.get("table") else ""


def _with(event: Plain) -> str:
    return f" Second person: {event['approver']}." if event.get("approver") else ""


def _counts(event: Plain) -> str:
    """What was counted, where somebody did."""
    words = ""
    for word, key, record in (("Tray", "counted_tray", "closing"), ("Box", "counted_box", "box")):
        if key in event:
            words += f" {word} counted {dollars(event[key])}, variance {signed_dollars(event[key] - event[record])}."
    return words + (f" Reason: {event['reason']}." if event.get("reason") else "")


def _stacks(plain: list[list[int]]) -> str:
    stacks = [ChipStack(value, number) for value, number in plain]
    return f"{dollars(stacks_total(stacks))} ({stacks_text(stacks)})" if stacks else "nothing"


def _signs_in(event: Plain) -> str:
    return f"{event['name']} signs in{' with the badge' if event.get('badge') else ''}."


def _tray_win(event: Plain) -> str:
    return f"Seat {event['seat']}, {line_words(event['line'])}, {dollars(event['cents'])} from the tray"


def _by_seat(amounts: Plain) -> str:
    return ", ".join(f"seat {seat} {dollars(cents)}" for seat, cents in amounts.items()) or "nothing"


_WORDS: Final[Mapping[str, Callable[[Plain], str]]] = {
    "TableOpened": lambda e: " ".join(
        filter(
            None,
            (f"Table {e['table']} is opened, dealt by {e['settings'].get('dealt_by', 'machine')}.", e.get("warning")),
        )
    ),
    "BankPassed": lambda e: f"Seat {e['seat']} lets the bank go by.",
    "SeedOffered": lambda e: f"Seat {e['seat']} mixes words of its own into the shuffle.",
    "SeedRevealed": lambda e: f"The seed is revealed: {str(e['seed'])[:_SHORT]}….",
    "RoundEnded": lambda e: f"The round is over; {e['cards_counted']} cards counted.",
    "TableLinked": lambda e: f"The table is on link {e['link']}: {e['paytable']}, stake {dollars(e['stake'])}.",
    "TableUnlinked": lambda _: "The table is on no link any more.",
    "CorrectionAsked": lambda e: f"{e['by']} asks for {_correction(e)}",
    "CorrectionDropped": lambda _: "The correction that was asked for is not made.",
    "RoundCorrected": lambda e: f"Asked for by {e['asked_by']} and made: {_correction(e)}",
    "DisputeOpened": lambda e: f"Seat {e['seat']} disputes {e['round']}: {e['words'].rstrip(' .')}.",
    "DisputeNoted": lambda e: f"On {e['round']}, seat {e['seat']}: {e['words'].rstrip(' .')}.",
    "DisputeClosed": lambda e: f"{e['round']} stands as seat {e['seat']} was paid: {e['words'].rstrip(' .')}.",
    "AwardRefused": lambda e: f"{_win(e)} is refused, and not paid: {e['reason'].rstrip(' .')}.",
    "RefusalSigned": lambda e: f"{_win(e)} is refused by a second person, too: the round ends without it.",
    "RehearsalBegan": lambda _: "The table is in rehearsal, in books of its own: no wagers and no rounds meanwhile.",
    "RehearsalEnded": lambda _: "The rehearsal is over; the table is in play as before.",
    "DeckStacked": lambda e: f"Laid for the next deal: {'; '.join(map(' '.join, e['laid'].items())) or 'nothing'}.",
    "AwardPaid": lambda e: f"A meter paid seat {e['seat']} {dollars(e['cents'])} for {line_with_article(e['line'])}.",
    "HandButtonsAsked": lambda e: (
        f"Wins that the tray pays have hand buttons; from {dollars(e['verify_from'])} on a supervisor verifies them."
    ),
    "TrayWinPressed": lambda e: f"{_tray_win(e)}: the hand button is pressed.",
    "TrayWinReleased": lambda e: _off(e),
    "TrayWinVerified": lambda e: f"{_tray_win(e)}: verified.",
    "BoughtIn": lambda e: f"{_who(e)} buys chips for {dollars(e['amount'])}{_at(e)}.{_with(e)}",
    "CashedOut": lambda e: f"{_who(e)} redeems chips for {dollars(e['amount'])}.{_with(e)}",
    "CageFunded": lambda e: f"The house puts {dollars(e['amount'])} into the cage.",
    "TrayFilled": lambda e: f"Fill: {dollars(e['amount'])} from the cage to the tray of {e['table']}.{_with(e)}",
    "TrayCredited": lambda e: f"Credit: {dollars(e['amount'])} from the tray of {e['table']} to the cage.{_with(e)}",
    "TableCounted": lambda e: f"{e['table']} is counted: tray {_stacks(e['tray'])}, box {_stacks(e['box'])}.",
    "ShiftClosed": lambda e: (
        f"Shift of {e['table']} closed: opening {dollars(e['opening'])}, fills {dollars(e['fills'])}, credits "
        f"{dollars(e['credits'])}, drop {dollars(e['drop'])}, closing {dollars(e['closing'])}, "
        f"win {signed_dollars(e['win'])}{', collection fees ' + dollars(e['fees']) if e['fees'] else ''}."
        f"{_counts(e)}{_with(e)}"
    ),
    "PlayChipsLent": lambda e: f"Play chips for {dollars(e['amount'])}.",
    "DeviceRegistered": lambda e: f"{e['name']} is registered for {e['table']}: {e['kind'].replace('-', ' ')}.",
    "DeviceKeyRenewed": lambda e: f"{e['name']} gets a new key.",
    "DeviceWithdrawn": lambda e: f"{e['name']} is withdrawn: {e['why']}.",
    "Registered": lambda e: f"{e['name']} is entered as {e['role']}.",
    "SignInFailed": lambda e: f"A wrong PIN for {e['name']}{'; locked for a while' if e['locked_until_ms'] else ''}.",
    "SignedIn": _signs_in,
    "Deactivated": lambda e: f"{e['name']} is deactivated and comes in no more.",
    "Reactivated": lambda e: f"{e['name']} is active again.",
    "RoleChanged": lambda e: f"{e['name']} is {e['new']} now, no longer {e['old']}.",
    "Unlocked": lambda e: f"{e['name']} may try again.",
    "PinSet": lambda e: f"{e['name']} has a new PIN.",
    "BadgeIssued": lambda e: f"{e['name']} has a new badge.",
    "HouseChose": lambda e: (
        f"The house chooses anew: {CHOICES[e['choice']][0]} {choice_words(e['new'])}, not {choice_words(e['old'])}."
    ),
    "LawChanged": lambda e: law_words(law_from_plain(e)),
    "ExamTaken": lambda e: (
        f"{e['who']} takes the examination {e['chapter']} of {e['game']}: {e['score']} of {e['of']}, "
        f"{'passed' if e['passed'] else 'not passed'}."
    ),
    "HeadsSigned": lambda e: f"The record is signed up to entry {e['position']:,}, by key {e['key'][:16]}….",
    "SigningKeyMade": lambda _: "A key for the browsers' cookies is made.",
    "SigningKeyMoved": lambda _: "The key for the browsers' cookies leaves the record for a file of its own.",
    "GameJoined": lambda e: (
        f"{e['table']} ({e['game']}) is on link {e['link']}"
        + (", with real cards: none of them comes from a shuffle." if e.get("real_cards") else ".")
    ),
    "GameLeft": lambda _: "The table is on no link any more.",
    "GameLocked": lambda e: f"Game {e['round']} is locked: {_by_seat(e['wagers'])}.",
    "HandsShown": lambda e: "Hands: " + ", ".join(f"seat {seat} {cards}" for seat, cards in e["hands"].items()) + ".",
    "GamePaid": lambda e: f"A meter paid seat {e['seat']} for {line_with_article(e['line'])}.",
    "GameEnded": lambda e: (
        f"Game {e['round']} is over; from the tray {_by_seat(e['fixed'])}; envy {_by_seat(e['envy'])}."
    ),
    "ChipsPresent": lambda e: f"Chips on the sensors: {', '.join(f'seat {seat}' for seat in e['seats']) or 'none'}.",
    "SeatPicked": lambda e: f"{e['by']} selects {'seat ' + str(e['seat']) if e['seat'] else 'no seat'}.",
    "WinClaimed": lambda e: f"{e['by']} presses {line_words(e['line'])} of seat {e['seat']}, game {e['round']}.",
    "WinDropped": lambda e: _off(e),
    "WinCardsEntered": lambda e: (
        f"{e['by']} enters the cards of seat {e['seat']}'s {line_words(e['line'])}: {e['cards']}."
    ),
    "GameVoided": lambda e: f"Game {e.get('round', '')} is void.",
    "TermsNoted": lambda _: "The table notes its link's new terms.",
}


def _entered(cards: str) -> str:
    return f" and enters its cards, {cards}" if cards else ""


def _off(event: Plain) -> str:
    hand = f"{line_words(event['line'])} of seat {event['seat']}"
    return f"{event['by']} refuses {hand}: {event['reason']}." if event.get("reason") else f"{hand} is off."


def _as_written(event: Plain) -> str:
    facts = ", ".join(
        f"{key} {value}" for key, value in event.items() if key != "event" and not isinstance(value, dict)
    )
    name = str(event.get("event", "event"))
    return f"{name}: {facts}"[:300] if facts else name
