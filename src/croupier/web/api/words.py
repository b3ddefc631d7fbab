"""What the fields of requests mean, by name; where one means something else at one door, that door says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_TABLE: Final = """
    about          what an order of the staff is about: the round that was looked at
    account        an account of the ledger, such as player/ann, tray/T1 or cage
    acts           every act of a dealer so far, such as take 6 ante 10; the last one is judged
    actor          only what this person did, as the record names them: staff/dora
    after          only what is newer than this position of the journal
    amount         dollars, such as 100 or 12.50
    answers        the answers of the whole paper
    approval       the number of an approval, such as WSGC 2026-31
    authority      who approves: state, tribal or bureau
    authorization  who asks, by HTTP Basic: a name of the staff and the PIN
    again          the table that is to be counted again
    cards          cards, such as AhKd
    back           where to go afterwards, a path of this house
    badge          the badge number of the second person, where one is needed
    before         only what is older than this position of the journal
    board          the community cards in sight, such as Ah Kd 2s
    button         a button of the keypad, such as seat 3, hand royal_flush, confirm, swipe
    by             how figures are grouped: table, game, shift or day
    cards          the cards of a win as its verifier saw them, such as AhKhQhJhTh
    cash           what somebody pays for chips at a table, in dollars
    chips          what somebody brings in chips to a table, in dollars
    choice         what was chosen
    claim          the number of a claim on a meter
    class          a kind of decisions to be drilled
    clock          whether the paper is taken against the clock
    closed         whether closed links are shown
    code           the code that the server printed at its first start
    command        an id of your own, 8 to 64 letters, digits, - or _; the same id again is the same command
    components     components of a link with their versions, one a line, or any
    contribution   percent of each wager that goes to a meter, by level
    count          whether the outs of a decision are to be counted before it is made
    csrf           the token, as GET /sign-in gives it
    day            a day of the house's calendar, such as 2026-11-17; today if left out
    deal           which deal of the first round
    did            what was done so far in the first round
    document       the name of the document
    down           how many base bets lie there already (Mississippi Stud)
    ending         the file's ending: json, csv, svg or png
    envy           what Envy pays, by line
    face_up        on how many spots cards may lie face up: a number, no or any
    find           only those whose name holds this
    flow           which exercise of the mock keypad
    folded         whether folded side bets lose
    format         csv, jsonl or parquet
    from           which sheet comes first
    game           a game's key, such as uth
    hand           a hand or a pay line, such as full house
    hands          the cards of each seat, by seat
    hint           whether the next button is shown
    hole           your two cards, such as As Kd
    how            how you come in: to play or to watch
    id             the certificate's number
    key            which part of the school
    kind           only such streams: table, player, cage, link, staff
    limits         wagers with their limits, such as ante=5-100, one a line, or any
    link           the link's name
    links          names of links, one a line, or any
    maker          who made a device
    meter          what a meter shows, in dollars, by level
    model          a device's model
    name           its name, as the lobby or a list shows it
    named          the correction that is made or dropped, such as T1-57 seat 5 by -5: that one and no other
    names          yes for names; otherwise people are numbers that stand for them in this file
    notation       rounds in notation, one after the other
    number         which exercise, or which paper
    off_meter      whether fixed pays come out of the meter
    order          what is asked for, in the words of the table
    own            your own cards, such as As Kd 9h 7c 2s
    page           which page of the list
    paper          which paper
    part           which part of the test
    pay            what a line pays, such as flush:6 to 1
    paytables      names of pay tables, one a line, or any
    period         all, month, week or day; or since and until
    pin            the PIN of whoever signs
    pin_again      the same PIN once more
    place          where cards lie: board, dealer or seat 3; nothing: where cards are due
    player         a player's name
    players        how many players share the meter
    position       the position of an entry in the journal
    positions      the positions of the closed shifts, joined by -
    present        whether a chip lies on the sensor
    press          a button of the mock keypad
    pressed        the buttons that were pressed so far
    q              the words of a search: a name, the number of a round, the title of a page
    reason         why a game was ended without its hands
    receipt        the position of the entry whose receipt is shown
    report         what is reported: join, chips, lock, hands, button, end or void
    progressive    the pay table of a private table's progressive in play chips; nothing: none
    reserve        percent of each wager that goes to the reserve, by level
    result         won, lost or even
    role           player, dealer, supervisor, executive, cashier, surveillance, auditor or admin
    round          the round in play, such as T1-7
    rounds         how many rounds are looked at
    rows           what a row is: rounds, seats, bets or decisions
    rules          a rule set's name, such as wa-2018
    seat           a seat, 1 to 6
    seats          the seats with a progressive chip on the sensor
    seconds        how long it took so far
    seed           what a meter starts with, in dollars, by level
    seen           cards of others that lie open
    serial         a device's serial number
    set            a rule of your own, such as dealer.qualifies=none
    session        a round of the session that is meant; the newest session if left out
    sha256         the SHA-256 of the document, in hexadecimal digits
    since          from this day on, such as 2026-11-15, on the house's clock
    slips          the receipts of trays that were filled together, separated by commas
    stake          the stake of the progressive, in dollars
    staked         a seat staked at least this, in dollars
    step           what is touched: chips, lock, button, end or void
    stream         only this stream of the record, such as table/T1
    stops          for each act that was shown, whether it was stopped
    street         only decisions of this street
    switches       choices of a table as they stand, such as lost_by_fold=bad_beat, one a line, or any
    table          a table's name; in the lab, a pay table's
    tables         pay tables other than the customary ones, by bet
    tax            the tax on a hit, in percent
    text           words that an entry shows
    then           where to go afterwards, a path of this house
    together       buttons that the same person presses with it, under one signature, such as swipe
    token          what a link brings along
    tray           seat and line of a win that the tray pays, such as 3 full_house
    until          up to and with this day
    up             the card that the dealer shows, such as 9d
    value          what the house chooses
    version        the version of the state that you were looking at
    void           no for none of the void rounds, only for these alone
    wagers         the progressive wagers in cents, by seat
    watch          whether another dealer settles the table and is watched
    way            which way a correction goes: pay, or back from the player
    what           what is done: the value of one of the page's buttons
    who            whose play; your own if left out
    why            why, in words that stay in the record
    win            the win that was just paid, as link/claim
    won            a seat won at least this, in dollars
    words          what is said of a round, or why it is corrected; it stays in the record
    x-csrf         the token, as GET /sign-in gives it
    x-machine-key  the key of the table's machine, as it was told once
"""
_MEANINGS: Final[Mapping[str, str]] = {
    name: f"{words[0].upper()}{words[1:]}."
    for name, words in (line.split(None, 1) for line in _TABLE.splitlines() if line.strip())
}
_AT: Final[Mapping[str, str]] = {
    "POST /sign-in name": "The name to sign in with.",
    "POST /staff/rehearsal/{name}/end keep": "Whether the books of the rehearsal are kept, where it is the last one.",
    "POST /staff/rehearsal/{name}/cards cards": "Cards by place, such as seat 3 AsKs board QsJsTs; or none.",
    "POST /staff/rehearsal/{name}/cards scene": "Cards that have a name instead: royal, quads, dealer.",
    "POST /staff/rehearsal/{name}/cards seat": "The seat that is dealt the cards of a scene.",
    "POST /staff/rehearsal/{name}/company seat": "The seat in which company sits down.",
    "GET /you/review hand": "Only decisions with this kind of hand, such as pair.",
    "GET /you/review order": "As played, or the mistakes by cost: played or cost.",
    "GET /you/rounds.{ending} ending": "The file's ending: txt for notation, jsonl for JSON Lines.",
    "GET /you/rounds.{ending} session": "Only the session in which this round was played; all rounds if left out.",
    "GET /position table": "The pay tables of the base game; the usual ones if left out.",
    "GET /api/position table": "The pay tables of the base game; the usual ones if left out.",
    "POST /join name": "The name to play under.",
    "POST /first-admin name": "The first admin's name.",
    "POST /staff/people name": "The name that they will sign in with.",
    "POST /staff/approvals number": "The number of the approval, such as WSGC 2026-31.",
    "POST /staff/approvals rules": "Names of rule sets, one a line, or any.",
    "POST /staff/approvals since": "The day from which it holds, such as 2026-11-17.",
    "POST /staff/approvals until": "The last day on which it holds; none where it holds until it is withdrawn.",
    "POST /api/device authorization": "The key of the device, as Bearer KEY.",
    "POST /api/device number": "Which card out of the deck it is, from 1 on; or how many were counted.",
    "POST /api/device report": "What is reported: look, out, cards, count or chip.",
    "POST /staff/devices kind": "What it is: card-reader, sensor-rail or game-machine.",
    "POST /staff/devices name": "The device's name, such as shoe-1.",
    "POST /staff/tables/{name}/equipment kind": "What it is: shuffler, layout, decks, sensors or display.",
    "POST /api/staff/link-tables/{name} seen": "The state that the keypad showed, as it names it.",
    "GET /staff/rounds/{name}/seats/{seat} name": "The round, such as T1-57.",
    "POST /staff/rounds/{name}/seats/{seat} name": "The round, such as T1-57.",
    "GET /learn/dealer/felt table": "Who banks: house, bank; or link for a table with a progressive.",
    "POST /api/learn/dealer/felt table": "Who banks: house, bank; or link for a table with a progressive.",
    "POST /api/learn/dealer/felt/watch table": "Who banks: house, bank; or link for a table with a progressive.",
    "GET /learn/dealer/felt seed": "Any text; the same text deals the same table.",
    "POST /api/learn/dealer/felt seed": "The seed of the table, as the page has it.",
    "POST /api/learn/dealer/felt/watch seed": "The seed of the table, as the page has it.",
    "POST /api/learn/dealer/felt hint": "Whether the act that is due is told.",
    "POST /t/{token} name": "The name to play under, if you have none yet.",
}


def meaning(door: str, name: str) -> str:
    """What a field of a request means; where nobody has described it, its name in words."""
    words = _AT.get(f"{door} {name}") or _MEANINGS.get(name)
    return words or f"{name.replace('_', ' ').replace('-', ' ').capitalize()}."
