"""What a game is: a value that tells the engine its spots, cards, streets, side bets and settlement.

The engine knows bets, streets, cards and reasons; it has never heard of Ante or flop. Everything else in the house
(page, terminal, keypad, notation, cases, audit) reads the game and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from croupier.cards import DECK, Cards
from croupier.hands import Ranking, Strength
from croupier.money import dollars
from croupier.rules.actions import FOLD, Action, Bet, NotAnAction, parse_action
from croupier.rules.lines import Lines, NotALine, every_line
from croupier.rules.reasons import Why
from croupier.rules.registry import RULE_SETS
from croupier.rules.steps import Step
from croupier.rules.teaching import Teaching
from croupier.rules.wagers import BASE, ENVY, PROGRESSIVE, BadWager, Placed, Spot, Stakes

if TYPE_CHECKING:
    from croupier.hands.thresholds import AtLeast
    from croupier.rules.bets import BetRule
    from croupier.rules.deal import Deal
    from croupier.rules.face_up import FaceUpLetter
    from croupier.rules.paytables import Paytable
    from croupier.rules.rulesets import RuleSet
    from croupier.rules.rulings import Rulings
    from croupier.rules.seat import Seat
    from croupier.rules.settlement import Result
    from croupier.rules.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How many cards lie where, the last `up` of the dealer's face up from the deal on; and how the spots lie on the
    felt, row by row, where a dot is an empty place."""

    own: int
    dealer: int = 0
    up: int = 0
    board: int = 0
    felt: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """A moment at which seats decide. A bet made here lies on `spot`; who does not answer does `late` (R19).

    `allows` says which of the `offers` a seat may choose with its own cards, where that depends on them. `also` is what
    else the street is called where somebody writes a strategy.
    """

    key: str
    words: str
    offers: tuple[Action, ...]
    allows: Callable[[Cards, Action], bool] | None = None
    late: Action
    spot: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """What the dealer turns when a street is decided: the board up to `board` cards, or the dealer's own.

    `instruct` is the step in the procedure's words, where `{turn}` is Turn or Place; `told` is how it is announced.
    """

    step: Step
    instruct: str
    told: str
    board: int = 0
    dealer: bool = False


class Hands(NamedTuple):
    """What a seat's settlement looks at: both hands, as cards and as strengths. `dealer` is 0 where there is none."""

    player: Strength
    dealer: Strength
    own: Cards
    dealer_cards: Cards
    board: Cards


class Judged(NamedTuple):
    """What a side bet's cards are: the line of its pay table that they make, if any, and why."""

    line: str | None
    why: Why


class AfterFold(Enum):
    """What becomes of a side bet when its seat folds."""

    STAYS = "stays in action"
    LOSES = "loses"
    HOUSE_CHOOSES = "stays in action, unless the house chooses otherwise"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A bet with a pay table of its own, decided by cards alone. `lines` are those that its pay tables may have."""

    spot: Spot
    lines: tuple[str, ...]
    judge: Callable[[Paytable, Hands], Judged]
    after_fold: AfterFold = AfterFold.STAYS
    pays: str = ""
    """The kind of pay table, where it is not called like the spot."""
    counts_own_cards: bool = True
    """Whether the player's own cards decide it, alone or with others; not where the board alone does."""
    named_if_bet: bool = False
    """Whether answers to settlement cases name it only where it is bet: cases from elsewhere do not know it."""
    is_tucked: bool = False
    """R52: whether the cards of who folds are tucked under the bet, which they alone decide."""
    stays_face_up: bool = False
    """R52: whether a hand that wins it lies face up until it is paid."""

    @property
    def key(self) -> str:
        return self.spot.key

    @property
    def kind(self) -> str:
        return self.pays or self.spot.key


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game of the house. One value is the whole of it; two games are the same only if they are one."""

    key: str
    name: str
    about: str
    """What it is, in a line for who does not know it."""
    spots: tuple[Spot, ...]
    """Every place of the felt, in the order in which results are told."""
    base: str
    """The bet that a seat needs to decide anything, and of which later bets are multiples."""
    base_label: str = ""
    """What stands before the limits of the base bet, where its felt word would not be understood."""
    case_key: str = ""
    """What settlement cases call the base bet, where it is not the spot's key."""
    layout: Layout
    deck: Cards = field(default=DECK, repr=False)
    """The cards that it is dealt with: the fifty-two, or with a joker beside them."""
    streets: tuple[Street, ...]
    reveals: tuple[Reveal, ...]
    """What is turned after each street; the last one leads to the showdown."""
    ranking: Ranking
    rank: Callable[[Cards, Cards], Strength]
    """What somebody's own cards are worth with the board."""
    start_words: Callable[[Cards], str]
    """What own cards and the board's are called before they are enough for a hand."""
    qualifies: AtLeast | None
    """The dealer's hands that play; `None` where the dealer has none, or always plays."""
    bets: tuple[BetRule, ...] = ()
    """What becomes of each base bet, in the order in which results are told: what a floor manager would check."""
    line_of: Callable[[Strength], str] | None = None
    """The line of the base game's pay tables that a hand is on, where it is not the hand's category."""
    settle: Callable[[Seat, Hands, Terms], list[Result]] | None = None
    """The base bets of a decided seat, where the rules of `bets` could not say what becomes of them."""
    side_bets: tuple[SideBet, ...] = ()
    base_tables: Mapping[str, tuple[str, ...]]
    """Pay tables of the base game by spot, or by a name of their own where spots share one; with their lines."""
    progressive: Callable[[Paytable, Hands], str | None]
    """The line of a progressive table that the hands make."""
    progressive_cards: Callable[[Deal, int], Cards] = lambda deal, seat: (*deal.own[seat], *deal.board)
    """The cards that a seat's progressive hand is made of, for whoever verifies it."""
    progressive_lines: tuple[str, ...] = ()
    """Lines of the game's own progressive tables, beyond the categories of a five-card hand."""
    dealt_in: tuple[str, ...]
    """A seat gets cards for a bet on any of these."""
    returned_first: str | None = None
    """R21: the bet that a first pass gives back when the dealer does not qualify."""
    sense: Callable[[int, Cards, Cards], Action]
    """How a sensible stranger plays a street with these own cards and this board: company at a table."""
    package: str = ""
    """The package of the game, in whose folder are its `paytables`, its `primer.toml` and published `strategies`."""
    letter: FaceUpLetter | None = None
    """What the letter of 2020 and its report say of it dealt face up (R17); `None` where they do not name it."""
    rulings: Rulings | None = None
    """Which rulings say what of it, where the school teaches it."""
    teaching: Teaching = Teaching()
    """By which strategies it is taught, and what can be drilled of it."""
    one_word: str = ""
    """The name as one word, as programs say it, where it is not the words of the name put together."""

    @cached_property
    def by_key(self) -> Mapping[str, Spot]:
        """The spots by their keys."""
        return {spot.key: spot for spot in self.spots}

    @cached_property
    def before(self) -> tuple[Spot, ...]:
        """The spots on which money lies before the deal."""
        return tuple(spot for spot in self.spots if spot.placed is Placed.BEFORE)

    @cached_property
    def chosen(self) -> tuple[Spot, ...]:
        """The spots whose amounts a player names: those before the deal that follow no other."""
        return tuple(spot for spot in self.before if spot.follows is None)

    @cached_property
    def optional(self) -> tuple[Spot, ...]:
        """The bets that a player may add, in the order of the felt."""
        return tuple(spot for spot in self.chosen if spot.key != self.base)

    @cached_property
    def side_bet(self) -> Mapping[str, SideBet]:
        return {bet.key: bet for bet in self.side_bets}

    @cached_property
    def largest_multiple(self) -> int:
        """The most that a later bet can be, in base bets."""
        return max((a.multiple for street in self.streets for a in street.offers if isinstance(a, Bet)), default=1)

    @cached_property
    def largest_raise(self) -> str:
        """The same in words, `4x Play`; where no bet is ever added, the base bet itself."""
        added = [spot.felt for spot in self.spots if spot.placed is Placed.DECIDED]
        return f"{self.largest_multiple}x {added[0]}" if added else self.by_key[self.base].felt

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The game's own steps, in order."""
        return tuple(reveal.step for reveal in self.reveals)

    @cached_property
    def lines(self) -> Lines:
        """Every way in which a seat can play a whole round."""
        return every_line(self.streets)

    @cached_property
    def smallest_raise(self) -> int:
        """The least that a seat must add to see the round through, in base bets."""
        return min(sum(a.multiple for a in way if isinstance(a, Bet)) for way in self.lines.values() if FOLD not in way)

    def parse_line(self, text: object) -> tuple[Action, ...]:
        """The actions of a whole line, such as `check check bet1`."""
        line = self.lines.get(text) if isinstance(text, str) else None
        if line is None:
            raise NotALine(text, self.lines)
        return line

    def parse_action(self, text: object) -> Action:
        """The action that `text` names, if this game has it."""
        action = parse_action(text)
        if all(action not in street.offers for street in self.streets):
            raise NotAnAction(text)
        return action

    def paying_line(self, hand: Strength) -> str:
        """The line of the base game's pay tables that a hand is on."""
        return self.ranking.category(hand).key if self.line_of is None else self.line_of(hand)

    def board_at(self, street: int) -> int:
        """How many cards of the board lie open when a street is decided."""
        return self.reveals[street - 1].board if street else 0

    def open_to(self, street: int, own: Cards) -> tuple[Action, ...]:
        """What a street offers to who holds these cards."""
        allows, offers = self.streets[street].allows, self.streets[street].offers
        return offers if allows is None else tuple(action for action in offers if allows(own, action))

    def complete(self, named: Mapping[str, int]) -> Stakes:
        """All that lies on the felt when a player has named these amounts: the base bet by name, and what follows."""
        if BASE in named and self.base in named:
            felt, one, other = self.by_key[self.base].felt, dollars(named[BASE]), dollars(named[self.base])
            raise BadWager(f"the {felt} is named twice, {one} and {other}; say one")
        amounts = {self.base if key == BASE else key: amount for key, amount in named.items() if amount}
        stakes = Stakes()
        for spot in self.before:
            if amount := stakes.on(spot.follows) if spot.follows else amounts.pop(spot.key, 0):
                stakes[spot.key] = amount
        # What is left over is no spot of this game, or one that must equal another: `check_stakes` has a word for both.
        stakes.update(amounts)
        return stakes

    @cached_property
    def bets_add_up(self) -> bool:
        """Whether bets of one street lie there when a later one bets on another spot: then it matters how many."""
        return any(
            isinstance(action, Bet) and later.spot != street.spot
            for at, street in enumerate(self.streets)
            for later in self.streets[at + 1 :]
            for action in street.offers
        )

    def base_bets(self, stakes: Stakes, raised: Stakes) -> int:
        """How many base bets lie there: the base bet, what follows it, and what decisions have added."""
        followed = sum(stakes.on(spot.key) for spot in self.before if self.base in (spot.key, spot.follows))
        return (followed + raised.total) // stakes.on(self.base)

    def table_words(self, bet: str) -> str:
        """What a pay table is called on the felt: like its spot, or like the game where several spots pay by it."""
        felts = [spot.felt for spot in self.spots if bet in (spot.key, spot.pays)]
        return felts[0] if len(felts) == 1 else self.name

    def hand_words(self, own: Cards, board: Cards) -> str:
        """What somebody holds so far, in words, as the board grows."""
        few = len(own) + len(board) < self.ranking.least
        return self.start_words((*own, *board)) if few else self.ranking.describe(self.rank(own, board))

    @cached_property
    def base_words(self) -> str:
        """The base bet and what follows it, as they lie on the felt: `Ante and Blind`, `1, 2 and $`."""
        laid = " ".join(self.layout.felt).split()
        base = [spot for spot in self.before if self.base in (spot.key, spot.follows)]
        felts = [spot.felt for spot in sorted(base, key=lambda spot: laid.index(spot.key))]
        return " and ".join(filter(None, (", ".join(felts[:-1]), felts[-1])))

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The approved versions of this game, also where bets of one's own lie on its felt."""
        return tuple(rules for rules in RULE_SETS.values() if rules.game.key == self.key)


LINK_SPOTS = (
    Spot(key=PROGRESSIVE, felt="Progressive", letter="j"),
    Spot(key=ENVY, felt="Envy", placed=Placed.WON),
)
"""The end of every felt that can be on a link; what the Progressive needs is the base bet, in every game (R7)."""
