"""The points of Tune's charts, from the evaluations of a run as `lab tune export` writes them: bands, bins, importance, contour.

Usage: python3 tests/oracle/charts.py                writes tests/golden/charts.json from tests/golden/evaluations.csv (20 s)
       python3 tests/oracle/charts.py sklearn        prints scikit-learn's importance (pip install scikit-learn==1.9.1)

The forest is grown from its definition: each node tries every split of its sample, one by one.
"""

import csv
import math
import sys
from pathlib import Path
from statistics import median

from splitmix64 import Generator, derive_seed

WEIGHTS = ["h1", "h2", "h3", "h4"]
MIN, MAX = 0, 10
RUN_SEED = 1
RESAMPLING = 3  # stream of the run's seed for resamples
TREES, LEAF, REPEATS = 100, 5, 5
ACROSS, UP = 30, 20
AVERAGED = 50
GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def read():
    with open(GOLDEN / "evaluations.csv") as file:
        rows = [row for row in csv.DictReader(file) if row["fitness"] != ""]
    return [{"id": int(r["evaluation"]), "iteration": int(r["iteration"]), "x": [float(r[w]) for w in WEIGHTS], "y": float(r["fitness"])} for r in rows]


def quantile(values, p):
    """Linear between the order statistics, as numpy's default."""
    values = sorted(values)
    place = (len(values) - 1) * p
    low = math.floor(place)
    return values[low] + (place - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def batches(rows):
    """Mean, median and 10-90 % band of each batch, and the best so far."""
    answer, best = [], -math.inf
    for iteration in range(rows[-1]["iteration"] + 1):
        y = [r["y"] for r in rows if r["iteration"] == iteration]
        best = max([best, *y])
        answer.append({"mean": math.fsum(y) / len(y), "median": median(y), "p10": quantile(y, 0.1), "p90": quantile(y, 0.9), "gbest": best})
    return answer


def bins(rows, width):
    """Of the batches in each bin the mean of the means, the medians of both ends of the band, and the last best so far."""
    answer = []
    for first in range(0, len(rows), width):
        part = rows[first : first + width]
        answer.append(
            {
                "mean": math.fsum(b["mean"] for b in part) / len(part),
                "p10": median(b["p10"] for b in part),
                "p90": median(b["p90"] for b in part),
                "gbest": part[-1]["gbest"],
            }
        )
    return answer


def shuffle(values, generator):
    values = list(values)
    for i in range(len(values) - 1, 0, -1):
        j = generator.below(i + 1)
        values[i], values[j] = values[j], values[i]
    return values


def grow(sample):
    """A tree of least squares: (value,) or (column, threshold, low, high). `sample` has rows with repetition."""
    n, total = len(sample), math.fsum(y for _, y in sample)
    best, found = total * total / n, None
    if n >= 2 * LEAF:
        for column in range(len(sample[0][0])):
            ordered = sorted(sample, key=lambda row: row[0][column])
            low = 0.0
            for i in range(n - 1):
                low += ordered[i][1]
                here, following = ordered[i][0][column], ordered[i + 1][0][column]
                if here == following or i + 1 < LEAF or n - i - 1 < LEAF:
                    continue
                squares = low * low / (i + 1) + (total - low) ** 2 / (n - i - 1)
                if squares > best * (1 + 1e-12):
                    best, found = squares, (column, (here + following) / 2)
    if found is None:
        return (total / n,)
    column, threshold = found
    return (column, threshold, grow([r for r in sample if r[0][column] <= threshold]), grow([r for r in sample if r[0][column] > threshold]))


def predict(forest, x):
    total = 0.0
    for tree in forest:
        while len(tree) > 1:
            column, threshold, low, high = tree
            tree = low if x[column] <= threshold else high
        total += tree[0]
    return total / len(forest)


def explained(forest, xs, ys):
    mean = math.fsum(ys) / len(ys)
    return 1 - math.fsum((y - predict(forest, x)) ** 2 for x, y in zip(xs, ys)) / math.fsum((y - mean) ** 2 for y in ys)


def model(rows):
    generator = Generator(derive_seed(RUN_SEED, RESAMPLING))
    order = shuffle(range(len(rows)), generator)
    held = len(rows) // 4
    heldX, heldY = [rows[i]["x"] for i in order[:held]], [rows[i]["y"] for i in order[:held]]
    seen = [(rows[i]["x"], rows[i]["y"]) for i in order[held:]]
    forest = [grow([seen[generator.below(len(seen))] for _ in seen]) for _ in range(TREES)]
    whole = explained(forest, heldX, heldY)
    losses = []
    for column in range(len(WEIGHTS)):
        loss = 0.0
        for _ in range(REPEATS):
            mixed = shuffle([x[column] for x in heldX], generator)
            loss += whole - explained(forest, [[*x[:column], value, *x[column + 1 :]] for x, value in zip(heldX, mixed)], heldY)
        losses.append(loss / REPEATS)
    gains = sum(max(0, loss) for loss in losses)
    good = sorted(rows, key=lambda r: (-r["y"], -r["id"]))[: math.ceil(len(rows) / 10)]
    weights = [
        {
            "loss": loss,
            "share": max(0, loss) / gains,
            "atMin": sum(r["x"][d] == MIN for r in good) / len(good),
            "atMax": sum(r["x"][d] == MAX for r in good) / len(good),
        }
        for d, loss in enumerate(losses)
    ]
    return forest, heldX, whole, weights


def contour(forest, held, across, up):
    middles = lambda cells: [MIN + (MAX - MIN) * (i + 0.5) / cells for i in range(cells)]
    rows = []
    for y in middles(UP):
        line = []
        for x in middles(ACROSS):
            points = [[x if d == across else y if d == up else value for d, value in enumerate(each)] for each in held[:AVERAGED]]
            line.append(math.fsum(predict(forest, point) for point in points) / len(points))
        rows.append(line)
    return rows


def sklearn():
    import numpy
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.inspection import permutation_importance
    from sklearn.model_selection import train_test_split

    rows = read()
    x, y = numpy.array([r["x"] for r in rows]), numpy.array([r["y"] for r in rows])
    found = []
    for seed in range(20):
        seen, held, seenY, heldY = train_test_split(x, y, test_size=0.25, random_state=seed)
        forest = RandomForestRegressor(n_estimators=100, min_samples_leaf=5, random_state=seed).fit(seen, seenY)
        found.append(permutation_importance(forest, held, heldY, n_repeats=5, random_state=seed).importances_mean)
    return [float(value) for value in numpy.median(found, axis=0)]


def main():
    from fixture import write

    rows = read()
    of_batches = batches(rows)
    forest, held, whole, weights = model(rows)
    write(
        "charts",
        "Points of Tune's charts from evaluations.csv, a run of 20 particles, 30 iterations and 10 games. Made by tests/oracle/charts.py. sklearn: medians of 20 seeds of "
        "permutation_importance(RandomForestRegressor(n_estimators=100, min_samples_leaf=5, random_state=seed).fit(seen, seenY), held, heldY, n_repeats=5, random_state=seed)"
        ".importances_mean by scikit-learn 1.9.1, with train_test_split(x, y, test_size=0.25, random_state=seed)",
        batches=of_batches,
        bins=bins(of_batches, 4),
        explained=[whole],
        weights=weights,
        contour=contour(forest, held, 1, 3),
        sklearn=SKLEARN,
    )


# printed by `python3 tests/oracle/charts.py sklearn`
SKLEARN = [0.580043734894623, 0.006858901735038558, 0.003585364004556668, 0.9818578975745522]

if __name__ == "__main__":
    if sys.argv[1:] == ["sklearn"]:
        print(sklearn())
    else:
        main()
