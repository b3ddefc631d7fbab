"""Several servers, one card room: an order goes to the server that runs the table, wherever it came in."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import http.client
import json
import time
from typing import Any, Final

from croupier.errors import Refused
from croupier.floor.orders import Order
from croupier.floor.roles import Person
from croupier.floor.room import Room
from croupier.inputs import WRITTEN, TooLarge, read_all
from croupier.store.cluster import Cluster, Unreachable

LOOK_EVERY_S: Final = 0.5
"""How often a server checks whether a table has lost the server that ran it."""
_TIMEOUT_S: Final = 6.0
PATH: Final = "/between-servers/orders"


class Servers:
    """This server among the others of the room. Their messages are signed with a key that only they share."""

    def __init__(self, cluster: Cluster, room: Room, key: str) -> None:
        self._cluster = cluster
        self._room = room
        self._key = key.encode()

    def owns(self, table: str) -> bool:
        """Whether this server runs the table, as far as it knows."""
        return self._cluster.owns(table)

    async def is_mine(self, table: str) -> bool:
        """Whether this server runs the table; it takes a table that nobody runs."""
        if self.owns(table):
            return True
        if not await asyncio.to_thread(self._cluster.take, table):
            return False
        # Another server ran the table before: what stands in the record is its state.
        await asyncio.to_thread(self._room.reload, table, resumed=True)
        return True

    async def unowned(self, tables: set[str]) -> set[str]:
        """Those of these tables that no server runs."""
        return await asyncio.to_thread(self._cluster.unowned, tables)

    async def hand_over(self, table: str, to: str) -> bool:
        """Have the server of that id run a table from now on, if this one does."""
        return await asyncio.to_thread(self._cluster.hand_over, table, to)

    async def pass_on(self, table: str, order: Order, who: Person, *, command: str, version: int | None) -> None:
        """Have the table's own server carry an order out. If it dies meanwhile, the one that takes over is asked."""
        body = json.dumps(
            {
                "table": table,
                "order": str(order),
                "name": who.name,
                "role": who.role.value,
                "command": command,
                "version": version,
                **self._from_here(),
            }
        ).encode()
        until = time.monotonic() + _TIMEOUT_S
        while True:
            try:
                writer = await asyncio.to_thread(self._cluster.writer, table)
                if writer is not None and writer != self._cluster.address:
                    answer = await asyncio.to_thread(_post, writer, body, self.signature(body))
                    if answer.get("failed"):
                        raise Unreachable(answer["error"])
                    if answer.get("error"):
                        raise Refused(answer["error"])
                    return
                if await self.is_mine(table):
                    await self._room.do_async(table, order, who, command=command, version=version)
                    return
            except (OSError, http.client.HTTPException, Unreachable):
                pass
            if time.monotonic() > until:
                raise Unreachable(f"the server that runs {table} does not answer; the table will show what happened")
            await asyncio.sleep(LOOK_EVERY_S / 2)

    async def nudge(self, table: str) -> None:
        """Have the table's own server read the record again. A server that takes the table over reads it anyway."""
        body = json.dumps({"table": table, "look": True, **self._from_here()}).encode()
        with contextlib.suppress(OSError, http.client.HTTPException, Unreachable):
            writer = await asyncio.to_thread(self._cluster.writer, table)
            if writer is not None and writer != self._cluster.address:
                await asyncio.to_thread(_post, writer, body, self.signature(body))

    def _from_here(self) -> dict[str, str | int]:
        """Who sends a message, and when: our heartbeat, which every server of the room can look up."""
        return {"from": self._cluster.id, "beat": self._cluster.beat}

    def signature(self, body: bytes) -> str:
        """The signature that proves that a message comes from a server of the room: it takes the room's key and its
        database.

        The key alone is not enough: a copy of the room has it, too.
        """
        room = f"between servers of {self._cluster.database}\n".encode()
        return hmac.new(self._key, room + body, hashlib.sha256).hexdigest()

    def behind_s(self) -> float:
        """How many seconds ago this server had certainly heard of everything that was written."""
        return self._cluster.behind_s()

    async def opened(self, body: bytes, signature: str) -> dict[str, Any]:
        """A message from another server; refused where it is forged or old.

        Its sender must be entered in our own database: a server of a copy of the room is entered in the copy. Age is
        told by the sender's heartbeat, so no two clocks are compared.
        """
        # As bytes: anything may be sent, and text that is not ASCII cannot be compared.
        if not hmac.compare_digest(self.signature(body).encode(), signature.encode()):
            raise Refused("this message does not come from a server of this room")
        message: dict[str, Any] = json.loads(body)
        if not await asyncio.to_thread(self._cluster.is_neighbour, message["from"], message["beat"]):
            raise Refused("this message is old, or its sender is no server of this room")
        return message

    def close(self) -> None:
        """Release the tables, for any other server to take."""
        self._cluster.close()


def _post(address: str, body: bytes, signature: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection(address, timeout=5)
    try:
        connection.request("POST", PATH, body, {"content-type": "application/json", "x-signature": signature})
        answer: dict[str, Any] = json.loads(read_all(connection.getresponse(), WRITTEN, address))
        return answer
    except (ValueError, TooLarge):
        return {"error": "the server that runs the table answered strangely; try again"}
    finally:
        connection.close()
