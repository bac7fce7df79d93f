"""The addresses of the site, as Django holds them: what a test asks that must miss none."""

from collections.abc import Iterator, Sequence

from django.urls import URLPattern, URLResolver, get_resolver


def routes(
    patterns: Sequence[URLPattern | URLResolver] | None = None, before: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Find every route with what it leads to.

    Args:
        patterns: where to look; the whole site unless given.
        before: the part of the route that leads there.

    Returns:
        The route as `ResolverMatch.route` spells it, and its pattern.
    """
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        else:
            yield route, each
