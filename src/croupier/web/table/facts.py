"""What does not change at a table from round to round: its game, its felt, its limits and pay tables, for a page."""

from __future__ import annotations

from functools import lru_cache

from croupier.floor.choices.notices import layout_notices
from croupier.floor.practice import is_practice
from croupier.floor.table import Table
from croupier.lab.capabilities import is_countable, table_edges
from croupier.money import dollars
from croupier.rules.collection import bank_fee
from croupier.rules.exposure import exposure, largest_wagers
from croupier.rules.game import Game
from croupier.rules.posted_tables import PostedTable, posted_at
from croupier.rules.seat import SEATS
from croupier.rules.terms import Terms
from croupier.rules.wagers import PROGRESSIVE, Placed
from croupier.web import models


def facts(table: Table, approval: str = "", *, held: bool = False, coached: bool = True) -> models.TableFacts:
    """What does not change at a table from round to round, how it stands to its approval, and whether it deals no
    further round (`held`) or has no coach (`coached`). The same object for as long as nothing of it changes."""
    settings = table.settings
    stopped = table.held is not None or table.closed or table.unlawful is not None or held
    terms, round = settings.terms, table.in_play
    if round is not None and round.terms.face_up != terms.face_up:
        terms = round.terms  # face up was ended, and this round keeps to its own terms
    return _facts(table.name, called(table), terms, settings.coach.value, stopped, table.closed, approval, coached)


def called(table: Table) -> str:
    """What a table is called on a page: a house's goes by its name, a private one by what its maker says."""
    return table.settings.called or ("Private table" if is_practice(table.name) else table.name)


@lru_cache(maxsize=512)
def _facts(
    name: str, called: str, terms: Terms, coach: str, stopped: bool, closed: bool, approval: str, coached: bool
) -> models.TableFacts:
    limits = terms.limits
    assert limits is not None, "a table has limits"
    game = terms.game
    base = limits.of(game.base)
    return models.TableFacts(
        id=name,
        called=called,
        game=game.key,
        game_name=game.name,
        coached=coached and is_countable(game) and not terms.real_cards,
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
        lays_board=terms.procedure.lays_board,
        limits_text=f"{dollars(base.minimum)} to {dollars(base.maximum)}",
        progressive_stake=terms.progressive_stake,
        notices=list(layout_notices(terms)),
        player_banked=terms.player_banked,
        bank=_bank_terms(terms) if terms.player_banked and terms.limits is not None else None,
        face_up=terms.face_up,
        face_up_edges={players: edge.edge for players, edge in table_edges(terms).items()},
        practice=is_practice(name),
        real_cards=terms.real_cards,
        clock_s=terms.clock_s,
        stopped=stopped,
        closed=closed,
        approval=approval,
        paytables=[_paytable(terms, bet, posted) for bet, posted in posted_at(terms).items()],
    )


def _bank_terms(terms: Terms) -> models.BankTerms:
    full, others = largest_wagers(terms), (terms.open_spots or len(SEATS)) - 1
    most = exposure(terms, [full])
    fee = 0 if terms.collection is None else bank_fee(terms.collection, others * full.total)
    words = (
        f"A seat at the limits can cost the bank {dollars(most.pays)} or bring it {dollars(most.takes)}, "
        f"up to {others} seats; never more than its wager ({terms.coverage.value} coverage). "
        f"The fee is {dollars(fee)} at most."
    )
    return models.BankTerms(
        coverage=terms.coverage.value, pays=most.pays, takes=most.takes, seats=others, fee=fee, words=words
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


def _paytable(terms: Terms, bet: str, posted: PostedTable) -> models.PaytableCard:
    return models.PaytableCard(
        bet=bet,
        felt=terms.game.table_words(bet),
        name=terms.table(bet).name,
        lines=[
            models.PaytableLine(line=each.line, words=each.words, pay=each.pay, envy=each.envy) for each in posted.lines
        ],
        envy=posted.has_envy,
        spots=[spot.key for spot in terms.game.spots if bet in (spot.key, spot.pays)],
        note=posted.note,
    )
