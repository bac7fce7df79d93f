"""One search over the names, fixtures, rules and pages of a league."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.search.search_shapes import SearchShape
from league.errors import Invalid
from league.rules.problems import Problem
from league.rules.search import LONGEST_SEARCH
from league.services.search.find import SearchResults, find
from league.services.search.typed import read_typed

MOST = 20
TYPED = OpenApiParameter(
    "q",
    str,
    description=f"What to look for, {LONGEST_SEARCH} letters at most: a name or its beginning, two teams with a “v” "
    "between them, a day, a word of the rules. Blank: nothing is found.",
)


class OneSearch(LeagueView):
    @operation(
        "Find teams, players, fixtures, venues, rules and pages by what somebody types, whatever its slips",
        action="league.view",
        answer=SearchShape,
        parameters=[TYPED],
    )
    def get(self, request: Request) -> Response:
        today = self.now.astimezone(self.league.tz).date()
        sought = read_typed(request.query_params.get("q", ""), today=today)
        if isinstance(sought, Problem):
            raise Invalid([sought])
        found = find(self.league, sought, self.grants, now=self.now, most=MOST) if sought else SearchResults()
        return Response(SearchShape(found).data)
