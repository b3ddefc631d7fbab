"""The search for signs at a face-up table, as a background job; the last report on each table is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.floor.history.advantage import JudgedDecision
from croupier.floor.history.verdict import PlayerSigns, Signs, Verdict, seconds
from croupier.money import dollars
from croupier.rules.actions import parse_action
from croupier.web.staff.background import BackgroundJob
from croupier.web.wording import when


class LookRow(BaseModel):
    """A decision that was right only with the others' cards."""

    round: str
    street: str
    own: list[str]
    board: list[str]
    seen: list[str]
    did: str
    usual: str
    gained: str


class SignsRow(BaseModel):
    """A player's signs at a face-up table."""

    player: str
    verdict: str
    tone: str
    rests_on: int
    chance: str
    rounds: int
    decisions: int
    by_clock: int
    average: str
    others: str
    slow: bool
    side_bets: str
    no_side_bets: bool
    looked: int
    gained: str
    mistakes: int
    lost: str
    perfect_looks: str
    perfect_gain: str
    looks: list[LookRow]


class SignsReport(BaseModel):
    rounds: int
    looked_at: int
    since: str
    until: str
    average: str
    players: list[SignsRow]


class SignsBusy(Refused):
    """Another table is being looked at."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table} is being looked at; one table at a time, so wait until it is done")


class SignsWatch(BackgroundJob):
    """Searches one table at a time, and remembers the last report on each."""

    def __init__(self, db: str) -> None:
        super().__init__(db, _signs)
        self._reports: dict[str, SignsReport] = {}

    def start(self, table: str, rounds: int) -> None:
        """Search a table's last rounds, unless that is under way already."""
        state = self.look()
        if state["running"] and state["table"] != table:
            raise SignsBusy(state["table"])
        self.begin({"of": 1, "table": table, "doing": "reading the record"}, table, rounds)

    def look(self) -> dict[str, Any]:
        """How far the search is; a finished report is remembered."""
        with self._turn:
            state = super().look()
            if (report := state.pop("report", None)) is not None:
                self._reports[state["table"]] = report
            return state

    def of(self, table: str) -> dict[str, Any]:
        """How far the search at one table is."""
        state = self.look()
        return state if state.get("table") == table else {"running": False, "done": 0, "of": 0, "table": table}

    def verdicts(self, table: str) -> dict[str, Verdict]:
        """The players with signs of looking in the last report on a table."""
        report = self.report(table)
        every = {} if report is None else {row.player: Verdict(row.verdict) for row in report.players}
        return {player: verdict for player, verdict in every.items() if verdict is not Verdict.NONE}

    def report(self, table: str) -> SignsReport | None:
        """The last report on a table."""
        self.look()
        return self._reports.get(table)


def _signs(db: str, say: Callable[[dict[str, Any]], None], table: str, rounds: int) -> dict[str, Any]:
    from croupier.floor.history.signs import signs
    from croupier.store.journal import open_store

    with open_store(db, create=False, writes=False) as store:
        report = signs(
            store, table, rounds=rounds, tell=lambda words, part: say({"doing": words, "done": round(part, 3)})
        )
    # The report of a page can be pickled for the pipe; terms and games cannot.
    return {"done": 1, "report": report_of(report), "finished": True}


def report_of(signs: Signs) -> SignsReport:
    """A report as its page shows it."""
    return SignsReport(
        rounds=signs.rounds,
        looked_at=signs.looked_at,
        since=when(signs.since_ms),
        until=when(signs.until_ms),
        average=seconds(signs.average_ms),
        players=[_row(player) for player in signs.players],
    )


def _row(player: PlayerSigns) -> SignsRow:
    return SignsRow(
        player=player.player,
        verdict=player.verdict.value,
        tone=player.verdict.name.lower().replace("_", "-"),
        rests_on=player.differing,
        chance=player.chance_words,
        rounds=player.rounds,
        decisions=player.decisions,
        by_clock=player.by_clock,
        average=seconds(player.average_ms),
        others=seconds(player.others_ms),
        slow=player.slow,
        side_bets=f"{player.side_bets:,} of {player.might_have:,}" if player.might_have else "none offered",
        no_side_bets=player.no_side_bets,
        looked=len(player.looked),
        gained=dollars(player.gained),
        mistakes=player.mistakes,
        lost=dollars(player.lost),
        perfect_looks="–" if player.perfect_looks is None else f"{player.perfect_looks:.1f}",
        perfect_gain="–" if player.perfect_gain is None else dollars(player.perfect_gain),
        looks=[_look(one) for one in player.looked],
    )


def _look(one: JudgedDecision) -> LookRow:
    decision = one.decision
    return LookRow(
        round=decision.round,
        street=decision.street_words,
        own=[str(card) for card in decision.own],
        board=[str(card) for card in (*decision.board, *decision.up)],
        seen=[str(card) for card in decision.seen],
        did=parse_action(decision.choice).did,
        usual=parse_action(one.usual).did,
        gained=dollars(round(one.gained_cents)),
    )
