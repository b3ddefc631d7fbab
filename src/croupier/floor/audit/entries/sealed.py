"""What is sealed beside the journal: each secret belongs to something, and what must be sealed is.

Which secret it is, the audit cannot say but for the seed of a round in play, which its table's promise tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from croupier.floor.audit.moment import Moment
from croupier.store.reader import Reader

_OF_THE_SERVERS: Final = "web/signing-key"
"""The key that signs cookies, which a server may keep there."""


def wrong_secrets(reader: Reader, moment: Moment, rounds: Iterable[str]) -> Iterator[str]:
    """What is sealed and belongs to nothing, and what should be sealed and is not, when the walk is over. `rounds` are
    those in play."""
    keys, in_play = set(reader.sealed_keys()), set(rounds)
    for key in sorted(moment.sealed - keys):
        yield f"nothing is kept under {key}, though the journal says so"
    for key in sorted(keys - moment.sealed - {_OF_THE_SERVERS}):
        kind, _, who = key.partition("/")
        role, _, name = who.partition("/")
        # Whether somebody was entered with a PIN, the journal does not say.
        book = {"staff": moment.staff, "player": moment.players}.get(role, {})
        known = name in book if kind == "pin" else key in in_play
        if not known:
            yield f"something is kept under {key}, which nothing in the journal knows"
