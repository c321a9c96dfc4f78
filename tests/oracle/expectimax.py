"""Expectimax on nested lists of face values, for every setting of "What a search value means" (docs/search-values.md).

Usage: python3 tests/oracle/expectimax.py        writes tests/golden/searches.json (5 min)
       python3 tests/oracle/expectimax.py vectors 3        checks itself against the public solver's vectors of a depth
"""

import json
import random
import sys

from evaluators import POWER_DEFAULT, VARIANTS, evaluator, random_board, within_reach
from rules import ORDER, board_of, empties, put, slide, text


class TooLong(Exception):
    pass


class Search:
    """One root slide: its own table, its own counters."""

    def __init__(self, evaluate, settings, most=10**9):
        self.evaluate = evaluate
        self.s = settings
        # A probability that equals the cut on paper may fall below it by rounding; it counts as equal.
        self.cut = settings["cut"] * (1 - 1e-12)
        self.nodes = 0
        self.hits = 0
        self.table = {}
        self.most = most

    def root(self, board, move, depth, reach=1.0):
        after, points = slide(board, move)
        return self.points(points) + self.after_slide(after, depth, reach)

    def points(self, points):
        return points if self.s["points"] == "added" else 0

    def after_slide(self, board, depth, reach):
        if depth == 0 or reach < self.cut:
            return self.leaf(board)
        key = self.key(board, depth, reach)
        if key in self.table and self.table[key][0] >= depth:
            self.hits += 1
            return self.table[key][1]
        cells = empties(board)
        total = 0.0
        for cell in cells:
            for value, chance in ((2, 0.9), (4, 0.1)):
                total += chance * self.to_move(put(board, cell, value), depth - 1, reach / len(cells) * chance)
        mean = total / len(cells)
        if self.s["table"] != "off":
            self.table[key] = (depth, mean)
        return mean

    def key(self, board, depth, reach):
        if self.s["table"] == "exact":
            return text(board), depth, reach if self.s["cut"] > 0 else None
        return text(board)

    def leaf(self, board):
        if self.s["leaf"] == "afterstate":
            return self.evaluate(board)
        cells = empties(board)
        outcomes = [(put(board, cell, value), chance) for cell in cells for value, chance in ((2, 0.9), (4, 0.1))]
        return sum(chance * self.evaluate(outcome) for outcome, chance in outcomes) / len(cells)

    def to_move(self, board, depth, reach):
        self.nodes += 4
        if self.nodes > self.most:
            raise TooLong
        values = []
        for move in ORDER:
            slid = slide(board, move)
            if slid:
                values.append(self.points(slid[1]) + self.after_slide(slid[0], depth, reach))
        if values:
            value = max(values)
        else:
            value = self.evaluate(board) if self.s["dead"] == "heuristic" else self.s["dead"]
        return value if self.s["floor"] == "none" else max(value, self.s["floor"])


def search(board, evaluate, settings, depth, reach=1.0, most=10**9):
    slides = []
    for move in ORDER:
        if slide(board, move):
            one = Search(evaluate, settings, most)
            value = one.root(board, move, depth, reach)
            slides.append({"move": move, "value": value, "nodes": one.nodes, "hits": one.hits})
    return slides


def random_evaluator(source):
    if source.random() < 0.5:
        weights = {name: round(source.uniform(-5, 8), 4) for name in ("h1", "h2", "h3", "h4")}
        return {"family": "thesis", "parameters": weights, "variants": source.choice(VARIANTS)}
    parameters = dict(POWER_DEFAULT)
    if source.random() < 0.5:
        parameters = {name: round(value * source.uniform(0.5, 1.5), 3) for name, value in POWER_DEFAULT.items()}
    return {"family": "power", "parameters": parameters, "variants": {}}


def random_settings(source, plain_value):
    """`plain_value` is the evaluation of the root: floors and dead values are drawn around it, so that they matter."""
    near = lambda: round(plain_value + source.uniform(-0.3, 0.3) * max(10, abs(plain_value)), 3)
    return {
        "leaf": source.choice(("afterstate", "spawned")),
        "points": source.choice(("ignored", "added")),
        "dead": source.choice(("heuristic", 0, near(), -1e6)),
        "floor": source.choice(("none", "none", 0, near())),
        "cut": source.choice((0, 0, 1, 0.5, 0.1, 0.9 * 0.9 / 4, 0.01, 1e-3, 1e-4)),
        "table": source.choice(("off", "exact", "deeper", "deeper")),
        "tableBits": 17,
    }


def depth_of(kind):
    return (0, 1, 1, 2, 2, 2, 3, 3, 4, 5)[kind % 10]


def cases(wanted):
    source = random.Random("searches")
    found = []
    while len(found) < wanted:
        depth = depth_of(len(found))
        top = source.choice((3, 5, 11, 15, 17))
        board = random_board(source, (0.5, 0.4, 0.2, 0.1, 0.05, 0.05)[depth], top)
        if not within_reach(board) or not any(slide(board, move) for move in ORDER):
            continue
        data = random_evaluator(source)
        evaluate = evaluator(data)
        settings = random_settings(source, evaluate(board))
        reach = source.choice((1.0, 1.0, 1.0, 0.225, 0.0045))
        try:
            slides = search(board, evaluate, settings, depth, reach, most=8_000)
        except TooLong:
            continue
        if depth >= 2 and max(one["nodes"] for one in slides) < 150:
            continue  # cut to nothing
        found.append(case(board, data, settings, depth, reach, slides))
    return found


# Boards found by trial where an entry stored with more depth left is met again: [position, depth, cut].
REUSING = [
    ("1323231232313212", 3, 0),
    ("1336120214214353", 3, 0),
    ("3356620434400026", 3, 0),
    ("1155060262240133", 3, 0.003),
    ("6551526636122363", 4, 0.003),
    ("3343163653142664", 4, 0.01),
]


def reusing_cases():
    """Cases whose values the deeper table changes, each beside the same search with an exact table."""
    found = []
    for position, depth, cut in REUSING:
        source, board = random.Random(position), board_of(position)
        deeper = exact = []
        while [one["value"] for one in deeper] == [one["value"] for one in exact]:
            data = random_evaluator(source)
            evaluate = evaluator(data)
            settings = {**random_settings(source, evaluate(board)), "cut": cut, "floor": "none", "table": "deeper"}
            deeper = search(board, evaluate, settings, depth)
            exact = search(board, evaluate, {**settings, "table": "exact"}, depth)
        found.append(case(board, data, settings, depth, 1.0, deeper))
        found.append(case(board, data, {**settings, "table": "exact"}, depth, 1.0, exact))
    return found


def case(board, data, settings, depth, reach, slides):
    return {
        "board": text(board),
        "evaluator": data,
        "settings": settings,
        "depth": depth,
        "reach": reach,
        "slides": slides,
    }


def check_vectors(depth):
    """The oracle's own oracle: an independent C++ program."""
    from fixture import GOLDEN

    data = json.loads((GOLDEN / "expectimax-power.json").read_text())
    evaluate = evaluator({"family": "power", "parameters": POWER_DEFAULT})
    settings = {"leaf": "afterstate", "points": "ignored", "dead": 0, "floor": 0, "cut": 1e-4, "table": "deeper"}
    for vector in data["vectors"]:
        if vector["depth"] != depth:
            continue
        slides = search(board_of(vector["board"]), evaluate, settings, depth)
        worst = max(abs(one["value"] / vector["values"][one["move"]] - 1) for one in slides)
        nodes = sum(one["nodes"] for one in slides)
        print(vector["board"], f"values within {worst:.1e}, nodes {nodes} for {vector['nodes']}")


def main():
    if sys.argv[1:2] == ["vectors"]:
        return check_vectors(int(sys.argv[2]))
    from fixture import write

    write(
        "searches",
        "Values, nodes (slides tried below the root slide) and table hits of each root slide, on random boards with random"
        " evaluators and settings; `reach` is the probability of the root. Made by tests/oracle/expectimax.py.",
        searches=cases(80) + reusing_cases(),
    )


if __name__ == "__main__":
    main()
