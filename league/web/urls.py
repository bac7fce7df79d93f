"""The addresses of the pages. A page about a league has the league's slug in front, and is reached through it."""

from django.urls import include, path

from league.web import account, captain, hands, owed, postponements, public, referee, secretary

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
    path("fixtures/<int:fixture>/postpone/", postponements.postpone, name="postpone"),
    path("fixtures/<int:fixture>/answer/", postponements.answer, name="answer"),
    path("fixtures/<int:fixture>/move/", postponements.move, name="move"),
    path("teams/<slug:team>/", public.team, name="team"),
    path("players/<int:player>/", public.player, name="player"),
    path("rules/", public.rules, name="rules"),
    path("hand/", hands.hand, name="league-hand"),
    path("my/", captain.my_fixtures, name="my-fixtures"),
    path("calls/", referee.calls, name="calls"),
    path("calls/new/", referee.rule, name="rule"),
    path("secretary/", secretary.overview, name="secretary"),
    path("secretary/import/", secretary.load, name="import"),
    path("secretary/owed/", owed.still_owed, name="owed"),
    path("secretary/owed/<int:fixture>/", owed.decide, name="decide"),
]

urlpatterns = [
    path("", account.start, name="start"),
    path("health/", account.health, name="health"),
    path("hand/", hands.any_hand, name="hand"),
    path("leagues/<slug:slug>/", include(league_pages)),
]
