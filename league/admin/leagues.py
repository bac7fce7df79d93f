"""Leagues in the admin, and what they are made of."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from league import models
from league.admin.model_admins import ThroughService, administers, administrator, look_only
from league.models import Division
from league.queries.results.sheets import has_results
from league.rules.formats import parse_format
from league.rules.tie_breaks import TIE_BREAKS
from league.services.seasons import changes as upkeep
from league.services.seasons import seasons


@admin.register(models.League)
class Leagues(ThroughService):
    """Leagues: made and named here; how one is run is changed on its settings page."""

    changes = upkeep.LEAGUE
    change = staticmethod(upkeep.change_league)
    make = staticmethod(upkeep.make_league)
    list_display = ("name", "slug", "time_zone", "hidden_at")
    prepopulated_fields: ClassVar[Any] = {"slug": ("name",)}


look_only(
    models.Post,
    list_display=("__str__", "league", "state", "pinned", "changed_at"),
    list_filter=("state", "league"),
)
look_only(models.OwnPage, list_display=("__str__", "league", "slug", "state"), list_filter=("state", "league"))


@admin.register(models.Venue)
class Venues(ThroughService):
    """Venues: the import makes them too; a mistaken one is hidden or deleted on the secretary's page.

    That one holds fewer fixtures than are planned there is refused here, with the evenings: that page asks again. A new
    one whose name is nearly another's is asked about there, and taken here.
    """

    changes = upkeep.VENUE
    new_fields = ("league", *upkeep.VENUE)
    change = staticmethod(upkeep.change_venue)
    make = staticmethod(
        lambda said, *, by, now: upkeep.make_venue(
            said["league"], {name: said[name] for name in upkeep.VENUE}, anyway=True, by=by, now=now
        )
    )
    list_display = ("name", "league", "boards", "hidden_at")
    list_filter = ("league",)
    search_fields = ("name", "address")


@admin.register(models.Team)
class Teams(ThroughService):
    """Teams: a season's pages and spreadsheets make them; a team's colour is chosen on a page of its own."""

    changes = upkeep.TEAM
    change = staticmethod(upkeep.change_team)
    list_display = ("name", "league", "colour", "hidden_at")
    list_filter = ("league", "colour")
    search_fields = ("name",)


@admin.register(models.Season)
class Seasons(ThroughService):
    """Seasons: made of spreadsheets; how one is run is changed on its settings page."""

    changes = upkeep.SEASON
    change = staticmethod(upkeep.change_season)
    list_display = ("name", "league", "first_week", "hidden_at")
    list_filter = ("league",)


@admin.register(models.Week)
class Weeks(ThroughService):
    """Weeks: a season's spreadsheets and its timetable make them."""

    changes = upkeep.WEEK
    change = staticmethod(upkeep.change_week)
    list_display = ("starts_on", "number", "kind", "round", "season")
    list_filter = ("season", "kind")
    list_select_related = ("round", "season")


@admin.register(models.Player)
class Players(ThroughService):
    """Players: their details are changed on their own page; here an account is taken away from them."""

    changes = ("user",)
    change = staticmethod(
        lambda player, values, *, by, now: upkeep.unlink_account(player, values["user"], by=by, now=now)
    )
    list_display = ("name", "league", "email")
    list_filter = ("league",)
    search_fields = ("name", "email")
    # Not a list to search in: redrawn with a value that is no number, that widget fails.
    raw_id_fields = ("user",)


class Days(ThroughService):
    """Days on which a team cannot play or a venue is closed: made and taken away."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return administers(request)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for day in queryset:
            self.delete_model(request, day)


@admin.register(models.Blackout)
class Blackouts(Days):
    make = staticmethod(lambda said, *, by, now: upkeep.keep_free(said["entry"], said["date"], by=by, now=now))
    list_display = ("entry", "date")
    list_select_related = ("entry__team", "entry__division")

    def delete_model(self, request: HttpRequest, obj: models.Blackout) -> None:
        upkeep.keep_free(obj.entry, obj.date, free=False, by=administrator(request), now=timezone.now())


@admin.register(models.VenueClosure)
class Closures(Days):
    make = staticmethod(lambda said, *, by, now: upkeep.close_venue(said["venue"], said["date"], by=by, now=now))
    list_display = ("venue", "date")
    list_select_related = ("venue",)

    def delete_model(self, request: HttpRequest, obj: models.VenueClosure) -> None:
        upkeep.close_venue(obj.venue, obj.date, closed=False, by=administrator(request), now=timezone.now())


class DivisionForm(ModelForm):
    """The form of a division: a format of before stays as it is, and a new one says nothing without effect."""

    def clean_fixture_format(self) -> str:
        """Return the format that was written.

        Raises:
            ValidationError: it is a new one, and cannot be read or has a word that changes nothing.
        """
        typed: str = self.cleaned_data["fixture_format"]
        problems = parse_format(typed)[1] if typed != self.instance.fixture_format else []
        if problems:
            raise ValidationError([ValidationError(str(problem.message), code=problem.code) for problem in problems])
        return typed


@admin.register(Division)
class Divisions(ThroughService):
    """A division, as it is played and counted; loading a season makes one. Each change is in the journal.

    Once its season is published a change needs a reason, which the captains read: its own page asks for it.
    """

    form = DivisionForm
    change = staticmethod(seasons.change_division)
    list_display = ("name", "season", "fixture_format", "games_per_match")
    list_filter = ("season",)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "tie_breaks":
            words = ", ".join(f"{key} ({tie_break.label})" for key, tie_break in TIE_BREAKS.items())
            field.help_text = f"A list in the order in which they are tried, of: {words}."
        return field

    def get_readonly_fields(self, request: HttpRequest, obj: Division | None = None) -> tuple[str, ...]:
        # A ruleset of the league's own is chosen on its secretary's page.
        own = tuple(f"{kind}_ruleset" for kind in ("singles", "doubles") if obj and getattr(obj, f"{kind}_own_id"))
        fixed = ("season", "name", "slug", *own)
        if obj is not None and obj.season.published_at is not None:
            fixed += tuple(sorted(seasons.TOLD - {*own}))
        played = obj is not None and has_results(obj)
        return (*fixed, *seasons.OF_A_FIXTURE) if played else fixed


look_only(models.OwnRuleset, list_display=("title", "version", "made_at"), list_select_related=("league",))
look_only(
    models.RuleChange,
    list_display=("season", "division", "reason", "made_at"),
    list_select_related=("season", "division__season"),
)
look_only(models.FixtureFormat, list_display=("text", "made_at"), list_select_related=("league",))
look_only(models.Round, list_display=("number", "season"), list_filter=("season",))
look_only(
    models.Entry,
    list_display=("team", "division", "venue", "home_night", "start_time"),
    list_filter=("season", "division"),
    search_fields=("team__name",),
    list_select_related=("team", "division__season", "venue"),
)
look_only(
    models.Registration,
    list_display=("player", "team", "season", "starts_on", "ends_on"),
    list_filter=("season",),
    search_fields=("player__name", "team__name"),
    autocomplete_fields=("player", "team"),
    list_select_related=("player", "team", "season"),
)
look_only(
    models.Timetable,
    list_display=("__str__", "state", "asked_by", "asked_at"),
    list_filter=("state",),
    list_select_related=("season", "asked_by"),
)
look_only(
    models.LotsDrawn,
    list_display=("division", "drawn_on", "recorded_by", "withdrawn_at"),
    list_select_related=("division__season", "recorded_by"),
)
look_only(models.Lot, list_display=("drawn", "place", "team"), list_select_related=("drawn__division", "team"))
look_only(
    models.Adjustment,
    list_display=("entry", "points", "reason", "date"),
    list_select_related=("entry__team", "entry__division"),
)
look_only(
    models.Charge,
    list_display=("who", "kind", "amount", "date", "paid_on", "cancelled_at"),
    list_filter=("season", "kind"),
    search_fields=("reason", "team__name", "player__name"),
    list_select_related=("team", "player"),
)
