"""Rounds as one viewer was shown them: every state in order, and the papers afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Final, TypeAlias

from croupier.cards import Cards, parse_cards
from croupier.floor.history.rounds import NoSuchRound, find_round
from croupier.store.journal import open_store
from croupier.web.app import create_app
from torture.secrets.evening import Evening
from torture.secrets.furnish import furnish
from torture.secrets.house import Open
from torture.secrets.lies import Chance
from torture.secrets.still import Loop, Still

Plain: TypeAlias = dict[str, Any]

_OF_THE_TABLE: Final = ("id", "procedure", "felt")


@dataclass(frozen=True)
class Story:
    """What a page was sent of one round, and what the house says of it afterwards."""

    round: str
    states: tuple[Plain, ...]
    papers: Plain

    def cards(self) -> Iterator[tuple[int, Plain]]:
        """The round itself in each state that speaks of it, and which state that is."""
        for at, state in enumerate(self.states):
            for round in (state["round"], state["last"]):
                if round is not None and round["id"] == self.round:
                    yield at, round

    @cached_property
    def closed_at(self) -> int | None:
        """The first state in which bets were closed."""
        return next((at for at, round in self.cards() if round["stage"] != "betting"), None)

    @property
    def from_the_beginning(self) -> bool:
        """Whether the page saw the round before its viewer had bet."""
        first = next(round for _, round in self.cards())
        return first["stage"] == "betting" and not any(seat["you"] and seat["stakes"] for seat in first["seats"])

    @cached_property
    def seats(self) -> list[int]:
        """Who was dealt in."""
        *_, (_, last) = self.cards()
        return [seat["number"] for seat in last["seats"]]

    @property
    def deck(self) -> Cards:
        """The deck that was dealt; nothing of a round that was void before the deal."""
        return parse_cards(self.papers["deck"])

    @property
    def said(self) -> list[tuple[int, int, str]]:
        """What the viewer mixed in: the state that first showed it, their seat and the words."""
        found: list[tuple[int, int, str]] = []
        for at, round in self.cards():
            seat = self.states[at]["you"]["seat"]
            words = round["words"].get(str(seat)) if round["stage"] == "betting" and at else None
            if words is not None and words != (found[-1][2] if found else self._first_words.get(str(seat))):
                found.append((at, seat, words))
        return found

    @property
    def _first_words(self) -> Plain:
        words: Plain = next(round for _, round in self.cards())["words"]
        return words

    def copy(self) -> Story:
        """The same, to be changed."""
        return Story(self.round, tuple(deepcopy(state) for state in self.states), deepcopy(self.papers))

    def without_first(self, states: int) -> Story:
        """The same for somebody who came later."""
        return replace(self, states=self.states[states:])


def of_states(round: str, states: list[Plain], papers: Plain) -> Story:
    """The story of a round in these states of its table, with what a witness might look at."""
    slim = []
    for state in states:
        about = {key: state[key] for key in ("version", "you", "round", "last")}
        slim.append(about | {"table": {key: state["table"][key] for key in _OF_THE_TABLE}})
    tells = [any(one is not None and one["id"] == round for one in (s["round"], s["last"])) for s in slim]
    # From the first state that speaks of it; what a table showed before has to do with other rounds.
    return Story(round, tuple(slim[tells.index(True) :]), papers)


def furnish_again(url: str, seed: str) -> None:
    """A room that is the same whenever it is furnished, the names of its private tables included. For a process of its
    own."""
    Still("furnish")
    furnish(url, seed)


def play(url: str, seed: str, rounds: int) -> list[Story]:
    """Play so many rounds honestly, with several who look. For a process of its own: its clock and chance are
    changed."""
    with open_store(url) as store, asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(_played(Open(create_app(store), Chance(seed, lies=False), Still("play")), rounds))


async def _played(house: Open, rounds: int) -> list[Story]:
    sides = (house.house.sides.money, house.house.sides.practice)
    for side in sides:
        side.hub.resume()
    order, stories = Random(f"order {house.chance.seed}"), []
    tables = sorted(name for side in sides for name in side.room.tables())
    while house.played.counts["rounds"] < rounds and tables:
        name = order.choice(tables)
        evening = Evening(house, name)
        if not await evening.round():
            tables.remove(name)
        number = evening.table.rounds - (evening.table.in_play is not None)
        try:
            past = find_round(house.house.sides.at(name).store, f"{name}-{number}")
        except NoSuchRound:
            continue
        for stream in evening.streams.values():
            states = [json.loads(text) for text in stream.heard if text.startswith("{")]
            if any(state["round"] and state["round"]["id"] == past.round.id for state in states):
                stories.append(of_states(past.round.id, states, past.papers))
    for side in sides:
        await side.hub.close()
    house.house.coach.close()
    return stories
