"""`croupier train play`, drills and puzzles of a day at the terminal; `croupier train verify`, a certificate."""

from __future__ import annotations

import datetime
import secrets
from random import Random
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.files import print_json, read_typed
from croupier.cli.options import DEFAULT_DB, Db, Json
from croupier.cli.parameters import Argument, Option
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.lab.capabilities import check_countable
from croupier.rules.outs import outs_at
from croupier.school.decision import street_of
from croupier.strategy.drills.drawing import class_of, classes_of, draw_position
from croupier.strategy.drills.drawing import puzzles as of_day
from croupier.strategy.drills.marking import mark_paper
from croupier.strategy.drills.position import DrillPosition, judge_decision
from croupier.strategy.drills.reasons import reason_words, rule_words
from croupier.strategy.words import CHOICE_WORDS

train = group("train")


@train.command("play")
def play(
    game: Annotated[str, Option(help="Which game, such as uth.")] = "uth",
    street: Annotated[str | None, Option(help="Only this street, such as flop.")] = None,
    hand_class: Annotated[str | None, Option("--class", help="Only this class; --list shows them.")] = None,
    count: Annotated[bool, Option("--count", help="Count the outs before each decision.")] = False,
    puzzles: Annotated[bool, Option("--puzzles", help="The puzzles of a day, the same for everybody.")] = False,
    date: Annotated[str | None, Option(help="The day of the puzzles, such as 2026-11-15.")] = None,
    seed: Annotated[str | None, Option(help="Any text; the same text asks the same decisions again.")] = None,
    number: Annotated[int, Option(help="How many decisions.", min=1, max=500)] = 10,
    classes: Annotated[bool, Option("--list", help="List the streets and classes of the game.")] = False,
    json: Json = False,
) -> None:
    """Ask decisions near the border, one after another; say what each choice is worth, and the rule."""
    of = game_of(game)
    check_countable(of)
    if classes:
        for one in of.streets:
            print(f"--street {one.key:12} {one.words}")
        for kind in classes_of(of).values():
            print(f"--class  {kind.key:12} {kind.words}")
        return
    if puzzles:
        day = _day(date)
        positions = list(of_day(of, day))
        title = f"{of.name} · the puzzles of {day}"
    else:
        which = None if street is None else street_of(of, street)
        chosen = None if hand_class is None else class_of(of, hand_class)
        belongs, count = (None, count) if chosen is None else (chosen.belongs, count or chosen.counts)
        sown = seed or secrets.token_hex(4)
        chance = Random(sown)
        positions = [draw_position(of, chance, street=which, belongs=belongs) for _ in range(number)]
        title = f"{of.name} · --seed {sown}"
    if json:
        print_json([_plain(each) for each in positions])
        return
    print(f"{title}\nAnswer with the key in brackets. q ends.")
    right, cost, place = 0, 0.0, 0
    for place, each in enumerate(positions, 1):
        lost = _ask(place, each, count=count)
        if lost is None:
            place -= 1
            break
        right, cost = right + (lost == 0), cost + lost
    print(f"\n{right} of {place} right; {cost:.4f} base bets given up.")


@train.command("verify")
def verify(
    certificate: Annotated[str, Argument(help="The number on the certificate, such as 5hq8-stbf-fpch.")],
    db: Db = DEFAULT_DB,
) -> None:
    """Look a certificate up in the record, draw its paper again and mark its answers again."""
    # The record: 0.6 s that no drill waits for.
    from croupier.floor.house.drills import Drills
    from croupier.store.journal import open_store

    with open_store(db, create=False, writes=False) as store:
        test = Drills(store).certificate(certificate)
    remarked = mark_paper([judge_decision(question) for question in test.paper], test.answers).own
    if (remarked.right, remarked.cost) != (test.right, test.cost):
        raise Refused(f"the record says {test.right} right, but marked again it is {remarked.right}: it was changed")
    right = f"{test.right} of {len(test.answers)} right, grade {test.grade}"
    print(f"{test.who}, {game_of(test.game).name}: {right}. Marked again: the same.")


def _day(text: str | None) -> datetime.date:
    try:
        return datetime.datetime.now(datetime.UTC).date() if text is None else datetime.date.fromisoformat(text)
    except ValueError:
        raise Refused(f"not a day: {text!r}; want such as 2026-11-15") from None


def _plain(position: DrillPosition) -> dict[str, Any]:
    outs = outs_at(position.game, position.own, position.board, position.up)
    return {
        "position": position.key,
        **position.to_dict(),
        "rule": rule_words(position),
        "reason": reason_words(position),
        "outs": None if outs is None else {str(out.card): out.why for out in outs.cards},
    }


def _count(position: DrillPosition) -> bool:
    """Have the outs counted, and print them with the reason of each; whether the learner goes on."""
    outs = outs_at(position.game, position.own, position.board, position.up)
    if outs is None:
        return True
    while True:
        typed = read_typed(f"   {outs.question} > ")
        if typed is None:
            return False
        if typed.isdecimal():
            break
        print(f"   {typed!r} is no number")
    print(f"   {'Right' if int(typed) == len(outs.cards) else 'Not right'}: {outs.words}.")
    for why, cards in outs.by_reason.items():
        print(f"     {' '.join(map(str, cards))}: {why}")
    return True


def _ask(place: int, position: DrillPosition, *, count: bool = False) -> float | None:
    """Ask one decision until it is answered, the outs first where they are to be counted; what the answer cost, or
    nothing if the learner has had enough."""
    words = position.game.streets[position.street].words
    print(f"\n{place}. {words[0].upper()}{words[1:]}: {position.made}")
    for name, cards in (("Dealer shows", position.up), ("Board", position.board), ("You", position.own)):
        if cards:
            print(f"   {name}: {' '.join(map(str, cards))}")
    if count and not _count(position):
        return None
    keys = {
        choice.removeprefix("bet") if choice.startswith("bet") else choice[0]: choice for choice in position.offered
    }
    offer = "  ".join(f"[{key}] {CHOICE_WORDS[choice]}" for key, choice in keys.items())
    while True:
        typed = read_typed(f"   {offer} > ")
        if typed is None:
            return None
        choice = keys.get(typed.lower(), typed.lower())
        if choice in position.choices:
            break
        print(f"   {typed!r} is no choice here")
    cost = position.cost(choice)
    print(
        "   Right." if not cost else f"   Not right: to {CHOICE_WORDS[position.best]} is better by {float(cost):.4f}."
    )
    for each, value in position.choices.items():
        print(f"     {CHOICE_WORDS[each]:12} {float(value):+.4f}")
    print(f"   {rule_words(position)}\n   {reason_words(position)}")
    return float(cost)
