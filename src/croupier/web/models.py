"""What pages are made of, typed: templates, JSON and the live stream show these and nothing else.

What a live table makes for every viewer at every state is a plain dataclass: nothing of it comes from outside, so
nothing has to be checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import BaseModel

from croupier.web.forms import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class You:
    """Who is looking."""

    name: str = ""
    shown: str = ""
    """The name as others read it: without what tells two guests of one name apart."""
    role: str = ""
    guest: bool = False
    watching: bool = False
    """Let in at a private table to look on, and not to a seat."""
    host: bool = False
    """Made the private table: may send off, or decide for, a friend who has gone."""
    seat: int | None = None
    chips: int = 0


class Page(BaseModel):
    """What every page has."""

    csrf: str = ""
    you: You = You()
    refusal: Refusal | None = None
    """Why a form of this page was not carried out."""


class RuleSetChoice(BaseModel):
    name: str
    title: str
    usual: bool


class GameChoice(BaseModel):
    """A game that can be played, and the rule sets to choose from."""

    key: str
    name: str
    about: str
    note: str = ""
    """That it is no approved game, where it did not come with the house (R56)."""
    base: str
    rule_sets: list[RuleSetChoice]


class PaytableLine(BaseModel):
    line: str
    words: str
    pay: str
    envy: str = ""


class PaytableCard(BaseModel):
    """A pay table as it is posted; on a Multi-Game Link with its envy column (R36)."""

    bet: str
    felt: str
    name: str
    lines: list[PaytableLine]
    envy: bool = False
    spots: list[str] = []
    """The spots that pay by it."""
    note: str = ""
    """What stands below the lines: that a wager is not returned (R60)."""


class SpotCard(BaseModel):
    """A place on the felt: what the page needs to draw it and to take bets on it."""

    key: str
    felt: str
    placed: str
    follows: str | None
    letter: str
    limits: list[int] | None
    needs: list[str] = []
    """The spots without which it cannot be bet."""


class RevealCard(BaseModel):
    """A step in which community cards are turned: its name, and how many lie open after it."""

    step: str
    board: int


class FeltCard(BaseModel):
    """How many cards lie where, and how the spots lie, row by row."""

    own: int
    dealer: int
    up: int
    board: int
    rows: list[str]
    reveals: list[RevealCard] = []


class BankTerms(BaseModel):
    """What a bank is taken on: its coverage, what one seat can cost it and bring it at the limits, how many sit, and
    the most that the house collects; and all that in `words`."""

    coverage: str
    pays: int
    takes: int
    seats: int
    fee: int
    words: str


class TableFacts(BaseModel):
    """What does not change from round to round."""

    id: str
    called: str
    """Its name for people: a private table's is its maker's."""
    game: str
    game_name: str
    coached: bool
    coach: str = "each"
    """What whoever made the table chose for everybody: off, values or quiz; `each` leaves it to each player."""
    base: str
    base_felt: str
    dealt_in: list[str]
    most_games: int | None = None
    """R8: in how many games a player may be at once, the base game among them."""
    actions: list[str]
    streets: dict[str, str]
    """Where seats decide, in words, by stage."""
    spots: list[SpotCard]
    felt: FeltCard
    rules: str
    title: str
    procedure: str
    lays_board: bool
    """Whether the board lies face down from the deal on (R14, R15), or is placed street by street (R13)."""
    limits_text: str
    progressive_stake: int | None
    notices: list[str]
    player_banked: bool
    bank: BankTerms | None = None
    face_up: bool
    face_up_edges: dict[int, float] = {}
    """The house edge of the base bet by players, one of whom uses all cards that lie face up."""
    practice: bool
    real_cards: bool = False
    """R58: cards and chips lie on a real felt, and the dealer enters them; nobody bets or decides on a page."""
    clock_s: int | None
    stopped: bool
    """Why is for the staff: they have it in the pit."""
    closed: bool = False
    approval: str = ""
    """R50, R56: how it stands to the approval of its internal controls; nothing at practice."""
    paytables: list[PaytableCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    spot: str
    felt: str
    stake: int
    net: int
    why: str
    reason: str
    line: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCard:
    """A seat as this viewer may see it. Absent: what they may not see."""

    number: int
    name: str | None = None
    you: bool = False
    stakes: dict[str, int] | None = None
    raised: dict[str, int] = field(default_factory=dict)
    decision: str | None = None
    line: list[str] = field(default_factory=list)
    """What the seat has done, street by street."""
    due: bool = False
    cards: list[str] | None = None
    hand: str | None = None
    outcome: str | None = None
    plays: list[str] = field(default_factory=list)
    """Which cards of the seat and of the board make its hand, once it is settled."""
    why: str = ""
    """Who won and by what, in a sentence to the seat's own player."""
    results: list[ResultRow] = field(default_factory=list)
    net: int = 0
    fee: int = 0
    meter_paid: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCard:
    """Who banks a round in California, with what, and what it has brought them so far."""

    seat: int
    wager: int
    coverage: str
    net: int = 0
    fee: int = 0
    can_pay: int = 0
    """What it still covers, of what players win and of what they lose (R30)."""
    can_take: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCard:
    """A round as this viewer may see it."""

    id: str
    stage: str
    next_step: str
    dealt: bool
    commitment: str
    dealing: str
    """How the cards go out: the game, the procedure, and how many cards each seat, the dealer and the board get."""
    words: dict[int, str]
    """What players have mixed into the shuffle, by seat."""
    deck_colour: str
    board: list[str]
    dealer: list[str | None] | None
    """None for a card that lies face down, while only others of the dealer's are seen."""
    dealer_hand: str | None
    dealer_qualifies: bool | None
    dealer_plays: list[str]
    """Which cards of the dealer and of the board make the dealer's hand, once it is turned."""
    bank: BankCard | None
    exposure: dict[str, int] | None
    """Before the deal, what the wagers down can cost a bank (`pays`) and bring it (`takes`), whatever its wager."""
    void_reason: str | None
    seats: list[SeatCard]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    n: int
    text: str
    step: str = ""
    """The step of the round that must be seen before this is said; nothing where any moment is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    id: str
    net: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByClock:
    """What the clock did for a player in a round, in words (R19)."""

    round: str
    text: str


class TablePage(Page):
    """A table, live, from one viewer's chair."""

    table: TableFacts
    version: int
    stamp: int
    now_ms: int
    deadline_ms: int | None
    seats: list[SeatCard]
    free_seats: list[int]
    may_sit: bool
    round: RoundCard | None
    last: RoundCard | None
    legal: list[str]
    """What the viewer may do now, and has the chips for."""
    beyond: list[str] = []
    """What the rules would allow as well, and the viewer's chips do not cover."""
    bank_offer: list[int]
    """The seats that are asked to bank this round, the one that is asked now in front."""
    bank_open: bool = False
    """Whether nobody is asked any more and the viewer may take the bank."""
    meters: dict[str, int]
    progressive_says: str = ""
    by_clock: ByClock | None = None
    log: list[LogLine]
    rounds: list[PastRound]


class SignInPage(Page):
    heading: str
    action: str
    button: str
    aside: str
    other_path: str
    other_text: str
    name: str = ""
    notice: str = ""
    wants_code: bool = False
    then: str = ""
    """Where they were going before they were asked who they are."""


class ErrorPage(Page):
    heading: str
    text: str
    back: str = ""
    """The page of ours that they came from."""
