"""`croupier train`: the dealer school at the terminal, and its manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from croupier.cli.app import Spelled, app
from croupier.cli.options import Json
from croupier.cli.parameters import Option

if TYPE_CHECKING:
    from croupier.school.question import Answer, Question, Slot

train = Spelled("train", help="Learn to deal and to play: questions out of the rules, a manual, drills.")
app.add_command(train)


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
    import secrets

    from croupier.school.course import COURSE, question
    from croupier.school.course import chapter as find

    if chapters:
        for row in COURSE.values():
            print(f"{row.number:2} {row.key:16} {row.title:36} {', '.join(row.games)}")
        return
    of = find(chapter)
    chosen, drawn = game or of.games[0], seed or secrets.token_hex(4)
    asked = [question(of, chosen, drawn, place) for place in range(number)]
    if json:
        from croupier.cli.figures.output import print_json

        print_json([_plain(each) for each in asked])
        return
    print(f"{of.number}. {of.title} · {chosen} · --seed {drawn}")
    for paragraph in of.paragraphs:
        print(f"\n{paragraph}")
    print("\nAnswer with a number; for amounts: pay 15, take, take 5, push. q ends.")
    right = 0
    for place, each in enumerate(asked, 1):
        said = _ask(place, each)
        if said is None:
            number = place - 1
            break
        right += said
    print(f"\n{right} of {number} right.")


@train.command("manual")
def manual() -> None:
    """Print the whole course as Markdown: words, worked examples, every game on a sheet."""
    from croupier.school.manual import markdown

    print(markdown())


def _ask(place: int, asked: Question) -> bool | None:
    """Ask one question until it is answered; nothing if the learner has had enough."""
    from croupier.errors import Refused
    from croupier.school.manual import answer_words
    from croupier.school.question import mark

    _show(place, asked)
    while True:
        try:
            given = _answer(asked)
        except Refused as refused:
            print(f"  {refused}")
            continue
        break
    if given is None:
        return None
    marked = mark(asked, given)
    print("Right." if marked.right else "Not right.")
    for reason in marked.wrong:
        if reason != asked.why:
            print(f"  {reason}")
    if not marked.right:
        for words in answer_words(asked):
            print(f"  {words}")
    print(f"  {asked.why}")
    return marked.right


def _show(place: int, asked: Question) -> None:
    from croupier.school.question import Choice, Ordering, Press, wager_words

    picture = asked.picture
    print(f"\n{place}. {asked.prompt}")
    for name, words in picture.facts:
        print(f"   {name}: {words}")
    for name, cards in (("Dealer", picture.dealer), ("Board", picture.board)):
        if cards:
            print(f"   {name}: {' '.join(map(str, cards))}")
    for seat in picture.seats:
        told = filter(None, (" ".join(map(str, seat.cards)), wager_words(seat.wagers), seat.did))
        print(f"   Seat {seat.number}: {'; '.join(told)}")
    for table in picture.tables:
        print(f"   {table.title}: {', '.join(f'{line} {pay}' for line, pay in table.lines)}")
    match asked.asks:
        case Choice(options) | Press(options) | Ordering(options):
            for number, option in enumerate(options, 1):
                print(f"   {number}) {option}")
        case _:
            pass


def _answer(asked: Question) -> Answer | None:
    """What the learner says; none to stop."""
    from croupier.school.question import Amounts, Ordering, read_answer

    match asked.asks:
        case Amounts(slots):
            said = []
            for slot in slots:
                amount = _amount(slot)
                if amount is None:
                    return None
                said.append(amount)
            return tuple(said)
        case Ordering(items):
            text = typed("the numbers in order> ")
            if text is None:
                return None
            order = text.replace(",", " ").split()
            places = [str(order.index(str(n)) + 1) if str(n) in order else "" for n in range(1, len(items) + 1)]
            return read_answer(asked, places)
        case _:
            text = typed("> ")
            return None if text is None else read_answer(asked, [text])


def _amount(slot: Slot) -> str | None:
    """An amount for one place, asked for until it is one."""
    from croupier.errors import Refused
    from croupier.school.question import read_amount

    while True:
        text = typed(f"{slot.label}> ")
        if text is None:
            return None
        try:
            return read_amount(text, slot.stake)
        except Refused as refused:
            print(f"  {refused}")


def typed(prompt: str) -> str | None:
    """What somebody types; none where they have had enough."""
    try:
        text = input(prompt).strip()
    except EOFError:
        return None
    return None if text.lower() in ("q", "quit") else text


def _plain(asked: Question) -> dict[str, object]:
    """A question with its answer, for machines."""
    from croupier.school.question import Amounts, Choice, Ordering, Press

    picture, asks = asked.picture, asked.asks
    match asks:
        case Choice(options) | Press(options) | Ordering(options):
            offered = list(options)
        case Amounts(slots):
            offered = [slot.label for slot in slots]
    return {
        "prompt": asked.prompt,
        "kind": type(asks).__name__.lower(),
        "game": asked.game,
        "rules": asked.rules,
        "facts": dict(picture.facts),
        "dealer": " ".join(map(str, picture.dealer)),
        "board": " ".join(map(str, picture.board)),
        "seats": [
            {"seat": s.number, "cards": " ".join(map(str, s.cards)), "wagers": dict(s.wagers), "did": s.did}
            for s in picture.seats
        ],
        "tables": {table.title: dict(table.lines) for table in picture.tables},
        "offered": offered,
        "answer": list(asked.answer),
        "why": asked.why.words,
        "rulings": list(asked.rulings),
    }
