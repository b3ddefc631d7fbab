"""The coach: exact values from the lab, in a process of its own, so that no table waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import threading
from typing import Any

from croupier.cards import Cards, cards_text

_Answer = dict[str, Any]


class Coach:
    """A worker that knows the solved game. It is started when somebody first asks."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: multiprocessing.connection.Connection | None = None
        self._progress = "starting"
        self._ready = False
        self._failed = ""
        self._lock = threading.Lock()

    async def choices(self, hole: Cards, board: Cards, tables: tuple[str, ...]) -> _Answer:
        """The value of each choice in Antes, best first; or how far the worker is with learning the game.

        Beside it the house edge of the Ante, and of the side bets with these pay tables.
        """
        return await asyncio.to_thread(self._ask, cards_text(hole), cards_text(board), tables)

    def _ask(self, hole: str, board: str, tables: tuple[str, ...]) -> _Answer:
        with self._lock:
            if self._process is None or not self._process.is_alive():
                self._start()
            assert self._pipe is not None
            while not self._ready and not self._failed and self._pipe.poll():
                self._hear(self._pipe.recv())
            if self._failed:
                return {"error": f"The coach cannot work here: {self._failed}"}
            if not self._ready:
                return {"progress": self._progress}
            self._pipe.send((hole, board, tables))
            answer: _Answer = self._pipe.recv()
            return answer

    def _start(self) -> None:
        self._ready, self._failed, self._progress = False, "", "starting"
        # A fresh interpreter: a fork would carry the server's sockets and threads along.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True, name="coach")
        self._process.start()
        theirs.close()

    def _hear(self, said: _Answer) -> None:
        self._progress = said.get("progress", self._progress)
        self._ready = said.get("ready", False)
        self._failed = said.get("failed", "")

    def close(self) -> None:
        """Let the worker go."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(5)


def _work(pipe: multiprocessing.connection.Connection) -> None:
    """The worker: solves the game once, then answers questions."""
    import signal

    # Ctrl-C in the terminal is for the server, which then ends the worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        from croupier.cards import parse_cards
        from croupier.lab import solve_game
        from croupier.lab.sidebets import side_bet
        from croupier.rules.paytables import Bet, Paytable, names, paytable
        from croupier.strategy.advice import advise

        def priced(tables: tuple[str, ...]) -> list[Paytable]:
            bets = (Bet.TRIPS, Bet.BAD_BEAT, Bet.PAIRS)
            return [paytable(name, bet) for name in tables for bet in bets if name in names(bet)]

        solution = solve_game(progress=lambda what, share: pipe.send({"progress": f"{what}, {share:.0%}"}))
        pipe.send({"ready": True})
    except Exception as error:
        pipe.send({"failed": f"{type(error).__name__}: {error}"})
        return
    while True:
        try:
            hole, board, tables = pipe.recv()
        except EOFError:
            return
        try:
            advice = advise(parse_cards(hole), parse_cards(board), solution)
            edges = {"ante": float(solution.edge)} | {
                table.bet.value: float(side_bet(table).edge) for table in priced(tables)
            }
            choices = [{"action": key, "value": float(value)} for key, value in advice.choices.items()]
            pipe.send({"choices": choices, "edges": edges})
        except Exception as error:
            pipe.send({"error": str(error)})
