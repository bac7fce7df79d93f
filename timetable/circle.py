"""The circle method in Berger's order: a timetable for any number of teams, without a solver and without conditions."""

from timetable.weeks import Half


def circle(teams: int) -> Half:
    """One round of `teams` places, 0 to teams − 1, with as few breaks as any: n − 2, or none of an odd number.

    One place stands still and the others go round it. With an odd number, whoever meets it has the week free.
    """
    if teams < 2:
        return ((),) * teams
    turning = teams - 1 + teams % 2
    weeks = []
    for week in range(turning):
        pairs = [] if teams % 2 else [(week, turning) if week % 2 else (turning, week)]
        for step in range(1, (turning - 1) // 2 + 1):
            ahead, behind = (week + step) % turning, (week - step) % turning
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        weeks.append(tuple(pairs))
    return tuple(weeks)
