"""Which ruling decides what became of a wager: what a wrong answer breaks."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.rules.game import AfterFold, Game
from croupier.rules.paytables import ALL_SEVEN
from croupier.rules.reasons import FOLDED, NOT_QUALIFIED
from croupier.rules.rulings import Rulings
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE


class NotTaught(Refused):
    """A question about a game that the school has no words for yet."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(other.name for other in GAMES.values() if is_taught(other))
        super().__init__(f"the school does not teach {game.name} yet; want one of {there}")


def is_taught(game: Game) -> bool:
    """Whether the school has the rulings and the words of a game: questions, a page of how it is played, a lesson."""
    return game.rulings is not None


def rulings_of(game: Game) -> Rulings:
    """Which rulings say what of a game; refused for one that the school does not teach."""
    if game.rulings is None:
        raise NotTaught(game)
    return game.rulings


def spot_ruling(game: Game, spot: str) -> str:
    """What says how a spot pays."""
    rulings = rulings_of(game)
    return rulings.spots.get(spot, rulings.base)


def result_rulings(terms: Terms, row: Result) -> tuple[str, ...]:
    """What decided this result; what a bank did not cover is R30's doing too, and a cut R12's."""
    game, codes = terms.game, row.why.split("+")
    if row.spot == ENVY:
        rulings = ["R36"]
    elif row.spot == PROGRESSIVE:
        rulings = ["R40" if codes[0] == FOLDED.code else progressive_ruling(terms)]
    elif codes[0] == FOLDED.code and not _a_house_chooses(game, row.spot):
        rulings = [rulings_of(game).fold]
    elif codes[0] == NOT_QUALIFIED.code and row.spot == game.returned_first:
        rulings = ["R20", "R21"]
    elif row.spot == "blind" and not row.line:
        rulings = ["R20"]
    else:
        rulings = [spot_ruling(game, row.spot)]
    if any(code in ("part_covered", "not_covered") for code in codes):
        rulings.append("R30")
    if "capped" in codes:
        rulings.append("R12")
    return tuple(rulings)


def _a_house_chooses(game: Game, spot: str) -> bool:
    """Whether a house may let a fold lose a side bet: then the bet's own ruling says so."""
    return spot in game.side_bet and game.side_bet[spot].after_fold is AfterFold.HOUSE_CHOOSES


def progressive_ruling(terms: Terms) -> str:
    """What says how a progressive table pays: R34 by all seven cards, R35 on a Multi-Game Link."""
    return "R34" if terms.table(PROGRESSIVE).cards == ALL_SEVEN else "R35"
