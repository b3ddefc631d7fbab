"""Practice and play with friends: private tables with play chips, for whoever comes in or is let in.

Guests and their chips live in a record of their own (`Store.practice`), under names of their own: a guest sits only at
practice tables, and nobody else does, so play chips and money never meet. Who has an account plays there under a
guest's name that is theirs alone.
"""

from croupier.floor.practice.chips import PLAY_CHIPS, lend_chips, refill
from croupier.floor.practice.company import (
    COMPANY,
    CompanyStrength,
    company_decision,
    company_order,
    company_stakes,
    has_company,
)
from croupier.floor.practice.guests import Entrance, as_guest, entrances, guests_of, is_known, let_in, welcome
from croupier.floor.practice.names import (
    check_guest_name,
    check_right_chips,
    is_guest,
    is_practice,
    shown_name,
    shown_round,
)
from croupier.floor.practice.tables import Making, open_practice, practice_settings, practice_tables

__all__ = [
    "COMPANY",
    "PLAY_CHIPS",
    "CompanyStrength",
    "Entrance",
    "Making",
    "as_guest",
    "check_guest_name",
    "check_right_chips",
    "company_decision",
    "company_order",
    "company_stakes",
    "entrances",
    "guests_of",
    "has_company",
    "is_guest",
    "is_known",
    "is_practice",
    "lend_chips",
    "let_in",
    "open_practice",
    "practice_settings",
    "practice_tables",
    "refill",
    "shown_name",
    "shown_round",
    "welcome",
]
