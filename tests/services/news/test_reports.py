"""Match reports: written by the captains of a fixture with a result, hidden by the secretary."""

import datetime as dt
from typing import Any

import pytest

from league.access import anybody, grants
from league.enums import FixtureState, NoticeKind, Side
from league.errors import Changed, Invalid, NotAllowed, WrongState
from league.models import Fixture, JournalEntry, MatchReport, Notice, OwnPage, Player, Post, User
from league.queries.news import reports_of, versions_of
from league.queries.people.personal_data import everything_about
from league.services.news import NewPage, NewPost, hide_report, show_report, write_page, write_post, write_report
from league.services.people.erasing import erase, erase_account
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet

TEXT = "A close night: **two** 24s."


@pytest.fixture
def played(town: Town) -> Fixture:
    """A fixture with a sheet, of the evening at which the tests are told."""
    fixture = town.fixture("Anchor", "Bell")
    sheet = result_sheet(town, "Anchor", "Bell")
    submit.submit(fixture, sheet, by=town.captains["Anchor"], now=evening(fixture))
    return fixture


def evening(fixture: Fixture) -> dt.datetime:
    return fixture.starts_at + dt.timedelta(hours=3)


def written(town: Town, fixture: Fixture, text: str = TEXT, **said: Any) -> MatchReport:
    by, now = said.pop("by", town.captains["Anchor"]), said.pop("now", evening(fixture))
    return write_report(fixture, said.pop("side", Side.HOME), text, seen=said.pop("seen", 0), by=by, now=now)


def visible_to(town: Town, fixture: Fixture, user: User | None) -> list[tuple[str, str]]:
    held = grants(user, town.league, now=evening(fixture)) if user else anybody(town.league)
    return [(line.report.side, line.author) for line in reports_of(fixture, held)]


def test_each_captain_writes_their_own_side_s(town: Town, played: Fixture) -> None:
    first = written(town, played)
    second = written(town, played, side=Side.AWAY, by=town.captains["Bell"], text="We were robbed.")
    assert (first.side, first.version, second.side) == ("home", 1, "away")
    names = [("home", town.captains["Anchor"].name), ("away", town.captains["Bell"].name)]
    assert visible_to(town, played, None) == names
    assert versions_of(played) == {"home": 1, "away": 1}
    entry = JournalEntry.objects.filter(kind="report-written").order_by("number").first()
    assert entry is not None
    assert entry.what == "wrote Anchor’s match report of Anchor v Bell (version 1)"
    assert "close" not in str(entry.data)


@pytest.mark.parametrize(("who", "side"), [("Bell", "home"), ("Castle", "home"), ("Anchor", "away")])
def test_nobody_writes_another_side_s(town: Town, played: Fixture, who: str, side: str) -> None:
    with pytest.raises(NotAllowed, match="writes that side's match report"):
        written(town, played, side=Side(side), by=town.captains[who])
    with pytest.raises(NotAllowed):
        written(town, played, by=town.secretary)


def test_a_report_needs_a_result_and_is_written_within_four_weeks(town: Town, played: Fixture) -> None:
    bare = town.fixture("Castle", "Duke of York")
    with pytest.raises(WrongState, match="There is no result yet"):
        write_report(bare, Side.HOME, TEXT, seen=0, by=town.captains["Castle"], now=evening(bare))
    last = played.starts_at + dt.timedelta(days=28)
    written(town, played, now=last)
    with pytest.raises(WrongState, match="within 28 days of a fixture"):
        written(town, played, "More.", seen=1, now=last + dt.timedelta(seconds=1))
    Fixture.objects.filter(pk=played.pk).update(state=FixtureState.CANCELLED)
    with pytest.raises(WrongState, match="cancelled"):
        written(town, played, "More.", seen=1)


@pytest.mark.parametrize(("text", "code"), [("", "no-text"), (" \n", "no-text"), ("x" * 5001, "text"), ("a\0", "text")])
def test_what_is_no_report_is_refused(town: Town, played: Fixture, text: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        written(town, played, text)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert not MatchReport.objects.exists()


def test_a_report_is_changed_by_whoever_saw_it_and_removed_without_a_text(town: Town, played: Fixture) -> None:
    written(town, played)
    with pytest.raises(Changed):
        written(town, played, "Other.", seen=0)
    assert written(town, played, seen=1).version == 1
    assert written(town, played, "Other.", seen=1).version == 2
    assert written(town, played, "", seen=2).version == 3
    assert visible_to(town, played, None) == []
    with pytest.raises(Invalid):
        written(town, played, "", seen=3)
    assert written(town, played, "Once more.", seen=3).version == 4
    kinds = JournalEntry.objects.filter(kind="report-written").order_by("number").values_list("what", flat=True)
    assert kinds[2] == "removed Anchor’s match report of Anchor v Bell (version 3)"


def test_a_report_is_not_changed_without_end(town: Town, played: Fixture) -> None:
    written(town, played)
    MatchReport.objects.update(version=50)
    with pytest.raises(WrongState, match="so often"):
        written(town, played, "More.", seen=50)


def test_a_hidden_report_is_seen_by_its_side_and_the_secretary(town: Town, played: Fixture) -> None:
    report, later = written(town, played), evening(played) + dt.timedelta(hours=1)
    hide_report(report, reason="It calls a player names.", by=town.secretary, now=later)
    assert visible_to(town, played, None) == []
    assert visible_to(town, played, town.captains["Bell"]) == []
    assert len(visible_to(town, played, town.captains["Anchor"])) == 1
    assert len(visible_to(town, played, town.secretary)) == 1
    [notice] = Notice.objects.filter(kind=NoticeKind.REPORT_HIDDEN)
    assert notice.recipient == town.captains["Anchor"]
    assert notice.text == "The secretary has hidden your match report of Anchor v Bell: It calls a player names."
    entry = JournalEntry.objects.get(kind="report-hidden")
    assert (entry.why, entry.fixture) == ("It calls a player names.", played)
    # Once more changes nothing, and tells nobody.
    hide_report(report, reason="Other.", by=town.secretary, now=later)
    assert Notice.objects.filter(kind=NoticeKind.REPORT_HIDDEN).count() == 1


def test_what_is_hidden_stays_hidden_whatever_its_captain_does(town: Town, played: Fixture) -> None:
    report, later = written(town, played), evening(played) + dt.timedelta(hours=1)
    hide_report(report, reason="It calls a player names.", by=town.secretary, now=later)
    written(town, played, "", seen=1)
    written(town, played, "Kinder words.", seen=2)
    assert visible_to(town, played, None) == []
    with pytest.raises(Changed, match="Read it before you show it"):
        show_report(report, seen=1, by=town.secretary, now=later)
    show_report(report, seen=3, by=town.secretary, now=later)
    assert len(visible_to(town, played, None)) == 1
    told = Notice.objects.filter(kind=NoticeKind.REPORT_HIDDEN).order_by("pk").values_list("text", flat=True)
    assert told[1] == "Your match report of Anchor v Bell is shown again."
    hide_report(report, reason="Again.", by=town.secretary, now=later)
    assert Notice.objects.filter(kind=NoticeKind.REPORT_HIDDEN).count() == 3


def test_hiding_needs_a_secretary_and_a_reason(town: Town, played: Fixture) -> None:
    report, now = written(town, played), evening(played)
    for by in (town.captains["Bell"], town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            hide_report(report, reason="No.", by=by, now=now)
        with pytest.raises(NotAllowed):
            show_report(report, seen=1, by=by, now=now)
    with pytest.raises(Invalid, match="Say why it is hidden"):
        hide_report(report, reason=" ", by=town.secretary, now=now)
    written(town, played, "", seen=1)
    with pytest.raises(WrongState, match="no match report"):
        hide_report(report, reason="No.", by=town.secretary, now=now)


def test_an_author_s_name_is_shortened_as_a_player_s_is(town: Town, played: Fixture) -> None:
    captain = town.captains["Anchor"]
    User.objects.filter(pk=captain.pk).update(name="Olive Mary Baker")
    captain.refresh_from_db()
    written(town, played)
    assert visible_to(town, played, None) == [("home", "Olive Mary Baker")]
    Player.objects.filter(user=captain).update(shorten_name=True)
    assert visible_to(town, played, None) == [("home", "Olive B.")]
    assert visible_to(town, played, captain) == [("home", "Olive Mary Baker")]
    assert visible_to(town, played, town.captains["Bell"]) == [("home", "Olive Mary Baker")]
    town.league.shorten_names = True
    town.league.save()
    Player.objects.all().update(shorten_name=False)
    assert visible_to(town, played, None) == [("home", "Olive B.")]


def test_who_is_erased_is_named_nowhere_in_the_news(town: Town, played: Fixture) -> None:
    captain, now = town.captains["Anchor"], evening(played)
    User.objects.filter(pk=captain.pk).update(name="Olive Baker")
    Player.objects.filter(user=captain).update(name="Olive Baker")
    player = Player.objects.get(user=captain)
    written(town, played, "Olive Baker had a 29.")
    title = "Well done, Olive Baker " + "!" * 97
    post = write_post(town.league, NewPost(title, "Olive Baker had a 29.", "published"), by=town.secretary, now=now)
    page = write_page(
        town.league, NewPage("fame", "Fame", "**Olive Baker**", 0, "published"), by=town.secretary, now=now
    )
    about = everything_about(town.league, player, captain)
    assert about["match_reports_written"][0]["text"] == "Olive Baker had a 29."
    erase(player, by=town.secretary, now=now)
    report = MatchReport.objects.get()
    assert (report.text, report.version, report.written_by) == ("former player had a 29.", 2, None)
    post.refresh_from_db()
    assert post.text == "former player had a 29."
    assert post.title.startswith("Well done, former player !!!")
    assert len(post.title) == 120
    assert OwnPage.objects.get(pk=page.pk).text == "**former player**"
    assert visible_to(town, played, town.secretary) == [("home", "")]


def test_a_secretary_who_is_erased_leaves_their_posts(town: Town, now: dt.datetime) -> None:
    other = factories.user("second@town.example")
    factories.role(other, town.league, "secretary")
    write_post(town.league, NewPost("Supper", "On Friday."), by=other, now=now)
    assert everything_about(town.league, None, other)["posts_written"][0]["title"] == "Supper"
    erase_account(town.league, by=other, now=now)
    assert Post.objects.get().written_by is None
