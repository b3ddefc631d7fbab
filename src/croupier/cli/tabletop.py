"""The terminal table: a visit to a private card room, with you in one seat and company where the rules need it.

It is a client like any page: the room deals, settles, keeps the money and the meters, on a record of its own that
is thrown away at the end.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import tempfile
import uuid
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from croupier.cli.terminal import (
    PlayerLeft,
    Terminal,
    card_text,
    cards_line,
    help_text,
    offer_text,
    parse_bets,
    pay_tables,
    payouts,
)
from croupier.errors import Refused
from croupier.floor.cage.cage import Cage
from croupier.floor.history.rounds import PastRound, find_round
from croupier.floor.links.control import Links
from croupier.floor.links.economics import preconfigured_levels
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import Order, PassBank, Sit, Stand
from croupier.floor.people import People
from croupier.floor.practice import COMPANY, company_order, lend_chips
from croupier.floor.roles import Person, Role
from croupier.floor.room import Room
from croupier.floor.table import Settings, Table, bank_is_free
from croupier.jackpot.claim import next_to_verify
from croupier.ledger.accounts import player
from croupier.ledger.balances import Overdrawn
from croupier.money import Cents, dollars, parse_dollars, signed_dollars
from croupier.rules.actions import Action, Bet
from croupier.rules.commands import PlaceBets, TakeBank
from croupier.rules.events import FoldCollected
from croupier.rules.notation import notation
from croupier.rules.round import Round, Stage, due_seats, legal_actions
from croupier.rules.seat import bet_cents
from croupier.rules.terms import Terms
from croupier.rules.view import AtSeat, RoundView, view
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes
from croupier.store.journal import open_store

ME = 1
TABLE = "play"
_YOU = Person("you", Role.PLAYER)
_HOUSE = Person("house", Role.EXECUTIVE)
_COMPANY_SEATS = (3, 5)
_COMPANY_CHIPS: Cents = 100_000_00


@dataclass
class VisitTotals:
    """What a visit to the table came to."""

    wagered: Cents = 0
    nets: list[Cents] = field(default_factory=list)


class Tabletop:
    """One visit to a table, from the first bet to `q`."""

    def __init__(self, terms: Terms, bankroll: Cents, seed: str | None) -> None:
        self.terms = terms
        self.game = terms.game
        self.bought_in = bankroll
        self.seed = seed
        self.terminal = Terminal()
        self.totals = VisitTotals()
        self.stakes: Stakes | None = None
        self.past: PastRound | None = None
        self.gone = False

    def run(self) -> None:
        """Play rounds until the player leaves or has nothing left to bet."""
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="croupier-"))
            self.store = stack.enter_context(open_store(f"sqlite:///{Path(folder) / 'play.db'}"))
            self.room = Room(self.store, draw=self._draw)
            self.links = Links(self.room)
            self._open()
            self._visit()

    def _draw(self, round: str) -> bytes:
        if self.seed is None:
            return secrets.token_bytes(32)
        return hashlib.sha256(f"croupier play\n{self.seed}\n{round}".encode()).digest()

    def _open(self) -> None:
        """A table in a room of its own: chips for you, company where players take turns at the bank, a link."""
        people, cage = People(self.store), Cage(self.store)
        stake = self.terms.progressive_stake
        off_link = replace(self.terms, progressive_stake=None)  # the link brings it
        self.room.open_table(TABLE, Settings(terms=off_link), _HOUSE, "open")
        company = [Person(f"{name}.{TABLE}", Role.PLAYER) for name in COMPANY[:2]] if self.terms.player_banked else []
        for seat, who in zip((ME, *_COMPANY_SEATS), (_YOU, *company), strict=False):
            people.register(who.name, Role.PLAYER, None, _HOUSE, f"register/{who.name}")
            if who is _YOU:
                cage.buy_in(who.name, self.bought_in, _HOUSE, "chips")
            else:
                lend_chips(self.room, who.name, _COMPANY_CHIPS)
            self._do(Sit(seat), who)
        if stake is not None:
            paytable = self.terms.tables[PROGRESSIVE]
            terms = link_terms(paytable, stake, preconfigured_levels(paytable, stake))
            self.links.open("house", terms, _HOUSE, "link", override="a private table")
            self.links.join("house", TABLE, _HOUSE, "join")

    def _do(self, order: Order, who: Person) -> None:
        self.room.do(TABLE, order, who, command=str(uuid.uuid4()))

    @property
    def table(self) -> Table:
        return self.room.table(TABLE)

    @property
    def chips(self) -> Cents:
        """What you have in hand."""
        return self.store.balance(player(_YOU.name))

    def _visit(self) -> None:
        self.terminal.say(f"[bold]{self.game.name}[/] · {self.terms.rules.name} · {self.terms.rules.title}")
        for notice in self.terms.rules.notices:
            self.terminal.say(f"[dim]{notice}[/]")
        self.terminal.say("[dim]? for help, q to leave[/]")
        try:
            while not self.gone:
                if self.chips < self._least():
                    self.terminal.say(
                        f"That was your last chip that buys {self.game.base_words} here. Thank you for playing."
                    )
                    break
                self._one_round()
        except PlayerLeft:
            pass
        finally:
            self._summary()

    def _least(self) -> Cents:
        """The smallest bankroll that can play a round through: the base bets and the smallest raise."""
        assert self.terms.limits is not None, "a table has limits"
        least = self.terms.limits.of(self.game.base).minimum
        return self.game.complete({BASE: least}).total + least

    def _summary(self) -> None:
        nets, left = self.totals.nets, self.chips
        if not nets:
            return self.terminal.say(f"No round played. You leave with {dollars(left)}.")
        self.terminal.say(
            f"{len(nets)} round{'' if len(nets) == 1 else 's'}, {dollars(self.totals.wagered)} wagered, "
            f"result {signed_dollars(left - self.bought_in)} (best round {signed_dollars(max(nets))}, "
            f"worst {signed_dollars(min(nets))}). You leave with {dollars(left)}."
        )
        return None

    # A round

    def _one_round(self) -> None:
        before, stage = self.chips, ""
        self._go_on()
        round = self._round()
        self.terminal.say(f"\n[bold]Round {self.table.rounds}[/]  bankroll {dollars(before)}{self._meter_text()}")
        self.terminal.say(f"[dim]{round.deck_colour} deck, commitment {round.commitment[:16]}…[/]")
        while self.table.in_play is not None:
            round = self._round()
            if round.deal is not None and round.stage_key != stage:
                stage = round.stage_key
                if round.stage is Stage.PLAYING:
                    self._show(view(round, AtSeat(ME)))
            if round.stage is Stage.BETTING and not self.table.has_wagers(ME):
                self._bet()
            elif ME in due_seats(round) and not self.gone:
                self._decide(round)
            self._go_on()
        self.past = find_round(self.store, round.id)
        self._settled(before)

    def _round(self) -> Round:
        assert self.table.round is not None, "a visit is made of rounds"
        return self.table.round

    def _go_on(self) -> None:
        """One thing that nobody has to ask for: the machine's next step, the company's move, a win that is verified."""
        table = self.table
        step = self.room.next_order(TABLE) or company_order(table)
        if step is not None:
            order, who = step
            if isinstance(order, Action):
                self.terminal.say(f"[dim]Seat {table.sitting_of(who.name).seat}: {order.says}[/]")
            if isinstance(order, TakeBank):
                self.terminal.say(f"Seat {table.sitting_of(who.name).seat} banks {dollars(order.wager)}.")
            self._do(order, who)
        elif table.unpaid:
            self._verify()

    def _verify(self) -> None:
        """The supervisor of a private room believes the cards."""
        self.room.advance(TABLE, open_next=False)  # presses the hand button
        name = self.table.link
        assert name is not None, "a win belongs to a link"
        while (link := self.links.desk.link(name)).claims:
            button = next_to_verify(link.terms.flow, link.pad(TABLE))
            self.links.press(TABLE, button, _HOUSE, str(uuid.uuid4()))

    def _meter_text(self) -> str:
        if self.table.link is None:
            return ""
        return "".join(f"  ·  {level.level} {dollars(level.shown)}" for level in self.links.displays(self.table.link))

    # Bets

    def _bet(self) -> None:
        """Ask for something that the room takes. What it refuses is not offered again."""
        if bank_is_free(self.table) and self.table.bank_offered_to[:1] != (ME,):
            return
        try:
            if bank_is_free(self.table):
                self._do(self._ask_bank(), _YOU)
            else:
                stakes = self._ask_stakes()
                self.stakes = None if stakes == self.stakes else self.stakes
                self._do(PlaceBets(stakes), _YOU)
                self.stakes = stakes
        except Overdrawn:
            self.terminal.warn(f"your chips do not cover this; you have {dollars(self.chips)}")
        except Refused as refused:
            self.terminal.warn(str(refused))

    def _ask_bank(self) -> TakeBank | PassBank:
        text = self._ask("The bank is yours to take: how much? Enter to pass it on")
        return TakeBank(parse_dollars(text)) if text else PassBank()

    def _ask_stakes(self) -> Stakes:
        last = self.stakes if self.stakes and not self._too_much(self.stakes) else None
        again = f" (Enter: {self.terminal.bets(last, self.game)})" if last else ""
        text = self._ask(f"Your bets{again}")
        if not text and last is None:
            which = "first" if self.stakes is None else "next"
            raise Refused(f"the {which} bet has to be said: 10 is {self.game.base_words} of $10")
        stakes = parse_bets(text, self.game) if text else last
        assert stakes is not None, "either typed or repeated"
        if too_much := self._too_much(stakes):
            raise Refused(too_much)
        return stakes

    def _too_much(self, stakes: Stakes) -> str:
        """Why these bets cannot be seen through with the chips in hand; nothing where they can."""
        down = self.game.complete(stakes)
        raised = self.game.smallest_raise * down.on(self.game.base)
        needed = down.total + raised + self.terms.seat_fee(down)
        if down.on(self.game.base) <= 0 or needed <= self.chips:
            return ""
        bets = self.terminal.bets(stakes, self.game)
        return f"{bets} with the smallest raise needs {dollars(needed)}; you have {dollars(self.chips)}"

    def _ask(self, prompt: str) -> str:
        """A line that is not one of the table's own words."""
        while True:
            text = self.terminal.ask(prompt)
            match text.lower():
                case "q" | "quit" | "exit":
                    raise PlayerLeft
                case "?" | "help":
                    self.terminal.say(help_text(self.game, self.terms))
                case "pay":
                    for table in pay_tables(self.terms):
                        self.terminal.console.print(table)
                case "last":
                    self.terminal.console.print(
                        notation(self.past.events) if self.past else "no round yet", markup=False
                    )
                case "proof":
                    self.terminal.console.print(self._proof(), markup=False)
                case _:
                    return text

    def _proof(self) -> str:
        """What `croupier verify` reads."""
        if self.past is None:
            return "no round yet"
        return json.dumps(self.past.papers)

    # Decisions

    def _decide(self, round: Round) -> None:
        try:
            self._do(self._ask_action(round), _YOU)
        except PlayerLeft:
            # Whoever leaves mid-round stays responsible for the wagers (R19): the round is played out.
            self.gone = True
            self._do(Stand(), _YOU)

    def _ask_action(self, round: Round) -> Action:
        seat = round.seat(ME)
        assert seat is not None, "who is due is in the round"
        chips = self.chips
        cents = {a: bet_cents(seat, self.game, self.game.streets[round.shown], a) for a in legal_actions(round, ME)}
        can = [action for action in cents if cents[action] <= chips]
        keys = {str(a.multiple) if isinstance(a, Bet) else str(a)[0]: a for a in can}
        offer = "   ".join(offer_text(key, a, cents[a]) for key, a in keys.items())
        while True:
            text = self._ask(offer).lower()
            for key, action in keys.items():
                if text in (key, str(action)):
                    return action
            self.terminal.warn(f"{text!r} is not one of the keys {', '.join(keys)}")

    def _show(self, round_view: RoundView) -> None:
        if round_view.board:
            self.terminal.say(f"Board       {cards_line(round_view.board)}")
        if round_view.bank is not None and round_view.bank.seat == ME and round_view.dealer is not None:
            words = f"   [italic]{round_view.dealer_hand}[/]" if round_view.dealer_hand else ""
            self.terminal.say(f"Your bank   {cards_line(round_view.dealer)}{words}")
        if round_view.up and round_view.dealer is None:
            self.terminal.say(f"Dealer      {cards_line(round_view.up)}   [italic]face up[/]")
        for seat in round_view.seats:
            if seat.number == ME and seat.cards is not None:
                self.terminal.say(f"Your cards  {cards_line(seat.cards)}   [italic]{seat.hand}[/]")

    # Results

    def _settled(self, before: Cents) -> None:
        assert self.past is not None, "a round that is over is in the record"
        round_view = view(self.past.round, AtSeat(ME))
        if not round_view.game.layout.dealer:
            self._show(round_view)  # nobody was asked after the last card, so nobody has seen it yet
        if round_view.terms.folds_first:
            for event in self.past.round.settled:
                if isinstance(event, FoldCollected):
                    lost = signed_dollars(sum(row.net for row in event.results))
                    self.terminal.say(f"Seat {event.seat} folded, collected before the bank's cards are turned: {lost}")
        if round_view.dealer:
            who = "Dealer" if round_view.bank is None else f"Bank, seat {round_view.bank.seat}"
            plays = {True: ", qualifies", False: ", does not qualify", None: ""}[round_view.dealer_qualifies]
            self.terminal.say(
                f"{who:11} {'  '.join(map(card_text, round_view.dealer))}   [italic]{round_view.dealer_hand}[/]{plays}"
            )
        wagered = round_view.bank.wager if round_view.bank is not None and round_view.bank.seat == ME else 0
        for seat in round_view.seats:
            if seat.number == ME:
                self.terminal.console.print(payouts(round_view, seat, self.past.awards.get(ME, 0)))
                wagered = seat.stakes.total + seat.raised.total
            elif round_view.bank is not None and seat.cards is not None and seat.outcome is not None:
                outcome = f"{seat.outcome.value}, {signed_dollars(seat.net)}"
                self.terminal.say(
                    f"Seat {seat.number}      {cards_line(seat.cards)}   [italic]{seat.hand}[/]  {outcome}"
                )
        net = self.chips - before
        self.totals.wagered += wagered
        self.totals.nets.append(net)
        fee = sum(fee.amount for fee in round_view.fees if fee.seat == ME)
        collected = f" after a collection of {dollars(fee)}" if fee else ""
        style = "bold green" if net > 0 else "bold red" if net < 0 else "bold"
        self.terminal.say(f"[{style}]Round {signed_dollars(net)}[/]{collected}")
