"""Calibrations of synthetic games, from the definitions in docs/search-values.md ("How a calibration is fitted").

Usage: python3 tests/oracle/calibrationFits.py        writes tests/golden/calibrationFits.json (1 s)

`calibration.py` checks whole exported calibrations to rounding; these cases are small, and every figure of them is
held. Isotonic regression is the closed form: the largest over starts of the least over ends of the means. Weights are
eighths, so the sums in it are exact.
"""

import math
from decimal import ROUND_HALF_UP, Decimal

from fixture import write
from splitmix64 import Generator

SEARCH, EXPERT = 0, 1
HIGHEST_RANK = 17
Z = 1.959963984540054


def decimals(x, places):
    return float(Decimal(x).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def digits(x, count):
    return decimals(x, count - 1 - Decimal(x).adjusted()) if x else 0.0


def whole(x):
    return math.floor(x + 0.5)


class Position:
    def __init__(self, row, game):
        self.rank, self.decider, self.sum, self.value, self.score, self.weight = row
        self.game = game
        self.survives = 32 * game["sum"] >= 33 * self.sum
        self.to_come = game["score"] - self.score


def positions_of(games):
    return [Position(row, {**game, "number": i}) for i, game in enumerate(games) for row in game["positions"]]


def mean(positions, of):
    return sum(p.weight * of(p) for p in positions) / sum(p.weight for p in positions)


def games_among(positions):
    return len({p.game["number"] for p in positions})


# the curve of a stage


def isotonic(xs, ys, weights):
    """Blocks [x, y, weight, first, end] over ascending xs; equal xs are one point."""
    starts = [i for i in range(len(xs)) if i == 0 or xs[i] != xs[i - 1]] + [len(xs)]
    w, wy = [0.0], [0.0]
    for a, b in zip(starts, starts[1:]):
        w.append(w[-1] + sum(weights[a:b]))
        wy.append(wy[-1] + sum(weights[i] * ys[i] for i in range(a, b)))
    n = len(starts) - 1
    fitted = [-math.inf] * n
    for a in range(n):
        least = math.inf
        for b in reversed(range(a, n)):
            least = min(least, (wy[b + 1] - wy[a]) / (w[b + 1] - w[a]))
            fitted[b] = max(fitted[b], least)
    blocks = []
    for i, y in enumerate(fitted):
        part = range(starts[i], starts[i + 1])
        if blocks and blocks[-1][1] == y:
            blocks[-1][2].extend(part)
        else:
            blocks.append([None, y, list(part)])
    return [block(xs, ys, weights, part) for _, _, part in blocks]


def block(xs, ys, weights, part):
    total = sum(weights[i] for i in part)
    average = lambda of: sum(weights[i] * of[i] for i in part) / total
    return {"x": average(xs), "y": average(ys), "part": part}


def merge(xs, ys, weights, blocks, i):
    """Blocks i and i + 1 as one."""
    return [*blocks[:i], block(xs, ys, weights, blocks[i]["part"] + blocks[i + 1]["part"]), *blocks[i + 2 :]]


def thin(xs, ys, weights, blocks, most):
    while len(blocks) > most:
        steps = [b["y"] - a["y"] for a, b in zip(blocks, blocks[1:])]
        blocks = merge(xs, ys, weights, blocks, steps.index(min(steps)))
    return blocks


def survival(positions, lost):
    known = sorted((p for p in positions if lost is None or p.value > lost), key=lambda p: p.value)
    if not known:
        return {"values": [lost], "shares": [0], "games": [games_among(positions)]}
    xs, ys, weights = [p.value for p in known], [float(p.survives) for p in known], [p.weight for p in known]
    blocks = thin(xs, ys, weights, isotonic(xs, ys, weights), 24)
    knots = [(digits(b["x"], 7), decimals(b["y"], 4), games_among(known[i] for i in b["part"])) for b in blocks]
    if lost is not None:
        _, share, games = knots[0]
        minima = {p.game["number"]: p.value for p in reversed(known)}
        least = digits(sorted(minima.values())[len(minima) // 100], 7)
        knots = [(lost, 0, games)] + ([(least, share, games)] if least < knots[0][0] else []) + knots
    return dict(zip(["values", "shares", "games"], map(list, zip(*knots))))


# what follows


def outcomes(positions, rank):
    goals = []
    for goal in range(rank + 1, HIGHEST_RANK + 2):
        share = mean(positions, lambda p: p.game["rank"] >= goal)
        goals.append(decimals(share, 4))
        if share == 0:
            break
    ascending = sorted(positions, key=lambda p: p.to_come)
    total, quantiles = sum(p.weight for p in positions), []
    for i in range(21):
        below = 0
        for p in ascending:
            below += p.weight
            if 20 * below >= i * total:
                break
        quantiles.append(p.to_come)
    average = whole(mean(positions, lambda p: p.to_come))
    return {"games": games_among(positions), "goals": goals, "mean": average, "quantiles": quantiles}


def stage(positions, lost):
    rank, decider = positions[0].rank, positions[0].decider
    survivors, others = [p for p in positions if p.survives], [p for p in positions if not p.survives]
    fitted = {
        "rank": rank,
        "decider": "expert" if decider == EXPERT else "search",
        "sum": whole(mean(positions, lambda p: p.sum)),
        "games": games_among(positions),
        "survival": survival(positions, None if decider == EXPERT else lost),
        "survivors": outcomes(survivors or others, rank),
    }
    return {**fitted, "others": outcomes(others, rank)} if survivors and others else fitted


def fit(games, lost):
    stages, positions = [], positions_of(games)
    for rank, decider in sorted({(p.rank, p.decider) for p in positions}):
        alike = [p for p in positions if (p.rank, p.decider) == (rank, decider)]
        width = max(2**rank // 8, 128)
        parts, waiting = [], []
        for number in sorted({(p.sum - 2**rank) // width for p in alike}):
            waiting += [p for p in alike if (p.sum - 2**rank) // width == number]
            if games_among(waiting) >= 20:
                parts.append(waiting)
                waiting = []
        if parts:
            parts[-1] = parts[-1] + waiting
        stages += [stage(part, lost) for part in parts]
    return stages


# what a value means


def line(xs, ys, x):
    if x <= xs[0]:
        return ys[0]
    for x0, x1, y0, y1 in zip(xs, xs[1:], ys, ys[1:]):
        if x0 <= x < x1:
            return y0 + (x - x0) / (x1 - x0) * (y1 - y0)
    return ys[-1]


def neighbours(stages, rank, decider, total):
    """[(stage, its share)]: the two around the sum, or the one at an end."""
    alike = [s for s in stages if (s["rank"], s["decider"]) == (rank, "expert" if decider == EXPERT else "search")]
    for a, b in zip(alike, alike[1:]):
        if a["sum"] < total < b["sum"]:
            share = (total - a["sum"]) / (b["sum"] - a["sum"])
            return [(a, 1 - share), (b, share)]
    nearest = sorted(alike, key=lambda s: abs(s["sum"] - total))[:1]
    return [(s, 1) for s in nearest]


def wilson(share, n):
    centre = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    return [0 if share == 0 else centre - half, 1 if share == 1 else centre + half]


def chance_in(stage, goal, value):
    """(chance, low, high) of a tile in one stage."""
    curve = stage["survival"]
    survive, trials = (line(curve["values"], curve[of], value) for of in ("shares", "games"))
    step = goal - stage["rank"] - 1
    of = lambda part: part["goals"][step] if step < len(part["goals"]) else 0
    none = {"goals": [], "games": 0}
    after, other = stage["survivors"], stage.get("others", none)
    if_survives = of(after)
    if_not = min(of(other), if_survives)
    chance = survive * if_survives + (1 - survive) * if_not
    smooth = lambda share, n: (share * n + 1) / (n + 2)
    s, a, o = smooth(survive, trials), smooth(if_survives, after["games"]), smooth(if_not, other["games"])
    m = s * a + (1 - s) * o
    variance = (a - o) ** 2 * s * (1 - s) / trials
    variance += s**2 * a * (1 - a) / max(1, after["games"]) + (1 - s) ** 2 * o * (1 - o) / max(1, other["games"])
    return [chance, *wilson(chance, min(stage["games"], max(1, m * (1 - m) / variance)))]


def chance(near, goal, value):
    found = [(chance_in(stage, goal, value), share) for stage, share in near]
    for (one, _), (stage, _) in zip(found, near):
        one[2] = chance_in(stage, goal, max(value, lowest_seen(stage)))[2]
    return [sum(one[i] * share for one, share in found) for i in range(3)]


def lowest_seen(stage):
    curve = stage["survival"]
    begins_lost = curve["shares"][0] == 0 and len(curve["shares"]) > 1
    return curve["values"][1] if begins_lost else -math.inf


def in_doubt(near, value):
    for goal in range(near[0][0]["rank"] + 1, HIGHEST_RANK + 1):
        found = chance(near, goal, value)
        if found[0] < 0.97:
            return goal, found
    return None


def fewer(quantiles, points):
    """The share of games with at most these points: the quantiles read the other way."""
    if points >= quantiles[-1]:
        return 1.0
    i = sum(q <= points for q in quantiles)
    return 0.0 if i == 0 else (i - 1 + (points - quantiles[i - 1]) / (quantiles[i] - quantiles[i - 1])) / 20


def points_in(stage, value, goes_on, gained):
    curve = stage["survival"]
    survive = line(curve["values"], curve["shares"], value)
    after, other = stage["survivors"], stage.get("others", {"mean": 0, "quantiles": [0, 0]})
    average = goes_on * (survive * after["mean"] + (1 - survive) * other["mean"]) + (1 - goes_on) * gained
    most = max(gained, after["quantiles"][-1], other["quantiles"][-1])

    def level(points):
        lives = survive * fewer(after["quantiles"], points) + (1 - survive) * fewer(other["quantiles"], points)
        return goes_on * lives + (1 - goes_on) * (points > gained)

    ends = []
    for wanted in (0.1, 0.9):
        low, high = 0, most
        while high - low > 0.5:
            middle = (low + high) / 2
            low, high = (low, middle) if level(middle) >= wanted else (middle, high)
        ends.append(high)
    return [average, *ends]


def points(near, score, value, goes_on=1, gained=0):
    found = [(points_in(stage, value, goes_on, gained), share) for stage, share in near]
    average, low, high = (score + whole(sum(one[i] * share for one, share in found)) for i in range(3))
    return {"mean": average, "interval": [low, high]}


# games that the fit has not seen


def reliability(games, lost):
    seen = [g for i, g in enumerate(games) if (i + 1) % 3 != 0]
    unseen = games[2::3]
    stages = fit(seen, lost)
    known, predicted = [], []
    for p in positions_of(unseen):
        near = neighbours(stages, p.rank, p.decider, p.sum)
        if not near:
            continue
        low, high = points(near, p.score, p.value)["interval"]
        p.within = low <= p.game["score"] <= high
        known.append(p)
        found = in_doubt(near, p.value)
        if found:
            goal, (p.chance, _, _) = found
            p.reached = float(p.game["rank"] >= goal)
            p.base = sum(g["rank"] >= goal for g in seen) / len(seen)
            predicted.append(p)
    if not predicted:
        return {"games": len(unseen), "bins": [], "brier": None, "baseBrier": None, "coverage": None}
    return {
        "games": len(unseen),
        "bins": bins(predicted, len(unseen)),
        "brier": decimals(mean(predicted, lambda p: (p.chance - p.reached) ** 2), 4),
        "baseBrier": decimals(mean(predicted, lambda p: (p.base - p.reached) ** 2), 4),
        "coverage": decimals(mean(known, lambda p: p.within), 4),
    }


def bins(predicted, games):
    bars, waiting = [], []
    for twentieth in range(20):
        waiting += [p for p in predicted if math.floor(20 * p.chance) == twentieth]
        if len(waiting) >= 200:
            bars.append(bar(waiting, games))
            waiting = []
    return bars


def bar(positions, games):
    every, some = [0.0] * games, [0.0] * games
    for p in positions:
        every[p.game["number"]] += p.weight
        some[p.game["number"]] += p.weight * p.reached
    generator, shares = Generator(1), []
    while len(shares) < 1000:
        drawn = [generator.below(games) for _ in range(games)]
        total = sum(every[i] for i in drawn)
        if total > 0:
            shares.append(sum(some[i] for i in drawn) / total)
    shares.sort()
    return {
        "predicted": decimals(mean(positions, lambda p: p.chance), 4),
        "observed": decimals(mean(positions, lambda p: p.reached), 4),
        "interval": [decimals(shares[math.floor(p * 999)], 4) for p in (0.025, 0.975)],
        "positions": len(positions),
    }


# moves


def largest(sample):
    return max(int(rank, 16) for rank in sample["board"])


def noise(stages, samples):
    found = []
    for rank, depth in sorted({(largest(s), s["depth"]) for s in samples}):
        changes = []
        for s in samples:
            if (largest(s), s["depth"]) != (rank, depth):
                continue
            near = neighbours(stages, rank, SEARCH, sum(2 ** int(r, 16) for r in s["board"] if r != "0"))
            goal, _ = in_doubt(near, max(s["values"].values()))
            moves = [(value, s["before"][move]) for move, value in s["values"].items()]
            changes.append([abs(chance(near, goal, now)[0] - chance(near, goal, then)[0]) for now, then in moves])
        if len(changes) < 10:
            continue
        flat = sorted(sum(changes, []))
        least = next(c for i, c in enumerate(flat) if 5 * (i + 1) >= 4 * len(flat))
        found.append({"rank": rank, "depth": depth, "boards": len(changes), "change": digits(least, 3)})
    return found


def loss_curves(pairs):
    curves = []
    for goal in sorted({goal for goal, *_ in pairs}):
        alive = sorted(p[1:] for p in pairs if p[0] == goal and p[1] <= p[3])
        if len(alive) < 40:
            continue
        xs, ys, weights = [own for own, _, _ in alive], [loss for _, loss, _ in alive], [1] * len(alive)
        knots = thin(xs, ys, weights, isotonic(xs, ys, weights), 12)
        while len(knots) > 1 and min(len(k["part"]) for k in knots) < 10:
            i = next(i for i, k in enumerate(knots) if len(k["part"]) < 10)
            down = knots[i]["y"] - knots[i - 1]["y"] if i > 0 else math.inf
            up = knots[i + 1]["y"] - knots[i]["y"] if i + 1 < len(knots) else math.inf
            knots = merge(xs, ys, weights, knots, i - 1 if down <= up else i)
        most = math.ceil(max(most for *_, most in alive))
        curves.append({"goal": goal, "pairs": len(alive), **columns(knots, xs, ys), "most": most})
    return curves


def columns(knots, xs, ys):
    own, losses, errors = [], [], []
    for k in knots:
        part, n = k["part"], len(k["part"])
        own.append(digits((xs[part[(n - 1) // 2]] + xs[part[n // 2]]) / 2, 5))
        losses.append(decimals(max(0, k["y"]), 4))
        average = sum(ys[i] for i in part) / n
        errors.append(decimals(math.sqrt(sum((ys[i] - average) ** 2 for i in part) / (n - 1) / n), 4))
    return {"ownLosses": own, "losses": losses, "errors": errors}


# the cases


def played(generator):
    """A game whose values follow, with noise, its chance to go on."""
    total, rank, score, rows = 520 + generator.below(40), 9, 4000 + generator.below(500), []
    while True:
        decider = EXPERT if rank == 11 and generator.below(3) == 0 else SEARCH
        going = 0.84 + 0.16 * generator.fraction() ** 0.2
        value = going - 0.05 * generator.fraction()
        value = decimals(value, 2) if decider == EXPERT else whole(4000 * (value - 0.95) - 0.1 * total)
        rows.append([rank, decider, total, value, score, (8 + generator.below(20)) / 8])
        if generator.fraction() > going or total > 4700:
            break
        total += 2 + int(total * 0.1 * generator.fraction())
        score += 10 * generator.below(60) + 100
        if total > 2 ** (rank + 1) * 1.03 and generator.below(4) > 0:
            rank += 1
    rank += generator.below(3) == 0
    score, total = score + 4 * generator.below(100), total + 2 * generator.below(30)
    return {"score": score, "rank": rank, "sum": total, "positions": rows}


def fine(generator, i):
    """A third of the values 1 … 30, with so many shares that rise: more than a curve has knots."""
    ends = i % 2 == 1
    rows = [[7, SEARCH, 140, v, 1000, (20 * (31 - v) if ends else v * v) / 8] for v in range(1 + i // 2 % 3, 31, 3)]
    rows += [[6, SEARCH, 70, -2000 - i, 300, 1.5]]  # all values of this stage are below that of a lost board
    rank = (7 if i % 4 == 1 else 10) if ends else 8 + i % 3
    return {"score": 1200 + 100 * generator.below(30), "rank": rank, "sum": 142 if ends else 900, "positions": rows}


def sampled_moves(generator, depth):
    board = f"{9 + generator.below(2):x}654321{generator.below(4)}".ljust(16, "0")
    values = {move: 100 - generator.below(500) for move in ("up", "left", "down")[: 2 + generator.below(2)]}
    before = {move: value + generator.below(80) - 40 for move, value in values.items()}
    return {"board": board, "depth": depth, "values": values, "before": before}


def pair(generator, goal):
    """Tile in doubt, own loss, loss, largest own loss without a lost board."""
    own = 1 + generator.below(4000) / 10
    loss = decimals(max(0, own - 100) / 1000 + 0.1 * generator.fraction() - 0.05, 3)
    return [goal, own if generator.below(20) else own + 900, loss, 500 + generator.below(300) / 10]


def asked(stages, p, ends):
    """What a stage says of a place beside a position; None if it is not calibrated."""
    place = {"rank": p.rank, "decider": "expert" if p.decider else "search", "sum": p.sum + 30, "score": p.score}
    value = p.value + 0.25
    near = neighbours(stages, p.rank, p.decider, place["sum"])
    if not near:
        return None
    chances = [chance(near, goal, value) for goal in range(p.rank + 1, p.rank + 5)]
    expected = {"inDoubt": in_doubt(near, value)[0], "chances": chances, "points": points(near, p.score, value, ends["goesOn"], ends["gained"])}
    return {**place, "value": value, "ends": ends, **expected}


def main():
    generator = Generator(20271128)
    long = [played(generator) for _ in range(57)]
    short = [fine(generator, i) for i in range(42)]
    cases = []
    for games, lost in (("long", -350), ("short", -1000), ("short", None)):
        of = {"long": long, "short": short}[games]
        stages = fit(of, lost)
        some = positions_of(of)[:: 97 if games == "long" else 53]
        ends = ({"goesOn": 1, "gained": 256}, {"goesOn": 0.7, "gained": 512}, {"goesOn": 0.95, "gained": 16})
        places = [place for i, p in enumerate(some) if (place := asked(stages, p, ends[i % 3]))]
        figures = {"stages": stages, "reliability": reliability(of, lost), "places": places}
        cases.append({"games": games, "lost": lost, **figures})
    samples = [sampled_moves(generator, depth) for depth in [2] * 30 + [3] * 24 + [4] * 9]
    pairs = [pair(generator, goal) for goal in [10] * 150 + [11] * 42 + [12] * 60 + [13] * 39]
    write(
        "calibrationFits",
        "Fits to synthetic games, and what they say of boards and moves; a position is rank, decider (1: expert), sum, value, "
        "points, weight. Written by tests/oracle/calibrationFits.py.",
        long=long,
        short=short,
        cases=cases,
        samples=samples,
        noise=noise(cases[0]["stages"], samples),
        pairs=pairs,
        losses=loss_curves(pairs),
    )


if __name__ == "__main__":
    main()
