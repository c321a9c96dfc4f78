"""Pairwise differences of means: Welch's t test, Bonferroni's intervals, Holm's p-values, by numeric integration.

Usage: python3 tests/oracle/pairwise.py             writes tests/golden/pairwise.json (20 s, nothing to install)
       python3 tests/oracle/pairwise.py FILE.csv    recomputes what Tune's table of differences exported as CSV
"""

import csv
import math
import random
import sys

from fixture import write

STEPS = 4000


def tail(freedom, t):
    """The share of Student's t above t ≥ 0: Simpson's rule in the angle, x = √ν·tan φ."""
    start = math.atan(t / math.sqrt(freedom))
    constant = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    step = (math.pi / 2 - start) / STEPS
    density = lambda angle: max(0.0, math.cos(angle)) ** (freedom - 1)
    total = density(start) + density(math.pi / 2)
    for i in range(1, STEPS):
        total += density(start + i * step) * (4 if i % 2 else 2)
    return constant * total * step / 3


def quantile(freedom, share):
    """The t with `share` above it, by halving."""
    low, high = 0.0, 1.0
    while tail(freedom, high) > share:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(freedom, middle) > share else (low, middle)
    return (low + high) / 2


def holm(ps):
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    adjusted, largest = [0.0] * len(ps), 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(ps) - rank) * ps[i]))
        adjusted[i] = largest
    return adjusted


def differences(pairs, level):
    """`pairs`: ((n, mean, error), (n, mean, error)) of each pair."""
    results = []
    for (n, mean, error), (m, other, other_error) in pairs:
        x, y = error**2, other_error**2
        freedom = (x + y) ** 2 / (x**2 / (n - 1) + y**2 / (m - 1))
        difference, whole = mean - other, math.sqrt(x + y)
        half = quantile(freedom, (1 - level) / len(pairs) / 2) * whole
        p = 1.0 if difference == 0 else 2 * tail(freedom, abs(difference / whole))
        results.append({"difference": difference, "interval": [difference - half, difference + half], "freedom": freedom, "p": p})
    for result, p in zip(results, holm([each["p"] for each in results])):
        result["holm"] = p
    return results


def check(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    side = lambda row, name: (int(row["games" + name]), float(row["mean" + name]), float(row["error" + name]))
    found = differences([(side(row, "A"), side(row, "B")) for row in rows], 0.95)
    for row, mine in zip(rows, found):
        mine = {**mine, "low": mine["interval"][0], "high": mine["interval"][1]}
        for key in ("difference", "low", "high", "freedom", "p", "holm"):
            theirs = float(row[key])
            if abs(theirs - mine[key]) > 1e-7 * max(abs(theirs), 1e-3):
                sys.exit(f"{row['a']} − {row['b']}: {key} is {mine[key]}, not {theirs}")
    print(f"{len(rows)} differences are as exported")


def cases():
    generator = random.Random(40)
    for count in (2, 3, 4, 6):
        means = [
            {"n": generator.choice([3, 20, 60, 400]), "mean": 30000 + 2000 * k + generator.gauss(0, 1500), "error": generator.uniform(600, 4000)}
            for k in range(count)
        ]
        sides = [(each["n"], each["mean"], each["error"]) for each in means]
        pairs = [(sides[a], sides[b]) for a in range(count) for b in range(a + 1, count)]
        yield {"means": means, "level": 0.95, "differences": differences(pairs, 0.95)}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        check(sys.argv[1])
    else:
        write("pairwise", "Differences of means with Welch's t test and Holm's correction, by tests/oracle/pairwise.py", cases=list(cases()))
