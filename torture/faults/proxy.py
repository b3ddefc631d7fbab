"""A line to PostgreSQL that can be cut: just before a commit gets there, or just before its answer comes back."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from pathlib import Path
from random import Random

from torture.scene.victim import Tell

_PORT = ".s.PGSQL.5432"


class CutLine:
    """Listens where a PostgreSQL would, passes everything on, and cuts the line at some of the commits."""

    def __init__(self, address: str, folder: Path, chance: Random, tell: Tell) -> None:
        head, _, server = address.partition("?host=")
        self._server = str(Path(server) / _PORT)
        self.address = f"{head}?host={folder}"
        self._chance = chance
        self._tell = tell
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / _PORT))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            client, _ = self._listener.accept()
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self._server)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self._pass_on, args=(client, server), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError), client, server:
            while True:
                ready, _, _ = select.select([client, server], [], [])
                if server in ready:
                    if not (said := server.recv(1 << 16)):
                        return
                    client.sendall(said)
                    continue
                if not (said := client.recv(1 << 16)):
                    return
                cut = b"COMMIT" in said and self._chance.random() < 0.15
                if cut and self._chance.random() < 0.3:
                    self._tell("cut", "before a commit got there")
                    return
                server.sendall(said)
                if cut:
                    server.recv(1 << 16)  # it is done, and nobody hears of it
                    self._tell("cut", "before a commit was answered")
                    return
