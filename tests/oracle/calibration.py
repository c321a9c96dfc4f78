"""Reliability of a calibration: its curves fitted anew from exported games, and what they predict of games that it has not seen.

Usage: pip install scipy==1.17.1; python3 tests/oracle/calibration.py FITTED [UNSEEN]

Both are files of `lab profile calibrate NAME --out FILE`; UNSEEN has another seed (--seed). Without it, the games of FITTED that its head
counts as unseen (every third) are predicted by a fit to the others. Ends with code 1 unless

- the survival curves and outcomes in the head are those of the games, to rounding (isotonic regression is SciPy's);
- of at most 20 bins of at least 200 positions, at least 85 % observe a share within the 95 % interval of the predicted one: from the
  predicted games, resampled as wholes, and from the fitted ones, by a jackknife of ten groups;
- the Brier score is below that of the base rate of each goal; its gain is printed with its interval, and that over a base rate of the games
  that lived to the sum of the tiles;
- the 80 % band of the final score holds 76 to 84 % of the positions.
"""

import json
import sys

import numpy as np
from scipy.optimize import isotonic_regression

HORIZON = 1 / 32
LEAST_GAMES, LEAST_IN_BIN, MOST_KNOTS = 20, 200, 24
IN_DOUBT = 0.97
GROUPS = 10
RANK, SUM, EXPERT, VALUE, SCORE, WEIGHT, GAME, LAST_RANK, LAST_SUM, LAST_SCORE = range(10)


def read(path):
    with open(path) as file:
        lines = [json.loads(line) for line in file]
    games = sorted((line for line in lines[1:] if "game" in line), key=lambda line: line["game"])
    rows = [
        np.array([[*row, i, g["rank"], g["sum"], g["score"]] for row in g["positions"]], float) for i, g in enumerate(games)
    ]
    return lines[0], rows


def lost_value(settings):
    if settings["dead"] == "heuristic":
        return None
    return settings["dead"] if settings["floor"] == "none" else max(settings["dead"], settings["floor"])


def games_of(rows):
    return len(np.unique(rows[:, GAME]))


def survived(rows):
    return rows[:, LAST_SUM] >= rows[:, SUM] * (1 + HORIZON)


def stages_of(rows):
    """(rank, expert) -> lists of rows: buckets of the sum, joined until each has enough games."""
    stages = {}
    for rank, expert in {(row[RANK], row[EXPERT]) for row in rows}:
        kind = rows[(rows[:, RANK] == rank) & (rows[:, EXPERT] == expert)]
        buckets = np.floor((kind[:, SUM] - 2**rank) / max(2**rank / 8, 128))
        parts, waiting = [], []
        for bucket in np.unique(buckets):
            waiting.append(kind[buckets == bucket])
            if games_of(np.vstack(waiting)) >= LEAST_GAMES:
                parts.append(np.vstack(waiting))
                waiting = []
        if waiting and parts:
            parts[-1] = np.vstack([parts[-1], *waiting])
        if parts:
            stages[rank, expert] = parts
    return stages


def curve(rows, lost):
    """Centred isotonic regression: (values, shares)."""
    if lost is not None:
        rows = rows[rows[:, VALUE] > lost]
        if len(rows) == 0:
            return np.array([lost]), np.array([0.0])
    values, inverse = np.unique(rows[:, VALUE], return_inverse=True)
    weights = np.bincount(inverse, rows[:, WEIGHT])
    shares = np.bincount(inverse, rows[:, WEIGHT] * survived(rows)) / weights
    fitted = isotonic_regression(shares, weights=weights)
    knots = []
    for a, b in zip(fitted.blocks[:-1], fitted.blocks[1:]):
        knots.append([np.average(values[a:b], weights=weights[a:b]), fitted.x[a], weights[a:b].sum()])
    while len(knots) > MOST_KNOTS:
        i = int(np.argmin(np.diff([y for _, y, _ in knots])))
        (x0, y0, w0), (x1, y1, w1) = knots[i : i + 2]
        knots[i : i + 2] = [[(x0 * w0 + x1 * w1) / (w0 + w1), (y0 * w0 + y1 * w1) / (w0 + w1), w0 + w1]]
    xs, ys = [x for x, _, _ in knots], [y for _, y, _ in knots]
    if lost is not None:
        minima = np.sort([rows[rows[:, GAME] == game, VALUE].min() for game in np.unique(rows[:, GAME])])
        lowest = minima[len(minima) // 100]
        more = [lowest] if lowest < xs[0] else []
        xs, ys = [lost, *more, *xs], [0, *[ys[0]] * len(more), *ys]
    return np.array(xs), np.array(ys)


def weighted_quantile(values, weights, level):
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order])
    return values[order][min(np.searchsorted(below, level * below[-1] * (1 - 1e-12)), len(order) - 1)]


def outcome(rows, rank):
    weights = rows[:, WEIGHT]
    to_come = rows[:, LAST_SCORE] - rows[:, SCORE]
    goals = [np.average(rows[:, LAST_RANK] >= goal, weights=weights) for goal in range(int(rank) + 1, 19)]
    return {
        "goals": np.array(goals),
        "mean": np.average(to_come, weights=weights),
        "quantiles": np.array([weighted_quantile(to_come, weights, i / 20) for i in range(21)]),
    }


def fit(rows, lost):
    fitted = {}
    for (rank, expert), parts in stages_of(rows).items():
        fitted[rank, expert] = [stage(part, rank, None if expert else lost) for part in parts]
    return fitted


def stage(rows, rank, lost):
    is_survivor = survived(rows)
    known = rows[is_survivor] if is_survivor.any() else rows
    others = outcome(rows[~is_survivor], rank) if is_survivor.any() and not is_survivor.all() else None
    return {
        "sum": np.average(rows[:, SUM], weights=rows[:, WEIGHT]),
        "curve": curve(rows, lost),
        "survivors": outcome(known, rank),
        "others": others,
    }


def check_head(head, fitted):
    """Largest differences between the curves in the file and these."""
    worst = {"shares": 0.0, "values": 0.0, "goals": 0.0, "points": 0.0}
    stored = {}
    for each in head["calibration"]["stages"]:
        stored.setdefault((each["rank"], float(each["decider"] == "expert")), []).append(each)
    assert stored.keys() == fitted.keys(), "other stages"
    for kind, stages in stored.items():
        assert len(stages) == len(fitted[kind]), f"other stages of {kind}"
        for one, other in zip(stages, fitted[kind]):
            xs, ys = other["curve"]
            assert len(xs) == len(one["survival"]["values"]), f"other knots at {kind}, sum {one['sum']}"
            scale = np.maximum(1e-9, np.abs(xs))
            worst["values"] = max(worst["values"], np.max(np.abs(xs - one["survival"]["values"]) / scale))
            worst["shares"] = max(worst["shares"], np.max(np.abs(ys - one["survival"]["shares"])))
            assert ("others" in one) == (other["others"] is not None)
            for name in ["survivors", "others"]:
                if name in one:
                    goals = one[name]["goals"]
                    worst["goals"] = max(worst["goals"], np.max(np.abs(other[name]["goals"][: len(goals)] - goals)))
                    points = np.abs(other[name]["quantiles"] - one[name]["quantiles"]) / max(1, one[name]["quantiles"][-1])
                    worst["points"] = max(worst["points"], np.max(points))
    return worst


def level(quantiles, points):
    """Share of games below: the inverse of the quantiles, linear between them."""
    if points >= quantiles[-1]:
        return 1.0
    i = int(np.searchsorted(quantiles, points, side="right"))
    return 0.0 if i == 0 else (i - 1 + (points - quantiles[i - 1]) / (quantiles[i] - quantiles[i - 1])) / 20


def band(stage, share):
    def below(points):
        of_survivors = level(stage["survivors"]["quantiles"], points)
        if not stage["others"]:
            return of_survivors
        return share * of_survivors + (1 - share) * level(stage["others"]["quantiles"], points)

    most = max(part["quantiles"][-1] for part in (stage["survivors"], stage["others"]) if part)
    ends = []
    for wanted in (0.1, 0.9):
        low, high = 0.0, float(most)
        while high - low > 0.5:
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) < wanted else (low, middle)
        ends.append(high)
    return ends


def around(fitted, row):
    """[(stage, its weight, its chance to survive)] of a position; none if no stage knows it."""
    stages = fitted.get((row[RANK], row[EXPERT]))
    if stages is None:
        return []
    place = np.interp(row[SUM], [each["sum"] for each in stages], range(len(stages)))
    found = []
    for i, weight in ((int(place), 1 - place % 1), (int(np.ceil(place)), place % 1)):
        if weight > 0:
            found.append((stages[i], weight, float(np.interp(row[VALUE], *stages[i]["curve"]))))
    return found


def chances_of(near):
    """Of each rank above the position's."""
    chances = 0
    for each, weight, share in near:
        after = each["survivors"]["goals"]
        otherwise = np.minimum(each["others"]["goals"], after) if each["others"] else 0
        chances = chances + weight * (share * after + (1 - share) * otherwise)
    return chances


def predict(fitted, row):
    """(goal, chance, band) of a position; None if no stage knows it."""
    near = around(fitted, row)
    if not near:
        return None
    chances = chances_of(near)
    in_doubt = np.flatnonzero(chances < IN_DOUBT)[0]
    ends = sum(weight * np.array(band(each, share)) for each, weight, share in near)
    return int(row[RANK]) + 1 + in_doubt, chances[in_doubt], row[SCORE] + ends


def without_groups(seen, lost):
    """Fits to the games but every tenth."""
    return [fit(np.vstack([g for i, g in enumerate(seen) if i % GROUPS != k]), lost) for k in range(GROUPS)]


def main():
    head, games = read(sys.argv[1])
    lost = lost_value(head["player"]["settings"])
    worst = check_head(head, fit(np.vstack(games), lost))
    print("largest differences from the head:", {name: float(f"{each:.2g}") for name, each in worst.items()})
    assert max(worst.values()) < 1e-3, "the head is not the fit to these games"
    if len(sys.argv) > 2:
        other, unseen = read(sys.argv[2])
        assert other["seed"] != head["seed"] and other["player"] == head["player"], "not other games of the same player"
        seen = games
    else:
        seen, unseen = [g for i, g in enumerate(games) if i % 3 != 2], games[2::3]
    fitted = fit(np.vstack(seen), lost)
    parts = without_groups(seen, lost)
    reached = np.array([game[0, LAST_RANK] for game in seen])
    lived = np.array([game[0, LAST_SUM] for game in seen])
    found = []
    for number, game in enumerate(unseen):
        for row in game:
            predicted = predict(fitted, row)
            if predicted:
                goal, chance, (low, high) = predicted
                hit, base = float(row[LAST_RANK] >= goal), np.mean(reached >= goal)
                known = reached[lived >= row[SUM]]
                by_sum = np.mean(known >= goal) if len(known) else base
                others = [chances_of(near)[goal - int(row[RANK]) - 1] if (near := around(part, row)) else chance for part in parts]
                found.append([number, row[WEIGHT], chance, hit, base, by_sum, float(low <= row[LAST_SCORE] <= high), *others])
    report(np.array(found), len(seen), len(unseen))


def report(found, seen, unseen):
    number, weight, chance, hit, base, by_sum, in_band, *others = found.T
    numbers = number.astype(int)
    random = np.random.default_rng(1)
    draws = random.integers(0, unseen, (2000, unseen))
    order = np.argsort(chance, kind="stable")
    bins = min(20, len(order) // LEAST_IN_BIN)
    within = 0
    print(f"{'predicted':>10} {'observed':>10}   95 % interval      positions  games")
    for part in np.array_split(order, bins):
        sums = [np.bincount(numbers[part], weight[part] * x[part], unseen) for x in (np.ones_like(hit), hit, chance)]
        weights = sums[0][draws].sum(1)
        usable = weights > 0
        off = ((sums[1] - sums[2])[draws].sum(1)[usable]) / weights[usable]
        predicted, observed = sums[2].sum() / sums[0].sum(), sums[1].sum() / sums[0].sum()
        fits = np.array([np.average(other[part], weights=weight[part]) for other in others])
        of_fit = np.sqrt((GROUPS - 1) / GROUPS * ((fits - fits.mean()) ** 2).sum())
        off = off + of_fit * random.standard_normal(len(off))
        low, high = np.quantile(off, [0.025, 0.975])
        is_within = low <= 0 <= high
        within += is_within
        games = len(np.unique(numbers[part]))
        ends = f"{predicted + low:.3f} … {predicted + high:.3f}"
        print(f"{predicted:10.3f} {observed:10.3f}   {ends} {'' if is_within else ' !':2} {len(part):9} {games:6}")
    brier = np.average((chance - hit) ** 2, weights=weight)
    of_base = np.average((base - hit) ** 2, weights=weight)
    for name, other in (("base rate", base), ("base rate of the sum", by_sum)):
        gain = (other - hit) ** 2 - (chance - hit) ** 2
        resampled = [np.bincount(numbers, weight * x, unseen) for x in (np.ones_like(hit), gain)]
        low, high = np.quantile(resampled[1][draws].sum(1) / resampled[0][draws].sum(1), [0.025, 0.975])
        print(f"gain over the {name}: {np.average(gain, weights=weight):.4f} ({low:.4f} … {high:.4f})")
    held = np.average(in_band, weights=weight)
    resampled = [np.bincount(numbers, weight * x, unseen) for x in (np.ones_like(hit), in_band)]
    held_low, held_high = np.quantile(resampled[1][draws].sum(1) / resampled[0][draws].sum(1), [0.025, 0.975])
    print(f"fitted to {seen} games, {unseen} predicted, {len(found)} positions")
    print(f"{within} of {bins} bins observe a share within its interval")
    print(f"Brier score {brier:.4f}, of the base rate {of_base:.4f}")
    print(f"80 % band: {held:.3f} ({held_low:.3f} … {held_high:.3f})")
    good = within >= 0.85 * bins and brier < of_base and 0.76 <= held <= 0.84
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
