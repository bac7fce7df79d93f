"""Erase a person's data, and mentions of them in what others have. What was played stays (docs/people.md).

A name of one word may be any word, and stays in texts.
"""

import datetime as dt
from collections.abc import Collection, Mapping

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Left, Length, Replace

from league import access, hooks
from league.enums import JournalKind
from league.errors import WrongState
from league.models import (
    ApiToken,
    Availability,
    CalendarFeed,
    Invitation,
    League,
    LiveScore,
    MailSettings,
    MatchReport,
    Notice,
    OwnPage,
    Player,
    Post,
    Preference,
    Registration,
    Role,
    SheetDraft,
    SiteMail,
    User,
    WaitingFile,
    Winner,
)
from league.models.notices import LONGEST
from league.queries.people.personal_data import merged_into
from league.rules.competitions.past_winners import erased_in
from league.rules.news import LONGEST_TITLE
from league.rules.sheet_fields import without_name
from league.services import idempotency
from league.services.journal import record
from league.services.notices import notice_columns
from league.services.people.accounts.security import end_sessions, forget_events
from league.services.people.roles import end_now, lock_roles
from league.services.people.sides import rename_sides
from league.translation import N_, Text

FORMER = "former player"


def forget_in_messages(name: str, league: League) -> None:
    if " " in name:
        # What a text was made of still has what was cut off it.
        notices = Notice.objects.filter(league=league).annotate(length=Length("text"))
        for notice in notices.filter(Q(text__contains=name) | Q(length=LONGEST)):
            columns = notice_columns(_without_name(notice.message, name))
            if columns != {"text": notice.text, "made_of": notice.made_of}:
                Notice.objects.filter(pk=notice.pk).update(**columns)


def forget_in_drafts(league: League, entered: Mapping[int, str], now: dt.datetime) -> None:
    """Remove a person from others' drafts, so that no open page writes the name back.

    `entered` are their names by the numbers that they had before merging.
    """
    drafts = SheetDraft.objects.filter(fixture__division__season__league=league)
    for draft in drafts.select_for_update(of=("self",)).order_by("pk"):
        sheet = draft.sheet
        for number, name in entered.items():
            sheet = without_name(sheet, number, name)
        if sheet != draft.sheet:
            draft.sheet, draft.updated_at = sheet, now
            draft.save(update_fields=["sheet", "updated_at"])
    scores = LiveScore.objects.filter(league=league)
    for live in scores.select_for_update(of=("self",)).order_by("pk"):
        sheet = live.fields
        for number, name in entered.items():
            sheet = without_name(sheet, number, name)
        if sheet != live.sheet:
            live.sheet, live.sequence = sheet, live.sequence + 1
            live.save(update_fields=["sheet", "sequence"])


def _without_name(text: str, name: str) -> str:
    if isinstance(text, Text):
        text = text.with_params(
            **{
                gap: _without_name(value, name) if isinstance(value, str) else value
                for gap, value in text.params.items()
            }
        )
    return text.replace(name, FORMER) if name in text else text


def _reports(league: League) -> QuerySet[MatchReport]:
    return MatchReport.objects.filter(fixture__division__season__league=league)


def forget_author(user: User, league: League) -> None:
    """Remove somebody as author of what they wrote for a league; it stays (three queries)."""
    Post.objects.filter(league=league, written_by=user).update(written_by=None)
    OwnPage.objects.filter(league=league, written_by=user).update(written_by=None)
    _reports(league).filter(written_by=user).update(written_by=None)


def forget_in_news(name: str, league: League) -> None:
    """Remove a name from a league's news; each row gets a new version (none, or three queries)."""
    if " " not in name:
        return
    text, version = Replace("text", Value(name), Value(FORMER)), F("version") + 1
    title = Left(Replace("title", Value(name), Value(FORMER)), LONGEST_TITLE)
    named = Q(text__contains=name) | Q(title__contains=name)
    Post.objects.filter(named, league=league).update(text=text, title=title, version=version)
    OwnPage.objects.filter(named, league=league).update(text=text, title=title, version=version)
    _reports(league).filter(text__contains=name).update(text=text, version=version)


def forget_in_winners(player: Player, names: Collection[str]) -> None:
    """Remove a person's names from a league's past winners, those they are linked to and others that have them."""
    named = Q(players=player)
    for name in names:
        if " " in name:
            named |= Q(name__contains=name) | Q(note__contains=name)
    rows = Winner.objects.filter(Q(pk__in=Winner.objects.filter(named).values("pk")), league=player.league_id)
    for winner in rows.select_for_update(of=("self",), no_key=True).order_by("pk"):
        same = {"league": winner.league_id, "slug": winner.slug, "year": winner.year, "place": winner.place}
        winner.name = erased_in(winner.name, names, FORMER)
        for name in names:
            if " " in name:
                winner.name, winner.note = winner.name.replace(name, FORMER), winner.note.replace(name, FORMER)
        # Of two former players who shared a title each stays on record.
        plain, number = winner.name, 2
        while Winner.objects.filter(**same, name=winner.name).exclude(pk=winner.pk).exists():
            winner.name, number = f"{plain} {number}", number + 1
        winner.save(update_fields=["name", "note"])


def forget_in_admin_log(model: type[User | Player], numbers: Collection[int], names: Collection[str]) -> None:
    """Remove names from the log of administrators' changes; what was done to which row stays."""
    of_rows = Q(
        content_type=ContentType.objects.get_for_model(model), object_id__in=[str(number) for number in numbers]
    )
    named = Q()
    for name in names:
        if " " in name:
            named |= Q(object_repr__contains=name)
    LogEntry.objects.filter(of_rows | named if named else of_rows).update(object_repr=FORMER)


def erase(player: Player, *, by: User, now: dt.datetime) -> Player:
    """Erase a player's own data for good. Their results stay, under the name "former player".

    Their roles and registrations end at once; their account loses what it had in the league and is otherwise left
    alone, all in one transaction. It locks league, player, account and the journal's end, in this order, and of the
    person's rows no key: a concurrent decision by this account may go on inserting rows that refer to them, without a
    deadlock.

    Raises:
        NotAllowed: `by` is neither the player nor the league's secretary.
        WrongState: they were erased already.
        Invalid: they are the league's last secretary.
    """
    league = player.league
    access.require(by, "person.erase", league, player, now=now)
    with transaction.atomic():
        lock_roles(league)
        player = lock_player(player)
        _erase_player(player, now)
        _record_erasing(player, by=by, now=now)
    return player


def erase_account(league: League, *, by: User, now: dt.datetime) -> None:
    """Erase one's own account, with the player of the league that they are. Locks as `erase`.

    An account that serves in another league is kept, and loses what it had in this one. Raise WrongState for an
    administrator, Invalid for the league's last secretary.
    """
    access.require(by, "account.own", league, now=now)
    with transaction.atomic():
        lock_roles(league)
        own = Player.objects.filter(league=league, user=by).first()
        player = None if own is None else lock_player(own)
        user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
        if user.is_staff or user.is_superuser:
            message = N_("This account is an administrator’s. Another administrator takes its rights away first.")
            raise WrongState(message)
        if player is not None:
            _erase_player(player, now)
        else:
            _leave_league(user, league, now=now)
            _delete_drafts(user, league)
            idempotency.forget_person(user, _identifying_strings(None, user))
        if not _serves_elsewhere(user, league, now):
            _anonymise(user, now)
        if player is not None:
            _record_erasing(player, by=by, now=now)
            return
        key = f"{user.uid}:{now.isoformat()}"
        record(league, JournalKind.PERSON_ERASED, key, by=by, now=now, what=N_("erased their own account"))


def _erase_player(player: Player, now: dt.datetime) -> None:
    league, user = player.league, player.user
    entered = {player.pk: player.name, **merged_into(player)}
    if user is not None:
        # Before their messages: who sends the daily mail locks a person first, too.
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _leave_league(user, league, now=now)
    _end_registrations(player, now)
    Availability.objects.filter(player=player).delete()
    # Messages before drafts, as whoever sends a sheet.
    for name in entered.values():
        forget_in_messages(name, league)
        forget_in_news(name, league)
        _rename_in_apps(name)
    forget_in_winners(player, entered.values())
    forget_in_admin_log(Player, entered, entered.values())
    if user is not None:
        _delete_drafts(user, league)
    forget_in_drafts(league, entered, now)
    idempotency.forget_person(user, _identifying_strings(player, user))
    player.name, player.email, player.phone, player.note, player.shorten_name = FORMER, "", "", "", False
    player.hide_averages = False
    player.user, player.erased_at = None, now
    own = ("name", "email", "phone", "note", "shorten_name", "hide_averages")
    player.save(update_fields=[*own, "user", "erased_at"])
    Player.objects.filter(merged_into=player).update(name=FORMER, erased_at=now)
    rename_sides(league, Q(members=player))


def _record_erasing(player: Player, *, by: User, now: dt.datetime) -> None:
    what = Text("erased the data of a player: now {player}", player="{player}")
    record(player.league, JournalKind.PERSON_ERASED, str(player.uid), by=by, now=now, what=what, player=player)


def lock_player(player: Player) -> Player:
    locked = (
        Player.objects.select_for_update(of=("self",), no_key=True).select_related("league", "user").get(pk=player.pk)
    )
    if locked.erased_at is not None:
        raise WrongState(N_("The data of this player were erased."))
    if locked.merged_into_id is not None:
        raise WrongState(N_("This player was entered twice and has been merged into another."))
    return locked


def _leave_league(user: User, league: League, *, now: dt.datetime) -> None:
    """End an account's roles in a league, and delete what the league stored for it but their unsent sheets."""
    running = Role.objects.filter(user=user, league=league, ended_at=None).select_related("league", "team", "user")
    today = now.astimezone(league.tz).date()
    for role in running.exclude(ends_on__lt=today).select_for_update(of=("self",)).order_by("pk"):
        end_now(role, now=now)
    Invitation.objects.filter(user=user, league=league).delete()
    CalendarFeed.objects.filter(user=user, league=league).delete()
    for app in hooks.personal_data:
        app.leave(user, league)
    Notice.objects.filter(recipient=user, league=league).delete()
    forget_author(user, league)


def _rename_in_apps(name: str) -> None:
    for app in hooks.personal_data:
        app.rename(name, FORMER)


def _delete_drafts(user: User, league: League) -> None:
    SheetDraft.objects.filter(user=user, fixture__division__season__league=league).delete()


def _end_registrations(player: Player, now: dt.datetime) -> None:
    today = now.astimezone(player.league.tz).date()
    still = Registration.objects.filter(player=player).filter(Q(ends_on=None) | Q(ends_on__gt=today))
    still.filter(starts_on__gt=today).delete()
    still.update(ends_on=today)


def _identifying_strings(player: Player | None, user: User | None) -> list[str]:
    """Return strings that identify them: addresses, phone number, and their name unless it may be any word."""
    names, others = [], []
    if player is not None:
        names, others = [player.name, *merged_into(player).values()], [player.email, player.phone]
    if user is not None:
        names, others = [*names, user.name], [*others, user.email]
    return [*others, *(name for name in names if " " in name)]


def _serves_elsewhere(user: User, left: League, now: dt.datetime) -> bool:
    """Whether an account has a role in another league, now or later."""
    roles = Role.objects.filter(user=user, ended_at=None).exclude(league=left).select_related("league")
    return (
        any(role.ends_on is None or role.ends_on >= now.astimezone(role.league.tz).date() for role in roles)
        or Player.objects.filter(user=user).exclude(league=left).exists()
        or Invitation.objects.filter(user=user, accepted_at=None, revoked_at=None, expires_at__gt=now)
        .exclude(league=left)
        .exists()
    )


def _addresses(user: User) -> set[str]:
    others = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {address.lower() for address in (user.email, *others)}


def _anonymise(user: User, now: dt.datetime) -> None:
    """Anonymise an account; rows that name it as author stay."""
    for address in _addresses(user):
        SiteMail.objects.filter(to__iexact=address).delete()
    Notice.objects.filter(recipient=user).delete()
    own = (EmailAddress, Authenticator, ApiToken, CalendarFeed, Preference, MailSettings, Invitation, SheetDraft)
    for kept in (*own, WaitingFile):
        kept._default_manager.filter(user=user).delete()
    for app in hooks.personal_data:
        app.erase(user)
    end_sessions(user, now=now)
    forget_events(user)
    _rename_in_apps(user.name)
    forget_in_admin_log(User, [user.pk], [user.name])
    user.email, user.name, user.is_active = f"erased-{user.uid}@invalid.invalid", FORMER, False
    user.last_login, user.erased_at = None, now
    user.set_unusable_password()
    user.save(update_fields=["email", "name", "is_active", "last_login", "erased_at", "password"])
