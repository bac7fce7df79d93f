"""The secretary's own addresses in a league, and the journal's."""

from django.urls import path

from league.api.journal import journal
from league.api.people import members
from league.api.results import decide
from league.api.seasons import desk, seasons, timetables, upkeep

in_league = [
    path("journal/", journal.Journal.as_view()),
    path("fixtures/<int:fixture>/history/", journal.FixtureHistory.as_view()),
    path("teams/<slug:team>/history/", journal.TeamHistory.as_view()),
    path("players/<int:player>/history/", journal.PlayerHistory.as_view()),
    path("desk/", desk.Desk.as_view()),
    path("seasons/<slug:season>/owed/", desk.Owed.as_view()),
    path("seasons/<slug:season>/owed/try/", desk.TryPlacing.as_view()),
    path("seasons/<slug:season>/owed/place/", desk.Place.as_view()),
    path("fixtures/<int:fixture>/leave-owed/", desk.LeaveOwed.as_view()),
    path("mail/", desk.Deliveries.as_view()),
    path("mail/retry/", desk.Retry.as_view()),
    path("import/", seasons.Import.as_view()),
    path("drafts/", seasons.Drafts.as_view()),
    path("seasons/<slug:season>/settings/", seasons.SeasonSettings.as_view()),
    path("seasons/<slug:season>/teams/", seasons.LateTeams.as_view()),
    path("seasons/<slug:season>/teams/<slug:team>/withdraw/", seasons.Withdrawals.as_view()),
    path("seasons/<slug:season>/teams/<slug:team>/return/", upkeep.Returns.as_view()),
    path("upkeep/", upkeep.Things.as_view()),
    path("upkeep/<slug:kind>/<int:thing>/", upkeep.OneThing.as_view()),
    path("upkeep/<slug:kind>/<int:thing>/hide/", upkeep.Hide.as_view()),
    path("upkeep/<slug:kind>/<int:thing>/restore/", upkeep.Restore.as_view()),
    path("upkeep/<slug:kind>/<int:thing>/delete/", upkeep.Delete.as_view()),
    path("seasons/<slug:season>/timetables/", timetables.Timetables.as_view()),
    path("timetables/<int:timetable>/", timetables.OneTimetable.as_view()),
    path("timetables/<int:timetable>/try/", timetables.Try.as_view()),
    path("timetables/<int:timetable>/change/", timetables.Change.as_view()),
    path("timetables/<int:timetable>/undo/", timetables.Undo.as_view()),
    path("timetables/<int:timetable>/discard/", timetables.Discard.as_view()),
    path("timetables/<int:timetable>/publish/", timetables.Publish.as_view()),
    path("settings/", decide.Settings.as_view()),
    path("fixtures/<int:fixture>/result/decide/", decide.Decide.as_view()),
    path("fixtures/<int:fixture>/result/uphold/", decide.Uphold.as_view()),
    path("seasons/<slug:season>/adjustments/", decide.Adjustments.as_view()),
    path("adjustments/<int:adjustment>/take-back/", decide.TakeBack.as_view()),
    path("seasons/<slug:season>/teams/<slug:team>/players/", members.Register.as_view()),
    path("seasons/<slug:season>/players/<int:player>/transfer/", members.Transfer.as_view()),
    path("registrations/<int:registration>/release/", members.Release.as_view()),
    path("roles/", members.Roles.as_view()),
    path("roles/<int:role>/end/", members.EndRole.as_view()),
    path("invitations/", members.Invitations.as_view()),
    path("invitations/<int:invitation>/revoke/", members.Revoke.as_view()),
]
