"""Entering a round where the deck is real (R58): what is due next, where a card goes, which hands stay unknown, what a
correction needs."""

from __future__ import annotations

from croupier.cards import Cards
from croupier.rules.actions import Action
from croupier.rules.commands import Act, DealCards, EnterCards, next_step
from croupier.rules.deal import CardsFrom, deal
from croupier.rules.game import Game
from croupier.rules.real_cards import CardsDue, cards_due
from croupier.rules.round import BOARD, DEALER, Round, Stage, due_seats, lying_at, place_of, visible_board
from croupier.rules.seat import Seat
from croupier.rules.settlement import depends_on_own_cards
from croupier.rules.steps import LOCK
from croupier.school.draw import Draw
from croupier.school.question import Choice, Picture, Question, Reason
from croupier.school.rounds import (
    drawn_seats,
    drawn_stakes,
    drawn_terms,
    house_banked,
    opened,
    played,
    seat_picture,
    table_facts,
)


class EnteredRound:
    """A round whose cards lie on the felt, entered touch by touch by somebody who makes no mistake."""

    def __init__(self, game: Game, draw: Draw, least: int = 2) -> None:
        at = drawn_terms(draw, draw.pick(house_banked(game)), cards_from=CardsFrom.FELT)
        seats = drawn_seats(draw, least, 3)
        round = opened(at, {seat: drawn_stakes(draw, at) for seat in seats})
        dealt = deal(at.procedure, game.layout, seats, draw.deck(game.deck))
        up = game.layout.up
        dealer = (*dealt.dealer[-up:], *dealt.dealer[:-up]) if up else dealt.dealer
        self.lie: dict[str, Cards] = {BOARD: dealt.board, DEALER: dealer}
        self.lie |= {place_of(seat): own for seat, own in dealt.own.items()}
        self.round = played(round, [LOCK, DealCards(())])
        self._draw = draw

    def touch(self) -> None:
        """One more touch: cards that are due, a decision, or a step."""
        round, due = self.round, cards_due(self.round)
        if due is not None:
            known = len(lying_at(round, due.place))
            many = 1 + self._draw.below(due.number)
            self.round = self._shown(played(round, [EnterCards(self.lie[due.place][known : known + many])]))
        elif seats := due_seats(round):
            self.round = played(round, [Act(seats[0], self._decides(seats[0]))])
        else:
            self.round = played(round, [next_step(round)])

    def _shown(self, after: Round) -> Round:
        """With the last card of a reveal the table shows it by itself, for the cards lie open already."""
        step = next_step(after)
        waits = after.stage is not Stage.PLAYING or cards_due(after) is not None or due_seats(after)
        return after if waits or step not in after.game.steps else played(after, [step])

    def _decides(self, seat: int) -> Action:
        game, own = self.round.game, self.lie[place_of(seat)]
        legal = game.open_to(self.round.shown, own)
        wanted = game.sense(self.round.shown, own, visible_board(self.round))
        return wanted if wanted in legal and not self._draw.once_in(3) else self._draw.pick(legal)

    @property
    def decided(self) -> tuple[Seat, ...]:
        """The seats that have decided on the street that the round is on."""
        return tuple(seat for seat in self.round.seats if len(seat.line) > self.round.shown)

    def up_to(self, touches: int) -> Round:
        """The round after so many touches, or before its end."""
        for _ in range(touches):
            if self.round.stage is Stage.SHOWDOWN and cards_due(self.round) is None:
                break
            self.touch()
        return self.round


def _picture(round: Round, moment: str = "", *, folds: bool = True) -> Picture:
    """What lies on the felt as far as it is entered; without `folds`, folded hands lie face down."""
    showdown = round.stage is Stage.SHOWDOWN
    moment = moment or ("all cards are out, and you settle" if showdown else round.stage_words)
    return Picture(
        facts=(*table_facts(round.terms), ("Cards", "a real deck; you enter what is exposed"), ("Moment", moment)),
        dealer=round.cards.dealer,
        board=round.cards.board,
        seats=tuple(seat_picture(round, seat, cards=folds or not seat.folded) for seat in round.seats),
    )


def _due_words(round: Round) -> str:
    if (due := cards_due(round)) is not None:
        return f"Enter {due.words}"
    if seats := due_seats(round):
        return f"Enter the decision of seat {seats[0]}"
    return f"Press {next_step(round).key}"


def next_entry(game: Game, draw: Draw) -> Question:
    """What does the dealer enter next?"""
    round = EnteredRound(game, draw).up_to(draw.below(14))
    right = _due_words(round)
    layout, seats = game.layout, [seat.number for seat in round.seats]
    hand = CardsDue(place_of(draw.pick(seats)), layout.own)
    others = [f"Enter the decision of seat {draw.pick(seats)}", f"Enter {hand.words}"]
    others += [f"Enter {CardsDue(DEALER, layout.dealer).words}"] if layout.dealer else []
    others += [f"Enter {CardsDue(BOARD, game.reveals[0].board or layout.board).words}"] if layout.board else []
    others += [f"Press {next_step(round).key}"] if not due_seats(round) else []
    return Question(
        prompt="Everything that has happened so far is entered. What comes next?",
        asks=Choice(tuple(sorted({right, *others}))),
        answer=(right,),
        why=Reason(
            "Seats decide before cards are turned. Then come the board and your own hand, as they are exposed, and at "
            "the end the hands that are looked at, in the order of settling.",
            ("R58", "R18"),
        ),
        picture=_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


REFUSED = "It is refused: no cards are due now"


def place(game: Game, draw: Draw) -> Question:
    """Where does a card go that is touched without a place?"""
    entered = EnteredRound(game, draw)
    round = entered.up_to(draw.below(14))
    due = cards_due(round)
    where = {BOARD: "To the board", DEALER: "To the dealer's hand"}
    where |= {place_of(seat.number): f"To seat {seat.number}" for seat in round.seats}
    there = [place for place in where if entered.lie[place]]
    lying = [place for place in there if len(lying_at(round, place)) < len(entered.lie[place])]
    known = due.place if due is not None else draw.pick(lying) if lying else there[0]
    card = entered.lie[known][min(len(lying_at(round, known)), len(entered.lie[known]) - 1)]
    right = REFUSED if due is None else where[due.place]
    return Question(
        prompt=f"You touch the card {card} and name no place. Where does it go?",
        asks=Choice((*(where[place] for place in there), REFUSED)),
        answer=(right,),
        why=Reason(
            "A card that is touched goes where cards are due; while seats decide, or when every hand that is looked "
            "at is known, none are. A card that lies elsewhere already is refused as well.",
            ("R58",),
        ),
        picture=_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


YES, NO = "Yes, a bet still depends on it", "No, it stays unknown"


def folded(game: Game, draw: Draw) -> Question:
    """Is a folded hand entered?"""
    round = EnteredRound(game, draw, least=3).up_to(60)
    while not any(seat.folded for seat in round.seats):
        round = EnteredRound(game, draw, least=3).up_to(60)
    seat = draw.pick([seat for seat in round.seats if seat.folded])
    needed = depends_on_own_cards(seat, round.terms)
    return Question(
        prompt=f"Seat {seat.number} has folded. Do you turn its hand and enter its cards?",
        asks=Choice((YES, NO)),
        answer=(YES if needed else NO,),
        why=Reason(
            "A folded hand is entered only where a bet depends on its cards, such as a side bet that plays after a "
            "fold and is not decided by the board alone. Any other goes to the rack unseen, and the record says that "
            "its cards are not known.",
            ("R58", "R27"),
        ),
        picture=_picture(round, folds=False),
        game=game.key,
        rules=round.terms.rules.name,
    )


UNDO = "You take the decision back and enter the right one"
CORRECT = "You correct the cards and say why; what was settled is settled anew"
TWO = "A supervisor asks for a correction with a reason, and a second person makes it"
VOID_ALL = "The round is void, and every wager goes back"
NEW_ROUND = "You enter it right in the next round"


def correction(game: Game, draw: Draw) -> Question:
    """What does a wrong entry need?"""
    kind, moment = draw.below(3), ""
    entered = EnteredRound(game, draw)
    if kind == 0:
        while not entered.decided:
            if entered.round.stage is Stage.SHOWDOWN:  # nobody had anything to decide
                entered = EnteredRound(game, draw)
            entered.touch()
        seat = draw.pick(entered.decided)
        asked = f"Seat {seat.number} did not {seat.line[-1]}: you touched the wrong key, and no further card is turned"
        right, why = UNDO, "A decision is taken back until the next cards are shown, with the chips that went with it."
    else:
        round = entered.up_to(60)
        while not (places := [place for place in entered.lie if lying_at(round, place)]):
            entered = EnteredRound(game, draw)  # everybody folded, and nothing was turned
            round = entered.up_to(60)
        spot = draw.pick(places)
        card = draw.pick(lying_at(round, spot))
        where = {BOARD: "on the board", DEALER: "in your hand"}.get(spot, f"in {spot}'s hand")
        over = kind == 2
        moment = "the round is over, and everybody is paid" if over else ""
        asked = (
            f"You entered {card} {where}, and another card lies there. The round is {'over' if over else 'not over'}"
        )
        right = TWO if over else CORRECT
        why = (
            "A finished round stays as it was entered; two people sign the entry that pays the difference."
            if over
            else "Until the round ends the dealer corrects cards, with a reason, and the engine settles anew."
        )
    return Question(
        prompt=f"{asked}. What happens?",
        asks=Choice((UNDO, CORRECT, TWO, VOID_ALL, NEW_ROUND)),
        answer=(right,),
        why=Reason(why, ("R58",)),
        picture=_picture(entered.round, moment),
        game=game.key,
        rules=entered.round.terms.rules.name,
    )
