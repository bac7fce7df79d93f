"""Slugs: the words that stand for seasons, divisions, teams and leagues in addresses; names of competitions."""

from collections.abc import Iterable, Iterator

from django.utils.text import slugify

from league.models import Division, Season
from league.rules.names import check_line
from league.rules.problems import Problem
from league.translation import Text

LONGEST_COMPETITION = 60


def unique_slug(name: str, taken: Iterable[str], *, most: int = 50) -> str:
    """Return a slug of a name, at most `most` characters long, that is not among those taken."""
    base = slugify(name)[: most - 4] or "x"
    slug, number, used = base, 2, set(taken)
    while slug in used:
        slug, number = f"{base}-{number}", number + 1
    return slug


def check_competition_name(season: Season, name: str, *, but: int | None = None) -> Iterator[Problem]:
    """Yield what is wrong with a competition's name in a season, without those of `but`, its own row."""
    if wrong := check_line(name, "name"):
        yield from wrong
    elif not any(letter.isalnum() for letter in name) or len(name) > LONGEST_COMPETITION:
        yield Problem("name", Text("Use a name of up to {most} letters.", most=LONGEST_COMPETITION), "name")
    else:
        row = Division(season=season, name=name)
        row.fold_name()
        if (
            Division.competitions.filter(season=season, name_key=row.name_key)
            .exclude(pk__in=[but] if but else [])
            .exists()
        ):
            yield Problem("name", Text("{season} has a {name} already.", season=season.name, name=name), "name")


def edition_slug(season: Season, name: str) -> str:
    """The slug of a new competition: that of its name's edition in another season, or a new one."""
    others = Division.competitions.filter(season__league=season.league_id)
    earlier = others.filter(name=name).exclude(season=season).values_list("slug", flat=True).first()
    return earlier or unique_slug(name, others.values_list("slug", flat=True))
