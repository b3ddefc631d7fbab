"""`croupier soak`: the simulator as a command."""

from __future__ import annotations

import json

from commands import croupier


def test_a_short_soak_is_clean_and_goes_on(url: str) -> None:
    arguments = ("soak", "--db", url, "--tables", "7", "--seed", "6", "--json")
    first = json.loads(croupier(*arguments, "--rounds", "21").out)
    assert (first["clean"], first["rounds"], first["seed"], first["problems"]) == (True, 21, 6, [])
    more = json.loads(croupier(*arguments, "--rounds", "42").out)
    assert (more["clean"], more["rounds"]) == (True, 42)
    assert more["entries"] > first["entries"]


def test_it_says_so_in_words(url: str) -> None:
    answer = croupier("soak", "--db", url, "--tables", "2", "--rounds", "4")
    assert answer.status == 0
    assert answer.out.startswith("clean: 4 rounds, ")
