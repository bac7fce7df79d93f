"""Who is asking at the moment: what the shapes of answers need to know to show a person's name in full or short."""

from contextvars import ContextVar

from league.access import Grants

asker: ContextVar[Grants] = ContextVar("asker")
