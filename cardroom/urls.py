"""The addresses of the card room: its own under play/, and those of a league's pages in it."""

from django.urls import include, path

from cardroom.web import daily, games, lessons, position, progress, tables, trainers

league_pages = [
    path("play/", tables.league_start, name="league-play"),
    path("play/daily/", daily.daily, name="daily"),
    path("disputes/<int:dispute>/records/<int:evidence>/", games.of_record, name="record-analysis"),
]

urlpatterns = [
    path("play/", tables.any_start, name="play"),
    path("play/position/", position.position, name="play-position"),
    path("play/lessons/", lessons.index, name="learn"),
    path("play/lessons/<slug:lesson>/", lessons.lesson, name="lesson"),
    path("play/trainers/<slug:trainer>/", trainers.trainer, name="trainer"),
    path("play/progress/", progress.progress, name="progress"),
    path("play/daily/", daily.leagues, name="daily-leagues"),
    path("play/games/<slug:share>/", games.game, name="play-game"),
    path("play/games/<slug:share>/analysis/", games.of_game, name="play-analysis"),
    path("play/games/<slug:share>/<slug:name>.<slug:form>", games.written, name="play-file"),
    path("play/<slug:table>/", tables.table, name="play-table"),
    path("play/<slug:table>/games/<int:game>/deals/<int:shuffle>/", games.deal, name="play-deal"),
    path("leagues/<slug:slug>/", include(league_pages)),
]
