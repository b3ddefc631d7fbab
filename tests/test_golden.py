"""What others have written down from us reads as before: rounds in notation, files of our own, names to import."""

from __future__ import annotations

from pathlib import Path

import croupier
from croupier.floor.history.rounds import find_round
from croupier.games import GAMES, RULE_SETS
from croupier.rules.notation import notation
from croupier.rules.own.file import parse_side_bets, side_bets_text
from croupier.rules.own.meters import own_reference, own_table
from croupier.rules.paytables import parse_paytable
from croupier.rules.variants.file import parse_variant, variant_text
from croupier.store.journal import open_store
from golden_files import GOLDEN, check_golden
from old_records import ROOMS, unpacked

EXAMPLES = Path(__file__).parents[1] / "examples"
LATER = ("holdem-bonus", "flushes-gone-wild", "dj-wild")
"""Games that came after the room was recorded of which rounds are read here."""
_RECORDED = [name for name in RULE_SETS if name not in LATER]
ROUNDS = (*(f"G{number}-1" for number in range(1, len(_RECORDED) + 1)), "G3-2", "F1-2", "L1-1", "L2-1", "M1-1")
"""A round of every rule set, a void one, one with a bet and a meter of our own, meters that were won, a machine."""
NAMES = {
    "GAMES", "RULE_SETS", "Card", "PlayedRound", "Refused", "best_decision", "cards_text", "deal", "parse_cards",
    "read_notation", "read_rounds", "settle", "simulate", "solve", "write_notation",
}  # fmt: skip


def test_a_round_of_every_game_is_written_as_before_and_read_to_the_same_end(tmp_path: Path) -> None:
    with open_store(unpacked(ROOMS[-1], tmp_path), writes=False) as store:
        past = {name: find_round(store, name) for name in ROUNDS}
    assert {each.round.game.key for each in past.values()} == set(GAMES) - set(LATER)
    check_golden("notation.txt", {name: notation(each.events) for name, each in past.items()})
    kept = (GOLDEN / "notation.txt").read_text(encoding="utf-8").split("== ")[1:]
    for each, part in zip(past.values(), kept, strict=True):
        played = croupier.read_notation(part.partition("\n")[2])
        assert (played.events, played.round) == (each.events, each.round)


def test_files_of_ones_own_are_written_as_before_and_read_as_what_they_say() -> None:
    bets = {
        name: parse_side_bets((EXAMPLES / name).read_text()) for name in ("side_bet.toml", "side_bets_of_games.toml")
    }
    variant = parse_variant((EXAMPLES / "variant.toml").read_text())
    meter = parse_paytable((EXAMPLES / "progressive.toml").read_text())
    written = {name: side_bets_text(each) for name, each in bets.items()}
    check_golden("files.txt", {**written, "variant.toml": variant_text(variant), "progressive": own_reference(meter)})
    assert {name: parse_side_bets(text) for name, text in written.items()} == bets
    assert parse_variant(variant_text(variant)) == variant
    assert own_table(own_reference(meter)).pays == meter.pays


def test_the_fifteen_names_of_the_front_door_stay() -> None:
    assert set(croupier.__all__) == NAMES | {"__version__"}
    assert set(dir(croupier)) >= NAMES
