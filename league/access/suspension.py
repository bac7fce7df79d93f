"""A league that the server's operator has suspended is read, and nothing changes in it; its data stay its people's."""

from league.errors import Suspended
from league.models import League
from league.translation import Text

READS = frozenset((
    "account.own", "appeal.see", "calendar.own", "captain.work", "card.see_photograph", "conduct.see", "daily.see",
    "dispute.see", "fixture.history", "hand.check", "journal.see", "league.oversee", "league.view", "live.follow",
    "mail.oversee", "mail.own", "player.averages", "player.charges", "player.history", "player.name", "referee.work",
    "team.charges", "team.history",
))  # fmt: skip
WRITES = frozenset(("league.export", "league.keep", "league.operate", "person.erase", "person.export"))


def suspension_message(reason: str) -> Text:
    return Text("This league is suspended by the operator: {reason}", reason=reason)


def require_not_suspended(league: League) -> None:
    """Raise Suspended, with the operator's reason."""
    if league.suspended_at is not None:
        raise Suspended(suspension_message(league.suspended_because))
