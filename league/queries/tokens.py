"""A user's tokens for programs."""

from league.models import ApiToken, User


def tokens_of(user: User) -> list[ApiToken]:
    """The tokens of a user that he has not revoked, the latest first (one query)."""
    return list(ApiToken.objects.filter(user=user, revoked_at=None))
