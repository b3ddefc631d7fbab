"""What the house is told when it chooses: what face-up dealing gives away, and what is under review."""

from __future__ import annotations

from typing import Final

from croupier.errors import Refused
from croupier.floor.choices.settings import Settings
from croupier.money import dollars
from croupier.rules.collection import Schedule, circles
from croupier.rules.face_up import NOT_A_TITLE, advice_words, bets_without_title, title_words
from croupier.rules.game import Game
from croupier.rules.own.bet import own_words
from croupier.rules.seat import SEATS
from croupier.rules.terms import FACE_UP_SPOTS, Terms

ZERO_COLLECTION: Final = (
    "Schedule 2 takes nothing from the players, and zero collection is under review by the Bureau of Gambling Control "
    "(R32)."
)


class PlayersEdge(Refused):
    """So many spots at a face-up table that the edge is the player's (R17)."""

    choice = "open_spots"

    def __init__(self, terms: Terms) -> None:
        spots, name = terms.spots, terms.rules.game.name
        most = max((number for number in SEATS if number < spots and not beats_house(terms, number)), default=1)
        super().__init__(
            f"{spots} spots cannot be open face up at {name}: {_edge_words(terms, spots)}; at {most} the house keeps "
            f"its edge. Two people can override it: one says 'allow {spots} spots' and why at the table, and then "
            "another changes it (R17)"
        )


def beats_house(terms: Terms, spots: int) -> bool:
    """Whether the edge is the player's who uses the cards of so many players at a table with these pay tables."""
    # Every command of a table reads this module, and few are of a face-up table: the lab is loaded for those alone.
    from croupier.lab.capabilities import face_up_edge

    edge = face_up_edge(terms.rules.game, spots)
    return edge is not None and edge.edge < _given(terms)


def _given(terms: Terms) -> float:
    """How much more than the usual pay tables a table's own give away face down, where that is known."""
    from croupier.lab.prices import base_name, is_priced, price

    game = terms.rules.game
    own, usual = ({bet: of[bet] for bet in game.base_tables} for of in (terms.tables, _usual(game)))
    names = base_name(game, usual), base_name(game, own)
    return float(price(names[0]).edge - price(names[1]).edge) if all(map(is_priced, names)) else 0.0


def _usual(game: Game) -> dict[str, str]:
    return {bet: names[0] for bet, names in game.rule_sets[0].tables.items()}


def _edge_words(terms: Terms, spots: int) -> str:
    """The edge at so many spots; reckoned from that of the usual pay tables where it was worked out for these alone."""
    from croupier.lab.capabilities import edge_words

    given = _given(terms)
    words = edge_words(terms.rules.game, spots, given)
    return f"{words}, reckoned from the usual pay table" if words and given else words


def check_spots(terms: Terms) -> None:
    """Refuse a face-up table at which the edge is the player's (R17)."""
    if terms.face_up and beats_house(terms, terms.spots):
        raise PlayersEdge(terms)


def spots_words(terms: Terms) -> str:
    """What a face-up table gives away at its number of spots, beside what the report advises and what that gives."""
    game, letter = terms.rules.game, terms.rules.game.letter
    edge = _edge_words(terms, terms.spots) or "what this table gives away has not been worked out"
    words = [f"Face up: {edge}.", advice_words(game)]
    most = None if letter is None else letter.most_spots
    if most is not None and most != terms.spots and (there := _edge_words(terms, most)):
        words.append(f"At {most}: {there}.")
    if beats_house(terms, terms.spots):
        words.append("It takes two people to open so many (R17).")
    return " ".join(words)


def spots_warning(terms: Terms) -> str:
    """What is recorded with the reference where more than the usual spots are open (R17)."""
    return spots_words(terms) if terms.face_up and terms.spots > FACE_UP_SPOTS else ""


def title_mark(terms: Terms) -> str:
    """The title of a table, and where it is dealt face up with a bet that no title of the letter names, that."""
    strangers = bets_without_title(terms) if terms.face_up else ()
    return f"{title_words(terms)}, {NOT_A_TITLE}: {', '.join(strangers)}" if strangers else title_words(terms)


def fee_words(terms: Terms) -> str:
    """What the collection takes from each player, in words (R32)."""
    if not terms.flat_fee:
        return "players nothing"
    each = f"each player {dollars(terms.flat_fee)}"
    if not terms.fee_per_circle:
        return each
    felts = " and ".join(spot.felt for spot in circles(terms.game))
    return f"{each} for each betting circle, {felts}, and none for a bonus bet"


def collection_words(terms: Terms) -> str:
    """What a round's collection takes from whom, in words; nothing where there is none (R32)."""
    match terms.collection:
        case Schedule.ONE:
            return f"collection a round: bank $1 or $2, {fee_words(terms)}"
        case Schedule.TWO:
            return f"collection a round: bank $0.50, $2 or $3, {fee_words(terms)}"
        case None:
            return ""


def notices(settings: Settings) -> dict[str, str]:
    """The notices that belong to these choices, by what they are about."""
    by_subject: dict[str, str] = {}
    at = settings.terms
    if at.face_up:
        by_subject["face_up"] = spots_words(at)
        by_subject["title"] = f"Its title: {title_mark(at)}."
    if at.own_bets:
        words = own_words(at.own_bets)
        by_subject["own_bets"] = f"{words[0].upper()}{words[1:]}: the table is marked so wherever it is shown."
    if at.collection is Schedule.TWO:
        by_subject["collection"] = ZERO_COLLECTION
    return by_subject


def layout_notices(terms: Terms) -> tuple[str, ...]:
    """What the layout of a table says besides its pay tables (R27a)."""
    notices = list(terms.rules.notices)
    if terms.aggregate_cap is not None:
        notices.append(f"All winnings of a round together: at most {dollars(terms.aggregate_cap)}.")
    if terms.fee_per_circle and terms.flat_fee:
        notices.append(f"C{collection_words(terms)[1:]}; taken before any card.")
    if terms.own_bets:
        words = own_words(terms.own_bets)
        notices.append(f"{words[0].upper()}{words[1:]}.")
    if terms.face_up:
        notices.append("Players' cards are dealt face up.")  # what they are worth is the staff's to know (R17)
    return tuple(notices)
