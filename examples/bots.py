"""Bots that practise: each opens a table with play chips, plays rounds by a rule of thumb, and says what came of it.

    python examples/bots.py --at http://localhost:8000 --bots 3 --rounds 20 --rules wa-2018

It is a card room's client like any other (`croupier.client`), and needs the extra `client` for the stream.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from croupier.client import Client, TableState


def bold(state: TableState) -> str:
    """Bet as much as may be with an ace, a king or a pair; otherwise wait or give up."""
    ranks = [card[0] for card in state.cards]
    good = len(set(ranks)) < len(ranks) or {"A", "K"} & set(ranks)
    return state.legal[0] if good else state.legal[-1]


def practise(server: str, rules: str, rounds: int, decide: Callable[[TableState], str] = bold) -> str:
    """Play so many rounds at a table of one's own; a line about them."""
    me = Client(server)
    table = me.practise(rules)
    state = me.look(table)
    began, seen = state.chips, set[str]()
    for state in me.stream(table):
        last = state.plain["last"]
        if last is not None:
            seen.add(last["id"])
        if len(seen) == rounds:
            break
        if state.legal:
            me.act(table, decide(state))
        elif state.stage == "betting" and not state.staked:
            me.bet(table, 1000)
    net = me.look(table).chips - began
    return f"{table}: {len(seen)} rounds, {net / 100:+,.2f} dollars"


def main() -> None:
    """Send the bots in, all at once."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--at", default="http://localhost:8000", help="the server's address")
    ask.add_argument("--bots", type=int, default=1)
    ask.add_argument("--rounds", type=int, default=10)
    ask.add_argument("--rules", default="wa-2018")
    given = ask.parse_args()
    with ThreadPoolExecutor(given.bots) as pool:
        for told in pool.map(lambda _: practise(given.at, given.rules, given.rounds), range(given.bots)):
            print(told, flush=True)


if __name__ == "__main__":
    main()
