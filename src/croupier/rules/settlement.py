"""Settlement of one seat: what each wager is worth, and why.

Signs are the player's. A result says what lay on the spot and what the player is up or down on it, so
`stake + net` always goes back to the player. The reason is what a dealer would say; its code and the pay line stand
beside the words, for programs and other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from croupier.money import Cents
from croupier.rules.bets import BetRule, Cell, Rows, rows
from croupier.rules.game import AfterFold, Game, Hands, SideBet
from croupier.rules.paytables import For, Pay, Paytable, Share, To, line_words
from croupier.rules.reasons import FOLDED, PAYS, PUSHES, Why
from croupier.rules.seat import Seat
from croupier.rules.terms import FixedPays, Terms
from croupier.rules.wagers import PROGRESSIVE


class Outcome(Enum):
    """How a seat came out: against the dealer, or by its pay where no dealer plays."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    FOLD = "fold"
    NONE = "none"
    """A seat with a side bet alone, which plays against nobody."""

    @property
    def words(self) -> str:
        """What a seat does that comes out so."""
        return _OUTCOMES[self]


_OUTCOMES = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.TIE: "ties",
    Outcome.FOLD: "folded",
    Outcome.NONE: "plays the side bet",
}


class Result(NamedTuple):
    """What became of one wager. `why` is the code of the reason, `line` the pay line that was hit, if any."""

    spot: str
    stake: Cents
    net: Cents
    why: str
    reason: str
    line: str = ""

    @property
    def won(self) -> Cents:
        """What the tray or the bank hands over beyond the player's own chips.

        A progressive stake was gone at the lock, so all that comes back is won.
        """
        return self.stake + self.net if self.spot == PROGRESSIVE else max(self.net, 0)

    def changed(self, net: Cents, why: str, words: str) -> Result:
        """The same result for another amount, with what was done to it added to the reason."""
        return self._replace(net=net, why=f"{self.why}+{why}", reason=f"{self.reason}{words}")


def result(spot: str, stake: Cents, net: Cents, why: Why) -> Result:
    """A result for a reason that needs no line."""
    return Result(spot, stake, net, why.code, why.words)


def paid(spot: str, stake: Cents, line: str, pay: Pay, why: Why = PAYS) -> Result:
    """A result by a line that pays on top of the stake."""
    assert isinstance(pay, To), "only progressive tables pay otherwise, and they are settled apart"
    return Result(spot, stake, pay.on(stake), why.code, why.words.format(line=line_words(line), pay=pay), line)


_NO_HAND = Why("no_paying_hand", "no paying hand")
_FROM_METER = Why("meter_pays", "{line} {pay}, from the meter")


def settle(seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """Every wager of a decided seat: the base bets, the side bets, the progressive."""
    game, stakes = terms.game, seat.stakes
    results = settle_base(game, seat, hands, terms) if game.base in stakes else []
    for spot, bet in game.side_bet.items():
        if stake := stakes.get(spot):
            results.append(_side_bet(bet, stake, seat, hands, terms))
    if stake := stakes.get(PROGRESSIVE):
        results.append(_progressive(stake, seat, hands, terms))
    return results


def settle_base(game: Game, seat: Seat, hands: Hands, terms: Terms) -> list[Result]:
    """The base bets of a decided seat: by the rule of each, or by the game's own function where it has one."""
    if game.settle is not None:
        return game.settle(seat, hands, terms)
    return settle_bets(game, seat, hands, terms.table)


def settle_bets(game: Game, seat: Seat, hands: Hands, table: Callable[[str], Paytable]) -> list[Result]:
    """The base bets of a decided seat by the rule of each; `table` gives the pay table of a kind.

    A fold loses all that lies there. Otherwise each bet is paid, pushes or loses by how the hands compare, or by its
    pay table alone where the dealer has no hand.
    """
    if seat.folded:
        return [result(rule.spot, stake, -stake, FOLDED) for rule in game.bets if (stake := seat.on(rule.spot))]
    player, dealer = hands.player, hands.dealer
    live = game.qualifies is None or dealer >= game.qualifies.least
    won, lost, tied = _rows(game)[live]
    cells, kinds = won if player > dealer or not game.layout.dealer else lost if player < dealer else tied
    line = game.paying_line(player) if kinds else ""
    pays = {kind: table(kind).pays.get(line) for kind in kinds} if kinds else _NO_PAYS
    return _results(cells, seat.stakes, seat.raised, line, pays)


def settle_bet(
    rule: BetRule, stake: Cents, line: str, pay: Pay | None, against: Outcome, *, live: bool
) -> Result | None:
    """The result of a bet of `stake`, or nothing where a bonus is not paid.

    `line` is what the player's hand is on the bet's table, `pay` what the table says to it; `against` is how the hands
    compare, and `live` whether the dealer qualifies.
    """
    won, lost, tied = rows((rule,), rule.spot)[live]
    row = won if against is Outcome.WIN else lost if against is Outcome.LOSE else tied
    return next(iter(_results(row.cells, {rule.spot: stake}, {}, line, {rule.table: pay})), None)


def _results(
    cells: tuple[Cell, ...],
    stakes: Mapping[str, Cents],
    raised: Mapping[str, Cents],
    line: str,
    pays: Mapping[str, Pay | None],
) -> list[Result]:
    results = []
    for spot, on, table, times, why, bonus in cells:
        if not (stake := stakes.get(on) or raised.get(on)):
            continue
        pay = pays[table] if table else None
        if pay is not None:
            one = paid(spot, stake, line, pay, PUSHES if isinstance(pay, To) and not pay.win else PAYS)
            results.append(one._replace(stake=0) if bonus else one)
        elif not bonus:
            results.append(Result(spot, stake, times * stake, why.code, why.words))
    return results


_NO_PAYS: Mapping[str, Pay | None] = {}


# Every seat of every round is settled by the same few games.
@lru_cache(maxsize=64)
def _rows(game: Game) -> tuple[Rows, Rows]:
    return rows(game.bets, game.base)


def _side_bet(bet: SideBet, stake: Cents, seat: Seat, hands: Hands, terms: Terms) -> Result:
    if seat.folded and not plays_after_fold(bet, terms):
        return result(bet.key, stake, -stake, FOLDED)
    table = terms.table(bet.key)
    line, why = bet.judge(table, hands)
    if line is None:
        return result(bet.key, stake, -stake, why)
    return paid(bet.key, stake, line, table.pays[line], why)


def plays_after_fold(bet: SideBet, terms: Terms) -> bool:
    """Whether a side bet stays in action when its seat folds."""
    match bet.after_fold:
        case AfterFold.STAYS:
            return True
        case AfterFold.LOSES:
            return False
        case AfterFold.HOUSE_CHOOSES:
            return bet.key not in terms.lost_by_fold


def depends_on_cards(seat: Seat, terms: Terms) -> bool:
    """Whether cards still decide a wager of this seat: who folds has lost the base bets, whatever was held."""
    return depends_on_own_cards(seat, terms) or bool(_bets_after_fold(seat, terms))


def depends_on_own_cards(seat: Seat, terms: Terms) -> bool:
    """Whether the seat's own cards still decide a wager of it: a bet on the board alone does not look at them (M4)."""
    if not seat.folded or (PROGRESSIVE in seat.stakes and PROGRESSIVE not in terms.lost_by_fold):
        return True
    return any(bet.counts_own_cards for bet in _bets_after_fold(seat, terms))


def _bets_after_fold(seat: Seat, terms: Terms) -> list[SideBet]:
    """The side bets of a seat that stay in action if it folds."""
    return [bet for bet in terms.game.side_bets if bet.key in seat.stakes and plays_after_fold(bet, terms)]


def _progressive(stake: Cents, seat: Seat, hands: Hands, terms: Terms) -> Result:
    """The tray's side of the progressive wager; what a meter owes is said apart (`meter_pay`)."""
    if seat.folded and PROGRESSIVE in terms.lost_by_fold:
        return result(PROGRESSIVE, stake, -stake, FOLDED)
    won = _progressive_line(hands, terms)
    if won is None:
        return result(PROGRESSIVE, stake, -stake, _NO_HAND)
    line, pay = won
    by_tray = isinstance(pay, For) and terms.fixed_pays is FixedPays.TRAY
    why = PAYS if by_tray else _FROM_METER
    net = pay.on(stake) - stake if isinstance(pay, For) and by_tray else -stake
    return Result(PROGRESSIVE, stake, net, why.code, why.words.format(line=line_words(line), pay=pay), line)


def _progressive_line(hands: Hands, terms: Terms) -> tuple[str, Share | For] | None:
    table = terms.table(PROGRESSIVE)
    line = terms.game.progressive(table, hands)
    pay = None if line is None else table.pays.get(line)
    if line is None or pay is None:
        return None
    assert isinstance(pay, Share | For), "a progressive table has no other pays"
    return line, pay


def progressive_hit(seat: Seat, hands: Hands, terms: Terms) -> tuple[str, Share | For] | None:
    """The progressive line that an accepted wager has hit (R34, R35, R40)."""
    if PROGRESSIVE not in seat.stakes or (seat.folded and PROGRESSIVE in terms.lost_by_fold):
        return None
    return _progressive_line(hands, terms)


def meter_pay(seat: Seat, hands: Hands, terms: Terms) -> tuple[str, Share | For] | None:
    """The line and pay that a meter owes this seat, if any (R37)."""
    won = progressive_hit(seat, hands, terms)
    if won is not None and (isinstance(won[1], Share) or terms.fixed_pays is FixedPays.METER):
        return won
    return None


def outcome(seat: Seat, hands: Hands, results: list[Result], terms: Terms) -> Outcome:
    """How the seat came out; a fold whatever the hands are."""
    game = terms.game
    if game.base not in seat.stakes:
        return Outcome.NONE
    if seat.folded:
        return Outcome.FOLD
    if game.layout.dealer:
        difference = hands.player - hands.dealer
    else:
        difference = sum(row.net for row in results if row.spot not in game.side_bet and row.spot != PROGRESSIVE)
    if difference > 0:
        return Outcome.WIN
    return Outcome.LOSE if difference < 0 else Outcome.TIE
