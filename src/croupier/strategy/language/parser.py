"""Text into strategies.

    game: uth
    name: mine

    preflop:
      4x with 33+, A2+, K2s+, K5o+
    flop:
      2x with hidden pair unless pocket pair 2
      2x with flush draw T+
    river:
      1x with hidden pair or dealer outs < 21
      fold

One rule a line: a choice, what it needs, and what it does not apply to. The first rule that fits decides. `#` begins a
comment; beside a rule it is how the coach says the rule. `docs/strategy.md` has the grammar and every phrase.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.capabilities import check_countable
from croupier.rules.game import Game, Street
from croupier.strategy.language.grammar import condition
from croupier.strategy.language.scenes import scene_of
from croupier.strategy.language.strategy import CHOICE_LABELS, Rule, Strategy
from croupier.strategy.language.tokens import BadLine, BadStrategy, LineReader, suggestion

_HEAD = ("game", "name", "title", "source")
MOST_LINES = 400
_OTHER_WORDS = {
    "let it ride": "ride", "pull back": "pull", "pull it back": "pull", "pass": "check",
}  # fmt: skip


def parse(text: str, origin: str = "strategy", game: str | None = None) -> Strategy:
    """The strategy in a text; `origin` names it in errors, `game` is for a text that does not say which it is for.

    >>> str(parse("game: three-card\\nname: mine\\nplay with Q-6-4 or better").on("decision")[0])
    '1x with Q-6-4 or better'
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadStrategy(f"{origin} has {len(lines)} lines; want at most {MOST_LINES}")
    head: dict[str, str] = {} if game is None else {"game": game}
    words: list[str] = []
    rules: dict[str, list[Rule]] = {}
    street: Street | None = None
    of: Game | None = None
    for number, raw in enumerate(lines, 1):
        written, _, note = (part.strip() for part in raw.partition("#"))
        if not written:
            continue
        key, colon, value = (part.strip() for part in written.partition(":"))
        if colon and key.lower() in _HEAD:
            head[key.lower()] = value
            continue
        if colon and key.lower() == "words":
            words.append(value)
            continue
        if of is None:
            of = _game(head, origin, number, written)
        line = LineReader(origin, number, written)
        heading = _heading(of, line)
        if heading is not None:
            street = heading
        else:
            street = street or (of.streets[0] if len(of.streets) == 1 else None)
            if street is None:
                keys = ", ".join(f"{each.key}:" for each in of.streets)
                raise BadLine(origin, number, written, f"stands under no street; want a heading first: {keys}")
            rules.setdefault(street.key, []).append(replace(_rule(of, street, line), note=note))
    of = of or _game(head, origin, len(lines), "")
    return Strategy(
        game=of.key,
        name=head.get("name") or origin,
        title=head.get("title", ""),
        source=head.get("source", ""),
        rules={street.key: tuple(rules[street.key]) for street in of.streets if street.key in rules},
        words=tuple(words),
    )


def parse_rule(text: str, game: str, street: str, origin: str = "rule") -> Rule:
    """One rule of a street."""
    of = GAMES[game]
    return _rule(of, next(each for each in of.streets if each.key == street), LineReader(origin, 1, text))


def _game(head: dict[str, str], origin: str, number: int, word: str) -> Game:
    if not head.get("game"):
        raise BadLine(
            origin, number, word, f"comes before the game; want 'game: …' first; there are {', '.join(GAMES)}"
        )
    if head["game"] not in GAMES:
        raise BadLine(origin, number, head["game"], f"is no game; {suggestion(head['game'], GAMES)}")
    of = GAMES[head["game"]]
    check_countable(of)
    return of


def _heading(game: Game, line: LineReader) -> Street | None:
    """The street that a line heads, if it is a heading."""
    written = line.text.rstrip(":").strip().lower()
    for street in game.streets:
        if written in (street.key, street.words, *street.also):
            return street
    choices = {name.split()[0] for each in game.streets for name in _choices(each)}
    if line.text.endswith(":") and line.word not in choices:
        names = [name for each in game.streets for name in (each.key, each.words)]
        raise line.bad(f"is no street of {game.name}; {suggestion(written, names)}", line.text.rstrip(":"))
    return None


def _rule(game: Game, street: Street, line: LineReader) -> Rule:
    line.take("else") or line.take("otherwise")
    choice = _choice(street, line)
    line.take(":")
    if not line.word or line.take("always") or line.take("whatever"):
        when = None
    else:
        line.take_one_of(("with", "if", "when", "on"))
        when = None if line.word in ("unless", "except") else condition(game, street, scene_of(game, street), line)
    unless = None
    if line.take(","):
        pass
    if line.take_one_of(("unless", "except with", "except", "but not")):
        unless = condition(game, street, scene_of(game, street), line)
    if line.word:
        raise line.bad("is more than the rule needs; want 'and', 'or', 'unless', or a new line")
    return Rule(choice, when, unless, line.number)


def _choices(street: Street) -> dict[str, str]:
    """What may be chosen on a street, by each way to write it."""
    named: dict[str, str] = {}
    bets = [str(action) for action in street.offers if str(action).startswith("bet")]
    for action in map(str, street.offers):
        label = CHOICE_LABELS.get(action, action)
        named |= {action: action, label: action}
        if action in bets:
            named |= {f"{verb} {label}": action for verb in ("bet", "raise", "play")}
    if len(bets) == 1:
        named |= dict.fromkeys(("bet", "raise", "play", "call"), bets[0])
    return named | {words: action for words, action in _OTHER_WORDS.items() if action in named}


def _choice(street: Street, line: LineReader) -> str:
    named = _choices(street)
    choice = line.take_one_of(named)
    if choice is None:
        offered = ", ".join(CHOICE_LABELS.get(str(action), str(action)) for action in street.offers)
        raise line.bad(f"is no choice {street.words}; want one of {offered}")
    return named[choice]


def check_game(strategy: Strategy, game: Game) -> None:
    """Refuse a strategy that is for another game."""
    if strategy.game != game.key:
        raise Refused(f"{strategy.name!r} is a strategy for {strategy.of.name}, not for {game.name}")
