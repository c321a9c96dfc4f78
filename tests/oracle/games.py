"""Whole games by seed: the generator, the rules, the evaluators and the search of the other oracles together.

Usage: python3 tests/oracle/games.py        writes tests/golden/games.json (1 min)

Slides whose values are equal but for rounding (1e-11, relative) are ties, and the first is chosen. All weights and
exponents are whole numbers besides, and the ratio is a half, so that no sum is near that boundary.
"""

from evaluators import POWER_DEFAULT, evaluator
from expectimax import search
from fixture import write
from rules import ORDER, rank, slide, text
from splitmix64 import Generator, derive_seed, spawn, start

SETTINGS = {"leaf": "afterstate", "points": "ignored", "dead": 0, "floor": "none", "cut": 0, "table": "off", "tableBits": 17}
THESIS = {
    "family": "thesis",
    "parameters": {"h1": 1, "h2": 1, "h3": 1, "h4": 1},
    "variants": {"h1Tile": "face", "h4Tile": "face", "h4Minimum": "board"},
}
LINES = {
    "family": "thesis",
    "parameters": {"h1": -2, "h2": 3, "h3": 3, "h4": 7},
    "variants": {"h1Tile": "exponent", "h4Tile": "face", "h4Minimum": "line"},
}
POWER = {"family": "power", "parameters": {**POWER_DEFAULT, "sumPower": 4}, "variants": {}}
POSITIONAL = {
    "family": "positional",
    "parameters": {**POWER["parameters"], "gradient": 40, "snake": 500, "snakeRatio": 0.5},
    "variants": {},
}

PLAYERS = [
    {"evaluator": THESIS, "settings": SETTINGS, "depth": 0, "seeds": [0, 1, 2**32 - 1, 2**32, 2**53 - 1, 7, 8]},
    {"evaluator": LINES, "settings": {**SETTINGS, "points": "added"}, "depth": 0, "seeds": [3, 4, 5, derive_seed(1, 0)]},
    {"evaluator": POWER, "settings": {**SETTINGS, "leaf": "spawned"}, "depth": 0, "seeds": [11, 12, 13]},
    {"evaluator": THESIS, "settings": SETTINGS, "depth": 1, "seeds": [21, 22]},
    {"evaluator": LINES, "settings": {**SETTINGS, "dead": -1000000, "cut": 0.05}, "depth": 1, "seeds": [23, 24]},
    {"evaluator": POWER, "settings": {**SETTINGS, "floor": 0, "table": "deeper"}, "depth": 1, "seeds": [25]},
    {"evaluator": POSITIONAL, "settings": SETTINGS, "depth": 0, "seeds": [31, 32, 33]},
    {"evaluator": POSITIONAL, "settings": {**SETTINGS, "leaf": "spawned"}, "depth": 0, "seeds": [34, 35]},
    {"evaluator": POSITIONAL, "settings": {**SETTINGS, "points": "added", "cut": 0.05}, "depth": 1, "seeds": [36]},
]


def play(player, seed):
    evaluate = evaluator(player["evaluator"])
    generator = Generator(seed)
    board = start(generator)
    score, slides, nodes = 0, 0, 0
    first = [0 if any(rank(value) == r for row in board for value in row) else None for r in range(18)]
    while any(slide(board, move) for move in ORDER):
        values = search(board, evaluate, player["settings"], player["depth"])
        nodes += 4 + sum(one["nodes"] for one in values)
        best = values[0]
        for one in values[1:]:
            if one["value"] > best["value"] + 1e-11 * abs(best["value"]):
                best = one
        after, points = slide(board, best["move"])
        score += points
        slides += 1
        board = spawn(after, generator)
        for row in board:
            for value in row:
                if first[rank(value)] is None:
                    first[rank(value)] = slides
    return {"seed": seed, "score": score, "slides": slides, "board": text(board), "firstSlide": first, "nodes": nodes}


write(
    "games",
    "Games of a few players by seed; `firstSlide` by rank, 0 … 17. Made by tests/oracle/games.py.",
    players=[{**player, "games": [play(player, seed) for seed in player.pop("seeds")]} for player in PLAYERS],
)
