"""R11, R32: the law's limits are the widest that a table or a link can have, whoever asks and however.

What was recorded before they were asked stays as it was. Such a table finishes its round, and deals no further one
until it is mended.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from card_room import ADMIN, ANN, BOB, DEALER, SUPERVISOR, CardRoom
from link_room import CARD, EVE, KEYED, SUE, LinkRoom

from croupier.errors import Refused
from croupier.floor.audit.auditor import audit
from croupier.floor.choices.making import chosen, customary
from croupier.floor.choices.notices import notices
from croupier.floor.dealer import next_order
from croupier.floor.links.claiming import commit, link_person
from croupier.floor.links.control import Links
from croupier.floor.links.desk import NO_PART, LinkPart
from croupier.floor.links.economics import preconfigured
from croupier.floor.links.keypads import candidates
from croupier.floor.links.linked import LinkTo
from croupier.floor.links.outside import OutsideTable, write_of
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.floor.links.outside_events import TermsNoted
from croupier.floor.movements import applied
from croupier.floor.orders import Order, parse_order
from croupier.floor.plan import unit_of_table
from croupier.floor.play import decide
from croupier.floor.roles import Person
from croupier.floor.table import DealtBy, Settings, TableOpened
from croupier.floor.view import table_view
from croupier.games import ruleset
from croupier.jackpot.office.setup import Configure, JoinTable, OpenLink
from croupier.jackpot.terms import LinkTerms
from croupier.rules.own.file import parse_side_bets
from croupier.rules.terms import Terms
from croupier.rules.wagers import Range

WASHINGTON = """
  legal 100000 | limits.ante 5-25000 | a legal limit of $100,000 is above Washington's: no single wager passes $400
  legal 400.02 |                     | a legal limit of $400.02 is above Washington's
  limits.ante 5-101 |                | an Ante of $101 makes a 4x Play above the legal limit; at most $100
  limits.trips 1-1000 |              | Trips up to $1,000 is above Washington's legal limit of $400 for a single wager
  limits.pairs 1-401 |               | Pairs up to $401 is above Washington's legal limit of $400
"""
CALIFORNIA = """
  limits.trips 1-1000 |  | Trips $1 to $1,000 is outside California's limits: every wager that a player names is from $5
  limits.trips 1-50   |  | Trips $1 to $50 is outside California's limits
  limits.ante 5-51    |  | Ante $5 to $51 is outside California's limits
  limits.ante 4-50    |  | Ante $4 to $50 is outside California's limits
  player_fee 99       |  | each player pays exactly $0.50 under schedule 1, not $99; no other amount can be set
  player_fee 0        |  | each player pays exactly $0.50 under schedule 1, not $0; no other amount can be set
  collection 2 | player_fee 0.25 | ca leaves no choice of 'player_fee' to the house
"""


def rows(text: str) -> list[tuple[dict[str, str], str]]:
    found = []
    for line in text.strip().splitlines():
        *said, why = (cell.strip() for cell in line.split("|"))
        found.append(({key: value for one in said if one for key, value in [one.split()]}, why))
    return found


# What is chosen today.


@pytest.mark.parametrize(
    ("rules", "texts", "why"),
    [("wa-2018", *row) for row in rows(WASHINGTON)] + [("ca", *row) for row in rows(CALIFORNIA)],
)
def test_r11_r32_what_passes_the_law_cannot_be_chosen(
    rules: str, texts: dict[str, str], why: str, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        chosen(customary(ruleset(rules)), texts)
    assert why in str(refused.value)
    at = CardRoom(f"sqlite:///{tmp_path}/room.db")
    at.furnish(rules)
    with pytest.raises(Refused) as refused:
        at.room.do("T1", parse_order("change " + str(texts).replace("'", '"')), SUPERVISOR, command=at.id())
    assert why in str(refused.value), "a table that is there is not changed to it either"


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        ("wa-2018", {"legal": "200", "limits.ante": "5-50"}),
        ("wa-2018", {"limits.trips": "1-400"}),
        ("ca", {"limits.ante": "10-30"}),
        ("ca", {"limits.trips": "5-10", "limits.ante": "50-50"}),
        ("ca", {"player_fee": "0.50", "collection": "1"}),
        ("ca", {"player_fee": "0.5"}),
        ("ca", {"collection": "2"}),
    ],
)
def test_r11_r32_a_table_may_be_narrower(rules: str, texts: dict[str, str]) -> None:
    assert chosen(customary(ruleset(rules)), texts).terms.player_fee == 50


OWN = '[lucky]\nname = "Lucky"\ngames = ["uth"]\ncards = "hole"\nbest = 2\nafter_fold = "plays"\nlimits = "1-401"\n\n'


def test_r11_a_bet_of_ones_own_is_a_wager_too() -> None:
    declared = OWN + '[lucky.pays]\n"pair" = "9 to 1"'
    with pytest.raises(Refused, match=r"Lucky up to \$401 is above Washington's legal limit of \$400"):
        chosen(customary(ruleset("wa-2018")), {"own_bets": declared})
    made = chosen(customary(ruleset("wa-2018")), {"own_bets": declared.replace("1-401", "1-400")})
    assert made.terms.own_bets == parse_side_bets(declared.replace("1-401", "1-400"))


def changed(rules: str, **choices: object) -> Settings:
    """Settings that no form can make."""
    return replace(customary(ruleset(rules)), terms=replace(customary(ruleset(rules)).terms, **choices))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (changed("wa-2018", limits=None), "a table has limits"),
        (changed("ca", collection=None), "California's collection is taken by a schedule; want 1 or 2"),
        (changed("ca", player_fee=9_900), "each player pays exactly \\$0.50"),
    ],
)
def test_r11_r32_a_program_opens_no_wider_table_than_a_form(settings: Settings, why: str, tmp_path: Path) -> None:
    at = CardRoom(f"sqlite:///{tmp_path}/room.db")
    at.furnish()
    with pytest.raises(Refused, match=why):
        at.room.open_table("T2", settings, ADMIN, "open T2")


def test_r32_schedule_two_comes_with_its_notice_and_takes_nothing_from_players() -> None:
    made = chosen(customary(ruleset("ca")), {"collection": "2"})
    assert "under review by the Bureau" in notices(made)["collection"]
    assert (made.terms.flat_fee, customary(ruleset("ca")).terms.flat_fee) == (0, 50)


# Links.


def test_r11_a_links_stake_is_a_wager_and_is_refused_above_the_limit(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path}/room.db")
    links = at.link_up()
    too_much = r"a stake of \$1,000 is above the legal limit of \$400 for a single wager"
    with pytest.raises(Refused, match=too_much):
        links.open("dear", replace(KEYED, stake=100_000), EVE, "open dear", override="test")
    with pytest.raises(Refused, match=too_much):
        links.configure("main", replace(KEYED, stake=100_000), EVE, "dearer", override="test")
    assert links.open("most", replace(KEYED, stake=40_000), EVE, "open most", override="test").terms.stake == 40_000


def test_r11_a_table_with_a_narrower_limit_than_the_stake_does_not_join(tmp_path: Path) -> None:
    at = LinkRoom(f"sqlite:///{tmp_path}/room.db")
    links = at.link_up()
    links.open("dear", replace(KEYED, stake=30_000), EVE, "open dear", override="test")
    narrow = chosen(customary(ruleset("wa-2018")), {"legal": "200", "limits.ante": "5-50"})
    at.room.open_table("N1", narrow, ADMIN, "open N1")
    with pytest.raises(Refused, match=r"the Progressive of \$300 is above this table's legal limit of \$200"):
        links.join("dear", "N1", SUE, "join N1")
    assert candidates(links, "dear") == []
    links.join("main", "N1", SUE, "join main")
    with pytest.raises(Refused, match=r"the Progressive of \$300 is above this table's legal limit of \$200"):
        links.configure("main", replace(KEYED, stake=30_000), EVE, "dearer", override="test")
    at.room.open_table("W1", customary(ruleset("wa-2018")), ADMIN, "open W1")
    links.join("dear", "W1", SUE, "join W1")
    with pytest.raises(Refused, match=r"the Progressive of \$300 is above this table's legal limit of \$200"):
        at.room.do("W1", parse_order('change {"legal": "200", "limits.ante": "5-50"}'), SUPERVISOR, command="narrower")


# What was recorded before the law was asked.


class OldRoom(LinkRoom):
    """A room with a table, and perhaps a link, of before the law was asked."""

    def furnish_as_it_was(self, terms: Terms, by: DealtBy = DealtBy.PERSON) -> None:
        """Table T1 with these terms, $10,000 in its tray, and three players with $1,000 each."""
        self.furnish()
        opened = TableOpened("X1", Settings(terms=terms, dealt_by=by))
        table, moved = applied(None, (opened,), self.tick())
        self.store.commit(unit_of_table(table, 0, (opened,), moved, ADMIN, "open X1", self.now, "open table X1"))
        self.cage.fill("X1", 1_000_000, SUPERVISOR, "fill X1")

    def before(self, who: Person, *texts: str | Order, part: LinkPart = NO_PART) -> None:
        """Orders at X1, carried out as they were then."""
        for text in texts:
            order = parse_order(text) if isinstance(text, str) else text
            table = self.room.table("X1")
            seed = hashlib.sha256(f"X1-{table.rounds + 1}".encode()).digest()
            events = decide(table, order, who.name, seed, law=None)
            after, moved = applied(table, events, self.tick())
            unit = unit_of_table(after, table.version, events, moved, who, self.id(), self.now, str(order))
            self.store.commit(replace(unit, writes=(*unit.writes, *part.writes)))
            self.room.reload("X1")

    def link_as_it_was(self, terms: LinkTerms) -> None:
        self.links = Links(self.room)
        self.people.register(EVE.name, EVE.role, None, ADMIN, EVE.name)
        opened = OpenLink(link="main", terms=preconfigured(terms), by=link_person(EVE), override="test")
        commit(self.room, self.links.desk.part("main", opened), EVE, "open main", "open link main")

    def asked(self, who: Person, *orders: str) -> None:
        for order in orders:
            self.room.do("X1", parse_order(order), who, command=self.id())

    def why_not(self, who: Person, order: str) -> str:
        with pytest.raises(Refused) as refused:
            self.asked(who, order)
        return str(refused.value)


def wide(rules: str, legal: int | None, **spans: Range) -> Terms:
    terms = customary(ruleset(rules)).terms
    assert terms.limits is not None
    return replace(terms, limits=replace(terms.limits, legal=legal, spots={**terms.limits.spots, **spans}))


def played(at: OldRoom, stake: str, bank: str = "") -> None:
    """A round of before: ann in seat 1 bets, and bob in seat 2 banks where somebody must."""
    at.before(DEALER, "open")
    if bank:
        at.before(ANN, "pass")
        at.before(BOB, f"bank {bank}")
    at.before(ANN, f"bet {stake}")
    at.before(DEALER, "lock", "deal")
    at.before(ANN, "check")
    at.before(DEALER, "flop")
    at.before(ANN, "check")
    at.before(DEALER, "river")
    at.before(ANN, "fold")
    while at.room.table("X1").in_play is not None:
        at.before(DEALER, table_view(at.room.table("X1"))["next"])


@pytest.fixture
def at(tmp_path: Path) -> OldRoom:
    return OldRoom(f"sqlite:///{tmp_path}/room.db")


def test_r11_a_table_outside_the_law_finishes_its_round_and_deals_no_further_one_until_it_is_mended(
    at: OldRoom,
) -> None:
    at.furnish_as_it_was(wide("wa-2018", 10_000_000, ante=Range(500, 2_500_000)))
    at.before(ANN, "sit 1")
    played(at, "400")
    at.before(DEALER, "open")
    at.restart()
    at.asked(ANN, "bet 15")
    at.asked(DEALER, "lock", "deal")
    at.asked(ANN, "bet4")
    at.asked(DEALER, "flop", "river", "dealer", "settle", "end")
    why = at.why_not(DEALER, "open")
    assert why == (
        "X1 deals no further round: a legal limit of $100,000 is above Washington's: no single wager passes $400; a "
        "table may be narrower, never wider (R11); it goes on when it is brought within the law, on its page or by "
        "croupier table change X1"
    )
    seen = table_view(at.room.table("X1"))
    assert (seen["next"], "no further round is dealt: a legal limit of $100,000" in seen["state"]) == (None, True)
    assert "an Ante of $25,000 makes a 4x Play above" in at.why_not(SUPERVISOR, 'change {"legal": "400"}')
    assert "is above Washington's" in at.why_not(SUPERVISOR, 'change {"clock": "20"}')
    assert audit(at.store).findings == (), "what happened, happened"
    at.asked(SUPERVISOR, 'change {"legal": "400", "limits.ante": "5-100"}')
    at.asked(DEALER, "open")
    at.restart()
    assert audit(at.store).findings == ()


def test_r11_the_automatic_dealer_opens_no_round_at_a_table_outside_the_law(at: OldRoom) -> None:
    at.furnish_as_it_was(wide("wa-2018", 10_000_000), DealtBy.MACHINE)
    at.before(ANN, "sit 1")
    assert next_order(at.room.table("X1"), at.tick()) is None
    assert at.room.advance("X1").in_play is None
    at.asked(SUPERVISOR, 'change {"legal": "400"}')
    assert at.room.advance("X1").in_play is not None


def test_r32_a_fee_of_before_was_taken_is_audited_and_ends_with_the_next_change(at: OldRoom) -> None:
    at.furnish_as_it_was(replace(wide("ca", None, trips=Range(100, 100_000)), player_fee=9_900))
    at.before(ANN, "sit 1")
    at.before(BOB, "sit 2")
    played(at, "5 trips 1", bank="300")
    assert at.money()["fees/X1"] == 9_900 + 100
    at.before(SUPERVISOR, 'change {"player_fee": "0.25"}')
    assert at.room.table("X1").settings.terms.player_fee == 25
    assert "each player pays exactly $0.50 under schedule 1, not $0.25" in at.why_not(DEALER, "open")
    assert "Trips $1 to $1,000 is outside California's limits" in at.why_not(SUPERVISOR, 'change {"clock": "20"}')
    at.asked(SUPERVISOR, 'change {"limits.trips": "5-50"}')
    assert at.room.table("X1").settings.terms.player_fee == 50
    at.asked(DEALER, "open")
    assert audit(at.store).findings == ()


def test_r32_changes_of_before_that_left_the_fee_or_snapped_the_ante_audit_clean(at: OldRoom) -> None:
    """The same orders made other entries once; each stands as it was written."""
    old = replace(wide("ca", None, ante=Range(1_000, 10_000), trips=Range(100, 5_000)), player_fee=25)
    at.furnish_as_it_was(old)
    order = parse_order('change {"clock": "20"}')
    for fee, ante in ((25, Range(1_000, 10_000)), (25, Range(500, 5_000))):
        table = at.room.table("X1")
        (event,) = decide(table, order, SUPERVISOR.name, b"", law=None)
        clock_s = 20 if table.settings.terms.clock_s is None else None
        terms = replace(
            table.settings.terms,
            clock_s=clock_s,
            player_fee=fee,
            limits=table.settings.terms.limits.with_spot("ante", ante),  # type: ignore[union-attr]
        )
        event = replace(event, new=replace(table.settings, terms=terms))  # type: ignore[type-var]
        after, moved = applied(table, (event,), at.tick())
        unit = unit_of_table(after, table.version, (event,), moved, SUPERVISOR, at.id(), at.now, str(order))
        at.store.commit(unit)
        at.room.reload("X1")
        order = parse_order('change {"clock": ""}')
    assert audit(at.store).findings == ()


def test_r11_a_link_of_before_takes_no_table_and_its_tables_deal_no_round_until_its_stake_is_changed(
    at: OldRoom,
) -> None:
    at.furnish_as_it_was(customary(ruleset("wa-2018")).terms)
    at.link_as_it_was(replace(KEYED, stake=100_000))
    part = at.links.desk.part("main", JoinTable("X1", "uth", link_person(SUE)))
    at.before(SUE, LinkTo("main", 100_000, "UTH-P01", "tray"), part=part)
    at.before(ANN, "sit 1")
    assert "the Progressive of $1,000 is above Washington's legal limit of $400" in at.why_not(DEALER, "open")
    with pytest.raises(Refused, match=r"a stake of \$1,000 is above the legal limit of \$400"):
        at.links.join("main", "T1", SUE, "join T1")
    assert candidates(at.links, "main") == []
    assert audit(at.store).findings == ()
    at.links.configure("main", replace(KEYED, stake=500), EVE, "mend", override="test")
    at.asked(DEALER, "open")
    at.asked(ANN, "bet 10 progressive 5")
    assert audit(at.store).findings == ()


def test_r11_another_games_table_takes_no_wager_of_a_link_of_before(at: OldRoom) -> None:
    at.furnish()
    at.link_as_it_was(CARD)
    outside = OutsideDesk(at.links)
    outside.join("main", "W1", "dj-wild", SUE, "join W1")
    assert outside.lock("W1", {1: 500}, DEALER, "lock 1") == "W1-1"
    outside.end("W1", DEALER, "end 1")
    dearer = replace(preconfigured(CARD), stake=100_000)
    part = at.links.desk.part("main", Configure(terms=dearer, by=link_person(EVE), override="test"))
    noted = write_of(OutsideTable.load(at.store, "W1"), TermsNoted(100_000, CARD.paytable))
    commit(at.room, replace(part, writes=(*part.writes, noted)), EVE, "dearer", "configure link main")
    with pytest.raises(Refused, match=r"a stake of \$1,000 is above the legal limit of \$400"):
        outside.lock("W1", {1: 100_000}, DEALER, "lock 2")
    with pytest.raises(Refused, match=r"a stake of \$1,000 is above the legal limit of \$400"):
        outside.join("main", "W2", "dj-wild", SUE, "join W2")
    assert audit(at.store).findings == ()
