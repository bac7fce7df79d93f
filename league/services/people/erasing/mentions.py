"""Erase mentions of a person in what others have: messages, drafts, news, match reports, Django's admin log.

A name of one word may be any word, and stays in texts.
"""

import datetime as dt
from collections.abc import Collection, Mapping

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Left, Length, Replace

from league.models import League, LiveScore, MatchReport, Notice, OwnPage, Player, Post, SheetDraft, User
from league.models.notices import LONGEST
from league.rules.news import LONGEST_TITLE
from league.rules.sheet_fields import without_name
from league.services.notices import worded
from league.translation import Text

FORMER = "former player"


def forget_in_messages(name: str, league: League) -> None:
    if " " in name:
        # What a text was made of still has what was cut off it.
        told = Notice.objects.filter(league=league).annotate(length=Length("text"))
        for notice in told.filter(Q(text__contains=name) | Q(length=LONGEST)):
            columns = worded(_without_name(notice.said, name))
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


def _without_name(said: str, name: str) -> str:
    if isinstance(said, Text):
        said = said.with_params(
            **{
                gap: _without_name(value, name) if isinstance(value, str) else value
                for gap, value in said.params.items()
            }
        )
    return said.replace(name, FORMER) if name in said else said


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
