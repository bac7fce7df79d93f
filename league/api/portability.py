"""Taking a league along: the whole of it, or a season as spreadsheets. The public files are plain addresses."""

from collections.abc import Callable
from typing import IO

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from league.api.operations import operation
from league.api.seasons.seasons import OwnSeason
from league.services.portability import exports

ZIP = "application/zip"
FILE = OpenApiResponse(OpenApiTypes.BINARY, "The file.")


class LeagueExport(OwnSeason):
    @operation(
        "The whole league in one file, for another server. Written down in the journal",
        action="league.export",
        answer=FILE,
        media_type=ZIP,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request) -> FileResponse:
        self.allow("league.export")
        name = f"{self.league.slug}-{self.now:%Y-%m-%d}.zip"
        return _file(lambda out: exports.export_league(self.league, out, by=self.user, now=self.now), name)


class SeasonExport(OwnSeason):
    @operation(
        "A season as the spreadsheets that can be loaded, in one file. Written down in the journal",
        action="league.export",
        answer=FILE,
        media_type=ZIP,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request, season: str) -> FileResponse:
        self.allow("league.export")
        found = self.one(season)
        name = f"{self.league.slug}-{found.slug}-spreadsheets.zip"
        return _file(lambda out: exports.export_spreadsheets(found, out, by=self.user, now=self.now), name)


def _file(write: Callable[[IO[bytes]], object], name: str) -> FileResponse:
    out = exports.in_a_file(write)
    return FileResponse(out, as_attachment=True, filename=name, content_type=ZIP, headers={"Cache-Control": "no-store"})
