"""A deal that is over, checked: the seed, its hash, the cut, and the cards that follow from them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cardroom.models import PlayShuffle
from cardroom.queries.play.tables import sitting_of, told_shuffles
from cardroom.rules.play.proof import prove
from cardroom.web.play.table import table_or_404
from league.errors import NothingThere
from league.translation import N_


@never_cache
@require_safe
def deal(request: HttpRequest, table: str, game: int, shuffle: int) -> HttpResponse:
    """Show what one shuffle made, computed again from its seed and the cut, beside what was dealt."""
    found = table_or_404(table)
    of_game = found.games.filter(number=game).first()
    if of_game is None:
        raise NothingThere(N_("There is no such game at this table."))
    sitting = sitting_of(found, of_game)
    rows: dict[int, PlayShuffle] = {one.number: one for one in told_shuffles(sitting)}
    if shuffle not in rows:
        raise NothingThere(N_("This deal is still played, or there is none: its seed is told once it is over."))
    row = rows[shuffle]
    entries = list(of_game.entries.order_by("number").values_list("said", flat=True))
    proof = prove(sitting.course.start, entries, row.number, row.seed)
    context: dict[str, Any] = {
        "table": found, "game": of_game, "shuffle": row, "proof": proof, "told": sorted(rows),
        "names": sitting.course.game.names,
    }  # fmt: skip
    return render(request, "cardroom/play/deal.html", context)
