"""The addresses of the card room: its own under play/, and those of a league's pages in it."""

from django.urls import include, path

from cardroom.web.learn import daily, lessons, progress, trainers
from cardroom.web.play import analysis, position, proof, record, start, table

league_pages = [
    path("play/", start.league_start, name="league-play"),
    path("play/daily/", daily.daily, name="daily"),
    path("disputes/<int:dispute>/records/<int:evidence>/", analysis.of_record, name="record-analysis"),
]

urlpatterns = [
    path("play/", start.any_start, name="play"),
    path("play/position/", position.position, name="play-position"),
    path("play/lessons/", lessons.index, name="learn"),
    path("play/lessons/<slug:lesson>/", lessons.lesson, name="lesson"),
    path("play/trainers/<slug:trainer>/", trainers.trainer, name="trainer"),
    path("play/progress/", progress.progress, name="progress"),
    path("play/daily/", daily.leagues, name="daily-leagues"),
    path("play/games/<slug:share>/", record.game, name="play-game"),
    path("play/games/<slug:share>/analysis/", analysis.of_game, name="play-analysis"),
    path("play/games/<slug:share>/<slug:name>.<slug:form>", record.written, name="play-file"),
    path("play/<slug:table>/", table.table, name="play-table"),
    path("play/<slug:table>/games/<int:game>/deals/<int:shuffle>/", proof.deal, name="play-deal"),
    path("leagues/<slug:slug>/", include(league_pages)),
]
