"""A table as one viewer sees it: the page's model is made of a view, so it holds only what they may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from croupier.floor.practice import is_practice, shown_name
from croupier.floor.roles import Duty, Role, may
from croupier.floor.table import Table
from croupier.money import Cents
from croupier.rules.deal import dealing_of
from croupier.rules.exposure import exposure, purse_left
from croupier.rules.game import Game
from croupier.rules.round import Round
from croupier.rules.settlement import Result
from croupier.rules.view import AtSeat, Onlooker, RoundView, SeatView, Viewer, Views, offer_within
from croupier.web import models
from croupier.web.table.facts import facts


class OfferWords(NamedTuple):
    """`rules.view.Offer` as the page has it."""

    legal: Sequence[str] = ()
    beyond: Sequence[str] = ()


class LastRound(NamedTuple):
    """The round that was finished last at a table: who sat where, and what meters paid."""

    round: Round
    names: Mapping[int, str]
    awards: Mapping[int, Cents]


def awards_of(table: Table) -> dict[int, Cents]:
    """What meters have paid in the table's round, by seat."""
    paid: dict[int, Cents] = {}
    for award in table.paid:
        paid[award.seat] = paid.get(award.seat, 0) + award.cents
    return paid


def _notice_of(table: Table) -> tuple[int, str | None, bool]:
    """The settings that the facts of a table follow from, compared by identity: a change makes new settings."""
    return id(table.settings), table.held, table.closed


def viewer_of(table: Table, player: str | None) -> Viewer:
    """The viewer that a player is at this table: their seat's, or an onlooker."""
    for sitting in table.sittings:
        if sitting.player == player and not sitting.left:
            return AtSeat(sitting.seat)
    return Onlooker()


class TableState:
    """One state of a table, for all its viewers: what several of them see is made once.

    `before` is the state that was shown before this one; what is unchanged since is taken from it.
    """

    def __init__(
        self,
        table: Table,
        *,
        deadline_ms: int | None,
        now_ms: int,
        stamp: int,
        meters: Mapping[str, Cents] | None = None,
        progressive_says: str = "",
        approval: str = "",
        held: bool = False,
        coached: bool = True,
        before: TableState | None = None,
    ) -> None:
        self.table = table
        self.round = table.in_play
        views_before = None if before is None else before.views
        self.views: Views | None = None if self.round is None else Views(self.round, views_before)
        self.names = {sitting.seat: sitting.player for sitting in table.sittings}
        self._awards = awards_of(table)
        self._of_house = approval, held, coached
        self.goes_on = before is not None and self._goes_on_from(before)
        self.same: dict[str, Any] = {
            "version": table.version,
            "stamp": stamp,
            "now_ms": now_ms,
            "deadline_ms": deadline_ms,
            "csrf": "",
            "refusal": None,
            "table": self._facts(before),
            "free_seats": list(table.free_seats) if len(table.sittings) < table.settings.terms.spots else [],
            "meters": dict(meters or {}),
            "progressive_says": progressive_says,
        }

    def _facts(self, before: TableState | None) -> models.TableFacts:
        """What does not change from round to round; looked up only where something of it may have changed."""
        now = self.table
        if before is None or self._of_house != before._of_house or _notice_of(before.table) != _notice_of(now):
            approval, held, coached = self._of_house
            return facts(now, approval, held=held, coached=coached)
        same_facts: models.TableFacts = before.same["table"]
        return same_facts

    def _goes_on_from(self, before: TableState) -> bool:
        """Whether a seat with the same view has the same card: the round, its fees, the people and the awards are the
        same."""
        now, then = self.round, before.round
        return (
            now is not None
            and then is not None
            and now.id == then.id
            and now.fees is then.fees
            and self.names == before.names
            and self._awards == before._awards
        )

    def seen_by(self, viewer: Viewer) -> RoundView | None:
        """The round in play, as a viewer may see it."""
        return None if self.views is None else self.views.of(viewer)

    def card(self, seat: SeatView, you: bool) -> models.SeatCard:
        """The card of a seat in play; `you` where its own player looks at it."""
        round = self.round
        assert round is not None, "a seat is seen in a round"
        fee = next((fee.amount for fee in round.fees if fee.seat == seat.number), 0) if round.fees else 0
        return _seat_card(seat, round.game, you, self.names, fee, self._awards.get(seat.number, 0))

    def offer_words(self, seat: SeatView, chips: Cents) -> OfferWords:
        """What the player of a seat may do now with these chips, and what they would need more for; on a page nothing,
        where they decide on a real felt."""
        if self.table.real_cards:
            return OfferWords()
        offer = offer_within(seat, self.table.settings.terms.game, chips)
        return OfferWords([str(action) for action in offer.legal], [str(action) for action in offer.beyond])

    def empty_card(self, number: int, you: bool) -> models.SeatCard:
        """The card of somebody who sits there and has not bet."""
        return models.SeatCard(number=number, name=display_name(self.names[number]), you=you)

    def fields(
        self,
        you: models.You,
        *,
        last: models.RoundCard | None,
        log: list[models.LogLine],
        rounds: list[models.PastRound],
        by_clock: models.ByClock | None = None,
    ) -> dict[str, Any]:
        """The fields of a `TablePage` for one viewer."""
        viewer = viewer_of(self.table, you.name or None)
        own = viewer.seat if isinstance(viewer, AtSeat) else None
        seen = self.seen_by(viewer)
        cards = [] if seen is None else [self.card(seat, seat.number == own) for seat in seen.seats]
        staked = {one.number: one for one in cards}
        mine = None if seen is None else next((seat for seat in seen.seats if seat.legal), None)
        offer = OfferWords() if mine is None else self.offer_words(mine, you.chips)
        return {
            **self.same,
            "you": replace(you, seat=own),
            "seats": [staked.get(number) or self.empty_card(number, number == own) for number in sorted(self.names)],
            "may_sit": may_sit(self.table, you),
            "round": None if seen is None else card_of(seen, cards),
            "last": last,
            **offer._asdict(),
            "bank_offer": bank_offer(self.table),
            "bank_open": bank_open(self.table, viewer),
            "by_clock": by_clock,
            "log": log,
            "rounds": rounds,
        }


def may_sit(table: Table, you: models.You) -> bool:
    """Whether this visitor would be given a seat here: a player, with chips of the right kind. Where the felt is real
    they sit down there."""
    plays = bool(you.role) and may(Role(you.role), Duty.PLAY) and you.guest == is_practice(table.name)
    free = not you.watching and not table.closed and not table.real_cards
    return plays and free and all(sitting.player != you.name for sitting in table.sittings)


def bank_offer(table: Table) -> list[int]:
    """The seats that are asked to take the bank, the one that is asked now in front."""
    return list(table.bank_offered_to) if table.settings.terms.player_banked else []


def bank_open(table: Table, viewer: Viewer) -> bool:
    """Whether everybody has let the bank go by, so that the viewer may take it unasked (R31)."""
    may_bank = isinstance(viewer, AtSeat) and viewer.seat in table.bank_open_to
    return table.settings.terms.player_banked and may_bank and not table.bank_offered_to


def display_name(player: str) -> str:
    """A player's name as others see it: the company goes by first names, and who has none by the seat (R58).

    >>> display_name("max.17"), display_name("Mr. Green"), display_name("seat 3")
    ('max', 'Mr. Green', 'Seat 3')
    """
    first, _, rest = player.partition(".")
    name = player if rest.startswith(" ") else first if rest else shown_name(player)
    return name[:1].upper() + name[1:] if name.startswith("seat ") else name


def round_card(
    seen: RoundView, viewer: Viewer, names: Mapping[int, str], awards: Mapping[int, Cents] | None = None
) -> models.RoundCard:
    """A view of a round as a card of the page; `awards` is what meters paid, by seat."""
    fees, paid = {fee.seat: fee.amount for fee in seen.fees}, awards or {}
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    cards = [
        _seat_card(seat, seen.game, seat.number == own, names, fees.get(seat.number, 0), paid.get(seat.number, 0))
        for seat in seen.seats
    ]
    return card_of(seen, cards)


def seat_card(last: LastRound, seat: SeatView, you: bool) -> models.SeatCard:
    """The card of a seat in a round that is over; `you` where its own player looks at it."""
    fee = next((fee.amount for fee in last.round.fees if fee.seat == seat.number), 0)
    return _seat_card(seat, last.round.game, you, last.names, fee, last.awards.get(seat.number, 0))


def card_of(seen: RoundView, seats: list[models.SeatCard]) -> models.RoundCard:
    """A view of a round as a card of the page, with the cards of its seats."""
    fees = {fee.seat: fee.amount for fee in seen.fees}
    return models.RoundCard(
        id=seen.id,
        stage=seen.stage_key,
        next_step=seen.next_step.does,
        dealt=seen.dealt,
        commitment=seen.commitment,
        dealing=dealing_of(seen.terms),
        words={offered.seat: offered.seed for offered in seen.seeds},
        deck_colour=seen.deck_colour,
        board=[str(card) for card in seen.board],
        dealer=_dealer_cards(seen),
        dealer_hand=seen.dealer_hand,
        dealer_qualifies=seen.dealer_qualifies,
        dealer_plays=[str(card) for card in seen.dealer_plays],
        bank=_bank_card(seen, fees),
        exposure=_exposure(seen),
        void_reason=seen.void_reason,
        seats=seats,
    )


def _dealer_cards(seen: RoundView) -> list[str | None] | None:
    """The dealer's cards as they lie: all face up, some of them, or none."""
    if seen.dealer is not None:
        return [str(card) for card in seen.dealer]
    if not seen.up:
        return None
    return [*[None] * (seen.game.layout.dealer - len(seen.up)), *(str(card) for card in seen.up)]


def _bank_card(seen: RoundView, fees: Mapping[int, Cents]) -> models.BankCard | None:
    """What a player-dealer wins is what the seats lose."""
    bank = seen.bank
    if bank is None:
        return None
    left = purse_left(bank, [row.net for seat in seen.seats for row in seat.results])
    return models.BankCard(
        seat=bank.seat,
        wager=bank.wager,
        coverage=bank.coverage.value,
        net=-sum(seat.net for seat in seen.seats),
        fee=fees.get(bank.seat, 0),
        can_pay=left.room_to_pay,
        can_take=left.room_to_take,
    )


def _exposure(seen: RoundView) -> dict[str, int] | None:
    """What a bank is taken on (R28): asked until the cards are out."""
    if seen.dealt or not seen.terms.player_banked:
        return None
    return exposure(seen.terms, [seat.stakes for seat in seen.seats])._asdict()


def _seat_card(
    seat: SeatView, game: Game, you: bool, names: Mapping[int, str], fee: Cents, award: Cents
) -> models.SeatCard:
    return models.SeatCard(
        number=seat.number,
        name=display_name(names[seat.number]) if seat.number in names else None,
        you=you,
        stakes=seat.stakes,
        raised=seat.raised,
        decision=seat.line[-1].did if seat.line else None,
        line=[str(action) for action in seat.line],
        due=seat.due,
        cards=None if seat.cards is None else [str(card) for card in seat.cards],
        hand=seat.hand,
        outcome=None if seat.outcome is None else seat.outcome.value,
        plays=[] if seat.showdown is None else [str(card) for card in seat.showdown.plays],
        why=seat.showdown.words() if you and seat.showdown is not None else "",
        results=[_row(result, game) for result in seat.results],
        net=seat.net,
        fee=fee,
        meter_paid=award,
    )


def _row(result: Result, game: Game) -> models.ResultRow:
    return models.ResultRow(
        spot=result.spot,
        felt=game.by_key[result.spot].felt,
        stake=result.stake,
        net=result.net,
        why=result.why,
        reason=result.reason,
        line=result.line or None,
    )
