"""The simulator: thousands of rounds against an independent count, killed and continued, on both databases."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path

import pytest

from croupier.floor.soak.expected import Expected
from croupier.floor.soak.run import Soak
from croupier.store.entry import contents
from croupier.store.journal import open_store
from depth import thorough


@thorough
@pytest.mark.parametrize("rounds", [350, pytest.param(5_000, marks=pytest.mark.slow)])
def test_thousands_of_rounds_at_thirty_five_tables(tmp_path: Path, rounds: int) -> None:
    with open_store(str(tmp_path / "soak.db")) as store:
        outcome = Soak(store, seed=1, rounds=rounds, tables=35).run()
    assert outcome.problems == (), f"seed {outcome.seed}"
    assert outcome.rounds == rounds
    assert outcome.refused > rounds // 5


@thorough
@pytest.mark.parametrize("seed", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_few_hundred_rounds_on_both_databases(url: str, seed: int) -> None:
    with open_store(url) as store:
        outcome = Soak(store, seed=seed, rounds=140, tables=7).run()
    assert outcome.problems == (), f"seed {outcome.seed}"


def history(url: str) -> dict[str, list[str]]:
    """What happened at each table that is on no link, without the times. Tables on a link share its moments."""
    with open_store(url) as store:
        bodies = {name: [entry.body for entry in store.read(name)] for name in store.streams("table/")}
    return {name: said for name, said in bodies.items() if not any("TableLinked" in body for body in said)}


def start(url: str) -> subprocess.Popen[str]:
    command = "from croupier.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", command, "soak", "--db", url, "--rounds", "70", "--tables", "7", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def grown(url: str, by: int) -> bool:
    """Whether the journal has grown by so many entries, given a little time."""
    with open_store(url) as store:
        begun = store.position()
        for _ in range(12_000):
            if store.position() >= begun + by:
                return True
            time.sleep(0.005)
    return False


@thorough
def test_killed_again_and_again_it_ends_as_if_nothing_had_happened(url: str, tmp_path: Path) -> None:
    for more in (40, 300):
        process = start(url)
        assert grown(url, more)
        process.kill()
        process.communicate()
    process = start(url)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert json.loads(out)["clean"] is True
    undisturbed = f"sqlite:///{tmp_path / 'undisturbed.db'}"
    with open_store(undisturbed) as store:
        assert Soak(store, seed=1, rounds=70, tables=7).run().clean
    assert history(url) == history(undisturbed)
    assert len(history(url)) >= 3


@thorough
def test_the_same_seed_is_the_same_room(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with open_store(str(tmp_path / name)) as store:
            Soak(store, seed=9, rounds=21, tables=3).run()
    assert history(str(tmp_path / "one")) == history(str(tmp_path / "two"))
    with open_store(str(tmp_path / "three")) as store:
        Soak(store, seed=10, rounds=21, tables=3).run()
    assert history(str(tmp_path / "one")) != history(str(tmp_path / "three"))


def test_the_independent_count_notices_a_cent(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "soak.db")) as store:
        run = Soak(store, seed=4, rounds=14, tables=7)
        assert run.run().clean
        run.expected.held["player/S1-p1"] += 1
        run._compare()
    assert len(run.problems) == 1
    assert "player/S1-p1 holds" in run.problems[0]


@thorough
def test_the_independent_count_follows_every_entry(tmp_path: Path) -> None:
    """Not only at the end: after each command in the journal the count agrees with the money that had moved by then."""
    with open_store(str(tmp_path / "soak.db")) as store:
        Soak(store, seed=5, rounds=70, tables=7).run()
        count, held = Expected(), dict[str, int]()
        for command, entries in groupby(store.read_all(), key=lambda entry: entry.command):
            for entry in entries:  # a table and its link write together; the money is in the first of their entries
                said = contents(entry)
                for event in said.events:
                    count.take(entry.stream, event)
                for moved in said.transfers:
                    held[moved.debit] = held.get(moved.debit, 0) - moved.amount
                    held[moved.credit] = held.get(moved.credit, 0) + moved.amount
            assert count.balances() == {account: cents for account, cents in held.items() if cents}, command


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_many_more_rounds(url: str, seed: int) -> None:
    with open_store(url) as store:
        outcome = Soak(store, seed=seed, rounds=25_000, tables=49).run()
    assert outcome.problems == (), f"seed {outcome.seed}"
