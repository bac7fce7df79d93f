"""Rulesets of a league's own, and what can be played by."""

from dataclasses import dataclass

from league.enums import RulesetName
from league.models import Division, League, OwnRuleset, Season
from league.translation import Text


@dataclass(frozen=True, slots=True)
class OwnRulesets:
    """A ruleset of a league's own, with its versions.

    Attributes:
        latest: its last version.
        versions: all of them, the last first, each with the divisions that play by it.
    """

    latest: OwnRuleset
    versions: tuple[tuple[OwnRuleset, tuple[Division, ...]], ...]


def own_rulesets(league: League) -> list[OwnRulesets]:
    """Return a league's own rulesets by their titles, with whoever plays by them (two queries)."""
    rows = list(
        OwnRuleset.objects.filter(league=league).select_related("made_by").order_by("title", "name", "-version")
    )
    playing: dict[int, dict[int, Division]] = {}
    divisions = Division.objects.filter(season__league=league, season__hidden_at=None).select_related("season")
    for division in divisions.order_by("-season__first_week", "order", "name"):
        for own in (division.singles_own_id, division.doubles_own_id):
            if own is not None:
                playing.setdefault(own, {})[division.pk] = division
    # The title may change from one version to the next; the name stays.
    by_name: dict[str, list[OwnRuleset]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    found = [sorted(versions, key=lambda row: -row.version) for versions in by_name.values()]
    return [
        OwnRulesets(versions[0], tuple((row, tuple(playing.get(row.pk, {}).values())) for row in versions))
        for versions in found
    ]


def choices_of(league: League) -> list[tuple[str, str]]:
    """Return the rulesets a division can play by: the word that stands for each, and its title (one query)."""
    own = OwnRuleset.objects.filter(league=league).order_by("title", "-version")
    return [
        *RulesetName.choices,
        *(
            (f"{row.name}:{row.version}", Text("{title}, version {version}", title=row.title, version=row.version))
            for row in own
        ),
    ]


def chosen_by(division: Division, kind: str) -> str:
    """Return the word that stands for what a division plays by; its own ruleset must be joined."""
    own: OwnRuleset | None = getattr(division, f"{kind}_own")
    return f"{own.name}:{own.version}" if own is not None else str(getattr(division, f"{kind}_ruleset"))


def divisions_to_choose(season: Season) -> list[Division]:
    """Return the divisions of a season with the rulesets they play by (one query)."""
    found = season.divisions.select_related("season__league", "singles_own", "doubles_own")
    return list(found.order_by("order", "name"))
