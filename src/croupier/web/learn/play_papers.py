"""A drill's question or a test's paper as a signed token. Nothing is stored until it is answered.

The token says which cards were shown and when, so any server of the room can take the answer. A test's seed comes from
the house's key: whoever reads the address cannot draw the paper, and reloading neither changes a question nor stops the
clock. Its answers so far are signed with it, and only who has answered a question sees the next.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from itsdangerous import BadSignature

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.school.decision import Decision, hundred, parse_decision
from croupier.web.gate.key import TimedSigner
from croupier.web.sessions import Visitor

LASTS_S: Final = 12 * 3600
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


class NotAsked(Refused):
    """An answer to what this house did not ask, or asked too long ago."""

    def __init__(self) -> None:
        super().__init__("this question is not valid any more; go on to the next one")


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A question that was put: what lies there, to whom, and how long ago."""

    nonce: str
    decision: Decision
    puzzle: str
    took_ms: int

    @property
    def command(self) -> str:
        return f"drill/{self.nonce}"


@dataclass(frozen=True, slots=True)
class HundredPaper:
    """A test that was given out."""

    token: str
    game: Game
    seed: str
    certificate: str
    seconds: int
    answers: tuple[str, ...]

    @property
    def questions(self) -> tuple[Decision, ...]:
        """The hundred decisions."""
        return hundred(self.game, self.seed)

    @property
    def open(self) -> Decision | None:
        """The decision that is to be made next; none where all are made."""
        return next(iter(self.questions[len(self.answers) :]), None)


class PlayPapers:
    """Puts questions as signed tokens, and reads them."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._questions = TimedSigner(key, "drill", LASTS_S)
        self._tests = TimedSigner(key, "decisions", LASTS_S)

    def put(self, decision: Decision, visitor: Visitor, puzzle: str = "") -> str:
        """A question for somebody."""
        plain = {"n": secrets.token_hex(8), "w": _who(visitor), "k": decision.key, "p": puzzle}
        return self._questions.sign(plain)

    def read(self, token: str, visitor: Visitor, game: Game) -> DrillQuestion:
        """The question that a token stands for, if it is this person's."""
        plain, seconds = _opened(self._questions, token, visitor)
        decision = parse_decision(plain["k"])
        if decision.game is not game:
            raise NotAsked
        return DrillQuestion(plain["n"], decision, plain["p"], round(1000 * seconds))

    def give_test(self, game: Game, visitor: Visitor) -> str:
        """A new test for somebody."""
        return self._tests.sign({"n": secrets.token_hex(8), "w": _who(visitor), "g": game.key})

    def read_test(self, token: str, visitor: Visitor, game: Game) -> HundredPaper:
        """The test that a token stands for, if it is this person's."""
        plain, seconds = _opened(self._tests, token, visitor)
        if plain["g"] != game.key:
            raise NotAsked
        if "t" in plain:
            seconds = max(0.0, time.time() - plain["t"])
        seed = self._mac(f"decisions/{plain['n']}").hex()[:24]
        # Derived apart from the seed: everybody may see a certificate, and it gives nothing of the seed away.
        letters = [_LETTERS[byte % len(_LETTERS)] for byte in self._mac(f"certificate/{plain['n']}")[:12]]
        certificate = "-".join("".join(letters[i : i + 4]) for i in (0, 4, 8))
        return HundredPaper(token, game, seed, certificate, round(seconds), tuple(plain.get("a", "").split()))

    def write(self, paper: HundredPaper, choice: str) -> str:
        """The paper with one more answer."""
        plain, begun_s = self._tests.read(paper.token)
        return self._tests.sign({"t": begun_s, **plain, "a": " ".join((*paper.answers, choice))})

    def _mac(self, words: str) -> bytes:
        return hmac.new(self._key, words.encode(), hashlib.sha256).digest()


def _who(visitor: Visitor) -> str:
    """Whose question it is: the name of whoever has signed in, else this browser's mark."""
    return visitor.name or f"mark/{visitor.mark}"


def _opened(signer: TimedSigner, token: str, visitor: Visitor) -> tuple[dict[str, Any], float]:
    try:
        plain: dict[str, Any]
        plain, put_s = signer.read(token)
    except BadSignature:
        raise NotAsked from None
    if plain["w"] != _who(visitor):
        raise Refused("this question was put to somebody else; go on to the next one")
    return plain, max(0.0, time.time() - put_s)
