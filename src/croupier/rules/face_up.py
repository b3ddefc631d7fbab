"""What the letter of 2020 and its report say of games dealt face up (R17): their titles, and how many spots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from croupier.rules.wagers import PROGRESSIVE

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.rules.terms import Terms

NOT_A_TITLE: Final = "not among the titles of the 2020 letter"
"""What stands beside a face-up table with a bet that no title names."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title that the letter names: a game, or a game with one more bet."""

    name: str
    bet: str = ""
    """The spot that it adds to its game; none where it is the game itself."""
    is_dealt: bool = True
    """Whether it is dealt here: of three titles no document prints the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpLetter:
    """What letter and report say of one game."""

    titles: tuple[Title, ...]
    included: tuple[str, ...] = ()
    """Side bets that belong to the game itself, whatever its title."""
    most_spots: int | None = None
    """How many spots the report advises at most; `None` where it calls the game not beatable."""

    @property
    def advice(self) -> str:
        """What the report advises, in words."""
        if self.most_spots is None:
            return "The report, which assumes 3 players, calls the game not beatable."
        return f"The report advises {self.most_spots} spots at most."


def advice_words(game: Game) -> str:
    """What the report advises for a game."""
    return "The report does not speak of this game." if game.letter is None else game.letter.advice


def title_words(terms: Terms) -> str:
    """The title of a table: its game and its side bets by name, as `Mississippi Stud with Three Card Bonus`."""
    felts = [terms.game.by_key[bet].felt for bet in _side_bets(terms)]
    if not felts:
        return terms.game.name
    return f"{terms.game.name} with {' and '.join(filter(None, (', '.join(felts[:-1]), felts[-1])))}"


def bets_without_title(terms: Terms) -> tuple[str, ...]:
    """The felt words of a table's side bets that no title of the letter names; the game's own name where none does.

    A table with several named bets is of several titles at once (policy)."""
    letter = terms.game.letter
    if letter is None or not letter.titles:
        return (terms.game.name,)
    named = {*letter.included, *(title.bet for title in letter.titles if title.is_dealt)}
    return tuple(terms.game.by_key[bet].felt for bet in _side_bets(terms) if bet not in named)


def _side_bets(terms: Terms) -> list[str]:
    """The side bets that can be made at a table; the Progressive only while it is on a link."""
    bets = [bet.key for bet in terms.game.side_bets if bet.key in terms.tables]
    return [*bets, PROGRESSIVE] if terms.progressive_stake is not None else bets
