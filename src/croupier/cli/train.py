"""`croupier train`: the dealer school at the terminal, and its manual."""

from __future__ import annotations

import secrets
from typing import Annotated

from croupier.cli.app import group
from croupier.cli.files import print_json, read_typed
from croupier.cli.options import Json
from croupier.cli.parameters import Option
from croupier.errors import Refused
from croupier.school.course import COURSE, question
from croupier.school.course import chapter as find
from croupier.school.manual import answer_words, markdown
from croupier.school.question import (
    Acts,
    Amounts,
    Answer,
    Choice,
    Ordering,
    Press,
    Question,
    Slot,
    mark,
    read_amount,
    read_answer,
    wager_words,
)

train = group("train")


@train.command("dealer")
def dealer(
    chapter: Annotated[str, Option(help="Which chapter, such as qualified; --list shows them.")] = "overview",
    game: Annotated[str | None, Option(help="Which game, such as uth.")] = None,
    seed: Annotated[str | None, Option(help="Any text; the same text asks the same questions again.")] = None,
    number: Annotated[int, Option(help="How many questions.", min=1, max=500)] = 10,
    chapters: Annotated[bool, Option("--list", help="List the chapters and their games.")] = False,
    json: Json = False,
) -> None:
    """Ask questions of a chapter, one after another, and explain what was wrong with its ruling."""
    if chapters:
        for row in COURSE.values():
            print(f"{row.number:2} {row.key:16} {row.title:36} {', '.join(row.games)}")
        return
    of = find(chapter)
    chosen, drawn = game or of.games[0], seed or secrets.token_hex(4)
    questions = [question(of, chosen, drawn, place) for place in range(number)]
    if json:
        print_json([_plain(each) for each in questions])
        return
    print(f"{of.number}. {of.title} · {chosen} · --seed {drawn}")
    for paragraph in of.paragraphs:
        print(f"\n{paragraph}")
    print("\nAnswer with a number; for amounts: pay 15, take, take 5, push. q ends.")
    right = 0
    for place, each in enumerate(questions, 1):
        is_right = _ask(place, each)
        if is_right is None:
            number = place - 1
            break
        right += is_right
    print(f"\n{right} of {number} right.")


@train.command("manual")
def manual() -> None:
    """Print the whole course as Markdown: words, worked examples, every game on a sheet."""
    print(markdown())


def _ask(place: int, question: Question) -> bool | None:
    """Ask one question until it is answered; nothing if the learner has had enough."""
    _show(place, question)
    while True:
        try:
            answer = _answer(question)
        except Refused as refused:
            print(f"  {refused}")
            continue
        break
    if answer is None:
        return None
    verdict = mark(question, answer)
    print("Right." if verdict.right else "Not right.")
    for reason in verdict.wrong:
        if reason != question.why:
            print(f"  {reason}")
    if not verdict.right:
        for words in answer_words(question):
            print(f"  {words}")
    print(f"  {question.why}")
    return verdict.right


def _show(place: int, question: Question) -> None:
    picture = question.picture
    print(f"\n{place}. {question.prompt}")
    for name, words in picture.facts:
        print(f"   {name}: {words}")
    for name, cards in (("Dealer", picture.dealer), ("Board", picture.board)):
        if cards:
            print(f"   {name}: {' '.join(map(str, cards))}")
    for seat in picture.seats:
        parts = filter(None, (" ".join(map(str, seat.cards)), wager_words(seat.wagers), seat.did))
        print(f"   Seat {seat.number}: {'; '.join(parts)}")
    for table in picture.tables:
        print(f"   {table.title}: {', '.join(f'{line} {pay}' for line, pay in table.rows)}")
    match question.asks:
        case Choice(options) | Press(options) | Ordering(options):
            for number, option in enumerate(options, 1):
                print(f"   {number}) {option}")
        case Acts(seats=seats, calls=calls, keys=keys):
            felts = {spot.key: spot.felt for _, spots in seats for spot in spots}
            print(f"   bets: {', '.join(f'{key} ({felt})' for key, felt in felts.items())}")
            for where, hands in calls:
                print(f"   call {where}: {'; '.join(f'{number}) {hand}' for number, hand in enumerate(hands, 1))}")
            if keys:
                print(f"   press: {', '.join(key for key, _ in keys)}")
        case Amounts():
            pass


def _answer(question: Question) -> Answer | None:
    """What the learner says; none to stop."""
    match question.asks:
        case Amounts(slots):
            amounts = []
            for slot in slots:
                amount = _amount(slot)
                if amount is None:
                    return None
                amounts.append(amount)
            return tuple(amounts)
        case Ordering(items):
            text = read_typed("the numbers in order> ")
            if text is None:
                return None
            order = text.replace(",", " ").split()
            places = [str(order.index(str(n)) + 1) if str(n) in order else "" for n in range(1, len(items) + 1)]
            return read_answer(question, places)
        case Acts():
            return _acts(question)
        case _:
            text = read_typed("> ")
            return None if text is None else read_answer(question, [text])


def _acts(question: Question) -> Answer | None:
    """Acts one after another, until an empty line."""
    acts: list[str] = []
    print("   one act a line, such as 'take 6 ante 10'; an empty line when the table is settled")
    while text := read_typed(f"{len(acts) + 1}> "):
        try:
            acts += read_answer(question, [text])
        except Refused as refused:
            print(f"  {refused}")
    return None if text is None else tuple(acts)


def _amount(slot: Slot) -> str | None:
    """An amount for one place, asked for until it is one."""
    while True:
        text = read_typed(f"{slot.label}> ")
        if text is None:
            return None
        try:
            return read_amount(text, slot.stake)
        except Refused as refused:
            print(f"  {refused}")


def _plain(question: Question) -> dict[str, object]:
    """A question with its answer, for machines."""
    picture, asks = question.picture, question.asks
    match asks:
        case Choice(options) | Press(options) | Ordering(options):
            offered = list(options)
        case Amounts(slots):
            offered = [slot.label for slot in slots]
        case Acts(calls=calls, keys=keys):
            named = [f"call {place} {hand}" for place, hands in calls for hand in hands]
            offered = [*named, *(f"press {key}" for key, _ in keys)]
    return {
        "prompt": question.prompt,
        "kind": type(asks).__name__.lower(),
        "game": question.game,
        "rules": question.rules,
        "facts": dict(picture.facts),
        "dealer": " ".join(map(str, picture.dealer)),
        "board": " ".join(map(str, picture.board)),
        "seats": [
            {"seat": s.number, "cards": " ".join(map(str, s.cards)), "wagers": dict(s.wagers), "did": s.did}
            for s in picture.seats
        ],
        "tables": {table.title: dict(table.rows) for table in picture.tables},
        "offered": offered,
        "answer": list(question.answer),
        "why": question.why.words,
        "rulings": list(question.rulings),
    }
