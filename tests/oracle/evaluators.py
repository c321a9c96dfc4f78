"""The evaluators from their published formulas, on nested lists of face values.

Usage: python3 tests/oracle/evaluators.py        writes tests/golden/features.json (1 s)

thesis: "2048 AI Solver using Expectimax Algorithm & Particle Swarm Optimization" (B.Sc. project, 2015), h1 … h4.
thesis-letter: the same, h2 by the formula as it is printed.
power: nneonneo/2048-ai, commit 41e298f, `init_tables` of 2048.cpp.
positional: power, a weight matrix (Yiyuan Lee, 2014) and a path with weights in geometric progression (Nicola Pezzotti, 2014).
"""

import random

from rules import mirror, rank, text, transpose

CORNER = [[7, 6, 5, 4], [6, 5, 4, 3], [5, 4, 3, 2], [4, 3, 2, 1]]
CORNERS = [CORNER, mirror(CORNER), CORNER[::-1], mirror(CORNER[::-1])]


def read(board, tile):
    return board if tile == "face" else [[rank(value) for value in row] for row in board]


def h1(board, tile):
    values = read(board, tile)
    return max(sum(values[i][j] * corner[i][j] for i in range(4) for j in range(4)) for corner in CORNERS)


def h2(board):
    across = sum(row[j] == row[j + 1] != 0 for row in board for j in range(3))
    down = sum(board[i][j] == board[i + 1][j] != 0 for i in range(3) for j in range(4))
    return across + down


def h2_printed(board):
    """As the formula is printed, 1 if x = y: two empty cells are a pair too."""
    across = sum(row[j] == row[j + 1] for row in board for j in range(3))
    down = sum(board[i][j] == board[i + 1][j] for i in range(3) for j in range(4))
    return across + down


def h3(board):
    return sum(value == 0 for row in board for value in row)


def rises(row):
    return sum(max(0, row[j] - row[j - 1]) for j in range(1, 4))


def monotonicity(rows, minimum):
    if minimum == "board":
        return min(sum(rises(row) for row in rows), sum(rises(row[::-1]) for row in rows))
    return sum(min(rises(row), rises(row[::-1])) for row in rows)


def h4(board, tile, minimum):
    values = read(board, tile)
    return -monotonicity(values, minimum) - monotonicity(transpose(values), minimum)


def runs(row):
    """Tiles in runs of at least two equal ones, looking over empty cells."""
    tiles = [value for value in row if value]
    total, i = 0, 0
    while i < len(tiles):
        j = i
        while j < len(tiles) and tiles[j] == tiles[i]:
            j += 1
        if j - i >= 2:
            total += j - i
        i = j
    return total


def thesis_features(board, variants):
    return [
        h1(board, variants["h1Tile"]),
        h2(board),
        h3(board),
        h4(board, variants["h4Tile"], variants["h4Minimum"]),
    ]


def letter_features(board, variants):
    first, _, *rest = thesis_features(board, variants)
    return [first, h2_printed(board), *rest]


def power_features(board, monotonicity_power=4, sum_power=3.5):
    ranks = read(board, "exponent")
    lines = ranks + transpose(ranks)
    steep = [[r**monotonicity_power if r else 0 for r in line] for line in lines]
    return [
        8,
        sum(line.count(0) for line in lines),
        sum(runs(line) for line in lines),
        -sum(min(rises(line), rises(line[::-1])) for line in steep),
        -sum(r**sum_power for line in lines for r in line if r),
    ]


GRADIENT = [[6, 5, 4, 3], [5, 4, 3, 2], [4, 3, 2, 1], [3, 2, 1, 0]]
PATH = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (1, 1), (1, 0)]
PATH += [(i + 2, j) for i, j in PATH]


def positional_features(board, ratio=0.5):
    return [
        sum(board[i][j] * GRADIENT[i][j] for i in range(4) for j in range(4)),
        sum(board[i][j] * ratio**n for n, (i, j) in enumerate(PATH)),
    ]


THESIS = ("h1", "h2", "h3", "h4")
POWER = ("offset", "empty", "merges", "monotonicity", "sum")
POSITIONAL = (*POWER, "gradient", "snake")
POWER_DEFAULT = {
    "offset": 200000,
    "empty": 270,
    "merges": 700,
    "monotonicity": 47,
    "monotonicityPower": 4,
    "sum": 11,
    "sumPower": 3.5,
}
VARIANTS = [
    {"h1Tile": h1_tile, "h4Tile": h4_tile, "h4Minimum": minimum}
    for h1_tile in ("face", "exponent")
    for h4_tile in ("face", "exponent")
    for minimum in ("board", "line")
]


def evaluator(data):
    """A function from boards to values, for {family, parameters, variants}."""
    weights = data["parameters"]
    if data["family"] == "thesis":
        return lambda board: sum(
            weights[name] * feature for name, feature in zip(THESIS, thesis_features(board, data["variants"]))
        )
    if data["family"] == "thesis-letter":
        return lambda board: sum(
            weights[name] * feature for name, feature in zip(THESIS, letter_features(board, data["variants"]))
        )
    powers = weights["monotonicityPower"], weights["sumPower"]
    if data["family"] == "power":
        return lambda board: sum(weights[name] * feature for name, feature in zip(POWER, power_features(board, *powers)))
    ratio = weights["snakeRatio"]
    return lambda board: sum(
        weights[name] * feature
        for name, feature in zip(POSITIONAL, power_features(board, *powers) + positional_features(board, ratio))
    )


def random_board(source, empty, top):
    """`empty` is the chance of an empty cell, `top` the highest rank."""
    return [[0 if source.random() < empty else 2 ** source.randint(1, top) for _ in range(4)] for _ in range(4)]


def within_reach(board):
    return sum(map(sum, board)) <= 2**18 - 4


def main():
    from fixture import write

    source = random.Random("features")
    boards = [[[0] * 4 for _ in range(4)]]
    while len(boards) < 200:
        k = len(boards)
        board = random_board(source, (0, 0.2, 0.5, 0.8)[k % 4], (2, 4, 11, 15)[k // 4 % 4])
        if k % 5 == 0:  # one of the two tiles that need a seventeenth digit
            board[source.randint(0, 3)][source.randint(0, 3)] = 2 ** (16 + k // 5 % 2)
        if within_reach(board):
            boards.append(board)
    cases = [
        {
            "board": text(board),
            "thesis": [thesis_features(board, variants) for variants in VARIANTS],
            "letter": letter_features(board, VARIANTS[0]),
            "power": power_features(board),
            "bent": power_features(board, 2.25, 5),
            "positional": positional_features(board, 0.75),
        }
        for board in boards
    ]
    write(
        "features",
        "Features h1 … h4 for each of `variants`, `letter` with h2 as its formula is printed, for the first of them; those of power: offset, empty, merges, monotonicity, sum, with"
        " the exponents 4 and 3.5 and, as `bent`, 2.25 and 5; gradient and snake, with the ratio 0.75, of positional. Made by tests/oracle/evaluators.py.",
        variants=VARIANTS,
        boards=cases,
    )


if __name__ == "__main__":
    main()
