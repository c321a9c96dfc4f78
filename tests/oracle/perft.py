"""Counts the positions after one, two and three turns (a slide, then a 2 or a 4 in every empty cell).

Usage: python3 tests/oracle/perft.py        writes tests/golden/perft.json (2 s)
"""

from fixture import write
from rules import ORDER, empties, put, slide, text

BOARDS = {
    "two corners": [[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]],
    "a row of four merges once a tile": [[2, 2, 2, 2], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "crowded": [[4, 2, 2, 0], [8, 4, 4, 8], [2, 4, 8, 16], [32, 64, 128, 256]],
    "three in a line, with gaps": [[2, 0, 2, 2], [4, 4, 0, 8], [0, 16, 16, 16], [64, 0, 32, 64]],
    "jammed: no slide": [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]],
    "full, one merge left": [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 8, 8]],
    "a 65536 appears": [[32768, 32768, 16384, 8192], [2, 4, 8, 16], [4, 8, 16, 32], [8, 16, 32, 64]],
    "a 131072 appears": [[65536, 32768, 16384, 8192], [65536, 4, 8, 16], [4, 8, 16, 32], [8, 16, 32, 64]],
    "empty: no slide": [[0] * 4 for _ in range(4)],
}


def perft(board, turns):
    if turns == 0:
        return 1
    total = 0
    for move in ORDER:
        slid = slide(board, move)
        if slid:
            for cell in empties(slid[0]):
                for value in (2, 4):
                    total += perft(put(slid[0], cell, value), turns - 1)
    return total


write(
    "perft",
    "Positions after 1, 2 and 3 turns. Made by tests/oracle/perft.py.",
    boards=[
        {"name": name, "board": text(board), "counts": [perft(board, turns) for turns in (1, 2, 3)]}
        for name, board in BOARDS.items()
    ],
)
