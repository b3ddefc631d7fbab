"""The game as a Gymnasium environment: one seat against the dealer, rewards in Antes. Needs the extra `gym`.

    env = gymnasium.make("croupier/UltimateTexasHoldem-v0")

An observation is 107 bits: which of the fifty-two cards are in the hand, which on the board, and which street it is.
Action 0 waits (check; fold at the river), 1 makes the largest Play bet of the street, 2 makes the 3x bet before the
flop and the street's only bet later. It is the engine that tables run on, dealt from the environment's own seed.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.rules.actions import BET3, BET4, CHECK, FOLD, Action, Bet
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, decide, next_step
from croupier.rules.games.uth_rules import WA_BASE
from croupier.rules.round import Round, evolve, legal_actions
from croupier.rules.steps import END, LOCK, WAIT
from croupier.rules.terms import Terms, terms
from croupier.rules.view import AtSeat, view
from croupier.rules.wagers import Stakes

_SEAT = 1
_ANTE = 1000
_STREETS = WA_BASE.game.streets

Observation = NDArray[np.int8]


class UltimateTexasHoldem(gymnasium.Env[Observation, int]):
    """One round an episode; the reward comes at its end, in Antes."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, at: Terms | None = None) -> None:
        self.render_mode = render_mode
        self.observation_space = spaces.MultiBinary(2 * len(DECK) + len(_STREETS))
        self.action_space = spaces.Discrete(3)  # type: ignore[assignment]
        self._terms = at or terms(WA_BASE)
        self._round: Round | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round."""
        super().reset(seed=seed)
        deck = tuple(DECK[i] for i in self.np_random.permutation(len(DECK)))
        self._round = None
        for command in (
            OpenRound(round="episode", terms=self._terms),
            PlaceBets(_SEAT, Stakes(ante=_ANTE)),
            LOCK,
            DealCards(deck),
        ):
            self._do(command)
        return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide, and play on to the next decision or the end."""
        self._do(Act(_SEAT, self._action(action)))
        assert self._round is not None, "reset comes before step"
        while (step := next_step(self._round)) not in (WAIT, END):
            self._do(step)
        over = step == END
        reward = view(self._round, AtSeat(_SEAT)).seats[0].net / _ANTE if over else 0.0
        return self._seen(), reward, over, False, {}

    def render(self) -> str | None:
        """The cards in sight, as text."""
        if self._round is None or self.render_mode != "ansi":
            return None
        seen = view(self._round, AtSeat(_SEAT))
        return (
            f"{' '.join(map(str, seen.seats[0].cards or ()))} | {' '.join(map(str, seen.board))} | {seen.seats[0].hand}"
        )

    def _do(self, command: Command) -> None:
        for event in decide(self._round, command):
            self._round = evolve(self._round, event)

    def _action(self, action: int) -> Action:
        assert self._round is not None, "reset comes before step"
        legal = legal_actions(self._round, _SEAT)
        if action == 0:
            return CHECK if CHECK in legal else FOLD
        if BET4 in legal:
            return BET4 if action == 1 else BET3
        return next(bet for bet in legal if isinstance(bet, Bet))

    def _seen(self) -> Observation:
        assert self._round is not None, "reset comes first"
        seen = view(self._round, AtSeat(_SEAT))
        bits = np.zeros(2 * len(DECK) + len(_STREETS), dtype=np.int8)
        bits[[int(card) for card in seen.seats[0].cards or ()]] = 1
        bits[[len(DECK) + card for card in seen.board]] = 1
        if self._round.street is not None:
            bits[2 * len(DECK) + _STREETS.index(self._round.street)] = 1
        return bits


def register() -> None:
    """Make the environment known to `gymnasium.make`."""
    if "croupier/UltimateTexasHoldem-v0" not in gymnasium.registry:
        gymnasium.register(
            "croupier/UltimateTexasHoldem-v0", entry_point="croupier.strategy.environment:UltimateTexasHoldem"
        )
