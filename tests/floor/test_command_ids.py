"""A command id stands for one request: the same again is answered as before, and another one is refused.

Every kind of command that people give is in the table below, with requests that differ from it in one thing each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from card_room import ADMIN, ANN, BOB
from link_room import DORA, EVE, KEYED, MAIN, ROYAL, STAN, SUE, LinkRoom, room_at, stacked

from croupier.floor.audit.auditor import audit
from croupier.floor.cage.count import count_of
from croupier.floor.house.choices import ChoiceBook
from croupier.floor.house.exams import Exams
from croupier.floor.links import office
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.roles import Role
from croupier.floor.table import Settings
from croupier.games import ruleset
from croupier.jackpot.buttons import parse_button
from croupier.jackpot.events import AdjustmentReason
from croupier.jackpot.office.deeds import Destination
from croupier.jackpot.terms import LevelTerms
from croupier.rules.terms import terms
from croupier.school.course import QUESTIONS
from croupier.school.examination import AnswerSheet
from croupier.store.unit import CommandIdTaken

ID = "the-same-id"
WA, OTHER_RULES = (Settings(terms=terms(ruleset(name))) for name in ("wa-2018", "wa-2014"))
DEARER = link_terms("UTH-P01", 200, (MAIN,))
MULTI = link_terms(
    "MGL-ML01",
    500,
    (
        LevelTerms(name="mega", rate_bp=1_500, reserve_bp=300, seed=2_000_000),
        LevelTerms(name="major", rate_bp=700, reserve_bp=200, seed=500_000),
    ),
)

Ask = Callable[[LinkRoom], object]


@dataclass(frozen=True)
class Kind:
    """A kind of command: what has to be there first, the request, and others that are not it."""

    request: Ask
    others: tuple[Ask, ...]
    first: tuple[Ask, ...] = ()


def sheet(game: str = "uth", seed: str = "7") -> AnswerSheet:
    return AnswerSheet(chapter="qualified", game=game, seed=seed, answers=((),) * QUESTIONS, seconds=60)


def ordered(who: object, order: str, table: str = "T1") -> Ask:
    return lambda at: at.room.do(table, parse_order(order), who, command=ID).receipt  # type: ignore[arg-type]


def pressed(who: object, button: str, table: str = "T1", id: str = ID) -> Ask:
    return lambda at: at.links.press(table, parse_button(button), who, id)  # type: ignore[arg-type]


def outside(do: Callable[[OutsideDesk], object]) -> Ask:
    return lambda at: do(OutsideDesk(at.links))


def a_royal(at: LinkRoom) -> None:
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")


def paid(at: LinkRoom) -> None:
    a_royal(at)
    at.press(SUE, "key jph", "j-pot", "key run")


def two_asked(at: LinkRoom) -> None:
    for number in (1, 2):
        at.links.ask(
            "main", "main", 500 * number, AdjustmentReason.MALFUNCTION, f"slip {number}", SUE, f"asked-{number}"
        )


def second_table(at: LinkRoom) -> None:
    at.room.open_table("T2", WA, ADMIN, "open T2")


def big_link(at: LinkRoom) -> None:
    at.links.open("big", MULTI, EVE, "open big", override="test")


def other_game(at: LinkRoom) -> None:
    big_link(at)
    OutsideDesk(at.links).join("big", "C1", "dj-wild", SUE, "join C1")
    OutsideDesk(at.links).join("big", "C2", "dj-wild", SUE, "join C2")


def game_locked(at: LinkRoom) -> None:
    other_game(at)
    for name in ("C1", "C2"):
        OutsideDesk(at.links).lock(name, {1: 500}, DORA, f"locked {name}")


def funded_t2(at: LinkRoom) -> None:
    second_table(at)
    at.cage.fill("T2", 100_000, SUE, "fill T2")


KINDS = {
    "an order at a table": Kind(
        ordered(ANN, "sit 1"),
        (ordered(ANN, "sit 2"), ordered(ANN, "sit 1", "T2"), ordered(BOB, "sit 5")),
        (second_table,),
    ),
    "open a table": Kind(
        lambda at: at.room.open_table("T5", WA, ADMIN, ID),
        (
            lambda at: at.room.open_table("T6", WA, ADMIN, ID),
            lambda at: at.room.open_table("T5", replace(WA, colours=("green", "red")), ADMIN, ID),
            lambda at: at.room.open_table("T5", OTHER_RULES, ADMIN, ID),
        ),
    ),
    "fund the cage": Kind(lambda at: at.cage.fund(500, SUE, ID), (lambda at: at.cage.fund(600, SUE, ID),)),
    "sell chips": Kind(
        lambda at: at.cage.buy_in("ann", 500, SUE, ID),
        (
            lambda at: at.cage.buy_in("ann", 600, SUE, ID),
            lambda at: at.cage.buy_in("bob", 500, SUE, ID),
            lambda at: at.cage.buy_in("ann", 500, SUE, ID, EVE),
            lambda at: at.cage.buy_in("ann", 500, STAN, ID),
            lambda at: at.cage.buy_in_at("T1", "ann", 500, SUE, ID),
            lambda at: at.cage.cash_out("ann", 500, SUE, ID),
        ),
    ),
    "sell chips at a table": Kind(
        lambda at: at.cage.buy_in_at("T1", "ann", 500, SUE, ID),
        (
            lambda at: at.cage.buy_in_at("T2", "ann", 500, SUE, ID),
            lambda at: at.cage.buy_in_at("T1", "bob", 500, SUE, ID),
            lambda at: at.cage.buy_in_at("T1", "ann", 501, SUE, ID),
        ),
        (funded_t2,),
    ),
    "redeem chips": Kind(
        lambda at: at.cage.cash_out("ann", 500, SUE, ID),
        (
            lambda at: at.cage.cash_out("ann", 600, SUE, ID),
            lambda at: at.cage.cash_out("ann", 90_000_000, SUE, ID),
            lambda at: at.cage.cash_out("bob", 500, SUE, ID),
            lambda at: at.cage.cash_out("ann", 500, SUE, ID, EVE),
        ),
    ),
    "fill a tray": Kind(
        lambda at: at.cage.fill("T1", 500, SUE, ID),
        (
            lambda at: at.cage.fill("T2", 500, SUE, ID),
            lambda at: at.cage.fill("T1", 600, SUE, ID),
            lambda at: at.cage.fill("T1", 500, SUE, ID, EVE),
        ),
        (second_table,),
    ),
    "credit a tray": Kind(
        lambda at: at.cage.credit("T1", 500, SUE, ID),
        (lambda at: at.cage.credit("T1", 600, SUE, ID), lambda at: at.cage.fill("T1", 500, SUE, ID)),
    ),
    "close a shift": Kind(
        lambda at: at.cage.close_shift("T1", SUE, ID),
        (
            lambda at: at.cage.close_shift("T2", SUE, ID),
            lambda at: at.cage.close_shift("T1", STAN, ID),
            lambda at: at.cage.close_shift("T1", SUE, ID, "a reason"),
            lambda at: at.cage.close_shift("T1", SUE, ID, second=EVE),
            lambda at: at.cage.close_shift("T1", SUE, ID, count=2),
        ),
        (second_table, lambda at: at.cage.count("T1", count_of(1_000_000, 0), SUE, "counted")),
    ),
    "count a table": Kind(
        lambda at: at.cage.count("T1", count_of(1_000_000, 0), SUE, ID),
        (
            lambda at: at.cage.count("T2", count_of(1_000_000, 0), SUE, ID),
            lambda at: at.cage.count("T1", count_of(1_000_000, 0), STAN, ID),
            lambda at: at.cage.count("T1", count_of(999_900, 0), SUE, ID),
            lambda at: at.cage.count("T1", count_of(1_000_000, 100), SUE, ID),
        ),
        (second_table,),
    ),
    "register staff": Kind(
        lambda at: at.people.register("nina", Role.DEALER, "1234", ADMIN, ID),
        (
            lambda at: at.people.register("nils", Role.DEALER, "1234", ADMIN, ID),
            lambda at: at.people.register("nina", Role.SUPERVISOR, "1234", ADMIN, ID),
            lambda at: at.people.register("nina", Role.PLAYER, "1234", ADMIN, ID),
            lambda at: at.people.register("nina", Role.DEALER, "4321", ADMIN, ID),
        ),
    ),
    "register a player": Kind(
        lambda at: at.people.register("nina", Role.PLAYER, "1234", ADMIN, ID),
        (
            lambda at: at.people.register("nils", Role.PLAYER, "1234", ADMIN, ID),
            lambda at: at.people.register("nina", Role.PLAYER, "4321", ADMIN, ID),
            lambda at: at.people.register("nina", Role.PLAYER, "1234", SUE, ID),
        ),
    ),
    "set a PIN": Kind(
        lambda at: at.people.set_pin("dora", "1234", ADMIN, ID),
        (
            lambda at: at.people.set_pin("dora", "4321", ADMIN, ID),
            lambda at: at.people.set_pin("sue", "1234", ADMIN, ID),
            lambda at: at.people.set_pin("ann", "1234", ADMIN, ID),
        ),
    ),
    "unlock": Kind(
        lambda at: at.people.unlock("dora", ADMIN, ID),
        (lambda at: at.people.unlock("sue", ADMIN, ID), lambda at: at.people.set_pin("dora", "1234", ADMIN, ID)),
    ),
    "deactivate": Kind(
        lambda at: at.people.deactivate("dora", ADMIN, ID),
        (
            lambda at: at.people.deactivate("sue", ADMIN, ID),
            lambda at: at.people.deactivate("ann", ADMIN, ID),
            lambda at: at.people.activate("dora", ADMIN, ID),
        ),
    ),
    "activate": Kind(
        lambda at: at.people.activate("dora", ADMIN, ID),
        (lambda at: at.people.activate("sue", ADMIN, ID), lambda at: at.people.deactivate("dora", ADMIN, ID)),
        (lambda at: at.people.deactivate("dora", ADMIN, "gone"),),
    ),
    "change a role": Kind(
        lambda at: at.people.change_role("dora", Role.SUPERVISOR, ADMIN, ID),
        (
            lambda at: at.people.change_role("dora", Role.ADMIN, ADMIN, ID),
            lambda at: at.people.change_role("sue", Role.SUPERVISOR, ADMIN, ID),
        ),
    ),
    "choose for the house": Kind(
        lambda at: ChoiceBook(at.store).choose("second_person_above", "500", ADMIN, ID),
        (
            lambda at: ChoiceBook(at.store).choose("second_person_above", "600", ADMIN, ID),
            lambda at: ChoiceBook(at.store).choose("zone", "Europe/Vienna", ADMIN, ID),
        ),
    ),
    "hand in a paper": Kind(
        lambda at: Exams(at.store).hand_in(sheet(), DORA, ID),
        (
            lambda at: Exams(at.store).hand_in(sheet(seed="8"), DORA, ID),
            lambda at: Exams(at.store).hand_in(sheet(), SUE, ID),
        ),
    ),
    "open a link": Kind(
        lambda at: at.links.open("l2", KEYED, EVE, ID, override="test"),
        (
            lambda at: at.links.open("l3", KEYED, EVE, ID, override="test"),
            lambda at: at.links.open("l2", DEARER, EVE, ID, override="test"),
            lambda at: at.links.open("l2", MULTI, EVE, ID, override="test"),
        ),
    ),
    "configure a link": Kind(
        lambda at: at.links.configure("main", DEARER, EVE, ID, override="test"),
        (
            lambda at: at.links.configure("main", KEYED, EVE, ID, override="test"),
            lambda at: at.links.configure(
                "main", link_terms("UTH-P01", 200, (replace(MAIN, rate_bp=2_200),)), EVE, ID, override="test"
            ),
            lambda at: at.links.configure("l2", DEARER, EVE, ID, override="test"),
        ),
        (lambda at: at.links.open("l2", KEYED, EVE, "open l2", override="test"),),
    ),
    "put a table on a link": Kind(
        lambda at: at.links.join("main", "T2", SUE, ID),
        (
            lambda at: at.links.join("main", "T3", SUE, ID),
            lambda at: at.links.join("l2", "T2", SUE, ID),
            lambda at: at.links.leave("main", "T2", SUE, ID),
            lambda at: at.links.leave("main", "T1", SUE, ID),
        ),
        (
            second_table,
            lambda at: at.room.open_table("T3", WA, ADMIN, "open T3"),
            lambda at: at.links.open("l2", KEYED, EVE, "open l2", override="test"),
        ),
    ),
    "take a table off a link": Kind(
        lambda at: at.links.leave("main", "T1", SUE, ID),
        (lambda at: at.links.leave("main", "T2", SUE, ID), lambda at: at.links.join("main", "T1", SUE, ID)),
        (second_table, lambda at: at.links.join("main", "T2", SUE, "join T2")),
    ),
    "ask for an adjustment": Kind(
        lambda at: at.links.ask("main", "main", 500, AdjustmentReason.MALFUNCTION, "slip", SUE, ID),
        (
            lambda at: at.links.ask("main", "main", 600, AdjustmentReason.MALFUNCTION, "slip", SUE, ID),
            lambda at: at.links.ask("main", "main", 500, AdjustmentReason.BACK_OUT, "slip", SUE, ID),
            lambda at: at.links.ask("main", "main", 500, AdjustmentReason.MALFUNCTION, "other slip", SUE, ID),
            lambda at: at.links.ask("main", "nothing", 500, AdjustmentReason.MALFUNCTION, "slip", SUE, ID),
        ),
    ),
    "approve an adjustment": Kind(
        lambda at: at.links.approve("main", 1, EVE, ID),
        (
            lambda at: at.links.approve("main", 2, EVE, ID),
            lambda at: at.links.approve("main", 777, EVE, ID),
            lambda at: at.links.drop("main", 1, "no", EVE, ID),
        ),
        (two_asked,),
    ),
    "drop an adjustment": Kind(
        lambda at: at.links.drop("main", 1, "no", EVE, ID),
        (
            lambda at: at.links.drop("main", 2, "no", EVE, ID),
            lambda at: at.links.drop("main", 1, "another reason", EVE, ID),
            lambda at: at.links.approve("main", 1, EVE, ID),
        ),
        (two_asked,),
    ),
    "stop a link": Kind(
        lambda at: at.links.stop("main", "water", SUE, ID),
        (
            lambda at: at.links.stop("main", "fire", SUE, ID),
            lambda at: at.links.stop("big", "water", SUE, ID),
            lambda at: at.links.resume("main", SUE, EVE, ID),
        ),
        (big_link,),
    ),
    "resume a link": Kind(
        lambda at: at.links.resume("main", SUE, EVE, ID),
        (lambda at: at.links.resume("main", SUE, STAN, ID), lambda at: at.links.resume("big", SUE, EVE, ID)),
        (
            big_link,
            lambda at: at.links.stop("main", "water", SUE, "stop"),
            lambda at: at.links.stop("big", "water", SUE, "stop big"),
        ),
    ),
    "press a button": Kind(
        pressed(DORA, "hand royal_flush_first_five"),
        (pressed(SUE, "key jph"), pressed(DORA, "hand straight_flush"), pressed(DORA, "game over")),
        (a_royal, lambda at: at.press(DORA, "hand royal_flush_first_five")),
    ),
    "press the button that pays": Kind(
        pressed(SUE, "key run"),
        (pressed(SUE, "j-pot"), pressed(SUE, "key jph"), pressed(SUE, "refuse no"), pressed(SUE, "key run", "T2")),
        (
            second_table,
            lambda at: at.links.join("main", "T2", SUE, "join T2"),
            a_royal,
            lambda at: at.press(SUE, "key jph", "j-pot"),
        ),
    ),
    "ask to back a win out": Kind(
        lambda at: office.back_out(at.links, "main", 1, "slip", SUE, ID),
        (
            lambda at: office.back_out(at.links, "main", 1, "other slip", SUE, ID),
            lambda at: at.links.ask("main", "main", 500, AdjustmentReason.MALFUNCTION, "slip", SUE, ID),
        ),
        (paid,),
    ),
    "ask for a transfer": Kind(
        lambda at: office.transfer(at.links, "main", "main", 500, Destination("big", "mega"), "slip", SUE, ID),
        (
            lambda at: office.transfer(at.links, "main", "main", 600, Destination("big", "mega"), "slip", SUE, ID),
            lambda at: office.transfer(at.links, "main", "main", 500, Destination("big", "major"), "slip", SUE, ID),
            lambda at: office.transfer(at.links, "main", "main", 500, Destination("big", "mega"), "memo", SUE, ID),
        ),
        (big_link,),
    ),
    "note a component": Kind(
        lambda at: office.note_component(at.links, "main", "controller", "1.2", EVE, ID),
        (lambda at: office.note_component(at.links, "main", "controller", "1.3", EVE, ID),),
    ),
    "note a winner": Kind(
        lambda at: office.note_winner(at.links, "main", 1, SUE, ID, winner="Bob B.", document="passport 7"),
        (
            lambda at: office.note_winner(at.links, "main", 1, SUE, ID, winner="Rob B.", document="passport 7"),
            lambda at: office.note_winner(
                at.links, "main", 1, SUE, ID, winner="Bob B.", document="passport 7", tax_form="W-2G", tax_number="9"
            ),
        ),
        (paid,),
    ),
    "another game joins": Kind(
        outside(lambda desk: desk.join("big", "C9", "dj-wild", SUE, ID)),
        (
            outside(lambda desk: desk.join("big", "C8", "dj-wild", SUE, ID)),
            outside(lambda desk: desk.join("b2", "C9", "dj-wild", SUE, ID)),
            outside(lambda desk: desk.join("big", "C9", "holdem-bonus", SUE, ID)),
        ),
        (big_link, lambda at: at.links.open("b2", MULTI, EVE, "open b2", override="test")),
    ),
    "another game locks": Kind(
        outside(lambda desk: desk.lock("C1", {1: 500}, DORA, ID)),
        (
            outside(lambda desk: desk.lock("C1", {1: 500, 2: 500}, DORA, ID)),
            outside(lambda desk: desk.lock("C2", {1: 500}, DORA, ID)),
            outside(lambda desk: desk.end("C1", DORA, ID)),
        ),
        (other_game,),
    ),
    "another game shows its hands": Kind(
        outside(lambda desk: desk.show("C1", {1: "3c 5d 8d Jc Qd"}, DORA, ID)),
        (
            outside(lambda desk: desk.show("C1", {1: "As Ks Qs Js Ts"}, DORA, ID)),
            outside(lambda desk: desk.show("C2", {1: "3c 5d 8d Jc Qd"}, DORA, ID)),
        ),
        (game_locked,),
    ),
    "another game is voided": Kind(
        outside(lambda desk: desk.void("C1", "misdeal", SUE, ID)),
        (
            outside(lambda desk: desk.void("C1", "fire", SUE, ID)),
            outside(lambda desk: desk.void("C2", "misdeal", SUE, ID)),
        ),
        (game_locked,),
    ),
    "another game leaves": Kind(
        outside(lambda desk: desk.leave("C1", SUE, ID)),
        (outside(lambda desk: desk.leave("C2", SUE, ID)),),
        (other_game,),
    ),
}


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LinkRoom]:
    stacked(monkeypatch, {"T1-1": ROYAL})
    room = room_at(tmp_path)
    room.link_up()
    for who in (STAN, EVE):
        room.people.register(who.name, who.role, None, ADMIN, who.name)
    yield room
    room.store.close()


@pytest.mark.parametrize("name", KINDS)
def test_a_command_id_stands_for_one_request(name: str, at: LinkRoom) -> None:
    kind = KINDS[name]
    for prepare in kind.first:
        prepare(at)
    kind.request(at)
    written, wrote = at.store.receipt(ID), at.store.position()
    assert written is not None
    kind.request(at)
    assert at.store.receipt(ID) == written
    assert at.store.position() == wrote, "the same request again writes nothing"
    for other in kind.others:
        with pytest.raises(CommandIdTaken):
            other(at)
        assert at.store.position() == wrote, "another request under the same id writes nothing"
    kind.request(at)
    assert audit(at.store).findings == ()


def test_what_is_on_a_badge_is_told_once(at: LinkRoom) -> None:
    badge = at.people.issue_badge("dora", ADMIN, ID)
    with pytest.raises(Exception, match="what is on it is told once; issue another"):
        at.people.issue_badge("dora", ADMIN, ID)
    assert at.people.badge_holder(badge) == DORA
