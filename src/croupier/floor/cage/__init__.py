"""The cage: chips for cash and back, fills and credits, shifts, receipts, and what the house holds where."""

from croupier.floor.cage.cage import Cage as Cage
from croupier.floor.cage.cage import NoSuchPlayer as NoSuchPlayer
