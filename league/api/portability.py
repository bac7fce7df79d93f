"""Taking a league along: the whole of it, or a season as spreadsheets. The public files are plain addresses."""

from collections.abc import Callable
from typing import IO

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from league.api.league_views import LeagueView
from league.api.operations import operation
from league.models import Season
from league.services.portability import exports

ZIP = "application/zip"
FILE = OpenApiResponse(OpenApiTypes.BINARY, "The file.")


class LeagueExport(LeagueView):
    while_suspended = True

    @operation("league.export", answer=FILE, media_type=ZIP, kept=False, fresh=True)
    def post(self) -> FileResponse:
        """The whole league in one file, for another server. Written down in the journal."""
        name = f"{self.league.slug}-{self.now:%Y-%m-%d}.zip"
        return _file(lambda out: exports.export_league(self.league, out, by=self.user, now=self.now), name)


class SeasonExport(LeagueView):
    while_suspended = True

    @operation("league.export", answer=FILE, media_type=ZIP, kept=False, fresh=True)
    def post(self, season: Season) -> FileResponse:
        """A season as the spreadsheets that can be loaded, in one file. Written down in the journal."""
        name = f"{self.league.slug}-{season.slug}-spreadsheets.zip"
        return _file(lambda out: exports.export_spreadsheets(season, out, by=self.user, now=self.now), name)


def _file(write: Callable[[IO[bytes]], object], name: str) -> FileResponse:
    out = exports.in_a_file(write)
    return FileResponse(out, as_attachment=True, filename=name, content_type=ZIP, headers={"Cache-Control": "no-store"})
