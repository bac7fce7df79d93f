"""The addresses of the API, under /api/v1/. Each ends in a slash, as the pages' do."""

from django.urls import include, path, re_path

from league.api.errors import not_found
from league.api.schema import Docs, Schema
from league.api.views import fixtures, leagues, results

in_league = [
    path("", leagues.OneLeague.as_view()),
    path("seasons/", leagues.Seasons.as_view()),
    path("seasons/<slug:season>/", leagues.OneSeason.as_view()),
    path("seasons/<slug:season>/divisions/", leagues.Divisions.as_view()),
    path("seasons/<slug:season>/weeks/", leagues.Weeks.as_view()),
    path("seasons/<slug:season>/entries/", leagues.Entries.as_view()),
    path("fixtures/", fixtures.Fixtures.as_view()),
    path("fixtures/<int:fixture>/", fixtures.OneFixture.as_view()),
    path("fixtures/<int:fixture>/squads/", fixtures.Squads.as_view()),
    path("fixtures/<int:fixture>/result/", results.OneResult.as_view()),
    path("fixtures/<int:fixture>/result/confirm/", results.Confirm.as_view()),
    path("fixtures/<int:fixture>/result/dispute/", results.Disputed.as_view()),
    path("fixtures/<int:fixture>/result/accept/", results.Accept.as_view()),
    path("fixtures/<int:fixture>/result/settle/", results.Settle.as_view()),
    path("fixtures/<int:fixture>/result/walkover/", results.Walkover.as_view()),
]

urlpatterns = [
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", Docs.as_view(), name="api-docs"),
    path("leagues/", leagues.Leagues.as_view()),
    path("leagues/<slug:league>/", include(in_league)),
    # No redirect to an address with a slash: it would turn a write into a reading.
    re_path("", not_found),
]
