"""An examination's paper while it is written: a signed token in the address, and a seed that only the house knows.

Nothing is stored until it is handed in. Any server of the room can take it, a restart loses none, and reloading the
page neither draws other questions nor stops the clock.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from itsdangerous import BadSignature

from croupier.errors import Refused
from croupier.school.course import chapter, check_game
from croupier.school.examination import CLOCKS_S
from croupier.school.question import Acts, Amounts, Answer, NotAnAnswer, Ordering, Question, read_amount, read_answer
from croupier.web.gate.key import TimedSigner

LASTS_S: Final = 12 * 3600


class NoPaper(Refused):
    """A paper that this house did not give out, or that is too old."""

    def __init__(self) -> None:
        super().__init__("this paper is not valid any more; begin the examination again")


@dataclass(frozen=True, slots=True)
class ExamPaper:
    """A paper that was given out: to whom, of what, and since when it is being written."""

    token: str
    nonce: str
    who: str
    chapter: str
    game: str
    clock_s: int
    seed: str
    seconds: int


class ExamPapers:
    """Gives out papers as signed tokens, and reads them."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._signer = TimedSigner(key, "examination", LASTS_S)

    def give(self, who: str, key: str, game: str, clock_s: int) -> str:
        """A new paper for somebody."""
        check_game(chapter(key), game)
        if clock_s not in CLOCKS_S:
            raise Refused(f"no clock of {clock_s} seconds; want one of {', '.join(map(str, CLOCKS_S))}")
        plain = {"n": secrets.token_hex(8), "w": who, "c": key, "g": game, "s": clock_s}
        return self._signer.sign(plain)

    def read(self, token: str, who: str) -> ExamPaper:
        """The paper that a token stands for, if it is this person's."""
        try:
            plain, given_s = self._signer.read(token)
        except BadSignature:
            raise NoPaper from None
        if plain["w"] != who:
            raise Refused("this paper was given to somebody else; begin the examination again")
        # The seed comes from the signing key, not from the token: whoever reads the address cannot draw the paper.
        seed = hmac.new(self._key, f"examination/{plain['n']}".encode(), hashlib.sha256).hexdigest()[:24]
        seconds = max(0, round(time.time() - given_s))
        return ExamPaper(token, plain["n"], who, plain["c"], plain["g"], plain["s"], seed, seconds)


def practice_seed() -> str:
    """A new seed for practice."""
    return secrets.token_hex(6)


def sent_answer(question: Question, form: Mapping[str, Any], prefix: str = "") -> Answer:
    """The answer in a form's fields; empty where nothing was filled in."""
    match question.asks:
        case Amounts(slots):
            return _amounts(question, slots, form, prefix)
        case Ordering(items):
            places = [str(form.get(f"{prefix}place-{i}", "")) for i in range(len(items))]
            return read_answer(question, places) if any(places) else ()
        case Acts():
            acts = [line for line in str(form.get(f"{prefix}acts", "")).splitlines() if line.strip()]
            return read_answer(question, acts) if acts else ()
        case _:
            text = str(form.get(f"{prefix}answer", ""))
            return read_answer(question, [text]) if text else ()


def _amounts(question: Question, slots: tuple[Any, ...], form: Mapping[str, Any], prefix: str) -> Answer:
    verbs = [str(form.get(f"{prefix}verb-{i}", "")) for i in range(len(slots))]
    amounts = [str(form.get(f"{prefix}amount-{i}", "")).strip() for i in range(len(slots))]
    if not any(verbs) and not any(amounts):
        return ()
    answers = []
    for slot, verb, amount in zip(slots, verbs, amounts, strict=True):
        if verb == "pay" and not amount:
            raise NotAnAnswer(f"{slot.label}: say how much is paid")
        answers.append(read_amount(f"{verb} {amount}".strip(), slot.stake) if verb or amount else "")
    return tuple(answers)
