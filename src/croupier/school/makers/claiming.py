"""The two winning flows on a mock keypad: which key comes next, whose it is, what it does, what it pays (R44, R45)."""

from __future__ import annotations

from collections.abc import Callable

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.jackpot.buttons import Button
from croupier.jackpot.claim import Effect, LinkPerson, effect_of
from croupier.jackpot.terms import Flow
from croupier.money import dollars, signed_dollars
from croupier.rules.game import Game
from croupier.rules.paytables import line_words, paytable
from croupier.rules.posted_tables import posted_table
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.draw import Draw
from croupier.school.keypad import (
    PEOPLE,
    TABLE,
    Mock,
    drawn_mock,
    keys,
    label,
    next_button,
    person_words,
    pressed,
    presser_of,
    right_way,
    walked,
)
from croupier.school.question import Amounts, Choice, Ordering, Picture, Press, Question, Reason, Slot

RULING = {Flow.KEYED: "R44", Flow.CARD: "R45"}
_WAY = {
    Flow.KEYED: "Hand button, key to JPH, J-pot (logged for good), key to Run (meter adjusted), Game Over.",
    Flow.CARD: "Seat, hand, Confirm, swipe of a card (logged and adjusted at once), End Game.",
}


def _key(flow: Flow, who: LinkPerson, button: Button) -> str:
    return f"{person_words(who)}: {label(flow, button)}"


def mock_picture(mock: Mock, steps: tuple[tuple[LinkPerson, Button], ...] = ()) -> Picture:
    """What stands on the keypad and the display, and what the cards make."""
    link, flow = mock.link, mock.flow
    words = "; then ".join(_key(flow, who, button) for who, button in steps) or "nothing"
    meters = ", ".join(f"{name} {dollars(level.cents)}" for name, level in link.levels.items())
    wins = "; ".join(f"seat {win.seat}: {line_words(win.line)}" for win in mock.left) or "none left to pay"
    above = link.terms.executive_above
    return Picture(
        facts=(
            ("Keypad", "with keys (Game Manager)" if flow is Flow.KEYED else "with cards (Nexus Command)"),
            ("Table", f"{GAMES[link.terms.game].name}, {link.terms.paytable}"),
            ("Fixed pays", "off the meter" if link.terms.all_pays_off_meter else "from the tray"),
            ("Meters", meters),
            ("The cards make", wins),
            ("Who deals", person_words(mock.presser)),
            ("Pressed so far", words),
            *((("Executive card above", dollars(above)),) if above is not None else ()),
        )
    )


def next_key(flow: Flow) -> Callable[[Game, Draw], Question]:
    """A maker: the win is real and verified; which key comes next, and whose?"""

    def make(game: Game, draw: Draw) -> Question:
        fresh = drawn_mock(draw, flow)
        way = right_way(fresh)
        steps = way[: draw.below(len(way))]
        mock = walked(fresh, steps)
        right = next_button(mock)
        who = presser_of(mock, right)
        answer = _key(flow, who, right)
        wrong = {
            _key(flow, person, button): why
            for person in PEOPLE
            for button in keys(mock)
            if (why := _why_not(mock, person, button, right)) is not None
        }
        # The same key in a hand that may not, and others' keys: both kinds of mistake.
        near = [text for text in wrong if text.endswith(label(flow, right))]
        others = draw.shuffled(sorted(set(wrong) - set(near)))
        chosen = [*draw.shuffled(near)[:2], *others][:5]
        return Question(
            prompt="Every win that the cards make is real, and a supervisor has looked at them. Which key comes next, "
            "and who presses it?",
            asks=Press(tuple(draw.shuffled((answer, *chosen)))),
            answer=(answer,),
            why=Reason(_WAY[flow] + " Who pressed the hand verifies nothing.", (RULING[flow], "R46")),
            details={text: Reason(wrong[text], (RULING[flow], "R46")) for text in chosen},
            picture=mock_picture(mock, steps),
            game=game.key,
        )

    return make


def _why_not(mock: Mock, who: LinkPerson, button: Button, right: Button) -> str | None:
    """Why a key is wrong: what the house's own keypad says to it, or what it would do. `None` where it is right."""
    try:
        pressed(mock, who, button)
    except Refused as refused:
        return f"{str(refused)[0].upper()}{str(refused)[1:]}."
    if button == right:
        # Anybody who may press the right key is right: seats and hands too, for a supervisor can deal.
        return None
    effect = effect_of(mock.flow, mock.link.pad(TABLE), button)
    return f"That leads away: {effect.value}."


def effect(flow: Flow) -> Callable[[Game, Draw], Question]:
    """A maker: this key is pressed now; what happens?"""

    def make(game: Game, draw: Draw) -> Question:
        fresh = drawn_mock(draw, flow)
        way = right_way(fresh)
        at = draw.below(len(way))
        mock, (who, button) = walked(fresh, way[:at]), way[at]
        if draw.once_in(3) and at and not isinstance(way[at - 1][1], type(button)):
            # The key before once more: what a finger does that is not sure.
            who, button = way[at - 1]
        refused = "It is refused, and nothing changes"
        try:
            pressed(mock, who, button)
            happens = effect_of(flow, mock.link.pad(TABLE), button)
            right, why = _effect_words(happens), f"{label(flow, button)}: {happens.value}."
        except Refused as refusal:
            right, why = refused, f"{str(refusal)[0].upper()}{str(refusal)[1:]}."
        effects = [_effect_words(each) for each in Effect if each not in (Effect.REFUSE, Effect.CLEAR)]
        wrong = draw.shuffled(sorted({*effects, refused} - {right}))[:4]
        return Question(
            prompt=f"{person_words(who)}, presses {label(flow, button)}. What happens?",
            asks=Choice(tuple(draw.shuffled((right, *wrong)))),
            answer=(right,),
            why=Reason(f"{why} {_WAY[flow]}", (RULING[flow], "R46")),
            picture=mock_picture(mock, way[:at]),
            game=game.key,
        )

    return make


def _effect_words(effect: Effect) -> str:
    return f"{effect.value[0].upper()}{effect.value[1:]}"


def whole_way(flow: Flow) -> Callable[[Game, Draw], Question]:
    """A maker: put the keys of one win in order."""

    def make(game: Game, draw: Draw) -> Question:
        mock = drawn_mock(draw, flow)
        while len(mock.wins) > 1:
            mock = drawn_mock(draw, flow)
        right = tuple(_key(flow, who, button) for who, button in right_way(mock))
        return Question(
            prompt="Put the keys in order, from the win on the felt to the end of the game.",
            asks=Ordering(tuple(draw.shuffled(right))),
            answer=right,
            why=Reason(_WAY[flow], (RULING[flow],)),
            picture=mock_picture(mock),
            game=game.key,
        )

    return make


def paid(flow: Flow) -> Callable[[Game, Draw], Question]:
    """A maker: what does each of these wins pay off its meter?"""

    def make(game: Game, draw: Draw) -> Question:
        mock = drawn_mock(draw, flow)
        after = walked(mock, right_way(mock))
        slots = [Slot(str(place), f"Seat {win.seat} · {line_words(win.line)}") for place, win in enumerate(mock.wins)]
        return Question(
            prompt="What does each win pay, in the order in which they are paid?",
            asks=Amounts(tuple(slots)),
            answer=tuple(signed_dollars(award.amount) for award in after.awards),
            why=Reason(
                "The seat farthest to your right comes first. A percentage is of the cents then shown, rounded up to "
                "the cent; after a 100 % pay the meter starts again at its seed with the reserve.",
                ("R38", "R39", "R41"),
            ),
            picture=_with_seeds(mock),
            game=game.key,
        )

    return make


def _with_seeds(mock: Mock) -> Picture:
    seeds = ", ".join(f"{level.name} {dollars(level.seed)}" for level in mock.link.terms.levels)
    reserves = ", ".join(f"{name} {dollars(level.reserve)}" for name, level in mock.link.levels.items())
    table = paytable(mock.link.terms.paytable, PROGRESSIVE)
    return Picture(
        facts=(
            *mock_picture(mock).facts,
            ("Seeds", seeds),
            ("Reserves", reserves),
            ("The wager", dollars(mock.link.terms.stake)),
        ),
        tables=(posted_table(table, f"Progressive · {table.name}"),),
    )
