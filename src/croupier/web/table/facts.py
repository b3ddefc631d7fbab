"""What does not change at a table from round to round: its game, its felt, its limits and pay tables, for a page."""

from __future__ import annotations

from functools import lru_cache

from croupier.floor.choices.making import approval_words
from croupier.floor.practice import is_practice
from croupier.floor.table import Table
from croupier.lab.solved import face_up_words, is_countable, table_edges
from croupier.money import dollars
from croupier.rules.game import Game
from croupier.rules.own.bet import own_words
from croupier.rules.paytables import Paytable, line_words, pay_words
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE, Placed
from croupier.web import models


def facts(table: Table) -> models.TableFacts:
    """What does not change from round to round, but for a stop. The same object while it is so."""
    settings = table.settings
    approval = "" if is_practice(table.name) else approval_words(settings)
    stopped = table.stopped is not None or table.closed or table.unlawful is not None
    return _facts(table.name, settings.terms, settings.coach.value, stopped, table.closed, approval)


@lru_cache(maxsize=512)
def _facts(name: str, terms: Terms, coach: str, stopped: bool, closed: bool, approval: str) -> models.TableFacts:
    limits = terms.limits
    assert limits is not None, "a table has limits"
    game = terms.game
    base = limits.of(game.base)
    notices = list(terms.rules.notices)
    if terms.aggregate_cap is not None:
        notices.append(f"All winnings of a round together: at most {dollars(terms.aggregate_cap)}.")
    if terms.own_bets:
        words = own_words(terms.own_bets)
        notices.append(f"{words[0].upper()}{words[1:]}.")
    if terms.face_up:
        notices.append(face_up_words(terms) or "Players' cards are dealt face up.")
    posted = [bet for bet in (*game.base_tables, *(spot.key for spot in game.optional)) if _is_offered(terms, bet)]
    return models.TableFacts(
        id=name,
        game=game.key,
        game_name=game.name,
        coached=is_countable(game),
        coach=coach,
        base=game.base,
        base_felt=game.base_label or game.by_key[game.base].felt,
        dealt_in=list(game.dealt_in),
        most_games=terms.rules.most_games,
        actions=list(dict.fromkeys(str(action) for street in game.streets for action in street.offers)),
        streets={street.key: street.words for street in game.streets},
        spots=[
            models.SpotCard(
                key=spot.key,
                felt=spot.felt,
                placed=spot.placed.name.lower(),
                follows=spot.follows,
                letter=spot.letter,
                limits=_limits(terms, spot.key),
                needs=list((game.base,) if spot.key == PROGRESSIVE else spot.needs),
            )
            for spot in game.spots
            if spot.placed is not Placed.BEFORE or _is_offered(terms, spot.key)
        ],
        felt=felt_card(game),
        rules=terms.rules.name,
        title=terms.rules.title,
        procedure=terms.procedure.value,
        limits_text=f"{dollars(base.minimum)} to {dollars(base.maximum)}",
        progressive_stake=terms.progressive_stake,
        notices=notices,
        player_banked=terms.player_banked,
        face_up=terms.face_up,
        face_up_edges={players: found.edge for players, found in table_edges(terms).items()},
        practice=is_practice(name),
        clock_s=terms.clock_s,
        stopped=stopped,
        closed=closed,
        approval=approval,
        paytables=[_paytable(terms, bet) for bet in posted],
    )


def _is_offered(terms: Terms, bet: str) -> bool:
    """Whether a bet can be made at the table; the Progressive only while the table is on a link."""
    return terms.offers(bet) and (bet != PROGRESSIVE or terms.progressive_stake is not None)


def _limits(terms: Terms, spot: str) -> list[int] | None:
    span = None if terms.limits is None else terms.limits.spots.get(spot)
    return None if span is None else [span.minimum, span.maximum]


def felt_card(game: Game) -> models.FeltCard:
    """How a game's cards and spots lie."""
    layout = game.layout
    turned = [models.RevealCard(step=turn.step.word, board=turn.board) for turn in game.reveals if not turn.dealer]
    return models.FeltCard(
        own=layout.own,
        dealer=layout.dealer,
        up=layout.up,
        board=layout.board,
        rows=list(layout.felt),
        reveals=turned,
    )


def _paytable(terms: Terms, bet: str) -> models.PaytableCard:
    table = terms.table(bet)
    lines = [
        models.PaytableLine(line=line, words=line_words(line), pay=pay_words(pay), envy=_envy(table, line))
        for line, pay in table.pays.items()
    ]
    felt = terms.game.table_words(bet)
    spots = [spot.key for spot in terms.game.spots if bet in (spot.key, spot.pays)]
    return models.PaytableCard(bet=bet, felt=felt, name=table.name, lines=lines, envy=bool(table.envy), spots=spots)


def _envy(table: Paytable, line: str) -> str:
    """What others at the table get for each dollar of their wager when this line is hit (R36)."""
    return f"${table.envy[line]:,}" if line in table.envy else ""
