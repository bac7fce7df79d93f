"""A league's quota: what is refused beyond it, what never is, and who sets it."""

import datetime as dt
from typing import Any

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from league.enums import NoticeKind, NoticeState
from league.errors import Changed, Invalid, NotAllowed
from league.models import CardPhotograph, JournalEntry, LeagueQuota, MailDay, Notice, Season, Team, User
from league.queries.quotas import near_quota, quota_of
from league.services import quotas
from league.services.disputes import evidence
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from league.services.portability.imports import import_season
from league.services.quotas import change_quota
from league.services.results.card_photographs import photograph_card
from league.services.seasons.entries import NewTeam, add_team
from league.translation import N_
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.test_photographs import photograph
from tests.web.pages import page, signed_in, words

DAY = dt.timedelta(days=1)
WHOM = "Ask the operator of this server for more: "


@pytest.fixture
def operator(db: None) -> User:
    return factories.user("super@town.example", is_superuser=True)


def limit(town: Town, **limits: int) -> None:
    LeagueQuota.objects.update_or_create(league=town.league, defaults=limits)


def test_an_operator_gives_a_league_limits_and_the_journal_says_which(
    town: Town, operator: User, now: dt.datetime, settings: Any
) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "teams": 40}
    for _ in range(2):
        own = change_quota(town.league, {"mails_a_day": 500, "teams": None}, by=operator, now=now)
    assert own == {"photograph_megabytes": None, "teams": None, "mails_a_day": 500}
    assert quota_of(town.league) == {"photograph_megabytes": 0, "teams": 40, "mails_a_day": 500}
    entry = JournalEntry.objects.get(kind="quota-changed")
    assert (entry.what, entry.by) == ("changed what the league may use: Messages today", operator)
    assert entry.data == {"mails_a_day": {"from": None, "to": 500}}


def test_only_an_operator_changes_a_quota_and_not_what_another_has_changed(
    town: Town, operator: User, now: dt.datetime
) -> None:
    with pytest.raises(NotAllowed):
        change_quota(town.league, {"teams": 0}, by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        change_quota(town.league, {"teams": -1, "mails_a_day": 10**9}, by=operator, now=now)
    assert [problem.field for problem in refused.value.problems] == ["teams", "mails_a_day"]
    seen = quotas.own_limits(town.league)
    change_quota(town.league, {"teams": 10}, seen=seen, by=operator, now=now)
    with pytest.raises(Changed):
        change_quota(town.league, {"teams": 20}, seen=seen, by=operator, now=now)
    assert quota_of(town.league)["teams"] == 10


def test_a_team_too_many_is_refused_and_those_that_are_there_play_on(town: Town, now: dt.datetime) -> None:
    limit(town, teams=len(town.teams))
    late = NewTeam("Dogs", town.division, town.venues["Anchor"], 1, dt.time(20))
    with pytest.raises(Invalid, match=f"This league may have 4 teams, and has 4. {WHOM}") as refused:
        add_team(town.season, late, by=town.secretary, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("quota", "name")]
    assert Team.objects.count() == 4
    limit(town, teams=2)
    # What is there beyond a limit stays, and a team of before is no new one.
    assert quotas.team_problems(town.league, 0, field="name") == []
    known = NewTeam("Anchor", town.division, town.venues["Anchor"], 1, dt.time(20))
    add_team(town.season, known, by=town.secretary, now=now)


def test_a_spreadsheet_with_a_team_too_many_is_refused_as_a_whole(town: Town, now: dt.datetime) -> None:
    limit(town, teams=4)
    rows = b"team,division,home venue,home night,start,cannot play on\nDogs,Division 1,Anchor,Monday,20:00,\n"
    with pytest.raises(Invalid) as refused:
        import_season({"teams.csv": rows}, town.league, by=town.secretary, now=now, season=town.season)
    assert any(WHOM in str(problem.message) for problem in refused.value.problems), refused.value.problems
    assert Team.objects.count() == 4


def test_photographs_beyond_the_quota_are_refused_and_replacing_one_is_not(town: Town, now: dt.datetime) -> None:
    fixture = town.fixtures[0]
    factories.begin(fixture)
    home, away = town.captains[fixture.home.name], town.captains[fixture.away.name]
    kept = photograph_card(fixture, content=photograph((8, 6)), by=home, now=now)
    limit(town, photograph_megabytes=1)
    CardPhotograph.objects.filter(pk=kept.pk).update(content=b"x" * 1_000_000)
    with pytest.raises(Invalid, match="may keep 1 MB of photographs, and they are full"):
        photograph_card(fixture, content=photograph((8, 8)), by=away, now=now)
    again = photograph_card(fixture, content=photograph((6, 6)), by=home, now=now)
    assert again.pk == kept.pk
    photograph_card(fixture, content=photograph((8, 8)), by=away, now=now)
    assert CardPhotograph.objects.count() == 2


def test_a_photograph_as_evidence_counts_too(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    captain, fixture = town.captains["Anchor"], opened.fixture
    CardPhotograph.objects.create(
        fixture=fixture, side="home", content=b"x" * 1_000_000, sha256="0" * 64, width=1, height=1, added_at=now
    )
    limit(town, photograph_megabytes=1)
    with pytest.raises(Invalid, match="they are full"):
        evidence.add_photograph(opened, content=photograph((8, 6)), by=captain, now=now)


def notices(town: Town, kind: NoticeKind, count: int, now: dt.datetime) -> None:
    for n in range(count):
        queue_notice(town.league, [town.secretary], kind, f"{kind}:{n}", text=N_("Due."), now=now)


def test_messages_beyond_the_day_s_quota_go_the_next_day_and_what_presses_at_once(town: Town, now: dt.datetime) -> None:
    limit(town, mails_a_day=3)
    notices(town, NoticeKind.CHARGED, 5, now)
    notices(town, NoticeKind.RULING_MADE, 2, now)
    done = deliver_due(now=now)
    assert (done.sent, done.put_off) == (3, 4)
    assert MailDay.objects.get().sent == 3
    assert deliver_due(now=now + dt.timedelta(hours=1)).sent == 0
    tomorrow = (now + DAY).replace(hour=0, minute=0)
    assert deliver_due(now=tomorrow).sent == 3
    assert deliver_due(now=tomorrow + DAY).sent == 1
    assert not Notice.objects.exclude(state=NoticeState.SENT).exists()
    assert len(mail.outbox) == 7


def test_what_presses_goes_when_the_quota_is_used_up(town: Town, now: dt.datetime) -> None:
    limit(town, mails_a_day=1)
    MailDay.objects.create(league=town.league, day=now.date(), sent=1)
    notices(town, NoticeKind.RULING_MADE, 2, now)
    notices(town, NoticeKind.CHARGED, 1, now)
    done = deliver_due(now=now)
    assert (done.sent, done.put_off) == (2, 1)
    assert MailDay.objects.get().sent == 3


def test_another_league_s_messages_go(town: Town, now: dt.datetime) -> None:
    other = factories.town("Other League", "other")
    limit(town, mails_a_day=1)
    MailDay.objects.create(league=town.league, day=now.date(), sent=1)
    notices(town, NoticeKind.CHARGED, 2, now)
    notices(other, NoticeKind.CHARGE_CHANGED, 2, now)
    assert deliver_due(now=now).sent == 2
    assert MailDay.objects.get(league=other.league).sent == 2


def test_what_could_not_be_sent_counts_towards_no_quota(town: Town, now: dt.datetime, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    notices(town, NoticeKind.CHARGED, 2, now)
    assert deliver_due(now=now).unreachable
    assert MailDay.objects.get().sent == 0


def test_the_secretary_reads_it_on_the_desk_from_ninety_in_a_hundred(town: Town, now: dt.datetime, today: None) -> None:
    client = signed_in(town.secretary)
    address = "/leagues/town/secretary/"
    limit(town, teams=5)
    assert "Ask the operator" not in words(client.get(address))
    limit(town, teams=4)
    assert "Teams: 4 of 4 are used, all that this league may." in words(client.get(address))
    (usage,) = near_quota(town.league, now=now)
    assert (usage.name, usage.over) == ("teams", True)
    limit(town, teams=0, mails_a_day=10)
    MailDay.objects.create(league=town.league, day=now.date(), sent=9)
    assert "Messages today: 9 of the 10 that this league may use." in words(client.get(address))


def test_a_score_goes_in_though_its_photograph_does_not(town: Town, now: dt.datetime, today: None) -> None:
    Season.objects.update(score_only=True)
    fixture = town.fixtures[0]
    CardPhotograph.objects.create(
        fixture=town.fixtures[1],
        side="home",
        content=b"x" * 1_000_000,
        sha256="0" * 64,
        width=1,
        height=1,
        added_at=now,
    )
    limit(town, photograph_megabytes=1)
    client = signed_in(town.captains[fixture.home.name])
    sent = {"home-score": 6, "away-score": 3, "photograph": SimpleUploadedFile("card.jpg", photograph((8, 6)))}
    answer = client.post(page(fixture, "score"), sent, follow=True)
    assert "they are full. Results can be entered without." in words(answer)
    assert fixture.results.filter(live=True).exists()
