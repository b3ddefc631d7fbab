"""Setting a link up: opened and changed within R42's warnings and R59's economics, with the tables that are on it."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.errors import Refused
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import Event, LinkConfigured, LinkOpened, TableJoined, TableLeft
from croupier.jackpot.link import Link
from croupier.jackpot.terms import BadLink, LinkKind, LinkTerms, advice, check_game, check_stake, check_terms
from croupier.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """Start a link. Where R42 warns, `override` says why the terms shall stand all the same. `largest_stake` is the
    most that the law allows for a single wager (R11), `keeps_ppm` what the house keeps of a wager in the long run, in
    millionths (R59); nothing where a record that does not say it is decided again. `approver` is the second person who
    answers for a link that loses."""

    link: str
    terms: LinkTerms
    by: LinkPerson
    override: str = ""
    largest_stake: Cents | None = None
    keeps_ppm: int | None = None
    approver: LinkPerson | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure:
    """Change the terms. `playing` are the link's tables that have a round open."""

    terms: LinkTerms
    by: LinkPerson
    playing: tuple[str, ...] = ()
    override: str = ""
    largest_stake: Cents | None = None
    keeps_ppm: int | None = None
    approver: LinkPerson | None = None


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Put a table on the link."""

    table: str
    game: str
    by: LinkPerson
    largest_stake: Cents | None = None
    keeps_ppm: int | None = None
    approver: LinkPerson | None = None
    override: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable:
    """Take a table off the link, between rounds."""

    table: str
    by: LinkPerson
    playing: bool = False


class Warned(Refused):
    """Terms that R42 warns about, with nobody to answer for them."""

    def __init__(self, warnings: tuple[str, ...]) -> None:
        super().__init__(f"{'; '.join(warnings)}; change the terms, or override with a reason, which is recorded")
        self.warnings = warnings


class LosesByDesign(Refused):
    """A link that costs the house more than it takes in the long run (R59), with no two people to answer for it."""

    def __init__(self, keeps_ppm: int, table: str = "") -> None:
        where = f" on every wager of table {table}" if table else " of each wager"
        super().__init__(
            f"the house would lose {percent_words(-keeps_ppm)}{where} in the long run; lower contributions, reserves "
            "or seeds, or have two people override it with a reference, which is recorded"
        )
        self.keeps_ppm = keeps_ppm


class Busy(Refused):
    """A change that has to wait for rounds or claims to end."""


def open_link(link: Link | None, command: OpenLink) -> tuple[Event, ...]:
    """A link begins."""
    if link is not None:
        raise BadLink(f"link {link.id!r} is there already; choose another name, or configure it")
    check_terms(command.terms)
    check_stake(command.terms, command.largest_stake)
    need_runner(command.by, "open a link")
    approver, reason = _approver(command), command.override.strip()
    overridden = _overridden(command.terms, reason)
    return (LinkOpened(command.link, command.terms, command.by.name, overridden, reason, command.keeps_ppm, approver),)


def configure(link: Link, command: Configure) -> tuple[Event, ...]:
    """The terms of a link, changed between rounds."""
    need_runner(command.by, "configure a link")
    check_terms(command.terms)
    check_stake(command.terms, command.largest_stake)
    _need_quiet(link, command.playing, "change the terms")
    old, new = ({level.name for level in terms.levels} for terms in (link.terms, command.terms))
    if old != new:
        raise BadLink(f"a link keeps its levels ({', '.join(sorted(old))}); open another link for others")
    if (link.terms.kind, link.terms.game) != (command.terms.kind, command.terms.game) and link.tables:
        raise BadLink("kind and game cannot change while tables are on the link; take them off first")
    for table, game in link.tables.items():
        check_game(command.terms, table, game)
    approver, reason = _approver(command), command.override.strip()
    overridden = _overridden(command.terms, reason)
    return (LinkConfigured(command.terms, command.by.name, overridden, reason, command.keeps_ppm, approver),)


def join(link: Link, command: JoinTable) -> tuple[Event, ...]:
    """A table, put on the link."""
    table, game, by = command.table, command.game, command.by
    need_runner(by, "put a table on a link")
    check_stake(link.terms, command.largest_stake)
    if table in link.tables:
        raise BadLink(f"table {table} is on link {link.id!r} already")
    if link.terms.kind is LinkKind.SAME_GAME and game != link.terms.game:
        raise BadLink(f"link {link.id!r} is for {link.terms.game} only, not {game}; use a Multi-Game Link")
    check_game(link.terms, table, game)
    approver = _approver(command)
    return (
        TableJoined(table, game, by.name, command.keeps_ppm, approver, command.override.strip() if approver else ""),
    )


def leave(link: Link, command: LeaveTable) -> tuple[Event, ...]:
    """A table, taken off the link."""
    table = command.table
    need_runner(command.by, "take a table off a link")
    if table not in link.tables:
        raise BadLink(f"table {table} is not on link {link.id!r}; it has {', '.join(link.tables) or 'no tables'}")
    if command.playing or any(claim.table == table for claim in link.claims.values()):
        raise Busy(f"table {table} is in a round or has a claim open; take it off the link after Game Over")
    return (TableLeft(table, command.by.name),)


def _need_quiet(link: Link, playing: tuple[str, ...], deed: str) -> None:
    if link.claims:
        claim = next(iter(link.claims.values()))
        raise Busy(f"cannot {deed}: claim {claim.number} of table {claim.table} is open; finish it first")
    if playing:
        raise Busy(f"cannot {deed}: a round is open at {', '.join(playing)}; wait for Game Over")


def need_runner(by: LinkPerson, deed: str) -> None:
    """Refuse a dealer, who runs no link."""
    if not by.rank.verifies:
        raise BadLink(f"{by.name} is a dealer and cannot {deed}; call a supervisor")


def _approver(command: OpenLink | Configure | JoinTable) -> str:
    """Who answers, beside whoever asks, for a link that loses in the long run (R59); nobody where it does not."""
    if command.keeps_ppm is None or command.keeps_ppm >= 0:
        return ""
    by, approver = command.by, command.approver
    if approver is None or not command.override.strip():
        raise LosesByDesign(command.keeps_ppm, command.table if isinstance(command, JoinTable) else "")
    need_runner(approver, "approve a link that loses")
    if approver.name == by.name:
        raise BadLink(f"{by.name} cannot both ask for a link that loses and approve it; call another person")
    return approver.name


def percent_words(ppm: int) -> str:
    """Millionths as a percentage in words.

    >>> percent_words(-517_313), percent_words(100_000)
    ('-51.73 %', '10 %')
    """
    return f"{ppm / 10_000:.4g} %"


def _overridden(terms: LinkTerms, override: str) -> tuple[str, ...]:
    warned = tuple(str(warning) for warning in advice(terms))
    if warned and not override.strip():
        raise Warned(warned)
    return warned
