"""A house that lies: whatever the viewer of the moment may not see is another card, and its seed is another seed.

Only what is hidden is changed, in the memory of the house and wherever it works a deck out. The promise before the
bets, and everything that was ever public, stays as it is in the honest house.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from croupier.cards import DECK, Card, Cards
from croupier.fair import commitment as fair
from croupier.floor import play
from croupier.floor import table as tables
from croupier.floor.history import rounds
from croupier.floor.room import Room
from croupier.floor.table import Table
from croupier.rules.deal import Deal, deal
from croupier.rules.round import Round, Stage
from torture.secrets.sight import Places

_TRIES = 40


@dataclass(slots=True)
class Chance:
    """The seeds and decks of one house. `lies` says whether they are other ones than everybody is shown."""

    seed: str
    lies: bool
    decks: dict[str, Cards] = field(default_factory=dict)
    """By round: what lies on the table now, where that is not the truth."""

    def install(self, room: Room) -> None:
        """Let a room draw its seeds here, and the whole process its decks. Nothing is put back."""
        room._draw = self.drawn
        # Where the names are used: the modules that define them keep the honest ones.
        tables.deck_of = rounds.deck_of = self.deck_of  # type: ignore[attr-defined]
        play.commitment = self.commitment  # type: ignore[attr-defined]

    def true_seed(self, round: str) -> bytes:
        """The seed that the honest house has."""
        return hashlib.sha256(f"{self.seed} {round}".encode()).digest()

    def drawn(self, round: str) -> bytes:
        """The seed that this house has."""
        return hashlib.sha256(b"another" + self.true_seed(round)).digest() if self.lies else self.true_seed(round)

    def commitment(self, round: str, house_seed: bytes, dealing: str) -> str:
        """What is promised before the bets, in both houses the same."""
        return fair.commitment(round, self.true_seed(round), dealing)

    def deck_of(self, round: str, house_seed: bytes, player_seeds: Mapping[int, str], cards: Cards = DECK) -> Cards:
        """The deck that is dealt here."""
        return self.decks.get(round) or fair.deck_of(round, self.true_seed(round), player_seeds, cards)

    def true_deck(self, round: Round) -> Cards:
        """The deck that the honest house deals; known from the lock on, when nobody can mix words in any more."""
        mixed = {one.seat: one.seed for one in round.seeds}
        return fair.deck_of(round.id, self.true_seed(round.id), mixed, round.game.deck)

    def true_deal(self, round: Round) -> Deal:
        """Where its cards lie."""
        return dealt(round, self.true_deck(round))

    def tell_the_truth(self, room: Room, name: str) -> None:
        """Put everything back as it is in the honest house."""
        round = room.table(name).in_play
        if self.lies and round is not None:
            self.decks.pop(round.id, None)
            self._put(room, name, round.id, self.true_seed(round.id), self.true_deck(round))

    def lie(self, room: Room, name: str, known: Places, ahead: Round, chance: Random) -> None:
        """Put other cards wherever nobody who knows `known` can tell, for as long as the round is as it will be
        `ahead`."""
        round = room.table(name).in_play
        if not self.lies or round is None or ahead.id != round.id:
            return
        deck = other_deck(self.true_deck(ahead), ahead, known, chance)
        self.decks[round.id] = deck
        self._put(room, name, round.id, chance.randbytes(32), deck)

    def _put(self, room: Room, name: str, round: str, seed: bytes, deck: Cards) -> None:
        live = room._live_tables.at(name)
        live.table = with_hidden(live.table, round, seed, deck)


def dealt(round: Round, deck: Cards) -> Deal:
    """Where the cards of a deck lie in a round."""
    return deal(round.terms.procedure, round.game.layout, [seat.number for seat in round.seats], deck)


def with_hidden(table: Table, name: str, seed: bytes, deck: Cards) -> Table:
    """The same table with another seed and deck in its round."""
    round = table.round
    if round is None or round.id != name:
        return table
    if round.deal is not None:
        cards = dealt(round, deck)
        seats = tuple(replace(seat, cards=cards.own[seat.number]) for seat in round.seats)
        round = replace(round, deck=deck, deal=cards, seats=seats)
    return replace(table, round=round, seed=seed)


def other_deck(deck: Cards, round: Round, known: Places, chance: Random) -> Cards:
    """The deck with every card changed for another but those that lie in known places, and so that everybody could
    have decided as they did: some raises are for some cards only."""
    for _ in range(_TRIES):
        true = dealt(round, deck)
        fixed = known.cards(true)
        free = [card for card in round.game.deck if card not in fixed]
        mixed = chance.sample(free, len(free))
        to: dict[Card, Card] = dict(zip(free, mixed, strict=True))
        other = tuple(to.get(card, card) for card in deck)
        impossible = _impossible(round, dealt(round, other))
        if not impossible:
            return other
    return other_deck(deck, round, known | Places(frozenset(impossible)), chance)


def _impossible(round: Round, cards: Deal) -> set[int]:
    """The seats that could not have decided as they did with these cards."""
    if round.stage in (Stage.BETTING, Stage.LOCKED):
        return set()
    found = set()
    for seat in round.seats:
        for street, action in enumerate(seat.line):
            if action not in round.game.open_to(street, cards.own[seat.number]):
                found.add(seat.number)
    return found
