"""What each wager is worth against the dealer, as tables that a dealer could read (R3, R20, R22 to R25)."""

from __future__ import annotations

import pytest

from croupier.games.uth import ANTE, BAD_BEAT, BLIND, PAIRS, PLAY, TRIPS
from croupier.rules.wagers import Stakes
from draws import nets, showdown

# player | dealer | board, flop first | line | Ante Blind Play in cents, with 100 on the Ante | the ruling in words
SHOWDOWNS = """
  Ah Kd | Qc Qd | As 7h 5c 3d 2s | bet4 |  100     0   400 | R20 player better, dealer qualifies: below a straight the Blind pushes
  Ah Kd | Qc Jd | As 7h 5c 3d 2s | bet4 |    0     0   400 | R20 player better, dealer has no pair: the Ante pushes
  Ah Kd | Qc Jd | As 7h 5c 3d 2s | bet3 |    0     0   300 | R18 a 3x bet is three Antes
  Qc Jd | Ah Kd | 9s 7h 5c 3d 2s | bet2 |    0  -100  -200 | R20 player worse, dealer has no pair: the Ante pushes, Blind and Play lose
  Qc Jd | Ah Ad | 9s 7h 5c 3d 2s | bet1 | -100  -100  -100 | R20 player worse, dealer qualifies: all three lose
  7c 2d | Ah Kd | As Kc 9d 8h 3s | fold | -100  -100     0 | R20 a fold gives up Ante and Blind
  As Ad | 2c 3d | Ah Kc 9d 8h 7s | fold | -100  -100     0 | R20 a fold loses whatever the dealer has
  Ah 7d | Kc Qd | 9s 9h 5c 3d 2s | bet1 |  100     0   100 | R20 a paired board qualifies the dealer
  Qc Jd | Ah Kd | 9s 9h 5c 3d 2s | bet1 | -100  -100  -100 | R20 a paired board qualifies the dealer, who wins with the ace
  2c 3d | 4h 5s | As Ks Qs Js Ts | bet1 |    0     0     0 | R20 the board plays: all bets push, the royal's Blind too
  Ah 3d | Ad 4s | Ks Qc 9h 8d 7s | bet4 |    0     0     0 | R20 equal hands push, though the dealer does not qualify
  Ah 2d | Ad 3s | Ac Kc 9h 8d 7s | bet4 |    0     0     0 | R3 the sixth card does not count
  Ah Jd | Ad Ts | Ac Kc 9h 8d 2s | bet4 |  100     0   400 | R3 a kicker decides
  Kh Qd | 9c 9d | Jh Ts 9h 2c 3d | bet1 |  100   100   100 | R22 a straight pays the Blind 1 to 1
  Ah 2d | 9c 8d | 5h 4s 3h Jc Jd | bet1 |  100   100   100 | R1 ace to five is a straight
  Ah 2d | 6c 7d | 5h 4s 3h Jc Jd | bet1 | -100  -100  -100 | R1 ace to five is the lowest straight
  2h 3d | 9c 8d | Ah Ks Qh 9d 9s | bet1 | -100  -100  -100 | R1 queen king ace deuce three is no straight
  Kh 4h | 9c 9d | Ah 8h 2h Js 3c | bet1 |  100   150   100 | R22 a flush pays the Blind 3 to 2
  Kh Kd | 9c 9d | Ah As Ks 2c 3c | bet1 |  100   300   100 | R22 a full house pays the Blind 3 to 1
  Kh Kd | 9c 9d | Kc As Ks 2c 3c | bet1 |  100  1000   100 | R22 four of a kind pays the Blind 10 to 1
  9h 8h | Kc Kd | 7h 6h 5h 2c 3c | bet1 |  100  5000   100 | R22 a straight flush pays the Blind 50 to 1
  Ah Kh | Kc Kd | Qh Jh Th 2c 3c | bet1 |  100 50000   100 | R22 a royal flush pays the Blind 500 to 1
  Ah Kh | 4c 5d | Qh Jh Th 2c 7c | bet1 |    0 50000   100 | R22 the Blind pays though the dealer does not qualify
  Kh 4h | Qh Jh | Ah 8h 2h 9s 3c | bet1 |  100   150   100 | R2 the higher flush wins by its second card
  Jh 4h | Kh Qh | Ah 8h 2h 9s 3c | bet1 | -100  -100  -100 | R22 a flush that loses pays nothing
  5h 5d | 6c 6d | 5c Ks Kd 6h 2c | bet1 | -100  -100  -100 | R2 a full house goes by its three
"""  # noqa: E501


def rows(text: str) -> list[list[str]]:
    """The cells of a table, line by line."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip("\n").splitlines()]


FULL = {"bet4": "bet4", "bet3": "bet3", "bet2": "check bet2", "bet1": "check check bet1", "fold": "check check fold"}


@pytest.mark.parametrize("rules", ["wa-base", "wa-2014", "wa-2018", "wa-lnw", "ca"])
@pytest.mark.parametrize("row", rows(SHOWDOWNS), ids=lambda row: row[-1])
def test_ante_blind_and_play(row: list[str], rules: str) -> None:
    player, dealer, board, line, want, words = row
    bank = (1, 10**9) if rules == "ca" else None
    found = nets(showdown(rules, {3: player}, dealer, board, FULL[line], Stakes(ante=100), bank=bank).events())
    got = [found.get((3, spot), 0) for spot in (ANTE, BLIND, PLAY)]
    assert got == [int(cents) for cents in want.split()], words


# player | dealer | board | line | UTH-01 UTH-02 UTH-03 UTH-04 on a Trips bet of $1 | the ruling
TRIPS_ROWS = """
  Ah Kh | 2c 3d | Qh Jh Th 2d 7c | bet4 | 5000 5000 5000 5000 | R23 royal flush
  9h 8h | 2c 3d | 7h 6h 5h 2d Kc | bet4 | 4000 4000 4000 4000 | R23 straight flush
  9h 9d | 2c 3d | 9c 9s 5h 2d Kc | bet4 | 3000 3000 3000 2000 | R23 four of a kind
  9h 9d | 2c 3d | 9c 5s 5h 2d Kc | bet4 |  900  800  800  700 | R23 full house
  Ah 9h | 2c 3d | Kh 5h 4h 2d 7c | bet4 |  700  600  700  600 | R23 flush
  9h 8d | 2c 3d | 7h 6h 5c 2d Kc | bet4 |  400  500  400  500 | R23 straight
  9h 9d | 2c 3d | 9c 6s 5h 2d Kc | bet4 |  300  300  300  300 | R23 three of a kind
  9h 9d | 2c 3d | Kd 6s 5h 2d Kc | bet4 | -100 -100 -100 -100 | R23 two pair is not enough
  9h 9d | As Ac | 9c 6s 5h Ad Kc | bet4 |  300  300  300  300 | R23 trips that lose to the dealer still pay
  9h 9d | 2c 3d | 9c 6s 5h 2d Kc | fold |  300  300  300  300 | R23 trips that were folded still pay
  2h 3d | 4c 5d | 9c 9s 9h Ad Kc | bet1 |  300  300  300  300 | R23 trips on the board pay
  9h 9d | 2c 3d | Kd 6s 5h 2d Ac | fold | -100 -100 -100 -100 | R23 a folded pair loses
"""


@pytest.mark.parametrize("row", rows(TRIPS_ROWS), ids=lambda row: row[-1])
def test_trips(row: list[str]) -> None:
    player, dealer, board, line, want, words = row
    for table, cents in zip(("UTH-01", "UTH-02", "UTH-03", "UTH-04"), want.split(), strict=True):
        script = showdown(
            "wa-base", {3: player}, dealer, board, FULL[line], Stakes(ante=500, trips=100), tables={TRIPS: table}
        )
        assert nets(script.events())[3, TRIPS] == int(cents), f"{words}, {table}"


# player | dealer | board | line | BBB-01 BBB-02 BBB-03 on a Bad Beat of $1, and after a fold | the ruling
BAD_BEAT_ROWS = """
  9h 9d | As Ac | 9c 6s 5h Ad Kc | bet4 |     900    900    900 | R24 your three of a kind is beaten
  As Ac | 9h 9d | 9c 6s 5h Ad Kc | bet4 |     900    900    900 | R24 you beat the dealer's three of a kind
  9h 8d | Ah Qh | 7h 6h 5c 2h Kc | bet4 |    2000   2000   2000 | R24 your straight is beaten by a flush
  Ah Qh | 9h 8d | 7h 6h 5c 2h Kc | bet4 |    2000   2000   2000 | R24 your flush beats a straight: the straight pays
  Kh 9h | Ah 2s | 8h 5h 3h Jh Tc | bet4 |    2500   3000   3000 | R24 your flush is beaten by a better flush
  9h 9d | As Ac | 9c Ks Kh Ad 2c | bet4 |    4000   5000   5000 | R24 your full house is beaten by a better one
  9h 9d | As Ac | 9c 9s Ah Ad 2c | bet4 |   50000  50000  50000 | R24 your four of a kind is beaten
  5h 4h | Th 9h | 8h 7h 6h Ad 2c | bet4 | 1000000 750000 250000 | R24 your straight flush is beaten
  9h 9d | 2s 3c | 9c 6s 5h Ad Kc | bet4 |    -100   -100   -100 | R24 the dealer was beaten with less than three of a kind
  Kh Qd | As Ac | 9c 6s 5h Ad Kc | bet4 |    -100   -100   -100 | R24 you were beaten with less than three of a kind
  Ah Qd | Ad Qs | 9c 9s 9h 2d 3c | bet4 |    -100   -100   -100 | R24 a five-card tie loses, whatever it is
  2c 3d | 4h 5s | As Ks Qs Js Ts | bet1 |    -100   -100   -100 | R24 a royal on the board beats nobody
  Ah Kd | 9s 8s | 9c 9h 5d 5c 2c | bet4 |    -100   -100   -100 | R24 two pair beaten by a full house is no bad beat
"""  # noqa: E501


@pytest.mark.parametrize("row", rows(BAD_BEAT_ROWS), ids=lambda row: row[-1])
def test_bad_beat_pays_by_the_beaten_hand(row: list[str]) -> None:
    player, dealer, board, line, want, words = row
    stakes = Stakes(ante=500, trips=100, bad_beat=100)
    for table, cents in zip(("BBB-01", "BBB-02", "BBB-03"), want.split(), strict=True):
        tables = {TRIPS: "UTH-01", BAD_BEAT: table}
        for how in (line, "fold"):
            script = showdown("wa-2014", {3: player}, dealer, board, FULL[how], stakes, tables=tables)
            assert nets(script.events())[3, BAD_BEAT] == int(cents), f"{words}, {table}, {how}"


def test_r24_the_house_may_let_a_folded_bad_beat_lose() -> None:
    stakes = Stakes(ante=500, trips=100, bad_beat=100)
    for lost, line, want in (((), "fold", 900), ((BAD_BEAT,), "fold", -100), ((BAD_BEAT,), "bet1", 900)):
        script = showdown("wa-2018", {3: "9h 9d"}, "As Ac", "9c 6s 5h Ad Kc", FULL[line], stakes, lost_by_fold=lost)
        assert nets(script.events())[3, BAD_BEAT] == want


# hole | UPB-1 UPB-2 UPB-3 UPB-4 UPB-5 UPB-6 on a Pairs bet of $1; the dealer has 2c 7d | the ruling
PAIRS_ROWS = """
  As Ac | 3000 3000 3000  3000 2500 2500 | R25 pair of aces
  Ah Ad | 3000 3000 3000 10000 5000 2500 | R25 the red aces
  Ah As | 3000 3000 3000  3000 2500 2500 | R25 one red ace is not two
  Ad Ac | 3000 3000 3000  3000 2500 2500 | R25 the other red ace is not two either
  Ah Kh | 2500 2500 2000  2000 2000 2000 | R25 ace king suited
  Kh Ah | 2500 2500 2000  2000 2000 2000 | R25 the order of the two cards does not matter
  Ah Qh | 2000 2000 2000  2000 2000 2000 | R25 ace queen suited
  Ah Jh | 2000 2000 2000  2000 2000 2000 | R25 ace jack suited
  Ah Th | -100 -100 -100  -100 -100 -100 | R25 a ten is no face
  Ah Kd | 1500 1500 1000  1000 1000 1000 | R25 ace king
  Ah Qd |  500  500 1000  1000 1000 1000 | R25 ace queen
  Ah Jd |  500  500 1000  1000 1000 1000 | R25 ace jack
  Ah Td | -100 -100 -100  -100 -100 -100 | R25 ace ten pays nothing
  Kh Kd | 1000 1000  500   400  500  500 | R25 kings
  Qh Qd | 1000 1000  500   400  500  500 | R25 queens
  Jh Jd | 1000 1000  500   400  500  500 | R25 jacks
  Th Td |  300  300  500   400  500  500 | R25 tens
  3h 3d |  300  300  500   400  500  500 | R25 a low pair
  Kh Qh | -100 -100 -100  -100 -100 -100 | R25 king queen suited has no ace
  Kh Qd | -100 -100 -100  -100 -100 -100 | R25 two faces are no line
  8h 7h | -100 -100 -100  -100 -100 -100 | R25 suited is not enough
"""


@pytest.mark.parametrize("row", rows(PAIRS_ROWS), ids=lambda row: row[-1])
def test_pairs_looks_at_the_two_hole_cards(row: list[str]) -> None:
    hole, want, words = row
    stakes = Stakes(ante=500, pairs=100)
    for at, cents in enumerate(want.split(), start=1):
        for line in ("bet4", "fold"):
            tables = {PAIRS: f"UPB-{at}"}
            script = showdown("wa-lnw", {3: hole}, "2c 7d", "9c 8s 5h 4d 6c", FULL[line], stakes, tables=tables)
            assert nets(script.events())[3, PAIRS] == int(cents), f"{words}, UPB-{at}, {line}"


def test_r25_only_the_top_line_of_upb_2_looks_at_the_dealer() -> None:
    for table, dealer, want in (
        ("UPB-2", "Ah Ad", 100_000),
        ("UPB-2", "Ah Kd", 3_000),
        ("UPB-2", "Kh Kd", 3_000),
        ("UPB-1", "Ah Ad", 3_000),
        ("UPB-4", "Ah Ad", 3_000),
    ):
        for line in ("bet4", "fold"):
            script = showdown(
                "wa-2014",
                {3: "As Ac"},
                dealer,
                "9c 8s 5h 4d 6c",
                FULL[line],
                Stakes(ante=500, pairs=100),
                tables={PAIRS: table},
            )
            assert nets(script.events())[3, PAIRS] == want


def test_r25_kings_against_kings_pay_as_kings() -> None:
    tables = {PAIRS: "UPB-2"}
    script = showdown(
        "wa-2014", {3: "Ks Kc"}, "Kh Kd", "9c 8s 5h 4d 6c", "bet4", Stakes(ante=500, pairs=100), tables=tables
    )
    assert nets(script.events())[3, PAIRS] == 1_000
