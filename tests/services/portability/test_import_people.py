"""A person of last season is the same person this season: matched by name and team, asked where that is unclear."""

import datetime as dt

import pytest

from league.models import League, Player, Registration, Season
from league.services.portability.imports import People, Report, Unclear, format_problem, import_season
from tests.services.small_league import GOOD, load
from tests.services.spreadsheets import counted

HEADINGS = "player,team,role,email"
LAST = {**GOOD, "players.csv": f"{HEADINGS}\nAnn Lee,Anchor,,\nBen Hay,Anchor,,ben@town.example\nCyd Roe,Bell,,\n"}
LAST = {name: text for name, text in LAST.items() if name != "results.csv"}


def next_season(*rows: str, headings: str = HEADINGS) -> dict[str, bytes]:
    files = {
        "season.csv": GOOD["season.csv"].replace("2026-27,2026-09-14", "2027-28,2027-09-13"),
        "teams.csv": GOOD["teams.csv"],
        "players.csv": "\n".join([headings, *rows, ""]),
    }
    return {name: text.encode() for name, text in files.items()}


def load_next(league: League, *rows: str, people: People | None = None, headings: str = HEADINGS) -> Report:
    now = dt.datetime(2027, 8, 1, tzinfo=dt.UTC)
    return import_season(next_season(*rows, headings=headings), league, by=None, now=now, people=people)


def invited(league: League, *rows: str, people: People | None = None) -> Unclear:
    before = counted()
    with pytest.raises(Unclear) as unclear:
        load_next(league, *rows, people=people)
    assert counted() == before
    return unclear.value


@pytest.fixture
def league_here(db: None, now: dt.datetime) -> League:
    league = League.objects.create(name="Here", slug="here")
    load(league, LAST, now)
    return league


def seasons_of(name: str, league: League) -> list[list[str]]:
    """Of each player of a name, the seasons they are registered in."""
    return [
        list(Registration.objects.filter(player=one).order_by("pk").values_list("season__name", flat=True))
        for one in Player.objects.filter(league=league, name=name).order_by("pk")
    ]


def test_who_has_no_address_is_the_same_person_in_the_same_team_next_season(league_here: League) -> None:
    report = load_next(league_here, "Ann Lee,Anchor,,", "ben hay,Anchor,,", "Cyd Roe,Bell,,cyd@town.example")
    assert "players" not in report.created
    assert Player.objects.filter(league=league_here).count() == 3
    assert seasons_of("Ann Lee", league_here) == [["2026-27", "2027-28"]]
    assert Player.objects.get(name="Cyd Roe").email == "cyd@town.example"


def test_loading_the_same_people_again_changes_nothing(league_here: League) -> None:
    load_next(league_here, "Ann Lee,Anchor,,")
    report = load_next(league_here, "Ann Lee,Anchor,,")
    assert (report.created, report.changed) == ({}, {})


def test_a_name_of_another_team_is_asked_about_and_nothing_is_written(league_here: League) -> None:
    ann = Player.objects.get(name="Ann Lee")
    unclear = invited(league_here, "Ann Lee,Castle,,")
    assert [format_problem(problem) for problem in unclear.problems] == [
        (
            f'players.csv:2, player: "Ann Lee": the league knows somebody of this name (number {ann.pk}, '
            'Anchor 2026-27). Write that number or "new" in a column "person"'
        )
    ]
    [question] = unclear.questions
    assert (question.team, question.name, question.where) == ("Castle", "Ann Lee", "players.csv:2")
    assert [(one.player, one.played) for one in question.candidates] == [(ann, ("Anchor 2026-27",))]


def test_somebody_who_never_played_is_told_by_their_number_alone(league_here: League) -> None:
    dee = Player.objects.create(league=league_here, name="Dee Fox")
    unclear = invited(league_here, "Dee Fox,Castle,,")
    assert [format_problem(problem) for problem in unclear.problems] == [
        (
            f'players.csv:2, player: "Dee Fox": the league knows somebody of this name (number {dee.pk}). '
            'Write that number or "new" in a column "person"'
        )
    ]


def test_the_answer_is_kept_to(league_here: League) -> None:
    ann = Player.objects.get(name="Ann Lee")
    load_next(league_here, "Ann Lee,Castle,,", people={("Castle", "Ann Lee"): ann.pk})
    assert seasons_of("Ann Lee", league_here) == [["2026-27", "2027-28"]]


def test_somebody_new_is_somebody_new(league_here: League) -> None:
    load_next(league_here, "Ann Lee,Castle,,", people={("Castle", "Ann Lee"): None})
    assert seasons_of("Ann Lee", league_here) == [["2026-27"], ["2027-28"]]


def test_the_file_may_answer_by_a_column(league_here: League) -> None:
    ann = Player.objects.get(name="Ann Lee")
    rows = (f"Ann Lee,Castle,,,{ann.pk}", "Cyd Roe,Duke,,,new")
    load_next(league_here, *rows, headings=f"{HEADINGS},person")
    assert seasons_of("Ann Lee", league_here) == [["2026-27", "2027-28"]]
    assert seasons_of("Cyd Roe", league_here) == [["2026-27"], ["2027-28"]]


def test_two_who_were_entered_anew_each_season_are_asked_about_and_not_guessed(league_here: League) -> None:
    twin = Player.objects.create(league=league_here, name="Ann Lee")
    season = Season.objects.get(league=league_here)
    team = Registration.objects.filter(player__name="Ann Lee").get().team
    Registration.objects.create(season=season, team=team, player=twin, starts_on=season.first_week)
    unclear = invited(league_here, "Ann Lee,Anchor,,")
    assert len(unclear.questions[0].candidates) == 2


def test_another_address_under_the_same_name_is_asked_about(league_here: League) -> None:
    unclear = invited(league_here, "Ben Hay,Anchor,,another@town.example")
    assert [one.player.name for one in unclear.questions[0].candidates] == ["Ben Hay"]


def test_an_address_under_another_name_is_asked_about(league_here: League) -> None:
    unclear = invited(league_here, "Tom Hay,Anchor,,ben@town.example")
    [question] = unclear.questions
    assert (question.name, [one.player.name for one in question.candidates]) == ("Tom Hay", ["Ben Hay"])
    ben = Player.objects.get(name="Ben Hay")
    load_next(league_here, "Tom Hay,Anchor,,ben@town.example", people={("Anchor", "Tom Hay"): ben.pk})
    assert seasons_of("Tom Hay", league_here) == [["2026-27", "2027-28"]]


def test_an_address_goes_before_a_name_of_last_season(league_here: League) -> None:
    """Ben has moved, and somebody of their name is in their old team."""
    load_next(league_here, "Ben Hay,Anchor,,", "Ben  Hay,Castle,,ben@town.example")
    moved = Player.objects.get(email="ben@town.example")
    assert [one.team.name for one in Registration.objects.filter(player=moved).order_by("pk")] == ["Anchor", "Castle"]


def test_whom_another_row_of_the_file_means_is_no_candidate(league_here: League) -> None:
    load_next(league_here, "Ann Lee,Anchor,,", "Ann Lee,Castle,,", people={("Castle", "Ann Lee"): None})
    assert seasons_of("Ann Lee", league_here) == [["2026-27", "2027-28"], ["2027-28"]]
    assert [one.team for one in invited(league_here, "Ann Lee,Castle,,", "Ann Lee,Duke,,").questions] == ["Duke"]


@pytest.mark.parametrize(
    ("number", "said"),
    [("999999999", "there is no player number 999999999 in this league"), ("x", "write the number of a player")],
)
def test_a_number_that_nobody_has_is_refused(league_here: League, number: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        load_next(league_here, f"Ann Lee,Castle,,,{number}", headings=f"{HEADINGS},person")


def test_a_player_of_another_league_is_never_meant(league_here: League) -> None:
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    stranger = Player.objects.create(league=elsewhere, name="Dot Fox")
    report = load_next(league_here, "Dot Fox,Anchor,,")
    assert report.created["players"] == 1
    with pytest.raises(Exception, match=f"no player number {stranger.pk}"):
        load_next(league_here, "Eve Day,Anchor,,", people={("Anchor", "Eve Day"): stranger.pk})


def test_two_rows_cannot_be_one_person(league_here: League) -> None:
    ann = Player.objects.get(name="Ann Lee").pk
    people = {("Castle", "Ann Lee"): ann, ("Duke", "Ann Lee"): ann}
    with pytest.raises(Exception, match="is somebody else's in these files"):
        load_next(league_here, "Ann Lee,Castle,,", "Ann Lee,Duke,,", people=people)
