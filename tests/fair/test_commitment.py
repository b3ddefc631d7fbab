"""The promise before the bets and the proof after the round."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import cards_text
from croupier.fair.commitment import (
    BrokenPromise,
    ShuffleReveal,
    binds_dealing,
    check_reveal,
    commitment,
    deck_of,
    mixed_seed,
    unbound_commitment,
)
from croupier.fair.shuffle import BadSeed

SEED = bytes(range(32))
SEEDS = {4: "lucky", 2: "héllo"}
DEALING = "uth hand-held 2 2 5"
DECK = (
    "4c Js 8d Ac 9c 5d 7h Ts Jc 4s 5c Qh Td 4d 8c 5s Ah 3d Qs 6c 2c 9s 6s 5h 6h Tc "
    "Ks Ad 8h Jd 3c Jh 3h Kh As 7s 6d 9d Qd 7c Qc Kd 4h 2s 2d 3s Th 8s 7d 2h Kc 9h"
)


def test_pinned_vectors() -> None:
    assert commitment("demo/1", SEED, DEALING) == "97ed5264dd23cf1b077513ee5c1aa2dd011eeb81fec8d06d74d1b64099efec31"
    assert unbound_commitment("demo/1", SEED) == "cb7138b20a12212c1cb11db64484bdafd277b6aba942cf235ea5aca8c3d818b2"
    assert mixed_seed("demo/1", SEED, {}).hex() == "ff329290a5f706661d9578894c08ab1c265b16e0c317fea7770fc8226941bebf"
    assert mixed_seed("demo/1", SEED, SEEDS).hex() == "ef9adc486d83c204e0a7dd875b25a8006ed06599239bce2aca70979649a84742"
    assert cards_text(deck_of("demo/1", SEED, SEEDS)) == DECK


def framed(text: str) -> bytes:
    return len(text.encode()).to_bytes(4, "big") + text.encode()


names = st.text(max_size=20)
house_seeds = st.binary(min_size=32, max_size=64)
player_seeds = st.dictionaries(st.integers(1, 6), names)


@given(names, house_seeds, player_seeds, names)
def test_anybody_can_do_it_again_from_the_description(
    round: str, seed: bytes, players: dict[int, str], dealing: str
) -> None:
    promise = hashlib.sha256(b"croupier commitment 2\n" + framed(round) + framed(dealing) + seed).hexdigest()
    assert commitment(round, seed, dealing) == promise
    assert (
        unbound_commitment(round, seed) == hashlib.sha256(b"croupier commitment 1\n" + framed(round) + seed).hexdigest()
    )
    mixed = b"croupier mix 1\n" + framed(round)
    for seat in sorted(players):
        mixed += framed(str(seat)) + framed(players[seat])
    assert mixed_seed(round, seed, players) == hmac.new(seed, mixed, "sha256").digest()


@given(names, house_seeds, player_seeds)
def test_an_honest_reveal_is_accepted(round: str, seed: bytes, players: dict[int, str]) -> None:
    check_reveal(
        ShuffleReveal(
            round=round,
            commitment=commitment(round, seed, DEALING),
            dealing=DEALING,
            house_seed=seed,
            player_seeds=players,
            deck=deck_of(round, seed, players),
        )
    )


HONEST = ShuffleReveal(
    round="demo/1",
    commitment=commitment("demo/1", SEED, DEALING),
    dealing=DEALING,
    house_seed=SEED,
    player_seeds=SEEDS,
    deck=deck_of("demo/1", SEED, SEEDS),
)


def test_a_round_voided_before_the_deal_has_no_deck_to_check() -> None:
    check_reveal(replace(HONEST, deck=()))
    with pytest.raises(BrokenPromise, match="seed was changed"):
        check_reveal(replace(HONEST, deck=(), house_seed=bytes(32)))


def test_the_promise_of_an_older_round_fixes_the_seed_alone_and_is_kept_as_before() -> None:
    old = replace(HONEST, commitment=unbound_commitment("demo/1", SEED))
    for dealing in ("", DEALING, "uth packet 2 2 5"):
        check_reveal(replace(old, dealing=dealing))
        assert not binds_dealing(replace(old, dealing=dealing))
    assert binds_dealing(HONEST)
    with pytest.raises(BrokenPromise, match="seed was changed"):
        check_reveal(replace(old, house_seed=bytes(32)))


swapped = (HONEST.deck[1], HONEST.deck[0], *HONEST.deck[2:])
BROKEN = [
    ("another seed", replace(HONEST, house_seed=bytes(32)), "seed was changed"),
    ("another round", replace(HONEST, round="demo/2"), "seed was changed"),
    ("another promise", replace(HONEST, commitment="0" * 64), "seed was changed"),
    ("a promise that is no hash", replace(HONEST, commitment="é\ud800"), "seed was changed"),
    ("another procedure", replace(HONEST, dealing="uth packet 2 2 5"), "or how its deck is dealt"),
    ("another layout", replace(HONEST, dealing="uth hand-held 2 3 5"), "or how its deck is dealt"),
    ("another game", replace(HONEST, dealing="four-card hand-held 2 2 5"), "or how its deck is dealt"),
    ("no dealing", replace(HONEST, dealing=""), "or how its deck is dealt"),
    ("a round that is no proper text", replace(HONEST, round="\ud800"), "seed was changed"),
    ("a player's seed that is no proper text", replace(HONEST, player_seeds={4: "\ud800"}), "deck was changed"),
    ("an empty promise", replace(HONEST, commitment=""), "seed was changed"),
    ("two cards exchanged", replace(HONEST, deck=swapped), "4c as card 1 of the deck, but Js was dealt"),
    ("a card missing", replace(HONEST, deck=HONEST.deck[:-1]), "51 cards"),
    ("a player's seed left out", replace(HONEST, player_seeds={4: "lucky"}), "deck was changed"),
    ("a player's seed changed", replace(HONEST, player_seeds={4: "lucky", 2: "hello"}), "deck was changed"),
    ("a player's seed moved", replace(HONEST, player_seeds={4: "héllo", 2: "lucky"}), "deck was changed"),
]


@pytest.mark.parametrize(("words", "reveal", "why"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_reveal_that_does_not_fit_is_refused(words: str, reveal: ShuffleReveal, why: str) -> None:
    check_reveal(HONEST)
    with pytest.raises(BrokenPromise, match=why):
        check_reveal(reveal)


def test_two_seats_cannot_be_cut_differently_and_mean_the_same() -> None:
    assert mixed_seed("1", SEED, {1: "ab", 2: "c"}) != mixed_seed("1", SEED, {1: "a", 2: "bc"})
    assert commitment("1", b"1" * 33, "") != commitment("11", b"1" * 32, "")
    assert commitment("1", SEED, "1") != commitment("11", SEED, "")


@pytest.mark.parametrize("seed", [b"", bytes(31)])
def test_a_short_house_seed_is_refused_everywhere(seed: bytes) -> None:
    with pytest.raises(BadSeed):
        commitment("1", seed, DEALING)
    with pytest.raises(BadSeed):
        unbound_commitment("1", seed)
    with pytest.raises(BadSeed):
        mixed_seed("1", seed, {})
    with pytest.raises(BadSeed):
        check_reveal(replace(HONEST, house_seed=seed))
