"""What players have, cached until something moves: a live table asks for it at every state, for every viewer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from croupier.floor.practice import PLAY_CHIPS
from croupier.ledger.accounts import Account, player
from croupier.money import Cents, dollars
from croupier.rules.terms import Terms
from croupier.store.journal import Store

_MOST_HELD: Final = 10_000
_account_of: Final = lru_cache(_MOST_HELD)(player)
_FEW: Final = 10
"""A guest who has fewer than this many of the least bets gets new play chips."""


def refilled_below(terms: Terms) -> Cents:
    """A guest who ends a round with fewer chips than this gets new ones."""
    assert terms.limits is not None, "a table has limits"
    return _FEW * terms.limits.of(terms.game.base).minimum


def not_covered(guest: bool, holds: Cents, terms: Terms) -> str:
    """Why a bet beyond a player's chips is refused, and what would help. A guest has no cage to go to."""
    left = dollars(max(holds, 0))
    if not guest:
        return f"your chips do not cover this: {left} of them are left; the cage sells more"
    again = f"{dollars(PLAY_CHIPS)} again once a round leaves you under {dollars(refilled_below(terms))}"
    return f"your play chips do not cover this: {left} of them are left; bet less, and you get {again}"


class Purses:
    """Players' chips, cached. What is cached changes with the commit that moves it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: dict[Account, Cents] = {}
        self._moves = 0
        self._turn = threading.Lock()
        store.watch_money(self._heard)

    def of(self, name: str) -> Cents:
        """What a player has."""
        account = _account_of(name)
        held = self._held.get(account)
        if held is None:
            moves = self._moves
            held = self._store.balance(account)
            with self._turn:
                # Something may have moved since we read the balance; then it may be stale and is not cached.
                if moves == self._moves:
                    if len(self._held) >= _MOST_HELD:
                        self._held.clear()
                    self._held[account] = held
        return held

    def knows(self, name: str) -> bool:
        """Whether what a player has is remembered: not once another process has moved it, until somebody asks."""
        return _account_of(name) in self._held

    def look_again(self, name: str) -> None:
        """Drop a player's cached chips: another process on the same record may have moved them."""
        self._held.pop(player(name), None)

    def _heard(self, moved: Mapping[Account, Cents | None]) -> None:
        """Take what a commit has moved. It is called in the committer's thread, before anybody is answered."""
        with self._turn:
            self._moves += 1
            for account in moved.keys() & self._held.keys():
                now = moved[account]
                if now is None:
                    self._held.pop(account, None)
                else:
                    self._held[account] = now
