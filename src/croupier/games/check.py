"""What is wrong with the declaration of a game from elsewhere, in words for its author.

Each law here is a generator: it yields what breaks it. A package that breaks one is not put among the games of the
house, whose pages, keypads and records rely on them. What only cards can show is tried out in `croupier.games.trial`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from traceback import extract_tb

from croupier.cards import DECK, JOKER_DECK
from croupier.errors import Refused
from croupier.hands import BY_KEY
from croupier.rules.actions import ACTIONS, PULL, Bet
from croupier.rules.game import Game
from croupier.rules.paytables import kinds
from croupier.rules.registry import GAMES, RULE_SETS
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.seat import SEATS
from croupier.rules.steps import COLLECT, DEAL, END, LOCK, OPEN, SETTLE, SETTLE_NEXT, WAIT
from croupier.rules.terms import suggested_limits, terms
from croupier.rules.wagers import BASE, ENVY, OWN, PROGRESSIVE, Placed

_EVERYWHERE = (OPEN, LOCK, DEAL, COLLECT, SETTLE, SETTLE_NEXT, END, WAIT)
_KEY = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SPOT = re.compile(r"[a-z0-9_$]{1,40}")


class NotPlayable(Refused):
    """A package whose games cannot be put among the house's; `faults` says all that is wrong with it."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def faults(rule_sets: Sequence[RuleSet]) -> list[str]:
    """What is wrong with these rule sets and their games, each by itself."""
    games = {id(rules.game): rules.game for rules in rule_sets}
    wrong = [words for rules in rule_sets for words in _broken(_RULE_SET_LAWS, rules, f"rule set {rules.name!r}")]
    for game in games.values():
        wrong += _broken(_GAME_LAWS, game, f"game {getattr(game, 'key', game)!r}")
    return list(dict.fromkeys(wrong))


def clashes(rule_sets: Sequence[RuleSet]) -> list[str]:
    """What these rule sets have that other games of the house have already."""
    return list(dict.fromkeys(_clashes(rule_sets)))


def table_faults(rule_sets: Sequence[RuleSet]) -> list[str]:
    """What is wrong with the pay tables that these rule sets name, once they are among those of the house."""
    return [words for rules in rule_sets for words in _broken((_pay_tables,), rules, f"rule set {rules.name!r}")]


def failure_words(failed: BaseException) -> str:
    """What went wrong in somebody else's code, and where."""
    frames = [frame for frame in extract_tb(failed.__traceback__)[1:] if "importlib" not in frame.filename]
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(failed).__name__}: {failed}{where}"


def _broken(laws: Iterable[Callable[..., Iterator[str]]], of: object, named: str) -> list[str]:
    wrong: list[str] = []
    for law in laws:
        try:
            for words in law(of):
                wrong.append(f"{named}: {words}")
        except Refused as refused:
            wrong.append(f"{named}: {refused}")
        except Exception as failed:  # a value of another kind than was asked for fails wherever it is used first
            what = law.__name__.strip("_").replace("_", " ")
            wrong.append(f"{named}: its {what} cannot be read: {type(failed).__name__}: {failed}")
    return wrong


def _twice(values: Iterable[Hashable]) -> list[Hashable]:
    seen = list(values)
    return sorted({value for value in seen if seen.count(value) > 1}, key=str)


def _names(game: Game) -> Iterator[str]:
    if not _KEY.fullmatch(game.key):
        yield "its key stands in addresses; want small letters, digits and hyphens, such as 'three-card'"
    if not game.name or not game.about:
        yield "it has no name, or says nothing about itself; want name='…' and about='…', a line for the lobby"
    for spot in game.spots:
        if not _SPOT.fullmatch(spot.key) or spot.key == BASE or spot.key.startswith(OWN) or spot.key in ACTIONS:
            yield f"no spot may be called {spot.key!r}; want small letters and underscores, such as 'pair_plus'"
    for what, values in (
        ("key", [spot.key for spot in game.spots]),
        ("felt word", [spot.felt for spot in game.spots]),
        ("letter", [spot.letter for spot in game.spots if spot.letter]),
    ):
        for value in _twice(values):
            yield f"two spots have the {what} {value!r}; want one each"
    for spot in game.chosen:
        if not spot.letter:
            yield f"the spot {spot.key!r} has no letter, by which a player at the terminal names it"
        if spot.limits is None and spot.key != PROGRESSIVE:
            yield f"the spot {spot.key!r} has no limits; want the customary least and most of what a player bets there"


def _spots(game: Game) -> Iterator[str]:
    named = [("base", game.base), ("returned_first", game.returned_first)]
    named += [("dealt_in", key) for key in game.dealt_in]
    named += [(f"street {street.key!r}", street.spot) for street in game.streets]
    for spot in game.spots:
        named += [(f"needs of {spot.key!r}", key) for key in spot.needs]
        named.append((f"follows of {spot.key!r}", spot.follows))
    for where, key in named:
        if key is not None and key not in game.by_key:
            yield f"{where} names a spot {key!r} that is not among spots; there are {', '.join(game.by_key)}"
    if game.base in game.by_key and game.by_key[game.base] not in game.chosen:
        yield f"the base bet {game.base!r} is not put down before the deal by its player's own choice"
    order = [spot.key for spot in game.before]
    for spot in game.before:
        if spot.follows in order and order.index(spot.follows) > order.index(spot.key):
            yield f"{spot.key!r} follows {spot.follows!r}, which stands behind it in spots; want it before"
    if (PROGRESSIVE in game.by_key) != (ENVY in game.by_key):
        yield "a felt on a link has both spots of it; want (*spots, *LINK_SPOTS)"


def _felt(game: Game) -> Iterator[str]:
    rows = [row.split() for row in game.layout.felt]
    if len({len(row) for row in rows}) != 1:
        yield "the felt is no grid; want as many words in each row of Layout.felt, a dot where nothing lies"
    laid, held = {key for row in rows for key in row} - {"."}, {s.key for s in game.spots if s.placed is not Placed.WON}
    for key in sorted(laid - held):
        yield f"the felt has a place for {key!r}, where no chips can lie; want spots that are bet on"
    for key in sorted(held - laid):
        yield f"the felt has no place for the spot {key!r}; want it in Layout.felt"


def _cards(game: Game) -> Iterator[str]:
    layout = game.layout
    needed = len(SEATS) * layout.own + layout.dealer + layout.board
    if layout.own < 1:
        yield "a seat gets no cards; want Layout(own=1) at least"
    if game.deck not in (DECK, JOKER_DECK):
        yield "its deck is neither the fifty-two cards nor those with a joker; want deck=DECK or deck=JOKER_DECK"
    if needed > len(game.deck):
        yield f"a full table takes {needed} cards; a deck has {len(game.deck)}"
    if not 0 <= layout.up <= layout.dealer:
        yield f"{layout.up} of the dealer's {layout.dealer} cards lie face up; want no more than there are"
    if game.qualifies is not None and not layout.dealer:
        yield "it says when the dealer qualifies, who gets no cards; want qualifies=None"
    if game.ranking.least > layout.own + layout.board:
        yield f"{layout.own} own cards and {layout.board} of the board make no hand of {game.ranking.least}"


def _streets(game: Game) -> Iterator[str]:
    if not game.streets:
        yield "it has no streets; want at least one decision"
    for key in _twice(street.key for street in game.streets):
        yield f"two streets are called {key!r}; want a key each"
    following = {spot.key for spot in game.before if spot.follows == game.base}
    for street in game.streets:
        if strange := [action for action in street.offers if action not in ACTIONS.values()]:
            yield f"the street {street.key!r} offers {strange[0]}; want some of {', '.join(ACTIONS)}"
        for action in _twice(street.offers):
            yield f"the street {street.key!r} offers {action} twice"
        if street.late not in street.offers:
            yield f"who is late at {street.key!r} does {street.late}, which is not among its offers"
        elif isinstance(street.late, Bet):
            yield f"who is late at {street.key!r} would bet; want an answer that adds no money"
        spot, bets = game.by_key.get(street.spot), any(isinstance(action, Bet) for action in street.offers)
        if bets and spot is not None and spot.placed is not Placed.DECIDED:
            yield f"a bet at {street.key!r} lies on {spot.key!r}; want that spot placed=Placed.DECIDED"
        if PULL in street.offers and street.spot not in following:
            yield f"{street.spot!r} cannot be pulled back at {street.key!r}; want a spot that follows the base bet"
        if not bets and PULL not in street.offers:
            yield f"nothing can be bet or pulled back at {street.key!r}"
    spots = {street.spot for street in game.streets}
    for spot in game.spots:
        if spot.placed is Placed.DECIDED and spot.key not in spots:
            yield f"no street bets on {spot.key!r}, which is placed by a decision"


def _reveals(game: Game) -> Iterator[str]:
    reveals, boards = game.reveals, [reveal.board for reveal in game.reveals]
    if len(reveals) != len(game.streets):
        yield f"{len(game.streets)} streets and {len(reveals)} reveals; want one after each street"
        return
    if boards != sorted(boards):
        yield f"its reveals show a board of {', '.join(map(str, boards))} cards; what was shown stays shown"
    if boards and boards[-1] != game.layout.board:
        yield f"the last reveal shows {boards[-1]} cards of the board; the layout has {game.layout.board}"
    for number, reveal in enumerate(reveals, 1):
        if reveal.dealer != (number == len(reveals) and bool(game.layout.dealer)):
            yield f"reveal {number} has dealer={reveal.dealer}; want the dealer's cards shown by the last one, if any"
        if not reveal.step.key:
            yield f"the step {reveal.step.word!r} has no key for the keypad; want Step(word, does, 'KEY')"
    steps = [*_EVERYWHERE, *game.steps]
    for word in _twice(step.word for step in steps):
        yield f"two of its steps are called {word!r}; {', '.join(step.word for step in _EVERYWHERE)} are every game's"
    for key in _twice(step.key for step in steps if step.key):
        yield f"two of its steps have the key {key!r}; want a key each"
    for word in sorted({step.word for step in game.steps} & set(ACTIONS)):
        yield f"the step {word!r} is called like an action; want another word"


def _bets_with_tables(game: Game) -> Iterator[str]:
    for bet in game.side_bets:
        if game.by_key.get(bet.key) is not bet.spot:
            yield f"the side bet {bet.key!r} is not among spots; want its spot there"
        elif bet.spot not in game.chosen or bet.key == game.base:
            yield f"the side bet {bet.key!r} is not put down before the deal by its player's own choice"
        if not bet.lines:
            yield f"the side bet {bet.key!r} has no lines; want those that its pay tables may have"
    paid_by = {spot.pays for spot in game.spots if spot.pays}
    for key in sorted(set(game.base_tables) - {*game.by_key, *paid_by}):
        yield f"base_tables has {key!r}, by which no spot pays; there are {', '.join(game.by_key)}"
    for pays in sorted(paid_by - set(game.base_tables)):
        yield f"a spot pays by {pays!r}, which is not in base_tables"


def _words(game: Game) -> Iterator[str]:
    if game.rulings is not None and not game.package:
        yield "it has rulings and no package, so that its primer is not found; want package=__name__"
    spec = find_spec(game.package) if game.package else None
    if game.package and (spec is None or not spec.submodule_search_locations):
        yield f"its package {game.package!r} is no folder with an __init__.py; want package=__name__ in such a file"


def _rule_set(rules: RuleSet) -> Iterator[str]:
    game = rules.game
    if not _KEY.fullmatch(rules.name):
        yield "its name stands in addresses and records; want small letters, digits and hyphens"
    there = (*game.base_tables, *game.side_bet, *((PROGRESSIVE,) if PROGRESSIVE in game.by_key else ()))
    for bet in rules.tables:
        if bet not in there:
            yield f"tables has {bet!r}, which {game.name} has not; there are {', '.join(there) or 'none'}"
    for bet in game.base_tables:
        if bet not in rules.tables:
            yield f"{game.name} pays by a {bet!r} table, and tables names none"
    for bet, names in rules.tables.items():
        if not names or not isinstance(names, tuple):
            yield f"tables of {bet!r} are {names!r}; want a tuple of names, the customary one first"
    chosen = {spot.key for spot in game.chosen}
    for what, keys, known in (
        ("limits", rules.limits, chosen),
        ("unsaid_limits", rules.unsaid_limits, chosen),
        ("assumed", rules.assumed, set(rules.tables)),
    ):
        for key in sorted(set(keys) - known):
            yield f"{what} names {key!r}, which it does not offer"
    if not rules.procedures:
        yield "nobody knows how it is dealt; want procedures=(Procedure.PACKET,) or others"
    if rules.version < 1:
        yield f"version {rules.version} cannot be; the first is 1"


_GAME_LAWS = (_names, _spots, _felt, _cards, _streets, _reveals, _bets_with_tables, _words)
_RULE_SET_LAWS = (_rule_set,)


def _clashes(rule_sets: Sequence[RuleSet]) -> Iterator[str]:
    known = kinds()
    for game in {id(rules.game): rules.game for rules in rule_sets}.values():
        if game.key in GAMES:
            yield f"the key {game.key!r} is taken by {GAMES[game.key].name}; want another"
        elif game.name in {other.name for other in GAMES.values()}:
            yield f"there is a game called {game.name} already; want another name"
        for bet, lines in (*game.base_tables.items(), *((side.kind, side.lines) for side in game.side_bets)):
            if bet in known and known[bet] != tuple(lines):
                yield (
                    f"the house has a bet {bet!r} with other lines ({', '.join(known[bet])}); want another key, "
                    "or pays='…' to name another kind of pay table"
                )
    for name in [rules.name for rules in rule_sets if rules.name in RULE_SETS]:
        yield f"the rule set {name!r} is one of {RULE_SETS[name].game.name}; want another name"


def _pay_tables(rules: RuleSet) -> Iterator[str]:
    game, complete = rules.game, True
    for bet, names in rules.tables.items():
        side_bet = game.side_bet.get(bet)
        possible = side_bet.lines if side_bet else game.base_tables.get(bet, (*game.progressive_lines, *BY_KEY))
        for name in names:
            try:
                table = approved_paytable(rules, bet, name)
            except Refused as refused:
                complete = False
                yield str(refused)
                continue
            for line in table.pays:
                if line not in possible:
                    yield f"the pay table {name} has a line {line!r} that {bet} does not know"
    if complete:
        terms(rules, limits=suggested_limits(rules))  # refuses limits that the law or the felt does not allow
