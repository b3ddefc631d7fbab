"""The fuzzing finds what is planted: a failure in a far corner, a hang, a value that does not come back, a death."""

from __future__ import annotations

import os
from random import Random

import pytest

from croupier.errors import Refused
from croupier.jackpot import buttons
from depth import thorough
from torture import fuzz as part
from torture.fuzz import guided
from torture.fuzz.guided import NotTheSame, Target, fuzz
from torture.fuzz.targets import targets

pytestmark = thorough


def tried(attempt: object, *seeds: bytes, inputs: int = 400) -> guided.Fuzzed:
    return fuzz(Target("planted", seeds, attempt), inputs, Random(1))  # type: ignore[arg-type]


def test_a_failure_behind_a_step_that_the_seeds_do_not_take_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(buttons, "Refuse")
    found = fuzz(next(one for one in targets() if one.name == "buttons"), 400, Random(1)).findings
    assert any("NameError in jackpot/buttons.py" in kind for kind in found)


def test_what_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "PROCESSOR_S", 0.05)

    def hangs(data: bytes) -> None:
        while data:
            pass

    assert any("TooLong" in kind for kind in tried(hangs, b"x", inputs=1).findings)


def test_what_does_not_come_back_is_found() -> None:
    def loses(data: bytes) -> None:
        raise NotTheSame("5 came back as 4")

    assert list(tried(loses, b"x", inputs=1).findings) == ["NotTheSame in the attempt itself"]


def test_a_refusal_is_no_finding_but_one_without_words_is() -> None:
    def refuses(data: bytes) -> None:
        raise Refused("not this" if data else "")

    assert not tried(refuses, b"x", inputs=1).findings
    assert tried(refuses, b"", inputs=1).findings


def test_a_reader_that_ends_the_process_is_found_with_its_input() -> None:
    def dies(data: bytes) -> None:
        os._exit(3)

    made = part._apart(Target("planted", [b"the last words"], dies), inputs=5, seed=1)
    ((kind, (data, _)),) = made.findings.items()
    assert "ends the process" in kind
    assert data == b"the last words"


def test_an_input_that_takes_much_memory_is_found() -> None:
    def grows(data: bytes) -> None:
        bytearray(1 << 36)  # more than a process that has grown may still hold free

    made = part._apart(Target("planted", [b"x"], grows), inputs=1, seed=1)
    assert any("MemoryError" in kind for kind in made.findings)


@pytest.mark.parametrize("target", targets(), ids=lambda target: target.name)
def test_a_few_inputs_of_every_reader(target: Target) -> None:
    made = fuzz(target, len(target.seeds) + 60, Random(2))
    assert not made.findings
    assert made.read >= 1, "what it begins with is read"
