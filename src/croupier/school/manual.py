"""The whole course as one manual: the chapters' words, a sheet for every game out of its rules, and worked examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.games import GAMES
from croupier.rules.deal import dealing_words
from croupier.rules.game import Game
from croupier.rules.paytables import paytable
from croupier.rules.posted_tables import PostedTable, posted_table
from croupier.rules.rulesets import RuleSet
from croupier.rules.wagers import PROGRESSIVE
from croupier.school.course import COURSE, PASS, QUESTIONS, Chapter
from croupier.school.draw import Draw
from croupier.school.makers.dealing import NAMES
from croupier.school.makers.wagering import offer_words
from croupier.school.question import (
    Acts,
    Amounts,
    Choice,
    Ordering,
    Press,
    Question,
    Reason,
    amount_words,
    wager_words,
)

SEED = "manual"
TITLE = "The dealer's manual"


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game on one page, as its rules have it."""

    key: str
    name: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[PostedTable, ...]


def sheets() -> tuple[GameSheet, ...]:
    """Every game of the house on a page of its own."""
    return tuple(_sheet(game) for game in GAMES.values())


def _sheet(game: Game) -> GameSheet:
    layout = game.layout
    dealt = {p: dealing_words(p, layout) for rules in game.rule_sets for p in rules.procedures}
    open_rules = [rules for rules in game.rule_sets if rules.face_up_allowed]
    dealt_open = {p: dealing_words(p, layout, face_up=True) for rules in open_rules for p in rules.procedures}
    facts = [
        ("Bets", ", ".join(f"{spot.felt} ({spot.placed.value})" for spot in game.spots)),
        (
            "Cards",
            f"{layout.own} to a seat, {layout.dealer or 'none'} to the dealer, {layout.board or 'none'} on the board",
        ),
        *((f"Dealt from {NAMES[procedure]}", words) for procedure, words in dealt.items()),
        *((f"Face up (R17) from {NAMES[procedure]}", words) for procedure, words in dealt_open.items()),
        *(
            (street.words.capitalize(), f"{offer_words(street.offers)}; who does not answer: {street.late.says}")
            for street in game.streets
        ),
        ("Rule sets", ", ".join(f"{rules.name} ({rules.title})" for rules in game.rule_sets)),
    ]
    return GameSheet(game.key, game.name, tuple(facts), tuple(_tables(game)))


def _tables(game: Game) -> Iterator[PostedTable]:
    """The pay tables of a game, each once: the links' aside, which are the same in every game."""
    seen: set[str] = set()
    for rules in game.rule_sets:
        for bet, names in rules.tables.items():
            for name in names:
                if bet != PROGRESSIVE and name not in seen:
                    seen.add(name)
                    yield _posted(rules, bet, name)


def _posted(rules: RuleSet, bet: str, name: str) -> PostedTable:
    side = rules.game.side_bet.get(bet)
    table = paytable(name, bet if side is None else side.kind)
    return posted_table(table, f"{rules.game.table_words(bet)} · {name}")


def links_tables() -> tuple[PostedTable, ...]:
    """The progressive tables, with their envy."""
    names = dict.fromkeys(
        name for game in GAMES.values() for rules in game.rule_sets for name in rules.tables.get(PROGRESSIVE, ())
    )
    return tuple(posted_table(paytable(name, PROGRESSIVE), f"Progressive · {name}") for name in names)


def examples(of: Chapter) -> tuple[Question, ...]:
    """One worked example of every kind of question that a chapter asks."""
    return tuple(maker.make(GAMES[maker.games[0]], Draw(f"{SEED}/{of.key}/{maker.key}")) for maker in of.makers)


def answer_words(question: Question, answer: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """An answer as one says it, the right one if none is given."""
    texts = question.answer if answer is None else answer
    match question.asks:
        case Amounts(slots) if texts:
            return tuple(f"{slot.label}: {amount_words(text)}" for slot, text in zip(slots, texts, strict=True))
        case Ordering() if texts:
            return tuple(f"{place}. {text}" for place, text in enumerate(texts, 1))
        case Acts() as asks if texts:
            return tuple(f"{place}. {asks.words(text)}" for place, text in enumerate(texts, 1))
        case _:
            return texts


def index() -> dict[str, tuple[Chapter, ...]]:
    """Where each ruling is taught."""
    chapters: dict[str, dict[str, Chapter]] = {}
    for of in COURSE.values():
        for paragraph in of.paragraphs:
            for ruling in paragraph.rulings:
                chapters.setdefault(ruling, {})[of.key] = of
    return {
        ruling: tuple(where.values()) for ruling, where in sorted(chapters.items(), key=lambda item: _place(item[0]))
    }


def _place(ruling: str) -> tuple[int, str, int, str]:
    digits = "".join(letter for letter in ruling if letter.isdigit())
    return ("RTLCMFZBGD".index(ruling[0]), ruling[0], int(digits), ruling)


def markdown() -> str:
    """The whole course, to be printed."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield f"# {TITLE}\n"
    yield "Drawn from the rules that the house's tables run on. Numbers in brackets are rulings.\n"
    for of in COURSE.values():
        yield f"## {of.number}. {of.title}\n"
        yield f"*{of.about}*\n"
        yield from (f"{paragraph}\n" for paragraph in of.paragraphs)
        yield "### Worked examples\n"
        for question in examples(of):
            yield from _example(question)
        yield f"*Examination: {QUESTIONS} questions, {PASS} right answers pass.*\n"
    yield "## The games\n"
    for sheet in sheets():
        yield f"### {sheet.name}\n"
        yield from (f"- **{name}**: {words}" for name, words in sheet.facts)
        yield ""
        for table in sheet.tables:
            yield from _table(table)
    yield "### Links\n"
    for table in links_tables():
        yield from _table(table)
    yield "## Where each ruling is taught\n"
    for ruling, where in index().items():
        yield f"- {ruling}: {', '.join(f'{of.number} {of.title}' for of in where)}"
    yield ""


def _example(question: Question) -> Iterator[str]:
    picture = question.picture
    yield f"> **{question.prompt}**"
    yield from (f"> {name}: {words}  " for name, words in picture.facts)
    if picture.board:
        yield f"> Board: {' '.join(map(str, picture.board))}  "
    if picture.dealer:
        yield f"> Dealer: {' '.join(map(str, picture.dealer))}  "
    for seat in picture.seats:
        parts = [" ".join(map(str, seat.cards)), wager_words(seat.wagers), seat.did]
        yield f"> Seat {seat.number}: {'; '.join(filter(None, parts))}  "
    match question.asks:
        case Choice(options) | Press(options):
            yield from (f"> - {option}" for option in options)
        case Ordering(items):
            yield from (f"> - {item}" for item in items)
        case Amounts() | Acts():
            pass
    yield ""
    yield from (f"Answer: {words}  " for words in answer_words(question))
    yield f"{_explained(question)}\n"


def _explained(question: Question) -> str:
    reasons = [question.why]
    if isinstance(question.asks, Amounts):
        for slot in question.asks.slots:
            if why := question.details.get(slot.key):
                reasons.append(Reason(f"{slot.label}: {why.words}", why.rulings))
    return " ".join(str(Reason(each.words.rstrip("."), each.rulings)) + "." for each in reasons)


def _table(table: PostedTable) -> Iterator[str]:
    yield f"| {table.title} | |\n|---|---|"
    yield from (f"| {line} | {pay} |" for line, pay in table.rows)
    yield f"\n{table.note}\n" if table.note else ""
