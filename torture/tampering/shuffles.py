"""Seeds and decks; signatures; tails; the record as a whole."""

from __future__ import annotations

from random import Random
from typing import Final

from croupier.fair.commitment import commitment
from croupier.floor.record import happening_from_plain
from croupier.rules.deal import dealing_of
from croupier.rules.events import RoundOpened
from torture.tampering.kind import Found, Kind, Right, Tamper, at_entry, pick
from torture.tampering.rows import Row, Rows

_NEVER_DEALT: Final = (
    "no card was dealt of it, so nothing in the journal hangs on the seed; a player's browser kept the promise"
)


def _rounds(rows: Rows, *, dealt: bool) -> list[tuple[Row, Row]]:
    """The opening and the reveal of rounds that are over: of which a card was shown, or of which none was dealt. On
    what was dealt and void before anything was shown, only a decision may hang."""
    opened: dict[str, Row] = {}
    said: dict[str, set[str]] = {}
    found = []
    for row in rows.of("table"):
        if "RoundOpened" in row.names:
            opened[row.stream], said[row.stream] = row, set()
        said.setdefault(row.stream, set()).update(row.names)
        is_shown, is_dealt = "CardsShown" in said[row.stream], "CardsDealt" in said[row.stream]
        if "SeedRevealed" in row.names and (is_shown if dealt else not is_dealt):
            found.append((opened[row.stream], row))
    return found


def _promise(row: Row, seed: bytes) -> None:
    """Have the opening of a round promise a seed."""
    opened = happening_from_plain(row.event("RoundOpened"))
    assert isinstance(opened, RoundOpened), "a round is opened"
    row.event("RoundOpened")["commitment"] = commitment(opened.round, seed, dealing_of(opened.terms))


def _seed(dealt: bool, revealed: bool, promised: bool) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        opened, last = pick(chance, _rounds(rows, dealt=dealt))
        seed = chance.randbytes(32)
        if revealed:
            last.event("SeedRevealed")["seed"] = seed.hex()
        if promised:
            _promise(opened, seed)

    return tamper


def _words(rows: Rows, chance: Random) -> None:
    """What a player mixed in, in a round whose cards were dealt: the last words of a seat, for they alone count."""
    among: dict[tuple[str, int, int], Row] = {}
    for opened, last in _rounds(rows, dealt=True):
        for row in rows.saying("SeedOffered"):
            if opened.stream == row.stream and opened.version < row.version < last.version:
                among[row.stream, opened.version, row.event("SeedOffered")["seat"]] = row
    row = pick(chance, list(among.values()))
    row.event("SeedOffered")["seed"] = row.body["asked"] = "seed forged"
    row.event("SeedOffered")["seed"] = "forged"


def _in_play(rows: Rows) -> list[str]:
    return sorted(key for key in rows.sealed if "/" not in key)


def _sealed(replaced: bool) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        key = pick(chance, _in_play(rows))
        if replaced:
            rows.sealed[key] = chance.randbytes(32).hex()
        else:
            del rows.sealed[key]

    return tamper


def _sealed_swapped(rows: Rows, chance: Random) -> None:
    one, other, *_ = chance.sample(_in_play(rows), 2)
    rows.sealed[one], rows.sealed[other] = rows.sealed[other], rows.sealed[one]


def _sealed_and_promised(dealt: bool) -> Tamper:
    """A round in play gets another seed, and the promise that goes with it."""

    def tamper(rows: Rows, chance: Random) -> None:
        name = "K1-2" if dealt else next(key for key in _in_play(rows) if key.startswith("J1-"))
        seed = chance.randbytes(32)
        rows.sealed[name] = seed.hex()
        row = next(r for r in rows.saying("RoundOpened") if r.event("RoundOpened")["round"] == name)
        _promise(row, seed)

    return tamper


def _signed(row: Row, chance: Random, field: str) -> None:
    event = row.event("HeadsSigned")
    if field == "signature":
        event[field] = ("0" if event[field][0] != "0" else "1") + event[field][1:]
    else:
        event[field] -= 1


def _a_signature(field: str) -> Tamper:
    return at_entry(lambda rows: rows.of("heads"), lambda row, chance: _signed(row, chance, field))


def _unsigned(rows: Rows, chance: Random) -> None:
    rows.entries = [row for row in rows.entries if row.kind != "heads"]


def _one_signature_less(rows: Rows, chance: Random) -> None:
    rows.entries.remove(rows.of("heads")[-1])


def _an_earlier_signature(rows: Rows, chance: Random) -> None:
    first, *_, last = rows.of("heads")
    last.event("HeadsSigned").update(first.event("HeadsSigned"))


def _by_another(rows: Rows, chance: Random) -> None:
    pass  # making right is signing again, with the forger's key


def _cut(most: int) -> Tamper:
    def tamper(rows: Rows, chance: Random) -> None:
        end = len(rows.entries) - chance.randint(1, most)
        while rows.entries[end].command == rows.entries[end - 1].command:
            end -= 1  # a forger cuts between two commands
        opened = [event for row in rows.entries[end:] for event in row.events if event["event"] == "RoundOpened"]
        for event in opened:
            rows.sealed.pop(event["round"], None)
        del rows.entries[end:]

    return tamper


def _shifted(rows: Rows, chance: Random) -> None:
    by = chance.randint(1, 10**9)
    for row in rows.entries:
        row.time_ms += by
        if "HeadsSigned" in row.names:
            row.event("HeadsSigned")["time_ms"] += by


def _renamed(rows: Rows, chance: Random) -> None:
    """A player is somebody else from the beginning, wherever the record has the name."""
    name, new = f"S{chance.randint(1, 14)}-p{chance.randrange(8)}", "mallory"
    for row in rows.entries:
        for one in ("player/", '"'):
            row.text = row.text.replace(f'{one}{name}"', f'{one}{new}"').replace(f"{one}{name}/", f"{one}{new}/")
        for before, after in (("-", "/"), (" ", " "), (" ", '"')):
            row.text = row.text.replace(f"{before}{name}{after}", f"{before}{new}{after}")
        row.stream = f"player/{new}" if row.stream == f"player/{name}" else row.stream
        row.actor = f"player/{new}" if row.actor == f"player/{name}" else row.actor
        row.command = row.command.replace(f"-{name}", f"-{new}") if row.command.endswith(f"-{name}") else row.command


def _stream_gone(rows: Rows, chance: Random) -> None:
    """A player who never did anything was never there."""
    idle = [
        r.stream for r in rows.of("player") if not any(r.stream in o.text or o.actor == r.stream for o in rows.entries)
    ]
    gone = pick(chance, idle)
    rows.entries = [row for row in rows.entries if row.stream != gone]


SHUFFLES: Final = (
    Kind("the seed of a round replaced", "the one that was revealed", Found.AUDIT, _seed(True, True, False)),
    Kind("the promise of a round replaced", "the commitment at its opening", Found.AUDIT, _seed(True, False, True)),
    Kind("seed and promise replaced, cards dealt", "so that they fit each other", Found.AUDIT, _seed(True, True, True)),
    Kind(
        "seed and promise replaced, no cards dealt",
        "of a round that was voided before the deal",
        Found.HEADS,
        _seed(False, True, True),
        _NEVER_DEALT,
    ),
    Kind("a player's words replaced", "what was mixed into a shuffle", Found.AUDIT, _words),
    Kind("a sealed seed replaced", "of a round in play", Found.AUDIT, _sealed(True), right=Right.NOTHING),
    Kind("a sealed seed removed", "of a round in play", Found.AUDIT, _sealed(False), right=Right.NOTHING),
    Kind("two sealed seeds swapped", "of two rounds in play", Found.AUDIT, _sealed_swapped, right=Right.NOTHING),
    Kind(
        "sealed seed and promise replaced",
        "of a round in play, so that they fit each other",
        Found.HEADS,
        _sealed_and_promised(False),
        "no card is shown yet, so nothing in the journal hangs on the seed; a player's browser kept the promise",
    ),
)
"""Seeds and decks."""

WHOLE: Final = (
    Kind("a signature changed", "a byte of it", Found.AUDIT, _a_signature("signature"), right=Right.HASHES),
    Kind("a signature moved", "to an earlier position", Found.AUDIT, _a_signature("position"), right=Right.HASHES),
    Kind("a signature re-dated", "the time that it signs", Found.AUDIT, _a_signature("time_ms"), right=Right.HASHES),
    Kind(
        "all signatures removed",
        "and everything closed up",
        Found.HEADS,
        _unsigned,
        "a house need not sign; that this one does, who has its key knows",
    ),
    Kind(
        "a later signature removed",
        "that of a shift close, and everything closed up",
        Found.AUDIT,
        _one_signature_less,
    ),
    Kind(
        "a later signature replaced by an earlier one",
        "that of a shift close, by one that holds",
        Found.AUDIT,
        _an_earlier_signature,
        right=Right.HASHES,
    ),
    Kind(
        "signed by another key",
        "every signature, with right heads",
        Found.HEADS,
        _by_another,
        "whose key it should be, only who has the public key knows",
    ),
    Kind("the tail cut off", "the last entries, money included", Found.EITHER, _cut(60), "a record may end anywhere"),
    Kind(
        "every entry re-dated",
        "the whole record, by the same time",
        Found.HEADS,
        _shifted,
        "who rewrites everything rewrites every trace",
    ),
    Kind(
        "a player renamed everywhere",
        "the whole record, as if it had been somebody else",
        Found.HEADS,
        _renamed,
        "who rewrites everything rewrites every trace",
    ),
    Kind(
        "somebody who never was",
        "the whole stream of a player who did nothing is taken out",
        Found.HEADS,
        _stream_gone,
        "nothing else in the journal tells",
    ),
    Kind(
        "the tail cut off after the latest signed heads",
        "the last entries, money included",
        Found.NOBODY,
        _cut(3),
        "what came after the heads that somebody kept is as safe as the database; sign more often",
        Right.HASHES,
        kept_early=True,
    ),
)
"""The record as a whole."""
