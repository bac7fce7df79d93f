"""The state that a page of practice carries along, signed: what was asked and when, and a stranger's own boxes.

The server keeps nothing of a question: its word is all there is to it. A stranger's boxes travel with their forms, and
the page keeps them on the device; whoever changes them finds them empty.
"""

import datetime as dt
import secrets
from dataclasses import dataclass

from django.core import signing

from cardroom.rules.learn.leitner import Boxes

QUESTION, KEPT = "muggins.learn.question", "muggins.learn.kept"
LONGEST = 2000  # of a signed text that is looked at
LASTS = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of a trainer: its word, and when it was asked."""

    trainer: str
    seed: str
    at: dt.datetime

    @property
    def token(self) -> str:
        """Return it as the form carries it."""
        said = [self.trainer, self.seed, self.at.isoformat()]
        return signing.dumps(said, salt=QUESTION)


def new_word() -> str:
    """Return a word for a question that nobody has seen."""
    return secrets.token_urlsafe(8)


def read_asked(token: str, trainer: str, *, now: dt.datetime) -> AskedQuestion | None:
    """Return the question that a form carries; None where it is none of this trainer, or a day old."""
    try:
        name, seed, said = signing.loads(token[:LONGEST], salt=QUESTION)
        asked = AskedQuestion(name, seed, dt.datetime.fromisoformat(said))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return asked if asked.trainer == trainer and now - asked.at < LASTS else None


def keep(boxes: Boxes) -> str:
    """Return a stranger's boxes as their forms carry them."""
    return signing.dumps(boxes.to_dict(), salt=KEPT, compress=True)


def read_kept(text: str) -> Boxes:
    """Return the boxes that a form carries; empty ones where it carries none."""
    try:
        return Boxes.from_dict(signing.loads(text[:LONGEST], salt=KEPT))
    except (signing.BadSignature, ValueError):
        return Boxes()
