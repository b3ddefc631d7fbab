"""What a table on a link whose cards we do not deal makes happen: its joining, lock, hands and end, and their money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from croupier.cards import Card, Cards, WrongNumberOfCards, cards_text, check_distinct, parse_cards
from croupier.errors import Refused
from croupier.floor.links.outside import BadGame, OutsideTable
from croupier.floor.links.outside_events import GameEnded, GameLocked, GameVoided, HandsShown, OutsideEvent
from croupier.jackpot.terms import NAMED, SHARED_CARDS, LinkKind, LinkTerms
from croupier.ledger.accounts import CASH, pool, tray
from croupier.ledger.transfers import Transfer, reversal, transfer_id
from croupier.money import Cents, dollars
from croupier.rules.paytables import For, line_words
from croupier.rules.seat import check_seat


def check_joins(terms: LinkTerms, game: str, *, real_cards: bool) -> None:
    """Refuse a game that the link does not take. Any of the ten joins a Multi-Game Link, whether it is dealt here or
    elsewhere (R35); a link of one game takes that game with real cards (R34, R58)."""
    if terms.kind is LinkKind.SAME_GAME:
        if not real_cards:
            raise Refused(f"{terms.paytable} looks at seven cards; other games join a Multi-Game Link")
        return  # whether it is that game, the link says
    if game not in NAMED:
        named = ", ".join(f"{key} ({name})" for key, name in NAMED.items())
        raise BadGame(f"no game {game!r} joins a Multi-Game Link; want one of {named}")


def locked(table: OutsideTable, wagers: Mapping[int, Cents], verify_from: Cents | None = None) -> GameLocked:
    """A lock: these seats have made the progressive wager. With real cards `verify_from` is the
    house's amount (R44)."""
    if table.round is not None:
        raise BadGame(f"game {table.round} is not over at {table.name}; end it before the next lock")
    for seat, cents in wagers.items():
        check_seat(seat)
        if cents != table.stake:
            raise BadGame(f"seat {seat} wagers {dollars(cents)}; the stake of this link is {dollars(table.stake)}")
    if table.real_cards and not wagers:
        raise BadGame("no progressive chip lies on a sensor; touch the seats that have one, then lock")
    accepted = {seat: wagers[seat] for seat in sorted(wagers)}
    return GameLocked(f"{table.name}-{table.rounds + 1}", accepted, verify_from if table.real_cards else None)


def show_hands(table: OutsideTable, hands: Mapping[int, str]) -> HandsShown:
    """The five cards of every seat; each card lies on the table once."""
    if table.round is None:
        raise BadGame(f"no game is open at {table.name}; lock the wagers first")
    if table.paid:
        raise BadGame(f"a win of game {table.round} is paid already; its hands stand")
    held: dict[int, Cards] = {}
    for seat, text in hands.items():
        check_seat(seat)
        held[seat] = cards = parse_cards(text)
        if len(cards) != 5:
            raise WrongNumberOfCards(f"seat {seat}", 5, len(cards))
        check_distinct(cards)
        if len(_in_two_hands(held.values())) > SHARED_CARDS.get(table.game, 0):
            raise BadGame(f"a card of seat {seat} lies twice on the table: {text!r}")
    shown = {seat: cards_text(held[seat]) for seat in sorted(held)}
    if table.hands and shown != table.hands:
        raise BadGame(f"the hands of game {table.round} were shown already, and others; they stand, or it is void")
    return HandsShown(table.round, shown)


def _in_two_hands(hands: Iterable[Cards]) -> set[Card]:
    """The cards that more than one hand has: those that lie there for every seat, if all is right."""
    times = Counter(card for cards in hands for card in cards)
    return {card for card, many in times.items() if many > 1}


def tray_pays(table: OutsideTable) -> tuple[dict[int, str], dict[int, Cents], dict[int, Cents]]:
    """By seat, which hand the tray pays and how much, and what envy it pays for others' hands (R36)."""
    lines: dict[int, str] = {}
    fixed: dict[int, Cents] = {}
    envy: dict[int, Cents] = {}
    printed = table.printed
    for win in table.hits:
        pay = printed.pays[win.line]
        if isinstance(pay, For) and not table.is_meter_line(win.line):
            lines[win.seat], fixed[win.seat] = win.line, pay.on(table.wagers[win.seat])
        for seat, cents in table.wagers.items():
            if seat != win.seat and cents and win.line in printed.envy:
                # Envy is dollars for each dollar wagered, so the envy's dollars times the wager's cents are cents.
                envy[seat] = envy.get(seat, 0) + printed.envy[win.line] * cents
    return lines, fixed, envy


def ended(table: OutsideTable) -> GameEnded:
    """The end of a game, with what its tray owes: fixed pays, and envy for everybody else with a wager (R36)."""
    if table.round is None:
        raise BadGame(f"no game is open at {table.name}; there is nothing to end")
    if table.unpaid:
        win = table.unpaid[0]
        todo = "a supervisor verifies it" if table.real_cards else "select the seat and press its hand"
        raise BadGame(
            f"cannot end {table.round}: seat {win.seat} has won with {line_words(win.line)} and the meter has not "
            f"paid it; {todo}"
        )
    if (waiting := table.unverified) is not None:
        raise BadGame(
            f"cannot end {table.round}: seat {waiting.seat} has {line_words(waiting.line)}, {dollars(waiting.cents)} "
            "from the tray, and no supervisor has verified it"
        )
    lines, fixed, envy = tray_pays(table)
    return GameEnded(table.round, fixed, envy, lines)


def moves(table: OutsideTable, event: OutsideEvent) -> tuple[Transfer, ...]:
    """The money that an event moves at a table that stands as before it: wagers come from outside and go back there,
    fixed pays and envy go out of the tray. What a meter pays moves with the link's own entry."""
    match event:
        case GameLocked(round, wagers):
            return _wagered(table, round, wagers)
        case GameVoided(round):
            return tuple(reversal(transfer) for transfer in _wagered(table, round, table.wagers))
        case GameEnded(round, fixed, envy):
            return tuple(
                Transfer(transfer_id(round, seat, kind), tray(table.name), CASH, cents)
                for kind, pays in (("fixed", fixed), ("envy", envy))
                for seat, cents in pays.items()
            )
        case _:
            return ()


def _wagered(table: OutsideTable, round: str, wagers: Mapping[int, Cents]) -> tuple[Transfer, ...]:
    assert table.link is not None, "only a table on a link takes progressive wagers"
    return tuple(
        Transfer(transfer_id(round, seat, "progressive"), CASH, pool(table.link), cents)
        for seat, cents in sorted(wagers.items())
    )
