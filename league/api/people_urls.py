"""The addresses about persons: their data and wishes, conduct, and what can be taken along."""

from django.urls import path

from league.api.views import conduct, exports, mail, members, persons

in_league = [
    path("conduct/", conduct.Cases.as_view()),
    path("conduct/<int:case>/", conduct.OneCase.as_view()),
    path("conduct/<int:case>/decision/", conduct.DecideCase.as_view()),
    path("players/<int:player>/conduct/", conduct.PlayerConduct.as_view()),
    path("persons/", persons.Persons.as_view()),
    path("players/<int:player>/details/", persons.OnePerson.as_view()),
    path("players/<int:player>/export/", persons.ExportPerson.as_view()),
    path("players/<int:player>/erase/", persons.ErasePerson.as_view()),
    path("me/details/", persons.OwnDetails.as_view()),
    path("me/export/", persons.ExportOwn.as_view()),
    path("me/erase/", persons.EraseOwn.as_view()),
    path("me/mail/", mail.OwnMail.as_view()),
    path("teams/<slug:team>/people/", persons.TeamPeople.as_view()),
    path("invitations/<int:invitation>/remind/", members.Remind.as_view()),
    path("export/", exports.ExportLeague.as_view()),
    path("seasons/<slug:season>/export/", exports.ExportSeason.as_view()),
]
