"""Slugs: the words that stand for seasons, divisions, teams and leagues in addresses."""

from collections.abc import Iterable

from django.utils.text import slugify


def unique_slug(name: str, taken: Iterable[str], *, most: int = 50) -> str:
    """Return a slug of a name, at most `most` characters long, that is not among those taken."""
    base = slugify(name)[: most - 4] or "x"
    slug, number, used = base, 2, set(taken)
    while slug in used:
        slug, number = f"{base}-{number}", number + 1
    return slug
