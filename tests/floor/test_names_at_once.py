"""One name, one person: also when two register it in the same moment, a player here and somebody of the staff there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from card_room import ADMIN, CardRoom

from croupier.floor.audit.auditor import audit
from croupier.floor.people import FIRST_START, NameTaken, NotTheFirst, People
from croupier.floor.roles import FRONT_DESK, Person, Role
from croupier.store.journal import Store, open_store
from croupier.store.unit import StaleVersion, Unit, Write


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(f"sqlite:///{tmp_path / 'room.db'}")
    room.people.register("sam", Role.ADMIN, None, FIRST_START, "first")
    yield room
    room.store.close()


@pytest.mark.parametrize(
    "roles", [(Role.PLAYER, Role.DEALER), (Role.DEALER, Role.ADMIN), (Role.PLAYER, Role.PLAYER, Role.EXECUTIVE)]
)
def test_a_name_that_many_want_at_once_is_given_once(at: CardRoom, roles: tuple[Role, ...]) -> None:
    for turn in range(8):
        name, together = f"nina-{turn}", Barrier(len(roles))

        def register(number: int, name: str = name, together: Barrier = together) -> Role | None:
            together.wait()
            try:
                return at.people.register(name, roles[number], "1234", ADMIN, f"{name}/{number}").role
            except NameTaken:
                return None

        with ThreadPoolExecutor(len(roles)) as people:
            given = [role for role in people.map(register, range(len(roles))) if role is not None]
        assert len(given) == 1
        known = at.people.find(name)
        assert known is not None
        assert known.role is given[0]
        assert (name in at.people.staff()) == (given[0] is not Role.PLAYER)
        assert bool(at.store.head(f"player/{name}").version) == (given[0] is Role.PLAYER)
        assert at.people.sign_in(name, "1234").role is given[0]
    assert audit(at.store).findings == ()


def test_the_first_admin_is_one_though_several_come_at_once(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'new.db'}") as store:
        people, together = People(store), Barrier(4)

        def first(number: int) -> bool:
            together.wait()
            try:
                people.register(f"sam-{number}", Role.ADMIN, "1234", FIRST_START, f"first/{number}")
            except NotTheFirst:
                return False
            return True

        with ThreadPoolExecutor(4) as them:
            assert sum(them.map(first, range(4))) == 1
        assert len(people.staff()) == 1


def joined_at_once(stores: Sequence[Store], names: Sequence[str]) -> list[str]:
    """The names that were given to those who came in at one moment, each having seen that nobody has it."""
    together, looked = Barrier(len(names)), threading.local()

    class Late(People):
        def _passes_for_another(self, name: str, by: Person) -> bool:
            taken = super()._passes_for_another(name, by)
            if not hasattr(looked, "once"):  # whoever looks again looks alone
                looked.once = True
                together.wait()
            return taken

    def join(number: int) -> str | None:
        try:
            people = Late(stores[number % len(stores)])
            return people.register(names[number], Role.PLAYER, "2580", FRONT_DESK, f"join/{names[number]}").name
        except NameTaken:
            return None

    with ThreadPoolExecutor(len(names)) as door:
        return [name for name in door.map(join, range(len(names))) if name is not None]


def test_of_names_that_differ_in_capitals_one_comes_in_though_all_come_at_once(at: CardRoom) -> None:
    assert len(joined_at_once([at.store], ["Ada", "ada", "ADA"])) == 1
    assert sorted(joined_at_once([at.store], ["Bob", "Rob"])) == ["Bob", "Rob"]
    with open_store(at.store.url) as other:  # a second server
        assert len(joined_at_once([at.store, other], ["Eve", "eve"])) == 1
    assert audit(at.store).findings == ()


@pytest.mark.thorough
def test_of_names_that_differ_in_capitals_one_comes_in_at_several_servers(postgres: Callable[[], str]) -> None:
    url = postgres()
    with open_store(url) as one, open_store(url) as other:
        People(one).register("sam", Role.ADMIN, None, FIRST_START, "first")
        assert len(joined_at_once([one, other], ["Ada", "ada", "ADA"])) == 1
        assert sorted(joined_at_once([one, other], ["Bob", "Rob"])) == ["Bob", "Rob"]


def test_a_unit_may_want_a_stream_to_stand_still(at: CardRoom) -> None:
    seen = at.store.head("staff").version

    def note(command: str, version: int) -> Unit:
        said = Write("player/nina", None, ({"event": "Noted"},))
        return Unit(command=command, actor="x", time_ms=1, writes=(said, Write("staff", version, ())))

    before = at.store.position()
    with pytest.raises(StaleVersion, match="staff has moved on: you saw version 7"):
        at.store.commit(note("late", 7))
    assert at.store.position() == before
    (entry,) = at.store.commit(note("in time", seen)).entries
    assert entry.stream == "player/nina"
    assert at.store.head("staff").version == seen, "nothing is written where nothing is said"
    assert at.store.commit(note("in time", seen)).repeated
