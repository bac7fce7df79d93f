"""The addresses about persons: their data and wishes, conduct, and what can be taken along."""

from django.urls import path

from league.api.calls import conduct
from league.api.mail import mail
from league.api.people import members, personal_data
from league.api.portability import exports

in_league = [
    path("conduct/", conduct.Cases.as_view()),
    path("conduct/<int:case>/", conduct.OneCase.as_view()),
    path("conduct/<int:case>/decision/", conduct.DecideCase.as_view()),
    path("players/<int:player>/conduct/", conduct.PlayerConduct.as_view()),
    path("persons/", personal_data.Persons.as_view()),
    path("players/same-name/", personal_data.Namesakes.as_view()),
    path("players/<int:player>/merge/", personal_data.MergePerson.as_view()),
    path("players/<int:player>/details/", personal_data.OnePerson.as_view()),
    path("players/<int:player>/export/", personal_data.ExportPerson.as_view()),
    path("players/<int:player>/erase/", personal_data.ErasePerson.as_view()),
    path("me/details/", personal_data.OwnDetails.as_view()),
    path("me/export/", personal_data.ExportOwn.as_view()),
    path("me/erase/", personal_data.EraseOwn.as_view()),
    path("me/mail/", mail.OwnMail.as_view()),
    path("teams/<slug:team>/people/", personal_data.TeamPeople.as_view()),
    path("invitations/<int:invitation>/remind/", members.Remind.as_view()),
    path("export/", exports.ExportLeague.as_view()),
    path("seasons/<slug:season>/export/", exports.ExportSeason.as_view()),
]
