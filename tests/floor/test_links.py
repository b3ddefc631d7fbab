"""Links on real tables and a real store: R33, R36 to R38, R41 to R46, to the cent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_room import ANN, BOB, CAT
from link_room import CARD, DORA, EVE, KEYED, MAIN, ROYAL, STAN, SUE, TWO_STRAIGHT_FLUSHES, LinkRoom, room_at, stacked
from sqlalchemy import text

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.links import desk
from croupier.floor.links.control import Links
from croupier.floor.links.desk import Desk
from croupier.floor.links.economics import preconfigured
from croupier.floor.links.linked import LinkTo
from croupier.floor.links.terms import link_terms
from croupier.floor.orders import parse_order
from croupier.floor.roles import AUTOMATIC_DEALER, Person, Role
from croupier.floor.room import Room
from croupier.floor.table import DealtBy
from croupier.jackpot.books import faults
from croupier.jackpot.display import amount
from croupier.jackpot.events import AdjustmentReason
from croupier.ledger.accounts import HOUSE, meter, owed, pool, reserve


@pytest.fixture
def at(tmp_path: Path) -> Iterator[LinkRoom]:
    room = room_at(tmp_path)
    yield room
    room.store.close()


def cents(at: LinkRoom) -> tuple[int, ...]:
    return tuple(row.cents for row in at.links.displays("main"))


def refusal(at: LinkRoom, who: Person, button: str, table: str = "T1") -> str:
    with pytest.raises(Refused) as refused:
        at.press(who, button, table=table)
    return str(refused.value)


def sound(at: LinkRoom) -> None:
    """The link and its books agree, the whole book adds up, and an audit of the record finds nothing."""
    assert faults(at.room.desk.link("main"), at.room.desk.books("main")) == ()
    assert sum(at.money().values()) == 0
    assert audit(at.store).findings == ()


def test_a_lock_moves_the_wagers_to_the_pool_and_the_meter_grows_at_once(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {})
    at.link_up()
    at.sit()
    at.bet("1")
    assert cents(at) == (1_000_000,), "a chip on the sensor is not an accepted wager (R33)"
    version = at.store.head("link/main").version
    at.do(DORA, "lock")
    assert at.store.balance(pool("main")) == 300
    assert cents(at) == (1_000_069,)
    assert at.store.head("link/main").version == version, "no table waits for the link"
    at.links.split_pool("main")
    assert cents(at) == (1_000_069,)
    assert at.store.balance(meter("main", "main")) == 1_000_069
    assert at.store.balance(reserve("main", "main")) == 15
    assert at.store.balance(HOUSE) == -11_000_000 + 216
    sound(at)


def test_a_display_only_shows(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """R47: any number of looks, from any process, write nothing and see the same cents."""
    stacked(monkeypatch, {})
    at.link_up()
    at.sit()
    at.bet("1")
    at.do(DORA, "lock")
    position, before = at.store.position(), at.room.desk.link("main")
    elsewhere = Desk(at.store)
    for _ in range(3):
        assert elsewhere.displays("main") == at.links.displays("main")
    assert at.store.position() == position
    assert at.room.desk.link("main") == before


def test_a_royal_in_the_keyed_flow_from_chips_to_game_over(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    assert "seat 4 has won with royal flush first five" in at.refusal(DORA, "end")
    assert "no hand is on" in refusal(at, SUE, "key jph")
    at.press(DORA, "hand royal_flush_first_five")
    before = at.has(BOB)
    assert "dora is a dealer" in refusal(at, DORA, "key jph")
    at.press(SUE, "key jph", "j-pot")
    assert at.store.balance(owed("main")) == 1_000_069
    assert cents(at) == (1_000_069,)
    assert "only a manual adjustment" in refusal(at, SUE, "refuse misread")
    assert "the meter has not paid it" in at.refusal(DORA, "end")
    at.press(SUE, "key run")
    assert at.has(BOB) - before == 1_000_069
    assert cents(at) == (1_000_000 + 15,), "seed and reserve"
    at.press(DORA, "game over")
    assert at.room.table("T1").in_play is None
    sound(at)


def test_two_hits_in_the_card_flow_in_the_order_of_r38_with_envy(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": TWO_STRAIGHT_FLUSHES})
    at.link_up(CARD)
    at.sit()
    at.bet("5")
    start = {who: at.has(who) for who in (ANN, BOB, CAT)}
    at.play_out()
    at.press(DORA, "seat 1")
    assert "seat 4's straight flush comes first" in refusal(at, DORA, "hand straight_flush")
    at.press(DORA, "seat 1", "seat 4", "hand straight_flush")
    at.press(SUE, "confirm", "swipe")
    at.press(DORA, "seat 1", "hand straight_flush")
    at.press(SUE, "confirm", "swipe")
    at.press(DORA, "game over")
    # Major stood at $5,000 and 3 × $5 × 7 % = $1.05 more, with 30 c in reserve; the second gets the new seed.
    won = {who: at.has(who) - start[who] for who in start}
    assert won[BOB] - 500_105 > 0
    assert cents(at) == (2_000_000 + 225, 500_000)
    envy = {ANN: 300 * 500, BOB: 300 * 500, CAT: 600 * 500}
    base = {ANN: won[ANN] - 500_030 - envy[ANN], BOB: won[BOB] - 500_105 - envy[BOB], CAT: won[CAT] - envy[CAT]}
    # What is left is the ordinary game: two straight flushes beat the dealer's nothing (50 to 1 on the Blind).
    assert base[ANN] == base[BOB] == 10_00 * 2 + 10_00 + 50 * 10_00 + 10_00
    assert at.store.balance(owed("main")) == 0
    sound(at)


def test_what_the_cards_do_not_support_is_refused(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {})
    at.link_up()
    at.sit()
    at.bet("1")
    assert "no seat's cards make royal flush first five" in refusal(at, DORA, "hand royal_flush_first_five")
    at.play_out()
    assert "no seat's cards make royal flush first five" in refusal(at, DORA, "hand royal_flush_first_five")
    at.do(DORA, "end")


def test_a_refused_claim_returns_to_the_table(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")
    assert "stated reason" in refusal(at, SUE, "refuse")
    at.press(SUE, "refuse look at the cards again")
    assert cents(at) == (1_000_069,)
    assert "another supervisor or an executive signs" in at.refusal(DORA, "end")
    at.press(DORA, "hand royal_flush_first_five")
    at.press(DORA, "hand royal_flush_first_five")
    assert at.room.desk.link("main").claims == {}
    sound(at)


def test_a_voided_round_takes_its_wagers_out_of_the_levels(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-2": ROYAL})
    at.link_up()
    at.sit()
    before = at.money()
    at.bet("1")
    at.do(DORA, "lock")
    at.links.split_pool("main")
    at.do(SUE, "void shuffler malfunction")
    assert at.money() == before
    assert cents(at) == (1_000_000,)
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")
    assert "refuse it before voiding the round" in at.refusal(SUE, "void misdeal")
    at.press(SUE, "key jph", "j-pot", "key run")
    assert "manual adjustment" in at.refusal(SUE, "void misdeal")
    at.do(DORA, "end")
    sound(at)


def test_a_machine_presses_the_hand_button_itself_and_waits_for_people(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {"T1-1": TWO_STRAIGHT_FLUSHES})
    at.link_up(CARD, by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 5")
    for street in ("check", "check", "bet1"):
        at.room.advance("T1")
        for who in (ANN, BOB, CAT):
            at.do(who, street)
    at.room.advance("T1")
    assert [claim.seat for claim in at.room.desk.link("main").claims.values()] == [4]
    at.press(SUE, "confirm", "swipe")
    assert [claim.seat for claim in at.room.desk.link("main").claims.values()] == [1]
    at.press(SUE, "confirm", "swipe")
    at.room.advance("T1", open_next=False)
    assert at.room.table("T1").in_play is None
    sound(at)


def test_a_machine_that_died_between_seat_and_hand_presses_the_hand(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {"T1-1": TWO_STRAIGHT_FLUSHES})
    at.link_up(CARD, by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 5")
    for street in ("check", "check", "bet1"):
        at.room.advance("T1")
        for who in (ANN, BOB, CAT):
            at.do(who, street)
    for order in ("dealer", "settle"):
        at.do(AUTOMATIC_DEALER, order)
    at.press(AUTOMATIC_DEALER, "seat 4")
    at.links.stop("main", "display dark", SUE, at.id())
    at.room.advance("T1")
    at.links.resume("main", SUE, EVE, at.id())
    at.room.advance("T1")
    assert [claim.seat for claim in at.room.desk.link("main").claims.values()] == [4]


def test_a_table_that_loses_its_link_takes_no_progressive_wagers_and_says_so(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {})
    links = at.link_up()
    at.sit()
    at.bet("1")
    links.stop("main", "display dark", SUE, at.id())
    says = "link 'main' is stopped: display dark; T1 takes no progressive wagers now"
    assert says in at.refusal(ANN, "bet 10 progressive 1")
    assert says in at.refusal(DORA, "lock")
    at.do(DORA, "hand back", "lock")
    assert at.store.balance(pool("main")) == 0
    assert at.has(ANN) == 100_000 - 2_000
    with pytest.raises(Refused, match="both ask and approve"):
        links.resume("main", SUE, SUE, at.id())
    links.resume("main", SUE, EVE, at.id())
    sound(at)


def test_an_automatic_dealer_hands_wagers_back_when_the_link_is_lost(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacked(monkeypatch, {})
    links = at.link_up(by=DealtBy.MACHINE)
    at.sit()
    at.room.advance("T1")
    for who in (ANN, BOB, CAT):
        at.do(who, "bet 10 progressive 1")
    links.stop("main", "display dark", SUE, at.id())
    table = at.room.advance("T1")
    assert table.accepted == 0
    assert table.in_play is not None
    assert at.store.balance(pool("main")) == 0
    sound(at)


def test_the_self_check_stops_a_link_whose_books_disagree(at: LinkRoom) -> None:
    """A cent that went astray in the balances, as after a damaged disk."""
    links = at.link_up()
    assert links.check("main") is None
    with at.store._engine.begin() as connection:
        connection.execute(text("UPDATE balances SET amount = amount + 1 WHERE account = 'meter/main/main'"))
    assert "main: the link has $10,000 on the meter, the books $10,000.01" in (links.check("main") or "")
    assert "is stopped" in at.room.desk.why_lost("main")  # type: ignore[operator]
    with pytest.raises(Refused, match="still disagree"):
        links.resume("main", SUE, EVE, at.id())
    before = at.room.desk.link("main")
    with at.store._engine.begin() as connection:
        connection.execute(text("UPDATE balances SET amount = amount - 1 WHERE account = 'meter/main/main'"))
    links.resume("main", SUE, EVE, at.id())
    assert at.room.desk.link("main").levels == before.levels
    assert at.room.desk.link("main").fault is None


def test_terms_change_only_between_rounds_at_every_table(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {})
    links = at.link_up(tables=2)
    at.sit()
    at.do(DORA, "open")
    dearer = link_terms("UTH-P01", 500, (MAIN,))
    with pytest.raises(Refused, match="a round is open at T1"):
        links.configure("main", dearer, EVE, at.id(), override="holiday")
    at.do(SUE, "void changing the terms")
    links.configure("main", dearer, EVE, "holiday", override="holiday")
    assert {at.room.table(name).settings.terms.progressive_stake for name in ("T1", "T2")} == {500}
    again = links.configure("main", dearer, EVE, "holiday", override="holiday")
    assert again.terms == preconfigured(dearer), "the same command again"
    at.do(DORA, "open")
    assert "fixed $5 on this link" in at.refusal(ANN, "bet 10 progressive 1")
    at.do(SUE, "void done")
    sound(at)


def test_no_round_slips_in_while_terms_change(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process opens a round after the check and before the write: the change of terms is refused."""
    stacked(monkeypatch, {})
    links = at.link_up(tables=2)
    elsewhere, together = Room(at.store), at.room.together

    def slipped_in(*args: Any, **more: Any) -> Any:
        if elsewhere.table("T2").in_play is None:
            elsewhere.do("T2", parse_order("open"), DORA, command="slipped in")
        return together(*args, **more)

    monkeypatch.setattr(at.room, "together", slipped_in)
    with pytest.raises(Refused, match="a round is open at T2"):
        links.configure("main", link_terms("UTH-P01", 500, (MAIN,)), EVE, at.id(), override="holiday")
    assert at.room.desk.link("main").terms.stake == 100
    sound(at)


def test_what_this_process_wrote_is_not_read_again(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that has just written knows the link; another learns of it from the record."""
    links = at.link_up()
    elsewhere = Desk(at.store)
    assert elsewhere.link("main") == at.room.desk.link("main")
    with monkeypatch.context() as closed:
        closed.setattr(desk, "from_plain", lambda plain: pytest.fail(f"{plain} was read again"))
        links.stop("main", "display dark", SUE, at.id())
        links.resume("main", SUE, EVE, at.id())
        links.stop("main", "display dark again", SUE, at.id())
        assert at.room.desk.link("main").fault == "display dark again"
    assert elsewhere.why_lost("main") == "link 'main' is stopped: display dark again"
    assert elsewhere.link("main") == at.room.desk.link("main")
    elsewhere.close()


def test_a_claim_sees_every_wager_that_was_locked_before_its_button(
    at: LinkRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wagers of another process that lie in the pool, not split yet, are frozen for the claim; later ones are not."""
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up(tables=2)
    at.sit()
    at.bet("1")
    at.play_out()
    elsewhere = Room(at.store)

    def lock_elsewhere(player: Person, seat: int) -> None:
        for order, who in ((f"sit {seat}", player), ("open", DORA), ("bet 10 progressive 1", player), ("lock", DORA)):
            elsewhere.do("T2", parse_order(order), who, command=at.id())

    at.people.register("dan", Role.PLAYER, None, SUE, "dan")
    at.cage.buy_in("dan", 100_000, SUE, "buy dan")
    lock_elsewhere(Person("dan", Role.PLAYER), 2)
    at.press(DORA, "hand royal_flush_first_five")
    link = at.room.desk.link("main")
    assert amount(link, link.claims[1]) == 1_000_000 + 4 * 23
    elsewhere.do("T2", parse_order("void misdeal"), SUE, command=at.id())
    link = at.room.desk.link("main")
    assert amount(link, link.claims[1]) == 1_000_000 + 4 * 23, "not even a voided round changes it"
    at.press(SUE, "key jph", "j-pot", "key run")
    at.do(DORA, "end")
    sound(at)


def test_joining_and_leaving(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {})
    links = at.link_up()
    with pytest.raises(Refused, match="already"):
        links.join("main", "T1", SUE, at.id())
    assert links.join("main", "T1", SUE, "join T1") is not None, "the same command again"
    at.sit()
    at.do(DORA, "open")
    with pytest.raises(Refused, match="after Game Over"):
        links.leave("main", "T1", SUE, at.id())
    at.do(SUE, "void leaving")
    links.leave("main", "T1", SUE, at.id())
    at.do(DORA, "open")
    assert "on no progressive link" in at.refusal(ANN, "bet 10 progressive 1")
    assert "on no progressive link" in refusal(at, DORA, "hand royal_flush")
    sound(at)


def test_a_table_whose_rules_have_no_such_pay_table_cannot_join(at: LinkRoom) -> None:
    at.furnish("wa-2014")
    at.links = Links(at.room)
    at.links.open("main", CARD, EVE, "open main", override="test")
    with pytest.raises(Refused, match="MGL-ML01"):
        at.links.join("main", "T1", SUE, at.id())


@pytest.mark.parametrize("order", ["link main 1 UTH-P01 tray", "unlink", "award 4 royal_flush 1000"])
def test_nobody_can_say_the_links_words_himself(at: LinkRoom, order: str) -> None:
    at.link_up()
    for who in (SUE, DORA, ANN):
        assert "not for people to say" in at.refusal(who, order)


def test_the_links_words_have_one_text_form() -> None:
    order = LinkTo("main", 150, "UTH-P01", "meter")
    assert str(order) == "link main 1.50 UTH-P01 meter"
    assert parse_order(str(order)) == order


def test_an_adjustment_takes_two_people_and_moves_the_money(at: LinkRoom) -> None:
    links = at.link_up()
    number = links.ask("main", "main", -12_345, AdjustmentReason.MALFUNCTION, "report 7", SUE, at.id())
    with pytest.raises(Refused, match="sue asked for adjustment 1 and cannot approve it"):
        links.approve("main", number, SUE, at.id())
    assert cents(at) == (1_000_000,)
    links.approve("main", number, STAN, at.id())
    assert cents(at) == (1_000_000 - 12_345,)
    links.drop(
        "main",
        links.ask("main", "main", 5, AdjustmentReason.TRANSFER, "slip", SUE, at.id()),
        "typed wrong",
        SUE,
        at.id(),
    )
    with pytest.raises(Refused, match="ann is a player and may not press"):
        links.ask("main", "main", 5, AdjustmentReason.TRANSFER, "slip", ANN, at.id())
    sound(at)


def test_after_a_crash_everything_is_as_before(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand royal_flush_first_five")
    at.press(SUE, "key jph")
    link, table = at.room.desk.link("main"), at.room.table("T1")
    at.restart()
    at.links = Links(at.room)
    assert at.room.desk.link("main") == link
    assert at.room.table("T1") == table
    at.press(SUE, "j-pot", "key run")
    at.restart()
    at.links = Links(at.room)
    at.press(DORA, "game over")
    sound(at)


def test_a_long_stream_is_opened_from_a_shortcut(at: LinkRoom) -> None:
    links = at.link_up()
    for number in range(70):
        links.ask("main", "main", 5, AdjustmentReason.TRANSFER, f"slip {number}", SUE, at.id())
        links.drop("main", number + 1, "typed wrong", SUE, at.id())
    kept = at.store.snapshot("link/main")
    assert kept is not None
    assert kept[0] == 128
    before = at.room.desk.link("main")
    at.restart()
    assert at.room.desk.link("main") == before
    sound(at)
    with at.store._engine.begin() as connection:
        connection.execute(text("UPDATE snapshots SET state = replace(state, '1000000', '1000001')"))
    assert "snapshot" in str(audit(at.store).findings)


def test_the_same_button_twice_under_one_id_is_one_press(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked(monkeypatch, {"T1-1": ROYAL})
    links = at.link_up()
    at.sit()
    at.bet("1")
    at.play_out()
    from croupier.jackpot.buttons import Hand, JPot, KeyToJph, KeyToRun

    for button, who in (
        (Hand("royal_flush_first_five"), DORA),
        (KeyToJph(), SUE),
        (JPot(), SUE),
        (KeyToRun(), SUE),
    ):
        first = links.press("T1", button, who, f"once {button}")
        again = links.press("T1", button, who, f"once {button}")
        assert first is not None
        assert again is not None
        assert again.entries == first.entries
        assert again.repeated
    at.do(DORA, "end")
    sound(at)


def test_fixed_pays_off_the_meter_are_claimed_too(at: LinkRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """R37, wa-2014: a full house takes ten stakes off the meter."""
    house = ({1: "2c 2d", 4: "3c 8d", 6: "4h Jd"}, "Kc 5d", "2s 6c 6h 9d Th")
    stacked(monkeypatch, {"T1-1": house})
    at.link_up(link_terms("UTH-P01", 100, (MAIN,), fixed_off_meter=True), rules="wa-2014")
    at.sit()
    at.bet("1")
    at.play_out()
    at.press(DORA, "hand full_house")
    at.press(SUE, "key jph", "j-pot", "key run")
    at.press(DORA, "game over")
    assert cents(at) == (1_000_069 - 1_000,)
    sound(at)


def test_people_who_have_nothing_to_do_with_links(at: LinkRoom) -> None:
    for role in (Role.PLAYER, Role.AUDITOR, Role.ADMIN):
        with pytest.raises(Refused, match="may not press a progressive keypad"):
            Links(at.room).open("main", KEYED, Person("pat", role), at.id())
