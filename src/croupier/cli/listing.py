"""Every command: its name, a line for `croupier --help`, and the modules that make it.

The order is that of `--help`. Only the modules of the command that is asked for are imported, and none for the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Command(NamedTuple):
    """A line for the list, short enough for eighty columns, and the modules below `croupier.cli` that register it."""

    words: str
    modules: tuple[str, ...]


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "serve": Command("Run the card room in the browser: tables, practice, staff.", ("room.serve",)),
        "play": Command("Play at the terminal, every payout with its reason.", ("play",)),
        "rules": Command("What a rule set offers: bets, limits, pay tables, notices.", ("rules",)),
        "settle": Command("Settle rounds: a JSON case a line in, an answer a line out.", ("settle",)),
        "verify": Command("Check that a shuffle is the one that was promised.", ("verify",)),
        "shuffles": Command("Decks by the million, counted, or raw for a test suite.", ("shuffles",)),
        "replay": Command("Play a round again from its notation, every amount checked.", ("replay",)),
        "train": Command("Learn to deal and to play, and be examined.", ("train", "drills")),
        "edge": Command("The house edge of every bet, exactly, beside the printed one.", ("figures.edge",)),
        "progressive": Command("What a jackpot is worth, when it is fair, when it is hit.", ("figures.progressive",)),
        "strategy": Command("What each choice is worth, and what a mistake costs.", ("figures.strategy",)),
        "faceup": Command("What a table dealt face up is worth to one who looks.", ("figures.faceup",)),
        "simulate": Command("Rounds at random, and sessions worked out exactly.", ("figures.simulate",)),
        "compare": Command("Two pay tables, variants or rule sets side by side.", ("figures.compare",)),
        "ruin": Command("How long a bankroll lasts, and where sessions end, exactly.", ("figures.ruin",)),
        "hold": Command("What a full table wins, how it swings, the tray it needs.", ("figures.hold",)),
        "banking": Command("What it is worth to bank in California, after the fees.", ("figures.banking",)),
        "table": Command("Open tables, look at them, give orders.", ("room.table", "room.choices", "room.signs")),
        "link": Command(
            "Progressive links: levels, claims, adjustments, reports.",
            ("links.link", "links.claims", "links.meters", "links.office", "links.reports"),
        ),
        "cage": Command("Buy-ins, cash-outs, fills, credits, win sheets.", ("room.cage",)),
        "figures": Command("Handle, win and hold, beside what theory expects.", ("figures.played",)),
        "staff": Command("Register people, set PINs, unlock.", ("room.staff",)),
        "house": Command("The house's time zone, and when money needs two people.", ("room.house",)),
        "audit": Command("Prove the record: balances, settlements, shuffles, hashes.", ("room.audit",)),
        "sign": Command("Sign how far the record has come, with a key kept apart.", ("room.sign",)),
        "export": Command("Write the journal out, entry by entry.", ("room.export",)),
        "rounds": Command("Find finished rounds, newest first.", ("room.rounds",)),
        "sums": Command("Keep the projections of the journal, or make them again.", ("room.sums",)),
        "soak": Command("Play seeded rounds at many tables, then compare and audit.", ("room.soak",)),
        "sbom": Command("What this installation is made of, in CycloneDX JSON.", ("sbom",)),
        "version": Command("Print the version.", ("version",)),
    }
)
