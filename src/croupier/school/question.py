"""A question is a value: what is asked, what is seen, how it is answered, what is right, and which ruling says so.

An answer is a tuple of texts, whatever the kind: one option, one key, every item in order, or an amount for each slot.
So a form, a terminal and a record say the same thing, and two answers are the same only if they are equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from croupier.cards import Cards
from croupier.errors import Refused
from croupier.money import Cents, dollars, parse_dollars, signed_dollars
from croupier.rules.posted_tables import PostedTable
from croupier.school.acts import CallHand, act_words, parse_act

Answer: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so, and the rulings that say it."""

    words: str
    rulings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.words} ({', '.join(self.rulings)})" if self.rulings else self.words


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPicture:
    """A seat as the dealer sees it. `cards` is empty where they lie face down."""

    number: int
    cards: Cards = ()
    wagers: tuple[tuple[str, Cents], ...] = ()
    """Felt words and amounts, in the order of the felt."""
    did: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What lies on the felt, and what else a dealer knows at this moment."""

    facts: tuple[tuple[str, str], ...] = ()
    dealer: Cards = ()
    board: Cards = ()
    seats: tuple[SeatPicture, ...] = ()
    tables: tuple[PostedTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these is right."""

    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Press:
    """One key of a keypad comes next."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ordering:
    """All of these happen; the order is asked for."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an amount. `stake` is what lies there; only what is handed over is asked where nothing does."""

    key: str
    label: str
    stake: Cents = 0


@dataclass(frozen=True, slots=True)
class Amounts:
    """What is paid or taken at each of these places."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class FeltSpot:
    """A spot of a seat that is to be settled, with what lies on it. `before`: it lay there before the deal."""

    key: str
    felt: str
    stake: Cents = 0
    before: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """A whole table is settled, one act after another (`school.acts`)."""

    seats: tuple[tuple[int, tuple[FeltSpot, ...]], ...]
    """The seats with their spots; a player-dealer's has none."""
    calls: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What the cards of each place might be called; one of these is right."""
    keys: tuple[tuple[str, str], ...] = ()
    """The progressive's keys, and what stands on them."""
    opens: bool = False
    """Whether it begins before the deal: with a lock, or with a collection."""

    def words(self, text: str) -> str:
        """An act of an answer as one says it."""
        felts = {spot.key: spot.felt for _, spots in self.seats for spot in spots}
        return act_words(parse_act(text), felts, dict(self.keys))


Asks: TypeAlias = Choice | Press | Ordering | Amounts | Acts

_NO_DETAILS: Mapping[str, Reason] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that a dealer must know. `details` explains single slots, or options that are wrong."""

    prompt: str
    asks: Asks
    answer: Answer
    why: Reason
    details: Mapping[str, Reason] = field(default_factory=lambda: _NO_DETAILS)
    picture: Picture = Picture()
    game: str = ""
    rules: str = ""
    """The rule set that it is asked under, where that matters."""

    @property
    def rulings(self) -> tuple[str, ...]:
        """Every ruling that an answer to this can break, each once."""
        named = [*self.why.rulings, *(ruling for reason in self.details.values() for ruling in reason.rulings)]
        return tuple(dict.fromkeys(named))


class NotAnAnswer(Refused):
    """Text that answers nothing that was asked."""


@dataclass(frozen=True, slots=True)
class MarkedAnswer:
    """An answer with its mark: what was wrong, each with the ruling that it breaks."""

    right: bool
    wrong: tuple[Reason, ...] = ()


def mark(question: Question, answer: Answer) -> MarkedAnswer:
    """Whether an answer is right, and which rulings a wrong one breaks. No answer is a wrong one."""
    if answer == question.answer:
        return MarkedAnswer(True)
    if isinstance(question.asks, Amounts) and len(answer) == len(question.answer):
        slots = zip(question.asks.slots, answer, question.answer, strict=True)
        return MarkedAnswer(
            False,
            tuple(
                Reason(
                    f"{slot.label}: {amount_words(right)}, not {amount_words(amount)}. {reason.words}", reason.rulings
                )
                for slot, amount, right in slots
                if amount != right
                for reason in [question.details.get(slot.key, question.why)]
            ),
        )
    if isinstance(question.asks, Acts) and answer:
        return MarkedAnswer(False, (_first_wrong(question, question.asks, answer), question.why))
    reason = question.details.get(answer[0]) if answer else None
    return MarkedAnswer(False, (reason, question.why) if reason is not None else (question.why,))


def _first_wrong(question: Question, asks: Acts, answer: Answer) -> Reason:
    """The first act that is not the right one: what follows it stands on a wrong felt."""
    right = question.answer
    place = next((i for i, (one, other) in enumerate(zip(answer, right, strict=False)) if one != other), None)
    if place is None:
        place = min(len(answer), len(right))
    due = asks.words(right[place]) if place < len(right) else "nothing more"
    act = asks.words(answer[place]) if place < len(answer) else "nothing"
    reason = question.details.get(right[place], question.why) if place < len(right) else question.why
    return Reason(f"Act {place + 1}: {due}; not: {act}. {reason.words}", reason.rulings)


def amount_words(text: str) -> str:
    """An amount of an answer as a dealer says it: `pay $15`, `take $10`, `push`."""
    if not text:
        return "nothing said"
    if text.startswith("+"):
        return f"pay {text[1:]}"
    return f"take {text[1:]}" if text.startswith("-") else "push"


def read_amount(text: str, stake: Cents = 0) -> str:
    """An amount as an answer keeps it, from `pay 15`, `take`, `take 10`, `push`, `+15`, `-10` or plain `15`."""
    words = text.strip().lower()
    word, _, rest = words.partition(" ")
    match word:
        case "push" | "pushes" | "nothing":
            return signed_dollars(0)
        case "take" | "takes":
            return signed_dollars(-(parse_dollars(rest) if rest.strip() else stake))
        case "pay" | "pays":
            return signed_dollars(parse_dollars(rest))
    if words.startswith("-"):
        return signed_dollars(-parse_dollars(words[1:]))
    return signed_dollars(parse_dollars(words.removeprefix("+")))


def read_answer(question: Question, texts: Sequence[str]) -> Answer:
    """The answer that these texts give: an option, a key, places of the items from 1, or an amount for each slot."""
    match question.asks:
        case Choice(options) | Press(options):
            return (_one_of(options, texts),)
        case Ordering(items):
            return _ordered(items, texts)
        case Amounts(slots):
            if len(texts) != len(slots):
                raise NotAnAnswer(f"{len(texts)} amounts for {len(slots)} places; want one for each")
            return tuple(read_amount(text, slot.stake) for slot, text in zip(slots, texts, strict=True))
        case Acts() as asks:
            return _acts(asks, texts)


MOST_ACTS: Final = 200


def _acts(asks: Acts, texts: Sequence[str]) -> Answer:
    """Acts as an answer keeps them: amounts instead of chips, a hand in words where its number was given."""
    if not 0 < len(texts) <= MOST_ACTS:
        raise NotAnAnswer(f"{len(texts)} acts; want 1 to {MOST_ACTS}, one after another")
    calls, acts = dict(asks.calls), []
    for act in map(parse_act, texts):
        if isinstance(act, CallHand) and act.hand.isascii() and act.hand.isdigit():
            act = CallHand(act.place, _one_of(calls.get(act.place, ()), [act.hand]))
        acts.append(str(act))
    return tuple(acts)


def _one_of(options: tuple[str, ...], texts: Sequence[str]) -> str:
    text = texts[0].strip() if texts else ""
    if text in options:
        return text
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    raise NotAnAnswer(f"{text!r} is none of the {len(options)} choices; choose one of them")


def _ordered(items: tuple[str, ...], texts: Sequence[str]) -> Answer:
    """Each text is the place of the item that it stands with."""
    places = [text.strip() for text in texts]
    want = [str(place) for place in range(1, len(items) + 1)]
    if sorted(places) != sorted(want):
        raise NotAnAnswer(f"each of 1 to {len(items)} is the place of one step; got {' '.join(places) or 'nothing'}")
    return tuple(items[places.index(place)] for place in want)


def wager_words(wagers: Sequence[tuple[str, Cents]]) -> str:
    """What lies before a seat, in a line."""
    return ", ".join(f"{felt} {dollars(cents)}" for felt, cents in wagers)
