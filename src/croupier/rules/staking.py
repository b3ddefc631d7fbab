"""What may be put on the felt before the deal: which bets, how many games, and how much."""

from __future__ import annotations

from functools import lru_cache

from croupier.money import Cents, dollars
from croupier.rules.game import Game
from croupier.rules.round import Round
from croupier.rules.terms import Limits, Terms
from croupier.rules.wagers import PROGRESSIVE, BadWager, Placed, Stakes


def check_stakes(terms: Terms, stakes: Stakes) -> None:
    """Refuse stakes that the rules (R6 to R8, R11) or the table's limits do not allow."""
    _check(terms, tuple(stakes.items()))


# Players put down the same few amounts all day, and what was found right once on these terms is right for good.
@lru_cache(maxsize=4096)
def _check(terms: Terms, down: tuple[tuple[str, Cents], ...]) -> None:
    stakes = Stakes(down)
    game, named = terms.game, dict(down)
    if all(named.get(spot, 0) <= 0 for spot in game.dealt_in):
        raise BadWager(_not_dealt_in(terms, stakes))
    for key, amount in named.items():
        spot = game.by_key.get(key)
        if spot is None or spot.placed is not Placed.BEFORE:
            known = ", ".join(spot.key for spot in game.chosen)
            raise BadWager(f"{key!r} is not offered: no bet of {game.name} before the deal; want {known}")
        if amount < 0:
            raise BadWager(f"{spot.felt} is {dollars(amount)}; a negative wager cannot be made")
        if not terms.offers(key):
            offer = ", ".join(other.felt for other in game.optional if terms.offers(other.key))
            raise BadWager(f"{spot.felt} is not offered under {terms.rules.name} at this table; on offer: {offer}")
        if spot.follows is not None and amount != stakes.on(spot.follows):
            led = game.by_key[spot.follows].felt
            raise BadWager(f"the {spot.felt} is {dollars(amount)}; the {spot.felt} must equal the {led}")
        needs = (game.base,) if key == PROGRESSIVE else spot.needs
        if lacking := [needed for needed in needs if stakes.on(needed) <= 0]:
            missing = " and ".join(game.by_key[needed].felt for needed in lacking)
            article = "an" if missing[0] in "AEIOU" else "a"
            raise BadWager(f"{spot.felt} needs {_needed(game, needs)}; add {article} {missing} bet")
    most = terms.rules.most_games
    if most is not None and (count := games(game, stakes)) > most:
        raise BadWager(f"{count} games are too many; a player may be in {_FEW[most]} games, so drop one side bet")
    if terms.limits is not None:
        _check_amounts(terms, terms.limits, stakes)


def chosen_stakes(round: Round) -> dict[int, Stakes]:
    """What players chose to bet in a round, by seat: what follows another bet is not among it."""
    chosen = [spot.key for spot in round.game.chosen]
    return {
        seat.number: Stakes({spot: seat.stakes[spot] for spot in chosen if spot in seat.stakes}) for seat in round.seats
    }


_FEW = ("no", "one", "two", "three", "four", "five")


def games(game: Game, stakes: Stakes) -> int:
    """How many games this is by R8: the base game and each optional bet."""
    return (game.base in stakes) + len([spot for spot in game.optional if spot.key in stakes])


def _needed(game: Game, needs: tuple[str, ...]) -> str:
    """What a bet needs, in the words of the felt: the base bets, and then what it names."""
    base = [spot.felt for spot in game.before if game.base in (spot.key, spot.follows)]
    words = [*base, *(game.by_key[needed].felt for needed in needs if needed != game.base)]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _not_dealt_in(terms: Terms, stakes: Stakes) -> str:
    game = terms.game
    base, *others = (game.by_key[spot].felt for spot in game.dealt_in if terms.offers(spot))
    followers = [spot.felt for spot in game.before if spot.follows == game.base]
    match_it = f", with a {' and a '.join(followers)} to match" if followers else ""
    instead = "".join(f", or bet {other}" for other in others)
    return f"the {base} is {dollars(stakes.on(game.base))}; it must be positive{match_it}{instead}"


def _check_amounts(terms: Terms, limits: Limits, stakes: Stakes) -> None:
    game = terms.game
    for spot in game.chosen:
        amount = stakes.get(spot.key)
        if not amount or (span := limits.spots.get(spot.key)) is None:
            continue
        felt = spot.felt
        if amount % limits.unit:
            raise BadWager(f"{felt} {dollars(amount)} is not a multiple of {dollars(limits.unit)}")
        if not span.minimum <= amount <= span.maximum:
            raise BadWager(f"{felt} {dollars(amount)} is outside this table's limits; want {span.words}")
        if limits.legal is not None and amount > limits.legal:
            raise BadWager(f"{felt} {dollars(amount)} passes the legal limit of {dollars(limits.legal)}")
    base, largest = stakes.on(game.base), game.largest_multiple
    if limits.legal is not None and largest * base > limits.legal:
        felt, most = game.by_key[game.base].felt, dollars(limits.legal // largest)
        raise BadWager(
            f"{felt} {dollars(base)} would make a {game.largest_raise} above the legal limit; at most {most}"
        )
    progressive = stakes.on(PROGRESSIVE)
    if progressive and terms.progressive_stake is None:
        raise BadWager("this table is on no progressive link; leave the Progressive out")
    if progressive and progressive != terms.progressive_stake:
        raise BadWager(f"Progressive is a fixed {dollars(terms.progressive_stake or 0)} on this link")
