"""Outs: the unseen cards that decide, each with what it gives to whom. They follow from the game's value.

While cards of the board are to come, they are those that make the hand better; once it is complete and the dealer's own
cards are hidden, those that beat it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from croupier.cards import Card, Cards
from croupier.hands import ONE, Strength, with_article

if TYPE_CHECKING:
    from croupier.rules.game import Game

_AT_ONCE: Final = 2
"""Where more cards are turned at once, nobody counts what one of them would do."""
_KIND: Final = "would give you a better kind of hand"
_BETTER: Final = f"{_KIND}, and help the board alone less"
_PAYS: Final = "would give you a better line of the pay table"


@dataclass(frozen=True, slots=True)
class Out:
    """A card that decides, and why: `gives the dealer a pair of kings`."""

    card: Card
    why: str


@dataclass(frozen=True, slots=True)
class Outs:
    """The cards that decide, of so many unseen ones. `would` is what each of them would do.

    against   whether they are the dealer's: they beat the hand
    """

    cards: tuple[Out, ...]
    unseen: int
    would: str
    against: bool = False

    @property
    def question(self) -> str:
        """What a learner is asked to count."""
        return f"How many of the {self.unseen} unseen cards {self.would}?"

    @property
    def words(self) -> str:
        """How many they are, in a sentence."""
        return f"{len(self.cards)} of the {self.unseen} unseen cards {self.would}"

    @property
    def by_reason(self) -> dict[str, list[Card]]:
        """The cards by what they give, in the order of the deck."""
        groups: dict[str, list[Card]] = {}
        for out in self.cards:
            groups.setdefault(out.why, []).append(out.card)
        return groups


def outs_at(game: Game, own: Cards, board: Cards = (), up: Cards = ()) -> Outs | None:
    """The outs with those cards in sight; none where nobody counts any: all own cards are there and the dealer's hand
    is another, or the first cards of the board come three at a time."""
    layout, known = game.layout, {*own, *board, *up}
    unseen = tuple(card for card in game.deck if card not in known)
    if layout.board and len(board) == layout.board:
        ranked = layout.dealer and len(board) + 1 >= game.ranking.least
        return _against(game, own, board, unseen) if ranked else None
    turned = next((reveal.board for reveal in game.reveals if reveal.board > len(board)), 0) - len(board)
    if not 0 < turned <= _AT_ONCE or (game.ranking.few is None and len(own) + len(board) + 1 < game.ranking.least):
        return None
    return _for(game, own, board, unseen)


def counts_outs(game: Game, street: int) -> bool:
    """Whether there is something to count when a street is decided."""
    layout = game.layout
    return outs_at(game, game.deck[: layout.own], game.deck[layout.own :][: game.board_at(street)]) is not None


def _against(game: Game, own: Cards, board: Cards, unseen: Cards) -> Outs:
    """The cards that beat the hand, each alone with the board."""
    mine = game.rank(own, board)
    theirs = ((card, game.rank((card,), board)) for card in unseen)
    cards = tuple(Out(card, _beats(game, card, hand, mine)) for card, hand in theirs if hand > mine)
    return Outs(cards, len(unseen), "would beat you, each alone with the board", against=True)


def _beats(game: Game, card: Card, hand: Strength, mine: Strength) -> str:
    words = _called(game, hand)
    # Both hands have the board, so what is called the same is decided by the card that the board does not have.
    decides = f", and the {ONE[card.rank]} decides" if words == _called(game, mine) else ""
    return f"gives the dealer {words}{decides}"


def _for(game: Game, own: Cards, board: Cards, unseen: Cards) -> Outs:
    """The cards that make the hand a better one."""
    shared = game.layout.dealer > 0
    helps = _better_kind if shared else _better_line
    cards = tuple(
        Out(card, f"gives you {_called(game, _worth(game, own, (*board, card)))}")
        for card in unseen
        if helps(game, own, board, card)
    )
    return Outs(cards, len(unseen), _PAYS if not shared else _BETTER if board else _KIND)


def _better_kind(game: Game, own: Cards, board: Cards, card: Card) -> bool:
    """Whether a card makes it a better kind of hand, and does less for a board that lies there for the dealer, too."""

    def kind(held: Cards, shown: Cards) -> int:
        few = len(held) + len(shown) < game.ranking.least and game.ranking.few is None
        return 0 if few else int(game.ranking.category(_worth(game, held, shown)))

    def gain(held: Cards) -> int:
        return kind(held, (*board, card)) - kind(held, board)

    return gain(own) > (gain(()) if board else 0)


def _better_line(game: Game, own: Cards, board: Cards, card: Card) -> bool:
    """Whether a card brings the hand to a better line of the pay table than it is on."""
    now, then = _worth(game, own, board), _worth(game, own, (*board, card))
    line = game.paying_line(then)
    return then > now and line != game.paying_line(now) and any(line in lines for lines in game.base_tables.values())


def _worth(game: Game, own: Cards, board: Cards) -> Strength:
    few = game.ranking.few
    if len(own) + len(board) < game.ranking.least and few is not None:
        return few((*own, *board))
    return game.rank(own, board)


def _called(game: Game, hand: Strength) -> str:
    """A hand as somebody is given it: `a pair of kings`, `two pair, kings and nines`, `ace high`, `a flush`."""
    words = game.ranking.describe(hand)
    kind, _, more = words.partition(", ")
    return with_article(kind if more.endswith(" high") else words)
