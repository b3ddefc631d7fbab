"""A game tried out: seeded deals played through every line, and what its own functions answer wrongly, in words.

The functions of a game are somebody else's code: whatever they do is reported, once for each law that they break.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from croupier.cards import Cards, cards_text
from croupier.errors import Refused
from croupier.fair.shuffle import shuffle
from croupier.games.check import failure_words
from croupier.hands import Strength
from croupier.rules.actions import Action
from croupier.rules.commands import Act, Command, DealCards, OpenRound, PlaceBets, TakeBank, decide, next_step
from croupier.rules.deal import Deal, deal
from croupier.rules.events import Event
from croupier.rules.game import Game, Hands, Judged
from croupier.rules.notation import notation, parse_notation
from croupier.rules.paytables import To, paytable
from croupier.rules.reasons import Why
from croupier.rules.record import from_plain, to_plain
from croupier.rules.round import Round, due_seats, evolve, visible_board
from croupier.rules.rulesets import RuleSet, approved_paytable
from croupier.rules.seat import SEATS, Seat, acted, bet_cents
from croupier.rules.settlement import Result, settle, settle_base
from croupier.rules.steps import LOCK, OPEN, WAIT
from croupier.rules.terms import Limits, Terms, terms
from croupier.rules.wagers import PROGRESSIVE, Placed, Stakes

DEALS = 200
"""Deals that are played through every line."""
_ROUNDS = 10
"""Whole rounds of a full table, recorded and read back."""
_USUAL_MOST = 10
"""A bet that pays more than so many times all that its seat has down, beyond what the pay tables say, is a slip."""
_FAILED: Final = object()
"""What a function answers that fails."""


class Trial:
    """A rule set on trial: what is wrong so far, and which side bets were ever hit."""

    def __init__(self, rules: RuleSet) -> None:
        self.game, self.rules, self.terms = rules.game, rules, terms(rules)
        self.faults: dict[str, str] = {}
        """What is wrong, by the law that it breaks: the first time is enough."""
        self.hit: set[str] = set()
        pays = (pay for bet in self.terms.tables for pay in self.terms.table(bet).pays.values())
        self._most = max((pay.win // pay.per for pay in pays if isinstance(pay, To)), default=0) + _USUAL_MOST

    def run(self, deals: int = DEALS) -> None:
        """Play so many deals through every line, and a few whole rounds."""
        for number in range(deals):
            hands = self._hands(deal(self.terms.procedure, self.game.layout, (1,), _deck(number, self.game)))
            if hands is not None:
                self._look(hands)
                self._judge(hands)
                self._settle(hands)
        if not self.faults:
            for number in range(_ROUNDS):
                self._whole_round(number)

    @property
    def never_hit(self) -> list[str]:
        """Side bets that no deal has won."""
        return [bet.key for bet in self.game.side_bets if bet.key in self.rules.tables and bet.key not in self.hit]

    def _wrong(self, law: str, words: str) -> None:
        self.faults.setdefault(law, f"{self.rules.name}: {words}")

    def _ask(self, law: str, with_cards: str, function: Callable[..., Any], *given: object) -> Any:
        """What a function of the game answers, which may be anything."""
        try:
            return function(*given)
        except Exception as failed:
            self._wrong(law, f"{law} fails with {with_cards}: {failure_words(failed)}")
            return _FAILED

    def _hands(self, cards: Deal) -> Hands | None:
        own, board = cards.own[1], cards.board
        mine = self._strength(own, board)
        theirs = self._strength(cards.dealer, board) if cards.dealer else 0
        return None if mine is None or theirs is None else Hands(mine, theirs, own, cards.dealer, board)

    def _strength(self, own: Cards, board: Cards) -> Strength | None:
        case = f"{cards_text(own)} and the board {cards_text(board) or 'empty'}"
        strength = self._ask("rank", case, self.game.rank, own, board)
        if not isinstance(strength, int):
            # Where it has failed, that stands there already.
            self._wrong("rank", f"rank gives {strength!r} for {case}; want a whole number, more for a better hand")
            return None
        kind = self._ask("ranking.category", case, self.game.ranking.category, strength)
        if kind is not _FAILED and not (_is_text(getattr(kind, "key", "")) and _is_text(getattr(kind, "words", ""))):
            self._wrong(
                "ranking.category",
                f"ranking.category gives {kind!r} for {case}; want something with key and words",
            )
        words = self._ask("ranking.describe", case, self.game.ranking.describe, strength)
        if words is not _FAILED and not _is_text(words):
            self._wrong("ranking.describe", f"ranking.describe gives {words!r} for {case}; want words")
        return strength

    def _look(self, hands: Hands) -> None:
        """Whether the dealer plays, what cards are called street by street, and what company at a table does."""
        game, own = self.game, hands.own
        if game.qualifies is not None:
            plays = self._ask("qualifies", cards_text(hands.dealer_cards), game.qualifies, hands.dealer)
            if plays is not _FAILED and not isinstance(plays, bool):
                self._wrong("qualifies", f"qualifies gives {plays!r} for a hand of the dealer's; want True or False")
        for number, street in enumerate(game.streets):
            board = hands.board[: game.board_at(number)]
            case = f"{cards_text(own)} {street.words}"
            words = self._ask("start_words", case, game.hand_words, own, board)
            if words is not _FAILED and not _is_text(words):
                self._wrong("start_words", f"start_words says nothing of {case}; want what the cards are called so far")
            legal = self._ask("allows", case, game.open_to, number, own)
            if legal is _FAILED:
                continue
            if street.late not in legal:
                self._wrong("late", f"who is late with {case} does {street.late}; allows leaves {_list(legal)}")
            choice = self._ask("sense", case, game.sense, number, own, board)
            if choice is not _FAILED and choice not in legal:
                self._wrong("sense", f"sense gives {choice} with {case}; the street offers {_list(legal)}")

    def _judge(self, hands: Hands) -> None:
        for bet in self.game.side_bets:
            for name in self.rules.tables.get(bet.key, ()):
                table, case = approved_paytable(self.rules, bet.key, name), f"{bet.key} judges {_deal_text(hands)}"
                judged = self._ask(f"the judge of {bet.key}", _deal_text(hands), bet.judge, table, hands)
                if judged is _FAILED:
                    continue
                if not isinstance(judged, Judged) or not isinstance(judged.why, Why):
                    self._wrong(bet.key, f"{case} as {judged!r}; want Judged(line or None, Why(code, words))")
                elif judged.line is not None and judged.line not in table.pays:
                    there = ", ".join(table.pays)
                    self._wrong(bet.key, f"{case} as {judged.line!r}, no line of {name}; it has {there}, or None")
                elif judged.line is not None:
                    self.hit.add(bet.key)
        for name in self.rules.tables.get(PROGRESSIVE, ()):
            table = paytable(name, PROGRESSIVE)
            line = self._ask("progressive", _deal_text(hands), self.game.progressive, table, hands)
            if line is not _FAILED and line is not None and not isinstance(line, str):
                self._wrong("progressive", f"progressive gives {line!r}; want the line that the hands make, or None")

    def _settle(self, hands: Hands) -> None:
        game, limits, cards = self.game, self.terms.limits, _deal_text(hands)
        assert limits is not None, "the customary terms of a table have limits"
        for stakes in _stakes(self.terms, limits):
            for text, line in game.lines.items() if game.base in stakes else (("", ()),):
                seat = self._seat(stakes, hands.own, line)
                if seat is None:
                    continue
                case = f"{cards} played {text or 'for side bets alone'}"
                if text:
                    base = self._ask("settle", case, settle_base, game, seat, hands, self.terms)
                    if not isinstance(base, list) or not all(isinstance(row, Result) for row in base):
                        self._wrong("settle", f"settle gives {base!r:.120} for {case}; want a list of Result")
                        continue
                    if self._ask("settle", case, settle_base, game, seat, hands, self.terms) != base:
                        self._wrong("settle twice", f"settle gives another answer the second time for {case}")
                rows = self._ask("settlement", case, settle, seat, hands, self.terms)
                if rows is not _FAILED:
                    self._money(seat, rows, case)

    def _seat(self, stakes: Stakes, own: Cards, line: tuple[Action, ...]) -> Seat | None:
        """A seat that has played a line; none where its cards do not allow it."""
        seat = Seat(number=1, stakes=stakes, cards=own)
        for action in line:
            number = next(
                number
                for number, street in enumerate(self.game.streets)
                if number >= len(seat.line) and street.spot not in seat.raised
            )
            if action not in self.game.open_to(number, own):
                return None
            street = self.game.streets[number]
            seat = acted(seat, action, street, bet_cents(seat, self.game, street, action))
        return seat

    def _money(self, seat: Seat, rows: list[Result], case: str) -> None:
        """Every chip on the felt is told of once, none comes from nowhere, and nobody loses more than lay there."""
        down = {**seat.stakes, **seat.raised}
        spots = [row.spot for row in rows]
        for spot in dict.fromkeys(spots):
            if spots.count(spot) > 1:
                self._wrong("told once", f"settle tells of {spot!r} {spots.count(spot)} times for {case}; want once")
        for spot, stake in down.items():
            if spot not in spots:
                self._wrong("forgotten", f"settle says nothing of the {stake} cents on {spot!r} for {case}")
        for row in rows:
            place = self.game.by_key.get(row.spot)
            if place is None:
                self._wrong("spot", f"settle tells of {row.spot!r}, which is no spot, for {case}")
            elif row.stake != down.get(row.spot, 0):
                self._wrong(
                    "stake",
                    f"settle says {row.stake!r} cents on {row.spot!r} for {case}; there lie {down.get(row.spot, 0)}",
                )
            elif type(row.net) is not int:
                self._wrong("whole", f"settle nets {row.net!r} on {row.spot!r} for {case}; want whole cents")
            elif row.net and not row.stake and place.placed is not Placed.WON:
                self._wrong("no stake", f"settle nets {row.net} on {row.spot!r} for {case}, where nothing lies")
            elif row.net < -row.stake:
                self._wrong("loss", f"settle takes {-row.net} cents of {row.stake} on {row.spot!r} for {case}")
            elif row.net > self._most * seat.total:
                self._wrong("most", f"settle pays {row.net} cents on {row.spot!r} for {case}, of {seat.total} in all")
            if not _is_text(row.why) or not _is_text(row.reason):
                self._wrong("reason", f"settle gives no reason for {row.spot!r} with {case}; want a Why")

    def _whole_round(self, number: int) -> None:
        """A full table plays as company does; the round is written down, read back, and comes out the same."""
        try:
            events = self._played(_deck(number, self.game))
            if tuple(map(from_plain, map(to_plain, events))) != tuple(events):
                self._wrong("record", "a round that is recorded reads back otherwise")
            if parse_notation(notation(events)) != tuple(events):
                self._wrong("notation", "a round in notation plays otherwise")
        except Exception as failed:
            why = str(failed) if isinstance(failed, Refused) else failure_words(failed)
            self._wrong("round", f"a whole round cannot be played: {why}")

    def _played(self, deck: Cards) -> list[Event]:
        at, limits = self.terms, self.terms.limits
        assert limits is not None, "the customary terms of a table have limits"
        round, events = None, list[Event]()
        seats = SEATS[1:] if at.player_banked else SEATS
        waiting: list[Command] = [OpenRound(round="trial/1", terms=at)]
        if at.player_banked:
            waiting.append(Act(SEATS[0], TakeBank(1_000_000)))
        waiting += [Act(seat, PlaceBets(_stakes(at, limits)[0])) for seat in seats]
        waiting += [LOCK, DealCards(deck)]
        while waiting:
            for event in decide(round, waiting.pop(0)):
                round = evolve(round, event)
                events.append(event)
            if not waiting and round is not None:
                waiting = self._next(round)
        return events

    def _next(self, round: Round) -> list[Command]:
        step = next_step(round)
        if step == OPEN:
            return []
        if step != WAIT:
            return [step]
        seat = due_seats(round)[0]
        staked = round.seat(seat)
        assert staked is not None, "a seat that is due is in the round"
        assert staked.cards is not None, "and has cards"
        return [Act(seat, self.game.sense(len(staked.line), staked.cards, visible_board(round)))]


def _deck(number: int, game: Game) -> Cards:
    return shuffle(sha256(f"trial {number}".encode()).digest(), game.deck)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _list(actions: tuple[Action, ...]) -> str:
    return ", ".join(map(str, actions)) or "nothing"


def _deal_text(hands: Hands) -> str:
    parts = (("", hands.own), ("against ", hands.dealer_cards), ("on ", hands.board))
    return " ".join(f"{word}{cards_text(cards)}" for word, cards in parts if cards)


def _stakes(terms: Terms, limits: Limits) -> list[Stakes]:
    """What a seat may put down: every bet there is, the base bet alone, and each bet that is dealt in by itself."""
    game = terms.game
    offered = {
        spot.key: limits.of(spot.key).minimum
        for spot in game.chosen
        if spot.key != PROGRESSIVE and terms.offers(spot.key)
    }
    alone = [Stakes({key: offered[key]}) for key in game.dealt_in if key in offered and key != game.base]
    return [game.complete(offered), game.complete({game.base: offered[game.base]}), *alone]
