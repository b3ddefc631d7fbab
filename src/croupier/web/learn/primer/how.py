"""How to play: a page for each game, made of its value, its rule sets, the rulings, and rounds the engine settles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from croupier.games import GAMES
from croupier.money import signed_dollars
from croupier.rules.actions import Action, Bet
from croupier.rules.game import Game, Street
from croupier.rules.round import Round
from croupier.rules.wagers import ENVY, PROGRESSIVE, Placed, Spot
from croupier.school.primer.cases import base_spots, cases
from croupier.school.primer.scenes import LEARNER, Goal, example, goals, lesson_terms
from croupier.school.primer.words import primer, spot_words
from croupier.school.rulings import rulings_of, spot_ruling
from croupier.strategy.language.published import published_strategy
from croupier.web.context import page_response
from croupier.web.lab.places import CHART, path_of
from croupier.web.learn.models import Told
from croupier.web.learn.primer.lesson_models import LessonSpot
from croupier.web.learn.primer.tables import FactRow, FeeBand, PayTables, fee_bands, pay_tables, rule_facts
from croupier.web.learn.primer.wording import (
    GameLink,
    WagerRow,
    action_words,
    dealer_words,
    dealt_words,
    felt_rows,
    game_link,
    game_links,
    round_net,
    sign_of,
    wager_rows,
)
from croupier.web.models import Page

router = APIRouter()
_LINK_RULINGS = {PROGRESSIVE: "R33", ENVY: "R36"}


class HowSpot(BaseModel):
    """A spot of the felt: what it is for, and what may lie there."""

    key: str
    felt: str
    words: str
    rulings: list[str]
    facts: list[str]
    """When money comes onto it, within which limits, and what it needs."""


class HowStreet(BaseModel):
    """A moment of decision."""

    key: str
    title: str
    words: str
    offers: list[str]
    late: str
    then: str
    """What is turned when everybody has decided."""


class CaseRow(BaseModel):
    case: str
    cells: list[str]


class Example(BaseModel):
    """A whole round that the engine has settled."""

    title: str
    own: list[str]
    board: list[str]
    dealer: list[str]
    hand: str
    dealer_hand: str
    did: str
    rows: list[WagerRow]
    total: str
    sign: str


class StrategyCard(BaseModel):
    title: str
    source: str
    words: list[str]


class HowPage(Page):
    """How a game is played."""

    game: GameLink
    games: list[GameLink]
    aim: str
    cards: str
    dealer: Told
    ties: Told
    felt: list[list[LessonSpot]]
    """The spots as they lie on the felt, row by row; an empty place has no name."""
    spots: list[HowSpot]
    dealt: str
    streets: list[HowStreet]
    case_spots: list[str]
    cases: list[CaseRow]
    examples: list[Example]
    tables: list[PayTables]
    strategies: list[StrategyCard]
    chart: str
    rule_sets: list[str]
    facts: list[FactRow]
    fees: list[FeeBand]
    rules: str
    """The rule set of a practice table."""


@router.get("/learn/how/{game}", summary="How a game is played", response_model=HowPage)
def how(game: str, request: Request) -> Response:
    return page_response(request, "learn/how.html", how_page(known_game(game)))


def known_game(key: str) -> Game:
    """The game of an address; refused where there is no page for it."""
    if key not in GAMES:
        raise HTTPException(404)
    return GAMES[key]


def how_page(game: Game) -> HowPage:
    """Everything that a player is told of a game."""
    words, ruling = primer(game), rulings_of(game).base
    return HowPage(
        game=game_link(game),
        games=game_links(),
        aim=words.aim,
        cards=words.cards,
        dealer=Told(words=words.dealer, rulings=[ruling]),
        ties=Told(words=words.ties, rulings=[ruling]),
        felt=[[_cell(game, *place) for place in row] for row in felt_rows(game, link=_has_link(game))],
        spots=[_spot(game, spot) for spot in game.spots],
        dealt=dealt_words(game),
        streets=[_street(game, number) for number in range(len(game.streets))],
        case_spots=[_felt(game, key) for key in base_spots(game)],
        cases=[CaseRow(case=row.case.value, cells=list(row.cells)) for row in cases(game)],
        examples=[_example(goal, example(game, goal)) for goal in goals(game)],
        tables=pay_tables(game),
        strategies=list(_strategies(game)),
        chart=_chart(game),
        rule_sets=[rules.name for rules in game.rule_sets],
        facts=rule_facts(game),
        fees=fee_bands(game),
        rules=lesson_terms(game).rules.name,
    )


def _felt(game: Game, key: str) -> str:
    return game.by_key[key].felt if key else ""


def _cell(game: Game, key: str, width: int) -> LessonSpot:
    kind = game.by_key[key].placed.name.lower() if key else "empty"
    return LessonSpot(key=key, felt=_felt(game, key), width=width, kind=kind)


def _has_link(game: Game) -> bool:
    return any(rules.offers(PROGRESSIVE) for rules in game.rule_sets)


def _spot(game: Game, spot: Spot) -> HowSpot:
    limits = lesson_terms(game).limits
    facts = {Placed.BEFORE: ["before the deal"], Placed.DECIDED: ["by a decision"], Placed.WON: ["won without a bet"]}
    notes = facts[spot.placed]
    if spot.key in game.dealt_in:
        notes = [*notes, "everybody bets it" if len(game.dealt_in) == 1 else "enough to be dealt in"]
    elif spot.follows:
        notes = [*notes, f"equals the {_felt(game, spot.follows)}"]
    elif spot.placed is Placed.BEFORE:
        notes = [*notes, "optional"]
    if limits is not None and spot.key in limits.spots:
        notes = [*notes, limits.of(spot.key).words]
    if spot.needs:
        notes = [*notes, f"needs {' and '.join(_felt(game, need) for need in spot.needs)}"]
    if side := game.side_bet.get(spot.key):
        notes = [*notes, f"after a fold {side.after_fold.value}"]
    return HowSpot(
        key=spot.key,
        felt=spot.felt,
        words=spot_words(game, spot.key),
        rulings=[_LINK_RULINGS.get(spot.key, spot_ruling(game, spot.key))],
        facts=notes,
    )


def _street(game: Game, number: int) -> HowStreet:
    street = game.streets[number]
    reveal = game.reveals[number]
    return HowStreet(
        key=street.key,
        title=street.words[0].upper() + street.words[1:],
        words=primer(game).streets[street.key],
        offers=[_offer(game, street, action) for action in street.offers],
        late=street.late.says,
        then=reveal.step.does,
    )


def _offer(game: Game, street: Street, action: Action) -> str:
    """A choice, with where its bet goes."""
    if isinstance(action, Bet):
        spot, base = _felt(game, street.spot), _felt(game, game.base)
        return f"{action_words(action)}: {_TIMES[action.multiple]} the {base}, on {spot}"
    return action_words(action)


_TIMES: Mapping[int, str] = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


def _example(goal: Goal, round: Round) -> Example:
    game, seat, net = round.game, round.seats[0], round_net(round)
    return Example(
        title=goal.value,
        own=[str(card) for card in round.cards.own[LEARNER]],
        board=[str(card) for card in round.cards.board],
        dealer=[str(card) for card in round.cards.dealer],
        hand=game.hand_words(round.cards.own[LEARNER], round.cards.board),
        dealer_hand=dealer_words(round),
        did=", ".join(action.did for action in seat.line),
        rows=wager_rows(round),
        total=signed_dollars(net),
        sign=sign_of(net),
    )


@cache
def _strategies(game: Game) -> tuple[StrategyCard, ...]:
    """The strategies of a game that its page prints."""
    return tuple(
        StrategyCard(title=one.title, source=one.source, words=list(one.paragraphs))
        for one in (published_strategy(game.key, name) for name in game.teaching.page)
    )


def _chart(game: Game) -> str:
    return path_of(game, CHART)
