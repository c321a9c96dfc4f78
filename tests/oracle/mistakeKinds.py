"""Boards with a move that is a mistake of a kind, and boards that look alike and are none: all but one condition holds.

Usage: python3 tests/oracle/mistakeKinds.py        writes tests/golden/mistakeKinds.json (10 s)

The kinds are written apart from src/core: boards are turned so that the corner is at the top left.
"""

import random

from fixture import write
from rules import ORDER, empties, mirror, put, slide, text, transpose

KINDS = ("corner", "row", "spawn", "merge")
EACH = 20


def views(board):
    """The eight ways to look at a board; the top left of four of them is each corner, twice."""
    for turned in (board, mirror(board), board[::-1], mirror(board)[::-1]):
        yield turned
        yield transpose(turned)


def largest(board):
    return max(map(max, board))


def cornered(board):
    return any(view[0][0] == largest(board) for view in views(board))


def in_order(row):
    return sorted(row, reverse=True) == list(row)


def corner(board, played, best):
    return [largest(board) >= 64, cornered(board), not cornered(played), cornered(best)]


def row(board, played, best):
    """Conditions of the view in which most hold."""

    def conditions(view, after, better):
        top, left = view[0], transpose(view)[0]
        kept = lambda new: in_order(new[0]) and sum(new[0]) >= sum(top)
        return [
            top[0] == largest(board) >= 64 and sum(top) >= sum(left) and sum(1 for v in top if v) >= 3 and in_order(top),
            not kept(after),
            kept(better),
        ]

    return max((conditions(*each) for each in zip(views(board), views(played), views(best))), key=sum)


def spawn(board, played, best):
    free = empties(played)
    r, c = free[0] if free else (0, 0)
    near = [played[y][x] for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= y < 4 and 0 <= x < 4]
    return [len(free) == 1, len(free) >= 1 and 2 not in near, len(empties(best)) > 1]


def pairs(board, move):
    """Faces that a move merges, by what it takes away and brings."""
    after = slide(board, move)
    if after is None:
        return []
    count = lambda b, face: sum(line.count(face) for line in b)
    found, made = [], 0
    for face in (2**r for r in range(1, 18)):
        gone = (count(board, face) + made - count(after[0], face)) // 2
        found += [face] * gone
        made = gone
    return found


def merge(board, move, best_move):
    wanted, got = max(pairs(board, best_move), default=0), max(pairs(board, move), default=0)
    after = slide(board, move)[0]
    return [wanted > got, all(wanted not in pairs(after, later) for later in ORDER)]


def conditions(kind, board, move, best_move):
    if kind == "merge":
        return merge(board, move, best_move)
    return {"corner": corner, "row": row, "spawn": spawn}[kind](board, slide(board, move)[0], slide(board, best_move)[0])


def games(rng):
    """Boards of games by a player that prefers two directions, and now and then plays any."""
    while True:
        board = put(put([[0] * 4 for _ in range(4)], (0, 0), 2), (1, 0), 2)
        turn = rng.choice(list(range(8)))
        while True:
            legal = [move for move in ORDER if slide(board, move)]
            if not legal:
                break
            yield list(views(board))[turn]
            move = legal[0] if rng.random() < 0.05 else next(m for m in ("up", "left", "right", "down") if m in legal)
            board = slide(board, move)[0]
            board = put(board, rng.choice(empties(board)), 4 if rng.random() < 0.1 else 2)


def main():
    rng = random.Random(39)
    made = {kind: [] for kind in KINDS}
    alike = {kind: [] for kind in KINDS}
    seen = set()
    for board in games(rng):
        if largest(board) < 32 or rng.random() < 0.8:
            continue
        legal = [move for move in ORDER if slide(board, move)]
        if len(legal) < 2:
            continue
        move, best = rng.sample(legal, 2)
        for kind in KINDS:
            holds = conditions(kind, board, move, best)
            into = made if all(holds) else alike if sum(holds) == len(holds) - 1 else None
            key = (kind, text(board))
            if into is None or len(into[kind]) == EACH or key in seen:
                continue
            # different ways of looking alike
            if into is alike and sum(case[4] == holds.index(False) for case in alike[kind]) >= EACH // 2:
                continue
            seen.add(key)
            into[kind].append([kind, text(board), move, best, *([] if into is made else [holds.index(False)])])
        if all(len(cases[kind]) == EACH for cases in (made, alike) for kind in KINDS):
            break
    write(
        "mistakeKinds",
        "Mistakes [kind, board, played, better], and moves that look alike, with the condition that does not hold. Made by tests/oracle/mistakeKinds.py.",
        made=[case for kind in KINDS for case in made[kind]],
        alike=[case for kind in KINDS for case in alike[kind]],
    )


if __name__ == "__main__":
    main()
