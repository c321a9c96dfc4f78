"""How many evaluations pycma, the reference implementation by the author of the CMA-ES, needs on functions with a known optimum.

Usage: pip install cma==4.5.0 numpy; python3 tests/oracle/cmaes.py        writes tests/golden/cmaes.json (1 min)

Source: N. Hansen, Y. Akimoto and P. Baudis, "CMA-ES/pycma on Github", https://github.com/CMA-ES/pycma
"""

import math
import statistics

import cma

from fixture import write

FUNCTIONS = {
    "sphere": lambda x: sum((each - 1) ** 2 for each in x),
    "rosenbrock": lambda x: sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:])),
    "rastrigin": lambda x: sum(10 + (each - 0.7) ** 2 - 10 * math.cos(2 * math.pi * (each - 0.7)) for each in x),
}
TARGET = 1e-8
SEEDS = range(1, 32)


def evaluations(cost, start, population, seed, most):
    """To a cost below the target; None when `most` are not enough. Started as the laboratory starts, with σ = 0.3 of a range of 10."""
    options = {"seed": seed, "popsize": population, "verbose": -9, "tolfun": 0, "tolx": 0, "tolfunhist": 0, "tolflatfitness": most}
    strategy = cma.CMAEvolutionStrategy(start, 3.0, options)
    count = 0
    while count < most:
        points = strategy.ask()
        costs = [cost(point) for point in points]
        strategy.tell(points, costs)
        count += len(points)
        if min(costs) < TARGET:
            return count
    return None


def main():
    import random

    cases = []
    for name, dimensions, population, most in [
        ("sphere", 2, 6, 10_000),
        ("sphere", 5, 8, 10_000),
        ("sphere", 10, 10, 10_000),
        ("rosenbrock", 2, 6, 20_000),
        ("rosenbrock", 5, 8, 40_000),
        ("rosenbrock", 10, 10, 60_000),
        ("rastrigin", 2, 40, 20_000),
        ("rastrigin", 5, 200, 40_000),
        ("rastrigin", 10, 400, 100_000),
    ]:
        counts = []
        for seed in SEEDS:
            draw = random.Random(seed)
            start = [draw.uniform(-5, 5) for _ in range(dimensions)]
            counts.append(evaluations(FUNCTIONS[name], start, population, seed, most))
        reached = [count for count in counts if count is not None]
        print(name, dimensions, population, len(reached), "of", len(counts), statistics.median(reached) if reached else None)
        cases.append(
            {
                "name": name,
                "dimensions": dimensions,
                "population": population,
                "most": most,
                "runs": len(counts),
                "reached": len(reached),
                "median": statistics.median(reached),
            }
        )
    write(
        "cmaes",
        "Evaluations that pycma 4.5.0 needs to a cost below 1e-8 from a random start in [-5, 5] with sigma 3: the median of "
        "the runs that reached it within `most`, and how many did. Made by tests/oracle/cmaes.py.",
        cases=cases,
    )


if __name__ == "__main__":
    main()
