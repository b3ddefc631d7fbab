"""What every account of a link should hold, worked out a second time from the events of its stream.

Like `expected`, this shares nothing with the code it watches: no meter, level or movement is imported. Cents are
kept in ten-thousandths all the way, and only looked at as whole cents when somebody asks. An event leaves out what is
at its default: a player whom we do not know, a seed or a reserve of nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Said: TypeAlias = Mapping[str, Any]
_CENT = 10_000


@dataclass(slots=True)
class _Part:
    """What a pending claim has frozen, in whole cents."""

    claim: int
    cents: int
    reserve: int


@dataclass(slots=True)
class _Level:
    rate: int
    reserve_rate: int
    seed: int
    live: int = 0
    reserve: int = 0
    parts: list[_Part] = field(default_factory=list)

    @property
    def shown(self) -> int:
        return self.live // _CENT + sum(part.cents for part in self.parts)

    @property
    def saved(self) -> int:
        return self.reserve // _CENT + sum(part.reserve for part in self.parts)

    def pass_on(self, at: int, cents: int, reserve: int) -> None:
        """Give cents to the claim in place `at`, or to the meter when there is none."""
        if at < len(self.parts):
            self.parts[at].cents += cents
            self.parts[at].reserve += reserve
        else:
            self.live += cents * _CENT
            self.reserve += reserve * _CENT


@dataclass(slots=True)
class _Link:
    levels: dict[str, _Level]
    pays: dict[str, tuple[str, Said]]
    claims: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    owed: dict[int, int] = field(default_factory=dict)


class ExpectedLinks:
    """The sums of all links. `held` is shared with the sums of everything else."""

    def __init__(self, held: defaultdict[str, int]) -> None:
        self.held = held
        self._links: dict[str, _Link] = {}

    def balances(self) -> dict[str, int]:
        """What meters, reserves and awards not handed over yet should come to."""
        sums: dict[str, int] = {}
        for name, link in self._links.items():
            for level, at in link.levels.items():
                sums[f"meter/{name}/{level}"] = at.shown
                sums[f"reserve/{name}/{level}"] = at.saved
            sums[f"owed/{name}"] = sum(link.owed.values())
        return sums

    def take(self, name: str, event: Said) -> None:
        """Note one event of a link."""
        if event["event"] in ("LinkOpened", "LinkConfigured"):
            self._set_up(name, event["terms"])
            return
        link = self._links[name]
        before = sum(at.shown + at.saved for at in link.levels.values()) + sum(link.owed.values())
        match event["event"]:
            case "WagersSplit":
                self._wagers(link, event["wagers"])
                self.held[f"pool/{name}"] -= event["wagers"]
                before += event["wagers"]
            case "WagersReturned":
                self._wagers(link, -event["wagers"])
                self.held[f"pool/{name}"] += event["wagers"]
                before -= event["wagers"]
            case "ClaimPressed":
                at = link.levels[event["level"]]
                at.parts.append(_Part(event["claim"], at.live // _CENT, at.reserve // _CENT))
                at.live, at.reserve = at.live % _CENT, at.reserve % _CENT
                link.claims[event["claim"]] = (event["level"], event["line"], event.get("player", ""))
            case "ClaimReleased" | "ClaimRefused":
                at = link.levels[link.claims.pop(event["claim"])[0]]
                place = next(i for i, part in enumerate(at.parts) if part.claim == event["claim"])
                part = at.parts.pop(place)
                at.pass_on(place, part.cents, part.reserve)
            case "ClaimLogged":
                self._log(link, event["claim"])
            case "MeterAdjusted":
                _, _, player = link.claims.pop(event["claim"])
                amount = link.owed.pop(event["claim"])
                self.held[f"player/{player}" if player else "cash"] += amount
                before -= amount
            case "AdjustmentMade":
                link.levels[event["level"]].live += (event["new"] - event["old"]) * _CENT
                if "win" in event:
                    self._back_out(link.levels[event["level"]], event["win"])
            case "TransferSent" | "TransferReceived":
                at, cents = link.levels[event["level"]], event["new"] - event["old"]
                if event.get("reserve"):
                    at.reserve += cents * _CENT
                else:
                    at.live += cents * _CENT
                before += cents  # it comes from the other level, or goes there: never from the house
        # Whatever the link holds more or less than before came from, or went to, the house.
        now = sum(at.shown + at.saved for at in link.levels.values()) + sum(link.owed.values())
        self.held["house"] -= now - before

    @staticmethod
    def _back_out(at: _Level, win: Said) -> None:
        """The reserve has again what it had before the win: what it gave, less what found no room on the meter."""
        award = win["award"]
        gave = award.get("from_reserve", 0)
        found_no_room = win["before"] - award["amount"] + award.get("topped_up", 0) + award.get("seeded", 0) + gave
        at.reserve += (gave - (found_no_room - win["after"])) * _CENT

    def _set_up(self, name: str, terms: Said) -> None:
        known = self._links.get(name)
        levels = {}
        for row in terms["levels"]:
            at = known.levels[row["name"]] if known is not None else None
            level = _Level(row["rate_bp"], row.get("reserve_bp", 0), row.get("seed", 0))
            if at is None:
                level.live = level.seed * _CENT
                self.held["house"] -= level.seed
            else:
                level.live, level.reserve, level.parts = at.live, at.reserve, at.parts
            levels[row["name"]] = level
        self._links[name] = _Link(levels, {row["line"]: (row["level"], row["pay"]) for row in terms["lines"]})

    def _wagers(self, link: _Link, wagers: int) -> None:
        for at in link.levels.values():
            at.live += wagers * at.rate
            at.reserve += wagers * at.reserve_rate
            # What was won or frozen meanwhile cannot be taken back; the house makes good for it.
            at.live += -(at.live // _CENT) * _CENT if at.live < 0 else 0
            at.reserve += -(at.reserve // _CENT) * _CENT if at.reserve < 0 else 0

    def _log(self, link: _Link, claim: int) -> None:
        level, line, _ = link.claims[claim]
        at, pay = link.levels[level], link.pays[line][1]
        part = at.parts.pop(0)
        assert part.claim == claim, "claims are logged in the order of their buttons"
        if "amount" in pay:
            link.owed[claim] = pay["amount"]
            at.pass_on(0, max(0, part.cents - pay["amount"]), part.reserve)
        elif pay["percent"] == 100:
            link.owed[claim] = part.cents
            at.pass_on(0, at.seed + part.reserve, 0)
        else:
            link.owed[claim] = (part.cents * pay["percent"] + 99) // 100
            at.pass_on(0, part.cents - link.owed[claim], part.reserve)
