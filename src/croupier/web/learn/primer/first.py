"""A first round: one page for each step.

Nothing is stored: the address says what has been done, and the engine plays the round up to there.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from croupier.games import HOUSE_RULES
from croupier.money import dollars, signed_dollars
from croupier.rules.actions import Action, Bet
from croupier.rules.game import Game
from croupier.rules.posted_tables import posted_table
from croupier.rules.round import Round, dealer_shown, up_cards, visible_board
from croupier.rules.seat import bet_cents
from croupier.rules.wagers import Placed
from croupier.school.primer.lesson import (
    AGAIN,
    DEAL,
    AskForCards,
    BetAgain,
    Decide,
    Moment,
    PlaceOn,
    Settled,
    moment,
    parts,
)
from croupier.school.primer.scenes import LEARNER, lesson_terms, shows, stakes_of
from croupier.school.primer.words import primer, spot_words
from croupier.web.context import page_response
from croupier.web.learn.models import TableOnWall, table_card
from croupier.web.learn.primer.front import has_page
from croupier.web.learn.primer.how import known_game
from croupier.web.learn.primer.lesson_models import Dot, FirstPage, LessonChoice, LessonSpot
from croupier.web.learn.primer.wording import (
    action_words,
    dealer_words,
    felt_rows,
    game_link,
    game_links,
    round_net,
    sign_of,
    wager_rows,
)

router = APIRouter()
_BACK = "?"


@router.get("/learn/first", summary="A first round of the game that the house plays most")
def first_of_all() -> RedirectResponse:
    return RedirectResponse(f"/learn/first/{HOUSE_RULES.game.key}", status_code=303)


@router.get("/learn/first/{game}", summary="A moment of a guided first round", response_model=FirstPage)
def first(
    game: str,
    request: Request,
    deal: Annotated[int, Query(ge=1, le=9)] = 1,
    did: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    now = moment(known_game(game), deal - 1, [word for word in did.split(",") if word])
    page = first_page(now)
    page.drills = has_page(request, "/learn/play")
    return page_response(request, "learn/first.html", page)


def first_page(now: Moment) -> FirstPage:
    """The page of a moment."""
    game, round = now.game, now.round
    done, steps = now.steps
    page = FirstPage(
        game=game_link(game),
        games=game_links(),
        number=now.number + 1,
        done=done,
        steps=steps,
        dots=[
            Dot(
                to=_to(game, number),
                state="now" if number == now.number else "done" if number < now.number else "",
            )
            for number in range(len(parts(game)))
        ],
        heading="",
        words=[],
        choices=[],
        felt=_felt(now),
        dealer=_dealer(round, game),
        board=_board(round, game),
        rows=[],
        own=[] if round is None else [str(card) for card in round.cards.own[LEARNER]],
        hand="" if round is None else game.hand_words(round.cards.own[LEARNER], visible_board(round)),
        back=_to(game, now.number, now.did[:-1]) if now.did else "",
        rules=lesson_terms(game).rules.name,
    )
    match now.asked:
        case PlaceOn(spot):
            _place(page, now, spot)
        case BetAgain():
            page.heading = f"The same bets again, {dollars(stakes_of(game, ())[game.base])} on {game.base_words}"
            page.words = [_next_words(now)]
            page.choices = [_choice(now, AGAIN, "Put them down", key="r", main=True)]
        case AskForCards():
            page.heading = "Your bets are down"
            page.words = ["From here on nothing is added or taken back but by your decisions. Ask for the cards."]
            page.choices = [_choice(now, DEAL, "Deal", key="d", main=True)]
        case Decide() as asked:
            _decide(page, now, asked)
        case Settled():
            _settled(page, now)
    return page


def _place(page: FirstPage, now: Moment, spot: str) -> None:
    game, felt = now.game, now.game.by_key[spot].felt
    amount = dollars(stakes_of(game, now.part.side_bets)[spot])
    page.heading = f"Put {amount} on {_the(felt)}"
    lead = [primer(game).aim] if now.number == 0 and not now.did else []
    page.words = [*lead, spot_words(game, spot)]
    page.choices = [_choice(now, spot, f"{amount} on {_the(felt)}", key=game.by_key[spot].letter, main=True)]
    page.table = _posted(game, spot)


def _the(felt: str) -> str:
    """A spot as people speak of it; one whose felt word is a sign is called a bet."""
    return f"the {felt}" if felt[0].isalpha() or len(felt) > 1 else f"bet {felt}"


def _posted(game: Game, spot: str) -> TableOnWall | None:
    """The pay table of a spot, where it has one of its own."""
    at = lesson_terms(game)
    bet = spot if spot in at.tables else game.by_key[spot].pays
    if bet not in at.tables:
        return None
    return table_card(posted_table(at.table(bet), f"{game.table_words(bet)} pays"))


def _next_words(now: Moment) -> str:
    """What a deal after the first is about."""
    if now.part.side_bets:
        return "This time the optional bets go down too, one after the other."
    return f"This deal shows something else: {now.part.goal.value[0].lower()}{now.part.goal.value[1:]}."


def _decide(page: FirstPage, now: Moment, decision: Decide) -> None:
    game, round = now.game, now.round
    assert round is not None, "who decides has cards"
    street, seat = round.street, round.seats[0]
    assert street is not None, "and is on a street"
    several = f"{street.words[0].upper()}{street.words[1:]}: what" if len(game.streets) > 1 else "What"
    page.heading = f"{several} will you do?"
    page.words = [primer(game).streets[street.key]]
    cents = {action: bet_cents(seat, game, street, action) for action in decision.legal}
    keys = {a: str(a.multiple) if isinstance(a, Bet) else str(a)[0] for a in decision.legal}
    page.choices = [
        _choice(now, str(action), action_words(action, cents[action]), key=keys[action], main=action == decision.best)
        for action in decision.legal
    ]
    if decision.best is None:
        page.hint = "You are on a way of your own now. The engine settles it all the same."
    else:
        page.hint = f"Best here: {action_words(decision.best, cents[decision.best])}. {_rule(round, decision.best)}"


def _rule(round: Round, best: Action) -> str:
    """The rule that applies here, in the coach's words; empty where the rule errs."""
    # The strategies bring the lab's compiler, which a room without learners never needs; pages are made in threads.
    from croupier.strategy.explanation import explain, taught_strategy

    game, seat = round.game, round.seats[0]
    down = 1 + seat.raised.total // seat.stakes.on(game.base)
    rule = explain(taught_strategy(game), round.cards.own[LEARNER], visible_board(round), up_cards(round), down)
    return f"The rule: {rule.words}." if rule.choice == str(best) else "You may do otherwise."


def _settled(page: FirstPage, now: Moment) -> None:
    game, round = now.game, now.round
    assert round is not None, "a round is settled"
    net = round_net(round)
    page.rows, page.total, page.sign = wager_rows(round), signed_dollars(net), sign_of(net)
    page.dealer_hand = dealer_words(round)
    page.title = now.part.goal.value if shows(round, now.part.goal) else ""
    held = game.hand_words(round.cards.own[LEARNER], round.cards.board)
    against = f" The dealer has {page.dealer_hand}." if page.dealer_hand else ""
    folded = " You folded, so your hand was not compared." if round.seats[0].folded else ""
    page.heading = "You win" if net > 0 else "You lose" if net < 0 else "You break even"
    page.heading += f" {dollars(abs(net))}" if net else ""
    page.words = [f"You have {held}.{against}{folded}"]
    last = now.number == len(parts(game)) - 1
    page.over = last
    if not last:
        following = parts(game)[now.number + 1].goal.value
        page.choices = [
            LessonChoice(
                label=f"Next: {following[0].lower()}{following[1:]}", to=_to(game, now.number + 1), key="n", main=True
            )
        ]


def _choice(now: Moment, word: str, label: str, *, key: str = "", main: bool = False) -> LessonChoice:
    return LessonChoice(label=label, to=_to(now.game, now.number, (*now.did, word)), key=key, main=main)


def _to(game: Game, number: int, did: tuple[str, ...] = ()) -> str:
    query = {"deal": number + 1, **({"did": ",".join(did)} if did else {})}
    return f"/learn/first/{game.key}?{urlencode(query)}"


def _felt(now: Moment) -> list[list[LessonSpot]]:
    rows = list(felt_rows(now.game, link=False))
    won = [(spot.key, 1) for spot in now.game.spots if spot.placed is Placed.WON and spot.key in _won(now)]
    return [[_spot(now, key, width) for key, width in row] for row in (*rows, *([won] if won else []))]


def _won(now: Moment) -> set[str]:
    """The spots without chips that this round pays."""
    return {row.spot for row in wager_rows(now.round)} if isinstance(now.asked, Settled) and now.round else set()


def _spot(now: Moment, key: str, width: int) -> LessonSpot:
    if not key:
        return LessonSpot(key="", felt="", width=width, kind="empty")
    game, round = now.game, now.round
    spot = game.by_key[key]
    amount = now.stakes.on(key) if round is None else round.seats[0].on(key)
    spot_card = LessonSpot(
        key=key,
        felt=spot.felt,
        width=width,
        kind=spot.placed.name.lower(),
        amount=dollars(amount) if amount else "",
    )
    if isinstance(now.asked, PlaceOn) and now.asked.spot == key:
        spot_card.asked = _to(game, now.number, (*now.did, key))
    if isinstance(now.asked, Settled) and round is not None:
        for row in wager_rows(round):
            if row.spot == key:
                spot_card.result, spot_card.sign = row.net, row.sign
    return spot_card


def _dealer(round: Round | None, game: Game) -> list[str]:
    """The dealer's cards; those that lie face down have no name."""
    if round is None or not game.layout.dealer:
        return []
    cards = dealer_shown(round)
    if cards is not None:
        return [str(card) for card in cards]
    up = up_cards(round)
    return [*[_BACK] * (game.layout.dealer - len(up)), *(str(card) for card in up)]


def _board(round: Round | None, game: Game) -> list[str]:
    if round is None:
        return []
    seen = visible_board(round)
    return [*(str(card) for card in seen), *[_BACK] * (game.layout.board - len(seen))]
