"""Names, PINs, and the lock-out."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from card_room import ADMIN, ANN, DEALER, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.authors import RESERVED
from croupier.floor.house import names, pins
from croupier.floor.house.names import StaffNames
from croupier.floor.house.pins import BadPin
from croupier.floor.people import (
    FIRST_START,
    LOCKED_FOR_MS,
    MOST_FAILURES,
    Deactivated,
    LockedOut,
    NameTaken,
    People,
    SignInRefused,
)
from croupier.floor.projections import keep_projections
from croupier.floor.roles import NotAllowed, Person, Role
from croupier.floor.room import BadName
from croupier.store.entry import contents
from croupier.store.journal import open_store
from croupier.store.projections import projection
from croupier.store.projections.projection import checkpoint, restored


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.people.register("sam", Role.ADMIN, "1234", FIRST_START, "first")
    room.people.register("dora", Role.DEALER, "2222", ADMIN, "dora")
    room.people.register("ann", Role.PLAYER, "3333", DEALER, "ann")
    yield room
    room.store.close()


def test_a_pin_is_slow_to_guess_and_a_name_that_nobody_has_is_as_slow(
    cheap_hashes: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one test with hashes at their real cost: what the room keeps, and what it looks at for nobody."""
    monkeypatch.setattr(pins, "_hasher", cheap_hashes)
    kept = pins.hashed("1234")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert extract_parameters(kept) == extract_parameters(pins.NOBODYS)
    assert pins.matches(kept, "1234")
    assert not pins.matches(kept, "1235")
    assert not pins.matches(kept, "\udcff"), "half a character is no PIN, and no mistake of ours"
    assert not pins.matches(pins.NOBODYS, "1234")


def test_a_pin_says_who_it_is(at: CardRoom) -> None:
    assert at.people.sign_in("sam", "1234") == ADMIN
    assert at.people.sign_in("ann", "3333") == ANN
    at.restart()
    assert at.people.sign_in("dora", "2222") == DEALER


@pytest.mark.parametrize(("name", "pin"), [("sam", "4321"), ("nobody", "1234"), ("ann", "2222")])
def test_a_wrong_pin_and_a_wrong_name_sound_the_same(at: CardRoom, name: str, pin: str) -> None:
    with pytest.raises(SignInRefused, match=r"^name and PIN do not match; try again, or ask an admin for a new PIN$"):
        at.people.sign_in(name, pin)


@pytest.mark.parametrize("name", ["sam", "nobody"])
def test_a_pin_that_was_left_out_is_no_wrong_pin_and_tells_nothing_of_the_name(at: CardRoom, name: str) -> None:
    position = at.store.position()
    with pytest.raises(Refused, match="no PIN was entered"):
        at.people.sign_in(name, "")
    assert at.store.position() == position, "nothing was counted"


def fail(at: CardRoom, times: int) -> None:
    for _ in range(times):
        with pytest.raises(SignInRefused):
            at.people.sign_in("ann", "0000")


def test_five_wrong_pins_lock_out_and_a_restart_does_not_help(at: CardRoom) -> None:
    fail(at, MOST_FAILURES - 1)
    at.restart()
    with pytest.raises(LockedOut, match="ann is locked out after 5 wrong PINs; try again in 15 min"):
        at.people.sign_in("ann", "0000")
    with pytest.raises(LockedOut):
        at.people.sign_in("ann", "3333")
    at.now += LOCKED_FOR_MS
    assert at.people.sign_in("ann", "3333") == ANN


def test_a_right_pin_in_between_starts_the_count_again(at: CardRoom) -> None:
    fail(at, MOST_FAILURES - 1)
    at.people.sign_in("ann", "3333")
    fail(at, MOST_FAILURES - 1)
    at.people.sign_in("ann", "3333")


def test_a_stranger_who_guesses_closes_no_door_but_the_strangers(at: CardRoom) -> None:
    """Else whoever knows a name could keep its owner out, again and again."""
    for _ in range(3):
        fail(at, MOST_FAILURES - 1)
        with pytest.raises(LockedOut):
            at.people.sign_in("ann", "0000")
        assert at.people.sign_in("ann", "3333", way="browser/of-ann") == ANN
        at.now += LOCKED_FOR_MS


def test_wrong_pins_by_a_known_way_are_counted_for_that_way(at: CardRoom) -> None:
    for _ in range(MOST_FAILURES - 1):
        with pytest.raises(SignInRefused):
            at.people.sign_in("ann", "0000", way="browser/of-ann")
    at.restart()
    with pytest.raises(LockedOut):
        at.people.sign_in("ann", "0000", way="browser/of-ann")
    assert at.people.sign_in("ann", "3333") == ANN, "elsewhere nobody has guessed"


def test_guesses_at_once_are_no_more_than_guesses_in_a_row(at: CardRoom) -> None:
    answers: list[type[Refused]] = []

    def guess() -> None:
        try:
            at.people.sign_in("ann", "0000")
        except Refused as refused:
            answers.append(type(refused))

    threads = [threading.Thread(target=guess) for _ in range(3 * MOST_FAILURES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(SignInRefused) == MOST_FAILURES - 1
    assert answers.count(LockedOut) == 2 * MOST_FAILURES + 1


def test_of_many_first_admins_at_once_one_is_entered(tmp_path: Path) -> None:
    room = CardRoom(f"sqlite:///{tmp_path / 'empty.db'}")
    together, entered = threading.Barrier(4), []

    def come(name: str) -> None:
        together.wait()
        with contextlib.suppress(Refused):
            entered.append(room.people.register(name, Role.ADMIN, None, FIRST_START, f"first-admin/{name}"))

    threads = [threading.Thread(target=come, args=(f"eve{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [who.name for who in entered] == list(room.people.staff()), "who was told yes is in, and nobody else"
    assert len(entered) == 1
    room.store.close()


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_names_under_which_the_house_acts_are_nobodys(at: CardRoom, name: str) -> None:
    for role, by in ((Role.PLAYER, DEALER), (Role.DEALER, ADMIN)):
        with pytest.raises(NameTaken):
            at.people.register(name, role, "1234", by, f"{name} as {role.value}")


@pytest.mark.parametrize("how", ["unlock", "new pin"])
def test_an_admin_lets_somebody_in_again(at: CardRoom, how: str) -> None:
    fail(at, MOST_FAILURES - 1)
    with pytest.raises(LockedOut):
        at.people.sign_in("ann", "0000")
    with pytest.raises(NotAllowed):
        at.people.unlock("ann", DEALER, "x")
    if how == "unlock":
        at.people.unlock("ann", ADMIN, "y")
        assert at.people.sign_in("ann", "3333") == ANN
    else:
        at.people.set_pin("ann", "55555", ADMIN, "y")
        assert at.people.sign_in("ann", "55555") == ANN
        with pytest.raises(SignInRefused):
            at.people.sign_in("ann", "3333")


def test_everybody_may_change_their_own_pin(at: CardRoom) -> None:
    at.people.set_pin("ann", "9876", ANN, "z")
    assert at.people.sign_in("ann", "9876") == ANN
    with pytest.raises(NotAllowed):
        at.people.set_pin("sam", "9876", ANN, "zz")


def test_the_first_of_the_staff_is_an_admin_and_there_is_one_first(at: CardRoom) -> None:
    with pytest.raises(Refused, match="entered once"):
        at.people.register("eve", Role.ADMIN, "1234", FIRST_START, "second")
    assert at.people.register("sam", Role.ADMIN, "1234", FIRST_START, "first") == ADMIN  # the same command again


@pytest.mark.parametrize("pin", ["123", "1234567890123", "12a4", "１２３４"])
def test_a_pin_is_digits(at: CardRoom, pin: str) -> None:
    with pytest.raises(BadPin, match="want 4 to 12 digits"):
        at.people.register("eve", Role.PLAYER, pin, ADMIN, "eve")


def test_names_are_plain_and_used_once(at: CardRoom) -> None:
    with pytest.raises(NameTaken):
        at.people.register("ann", Role.DEALER, "1234", ADMIN, "twin")
    with pytest.raises(NameTaken):
        at.people.register("dora", Role.PLAYER, "1234", ADMIN, "twin")
    with pytest.raises(BadName):
        at.people.register("a/b", Role.PLAYER, "1234", ADMIN, "slash")


def test_only_an_admin_registers_staff(at: CardRoom) -> None:
    with pytest.raises(NotAllowed, match="dora is a dealer and may not register staff; who may: admin"):
        at.people.register("eve", Role.DEALER, "1234", DEALER, "eve")
    with pytest.raises(NotAllowed):
        at.people.register("eve", Role.PLAYER, "1234", Person("ann", Role.PLAYER), "eve")


def test_no_pin_and_no_hash_of_one_is_in_the_journal(at: CardRoom) -> None:
    at.people.set_pin("ann", "9876", ADMIN, "new")
    journal = "".join(entry.body for entry in at.store.read_all())
    assert "argon2" not in journal
    assert not re.search(r"1234|2222|3333|9876", journal)


def test_a_guest_has_no_pin_and_cannot_sign_in_with_one(at: CardRoom) -> None:
    at.people.register("guest-1", Role.PLAYER, None, ADMIN, "guest")
    with pytest.raises(SignInRefused):
        at.people.sign_in("guest-1", "0000")


def test_a_badge_says_whose_it_is_until_there_is_a_newer_one(at: CardRoom) -> None:
    who = at.people.register("j.doe", Role.SUPERVISOR, "1234", ADMIN, "register")
    old = at.people.issue_badge("j.doe", ADMIN, "badge")
    assert at.people.badge_holder(old) == who
    new = at.people.issue_badge("j.doe", ADMIN, "another")
    assert at.people.badge_holder(new) == who
    for wrong in (old, f"{new}0", "j.doe.", "nobody.1234", "."):
        with pytest.raises(SignInRefused):
            at.people.badge_holder(wrong)


def test_who_is_deactivated_comes_in_no_more_and_stays_in_the_book(at: CardRoom) -> None:
    badge = at.people.issue_badge("dora", ADMIN, "badge")
    at.people.set_pin("dora", "2468", ADMIN, "pin")
    before = at.people.staff()["dora"].pins
    at.people.deactivate("dora", ADMIN, "end")
    at.people.deactivate("dora", ADMIN, "end")  # repeated: once
    known = at.people.staff()["dora"]
    assert (known.active, known.pins) == (False, before + 1), "whoever is signed in as dora is no more"
    with pytest.raises(Deactivated, match="dora is deactivated and cannot sign in; ask an admin"):
        at.people.sign_in("dora", "2468")
    with pytest.raises(SignInRefused):
        at.people.sign_in("dora", "1357")
    with pytest.raises(SignInRefused):
        at.people.badge_holder(badge)
    with pytest.raises(Refused, match="deactivated already"):
        at.people.deactivate("dora", ADMIN, "end again")
    at.people.activate("dora", ADMIN, "back")
    assert at.people.sign_in("dora", "2468").name == "dora"
    assert at.people.badge_holder(badge).name == "dora"
    with pytest.raises(Refused, match="dora is active"):
        at.people.activate("dora", ADMIN, "back again")


def test_a_deactivated_player_buys_nothing_but_has_their_money(at: CardRoom) -> None:
    at.cage.buy_in("ann", 100_000, SUPERVISOR, "chips")
    at.people.deactivate("ann", ADMIN, "end")
    with pytest.raises(Refused, match="ann is deactivated and buys no chips"):
        at.cage.buy_in("ann", 100, SUPERVISOR, "in")
    at.cage.cash_out("ann", 100_000, SUPERVISOR, "out")


def test_the_last_admin_stays(at: CardRoom) -> None:
    other = at.people.register("ada", Role.ADMIN, None, ADMIN, "ada")
    with pytest.raises(Refused, match="sam cannot deactivate themselves"):
        at.people.deactivate("sam", ADMIN, "1")
    with pytest.raises(Refused, match="sam cannot change their own role"):
        at.people.change_role("sam", Role.DEALER, ADMIN, "2")
    at.people.change_role("ada", Role.AUDITOR, ADMIN, "3")
    assert at.people.staff()["ada"].role is Role.AUDITOR
    for change in (
        lambda: at.people.deactivate("sam", other, "4"),
        lambda: at.people.change_role("sam", Role.DEALER, other, "5"),
    ):
        with pytest.raises(Refused, match="sam is the last admin; make somebody else admin first"):
            change()


def test_two_admins_do_not_end_each_other_at_once(at: CardRoom) -> None:
    other = at.people.register("ada", Role.ADMIN, None, ADMIN, "ada")
    barrier, refusals = threading.Barrier(2), []

    def end(name: str, by: Person) -> None:
        barrier.wait()
        try:
            at.people.deactivate(name, by, f"{by.name} ends {name}")
        except Refused as refused:
            refusals.append(str(refused))

    threads = [threading.Thread(target=end, args=pair) for pair in (("ada", ADMIN), ("sam", other))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    active = [known.name for known in at.people.staff().values() if known.role is Role.ADMIN and known.active]
    assert (len(refusals), len(active)) == (1, 1)


def test_another_role_for_one_of_the_staff(at: CardRoom) -> None:
    at.people.set_pin("dora", "2468", ADMIN, "pin")
    at.people.change_role("dora", Role.SUPERVISOR, ADMIN, "promotion")
    assert at.people.sign_in("dora", "2468").role is Role.SUPERVISOR, "with the PIN they had"
    with pytest.raises(Refused, match="dora is supervisor already"):
        at.people.change_role("dora", Role.SUPERVISOR, ADMIN, "again")
    for name, role in (("ann", Role.DEALER), ("dora", Role.PLAYER)):
        with pytest.raises(Refused, match="a player stays a player, and staff stay staff"):
            at.people.change_role(name, role, ADMIN, f"change {name}")
    with pytest.raises(NotAllowed):
        at.people.change_role("dora", Role.DEALER, SUPERVISOR, "not hers to say")
    with pytest.raises(NotAllowed):
        at.people.deactivate("ann", SUPERVISOR, "nor this")


def test_when_somebody_of_the_staff_was_last_seen(at: CardRoom) -> None:
    at.people.set_pin("dora", "2468", ADMIN, "pin")
    badge = at.people.issue_badge("dora", ADMIN, "badge")
    at.people.sign_in("dora", "2468")
    assert at.people.staff()["dora"].seen_ms == 0, "who only signs for something does not come in"
    at.people.sign_in("dora", "2468", enters=True)
    first = at.people.staff()["dora"].seen_ms
    assert first == at.now
    at.people.badge_holder(badge, enters=True)
    assert at.people.staff()["dora"].seen_ms == at.now > first


def test_the_staff_are_those_of_the_whole_stream_whatever_is_kept_of_it(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A projection: what full blocks have left, in the order in which people came, and what was said since."""
    monkeypatch.setattr(projection, "BLOCK_SIZE", 2)
    for name in ("stan", "eve", "bea"):
        at.people.register(name, Role.DEALER, "5555", ADMIN, name)
        at.people.set_pin("dora", "6666", ADMIN, f"after {name}")
        before = at.people.staff()
        assert keep_projections(at.store) > 0
        with at.store.asking() as connection:
            kept = restored(StaffNames, checkpoint(connection, StaffNames))
        assert 1 <= kept.version < at.store.head("staff").version
        assert list(at.people.staff().items()) == list(before.items())
    assert list(before) == ["sam", "dora", "stan", "eve", "bea"]
    assert before["dora"].pins == 3
    assert audit(at.store).clean


def test_looking_somebody_up_reads_what_is_new_and_not_every_sign_in_again(
    at: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(names, "contents", lambda entry: read.append(entry.version) or contents(entry))
    for _ in range(20):
        at.people.sign_out("sam", at.id())
    assert at.people.find("sam") is not None
    read.clear()
    assert at.people.find("sam") is not None
    assert read == []
    with open_store(at.url) as elsewhere:
        People(elsewhere, now_ms=at.tick).deactivate("dora", ADMIN, "out")
    assert not at.people.staff()["dora"].active
