"""Data stored about a person, and the name each reader sees."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from league import hooks
from league.access import Grants, may
from league.enums import Side
from league.models import (
    NOT_OF_A_SIDE,
    PRESENT,
    ApiToken,
    Appeal,
    AppealVote,
    Appearance,
    Attendance,
    Availability,
    CalendarFeed,
    Call,
    CardPhotograph,
    Charge,
    ConductCase,
    Dispute,
    Evidence,
    HighHand,
    Invitation,
    JournalEntry,
    League,
    MailSettings,
    MatchReport,
    Notice,
    OwnPage,
    Player,
    Post,
    Preference,
    Registration,
    Result,
    Role,
    SecurityEvent,
    SheetDraft,
    SittingGame,
    User,
    Winner,
)
from league.queries.calls.conduct import NOT_DECIDED
from league.rules.names import distinct_names, short_name
from league.rules.sheet_fields import seats_of

FOUND = 50
NOWHERE = Registration.objects.none()


def public_name(player: Player, grants: Grants) -> str:
    """A player's name for this visitor (no query)."""
    return player.name if may(grants, "player.name", player) else short_name(player.name)


def public_names(players: Iterable[Player], grants: Grants) -> dict[int, str]:
    """Names of players who stand together, such as a squad, made distinct (no query)."""
    listed = {player.pk: player for player in players}
    shorten = frozenset(pk for pk, player in listed.items() if not may(grants, "player.name", player))
    return distinct_names({pk: player.name for pk, player in listed.items()}, shorten)


def officer_name(role: Role, grants: Grants) -> str:
    """The name of the holder of a role of `teams.officers_of` for this visitor (no query).

    A captain is shortened like the player they are.
    """
    player = Player(name=role.user.name, shorten_name=getattr(role, "shorten_name", False))
    in_full = role.user_id == grants.user_id or may(grants, "player.name", player)
    return player.name if in_full else short_name(player.name)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a league: a player, somebody with an account, or both; roles that have not ended."""

    league: League
    player: Player | None
    user: User | None
    registrations: tuple[Registration, ...]
    roles: tuple[Role, ...]

    @property
    def name(self) -> str:
        return self.player.name if self.player else str(self.user)


def person_of(league: League, *, player: Player | None, user: User | None, now: dt.datetime) -> Person:
    """Return a person's registrations and roles in a league (two queries)."""
    today = now.astimezone(league.tz).date()
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    held = Role.objects.filter(NOT_OF_A_SIDE, lasting, user=user, league=league, ended_at=None)
    roles = held if user else Role.objects.none()
    registered = Registration.objects.filter(player=player, season__league=league) if player else NOWHERE
    registered = registered.select_related("season", "team").order_by("-season__first_week", "-starts_on")
    return Person(
        league, player, user, tuple(registered), tuple(roles.select_related("team").order_by("starts_on", "pk"))
    )


def find_players(league: League, text: str) -> list[Player]:
    """Players with that text in name or address, by name; at most `FOUND` (one query)."""
    sought = text.replace("\0", "").strip()[:100]
    if not sought:
        return []
    which = Q(name__icontains=sought) | Q(email__icontains=sought)
    return list(Player.objects.filter(PRESENT, which, league=league).order_by("name", "pk")[:FOUND])


def everything_about(
    league: League, player: Player | None, user: User | None, *, themselves: bool = False
) -> dict[str, Any]:
    """All that this league stores of a person, for JSON.

    Only with `themselves`, not for the secretary: their account, their mail and their practice.
    """
    about: dict[str, Any] = {"league": league.name}
    if user is not None:
        if themselves:
            about |= _of_account(league, user)
            for app in hooks.personal_data:
                about |= app.export(league, user)
        about |= _by_account(league, user)
    if player is not None:
        about |= _of_player(player)
    return about


def _of_account(league: League, user: User) -> dict[str, Any]:
    fixtures = {"fixture__division__season__league": league}
    notices = Notice.objects.filter(recipient=user, league=league).order_by("pk")
    invitations = Invitation.objects.filter(user=user, league=league).order_by("pk")
    return {
        "account": {
            **_fields(user, "uid", "email", "name", "date_joined", "last_login"),
            "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
            "mail_settings": _rows(
                MailSettings.objects.filter(user=user),
                "quiet_from",
                "quiet_until",
                "digest_at",
                "officer_digest",
                "reminder_days",
            ),
            "wishes": _rows(Preference.objects.filter(user=user), "kind", "delivery"),
            "calendars": _rows(CalendarFeed.objects.filter(user=user, league=league), "created_at", "revoked_at"),
            "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
            "sessions": _rows(UserSession.objects.filter(user=user), "created_at", "ip", "user_agent"),
            "security": _rows(
                SecurityEvent.objects.filter(user=user).order_by("pk"), "kind", "at", "address", "agent", "detail"
            ),
            "tokens": _rows(ApiToken.objects.filter(user=user), "name", "prefix", "created_at", "last_used_at"),
        },
        "invitations": _rows(invitations, "kind", "team__name", "invited_at", "accepted_at", "revoked_at"),
        "notices": _rows(notices, "kind", "text", "created_at", "read_at", "state", "sent_at"),
        "drafts": [
            {"fixture": str(draft.fixture), "updated_at": draft.updated_at.isoformat(), "sheet": draft.sheet}
            for draft in SheetDraft.objects.filter(user=user, **fixtures).select_related(*_sides("fixture__"))
        ],
    }


def _by_account(league: League, user: User) -> dict[str, Any]:
    fixtures = {"fixture__division__season__league": league}
    return {
        "roles": _rows(
            Role.objects.filter(user=user, league=league), "kind", "team__name", "starts_on", "ends_on", "ended_at"
        ),
        "sheets_sent": _about_fixtures(Result.objects.filter(submitted_by=user, **fixtures), "version", "submitted_at"),
        "cards_photographed": _about_fixtures(
            CardPhotograph.objects.filter(added_by=user, **fixtures).defer("content"), "side", "sha256", "added_at"
        ),
        "high_hands_recorded": _about_fixtures(
            HighHand.objects.filter(recorded_by=user, **fixtures), "points", "recorded_at"
        ),
        "winners_recorded": _rows(
            Winner.objects.filter(recorded_by=user, league=league).order_by("pk"), "competition", "year", "place"
        ),
        "match_reports_written": _about_fixtures(
            MatchReport.objects.filter(written_by=user, **fixtures), "side", "text", "written_at", "changed_at"
        ),
        "posts_written": _rows(
            Post.objects.filter(written_by=user, league=league).order_by("pk"), "title", "state", "changed_at"
        ),
        "pages_written": _rows(
            OwnPage.objects.filter(written_by=user, league=league).order_by("pk"), "title", "state", "changed_at"
        ),
        "disputes_opened": _about_fixtures(
            Dispute.objects.filter(opened_by=user, **fixtures), "subject", "reason", "state", "opened_at"
        ),
        "evidence_added": _rows(
            Evidence.objects.filter(added_by=user, dispute__fixture__division__season__league=league),
            "kind",
            "text",
            "hand",
            "added_at",
        ),
        "appeals_made": _rows(
            Appeal.objects.filter(_appeals_in(league), opened_by=user),
            "reason",
            "state",
            "opened_at",
            "decision",
        ),
        "votes_on_appeals": _rows(
            AppealVote.objects.filter(_appeals_in(league, "appeal__"), user=user).order_by("pk"),
            "appeal__reason",
            "allow",
            "reason",
            "voted_at",
        ),
        "journal_by_them": _journal(JournalEntry.objects.filter(by=user, league=league)),
    }


def _in_drafts_of_others(player: Player) -> list[dict[str, Any]]:
    """Their seats in others' drafts; by their name alone only in those of their own teams."""
    sides = ("side", "result__fixture__home", "result__fixture__away")
    seats = Appearance.objects.filter(player=player).values_list(*sides)
    teams = {home if side == Side.HOME else away for side, home, away in seats}
    teams |= set(player.registrations.values_list("team", flat=True))
    sheet_drafts = SheetDraft.objects.filter(fixture__division__season__league=player.league_id).exclude(
        user=player.user
    )
    about = []
    for draft in sheet_drafts.select_related(*_sides("fixture__")).order_by("pk"):
        known = teams & {draft.fixture.home_id, draft.fixture.away_id}
        if theirs := seats_of(draft.sheet, player.pk, player.name if known else ""):
            kept = draft.updated_at.isoformat()
            about.append({"fixture": str(draft.fixture), "updated_at": kept, "seats": theirs})
    return about


def merged_into(player: Player) -> dict[int, str]:
    """Other names under which a player was entered before merging, by number (one query)."""
    return dict(Player.objects.filter(merged_into=player).order_by("pk").values_list("pk", "name"))


def _of_player(player: Player) -> dict[str, Any]:
    appearances = Appearance.objects.filter(player=player).select_related("match", *_sides("result__fixture__"))
    calls = Call.objects.filter(Q(counter_player=player) | Q(challenger_player=player))
    return {
        "player": _fields(player, "uid", "name", "email", "phone", "shorten_name", "hide_averages", "note"),
        "entered_also_as": list(merged_into(player).values()),
        "registrations": _rows(
            player.registrations.all(), "season__name", "team__name", "starts_on", "ends_on", "reserve"
        ),
        "availability": [
            {
                "fixture": str(availability.fixture),
                "starts_at": availability.starts_at.isoformat(),
                "answer": availability.answer,
                "answered_at": availability.answered_at.isoformat() if availability.answered_at else None,
                "places": availability.places,
            }
            for availability in Availability.objects.filter(player=player)
            .select_related(*_sides("fixture__"))
            .order_by("pk")
        ],
        "appearances": [
            {
                "fixture": str(one.result.fixture),
                "starts_at": one.result.fixture.starts_at.isoformat(),
                "version": one.result.version,
                "counts": one.result.live,
                "match": one.match.number,
                "side": one.side,
                "guest": one.guest,
            }
            for one in appearances.order_by("result__fixture__starts_at", "pk")
        ],
        "drafts_of_others": _in_drafts_of_others(player),
        "calls": [
            {**call, "counted": call.pop("counter_player") == player.pk}
            for call in _about_fixtures(
                calls,
                "match_number",
                "game_number",
                "counter_player",
                "cards",
                "starter",
                "crib",
                "declared",
                "claimed",
                "takes",
                "recorded_at",
                "ruling__verdict",
                "ruling__decided_at",
            )
        ],
        "conduct": _about_fixtures(
            # One that nobody has decided is the referees' and the secretary's affair alone (docs/conduct.md).
            ConductCase.objects.filter(player=player).exclude(state__in=NOT_DECIDED),
            "match_number",
            "game_number",
            "overcalls",
            "false_challenges",
            "state",
            "proposed_at",
        ),
        "titles": _rows(
            Winner.objects.filter(players=player).order_by("pk"), "competition", "year", "place", "name", "note"
        ),
        "high_hands": _about_fixtures(
            HighHand.objects.filter(player=player),
            "match_number",
            "points",
            "cards",
            "starter",
            "crib",
            "recorded_at",
            "removed_at",
        ),
        "club_nights": _rows(
            Attendance.objects.filter(player=player).order_by("sitting__date", "pk"),
            "sitting__competition__name",
            "sitting__date",
            "arrived_at",
            "left_at",
        ),
        "club_night_games": [
            {
                "date": row.sitting.date.isoformat(),
                "game": row.number,
                "margin": row.first_margin if row.first_id == player.pk else row.second_margin,
            }
            for row in SittingGame.objects.filter(Q(first=player) | Q(second=player))
            .select_related("sitting")
            .order_by("sitting__date", "number", "pk")
        ],
        "charges": _rows(
            Charge.objects.filter(player=player).order_by("date", "pk"),
            "season__name",
            "through__name",
            "kind",
            "amount",
            "season__league__currency",
            "reason",
            "date",
            "paid_on",
            "cancelled_at",
            "cancelled_because",
        ),
        "journal_about_them": _journal(JournalEntry.objects.filter(Q(player=player) | Q(player__merged_into=player))),
    }


def _appeals_in(league: League, before: str = "") -> Q:
    """Appeals of a league; `before` is the prefix of the lookup."""
    where = "fixture__division__season__league"
    return (
        Q(**{f"{before}ruling__call__{where}": league})
        | Q(**{f"{before}ruling__dispute__{where}": league})
        | Q(**{f"{before}ruling__case__{where}": league})
    )


def _sides(before: str) -> tuple[str, str]:
    return f"{before}home", f"{before}away"


def _journal(entries: Any) -> list[dict[str, Any]]:
    return _rows(entries.order_by("number"), "number", "at", "kind", "what", "why")


def _about_fixtures(rows: Any, *names: str) -> list[dict[str, Any]]:
    """Rows with their fixture's teams and date."""
    where = ("fixture__home__name", "fixture__away__name", "fixture__starts_at")
    return _rows(rows.order_by("fixture__starts_at", "pk"), *where, *names)


def _rows(rows: Any, *names: str) -> list[dict[str, Any]]:
    return [{name: _plain(value) for name, value in row.items()} for row in rows.values(*names)]


def _fields(row: Any, *names: str) -> dict[str, Any]:
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value if isinstance(value, str | int | bool | list | dict | None) else str(value)
