"""The addresses of the API, under /api/v1/. Each ends in a slash, as the pages' do."""

from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt

from league.api import people_urls, secretary_urls, start
from league.api.calls import calls
from league.api.dates import dates, fixtures
from league.api.disputes import disputes
from league.api.errors import not_found
from league.api.people import own
from league.api.results import handover, results
from league.api.schema import Docs, Schema
from league.api.standings import leagues, teams

in_league = [
    path("", leagues.OneLeague.as_view()),
    path("seasons/", leagues.Seasons.as_view()),
    path("seasons/<slug:season>/", leagues.OneSeason.as_view()),
    path("seasons/<slug:season>/divisions/", leagues.Divisions.as_view()),
    path("seasons/<slug:season>/weeks/", leagues.Weeks.as_view()),
    path("seasons/<slug:season>/entries/", leagues.Entries.as_view()),
    path("seasons/<slug:season>/standings/", teams.Standings.as_view()),
    path("seasons/<slug:season>/divisions/<slug:division>/standings/", teams.OneTable.as_view()),
    path("seasons/<slug:season>/divisions/<slug:division>/teams/<slug:team>/receipt/", teams.Receipt.as_view()),
    path("teams/", teams.Teams.as_view()),
    path("teams/<slug:team>/", teams.OneTeam.as_view()),
    path("players/", teams.Players.as_view()),
    path("players/<int:player>/", teams.OnePlayer.as_view()),
    path("rules/", teams.Rules.as_view()),
    path("fixtures/", fixtures.Fixtures.as_view()),
    path("fixtures/<int:fixture>/", fixtures.OneFixture.as_view()),
    path("fixtures/<int:fixture>/squads/", fixtures.Squads.as_view()),
    path("fixtures/<int:fixture>/draft/", own.Draft.as_view()),
    path("fixtures/<int:fixture>/calls/", calls.Calls.as_view()),
    path("fixtures/<int:fixture>/calls/check/", calls.CheckCall.as_view()),
    path("fixtures/<int:fixture>/slots/", dates.Slots.as_view()),
    path("fixtures/<int:fixture>/postponements/", dates.Postponements.as_view()),
    path("fixtures/<int:fixture>/postponements/offer/", dates.Offer.as_view()),
    path("fixtures/<int:fixture>/postponements/agree/", dates.Agree.as_view()),
    path("fixtures/<int:fixture>/postponements/refuse/", dates.Refuse.as_view()),
    path("fixtures/<int:fixture>/postponements/withdraw/", dates.Withdraw.as_view()),
    path("fixtures/<int:fixture>/postponements/overrule/", dates.Overrule.as_view()),
    path("fixtures/<int:fixture>/move/", dates.Move.as_view()),
    path("fixtures/<int:fixture>/put-off/", dates.PutOff.as_view()),
    path("fixtures/<int:fixture>/cancel/", dates.Cancel.as_view()),
    path("results/", results.Results.as_view()),
    path("fixtures/<int:fixture>/result/", results.OneResult.as_view()),
    path("fixtures/<int:fixture>/result/confirm/", results.Confirm.as_view()),
    path("fixtures/<int:fixture>/result/confirm-here/", handover.ConfirmHere.as_view()),
    path("confirm/<str:token>/", handover.ConfirmLink.as_view()),
    path("fixtures/<int:fixture>/result/dispute/", results.Disputed.as_view()),
    path("fixtures/<int:fixture>/result/correct/", results.Correct.as_view()),
    path("fixtures/<int:fixture>/result/correction/", results.Correction.as_view()),
    path("fixtures/<int:fixture>/result/accept/", results.Accept.as_view()),
    path("fixtures/<int:fixture>/result/versions/<int:version>/", results.OneVersion.as_view()),
    path("rulings/", calls.Rulings.as_view()),
    path("rulings/<int:ruling>/appeal/", disputes.MakeAppeal.as_view()),
    path("rulings/<int:ruling>/revoke/", calls.Revoke.as_view()),
    path("appeals/<int:appeal>/", disputes.OneAppeal.as_view()),
    path("fixtures/<int:fixture>/disputes/", disputes.FixtureDisputes.as_view()),
    path("disputes/", disputes.Docket.as_view()),
    path("disputes/<int:dispute>/", disputes.OneDispute.as_view()),
    path("disputes/<int:dispute>/evidence/", disputes.AddEvidence.as_view()),
    path("disputes/<int:dispute>/photographs/<int:photograph>/", disputes.OnePhotograph.as_view()),
    path("disputes/<int:dispute>/take/", disputes.Take.as_view()),
    path("disputes/<int:dispute>/referee/", disputes.Assign.as_view()),
    path("disputes/<int:dispute>/withdraw/", disputes.WithdrawDispute.as_view()),
    path("disputes/<int:dispute>/rules/", disputes.Quotables.as_view()),
    path("disputes/<int:dispute>/preview/", disputes.Preview.as_view()),
    path("disputes/<int:dispute>/ruling/", disputes.Sign.as_view()),
    path("me/", own.Me.as_view()),
    path("my/fixtures/", own.MyFixtures.as_view()),
    path("my/notices/", own.Notices.as_view()),
    path("my/notices/read/", own.ReadNotices.as_view()),
    path("my/calendar/", own.OwnCalendar.as_view()),
    path("calendars/", own.Calendars.as_view()),
]

urlpatterns = [
    path("", start.Start.as_view()),
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", Docs.as_view(), name="api-docs"),
    path("hands/check/", calls.CheckHand.as_view(), name="api-hands"),
    path("leagues/", leagues.Leagues.as_view(), name="api-leagues"),
    path("leagues/<slug:league>/", include(in_league)),
    path("leagues/<slug:league>/", include(secretary_urls.in_league)),
    path("leagues/<slug:league>/", include(people_urls.in_league)),
    # No redirect to an address with a slash: it would turn a write into a reading.
    re_path("", csrf_exempt(not_found)),
]
