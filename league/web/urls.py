"""The addresses of the pages. A page about a league has the league's slug in front, and is reached through it."""

from django.urls import include, path

from league.web import account, captain, hands, public, referee, seasons, secretary, teams, timetables

league_pages = [
    path("", public.league_home, name="league"),
    path("tables/<slug:season>/<slug:division>/", public.division, name="division"),
    path("fixtures/", public.fixtures, name="fixtures"),
    path("fixtures/<int:fixture>/", public.fixture, name="fixture"),
    path("fixtures/<int:fixture>/sheet/", captain.sheet, name="sheet"),
    path("fixtures/<int:fixture>/draft/", captain.draft, name="draft"),
    path("fixtures/<int:fixture>/confirm/", captain.confirm, name="confirm"),
    path("fixtures/<int:fixture>/dispute/", captain.dispute, name="dispute"),
    path("fixtures/<int:fixture>/accept/", captain.accept, name="accept"),
    path("fixtures/<int:fixture>/settle/", referee.settle, name="settle"),
    path("teams/<slug:team>/", public.team, name="team"),
    path("players/<int:player>/", public.player, name="player"),
    path("rules/", public.rules, name="rules"),
    path("hand/", hands.hand, name="league-hand"),
    path("my/", captain.my_fixtures, name="my-fixtures"),
    path("calls/", referee.calls, name="calls"),
    path("calls/new/", referee.rule, name="rule"),
    path("secretary/", secretary.overview, name="secretary"),
    path("secretary/import/", secretary.load, name="import"),
    path("secretary/seasons/", seasons.every, name="seasons"),
    path("secretary/make-season/", seasons.make, name="season-new"),
    path("secretary/seasons/<slug:season>/", seasons.desk, name="season"),
    path("secretary/seasons/<slug:season>/settings/", seasons.settings, name="season-settings"),
    path("secretary/seasons/<slug:season>/teams/add/", teams.add, name="team-add"),
    path("secretary/seasons/<slug:season>/teams/<slug:team>/withdraw/", teams.withdraw, name="team-withdraw"),
    path("secretary/seasons/<slug:season>/timetables/new/", timetables.ask, name="timetable-ask"),
    path("secretary/timetables/<int:timetable>/", timetables.show, name="timetable"),
    path("secretary/timetables/<int:timetable>/change/", timetables.change, name="timetable-change"),
    path("secretary/timetables/<int:timetable>/undo/", timetables.undo, name="timetable-undo"),
    path("secretary/timetables/<int:timetable>/discard/", timetables.discard, name="timetable-discard"),
    path("secretary/timetables/<int:timetable>/publish/", timetables.publish, name="timetable-publish"),
]

urlpatterns = [
    path("", account.start, name="start"),
    path("health/", account.health, name="health"),
    path("hand/", hands.any_hand, name="hand"),
    path("leagues/<slug:slug>/", include(league_pages)),
]
