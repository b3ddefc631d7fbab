"""Deal a round of any game, play it, and keep it as text."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.cards import Card, Cards, parse_cards
from croupier.errors import Refused
from croupier.extras import needing
from croupier.fair.commitment import commitment, deck_of
from croupier.fair.shuffle import SEED_BYTES
from croupier.floor.cases import answer
from croupier.games import chosen_rules
from croupier.money import Cents
from croupier.rules.actions import parse_action
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, TakeBank, decide, next_step
from croupier.rules.deal import dealing_of
from croupier.rules.events import Event
from croupier.rules.notation import notation, parse_notation
from croupier.rules.notations import split_rounds
from croupier.rules.round import (
    FINISHED,
    Round,
    dealer_shown,
    due_seats,
    evolve,
    replay,
    results_by_seat,
    up_cards,
    visible_board,
)
from croupier.rules.round import legal_actions as legal_in
from croupier.rules.settlement import Result
from croupier.rules.steps import LOCK, OPEN, WAIT
from croupier.rules.terms import terms
from croupier.rules.wagers import Stakes

if TYPE_CHECKING:
    from croupier.front.odds import ChoiceValues


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round, and the events that made it. Acting gives a new one; this one stays as it is.

    Cards are those that a player may see by now. Money is whole cents, and its signs are the player's. As text
    (`str`) it is the round in notation.
    """

    events: tuple[Event, ...]
    """All that happened, in order: what `croupier.rules.events` describes."""
    round: Round
    """What is true after them, cards that nobody may see yet included."""

    @property
    def game(self) -> str:
        """The game's key, such as `uth`."""
        return self.round.game.key

    @property
    def rules(self) -> str:
        """The rule set's name, such as `wa-2018`."""
        return self.round.terms.rules.name

    @property
    def street(self) -> str:
        """How far it has come, in one word, such as `preflop` or `over`."""
        return self.round.stage_key

    @property
    def is_over(self) -> bool:
        """Whether every bet is settled and the round has ended, or was voided."""
        return self.round.stage in FINISHED

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return due_seats(self.round)

    @property
    def board(self) -> Cards:
        """The community cards that lie face up."""
        return visible_board(self.round)

    @property
    def dealer(self) -> Cards:
        """The dealer's cards that can be seen: all of them from the showdown on."""
        cards = dealer_shown(self.round)
        return up_cards(self.round) if cards is None else cards

    def cards(self, seat: int) -> Cards:
        """The seat's own cards."""
        seated = self.round.seat(seat)
        if seated is None:
            staked = ", ".join(str(one.number) for one in self.round.seats)
            raise Refused(f"seat {seat!r} is not in this round; staked seats: {staked}")
        return seated.cards or ()

    def legal_actions(self, seat: int) -> tuple[str, ...]:
        """What the seat may do now, as `act` takes it; nothing if it has nothing to decide."""
        return tuple(map(str, legal_in(self.round, seat)))

    def act(self, seat: int, action: str) -> PlayedRound:
        """The round after the seat has done that, and the dealer all that follows until somebody must decide."""
        return _dealt_on(_after(self, Act(seat, parse_action(action))))

    def best(self, seat: int) -> ChoiceValues:
        """What each choice of a seat that is due is worth, best first. Needs the extra `lab`."""
        with needing("the best decision"):
            from croupier.front.odds import decision_in

        return decision_in(self.round, seat)

    def results(self, seat: int) -> tuple[Result, ...]:
        """What became of each of the seat's bets so far, with the reason. What a meter pays is not among them."""
        return tuple(results_by_seat(self.round).get(seat, ()))

    def net(self, seat: int) -> Cents:
        """What the seat won or lost so far, all its bets together."""
        return sum(row.net for row in self.results(seat))

    def __str__(self) -> str:
        return notation(self.events)


def _after(played: PlayedRound, *commands: Command) -> PlayedRound:
    round, events = played.round, list(played.events)
    for command in commands:
        for event in decide(round, command):
            round = evolve(round, event)
            events.append(event)
    return PlayedRound(tuple(events), round)


def _dealt_on(played: PlayedRound) -> PlayedRound:
    """The dealer's own steps, as far as they go without a player."""
    while (step := next_step(played.round)) not in (WAIT, OPEN):
        played = _after(played, step)
    return played


def deal(
    game: str | None = None,
    bets: Mapping[int, Mapping[str, Cents]] | None = None,
    *,
    rules: str | None = None,
    paytables: Mapping[str, str] | None = None,
    bank: tuple[int, Cents] | None = None,
    seed: str | int | None = None,
    deck: str | Iterable[int] | None = None,
    name: str = "round/1",
) -> PlayedRound:
    """Deal a round of any game to the seats that bet, up to the first decision.

    `game` is a key of `GAMES`, `rules` one of its rule sets; either may be left out. `bets` are cents by spot and
    seat, such as `{3: {"ante": 1000, "trips": 500}}`; left out, seat 1 makes the game's own bet of $10. What follows
    another bet, such as the Blind, is not named. `paytables` name others than the customary ones, and `bank` is the
    seat that banks and its wager, where a player does. The same `seed` and `name` give the same cards; `deck` gives a
    whole deck order instead, top card first.
    """
    if seed is not None and deck is not None:
        raise Refused("a round is dealt from a seed or from a given deck, not from both; leave one out")
    chosen = chosen_rules(game, rules)
    at = terms(chosen) if paytables is None else terms(chosen, {**terms(chosen).tables, **paytables})
    house = secrets.token_bytes(SEED_BYTES) if seed is None else hashlib.sha256(f"croupier\n{seed}".encode()).digest()
    promise = commitment(name, house, dealing_of(at)) if deck is None else ""
    order = deck_of(name, house, {}, chosen.game.deck) if deck is None else _deck(deck)
    down = bets if bets is not None else {1: {chosen.game.base: 1000}}
    (opened,) = decide(None, OpenRound(round=name, terms=at, commitment=promise))
    played = PlayedRound((opened,), evolve(None, opened))
    banking = () if bank is None else (Act(bank[0], TakeBank(_cents("the bank", bank[1]))),)
    placing = [Act(seat, PlaceBets(_stakes(stakes))) for seat, stakes in down.items()]
    return _dealt_on(_after(played, *banking, *placing, LOCK, DealCards(order)))


def _stakes(stakes: Mapping[str, Cents]) -> Stakes:
    return Stakes({spot: _cents(spot, amount) for spot, amount in stakes.items()})


def _cents(what: str, amount: Cents) -> Cents:
    """An amount that a program gives, which may be anything."""
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise Refused(f"{amount!r} on {what} is no amount; want whole cents, such as 1000 for $10")
    return amount


def _deck(deck: str | Iterable[int]) -> Cards:
    return parse_cards(deck) if isinstance(deck, str) else tuple(map(Card, deck))


def read_notation(text: str) -> PlayedRound:
    """The round that a text in notation tells, played again; an amount that the engine does not give is refused."""
    events = parse_notation(text)
    return PlayedRound(events, replay(events))


def read_rounds(text: str) -> tuple[PlayedRound, ...]:
    """All rounds of a text in notation, one after the other, each played again as `read_notation` does."""
    played = (written.played() for written in split_rounds(text))
    return tuple(PlayedRound(events, replay(events)) for events in played)


def write_notation(played: PlayedRound) -> str:
    """A round as text, to paste and to play again: `read_notation(write_notation(r)) == r`."""
    return notation(played.events)


def settle(case: Mapping[str, Any]) -> dict[str, Any]:
    """What every bet of a case is worth, to the cent; `docs/cases.md` says what a case and an answer hold.

    A case that breaks a rule is refused.
    """
    settled = answer(dict(case))
    if "error" in settled:
        raise Refused(settled["error"])
    return settled
