from collections.abc import Mapping

from django.db.models import TextChoices

from league.translation import N_


class NewsState(TextChoices):
    """Everybody sees only a published post or page."""

    DRAFT = "draft", N_("Draft")
    PUBLISHED = "published", N_("Published")
    WITHDRAWN = "withdrawn", N_("Withdrawn")


# What has been published is no draft again.
NEWS_MOVES: Mapping[NewsState, frozenset[NewsState]] = {
    NewsState.DRAFT: frozenset({NewsState.PUBLISHED}),
    NewsState.PUBLISHED: frozenset({NewsState.WITHDRAWN}),
    NewsState.WITHDRAWN: frozenset({NewsState.PUBLISHED}),
}
