"""The fewest breaks that any timetable of a division can have when no condition stands in its way, with the proofs.

Write a team's round as a row of H and A. Two teams with the same row never meet, so no two rows are the same; only two
rows have no break. The next round is the row with H and A swapped.

Even number of teams, n; a round has n − 1 weeks, an odd number.

- One round: all but two teams have a break: n − 2.
- Mirrored, k rounds: a row without a break has none at the change of rounds either. With one break its first and last
  letters differ, so that each change is a break too: k + (k − 1). With two or more, 2k at least. Together
  (n − 2)(2k − 1): 3n − 6 for two rounds.
- French, k rounds: the row is read round, each round from one week later. Of an odd length, read round it has a break
  somewhere. A round's reading misses it only if it begins just there, and then the change of rounds before or after it
  is a break. So k a team at least: kn, 2n for two rounds.

Odd number of teams; each has one week free and an even number of fixtures a round.

- One round: 0, which the circle method has.
- Mirrored: a row without a break ends with another letter than it begins with, so that the change of rounds is a
  break; a row that avoids it has a break in either round. So k − 1 a team at least: n(k − 1).
- French: whoever has the first week of a round free plays that round and the next in the same order, as if mirrored:
  one break for each change of rounds: k − 1.

The last of k rounds half a round:

- Mirrored, even: a row with one break has one in each whole round and one at each change, the last change included; one
  with two or more has as many in the whole rounds alone: 2(k − 1) each.
- Mirrored, odd: a whole round and the change after it have a break together, as before: n(k − 1).
- French: the bound of the whole rounds.
"""

from timetable.values import SecondHalf


def fewest_breaks(teams: int, rounds: int, second_half: SecondHalf, half: bool = False) -> int:
    """The bound of a division; no timetable has fewer breaks, whatever is left out of account.

    Args:
        half: the last round is half a round.
    """
    if teams <= 2 or rounds < 1:
        return 0
    changes = rounds - 1
    if half and second_half == "french":
        return fewest_breaks(teams, changes, second_half)
    if half and teams % 2 == 0:
        return (teams - 2) * 2 * changes
    french = second_half == "french" and changes > 0
    if teams % 2:
        return changes if french else teams * changes
    return teams * rounds if french else (teams - 2) * (rounds + changes)
