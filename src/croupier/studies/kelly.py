"""Which share of a bankroll a progressive wager is worth, and whether the game beside it eats the gain."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.money import dollars
from croupier.studies.answer import Column, Sheet, Value, shown
from croupier.studies.pictures.picture import AnyPicture, Axis, Dot, Level, Line, Picture, number

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import Progressive


def kelly_told(bet: Progressive, bankroll: int, ante: int, base_edge: Fraction) -> dict[str, Any]:
    """The best share of a bankroll for a progressive bet, and what its own stake does to this one; money in cents.

    The stake of a link is fixed, and so are its meter pays: the share says for which bankroll the stake is right.
    """
    from croupier.lab.bets.kelly import kelly, wager_of

    wager = wager_of(bet)
    best = kelly(wager)
    own = bet.stake / bankroll
    growth = wager.growth(own) if own < 1 else float("-inf")
    top = 2.6 * (best.share or own)
    curve = [top * part / 60 for part in range(61)]
    gain = float(wager.value * bet.stake)
    return {
        "bankroll": bankroll,
        "value": float(wager.value),
        "share": best.share,
        "growth": best.growth,
        "right_bankroll": bet.stake / best.share if best.share else None,
        "share_of_stake": own,
        "growth_of_stake": growth if own < 1 else None,
        "gain_a_wager": gain,
        "base_cost_a_round": float(base_edge * ante),
        "ante": ante,
        "curve": [{"share": at, "growth": wager.growth(at)} for at in curve if at < 1],
    }


def share_words(told: Mapping[str, Any]) -> tuple[str, ...]:
    """The share in words."""
    found = told["kelly"]
    returns = shown(told["return_after_tax"] - told["envy_return"], "percent", 2)
    if not found["share"]:
        fair = [level["break_even_after_tax"] or level["break_even"] for level in told["levels"].values()]
        at = " or ".join(f"{name} {dollars(round(cut))}" for name, cut in zip(told["levels"], fair, strict=True) if cut)
        return (
            f"The wager returns {returns} of itself: below fair. The share is nothing, whatever the bankroll.",
            *((f"It is fair at {at}, the other meters as they stand.",) if at else ()),
        )
    right = dollars(round(found["right_bankroll"]))
    return (
        f"The wager returns {returns} of itself, above fair: {shown(found['gain_a_wager'] / 100, 'signed', 4)} dollars "
        f"a wager of {dollars(told['stake'])}.",
        f"A bankroll grows fastest with {shown(found['share'], 'percent', 6)} of it on the wager. "
        f"{dollars(told['stake'])} are that share of {right}.",
        f"So placed, the bankroll grows by {shown(found['growth'], 'percent', 8)} a wager on average, in the long run.",
    )


def share_warnings(told: Mapping[str, Any]) -> tuple[str, ...]:
    """What speaks against the wager."""
    found, said = told["kelly"], []
    stake, bankroll = dollars(told["stake"]), dollars(found["bankroll"])
    if not found["share"]:
        said.append(f"Every wager of {stake} shrinks a bankroll, {bankroll} as any other. The best share is 0.")
    elif found["growth_of_stake"] is None or found["growth_of_stake"] < 0:
        said.append(
            f"For {bankroll} the wager of {stake} is too large: though it is above fair, it shrinks this bankroll in "
            "the long run, since nearly all of its worth comes so rarely."
        )
    elif found["share_of_stake"] > found["share"]:
        said.append(f"For {bankroll} the wager of {stake} is larger than the best share; it grows more slowly so.")
    if found["share"] and found["base_cost_a_round"] > found["gain_a_wager"]:
        cost = shown(found["base_cost_a_round"] / 100, "number", 4)
        said.append(
            f"The base game must be played beside it: {dollars(found['ante'])} a round cost {cost} dollars at the best "
            "play, more than the wager gains. Together they are below fair."
        )
    return tuple(said)


def share_sheet(found: Mapping[str, Any]) -> Sheet:
    """The best share beside the stake's own."""
    columns = (
        Column("bet", "of the bankroll"), Column("share", "share", "percent", 6),
        Column("growth", "growth a wager", "percent", 8), Column("bankroll_cents", "bankroll for this stake", "money"),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = [
        ("best share", found["share"], found["growth"], found["right_bankroll"]),
        ("this stake", found["share_of_stake"], found["growth_of_stake"], found["bankroll"]),
    ]
    return Sheet("The share and the stake", columns, rows)


def growth_picture(found: Mapping[str, Any]) -> AnyPicture:
    """How fast a bankroll grows by the share that is bet."""
    # A share of a millionth is read best as the bankroll for which the stake is that share.
    points = [(one["share"] * 1e6, one["growth"] * 1e9) for one in found["curve"]]
    dots = []
    if found["share"]:
        dots.append(Dot(found["share"] * 1e6, found["growth"] * 1e9, "best share"))
    if found["growth_of_stake"] is not None and found["share_of_stake"] * 1e6 <= points[-1][0]:
        dots.append(Dot(found["share_of_stake"] * 1e6, found["growth_of_stake"] * 1e9, "this stake", "red"))
    return Picture(
        "Growth of a bankroll by the share that is bet",
        Axis("millionths of the bankroll", number, 0),
        Axis("growth a wager, in thousand-millionths", number),
        (Level(0), Line("", points), *dots),
    )
