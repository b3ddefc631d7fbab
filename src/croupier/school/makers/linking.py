"""The Progressive, the Multi-Game Link, envy, and what is recommended for a link (R33 to R42)."""

from __future__ import annotations

from croupier.cards import Card, Cards, parse_cards
from croupier.jackpot.advice import LevelPlan, warnings
from croupier.jackpot.level import Level, feed
from croupier.jackpot.meter import Meter, Percentage, award
from croupier.money import DOLLAR, dollars, signed_dollars
from croupier.rules.deal import stack
from croupier.rules.game import Game
from croupier.rules.paytables import FIRST_FIVE, For, Paytable, Share, paytable
from croupier.rules.plan import plan
from croupier.rules.posted_tables import PostedTable, posted_table
from croupier.rules.round import Round
from croupier.rules.rulesets import RuleSet
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE
from croupier.school.draw import Draw
from croupier.school.makers.settling import results_of
from croupier.school.question import Amounts, Choice, Picture, Question, Reason, Slot
from croupier.school.rounds import (
    dealt,
    drawn_seats,
    drawn_stakes,
    drawn_terms,
    house_banked,
    opened,
    seat_picture,
    table_facts,
    to_showdown,
)
from croupier.school.rulings import progressive_ruling

_RUN = "A2345", "23456", "56789", "6789T", "9TJQK", "TJQKA"


def linked(game: Game, draw: Draw, *, multi: bool, most: int = 4) -> Round:
    """A round at the showdown, at a table on a link, where one seat's cards make a straight flush or a royal."""
    rules = draw.pick([rules for rules in house_banked(game) if multi_game_tables(rules)])
    names = multi_game_tables(rules) if multi else rules.tables[PROGRESSIVE]
    at = drawn_terms(draw, rules, progressive=names)
    seats = drawn_seats(draw, 2, most)
    lucky = draw.pick(seats)
    down = {seat: drawn_stakes(draw, at) for seat in seats}
    down = {
        seat: bets.without(PROGRESSIVE) if seat != lucky and draw.once_in(4) else bets for seat, bets in down.items()
    }
    return to_showdown(draw, dealt(opened(at, down), _with_hit(at, draw, seats, lucky)))


def multi_game_tables(rules: RuleSet) -> tuple[str, ...]:
    """The progressive tables of a rule set that are of a Multi-Game Link."""
    names = rules.tables.get(PROGRESSIVE, ())
    return tuple(name for name in names if paytable(name, PROGRESSIVE).cards == FIRST_FIVE)


def joins_links(game: Game) -> bool:
    """Whether a table of the game can be on a Multi-Game Link."""
    return any(multi_game_tables(rules) for rules in house_banked(game))


def has_own_link(game: Game) -> bool:
    """Whether the game has a progressive table that is not of a Multi-Game Link."""
    return any(len(multi_game_tables(rules)) < len(rules.tables.get(PROGRESSIVE, ())) for rules in house_banked(game))


def _with_hit(at: Terms, draw: Draw, seats: list[int], lucky: int) -> Cards:
    """A deck in which the five cards that count for one seat are a straight flush: as many of its own as it has, the
    others on the board, or with the dealer."""
    layout, suit = at.game.layout, draw.pick("cdhs")
    run = draw.shuffled(parse_cards(" ".join(f"{rank}{suit}" for rank in draw.pick(_RUN))))
    rest = [card for card in draw.shuffled(draw.deck(at.game.deck)) if card not in run]

    def take(number: int, first: list[Card]) -> Cards:
        taken = first[:number]
        del first[:number]
        missing = number - len(taken)
        taken += rest[:missing]
        del rest[:missing]
        return tuple(taken)

    own = {lucky: take(layout.own, run)}
    board = take(layout.board, run)
    dealer = take(layout.dealer, run)
    own |= {seat: take(layout.own, []) for seat in seats if seat != lucky}
    return stack(at.procedure, layout, own, dealer, board, at.game.deck)


def _posted(at: Terms) -> tuple[PostedTable, ...]:
    table = at.table(PROGRESSIVE)
    return (posted_table(table, f"Progressive · {table.name}"),)


def link_picture(round: Round) -> Picture:
    """The felt of a table on a link, with the posted progressive table."""
    return Picture(
        facts=(*table_facts(round.terms), ("Cards that count", _counts(round.game, round.terms))),
        dealer=round.cards.dealer,
        board=round.cards.board,
        seats=tuple(seat_picture(round, seat) for seat in round.seats),
        tables=_posted(round.terms),
    )


def _counts(game: Game, at: Terms) -> str:
    if has_own_link(game):
        return at.table(PROGRESSIVE).cards
    if game.layout.own >= 5:
        return "the player's own five"
    if game.layout.board:
        return "the player's with the community cards"
    return "the player's three and the first two of the dealer's"


def envy(game: Game, draw: Draw) -> Question:
    """Who gets how much envy?"""
    round = linked(game, draw, multi=True)
    rows = {seat: row for (seat, spot), row in results_of(plan(round)).items() if spot == ENVY}
    details = {}
    for seat in round.seats:
        row = rows.get(seat.number)
        bet = PROGRESSIVE in seat.stakes
        words = f"Envy of {row.reason}" if row else "Nobody else's hit" if bet else "No progressive wager"
        details[str(seat.number)] = Reason(words, ("R36",))
    return Question(
        prompt="Which envy do you pay to each seat at the end of this round?",
        asks=Amounts(tuple(Slot(str(seat.number), f"Seat {seat.number} · Envy") for seat in round.seats)),
        answer=tuple(signed_dollars(rows[s.number].net if s.number in rows else 0) for s in round.seats),
        why=Reason(
            "Every other player at the same table who made the progressive wager gets the envy amount of each hit, "
            "times the own wager in dollars; from the tray, and never for the own hand.",
            ("R36",),
        ),
        details=details,
        picture=link_picture(round),
        game=game.key,
        rules=round.terms.rules.name,
    )


GONE = "Nothing: the wager was gone at the lock"


def progressive(game: Game, draw: Draw) -> Question:
    """What does this progressive wager win, and from where?"""
    round = linked(game, draw, multi=not has_own_link(game))
    at, table = round.terms, round.terms.table(PROGRESSIVE)
    seat = draw.pick([seat for seat in round.seats if PROGRESSIVE in seat.stakes])
    row = results_of(plan(round))[seat.number, PROGRESSIVE]
    stake = seat.stakes.on(PROGRESSIVE)
    right = _won(table, row.line, stake) if row.line else GONE
    options = list(dict.fromkeys((*(_won(table, line, stake) for line in table.pays), GONE)))
    return Question(
        prompt=f"Seat {seat.number} made the progressive wager of {dollars(stake)}. What does it win, and from where?",
        asks=Choice(tuple(options)),
        answer=(right,),
        why=Reason(
            f"Its cards that count: {row.reason}. Percentages come off the meter, fixed pays from the tray; the "
            "highest line alone is paid.",
            (progressive_ruling(at), "R37", "R40") if seat.folded else (progressive_ruling(at), "R37"),
        ),
        picture=link_picture(round),
        game=game.key,
        rules=at.rules.name,
    )


def _won(table: Paytable, line: str, stake: int) -> str:
    match table.pays[line]:
        case Share(percent, level):
            return f"{percent} % of {level}: press the hand and call a supervisor"
        case For() as pay:
            return f"{dollars(pay.on(stake))} from the tray"
        case _:
            raise AssertionError("a progressive table has no other pays")


_KINDS = {
    "ThinContribution": "All pays come off the meter, and too little goes in",
    "RateAbovePreconfigured": "The rate is above the preconfigured one",
    "NoReserve": "There is no reserve",
    "ReserveIsOnlySeed": "The reserve is the only seed",
    "NoSeed": "The seed is zero",
    "SeedBelowFixedAward": "The seed is below the largest fixed award",
}
CLEAN = "Nothing"


def recommendation(game: Game, draw: Draw) -> Question:
    """What does the system warn about in this plan?"""
    while True:
        every = draw.once_in(2)
        setup = LevelPlan(
            level="main",
            contribution_bp=draw.pick((1500, 2000, 2500) if not every else (5000, 6500, 7000, 8000)),
            reserve_bp=draw.pick((0, 100, 200, 500)),
            seed=draw.pick((0, 1_000, 2_500, 5_000, 10_000)) * DOLLAR,
            all_pays_off_meter=every,
            preconfigured_bp=None if every else 2000,
            largest_fixed=3_000 * DOLLAR,
        )
        advice = warnings(setup)
        if len(advice) <= 1:
            break
    right = _KINDS[type(advice[0]).__name__] if advice else CLEAN
    return Question(
        prompt="A link is planned like this. What does the system warn about?",
        asks=Choice((*_KINDS.values(), CLEAN)),
        answer=(right,),
        why=Reason(f"{advice[0]}." if advice else "The plan is as it is recommended.", ("R42",)),
        picture=Picture(
            facts=(
                ("Comes off the meter", "every pay" if every else "percentage pays only"),
                ("Contribution", f"{setup.contribution_bp // 100} % of each wager"),
                *((("Preconfigured", "20 %"),) if not every else ()),
                ("Reserve", f"{setup.reserve_bp // 100} %"),
                ("Seed", dollars(setup.seed)),
                ("Largest fixed award", dollars(setup.largest_fixed)),
            )
        ),
        game=game.key,
    )


def restart(game: Game, draw: Draw) -> Question:
    """Where does the meter stand after an award?"""
    meter = Meter(
        amount=(5_000 + draw.below(60_000)) * DOLLAR + draw.below(100),
        seed=draw.pick((5_000, 10_000)) * DOLLAR,
        reserve=draw.below(200_000),
    )
    percent = draw.pick((100, 100, 5, 10))
    paid, after = award(meter, Percentage(percent))
    return Question(
        prompt=f"A win of {percent} % is logged. What is paid, and where does the meter stand afterwards?",
        asks=Amounts((Slot("paid", "Paid"), Slot("after", "The meter afterwards"))),
        answer=(signed_dollars(paid.amount), signed_dollars(after.amount)),
        why=Reason(
            "After a 100 % award the meter is seed and reserve together, and the reserve is empty; a smaller "
            "percentage is rounded up to the cent and comes off what is shown.",
            ("R39", "R41"),
        ),
        picture=Picture(
            facts=(("Meter", dollars(meter.amount)), ("Seed", dollars(meter.seed)), ("Reserve", dollars(meter.reserve)))
        ),
        game=game.key,
    )


def split(game: Game, draw: Draw) -> Question:
    """How are accepted wagers split?"""
    rate, reserve = draw.pick((1500, 2000, 2500)), draw.pick((100, 200, 500))
    wagers = (1 + draw.below(8)) * draw.pick((1, 5)) * DOLLAR
    level = Level(meter=Meter(amount=5_000 * DOLLAR, seed=5_000 * DOLLAR, rate_bp=rate, reserve_rate_bp=reserve))
    parts, _ = feed({"main": level}, wagers)
    return Question(
        prompt=f"At the lock, progressive wagers of {dollars(wagers)} are accepted. Where do they go?",
        asks=Amounts((Slot("meter", "To the meter"), Slot("reserve", "To the reserve"), Slot("house", "To the house"))),
        answer=tuple(signed_dollars(cents) for cents in (parts.meter["main"], parts.reserve["main"], parts.house)),
        why=Reason(
            "Every accepted wager splits exactly into meter, reserve and house; the meter grows at the lock, and "
            "fractions of a cent are carried.",
            ("R33", "R41"),
        ),
        picture=Picture(facts=(("Contribution", f"{rate // 100} %"), ("Reserve", f"{reserve // 100} %"))),
        game=game.key,
    )
