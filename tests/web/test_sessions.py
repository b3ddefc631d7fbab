"""A session ends with the PIN it began with."""

from __future__ import annotations

import pytest
from web_place import Place

from croupier.floor.roles import Person, Role
from croupier.web import visitors


def test_a_new_pin_ends_the_sessions_of_the_old_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "PINS_KEPT_S", 0)
    ann = place.visit(place.player("ann", pin="1234"))
    bob = place.visit(place.player("bob", pin="1234"))
    assert ann.json("/")["you"]["name"] == "ann"
    place.house.people.set_pin("ann", "4321", Person("ada", Role.ADMIN), "a new PIN for ann")
    assert ann.json("/")["you"]["name"] == "", "whoever holds the old cookie is nobody now"
    assert bob.json("/")["you"]["name"] == "bob", "and nobody else notices"
