"""Captains confirm their team's entry in a draft: by the link in a mail, or the secretary notes it."""

import datetime as dt
from decimal import Decimal

import pytest

from league.errors import Invalid, NotAllowed, WrongState
from league.models import Entry, JournalEntry, Notice, Role, Season
from league.queries.seasons.closing import season_end
from league.queries.seasons.entries import entries_to_confirm, entry_fee, teams_to_charge, unanswered_entries
from league.services.mail.delivery import deliver_due
from league.services.money import NewCharge, charge
from league.services.people.entering import answer_entry, ask_captains, open_link, token_for
from league.services.seasons.closing import begin_next_season, close_season
from tests.factories import Town

DECEMBER = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def now() -> dt.datetime:
    return DECEMBER


@pytest.fixture
def draft(town: Town, now: dt.datetime) -> Season:
    """The season after the town's, whose captains are asked."""
    moves = {line.entry.team_id: line.move.to for line in season_end(town.season).moves}
    close_season(town.season, moves, reason="x", by=town.secretary, now=now)
    return begin_next_season(town.season, "2027–28", dt.date(2027, 9, 14), ask=True, by=town.secretary, now=now)


@pytest.fixture
def entry(town: Town, draft: Season) -> Entry:
    """Bell's."""
    return Entry.objects.select_related("season__league", "team").get(season=draft, team=town.teams["Bell"])


def test_a_captain_answers_and_changes_their_mind(town: Town, entry: Entry, now: dt.datetime) -> None:
    bell = town.captains["Bell"]
    answered = answer_entry(entry, "yes", by=bell, now=now)
    assert (answered.answer, answered.answered_at, answered.answered_by) == ("yes", now, bell)
    answer_entry(entry, "yes", by=bell, now=now)
    assert answer_entry(entry, "no", by=bell, now=now).answer == "no"
    assert [e.what for e in JournalEntry.objects.filter(kind="entry-answered").order_by("number")] == [
        "said that Bell enters 2027–28",
        "said that Bell does not enter 2027–28",
    ]
    assert answer_entry(entry, "yes", by=town.secretary, now=now).answered_by == town.secretary
    # Nobody else of the team is asked any more.
    assert set(Notice.objects.filter(recipient=bell, kind="entry-to-confirm").values_list("state", flat=True)) == {
        "cancelled"
    }


def test_who_may_not_answer_and_when_nobody_does(town: Town, entry: Entry, now: dt.datetime) -> None:
    for stranger in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            answer_entry(entry, "yes", by=stranger, now=now)
        with pytest.raises(NotAllowed):
            ask_captains(entry.season, by=stranger, now=now)
    with pytest.raises(Invalid, match="Answer yes or no"):
        answer_entry(entry, "perhaps", by=town.captains["Bell"], now=now)
    Season.objects.filter(pk=entry.season_id).update(published_at=now)
    with pytest.raises(WrongState, match="The timetable of 2027–28 is published"):
        answer_entry(entry, "yes", by=town.captains["Bell"], now=now)
    entry.delete()
    entry.pk = 10**9
    with pytest.raises(WrongState, match="Bell has been taken out of this season"):
        answer_entry(entry, "yes", by=town.captains["Bell"], now=now)


def test_a_link_speaks_for_its_captain_s_team_while_they_are_captain(
    town: Town, entry: Entry, now: dt.datetime
) -> None:
    bell = town.captains["Bell"]
    token = token_for(entry, bell)
    link = open_link(town.league, token, now=now)
    assert link is not None
    assert (link[0].pk, link[1]) == (entry.pk, bell)
    assert open_link(town.league, token + "x", now=now) is None
    assert open_link(town.league, token_for(entry, town.captains["Anchor"]), now=now) is None
    Role.objects.filter(user=bell).update(ended_at=now)
    assert open_link(town.league, token, now=now) is None


def test_captains_are_asked_by_mail_once_a_day(town: Town, draft: Season, now: dt.datetime, mailoutbox: list) -> None:  # type: ignore[type-arg]
    assert ask_captains(draft, by=town.secretary, now=now) == 4
    assert Notice.objects.filter(kind="entry-to-confirm").count() == 4
    assert {entry.asked_at for entry in unanswered_entries(draft)} == {now}  # type: ignore[attr-defined]
    deliver_due(now=now)
    mail = next(mail for mail in mailoutbox if mail.subject == "Does Bell enter 2027–28?")
    assert mail.to == ["bell@town.example"]
    assert f"/leagues/town/enter/{token_for(draft.entries.get(team__name='Bell'), town.captains['Bell'])}/" in mail.body
    tomorrow = now + dt.timedelta(days=1)
    answer_entry(unanswered_entries(draft)[0], "no", by=town.secretary, now=now)
    assert ask_captains(draft, by=town.secretary, now=tomorrow) == 3


def test_a_captain_s_page_asks_only_what_they_were_asked(town: Town, draft: Season, now: dt.datetime) -> None:
    bell, teams = town.captains["Bell"], [town.teams["Bell"].pk]
    assert [entry.team.name for entry in entries_to_confirm(town.league, teams, bell)] == ["Bell"]
    assert entries_to_confirm(town.league, teams, town.captains["Anchor"]) == []
    Notice.objects.all().delete()
    assert entries_to_confirm(town.league, teams, bell) == []


def test_the_fee_of_most_teams_is_proposed_again(town: Town, draft: Season, now: dt.datetime) -> None:
    assert entry_fee(draft) is None
    teams = [town.teams[name] for name in ("Anchor", "Bell", "Castle")]
    new = NewCharge("fee", Decimal(20), "Entry 2026-27", now.date())
    charge(town.season, teams[:1], [], new, by=town.secretary, now=now)
    assert entry_fee(draft) is None
    charge(town.season, teams[1:], [], new, by=town.secretary, now=now)
    assert entry_fee(draft) == (20, "Entry 2027–28")
    assert teams_to_charge(draft) == []
    for entry in unanswered_entries(draft):
        answer_entry(entry, "no" if entry.team.name == "Castle" else "yes", by=town.secretary, now=now)
    assert [team.name for team in teams_to_charge(draft)] == ["Anchor", "Bell", "Duke of York"]
    charge(draft, teams[:1], [], new, by=town.secretary, now=now)
    assert [team.name for team in teams_to_charge(draft)] == ["Bell", "Duke of York"]
