"""From which network a request comes: one visitor has many names, and of IPv6 many addresses, but few networks."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from typing import Final

_NETWORK_BITS: Final = 64
_NETWORK: Final[ContextVar[str]] = ContextVar("network", default="")


def asked_from(address: str) -> None:
    """From here on, what is asked comes from the network of this address."""
    _NETWORK.set(network_of(address))


def network_now() -> str:
    """The network from which is asked now; none where the house itself asks."""
    return _NETWORK.get()


def network_of(address: str) -> str:
    """What one household has of an address: all of it, or the first half where there are more than anybody can count.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:  # as a socket for both kinds names those of the older one
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, _NETWORK_BITS), strict=False))
