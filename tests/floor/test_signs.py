"""R53: a report over a face-up table's rounds tells who uses what is seen from who does not, and from who errs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from card_room import ANN, BOB, CAT, SUPERVISOR, CardRoom

from croupier.errors import Refused
from croupier.floor.history.advantage import values
from croupier.floor.history.decisions import RecordedDecision
from croupier.floor.history.rounds import last_rounds
from croupier.floor.history.signs import NothingSeen, at_least, signs
from croupier.floor.history.verdict import PlayerSigns, Signs, Verdict
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy
from croupier.games import GAMES
from croupier.lab.capabilities import NotCounted
from croupier.rules.events import Cause
from croupier.rules.round import due_seats, up_cards, visible_board
from depth import first_of, thorough
from face_up_rounds import THREE_CARD, UTH, Staged

APPROVED = "WSGC 2020-06"
SEATED = {1: ANN, 2: BOB, 3: CAT}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[CardRoom]:
    room = CardRoom(str(tmp_path / "room.db"))
    yield room
    room.store.close()


def furnish(at: CardRoom, rules: str, approval: str | None = APPROVED, clock_s: int | None = None) -> None:
    at.furnish(rules, by=DealtBy.MACHINE, face_up_approval=approval, clock_s=clock_s)
    for seat, who in SEATED.items():
        at.do(who, f"sit {seat}")


def bet(at: CardRoom, side: str) -> None:
    """A new round, ann without a side bet; the cards are out."""
    at.room.advance("T1")
    for who in SEATED.values():
        at.do(who, "bet 10" if who is ANN or not side else f"bet 10 {side} 5")
    at.room.advance("T1", open_next=False)


def play(at: CardRoom, staged: Staged) -> None:
    """The staged rounds; ann takes nine seconds for a decision, the others three."""
    at.room._draw = staged.draw(at.room._draw)
    for played in staged.rounds:
        bet(at, staged.side)
        lines = {ANN: played.ann.split(), BOB: played.bob.split(), CAT: played.cat.split()}
        for street in range(max(map(len, lines.values()))):
            for who, wait in ((BOB, 3_000), (CAT, 100), (ANN, 5_900)):
                at.now += wait
                if street < len(lines[who]):
                    at.do(who, lines[who][street])
            at.room.advance("T1", open_next=False)
        assert at.room.table("T1").in_play is None, "the round is over"


def of(report: Signs, who: Person) -> PlayerSigns:
    return next(player for player in report.players if player.player == who.name)


@pytest.mark.parametrize("staged", first_of([THREE_CARD, UTH]), ids=["three-card", "uth"])
def test_the_report_tells_who_looks_from_who_does_not_and_from_who_errs(at: CardRoom, staged: Staged) -> None:
    furnish(at, staged.rules)
    play(at, staged)
    said: list[tuple[str, float]] = []
    report = signs(at.store, "T1", tell=lambda words, part: said.append((words, part)))
    count = len(staged.rounds)
    assert (report.table, report.rounds, report.looked_at) == ("T1", count, count)
    ann, bob, cat = (of(report, who) for who in (ANN, BOB, CAT))
    assert [player.verdict for player in (ann, bob, cat)] == [Verdict.STRONG, Verdict.NONE, Verdict.NONE]
    assert report.players[0] is ann, "the least likely first"
    assert (len(ann.looked), ann.mistakes, ann.differing) == (count, 0, count)
    assert ann.gained > 0
    assert ann.gained == pytest.approx(sum(float(one.gained_cents) for one in ann.looked), abs=0.51)
    assert ann.no_side_bets
    assert (bob.differing, bob.gained, bob.lost, bob.chance) == (0, 0, 0, None)
    assert (bob.side_bets, bob.might_have, bob.no_side_bets) == (count, count, False)
    assert (len(cat.looked), cat.mistakes, cat.gained) == (0, count, 0)
    assert cat.lost > 0
    assert ann.average_ms is not None
    assert 9_000 <= ann.average_ms < 9_100
    assert ann.others_ms is not None
    assert 3_000 <= ann.others_ms < 3_200
    assert 0 < ann.perfect_gain < 100 * count, "cents: looking is worth little a round"
    assert {words for words, _ in said} == {"judging decisions", "dealing the others' cards again"}
    assert said[-1][1] == 1.0
    plain = report.to_dict()["players"][0]
    assert (plain["player"], plain["verdict"], plain["right_only_with_cards"]) == ("ann", "strong", count)


@thorough
def test_a_decision_before_the_flop_is_told_with_all_that_was_seen(at: CardRoom) -> None:
    furnish(at, UTH.rules)
    play(at, UTH)
    ann = of(signs(at.store, "T1", rounds=1), ANN)
    assert ann.verdict is Verdict.NONE, "one decision names nobody"
    (told,) = _plain(ann)
    assert told == {
        "round": "T1-7",
        "street": "preflop",
        "own": told["own"],
        "board": "",
        "dealer_up": "",
        "seen": "As Kd 2c Qc",
        "did": "bet4",
        "usual": "check",
        "gained_cents": 155,
    }
    assert ann.slow is False, "over one decision nobody is slow"
    assert ann.perfect_gain == round(0.0040949 * 1000), "docs/faceup.md: 0.4095 % of the Ante at three players"


def _plain(player: PlayerSigns) -> list[dict[str, object]]:
    from croupier.floor.history import verdict

    return verdict._plain(player)["looked"]  # type: ignore[no-any-return]


def seen_by(decision: RecordedDecision) -> Mapping[str, Fraction]:
    """What choices are worth to one who looks, and without looking where the lab does not count what is seen."""
    try:
        return values(decision, decision.seen)
    except NotCounted:
        return values(decision)


LONGEST = pytest.param("holdem-bonus", marks=pytest.mark.slow)
OTHERS = [game.rule_sets[0].name for game in GAMES.values() if game.key not in ("uth", "holdem-bonus")]


@pytest.mark.parametrize("rules", [*first_of(OTHERS), LONGEST])
def test_in_every_game_best_play_without_looking_shows_nothing(at: CardRoom, rules: str) -> None:
    """ann plays best with what she sees, the others best without: whatever she did otherwise was right."""
    furnish(at, rules)
    for _ in range(2):
        bet(at, "")
        while (round := at.room.table("T1").in_play) is not None:
            for number in due_seats(round):
                seat = round.seat(number)
                assert seat is not None
                assert seat.cards is not None
                base = seat.stakes.on(round.game.base)
                decision = RecordedDecision(
                    round=round.id,
                    player=SEATED[number].name,
                    terms=round.terms,
                    street=round.shown,
                    own=seat.cards,
                    board=visible_board(round),
                    up=up_cards(round),
                    seen=tuple(card for other in round.seats if other is not seat for card in other.cards or ()),
                    base=base,
                    down=1 + seat.raised.total // base,
                    choice="",
                    cause=Cause.PLAYER,
                    waited_ms=0,
                )
                worth = seen_by(decision) if number == 1 else values(decision)
                at.do(SEATED[number], max(worth, key=lambda choice: worth[choice]))
            at.room.advance("T1", open_next=False)
    report = signs(at.store, "T1")
    assert report.rounds == 2
    assert [of(report, who).differing for who in (BOB, CAT)] == [0, 0]
    ann = of(report, ANN)
    assert (ann.mistakes, ann.differing) == (0, len(ann.looked))
    assert ann.gained >= 0
    assert ann.decisions >= 2


@pytest.mark.slow
def test_what_cannot_be_counted_with_the_others_cards_is_no_sign_either_way(at: CardRoom) -> None:
    """Before the flop of Texas Hold'em Bonus one folds what nobody would: the report is made, and does not judge it."""
    furnish(at, "holdem-bonus")
    bet(at, "")
    for who in SEATED.values():
        at.do(who, "fold")
    while at.room.table("T1").in_play is not None:
        at.room.advance("T1", open_next=False)
    report = signs(at.store, "T1")
    assert [(of(report, who).decisions, of(report, who).differing) for who in SEATED.values()] == [(1, 0)] * 3


def test_a_table_dealt_face_down_is_refused_in_words(at: CardRoom) -> None:
    furnish(at, "three-card", None)
    with pytest.raises(NothingSeen, match="at T1: no finished round looked at was dealt face up"):
        signs(at.store, "T1")
    play(at, THREE_CARD)
    with pytest.raises(NothingSeen, match=r"none of the 8 finished rounds .* want a table that deals face up \(R17\)"):
        signs(at.store, "T1")
    with pytest.raises(Refused, match="no table 'T9'"):
        signs(at.store, "T9")
    with pytest.raises(Refused, match="cannot look at 0 rounds; want one or more"):
        signs(at.store, "T1", rounds=0)


def test_void_rounds_rounds_alone_and_what_the_clock_decides_are_told_apart(at: CardRoom) -> None:
    furnish(at, "three-card", clock_s=30)
    bet(at, "")
    at.do(ANN, "fold")
    at.do(SUPERVISOR, "void a card fell")
    for who in (BOB, CAT):
        at.do(who, "stand")
    at.room.advance("T1")
    at.do(ANN, "bet 10")
    at.room.advance("T1", open_next=False)
    at.do(ANN, "fold")
    at.room.advance("T1", open_next=False)
    with pytest.raises(NothingSeen, match="none of the 2 finished rounds"):
        signs(at.store, "T1")
    at.do(BOB, "sit 2")
    at.room.advance("T1")
    for who in (ANN, BOB):
        at.do(who, "bet 10")
    at.room.advance("T1", open_next=False)
    at.do(BOB, "bet1")
    at.now += 40_000
    at.room.advance("T1", open_next=False)
    report = signs(at.store, "T1")
    assert (report.rounds, report.looked_at) == (1, 3)
    ann = of(report, ANN)
    assert (ann.decisions, ann.by_clock, ann.average_ms, ann.differing) == (0, 1, None, 0)
    assert of(report, BOB).decisions == 1


@thorough
def test_a_period_and_a_number_of_rounds_say_which_rounds_are_looked_at(at: CardRoom) -> None:
    furnish(at, "three-card")
    play(at, THREE_CARD)
    ends = [past.time_ms for past in last_rounds(at.store, "T1", 100)]
    assert len(ends) == 8
    assert [past.round.id for past in last_rounds(at.store, "T1", 2)] == ["T1-7", "T1-8"]
    assert signs(at.store, "T1", rounds=2).rounds == 2
    assert signs(at.store, "T1", until_ms=ends[3] + 1).rounds == 4
    # Its first bets were put down before the period began, so the round that it cuts in two is not in it.
    assert signs(at.store, "T1", since_ms=ends[3], until_ms=ends[6] + 1).rounds == 3


def test_the_chance_of_so_many_right_decisions() -> None:
    assert at_least(0, []) == 1.0
    assert at_least(1, [0.25]) == 0.25
    assert at_least(2, [0.5, 0.5, 0.5]) == 0.5
    assert at_least(3, [0.5, 0.1, 0.2, 0.0]) == pytest.approx(0.01)
