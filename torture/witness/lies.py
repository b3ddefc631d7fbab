"""What a house that knows the deck might tell a browser: another deal than the one that it had promised.

Each lie is told from one state on. Whatever it says is consistent with itself: where it implies other cards, other
cards are shown, and where it implies other papers, other papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from croupier.cards import Cards, cards_text
from croupier.fair.commitment import cards_shuffled, commitment, deck_of
from croupier.games import GAMES
from croupier.rules.deal import Procedure, deal, parse_dealing
from croupier.rules.seat import SEATS
from torture.witness.story import Plain, Story


class Lie(NamedTuple):
    """A lie in words, and the story as it is told with it."""

    words: str
    story: Story
    alone: tuple[str, ...] = ()
    """Fields that must stay as they were, or it is no lie. While bets are open, who is in and what is mixed in may be
    anything; and a round may have ended in states that were not shown."""
    may_be_missed: bool = False
    """Whether it also says that states were not shown: then it is enough that nothing is proved."""


def lies_about(story: Story, chance: Random) -> Iterator[Lie]:
    """Every kind of lie about a round, each from a random state on."""
    later = range(1, len(story.states))
    if not later or story.closed_at is None:
        return
    for tell in _ANY_TIME:
        yield from tell(story, chance.choice(later), chance)
    if story.closed_at:
        # Until bets are closed anybody may come, go or speak; so these are told from the close on.
        after = range(story.closed_at, len(story.states))
        for tell in _AFTER_THE_BETS:
            for lie in tell(story, chance.choice((story.closed_at, chance.choice(after))), chance):
                yield lie._replace(alone=("stage",))


def covered(lie: Lie, chance: Random) -> Lie:
    """The same lie, and one more field of the state that is not as it was, whichever."""
    story = lie.story.copy()
    at = chance.randrange(1, len(story.states))
    # Under another name what is said of the last round is said of that one, and no lie about this.
    paths = [path for path in _leaves(story.states[at]) if path[-1] not in lie.alone and path != ("last", "id")]
    path = chance.choice(paths)
    for state in story.states[at:]:
        _change(state, path, chance)
    words = f"{lie.words}, and {'.'.join(map(str, path))} from state {at} on"
    return lie._replace(words=words, story=story, may_be_missed=path == ("version",))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(one, (*path, key))
    elif isinstance(value, str | int) and path[:2] != ("table", "id"):  # another table's states never come to this page
        yield path


def _change(state: Plain, path: tuple[Any, ...], chance: Random) -> None:
    holder: Any = state
    for key in path[:-1]:
        try:
            holder = holder[key]
        except (KeyError, IndexError, TypeError):
            return  # this state has no such field
    if isinstance(holder, dict | list) and (path[-1] in holder if isinstance(holder, dict) else path[-1] < len(holder)):
        holder[path[-1]] = _other(holder[path[-1]], chance)


def _other(value: Any, chance: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 7))
        case _:
            return f"{value}x"


# How the cards go out


def _procedure(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    game, now, *counts = story.papers["dealing"].split()
    for procedure in Procedure:
        if procedure.value != now:
            dealing = " ".join((game, procedure.value, *counts))
            yield Lie(f"dealt by {procedure.value} from state {at} on", _dealt_as(story, at, dealing))


def _layout(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    game, procedure, *counts = story.papers["dealing"].split()
    which = chance.randrange(3)
    counts[which] = str(int(counts[which]) + 1)
    dealing = " ".join((game, procedure, *counts))
    yield Lie(f"dealt as {dealing!r} from state {at} on", _dealt_as(story, at, dealing))


def _game(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    now, *rest = story.papers["dealing"].split()
    game = chance.choice([key for key in GAMES if key != now])
    yield Lie(f"{game} from state {at} on", _dealt_as(story, at, " ".join((game, *rest))))


def _dealt_as(story: Story, at: int, dealing: str) -> Story:
    told = story.copy()
    procedure, layout = parse_dealing(dealing)
    for state in told.states[at:]:
        state["table"]["procedure"] = procedure.value
        state["table"]["felt"] |= {"own": layout.own, "dealer": layout.dealer, "board": layout.board}
    for i, round in told.cards():
        if i >= at:
            round["dealing"] = dealing
    told.papers["dealing"] = dealing
    _show(told, at, dealing, story.seats, story.deck)
    return told


def _unsaid(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    """The cards of another deal, while everything else is told as it was."""
    game, procedure, *counts = story.papers["dealing"].split()
    for other in ("packet", "shoe", "hand-held"):
        told = story.copy()
        _show(told, at, " ".join((game, other, *counts)), story.seats, story.deck)
        if other != procedure and told.states != story.states:
            yield Lie(f"cards of {other} from state {at} on, and not a word of it", told)


def _show(told: Story, at: int, dealing: str, seats: list[int], deck: Cards) -> None:
    """Have the cards that are seen from a state on be those of another deal, to seats in this order."""
    procedure, layout = parse_dealing(dealing)
    if not deck or layout.own * len(seats) + layout.dealer + layout.board > len(deck):
        return
    cards = deal(procedure, layout, seats, deck)
    for i, round in told.cards():
        if i < at:
            continue
        for seat in round["seats"]:
            if seat["cards"] and seat["number"] in cards.own:
                seat["cards"] = [str(card) for card in cards.own[seat["number"]]]
        round["board"] = [str(card) for card in cards.board[: len(round["board"])]]
        if round["dealer"]:
            shown = zip(round["dealer"], cards.dealer, strict=False)
            round["dealer"] = [None if card is None else str(other) for card, other in shown]


# Who is in, and what is mixed in


def _came(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    for seat in (seat for seat in SEATS if seat not in story.seats):
        told = story.copy()
        for i, round in told.cards():
            if i >= at:
                ghost = {"number": seat, "name": "ghost", "you": False, "stakes": {"ante": 500}, "cards": None}
                round["seats"] = sorted((*round["seats"], ghost), key=_number)
        _show(told, at, story.papers["dealing"], sorted([*story.seats, seat]), story.deck)
        yield Lie(f"seat {seat} comes in at state {at}", told)


def _came_unclosed(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    """Bets are never said to be closed, and a seat comes in behind the others once cards lie there: theirs stay what
    they were, and the dealer's and the board's become others."""
    dealt = [i for i, round in story.cards() if any(seat["cards"] for seat in round["seats"])]
    behind = [seat for seat in SEATS if seat > max(story.seats, default=len(SEATS))]
    if story.closed_at is None or len(dealt) < 2 or not behind:
        return
    told, at = story.copy(), dealt[1]
    for i, round in told.cards():
        if i >= story.closed_at:
            round["stage"] = "betting"
        if i >= at:
            ghost = {"number": behind[0], "name": "ghost", "you": False, "stakes": {"ante": 500}, "cards": None}
            round["seats"] = [*round["seats"], ghost]
    _show(told, at, story.papers["dealing"], [*story.seats, behind[0]], story.deck)
    yield Lie(f"seat {behind[0]} comes in at state {at}, and bets are never closed", told)


def _went(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    for seat in story.seats:
        told = story.copy()
        for i, round in told.cards():
            if i >= at:
                round["seats"] = [one for one in round["seats"] if one["number"] != seat]
        _show(told, at, story.papers["dealing"], [one for one in story.seats if one != seat], story.deck)
        yield Lie(f"seat {seat} is gone at state {at}", told)


def _reordered(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    """Seats that are told, and dealt to, in another order than from the first to the last."""
    told = story.copy()
    for i, round in told.cards():
        if i >= at:
            round["seats"].reverse()
    before = told.copy()
    _show(told, at, story.papers["dealing"], story.seats[::-1], story.deck)
    if told.states != before.states:
        yield Lie(f"dealt from the last seat to the first, from state {at} on", told)


def _moved(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    free = [seat for seat in SEATS if seat not in story.seats]
    if not story.seats or not free:
        return
    seat, to = chance.choice(story.seats), chance.choice(free)
    told = story.copy()
    for i, round in told.cards():
        if i >= at:
            for one in round["seats"]:
                one["number"] = to if one["number"] == seat else one["number"]
            round["seats"].sort(key=_number)
    seats = sorted(to if one == seat else one for one in story.seats)
    _show(told, at, story.papers["dealing"], seats, story.deck)
    yield Lie(f"seat {seat} is seat {to} from state {at} on", told)


def _bank(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    told = story.copy()
    for i, round in told.cards():
        if i >= at and round["bank"]:
            round["bank"]["seat"] = round["bank"]["seat"] % len(SEATS) + 1
    if told.states != story.states:
        yield Lie(f"another bank from state {at} on", told)


def _words(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    mixed: Plain = story.papers["player_seeds"]
    seat = chance.choice((*mixed, str(chance.choice(SEATS))))
    changed = {key: words for key, words in mixed.items() if key != seat}
    dropped = bool(mixed) and chance.random() < 0.3
    if not dropped:
        changed[seat] = f"{mixed.get(seat, '')} of the house"
    elif changed == mixed:
        return
    told = story.copy()
    for i, round in told.cards():
        if i >= at:
            round["words"] = dict(changed)
    told.papers["player_seeds"] = changed
    _from_seed(story, told, at)
    yield Lie(f"other words of seat {seat} from state {at} on", told)
    silent = story.copy()
    silent.papers["player_seeds"] = changed
    _from_seed(story, silent, at)
    yield Lie(f"other words of seat {seat} in the papers, cards dealt by them from state {at} on", silent)


def _from_seed(story: Story, told: Story, at: int) -> None:
    """Deal a lie's own deck, of its own seed and words."""
    if story.deck:
        words = {int(seat): text for seat, text in told.papers["player_seeds"].items()}
        cards = cards_shuffled(told.papers["dealing"])
        deck = deck_of(told.papers["round"], bytes.fromhex(told.papers["house_seed"]), words, cards)
        told.papers["deck"] = cards_text(deck)
        _show(told, at, told.papers["dealing"], story.seats, deck)


# What was promised


def _seed(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    told, seed = story.copy(), chance.randbytes(32)
    promise = commitment(story.round, seed, story.papers["dealing"])
    told.papers.update(house_seed=seed.hex(), commitment=promise)
    _from_seed(story, told, at)
    yield Lie("another seed in the papers", told)
    said = told.copy()
    for i, round in said.cards():
        if i >= at:
            round["commitment"] = promise
    yield Lie(f"another seed, and its promise from state {at} on", said)


def _no_deck(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    """Papers that name no deck, as those of a round that was void before the deal; the cards are others throughout."""
    for lie in (*_unsaid(story, 1, chance), *_a_card(story, 1, chance)):
        lie.story.papers["deck"] = ""
        yield Lie(f"{lie.words}, and no deck in the papers", lie.story)


def _another_round(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    before = story.states[at - 1]
    if before["round"] is None or before["round"]["id"] != story.round:
        return  # it was over
    if story.states[at]["version"] != before["version"] + 1:
        return
    told = story.copy()
    for i, round in told.cards():
        if i >= at:
            round["id"] = f"{story.round}0"
    yield Lie(f"another round in its place from state {at} on", told, alone=("version",))


def _a_card(story: Story, at: int, chance: Random) -> Iterator[Lie]:
    told = story.copy()
    for i, round in told.cards():
        for seat in round["seats"] if i >= at else ():
            if seat["cards"]:
                seat["cards"] = [*seat["cards"][1:], seat["cards"][0]]
    if told.states != story.states:
        yield Lie(f"cards of the seats exchanged from state {at} on", told)


def _number(seat: Plain) -> int:
    number: int = seat["number"]
    return number


_ANY_TIME: Final[tuple[Callable[[Story, int, Random], Iterator[Lie]], ...]] = (
    _procedure,
    _layout,
    _game,
    _unsaid,
    _seed,
    _another_round,
    _a_card,
    _reordered,
    _no_deck,
)
_AFTER_THE_BETS: Final[tuple[Callable[[Story, int, Random], Iterator[Lie]], ...]] = (
    _came,
    _came_unclosed,
    _went,
    _moved,
    _bank,
    _words,
)
