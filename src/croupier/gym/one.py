"""One table with one seat: the engine that the card room runs on, dealt from the environment's own seed."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.gym.encoding import encoding_of
from croupier.gym.observations import deck_of, observation_layout
from croupier.gym.offers import (
    Mask,
    NoRound,
    NoSuchOption,
    NotOffered,
    Offers,
    actions,
    mask_of,
    most_actions,
    rules_of,
)
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, decide, next_step
from croupier.rules.game import Street
from croupier.rules.round import Round, Stage, dealer_shown, evolve, legal_actions, up_cards, visible_board
from croupier.rules.steps import END, LOCK, WAIT
from croupier.rules.terms import terms
from croupier.rules.view import AtSeat, view
from croupier.rules.wagers import Stakes

_SEAT = 1
_BET = 1000
_RENDER_MODES = ("ansi",)


class OneTable(gymnasium.Env[NDArray[Any], int]):
    """One round an episode; the reward comes at its end, in base bets, side bets left out.

    game         the key of a game, such as `uth`
    rules        the name of one of its rule sets; its customary one where nothing is said
    encoding     how observations are written: `numbers`, or `features` for networks
    render_mode  `ansi` for the cards in sight as a line of text
    """

    metadata = {"render_modes": list(_RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game: str = "uth", rules: str | None = None, encoding: str = "numbers", render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise Refused(f"cannot render {render_mode!r}; there is {', '.join(map(repr, _RENDER_MODES))}")
        self.render_mode = render_mode
        self._terms = terms(rules_of(game, rules))
        self._game = self._terms.game
        self._layout, self._encoding = observation_layout(self._game), encoding_of(encoding, self._game)
        self._round: Round | None = None
        first = self._game.streets[0]
        size = most_actions(self._game)
        # Where the cards decide what is allowed, only the caution of the first two is always open.
        always = mask_of(first, actions(first) if first.allows is None else actions(first)[:2], size)
        self._offers = Offers(size, always)
        self.observation_space = self._encoding.space
        self.action_space = self._offers  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a new round. The option `deck` gives its deck order, top card first, as text or as numbers."""
        super().reset(seed=seed)
        deck = self._deck(options or {})
        self._round = None
        for command in (
            OpenRound(round="episode", terms=self._terms),
            Act(_SEAT, PlaceBets(Stakes({self._game.base: _BET}))),
            LOCK,
            DealCards(deck),
        ):
            self._do(command)
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Decide, and play on to the next decision or the end."""
        street = self._street()
        if street is None or self._round is None:
            raise NoRound(over=self._round is not None)
        mask = self._mask()
        if action not in self._offers or not mask[action]:
            raise NotOffered(action, street, mask)
        self._do(Act(_SEAT, actions(street)[int(action)]))
        while (following := next_step(self._round)) not in (WAIT, END):
            self._do(following)
        over = following == END
        if over:
            self._do(END)
        return self._seen(), self._net() if over else 0.0, over, False, self._info()

    def render(self) -> str | None:
        """The cards in sight, as a line of text."""
        if self._round is None or self.render_mode is None:
            return None
        seen, street = view(self._round, AtSeat(_SEAT)), self._street()
        parts = [cards_text(seen.seats[0].cards or ()), cards_text(seen.board), str(seen.seats[0].hand or "")]
        if street is None:
            parts += [f"dealer {cards_text(seen.dealer or ())} {seen.dealer_hand or ''}".strip()] if seen.dealer else []
            parts += [f"{self._net():+g}"]
        else:
            parts += [f"dealer shows {cards_text(seen.up)}"] if seen.up else []
            parts += [f"{street.words}: {self.offered}"]
        return " | ".join(filter(None, parts))

    def __deepcopy__(self, memo: dict[int, Any]) -> OneTable:
        """A table that plays on by itself, the same cards still to come. Rules and rounds are values, and shared."""
        twin = copy(self)
        memo[id(self)] = twin
        twin._offers = deepcopy(self._offers, memo)
        twin.action_space = twin._offers  # type: ignore[assignment]
        twin._np_random = deepcopy(self._np_random, memo)
        return twin

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are offered now, as learners ask for it; at the end of a round none."""
        return self._mask().astype(np.bool_)

    @property
    def offered(self) -> str:
        """What may be done now, by number and in words, such as `0 check, 1 bet2`."""
        street, mask = self._street(), self._mask()
        return "" if street is None else ", ".join(f"{i} {one}" for i, one in enumerate(actions(street)) if mask[i])

    def _do(self, command: Command) -> None:
        for event in decide(self._round, command):
            self._round = evolve(self._round, event)

    def _deck(self, options: dict[str, Any]) -> Cards:
        if unknown := set(options) - {"deck"}:
            raise NoSuchOption(sorted(unknown), "deck")
        chosen, every = options.get("deck"), deck_of(self._game)
        if chosen is None:
            return tuple(every[i] for i in self.np_random.permutation(len(every)))
        deck = parse_cards(chosen) if isinstance(chosen, str) else tuple(Card(int(card)) for card in chosen)
        if sorted(deck) != list(every):
            raise Refused(f"not a deck: {len(deck)} cards; want the {len(every)}, each once, top card first")
        return deck

    def _street(self) -> Street | None:
        """The street that waits for a decision, if one does."""
        if self._round is None or self._round.stage is not Stage.PLAYING:
            return None
        return self._game.streets[self._round.shown]

    def _mask(self) -> Mask:
        street, size = self._street(), int(self._offers.n)
        if street is None or self._round is None:
            return np.zeros(size, np.int8)
        return mask_of(street, legal_actions(self._round, _SEAT), size)

    def _net(self) -> float:
        assert self._round is not None, "reset comes first"
        return view(self._round, AtSeat(_SEAT)).seats[0].net / _BET

    def _seen(self) -> NDArray[Any]:
        assert self._round is not None, "reset comes first"
        seat = self._round.seat(_SEAT)
        assert seat is not None, "the seat was staked"
        assert seat.cards is not None, "the seat was dealt in"
        street = self._round.shown if self._street() is not None else len(self._game.streets)
        bets = seat.total // _BET
        row = self._layout.row(seat.cards, visible_board(self._round), up_cards(self._round), street, bets)
        return np.asarray(self._encoding.rows(row[None])[0])

    def _info(self) -> dict[str, Any]:
        """The mask of what is offered; once the round is over also the dealer's cards, and never before."""
        assert self._round is not None, "reset comes first"
        mask = self._mask()
        self._offers.mask = mask.copy()
        if self._round.stage is not Stage.OVER:
            return {"action_mask": mask}
        return {"action_mask": mask, "dealer": np.array(dealer_shown(self._round) or (), np.int8)}
