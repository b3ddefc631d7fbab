"""Bodies of entries as bytes: compressed with words that most bodies share, to a sixth or a quarter of their text.

The first byte says how: 0 for the text itself, any other number for the dictionary of that number, with which the rest
is a Zstandard frame that lacks its four magic bytes. A dictionary never changes once a record has been written with it;
a better one is added under the next number. What is hashed, exported and read is always the text.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import zstandard

PLAIN: Final = b"\0"
MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""How every Zstandard frame begins, and so none of ours need say it."""
DICTIONARIES: Final[Mapping[int, str]] = MappingProxyType({1: "bodies-1.dict"})
"""The files of the dictionaries, by their number."""
_NOW: Final = max(DICTIONARIES)
_NUMBER: Final = bytes([_NOW])
# Level 6 took almost three times as long and saved one to four bytes of some sixty.
_LEVEL: Final = 3
_here = threading.local()  # neither a compressor nor its opposite may serve two threads at once


def packed(text: str) -> bytes:
    """A body's text as the record keeps it."""
    return packed_bytes(text.encode("utf-8", "surrogatepass"))


def packed_bytes(plain: bytes) -> bytes:
    """The same of the text's bytes."""
    frame = _compressor().compress(plain)
    return _NUMBER + frame[4:] if len(frame) - 4 < len(plain) else PLAIN + plain


def unpacked(packed: bytes) -> str:
    """The text of a body. If the bytes were changed by somebody, a text that no reader takes for a body."""
    number = packed[0] if packed else -1
    try:
        plain = packed[1:] if number == 0 else _decompressor(number).decompress(MAGIC + packed[1:])
        return plain.decode("utf-8", "surrogatepass")
    except (zstandard.ZstdError, KeyError, UnicodeDecodeError, MemoryError):
        return f"not a body: {packed.hex()}"


@cache
def dictionary(number: int) -> bytes:
    """The words of that number; `KeyError` if there are none."""
    return (Path(__file__).parent / DICTIONARIES[number]).read_bytes()


def _compressor() -> zstandard.ZstdCompressor:
    try:
        compressor: zstandard.ZstdCompressor = _here.compressor
    except AttributeError:
        words = zstandard.ZstdCompressionDict(dictionary(_NOW))
        words.precompute_compress(level=_LEVEL)
        # The hash vouches for the text, and the first byte names the dictionary: the frame need not.
        compressor = _here.compressor = zstandard.ZstdCompressor(
            level=_LEVEL, dict_data=words, write_checksum=False, write_dict_id=False
        )
    return compressor


def _decompressor(number: int) -> zstandard.ZstdDecompressor:
    try:
        known: dict[int, zstandard.ZstdDecompressor] = _here.decompressors
    except AttributeError:
        known = _here.decompressors = {}
    if number not in known:
        known[number] = zstandard.ZstdDecompressor(dict_data=zstandard.ZstdCompressionDict(dictionary(number)))
    return known[number]
