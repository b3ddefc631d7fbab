"""Words that the pages for learners share: games, wagers with their reasons, felts."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from croupier.games import GAMES
from croupier.money import dollars as dollar_words
from croupier.money import signed_dollars
from croupier.rules.actions import Action, Bet, Pull
from croupier.rules.deal import NUMBERS
from croupier.rules.game import Game
from croupier.rules.round import Round
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.primer.scenes import results_of
from croupier.school.primer.words import because
from croupier.school.rulings import is_taught, result_rulings


class GameLink(BaseModel):
    """A game with a page of its own."""

    key: str
    name: str
    about: str


class WagerRow(BaseModel):
    """What became of one wager, and why."""

    spot: str
    felt: str
    stake: str
    net: str
    sign: str
    reason: str
    because: str
    rulings: list[str]


def game_link(game: Game) -> GameLink:
    """A game with its name and its line."""
    return GameLink(key=game.key, name=game.name, about=game.about)


def game_links() -> list[GameLink]:
    """Every game that is taught."""
    return [game_link(game) for game in GAMES.values() if is_taught(game)]


def sign_of(cents: int) -> str:
    """The colour of an amount on the page."""
    return "win" if cents > 0 else "loss" if cents < 0 else "push"


def wager_rows(round: Round) -> list[WagerRow]:
    """What became of every wager, each with its reason and the ruling."""
    game = round.game
    return [
        WagerRow(
            spot=row.spot,
            felt=game.by_key[row.spot].felt,
            stake=dollar_words(row.stake),
            net=signed_dollars(row.net),
            sign=sign_of(row.net),
            reason=row.reason,
            because=because(row.why),
            rulings=list(result_rulings(round.terms, row)),
        )
        for row in results_of(round)
    ]


def round_net(round: Round) -> int:
    """What the round came to for the learner, in cents."""
    return sum(row.net for row in results_of(round))


def dealer_words(round: Round) -> str:
    """What the dealer's hand is, and whether it plays; nothing where the dealer has none."""
    game = round.game
    if not game.layout.dealer:
        return ""
    strength = round.dealer_strength
    words = game.ranking.describe(strength)
    if game.qualifies is None:
        return words
    return f"{words} and {'qualifies' if game.qualifies(strength) else 'does not qualify'}"


def dealt_words(game: Game) -> str:
    """Which cards lie where, as a player is told."""
    own, dealer, board, up = (NUMBERS[n] for n in _laid(game))
    words = f"{own.capitalize()} cards to each player"
    if game.layout.dealer == game.layout.own:
        words += " and to the dealer"
    elif game.layout.dealer:
        words += f", {dealer} to the dealer"
    if game.layout.board:
        words += f", and {board} on the board that everybody shares"
    words += "."
    if game.layout.up:
        words += f" Of the dealer's cards {up} lies face up."
    return words


def _laid(game: Game) -> tuple[int, int, int, int]:
    layout = game.layout
    return layout.own, layout.dealer, layout.board, layout.up


def action_words(action: Action, cents: int = 0) -> str:
    """An action as a button says it: `Bet 4x $40`."""
    match action:
        case Bet(multiple):
            return f"Bet {multiple}x {dollar_words(cents)}" if cents else f"Bet {multiple}x"
        case Pull():
            return f"Pull {dollar_words(-cents)} back" if cents else "Pull the bet back"
        case _:
            return {"check": "Check", "fold": "Fold", "ride": "Let it ride"}[str(action)]


def felt_rows(game: Game, *, link: bool) -> Iterator[list[tuple[str, int]]]:
    """The spots as they lie on the felt, each with how many places it takes; an empty place has no key."""
    for row in game.layout.felt:
        cells: list[tuple[str, int]] = []
        for key in row.split():
            spot = "" if key == "." or (key == PROGRESSIVE and not link) else key
            if cells and spot and cells[-1][0] == spot:
                cells[-1] = (spot, cells[-1][1] + 1)
            else:
                cells.append((spot, 1))
        yield cells
