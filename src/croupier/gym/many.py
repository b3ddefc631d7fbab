"""Many tables at once, each with its own stream of chance, played by compiled kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.gym.encoding import encoding_of
from croupier.gym.kernels import advance, begin, first_refused, streams
from croupier.gym.observations import UNSEEN
from croupier.gym.offers import ManyOffers, NoRound, NoSuchOption, NotOffered, rules_of
from croupier.gym.plan import plan_of
from croupier.lab.hands.cardsets import CHOOSE
from croupier.lab.hands.evaluator import tables
from croupier.lab.kernel import spread

_CHUNK = 2048
"""Tables that one core plays in one go; fewer are not worth a second core."""


class ManyTables(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Tables that are all played at once. Where a step ends a round, the same step deals the next (`SAME_STEP`).

    num_envs  how many tables
    game      the key of a game, such as `uth`
    rules     the name of one of its rule sets; its customary one where nothing is said
    encoding  how observations are written: `numbers`, or `features` for networks

    The observation of a table whose round has just ended is that of its next round. Of the ended one, info has
    `final_obs` and, in `final_info`, the dealer's cards; `_final_obs` says at which tables.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "uth",
        rules: str | None = None,
        encoding: str = "numbers",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise Refused(f"cannot render {render_mode!r}: many tables are not drawn; render one, by gymnasium.make")
        if num_envs < 1:
            raise Refused(f"cannot play at {num_envs} tables; want one or more")
        self.num_envs = num_envs
        self._plan = plan_of(rules_of(game, rules))
        layout = self._plan.observation
        self._layout = np.array([layout.own, layout.board, layout.up - layout.board, layout.streets, layout.deck])
        self._offers = ManyOffers(num_envs, self._plan.actions)
        self._encoding = encoding_of(encoding, self._plan.game)
        self.single_observation_space = self._encoding.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = self._offers
        self.single_action_space = self._offers[0]
        self._states = np.zeros(num_envs, np.uint64)
        self._dealt = False
        self._cards = np.zeros((num_envs, self._plan.dealt), np.int8)
        self._nodes, self._held = np.zeros(num_envs, np.int16), np.zeros(num_envs, np.int16)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a new round at every table.

        One `seed` gives table i the seed `seed + i`; a sequence gives each its own. The option `decks` gives each
        table the deck order of this round, a row of all cards each, top card first.
        """
        decks = self._decks(options or {})
        self._seed(seed)
        if decks is not None:
            self._cards[:] = decks[:, self._plan.places]
        seen = np.empty((self.num_envs, self._plan.observation.size), np.int8)
        offered = np.empty((self.num_envs, self._plan.actions), np.int8)
        plan, seven = self._plan, tables()

        def work(start: int, stop: int) -> None:
            begin(
                start, stop, decks is not None, self._layout, plan.bets, plan.masks, plan.allows, plan.own,
                seven.by_ranks, seven.by_flush, CHOOSE, self._states, self._cards, self._nodes, self._held, seen,
                offered,
            )  # fmt: skip

        spread(work, self.num_envs, _CHUNK)
        self._dealt, self._offers.mask = True, offered
        return self._encoding.rows(seen), self._info(offered)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Decide at every table, and play on to the next decision there."""
        if not self._dealt:
            raise NoRound(over=False)
        chosen = self._checked(actions)
        many, plan, seven = self.num_envs, self._plan, tables()
        size, dealer = plan.observation.size, plan.game.layout.dealer
        seen, last_seen = np.empty((many, size), np.int8), np.full((many, size), UNSEEN, np.int8)
        offered, dealers = np.empty((many, plan.actions), np.int8), np.full((many, dealer), UNSEEN, np.int8)
        rewards, over = np.empty(many, np.float64), np.empty(many, np.bool_)

        def work(start: int, stop: int) -> None:
            advance(
                start, stop, chosen, self._layout, plan.street, plan.bets, plan.face_up, plan.following, plan.masks,
                plan.allows, plan.end_bets, plan.net, plan.kind, plan.bands, plan.own, plan.dealer, seven.by_ranks,
                seven.by_flush, CHOOSE, self._states, self._cards, self._nodes, self._held, seen, offered, rewards,
                over, last_seen, dealers,
            )  # fmt: skip

        spread(work, many, _CHUNK)
        self._offers.mask = offered
        info = self._info(offered)
        if over.any():
            info |= {"final_obs": self._encoding.rows(last_seen), "_final_obs": over.copy()}
            info |= {"final_info": {"dealer": dealers, "_dealer": over.copy()}, "_final_info": over.copy()}
        return self._encoding.rows(seen), rewards, over, np.zeros(many, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are offered at each table now, as learners ask for it."""
        return self._offers.mask.astype(np.bool_)

    def _info(self, offered: NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": offered.copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _checked(self, actions: object) -> NDArray[np.int64]:
        """The actions as an array of whole numbers, if each is offered at its table; nothing is done otherwise."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise Refused(f"not actions: {chosen.dtype} {chosen.shape}; want whole numbers, ({self.num_envs},)")
        chosen = np.ascontiguousarray(chosen, np.int64)
        table = first_refused(chosen, self._offers.mask)
        if table >= 0:
            street = self._plan.game.streets[int(self._plan.street[self._nodes[table]])]
            raise NotOffered(int(chosen[table]), street, self._offers.mask[table].tolist(), table)
        return chosen

    def _seed(self, seed: int | Sequence[int] | None) -> None:
        """Start every table's random stream; without a seed the streams go on."""
        if seed is None:
            if not self._dealt:
                self._states = self.np_random.integers(0, 2**64, self.num_envs, np.uint64)
            return
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            seeds = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(int(seed) % 2**64)
        else:
            seeds = np.array([int(one) % 2**64 for one in seed], np.uint64)
            if len(seeds) != self.num_envs:
                raise Refused(f"{len(seeds)} seeds for {self.num_envs} tables; want one for each, or one number")
        self._states = streams(seeds)

    def _decks(self, options: dict[str, Any]) -> NDArray[np.integer] | None:
        """The deck orders of this round, where the caller gives them."""
        if unknown := set(options) - {"decks"}:
            raise NoSuchOption(sorted(unknown), "decks")
        if "decks" not in options:
            return None
        decks = np.asarray(options["decks"])
        cards = len(self._plan.game.deck)
        if decks.shape != (self.num_envs, cards) or not (np.sort(decks, axis=1) == np.arange(cards)).all():
            raise Refused(f"not decks: {decks.shape}; want the {cards} cards in some order, ({self.num_envs}, {cards})")
        return decks
