"""The looking for signs at face-up tables, beside the tables; what was found last is kept for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.errors import Refused
from croupier.floor.history.advantage import JudgedDecision
from croupier.floor.history.verdict import PlayerSigns, Signs, seconds
from croupier.money import dollars
from croupier.rules.actions import parse_action
from croupier.web.staff.beside import Beside
from croupier.web.staff.models import LookRow, SignsReport, SignsRow
from croupier.web.wording import when


class Busy(Refused):
    """Another table is being looked at."""

    def __init__(self, table: str) -> None:
        super().__init__(f"{table} is being looked at; one table at a time, so wait until it is done")


class Watch(Beside):
    """One table at a time."""

    def __init__(self, db: str) -> None:
        super().__init__(db, _signs)
        self._found: dict[str, SignsReport] = {}

    def start(self, table: str, rounds: int) -> None:
        """Look at a table's last rounds, unless it is being looked at."""
        state = self.look()
        if state["running"] and state["table"] != table:
            raise Busy(state["table"])
        self.begin({"of": 1, "table": table, "doing": "reading the record"}, table, rounds)

    def look(self) -> dict[str, Any]:
        """How far it is; a report that is finished goes to those that are kept."""
        state = super().look()
        if (found := state.pop("report", None)) is not None:
            self._found[state["table"]] = found
        return state

    def of(self, table: str) -> dict[str, Any]:
        """How far the looking at one table is."""
        state = self.look()
        return state if state.get("table") == table else {"running": False, "done": 0, "of": 0, "table": table}

    def found(self, table: str) -> SignsReport | None:
        """What was found at a table when it was last looked at."""
        self.look()
        return self._found.get(table)


def _signs(db: str, say: Callable[[dict[str, Any]], None], table: str, rounds: int) -> dict[str, Any]:
    from croupier.floor.history.signs import signs
    from croupier.store.journal import open_store

    with open_store(db, create=False, writes=False) as store:
        report = signs(
            store, table, rounds=rounds, tell=lambda words, part: say({"doing": words, "done": round(part, 3)})
        )
    # A page's report comes through the pipe; the lab's terms and games would not.
    return {"done": 1, "report": report_of(report), "finished": True}


def report_of(found: Signs) -> SignsReport:
    """A report as its page shows it."""
    return SignsReport(
        rounds=found.rounds,
        looked_at=found.looked_at,
        since=when(found.since_ms),
        until=when(found.until_ms),
        average=seconds(found.average_ms),
        players=[_row(player) for player in found.players],
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
    made = one.decision
    return LookRow(
        round=made.round,
        street=made.street_words,
        own=[str(card) for card in made.own],
        board=[str(card) for card in (*made.board, *made.up)],
        seen=[str(card) for card in made.seen],
        did=parse_action(made.choice).did,
        usual=parse_action(one.usual).did,
        gained=dollars(round(one.gained_cents)),
    )
