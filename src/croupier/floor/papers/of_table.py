"""What is submitted for one table: rules of play, bets, pay tables, notices, settings, procedure, approvals, edges."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.floor.choices.equipment import standing
from croupier.floor.choices.every import choices
from croupier.floor.choices.making import NO_APPROVAL
from croupier.floor.choices.notices import layout_notices
from croupier.floor.house.choices import HouseChoices
from croupier.floor.papers.of_link import USUAL, link_sections
from croupier.floor.papers.paper import Grid, Imprint, Paper, Placard, Section, pay_grid, sections_of
from croupier.floor.table import Settings, Table
from croupier.jackpot.link import Link
from croupier.lab.capabilities import table_edges
from croupier.lab.prices import NoSuchPrice, base_price_name, bet_price_name, price
from croupier.money import dollars
from croupier.rules.deal import dealing_words
from croupier.rules.game import Game
from croupier.rules.plan import RIGHT_TO_LEFT
from croupier.rules.posted_tables import posted_at
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE, Placed, Spot
from croupier.school.makers.dealing import NAMES, round_steps
from croupier.school.makers.wagering import offer_words
from croupier.school.primer.words import primer
from croupier.school.rulings import is_taught, progressive_ruling, spot_ruling

NOT_KEPT = "not worked out beforehand; croupier edge works it out"


def table_paper(
    table: Table,
    link: Link | None,
    imprint: Imprint,
    record: str,
    approval: str = NO_APPROVAL,
    house: HouseChoices = USUAL,
) -> Paper:
    """All that is submitted for a table, as it stands; with its link, if it is on one. `approval` is how it stands to
    its approval, in words (R56)."""
    settings, terms = table.settings, table.settings.terms
    rules = terms.rules
    return Paper(
        title=terms.game.name,
        subtitle=f"Table {table.name}: {rules.title} ({rules.name}, version {rules.version}, source {rules.source})",
        imprint=imprint,
        reference=approval,
        record=record,
        sections=sections_of(
            play_section(terms.game),
            bets_section(terms),
            Section(title="Posted pay tables", grids=tuple(pay_grid(posted) for posted in posted_at(terms).values())),
            _notices(terms),
            _dealing(terms),
            _settings(settings),
            *(() if link is None else link_sections(link, house)),
            _approvals(table, approval),
            _edges(terms),
        ),
    )


def table_placards(table: Table) -> tuple[Placard, ...]:
    """A card for each bet that pays by a table, as they hang at the felt; the notices stand on the first."""
    terms = table.settings.terms
    game, notices = terms.game, layout_notices(terms)
    cards: list[Placard] = []
    for bet, posted in posted_at(terms).items():
        said = tuple(filter(None, (_words(game, bet),))) + (() if cards else notices)
        cards.append(Placard(bet=bet, where=f"{game.name} · {table.name}", posted=posted, notices=said))
    return tuple(cards)


def play_section(game: Game) -> Section:
    """The rules of play: in the words of the game's own folder where it has some, else as its value says them."""
    words = [game.about]
    facts = [(street.words.capitalize(), _offers(game, at)) for at, street in enumerate(game.streets)]
    if is_taught(game):
        told = primer(game)
        words = [told.aim, told.cards, told.dealer, told.ties]
        facts = [(name, f"{told.streets[game.streets[at].key]} {offer}") for at, (name, offer) in enumerate(facts)]
    if game.rulings is not None:
        said = game.rulings
        numbers = dict.fromkeys((*said.overview, said.ranking, said.decision, *said.order, said.base, said.fold))
        facts.append(("Rulings", ", ".join(numbers)))
    return Section(title="Rules of play", paragraphs=tuple(filter(None, words)), facts=tuple(facts))


def _offers(game: Game, at: int) -> str:
    street = game.streets[at]
    return f"{offer_words(street.offers)}. Whoever does not answer in time {street.late.says}."


def bets_section(terms: Terms) -> Section:
    """Every bet of the layout: when it is made, by whom, from what to what."""
    game = terms.game
    offered = [spot for spot in game.spots if _is_offered(terms, spot)]
    rows = tuple((spot.felt, spot.placed.value, _who(game, spot), _limits(terms, spot)) for spot in offered)
    told = ((spot, _words(game, spot.key)) for spot in offered)
    return Section(
        title="Bets, and who may bet them",
        facts=tuple((spot.felt, f"{words} ({_ruling(terms, spot.key)})") for spot, words in told if words),
        grids=(Grid("Every bet of the layout", ("Bet", "Made", "By whom", "From and to"), rows),),
    )


def _is_offered(terms: Terms, spot: Spot) -> bool:
    """Whether a spot has a meaning at this table: the Progressive on a link alone, envy where its table has it."""
    if spot.key in (PROGRESSIVE, ENVY):
        on_link = terms.progressive_stake is not None
        return on_link and (spot.key == PROGRESSIVE or bool(terms.table(PROGRESSIVE).envy))
    return spot.placed is not Placed.BEFORE or terms.offers(spot.key)


def _words(game: Game, spot: str) -> str:
    """What the game's own folder says of a bet; nothing where it says nothing."""
    return primer(game).spots.get(spot, "") if is_taught(game) else ""


def _ruling(terms: Terms, spot: str) -> str:
    if spot == ENVY:
        return "R36"
    if spot == PROGRESSIVE:
        return progressive_ruling(terms)
    return spot_ruling(terms.game, spot)


def _who(game: Game, spot: Spot) -> str:
    felt = game.by_key
    if spot.placed is Placed.WON:
        return "nobody: it is won with other bets"
    if spot.placed is Placed.DECIDED:
        return f"whoever has bet the {felt[game.base].felt} and has not folded"
    if spot.follows is not None:
        return f"whoever bets the {felt[spot.follows].felt}, always the same amount"
    needs = (game.base,) if spot.key == PROGRESSIVE else spot.needs
    if needs:
        return f"whoever bets {' and '.join(felt[need].felt for need in needs)}"
    others = [felt[key].felt for key in game.dealt_in if key != spot.key]
    return "every player" + (f"; also without {' or '.join(others)}" if spot.key in game.dealt_in and others else "")


def _limits(terms: Terms, spot: Spot) -> str:
    if spot.key == PROGRESSIVE and terms.progressive_stake is not None:
        return f"{dollars(terms.progressive_stake)} exactly"
    if spot.placed is Placed.DECIDED:
        return f"multiples of the {terms.game.by_key[terms.game.base].felt}, as each decision offers"
    span = None if terms.limits is None else terms.limits.spots.get(spot.key)
    return "" if span is None else span.words


def _notices(terms: Terms) -> Section:
    return Section(title="Notices of the layout", steps=layout_notices(terms))


def _dealing(terms: Terms) -> Section:
    game, procedure = terms.game, terms.procedure
    order = terms.settling_order or RIGHT_TO_LEFT
    settles = (
        "Settle clockwise from the seat after the player-dealer"
        if terms.player_banked
        else f"Settle the seats in the order {', '.join(map(str, order))}"
    )
    dealt = dealing_words(procedure, game.layout, face_up=terms.face_up)
    face_up = ("Players' cards are dealt face up.",) if terms.face_up else ()
    return Section(
        title="Dealing procedure",
        paragraphs=(f"Dealt from {NAMES[procedure]}. {dealt}", *face_up),
        steps=(*round_steps(procedure, game), settles, "Count the cards and end the round"),
    )


def _settings(settings: Settings) -> Section:
    by_group: dict[str, list[tuple[str, ...]]] = {}
    for choice in choices(settings.terms.rules):
        by_group.setdefault(choice.group.value, []).append((choice.label, choice.words(settings), choice.allows))
    head = ("Choice", "As it stands", "Allowed")
    return Section(
        title="Settings",
        paragraphs=("Every choice that the rules leave to the house (R49).",),
        grids=tuple(Grid(group, head, tuple(rows)) for group, rows in by_group.items()),
    )


def _approvals(table: Table, approval: str) -> Section:
    settings, terms = table.settings, table.settings.terms
    facts = [("Internal controls", approval)]
    if terms.face_up_approval:
        facts.append(("Face-up dealing", terms.face_up_approval))
    if terms.meter_order_approval:
        facts.append(("Order of meter pays", terms.meter_order_approval))
    facts.append(("Decks", f"two, with {' and '.join(settings.colours)} backs"))
    for device in standing(table.equipment):
        number = f", approval {device.approval}" if device.approval else ""
        facts.append((device.kind.value.capitalize(), f"{device.maker} {device.model}, {device.serial}{number}"))
    return Section(title="Approvals and equipment", facts=tuple(facts))


def _edges(terms: Terms) -> Section:
    rows = tuple(_edge_rows(terms))
    note = "A share of one bet, worked out exactly for who plays best. A progressive bet's depends on the meter."
    heads = ("Bet", "Pay table", "House edge", "Printed")
    return Section(title="Exact house edges", grids=(Grid("House edge of each bet", heads, rows, note),))


def _edge_rows(terms: Terms) -> Iterator[tuple[str, ...]]:
    game, names = terms.game, terms.tables
    base = game.by_key[game.base].felt
    tables = ", ".join(names[bet] for bet in game.base_tables if bet in names)
    for players in (0, *sorted(table_edges(terms))):
        felt = f"{game.base_words}, face up, {players} players" if players else f"{game.base_words}, played best"
        yield felt, tables, _edge(base_price_name(terms, players), f" of one {base} bet"), ""
    for spot in game.optional:
        if spot.key != PROGRESSIVE and terms.offers(spot.key):
            table = terms.table(spot.key)
            printed = table.printed_edge if terms.rules.prints_edges else None
            yield spot.felt, table.name, _edge(bet_price_name(terms, spot.key)), printed or ""


def _edge(name: str, of: str = "") -> str:
    try:
        return f"{float(price(name).edge):.3%}".replace("%", " %") + of
    except NoSuchPrice:
        return NOT_KEPT
