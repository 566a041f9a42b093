"""A page with placeholders whose fixed parts are compressed once; each response fills the placeholders (RFC 1951, RFC 1952)."""

import struct
import zlib

HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255))
"""gzip: deflate, no name, no time, system unknown (RFC 1952 2.3)."""
END = b"\x03\x00"
"""An empty last block (RFC 1951 3.2.6)."""
LEVEL = 6
MOST_STORED = 0xFFFF


class CompressedParts:
    """The compressed parts between the placeholders. Fillings are not compressed, so the length reveals nothing (BREACH)."""

    def __init__(self, page: bytes, hole: bytes) -> None:
        """Each part ends at a byte and repeats nothing from before the hole (a full flush), so that any filling may follow."""
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self.parts = [packer.compress(part) + packer.flush(zlib.Z_FULL_FLUSH) for part in page.split(hole)]

    def filled(self, filling: bytes, page: bytes) -> bytes:
        """The gzip file of `page`, which is the page with this filling, of at most 65,535 bytes."""
        if len(filling) > MOST_STORED:
            raise ValueError(f"A stored block holds at most {MOST_STORED} bytes; these are {len(filling)} (RFC 1951 3.2.4).")
        stored = struct.pack("<BHH", 0, len(filling), len(filling) ^ MOST_STORED) + filling
        return HEAD + stored.join(self.parts) + END + struct.pack("<II", zlib.crc32(page), len(page) & 0xFFFFFFFF)
