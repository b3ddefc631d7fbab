"""The terminal table: one player, the house's dealer, and in California two more who take turns at the bank."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.cards import cards_text
from croupier.cli.felt import Felt, Left, card_text, cards_line, pay_tables, payouts
from croupier.errors import Refused
from croupier.fair.commitment import commitment, deck_of
from croupier.floor.awards import apply_awards
from croupier.floor.opponent import opponent_action
from croupier.jackpot.meter import Meter, contribute
from croupier.money import Cents, dollars, parse_dollars, signed_dollars
from croupier.rules.actions import Action, Bet, Check, Fold
from croupier.rules.bank import BankTurn, offers, turn_after
from croupier.rules.clock import default_action
from croupier.rules.commands import (
    Act,
    Command,
    DealCards,
    EndRound,
    LockBets,
    OpenRound,
    PlaceBets,
    Settle,
    ShowDealer,
    ShowFlop,
    ShowTurnAndRiver,
    Step,
    TakeBank,
    decide,
    next_step,
)
from croupier.rules.events import Cause, Event, MeterWon
from croupier.rules.notation import notation
from croupier.rules.paytables import Bet as BetTable
from croupier.rules.round import Round, due_seats, evolve, legal_actions
from croupier.rules.terms import Terms
from croupier.rules.view import AtSeat, RoundView, view
from croupier.rules.wagers import Stakes

ME = 1
OPPONENTS = (3, 5)
OPPONENT_STAKES = Stakes(ante=1000, trips=500)
OPPONENT_BANK: Cents = 30_000
_STEPS: dict[Step, Command] = {
    Step.FLOP: ShowFlop(),
    Step.TURN_AND_RIVER: ShowTurnAndRiver(),
    Step.DEALER: ShowDealer(),
    Step.SETTLE: Settle(),
    Step.END: EndRound(),
}
_SHORT = {"t": "trips", "b": "bad_beat", "p": "pairs", "j": "progressive"}
HELP = """\
  10          Ante $10 (and Blind $10)
  10 t5 b5    with Trips $5 and Bad Beat $5; p is Pairs, j the progressive (jackpot) wager
  Enter       the same bets again
  pay         the pay tables          last   the last round as text, to keep or report
  proof       the last round's seed, for `croupier verify`
  q           leave the table"""


@dataclass
class Tally:
    """What a visit to the table came to."""

    wagered: Cents = 0
    nets: list[Cents] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return len(self.nets)

    def add(self, net: Cents, wagered: Cents) -> None:
        self.wagered += wagered
        self.nets.append(net)


class Tabletop:
    """One visit to a table, from the first bet to `q`."""

    def __init__(self, terms: Terms, bankroll: Cents, seed: str | None) -> None:
        self.terms = terms
        self.bought_in = self.bankroll = bankroll
        self.seed = seed
        self.felt = Felt()
        self.tally = Tally()
        self.turn: BankTurn | None = None
        self.stakes: Stakes | None = None
        self.events: list[Event] = []
        self.proof = ""
        self.gone = False
        self.meters: dict[str, Meter] = {}
        if BetTable.PROGRESSIVE in terms.tables:
            levels = terms.table(BetTable.PROGRESSIVE).levels
            rate = 2_000 // len(levels)
            self.meters = {
                level: Meter(amount=1_000_000 >> i, seed=500_000 >> i, rate_bp=rate, reserve_rate_bp=rate // 4)
                for i, level in enumerate(levels)
            }

    def run(self) -> None:
        """Play rounds until the player leaves or has nothing left to bet."""
        self.felt.say(f"[bold]Ultimate Texas Hold'em[/] · {self.terms.rules.name} · {self.terms.rules.title}")
        for notice in self.terms.rules.notices:
            self.felt.say(f"[dim]{notice}[/]")
        self.felt.say("[dim]? for help, q to leave[/]")
        try:
            while not self.gone:
                if self.bankroll < self._least():
                    self.felt.say("That was your last chip that buys an Ante here. Thank you for playing.")
                    break
                self._one_round()
        except Left:
            pass
        finally:
            self._summary()

    def _least(self) -> Cents:
        """The smallest bankroll that can play a round through: Ante, Blind and a 1x Play."""
        assert self.terms.limits is not None
        return 3 * self.terms.limits.ante.minimum

    def _summary(self) -> None:
        net, tally = self.bankroll - self.bought_in, self.tally
        if not tally.nets:
            return self.felt.say(f"No round played. You leave with {dollars(self.bankroll)}.")
        self.felt.say(
            f"{tally.rounds} round{'' if tally.rounds == 1 else 's'}, {dollars(tally.wagered)} wagered, "
            f"result {signed_dollars(net)} (best round {signed_dollars(max(tally.nets))}, "
            f"worst {signed_dollars(min(tally.nets))}). You leave with {dollars(self.bankroll)}."
        )
        return None

    def _one_round(self) -> None:
        number = self.tally.rounds + 1
        name = f"play/{number}" if self.seed is None else f"play/{self.seed}/{number}"
        house_seed = (
            secrets.token_bytes(32)
            if self.seed is None
            else hashlib.sha256(f"croupier play\n{self.seed}\n{number}".encode()).digest()
        )
        promise = commitment(name, house_seed)
        colour = "blue" if number % 2 else "red"
        opened = OpenRound(round=name, terms=self.terms, commitment=promise, deck_colour=colour)
        self.felt.say(f"\n[bold]Round {number}[/]  bankroll {dollars(self.bankroll)}{self._meter_text()}")
        self.felt.say(f"[dim]{colour} deck, commitment {promise[:16]}…[/]")
        round = self._bets(opened)
        done: list[Event] = list(decide(None, opened))
        done += self._prepared
        deck = deck_of(name, house_seed, {})
        round = self._do(self._do(round, LockBets(), done), DealCards(deck), done)
        round = self._play_through(round, done)
        self.events = done
        self.proof = json.dumps(
            {"round": name, "commitment": promise, "house_seed": house_seed.hex(), "deck": cards_text(deck)}
        )
        self._settled(round)

    def _do(self, round: Round | None, command: Command, done: list[Event]) -> Round:
        for event in decide(round, command):
            round = evolve(round, event)
            done.append(event)
        assert round is not None
        return round

    def _meter_text(self) -> str:
        return "".join(f"  ·  {level} {dollars(meter.amount)}" for level, meter in self.meters.items())

    # Bets

    def _bets(self, opened: OpenRound) -> Round:
        """The round with everybody's bets down; asks until the player's are good."""
        while True:
            done: list[Event] = []
            round = self._do(None, opened, done)
            try:
                round = self._banked(round, done) if self.terms.player_banked else round
                if round.bank is None or round.bank.seat != ME:
                    round = self._do(round, PlaceBets(ME, self._ask_stakes()), done)
                self._prepared = done[1:]
                return round
            except Refused as refused:
                self.felt.warn(str(refused))

    def _banked(self, round: Round, done: list[Event]) -> Round:
        """California: the bank is offered round the table, and the others bet."""
        for seat in offers(self.turn, (ME, *OPPONENTS)):
            wager = self._ask_bank() if seat == ME else OPPONENT_BANK
            if wager:
                round = self._do(round, TakeBank(seat, wager), done)
                break
        assert round.bank is not None, "the opponents never decline the bank"
        if round.bank.seat != ME:
            self.felt.say(f"Seat {round.bank.seat} banks {dollars(round.bank.wager)}.")
        for seat in OPPONENTS:
            if seat != round.bank.seat:
                round = self._do(round, PlaceBets(seat, OPPONENT_STAKES), done)
        return round

    def _ask_bank(self) -> Cents:
        text = self._ask("The bank is yours to take: how much? Enter to pass it on")
        wager = parse_dollars(text) if text else 0
        if wager > self.bankroll - 300:
            raise Refused(f"you have {dollars(self.bankroll)}, and the collection takes up to $3 of it")
        return wager

    def _ask_stakes(self) -> Stakes:
        again = f" (Enter: {_stakes_text(self.stakes)})" if self.stakes else ""
        text = self._ask(f"Your bets{again}")
        if not text and self.stakes is None:
            raise Refused("the first bet has to be said: 10 is an Ante and a Blind of $10")
        stakes = _parse_stakes(text) if text else self.stakes
        assert stakes is not None
        needed = stakes.total + stakes.ante + (self.terms.player_fee if self.terms.player_banked else 0)
        if stakes.ante > 0 and needed > self.bankroll:
            raise Refused(
                f"{_stakes_text(stakes)} with a 1x Play needs {dollars(needed)}; you have {dollars(self.bankroll)}"
            )
        self.stakes = stakes
        return stakes

    def _ask(self, prompt: str) -> str:
        """A line that is not one of the table's own words."""
        while True:
            text = self.felt.ask(prompt)
            match text.lower():
                case "q" | "quit" | "exit":
                    raise Left
                case "?" | "help":
                    self.felt.say(HELP)
                case "pay":
                    for table in pay_tables(self.terms):
                        self.felt.console.print(table)
                case "last":
                    self.felt.console.print(notation(self.events) or "no round yet", markup=False)
                case "proof":
                    self.felt.console.print(self.proof or "no round yet", markup=False)
                case _:
                    return text

    # Decisions

    def _play_through(self, round: Round, done: list[Event]) -> Round:
        shown = 0
        while (step := next_step(round)) is not Step.OPEN:
            seen = view(round, AtSeat(ME))
            if step in (Step.WAIT, Step.FLOP, Step.TURN_AND_RIVER, Step.DEALER) and len(seen.board) != shown - 1:
                shown = len(seen.board) + 1
                self._show(seen)
            round = self._decisions(round, done) if step is Step.WAIT else self._do(round, _STEPS[step], done)
        return round

    def _decisions(self, round: Round, done: list[Event]) -> Round:
        for number in due_seats(round):
            seat, street = round.seat(number), round.street
            assert seat is not None
            assert seat.hole is not None
            assert street is not None
            cause = Cause.PLAYER
            if number == ME and self.gone:
                action, cause = default_action(street), Cause.LEFT
            elif number == ME:
                try:
                    action = self._ask_action(round)
                except Left:
                    # Whoever leaves mid-round stays responsible for the wagers (R19): the round is played out.
                    self.gone = True
                    action, cause = default_action(street), Cause.LEFT
            else:
                action = opponent_action(street, seat.hole, view(round, AtSeat(number)).board)
                self.felt.say(f"[dim]Seat {number}: {_said(action)}[/]")
            round = self._do(round, Act(number, action, cause), done)
        return round

    def _ask_action(self, round: Round) -> Action:
        assert self.stakes is not None
        left = self.bankroll - self.stakes.total - sum(fee.amount for fee in round.fees if fee.seat == ME)
        can = [
            action
            for action in legal_actions(round, ME)
            if not isinstance(action, Bet) or action.multiple * self.stakes.ante <= left
        ]
        keys = {_key(action): action for action in can}
        offer = "   ".join(_offer(action, self.stakes.ante) for action in can)
        while True:
            text = self._ask(offer).lower()
            for key, action in keys.items():
                if text in (key, str(action)):
                    return action
            self.felt.warn(f"{text!r} is not one of the keys {', '.join(keys)}")

    def _show(self, seen: RoundView) -> None:
        if seen.board:
            self.felt.say(f"Board       {cards_line(seen.board)}")
        if seen.bank is not None and seen.bank.seat == ME and seen.dealer is not None:
            words = f"   [italic]{seen.dealer_hand}[/]" if seen.dealer_hand else ""
            self.felt.say(f"Your bank   {cards_line(seen.dealer)}{words}")
        for seat in seen.seats:
            if seat.number == ME and seat.hole is not None:
                self.felt.say(f"Your cards  {cards_line(seat.hole)}   [italic]{seat.hand}[/]")

    # Results

    def _settled(self, round: Round) -> None:
        seen = view(round, AtSeat(ME))
        assert seen.dealer is not None
        who = "Dealer" if seen.bank is None else f"Bank, seat {seen.bank.seat}"
        qualifies = "qualifies" if seen.dealer_qualifies else "does not qualify"
        self.felt.say(f"{who:11} {'  '.join(map(card_text, seen.dealer))}   [italic]{seen.dealer_hand}[/], {qualifies}")
        paid = self._meter_pays(round)
        net = 0
        for seat in seen.seats:
            if seat.number == ME:
                self.felt.console.print(payouts(seen, seat, paid))
                net += seat.net + paid
                wagered = seat.stakes.total + seat.play
            elif seen.bank is not None:
                assert seat.hole is not None
                assert seat.outcome is not None
                outcome = f"{seat.outcome.value}, {signed_dollars(seat.net)}"
                self.felt.say(f"Seat {seat.number}      {cards_line(seat.hole)}   [italic]{seat.hand}[/]  {outcome}")
        if seen.bank is not None:
            self.turn = turn_after(self.turn, seen.bank.seat)
            if seen.bank.seat == ME:
                net, wagered = -sum(seat.net for seat in seen.seats), seen.bank.wager
        fee = sum(fee.amount for fee in seen.fees if fee.seat == ME)
        self.bankroll += net - fee
        self.tally.add(net - fee, wagered)
        collected = f" after a collection of {dollars(fee)}" if fee else ""
        style = "bold green" if net - fee > 0 else "bold red" if net - fee < 0 else "bold"
        self.felt.say(f"[{style}]Round {signed_dollars(net - fee)}[/]{collected}")

    def _meter_pays(self, round: Round) -> Cents:
        """Feed the meters with the round's progressive wagers and take its awards off them."""
        for seat in round.seats:
            if seat.stakes.progressive:
                _, self.meters = contribute(self.meters, seat.stakes.progressive)
        wins = [event for event in round.settled if isinstance(event, MeterWon)]
        awards, self.meters = apply_awards(self.meters, wins)
        return sum(award.award.amount for award in awards if award.seat == ME)


def _key(action: Action) -> str:
    match action:
        case Bet(multiple):
            return str(multiple)
        case Check():
            return "c"
        case Fold():
            return "f"


def _offer(action: Action, ante: Cents) -> str:
    match action:
        case Bet(multiple):
            return f"[bold]{multiple}[/] bet {multiple}x {dollars(multiple * ante)}"
        case Check():
            return "[bold]c[/] check"
        case Fold():
            return "[bold]f[/] fold"


def _said(action: Action) -> str:
    return f"bets {action.multiple}x" if isinstance(action, Bet) else f"{action}s"


def _stakes_text(stakes: Stakes) -> str:
    sides: Sequence[tuple[str, Cents]] = [
        ("Trips", stakes.trips),
        ("Bad Beat", stakes.bad_beat),
        ("Pairs", stakes.pairs),
        ("Progressive", stakes.progressive),
    ]
    extra = "".join(f", {name} {dollars(amount)}" for name, amount in sides if amount)
    return f"Ante and Blind {dollars(stakes.ante)}{extra}"


_BET = re.compile(r"([a-z_]+)?\s*\$?([\d.,]+)")


def _parse_stakes(text: str) -> Stakes:
    """Bets as they are typed: `10 t5 b5`, or in full `ante 10 trips 5`."""
    amounts: dict[str, Cents] = {}
    words = re.sub(r"([a-z_]+)\s+(?=[\d$])", r"\1", text.lower()).split()
    for word in words:
        match = _BET.fullmatch(word)
        name = "ante" if match and match[1] is None else match and _SHORT.get(match[1], match[1])
        if match is None or name not in ("ante", "trips", "bad_beat", "pairs", "progressive") or name in amounts:
            raise Refused(f"not a bet: {word!r}; want an amount, such as 10, or 10 t5 for Ante $10 with Trips $5")
        amounts[name] = parse_dollars(match[2])
    if "ante" not in amounts:
        raise Refused("no Ante: every round needs Ante and Blind; 10 bets $10 on each")
    return Stakes(**amounts)
