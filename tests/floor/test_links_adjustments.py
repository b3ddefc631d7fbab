"""An adjustment keeps its number, however often its asking is repeated and whoever asks in between."""

from __future__ import annotations

from pathlib import Path

from link_room import SUE, room_at

from croupier.jackpot.events import AdjustmentReason


def test_a_repeated_asking_is_answered_with_its_own_number(tmp_path: Path) -> None:
    at = room_at(tmp_path)
    links = at.link_up()

    def ask(cents: int, command: str) -> int:
        return links.ask("main", "main", cents, AdjustmentReason.TRANSFER, "memo", SUE, command)

    assert [ask(100, "ask one"), ask(200, "ask two"), ask(100, "ask one")] == [1, 2, 1]
    assert at.links.desk.link("main").adjustments_asked == 2
    at.store.close()
