"""What becomes of a person's practice, votes and tables when their data are erased, in the transaction of that."""

from cardroom.models import DailyName, DailyVote, LessonDone, PlayTable, Practice, PracticeWeek
from league.models import League, User
from league.rules.names import folded


def leave_league(user: User, league: League) -> None:
    """Delete somebody's votes on a league's daily hand, and their place in its table."""
    DailyVote.objects.filter(user=user, league=league).delete()
    DailyName.objects.filter(user=user, league=league).delete()


def erase_account(user: User) -> None:
    """Delete the tables that somebody opened, their practice, and their votes in every league."""
    PlayTable.objects.filter(owner=user).delete()
    for rows in (Practice, PracticeWeek, LessonDone, DailyVote, DailyName):
        rows._default_manager.filter(user=user).delete()


def rename_at_tables(name: str, new_name: str) -> None:
    """Rename who sits under that name at a table. A name of one word may be anybody's: it stays."""
    if " " not in name:
        return
    seated = PlayTable.objects.values_list("pk", "seats").iterator()
    tables = [pk for pk, seats in seated if any(folded(seat["name"]) == folded(name) for seat in seats)]
    for table in PlayTable.objects.select_for_update().filter(pk__in=tables).order_by("pk"):
        others = {seat["name"] for seat in table.seats}
        new = next(one for one in (new_name, *(f"{new_name} {n}" for n in range(2, 9))) if one not in others)
        table.seats = [{**seat, "name": new} if folded(seat["name"]) == folded(name) else seat for seat in table.seats]
        table.version += 1
        table.save(update_fields=["seats", "version"])
