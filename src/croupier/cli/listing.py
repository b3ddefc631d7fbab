"""Every command: its name, a line for `--help`, and the module that makes it.

The order is that of `--help`. A list is shown without importing anything, and only the module of the command that is
asked for is imported (`LazyGroup`). The line of a command in a group is the first sentence of its own help.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias


class CommandRow(NamedTuple):
    """A line for the list, short enough for eighty columns, and the module below `croupier.cli` that registers it."""

    summary: str
    module: str


class GroupRow(NamedTuple):
    """A line for the list, the commands of the group, its own help where that is longer than the line, and the command
    that is meant where none is named."""

    summary: str
    commands: Mapping[str, CommandRow | GroupRow]
    help: str = ""
    usual: str = ""


Listing: TypeAlias = Mapping[str, CommandRow | GroupRow]


def _group(
    summary: str,
    modules: Mapping[str, Mapping[str, str]],
    help: str = "",
    *,
    groups: Mapping[str, GroupRow] | None = None,
    usual: str = "",
) -> GroupRow:
    """A group of the commands that each module registers, by name, with their lines, and of groups within it."""
    commands = {name: CommandRow(line, module) for module, lines in modules.items() for name, line in lines.items()}
    return GroupRow(summary, MappingProxyType({**commands, **(groups or {})}), help, usual)


COMMANDS: Listing = MappingProxyType(
    {
        "serve": CommandRow("Run the card room in the browser: tables, practice, staff.", "room.serve"),
        "demo": CommandRow("Show a room that plays by itself, in a folder of its own.", "room.demo"),
        "play": CommandRow("Play at the terminal, every payout with its reason.", "play"),
        "rules": CommandRow("What a rule set offers: bets, limits, pay tables, notices.", "rules"),
        "new-game": CommandRow("Write a game of your own, whole, to begin with.", "new_game"),
        "settle": CommandRow("Settle rounds: a JSON case a line in, an answer a line out.", "settle"),
        "verify": CommandRow("Check that a shuffle is the one that was promised.", "verify"),
        "shuffles": CommandRow("Decks by the million, counted, or raw for a test suite.", "shuffles"),
        "replay": CommandRow("Play a round again from its notation, every amount checked.", "replay"),
        "train": _group(
            "Learn to deal and to play, and be examined.",
            {
                "train": {
                    "dealer": (
                        "Ask questions of a chapter, one after another, and explain what was wrong with its ruling."
                    ),
                    "manual": "Print the whole course as Markdown: words, worked examples, every game on a sheet.",
                },
                "drills": {
                    "play": (
                        "Ask decisions near the border, one after another; say what each choice is worth, and the rule."
                    ),
                    "verify": "Look a certificate up in the record, draw its paper again and mark its answers again.",
                },
            },
            help="Learn to deal and to play: questions out of the rules, a manual, drills.",
        ),
        "edge": CommandRow("The house edge of every bet, exactly, beside the printed one.", "figures.edge"),
        "progressive": CommandRow("What a jackpot is worth, when it is fair, when it is hit.", "figures.progressive"),
        "strategy": CommandRow("What each choice is worth, and what a mistake costs.", "figures.strategy"),
        "faceup": CommandRow("What a table dealt face up is worth to one who looks.", "figures.faceup"),
        "simulate": CommandRow("Rounds at random, and sessions worked out exactly.", "figures.simulate"),
        "compare": CommandRow("Two pay tables, variants or rule sets side by side.", "figures.compare"),
        "ruin": CommandRow("How long a bankroll lasts, and where sessions end, exactly.", "figures.ruin"),
        "hold": CommandRow("What a full table wins, how it swings, the tray it needs.", "figures.hold"),
        "banking": CommandRow("What it is worth to bank in California, after the fees.", "figures.banking"),
        "report": CommandRow("The mathematics of a game or a table, on one paper.", "figures.report"),
        "table": _group(
            "Open tables, look at them, give orders.",
            {
                "room.table": {
                    "list": "List the tables.",
                    "show": (
                        "Show a table as anybody sees it, or as one of its players does; and every "
                        "choice that the house made there."
                    ),
                    "do": "Give an order; then the clock and an automatic dealer do what is theirs to do.",
                    "correct": "Correct what a finished round paid a seat: one person asks, another makes it (R58).",
                    "dealer": "Assign a dealer to a table, or relieve the one who deals there.",
                },
                "room.choices": {
                    "open": "Open a table, with whatever the house chooses; croupier table show NAME lists all of it.",
                    "change": (
                        "Choose otherwise at a table, between rounds; each change is an entry with its "
                        "author, old and new value."
                    ),
                    "allow": (
                        "Allow face-up spots at which the edge is the player's (R17); somebody else then "
                        "changes the table."
                    ),
                    "face-down": "End face-up dealing at a table, or everywhere (R17).",
                    "unseat": (
                        "Send a player off who is gone: bets that are not locked come back, wagers in "
                        "play stay there (R19)."
                    ),
                    "close": "Close a table for good.",
                    "reopen": "Open a closed table again, as it was.",
                },
                "room.papers": {
                    "papers": "What is submitted for a table: rules, pay tables, settings, edges; as HTML (R60).",
                    "placards": "The pay tables of a table as cards for the felt, as HTML to print (R60).",
                },
                "room.equipment": {
                    "equipment": (
                        "List what stands or stood on a table: since when, until when, and its malfunctions."
                    ),
                    "place": "Put a device on a table: maker, model, serial number, approval.",
                    "remove": "Take a device off a table; its history stays.",
                    "void": "Void the round in play: every wager goes back.",
                },
                "room.signs": {
                    "signs": (
                        "Signs of players who use the others' cards, over a face-up table's rounds, "
                        "with what they gained."
                    ),
                },
            },
        ),
        "link": _group(
            "Progressive links: levels, claims, adjustments, reports.",
            {
                "links.link": {
                    "create": "Open a link; every meter starts at its seed.",
                    "configure": "Change a link's terms, while no round and no claim is open on it.",
                    "list": "List the links and what their displays show.",
                    "show": "Show a link: levels, tables, open claims, adjustments that wait.",
                    "join": "Put a table on a link, between its rounds.",
                    "open-table": "Open a table with real cards on a link: only the progressive is recorded (R58).",
                    "lock": "COIN IN or START GAME at a table with real cards: accept the wagers of these seats.",
                    "leave": "Take a table off a link, between its rounds.",
                },
                "links.claims": {
                    "press": "Press one button of a table's progressive keypad.",
                    "claim": "The dealer's part of a win: select the seat, press the hand.",
                    "approve": "The supervisor's part of a win: verify, log it for good, and adjust the meter.",
                    "refuse": "Send a claim that is not logged yet back to its table.",
                },
                "links.meters": {
                    "adjust": "Ask for a meter to be set by hand, or approve or drop what somebody else asked for.",
                    "stop": "Stop a link: its tables take no progressive wagers and say so.",
                    "resume": "Let a stopped link run again: two people, and books that agree.",
                    "check": (
                        "Fold the pool and compare the link with the ledger; a difference stops it, and "
                        "ends with exit status 1."
                    ),
                },
                "links.office": {
                    "back-out": (
                        "Ask for a logged win to be backed out (R46); somebody else makes it with `adjust --approve`."
                    ),
                    "transfer": (
                        "Ask for money to go from one level to another (R43); somebody else makes it "
                        "with `adjust --approve`."
                    ),
                    "components": (
                        "The register of the components that a link runs on, and what is missing "
                        "or not of the approved version (R51)."
                    ),
                    "component": "Note the version of a component that a link runs on (R51).",
                    "winner": "Note who won, for the house's papers; a later entry corrects an earlier one.",
                    "history": (
                        "What people did with a link by hand: adjustments made and dropped, claims "
                        "refused, terms, components."
                    ),
                    "close": "Close a link that no table, no claim and no money is left on.",
                },
                "links.reports": {
                    "report": (
                        "Wagers, contributions, awards, adjustments and reserve of a period; theory against fact."
                    ),
                    "hits": "The last hits of each level and of the tables' trays, the newest first.",
                    "page": "The win page of a logged win, as HTML to print (R48).",
                },
                "links.papers": {
                    "papers": "What is submitted for a link: terms, pay table, procedure, components; as HTML (R60).",
                    "placards": "The pay table of a link as a card for the felt, as HTML to print (R60).",
                },
            },
        ),
        "cage": _group(
            "Buy-ins, cash-outs, fills, credits, counts, win sheets.",
            {
                "room.cage": {
                    "fund": "Put the house's own money into the cage.",
                    "buy-in": "Sell chips to a player.",
                    "cash-out": "Redeem a player's chips.",
                    "sell": "Sell real chips to somebody without an account (R58).",
                    "redeem": "Redeem real chips that somebody without an account brings (R58).",
                    "balance": "What a player has.",
                    "fill": "Bring chips from the cage to a tray.",
                    "fill-all": "Fill every tray up to par, with one signature.",
                    "credit": "Take chips from a tray back to the cage.",
                    "receipt": "A receipt of the cage, as it was given.",
                    "cash": "What players brought and took in cash on a day of the house.",
                    "banked": "What a player has banked in California: sessions, result, fees.",
                },
                "room.shifts": {
                    "sheet": "The win sheet of the shift that is running, of one table or of all with their sum.",
                    "count": "Seal a blind count of a table's tray and box; what the record has is told afterwards.",
                    "close": "Close a table's shift by its last count: its win sheet, and the heads of all streams.",
                },
            },
        ),
        "figures": CommandRow("Handle, win and hold, beside what theory expects.", "figures.played"),
        "staff": _group(
            "Register people, set PINs, unlock.",
            {
                "room.staff": {
                    "add": "Register somebody.",
                    "list": "List the staff.",
                    "pin": "Set a new PIN, which also unlocks.",
                    "unlock": "Let somebody who was locked out try again.",
                    "deactivate": "Let somebody in no more; all that they did stays in the record.",
                    "activate": "Let somebody in again who was deactivated.",
                    "role": "Give one of the staff another role.",
                },
            },
        ),
        "house": _group(
            "The house's time zone, when money needs two people, and the law.",
            {
                "room.house": {
                    "show": "Show every choice of the house.",
                    "set": "Choose something anew; the journal keeps what it was before.",
                },
            },
            groups={
                "law": _group(
                    "The legal profile: what the law allows, by jurisdiction and date (R55).",
                    {
                        "room.law": {
                            "show": "Show the legal profile in force, and every change of it on record.",
                            "change": "Change what a legal profile says from a day on; two people sign.",
                        },
                    },
                    usual="show",
                ),
            },
        ),
        "approval": _group(
            "Approvals on record: entered, prolonged, withdrawn, shown.",
            {
                "room.approvals": {
                    "add": (
                        "Enter an approval: who gave it, since when and until when, by which document, and what it "
                        "covers."
                    ),
                    "list": "List the approvals on record.",
                    "show": "Show an approval: who gave it, how long it holds, and what it covers.",
                    "prolong": "Let an approval hold until another day.",
                    "withdraw": "Withdraw an approval, from today on.",
                },
            },
        ),
        "device": _group(
            "Readers and sensor rails that report to a table.",
            {
                "room.devices": {
                    "register": "Register a device for one table; its key is printed this once.",
                    "list": "List the devices: kind, table, and whether they report.",
                    "renew": "Give a device a new key, printed this once; the old one ends.",
                    "withdraw": "Withdraw a device: its key ends, what it reported stays.",
                },
            },
        ),
        "audit": CommandRow("Prove the record: balances, settlements, shuffles, hashes.", "room.audit"),
        "sign": CommandRow("Sign how far the record has come, with a key kept apart.", "room.sign"),
        "signatures": CommandRow("Show what is proved of the record, and by whose key.", "room.signatures"),
        "export": CommandRow("Write the journal out, entry by entry.", "room.export"),
        "rounds": CommandRow("Find finished rounds, newest first.", "room.rounds"),
        "sums": CommandRow("Keep the projections of the journal, or make them again.", "room.sums"),
        "soak": CommandRow("Play seeded rounds at many tables, then compare and audit.", "room.soak"),
        "sbom": CommandRow("What this installation is made of, in CycloneDX JSON.", "sbom"),
        "version": CommandRow("Print the version.", "version"),
    }
)
