"""A mail server that writes down what it accepts, one JSON object a line: `python -m tests.catcher PORT FILE`.

It can refuse a part of what it is given for the moment, as a busy server does, always the same part for the same seed;
and it can be slow.
"""

import argparse
import asyncio
import json
import random
from email import message_from_bytes
from pathlib import Path
from typing import Any, TextIO

from aiosmtpd.smtp import SMTP, Envelope, Session


class Catcher:
    """aiosmtpd's handler: 451 for the part refused, else the mail is in the file before the sender hears 250."""

    def __init__(self, into: TextIO, *, refuse: float, seed: int, slow: float) -> None:
        self.into, self.refuse, self.chance, self.slow = into, refuse, random.Random(seed), slow

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(self.slow)
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        message = message_from_bytes(content)
        refused = self.chance.random() < self.refuse
        written: dict[str, Any] = {"id": message["Message-ID"], "to": envelope.rcpt_tos, "refused": refused}
        if not self.refuse:
            written["mail"] = content.decode("utf-8", "replace")
        self.into.write(json.dumps(written) + "\n")
        self.into.flush()
        return "451 4.3.2 Busy, try again" if refused else "250 OK"


async def serve(port: int, into: Path, *, host: str, refuse: float, seed: int, slow: float) -> None:
    """Listen until killed."""
    with into.open("a") as file:
        handler = Catcher(file, refuse=refuse, seed=seed, slow=slow)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(handler, hostname="catcher", loop=loop), host, port)
        await server.serve_forever()


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("port", type=int)
    asked.add_argument("into", type=Path)
    asked.add_argument("--host", default="127.0.0.1", help="where it listens")
    asked.add_argument("--refuse", type=float, default=0.0, help="the part refused, 0 to 1")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--slow", type=float, default=0.0, help="seconds before it answers")
    asyncio.run(serve(**vars(asked.parse_args())))
