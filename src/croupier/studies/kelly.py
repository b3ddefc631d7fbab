"""Which share of a bankroll a progressive wager is worth, and whether the game beside it eats the gain."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.money import dollars
from croupier.studies.answer import FigureColumn, FigureSheet, Value, as_text
from croupier.studies.pictures.picture import AnyPicture, Axis, DotMark, LevelMark, LineMark, Plot, number

if TYPE_CHECKING:
    from croupier.lab.bets.progressive import ProgressivePrice


def kelly_figures(bet: ProgressivePrice, bankroll: int, ante: int, base_edge: Fraction) -> dict[str, Any]:
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


def share_words(figures: Mapping[str, Any]) -> tuple[str, ...]:
    """The share in words."""
    share = figures["kelly"]
    returns = as_text(figures["return_after_tax"] - figures["envy_return"], "percent", 2)
    if not share["share"]:
        fair = [level["break_even_after_tax"] or level["break_even"] for level in figures["levels"].values()]
        at = " or ".join(
            f"{name} {dollars(round(cut))}" for name, cut in zip(figures["levels"], fair, strict=True) if cut
        )
        return (
            f"The wager returns {returns} of itself: below fair. The share is nothing, whatever the bankroll.",
            *((f"It is fair at {at}, the other meters as they stand.",) if at else ()),
        )
    right = dollars(round(share["right_bankroll"]))
    return (
        f"The wager returns {returns} of itself, above fair: {as_text(share['gain_a_wager'] / 100, 'signed', 4)} "
        f"dollars a wager of {dollars(figures['stake'])}.",
        f"A bankroll grows fastest with {as_text(share['share'], 'percent', 6)} of it on the wager. "
        f"{dollars(figures['stake'])} are that share of {right}.",
        f"So placed, the bankroll grows by {as_text(share['growth'], 'percent', 8)} a wager on average, in the long "
        "run.",
    )


def share_warnings(figures: Mapping[str, Any]) -> tuple[str, ...]:
    """What speaks against the wager."""
    share, warnings = figures["kelly"], []
    stake, bankroll = dollars(figures["stake"]), dollars(share["bankroll"])
    if not share["share"]:
        warnings.append(f"Every wager of {stake} shrinks a bankroll, {bankroll} as any other. The best share is 0.")
    elif share["growth_of_stake"] is None or share["growth_of_stake"] < 0:
        warnings.append(
            f"For {bankroll} the wager of {stake} is too large: though it is above fair, it shrinks this bankroll in "
            "the long run, since nearly all of its worth comes so rarely."
        )
    elif share["share_of_stake"] > share["share"]:
        warnings.append(f"For {bankroll} the wager of {stake} is larger than the best share; it grows more slowly so.")
    if share["share"] and share["base_cost_a_round"] > share["gain_a_wager"]:
        cost = as_text(share["base_cost_a_round"] / 100, "number", 4)
        warnings.append(
            f"The base game must be played beside it: {dollars(share['ante'])} a round cost {cost} dollars at the best "
            "play, more than the wager gains. Together they are below fair."
        )
    return tuple(warnings)


def share_sheet(share: Mapping[str, Any]) -> FigureSheet:
    """The best share beside the stake's own."""
    columns = (
        FigureColumn("bet", "of the bankroll"),
        FigureColumn("share", "share", "percent", 6),
        FigureColumn("growth", "growth a wager", "percent", 8),
        FigureColumn("bankroll_cents", "bankroll for this stake", "money"),
    )
    rows: list[tuple[Value, ...]] = [
        ("best share", share["share"], share["growth"], share["right_bankroll"]),
        ("this stake", share["share_of_stake"], share["growth_of_stake"], share["bankroll"]),
    ]
    return FigureSheet("The share and the stake", columns, rows)


def growth_picture(share: Mapping[str, Any]) -> AnyPicture:
    """How fast a bankroll grows by the share that is bet."""
    # A share of a millionth is read best as the bankroll for which the stake is that share.
    points = [(one["share"] * 1e6, one["growth"] * 1e9) for one in share["curve"]]
    dots = []
    if share["share"]:
        dots.append(DotMark(share["share"] * 1e6, share["growth"] * 1e9, "best share"))
    if share["growth_of_stake"] is not None and share["share_of_stake"] * 1e6 <= points[-1][0]:
        dots.append(DotMark(share["share_of_stake"] * 1e6, share["growth_of_stake"] * 1e9, "this stake", "red"))
    return Plot(
        "Growth of a bankroll by the share that is bet",
        Axis("millionths of the bankroll", number, 0),
        Axis("growth a wager, in thousand-millionths", number),
        (LevelMark(0), LineMark("", points), *dots),
    )
