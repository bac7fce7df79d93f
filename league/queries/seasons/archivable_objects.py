"""What hides or deletes parts of a league, what forbids that, and what goes with them.

Hiding can always be undone. Deleting is only for what nobody has decided anything about: no journal entry names it, and
nothing but its own parts refers to it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import (
    CharField,
    Exists,
    Model,
    OuterRef,
    ProtectedError,
    Q,
    QuerySet,
    RestrictedError,
    TextChoices,
)
from django.db.models.deletion import Collector
from django.db.models.functions import Cast

from league.enums import FixtureState, JournalKind, ResultState
from league.models import (
    Adjustment,
    Blackout,
    CalendarFeed,
    Division,
    Entry,
    Fixture,
    Invitation,
    JournalEntry,
    JournalHead,
    League,
    LotsDrawn,
    Player,
    Registration,
    Result,
    Role,
    Round,
    Season,
    Team,
    Timetable,
    Venue,
    VenueClosure,
    Week,
)
from league.queries.seasons.setting_changes import rows_name
from league.translation import N_, Text

Thing: TypeAlias = League | Season | Venue | Team


class Kind(TextChoices):
    LEAGUE = "league", N_("League")
    SEASON = "season", N_("Season")
    VENUE = "venue", N_("Venue")
    TEAM = "team", N_("Team")


MODELS: Mapping[Kind, type[Season] | type[Venue] | type[Team]] = {
    Kind.SEASON: Season,
    Kind.VENUE: Venue,
    Kind.TEAM: Team,
}
_OF_A_SEASON = (Season, Division, Entry, Blackout, Round, Week, Registration, Timetable)
_OF_ENTRIES = (JournalKind.TEAM_ADDED, JournalKind.TEAM_WITHDRAWN, JournalKind.TEAM_RETURNED)
MONEY_KINDS = (JournalKind.CHARGED, JournalKind.CHARGE_PAID, JournalKind.CHARGE_CANCELLED)
"""The kinds of entries about money."""
_OF_REGISTRATIONS = (JournalKind.PLAYER_REGISTERED, JournalKind.PLAYER_TRANSFERRED, JournalKind.PLAYER_RELEASED)
# What goes along: a thing's own parts, on which nobody has decided anything.
PARTS: Mapping[Kind, tuple[type[Model], ...]] = {
    Kind.LEAGUE: (
        League,
        *_OF_A_SEASON,
        Venue,
        VenueClosure,
        Team,
        Player,
        Role,
        Invitation,
        CalendarFeed,
    ),
    Kind.SEASON: _OF_A_SEASON,
    Kind.VENUE: (Venue, VenueClosure),
    Kind.TEAM: (Team, Entry, Blackout, Role, Invitation, Registration),
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What can be done with a part of a league.

    Attributes:
        confirmed: number of confirmed results in it.
        not_hidden, not_restored, not_deleted: why it cannot be; empty where it can.
        goes: what would be deleted with it, by kind.
    """

    thing: Thing
    kind: Kind
    confirmed: int
    not_hidden: tuple[Text, ...]
    not_restored: tuple[Text, ...]
    not_deleted: tuple[Text, ...]
    goes: Mapping[Text, int]


def kind_of(thing: Thing) -> Kind:
    if isinstance(thing, League):
        return Kind.LEAGUE
    return next(kind for kind, model in MODELS.items() if isinstance(thing, model))


def kind_name(thing: Thing) -> Text:
    return Text("{kind}", kind=kind_of(thing).label).lowered()


def find_thing(league: League, kind: str, pk: int) -> Thing:
    """Return a thing of a league, hidden or not; raise League.DoesNotExist."""
    if kind not in Kind.values or (kind == Kind.LEAGUE and pk != league.pk):
        raise League.DoesNotExist
    if kind == Kind.LEAGUE:
        return league
    found = MODELS[Kind(kind)]._default_manager.filter(pk=pk, league=league).select_related("league").first()
    if found is None:
        raise League.DoesNotExist
    return found


def archivable_objects(league: League) -> list[Thing]:
    """Seasons, venues and teams of a league, hidden ones too (three queries)."""
    found: list[Thing] = [league]
    found += Season.objects.filter(league=league).order_by("-first_week", "pk")
    found += Venue.objects.filter(league=league).order_by("name", "pk")
    found += Team.objects.filter(league=league).order_by("name", "pk")
    return found


def preview_of(thing: Thing, *, administrator: bool) -> Preview:
    """Return what can be done with a thing, and what would go with it (a few queries).

    Only an administrator hides confirmed results.
    """
    kind = kind_of(thing)
    confirmed = confirmed_in(thing)
    goes, strange = _collected(thing, kind)
    return Preview(
        thing, kind, confirmed,
        tuple(_against_hiding(thing, confirmed, administrator)),
        against_restoring(thing),
        tuple(_against_deleting(thing, confirmed, strange)),
        goes,
    )  # fmt: skip


def fixtures_in(thing: Thing) -> Q:
    if isinstance(thing, League):
        return Q(division__season__league=thing)
    if isinstance(thing, Season):
        return Q(division__season=thing)
    return Q(venue=thing) if isinstance(thing, Venue) else Q(home=thing) | Q(away=thing)


def confirmed_in(thing: Thing) -> int:
    """Count fixtures with a confirmed result (one query)."""
    confirmed = Result.objects.filter(fixture=OuterRef("pk"), live=True, state=ResultState.CONFIRMED)
    return Fixture.objects.filter(fixtures_in(thing), Exists(confirmed)).count()


def _against_hiding(thing: Thing, confirmed: int, administrator: bool) -> Iterator[Text]:
    if isinstance(thing, Season) and confirmed and not administrator:
        yield Text.plural(
            "{n} of its results is confirmed; only an administrator of this server hides it.",
            "{n} of its results are confirmed; only an administrator of this server hides it.",
            confirmed,
        )
    if isinstance(thing, Team) and confirmed:
        yield Text.plural(
            "{n} of its results is confirmed; withdraw it from the season instead.",
            "{n} of its results are confirmed; withdraw it from the season instead.",
            confirmed,
        )
    if isinstance(thing, Team | Venue):
        waiting = _to_play().filter(fixtures_in(thing), division__season__hidden_at=None).count()
        if waiting and isinstance(thing, Venue):
            yield Text.plural(
                "{n} fixture at it is still to be played.", "{n} fixtures at it are still to be played.", waiting
            )
        elif waiting:
            yield Text.plural(
                "{n} fixture of it is still to be played.", "{n} fixtures of it are still to be played.", waiting
            )
    if isinstance(thing, Venue):
        homes = _drafts().filter(venue=thing, season__hidden_at=None).count()
        if homes:
            yield Text.plural(
                "{n} team has it as home venue in a season without fixtures.",
                "{n} teams have it as home venue in a season without fixtures.",
                homes,
            )


def against_restoring(thing: Thing) -> tuple[Text, ...]:
    """Return why a hidden thing cannot be restored (three queries for a season, one for a merged team).

    A season without its hidden teams and venues would have fixtures that nobody can enter. A merged team is the other
    one.
    """
    if isinstance(thing, Team) and thing.merged_into is not None:
        return (Text("It was entered twice, and is {team} now.", team=thing.merged_into.name),)
    if not isinstance(thing, Season) or thing.hidden_at is None:
        return ()
    to_play, drafts = _to_play().filter(division__season=thing), _drafts().filter(season=thing)
    sides = Q(pk__in=to_play.values("home")) | Q(pk__in=to_play.values("away"))
    places = Q(pk__in=to_play.values("venue")) | Q(pk__in=drafts.values("venue"))
    teams = Team.objects.filter(sides, hidden_at__isnull=False).order_by("name")
    venues = Venue.objects.filter(places, hidden_at__isnull=False).order_by("name")
    return tuple(Text("{name} is hidden. Restore it first.", name=str(hidden)) for hidden in [*teams, *venues])


def _to_play() -> QuerySet[Fixture]:
    confirmed = Result.objects.filter(fixture=OuterRef("pk"), live=True, state=ResultState.CONFIRMED)
    return Fixture.objects.filter(~Exists(confirmed)).exclude(state=FixtureState.CANCELLED)


def _drafts() -> QuerySet[Entry]:
    fixtures = Fixture.objects.filter(division__season=OuterRef("season"))
    return Entry.objects.filter(~Exists(fixtures), withdrawn_on=None, team__hidden_at=None)


def _against_deleting(thing: Thing, confirmed: int, strange: Mapping[Text, int]) -> Iterator[Text]:
    if names_of(thing):
        yield N_("The journal tells of it, and nothing that the journal tells of is deleted. It can be hidden.")
    elif confirmed:
        yield Text.plural("{n} of its results is confirmed.", "{n} of its results are confirmed.", confirmed)
    for name, count in strange.items():
        yield Text.plural("{n} {rows} refers to it.", "{n} {rows} refer to it.", count, rows=name)


def _collected(thing: Thing, kind: Kind) -> tuple[dict[Text, int], dict[Text, int]]:
    """Count rows deleted with a thing, by kind, and those that refer to it and are no part of it."""
    collector = _Everything(using="default", origin=thing)
    try:
        collector.collect([thing])
    except (ProtectedError, RestrictedError) as refused:
        held = refused.protected_objects if isinstance(refused, ProtectedError) else refused.restricted_objects
        return {}, _count_by_kind(held)
    rows = [row for model, found in collector.data.items() for row in found]
    parts = PARTS[kind]
    strange = [row for row in rows if not isinstance(row, parts)]
    return _count_by_kind(row for row in rows if isinstance(row, parts)), _count_by_kind(strange)


class _Everything(Collector):
    """A collector of every row, the quickly deleted too, for the counts."""

    def can_fast_delete(self, *args: object, **kwargs: object) -> bool:
        return False


def _count_by_kind(rows: Iterable[Model]) -> dict[Text, int]:
    counts = Counter(type(row) for row in rows)
    return dict(sorted((rows_name(model, count), count) for model, count in counts.items()))


def names_of(thing: Thing) -> bool:
    """Whether a journal entry names a thing (at most five queries).

    An imported entry has another server's ids: there its name decides.
    """
    if isinstance(thing, League):
        # Its end is never deleted: the site's database user may not, and a trigger refuses it whoever asks.
        return JournalHead.objects.filter(league=thing).exists() or JournalEntry.objects.filter(league=thing).exists()
    mine = JournalEntry.objects.filter(league=thing.league_id)
    about = Q(key__startswith=f"{kind_of(thing)}:{thing.pk}:", imported=False)
    about |= Q(imported=True, what__icontains=thing.name)
    if isinstance(thing, Team):
        about |= Q(team=thing) | Q(fixture__home=thing) | Q(fixture__away=thing)
    if isinstance(thing, Venue):
        about |= Q(kind=JournalKind.FIXTURE_MOVED, fixture__venue=thing)
    if isinstance(thing, Season):
        about |= entries_about(thing)
    return mine.filter(about).exists()


def entries_about(season: Season) -> Q:
    """Filter journal entries that name a season or a part of it (three queries)."""
    about = Q(fixture__division__season=season)
    about |= Q(kind=JournalKind.SEASON_MADE, key=str(season.pk), imported=False)
    about |= Q(kind=JournalKind.SEASON_CHANGED, key__startswith=f"{season.pk}:", imported=False)
    about |= Q(kind=JournalKind.SEASON_IMPORTED, what__startswith=f"loaded {season.name}:")
    made = [str(pk) for pk in season.timetables.values_list("pk", flat=True)]
    about |= Q(kind=JournalKind.TIMETABLE_PUBLISHED, key__in=made, imported=False)
    adjusted = Adjustment.objects.filter(entry__season=season).annotate(named=Cast("pk", CharField())).values("named")
    about |= Q(kind=JournalKind.POINTS_ADJUSTED, key__in=adjusted, imported=False)
    lots = LotsDrawn.objects.filter(division__season=season).annotate(named=Cast("pk", CharField())).values("named")
    about |= Q(kind__in=(JournalKind.LOTS_RECORDED, JournalKind.LOTS_WITHDRAWN), key__in=lots, imported=False)
    if charged := "|".join(str(pk) for pk in season.charges.values_list("pk", flat=True)):
        about |= Q(kind__in=MONEY_KINDS, key__regex=rf"^({charged})(:|$)", imported=False)
    played_for = Registration.objects.filter(season=season).annotate(named=Cast("pk", CharField())).values("named")
    about |= Q(kind__in=_OF_REGISTRATIONS, key__in=played_for, imported=False)
    # A team may leave and return more than once; a number behind the entry's own tells which time it was.
    if entered := "|".join(str(pk) for pk in season.entries.values_list("pk", flat=True)):
        about |= Q(kind__in=_OF_ENTRIES, key__regex=rf"^({entered})(:|$)", imported=False)
    return about
