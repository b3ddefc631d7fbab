"""A card room from a program: sign in, look at tables, sit, bet, decide, and follow a table as it goes on.

    from croupier.client import Client

    me = Client("http://localhost:8000")
    table = me.practise("wa-2018")
    me.bet(table, 1000, trips=500)
    for state in me.stream(table):
        if state.legal:
            me.act(table, state.legal[-1])

It needs the standard library alone; the stream also the extra `client`. `docs/http.md` says what goes over the wire.
"""

from croupier.client.room import Client, Device, Machine
from croupier.client.state import TableRow, TableState
from croupier.client.wire import Answer, Declined

__all__ = ["Answer", "Client", "Declined", "Device", "Machine", "TableRow", "TableState"]
