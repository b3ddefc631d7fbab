"""The rules that fit on a card, in words: what to do by a count of the cards in sight."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache

import numpy as np

from croupier.cards import RANKS
from croupier.errors import Refused
from croupier.games import GAMES
from croupier.lab.games.faceup.rules import rules
from croupier.lab.games.one_decision import category_shift, grades_of
from croupier.lab.hands.starts import STARTS, start_name

_MANY = ("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


class NoCard(Refused):
    """A table for which no rule was made."""


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A card to play by: what is counted, and tables of what to do, each with its heading and rows."""

    game: str
    players: int
    counting: str
    tables: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]

    def to_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "players": self.players,
            "counting": self.counting,
            "tables": [{"heading": heading, "rows": [list(row) for row in rows]} for heading, rows in self.tables],
        }


def rule_card(game: str, players: int) -> RuleCard:
    """The card for a game and so many players, all cards face up."""
    rule = rules().get(game, {}).get(str(players))
    if rule is None:
        there = ", ".join(GAMES[key].name for key in rules())
        why = "" if game in rules() else ": none was learnt for that game"
        raise NoCard(
            f"no card for {players} players of {GAMES[game].name}{why}; there are cards for 2 to 7, of {there}"
        )
    match game:
        case "three-card" | "crazy-four":
            what = "queens, kings and aces" if game == "three-card" else "kings and aces"
            most = min(len(rule), 3 * players + 1 if game == "three-card" else len(rule))
            rows = [(str(count), _from(game, rule[count])) for count in range(most)]
            return RuleCard(game, players, f"count the {what} in sight, your own too", (("count", _merged(rows)),))
        case "caribbean":
            counting = "count the cards of the dealer's rank and the other aces and kings in sight, your own too"
            tables = [
                (f"dealer shows {words}, {matches} of its rank in sight; aces and kings", _merged(rows))
                for words, offset in (("deuce to queen", 0), ("ace or king", 64))
                for matches in range(4)
                for rows in [
                    [
                        (str(count), _from(game, rule[offset + 16 * matches + count]))
                        for count in range(9 if offset == 0 else 5)
                    ]
                ]
            ]
            return RuleCard(game, players, counting, tuple(tables))
        case "four-card":
            by_rank = tuple(
                (RANKS[rank], *(_from(game, rule[4 * rank + matches]) for matches in range(4))) for rank in range(13)
            )
            heading = "dealer shows; with none, one, two, three of its rank in sight"
            counting = "count the cards of the dealer's rank in sight, your own too"
            return RuleCard(game, players, counting, ((heading, by_rank),))
        case "mississippi":
            return _mississippi(players, rule)
        case _:
            return _let_it_ride(players, rule)


def hand_words(game: str, grade: int) -> str:
    """A hand as a card names it: `Q-6-4`, `pair of nines`."""
    graded = grades_of(GAMES[game], GAMES[game].layout.own)
    held = _held(game)
    if grade > held[-1]:
        return "nothing"
    strength, shift = int(graded.strength[grade]), category_shift(GAMES[game])
    words = GAMES[game].ranking.describe(strength)
    ranks = [RANKS[strength >> place & 15] for place in range(shift - 4, -1, -4)]
    if strength >> shift == 1:
        # The pair's own rank stands first; the last place is empty.
        ranks = ranks[:-1]
    if strength >> shift == 0:
        return "-".join(ranks)
    at = bisect_left(held, grade)
    worst = at == 0 or int(graded.strength[held[at - 1]]) >> shift - 4 != strength >> shift - 4
    if strength >> shift > 1 or worst:
        return words
    return f"{words} with {'-'.join(ranks[1:])}"


@cache
def _held(game: str) -> list[int]:
    """The grades that somebody's own cards can have."""
    grades: list[int] = np.unique(grades_of(GAMES[game], GAMES[game].layout.own).of_set).tolist()
    return grades


def _from(game: str, lowest: list[int]) -> str:
    """From which hand on each bet is made."""
    names = ["raise"] if game == "caribbean" else ["play"] if len(lowest) == 1 else ["1x", "3x"]
    phrases = []
    for name, grade in zip(names, lowest, strict=True):
        phrases.append(f"{name} anything" if grade <= _held(game)[0] else f"{name} from {hand_words(game, grade)}")
    return ", ".join(phrases[::-1][:1] if len(lowest) == 2 and lowest[0] == lowest[1] else phrases)


def _merged(rows: list[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Rows that say the same put together: `0 to 2`."""
    merged: list[tuple[str, str, str]] = []
    for count, words in rows:
        if merged and merged[-1][2] == words:
            merged[-1] = (merged[-1][0], count, words)
        else:
            merged.append((count, count, words))
    return tuple((first if first == last else f"{first} to {last}", words) for first, last, words in merged)


def _mississippi(players: int, rule: list[list[int]]) -> RuleCard:
    """Hands together that are bet alike, whatever is seen."""
    most = min(6, 2 * (players - 1))
    alike: dict[tuple[int, ...], list[str]] = {}
    for start in range(STARTS):
        alike.setdefault(tuple(rule[start][: most + 1]), []).append(start_name(start))
    names = {0: "fold", 1: "1x", 3: "3x"}
    rows = [
        (
            ", ".join(
                f"{first if first == last else f'{first} to {last}'} seen: {words}"
                for first, last, words in _runs([names[bet] for bet in bets])
            ),
            " ".join(hands),
        )
        for bets, hands in sorted(alike.items(), reverse=True)
    ]
    return RuleCard(
        "mississippi",
        players,
        "on 3rd Street count the others' cards of your two ranks; later streets as in the base game",
        (("bet, and with which hands", tuple(rows)),),
    )


def _runs(words: list[str]) -> list[tuple[int, int, str]]:
    runs: list[tuple[int, int, str]] = []
    for at, word in enumerate(words):
        if runs and runs[-1][2] == word:
            runs[-1] = (runs[-1][0], at, word)
        else:
            runs.append((at, at, word))
    return runs


def _let_it_ride(players: int, rule: list[list[int]]) -> RuleCard:
    rows = []
    for rank in range(8):
        rides = [match for match, bet in enumerate(rule[rank]) if bet]
        words = f"with at most {max(rides)} seen" if rides else "never"
        rows.append((f"pair of {_MANY[rank]}", "with none seen" if rides == [0] else words))
    return RuleCard(
        "let-it-ride",
        players,
        "count the others' cards of the pair's rank and the third card's; bet 2 rides when the outs left pay for it",
        (("bet 1 rides with a low pair", tuple(rows)),),
    )
