"""The five rule sets of Ultimate Texas Hold'em: what each document offers, allows and limits."""

from __future__ import annotations

from croupier.games.uth import ANTE, BAD_BEAT, BLIND, PAIRS, TRIPS, UTH
from croupier.money import DOLLAR
from croupier.rules.deal import Procedure
from croupier.rules.law import Jurisdiction
from croupier.rules.rulesets import BankedBy, RuleSet
from croupier.rules.wagers import PROGRESSIVE, Range

_BASE = {BLIND: ("BLIND",), TRIPS: ("UTH-02", "UTH-01", "UTH-03", "UTH-04")}
_BONUS = {
    **_BASE,
    BAD_BEAT: ("BBB-01", "BBB-02", "BBB-03"),
    PAIRS: ("UPB-1", "UPB-2", "UPB-3", "UPB-4", "UPB-5", "UPB-6"),
}
_SAME_GAME = {**_BONUS, PROGRESSIVE: ("UTH-P01",)}
_MULTI_GAME = {**_BONUS, PROGRESSIVE: ("UTH-P01", "MGL-01", "MGL-ML01", "MGL-ML03")}

_FOUR_GAMES = "Players are limited to wagering on four games."
_ANTE_PUSHES = "Ante pushes if dealer has less than a pair."

WA_BASE = RuleSet(
    game=UTH,
    name="wa-base",
    title="Washington, base game",
    source="S4",
    tables=_BASE,
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=(_FOUR_GAMES,),
)

WA_2014 = RuleSet(
    game=UTH,
    name="wa-2014",
    title="Washington 2014",
    source="S1",
    tables=_SAME_GAME,
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    meter_may_pay_fixed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=(_FOUR_GAMES,),
)

WA_2018 = RuleSet(
    game=UTH,
    name="wa-2018",
    title="Washington 2018 and 2020",
    source="S2",
    tables=_MULTI_GAME,
    procedures=(Procedure.HAND_HELD, Procedure.PACKET),
    most_games=4,
    face_up_allowed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=(_FOUR_GAMES, _ANTE_PUSHES),
)

WA_LNW = RuleSet(
    game=UTH,
    name="wa-lnw",
    title="Washington, newest",
    source="S0",
    tables=_MULTI_GAME,
    procedures=(Procedure.HAND_HELD, Procedure.PACKET, Procedure.SHOE),
    most_games=None,
    face_up_allowed=True,
    jurisdiction=Jurisdiction.WASHINGTON,
    notices=(),
)

CA = RuleSet(
    game=UTH,
    name="ca",
    title="California, player-dealer banked",
    source="S3",
    tables={BLIND: ("BLIND",), TRIPS: ("UTH-02",)},
    procedures=(Procedure.SHUFFLER, Procedure.SHOE),
    banked_by=BankedBy.PLAYER,
    most_games=None,
    jurisdiction=Jurisdiction.CALIFORNIA,
    limits={ANTE: Range(5 * DOLLAR, 50 * DOLLAR), TRIPS: Range(5 * DOLLAR, 50 * DOLLAR)},
    unsaid_limits={TRIPS: Range(1 * DOLLAR, 50 * DOLLAR)},
    prints_edges=False,
    notices=("Player-dealer only plays with a pair or higher.",),
)

RULE_SETS = (WA_BASE, WA_2014, WA_2018, WA_LNW, CA)
