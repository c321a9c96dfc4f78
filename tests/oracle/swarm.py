"""Particle swarms, written from the papers: where every particle stands, batch by batch, and how many evaluations they need.

Usage: python3 tests/oracle/swarm.py        writes tests/golden/swarms.json (6 s)

Sources: the thesis (see the README); Y. Shi and R. Eberhart 1998; M. Clerc and J. Kennedy 2002; M. Clerc, "Standard Particle Swarm
Optimisation" (2012), hal-00764996. Draws are taken in the order that docs/tuning.md states, so that places can be compared.
"""

import math
import statistics

from fixture import write
from splitmix64 import Generator

LOW, HIGH = -5.0, 5.0


def sphere(x):
    return sum((each - 1) ** 2 for each in x)


def rosenbrock(x):
    return sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:]))


def rastrigin(x):
    return sum(10 + (each - 0.7) ** 2 - 10 * math.cos(2 * math.pi * (each - 0.7)) for each in x)


COSTS = {"sphere": sphere, "rosenbrock": rosenbrock, "rastrigin": rastrigin}


def normal(generator):
    radius = math.sqrt(-2 * math.log(1 - generator.fraction()))
    return radius * math.cos(2 * math.pi * generator.fraction())


class Swarm:
    """Minimises. `rule` is the name of an update; everything else is keyword settings of it."""

    def __init__(self, rule, dimensions, particles, seed, **settings):
        self.rule, self.n, self.size, self.settings = rule, dimensions, particles, settings
        self.generator = Generator(seed)
        self.x = [[self.uniform() for _ in range(self.n)] for _ in range(self.size)]
        self.v = [self.first_velocity(x) for x in self.x]
        self.best = [None] * self.size  # (cost, place)
        self.batch = 0
        self.reached = math.inf
        self.hears = self.links() if rule == "spso" else None

    def uniform(self):
        return LOW + self.generator.fraction() * (HIGH - LOW)

    def first_velocity(self, x):
        kind = self.settings.get("start", "zero")
        if kind == "zero":
            return [0.0] * self.n
        drawn = [self.uniform() - (each if kind == "difference" else 0) for each in x]
        limit = self.settings.get("limit")
        return drawn if limit is None else [max(-limit, min(limit, each)) for each in drawn]

    def links(self):
        hears = [{i} for i in range(self.size)]
        for informer in range(self.size):
            for _ in range(3):
                hears[self.generator.below(self.size)].add(informer)
        return hears

    def neighbours(self, i):
        if self.rule == "spso":
            return sorted(self.hears[i])
        if self.settings.get("ring"):
            return [i, (i - 1) % self.size, (i + 1) % self.size]
        return list(range(self.size))

    def leader(self, i):
        """The first one of the lowest cost."""
        return min(self.neighbours(i), key=lambda j: self.best[j][0])

    def step(self, cost):
        """Costs of the batch; then everybody moves."""
        costs = [cost(x) for x in self.x]
        for i, value in enumerate(costs):
            if self.best[i] is None or value < self.best[i][0]:
                self.best[i] = (value, list(self.x[i]))
        if self.rule == "spso":
            lowest = min(value for value, _ in self.best)
            if not lowest < self.reached:
                self.hears = self.links()
            self.reached = lowest
        leaders = [self.leader(i) for i in range(self.size)]
        for i in range(self.size):
            if self.rule == "spso":
                self.fly_spso(i, leaders[i])
            else:
                self.fly(i, self.best[leaders[i]][1])
        self.batch += 1
        return costs

    def fly(self, i, led):
        s = self.settings
        chi, c1, c2 = s.get("chi", 1.0), s["c1"], s["c2"]
        w = s.get("w", 1.0)
        if "falls" in s:
            start, end, batches = s["falls"]
            w = start + (end - start) * min(1.0, self.batch / (batches - 1))
        for d in range(self.n):
            r1, r2 = self.generator.fraction(), self.generator.fraction()
            own = c1 * r1 * (self.best[i][1][d] - self.x[i][d])
            social = c2 * r2 * (led[d] - self.x[i][d])
            v = chi * (w * self.v[i][d] + own + social)
            if s.get("limit") is not None:
                v = max(-s["limit"], min(s["limit"], v))
            x = self.x[i][d] + v
            if not LOW <= x <= HIGH:
                if s["wall"] == "clamp":
                    x, v = (LOW if x < LOW else HIGH), 0.0
                elif s["wall"] == "redraw":
                    x, v = self.uniform(), 0.0
                elif s["wall"] == "reflect":
                    while not LOW <= x <= HIGH:
                        x, v = (2 * LOW - x if x < LOW else 2 * HIGH - x), -v
            self.x[i][d], self.v[i][d] = x, v

    def fly_spso(self, i, leader):
        w, c = 1 / (2 * math.log(2)), 0.5 + math.log(2)
        x, own, led = self.x[i], self.best[i][1], self.best[leader][1]
        p = [a + c * (b - a) for a, b in zip(x, own)]
        if leader == i:
            centre = [(a + b) / 2 for a, b in zip(x, p)]
        else:
            centre = [(a + b + a + c * (e - a)) / 3 for a, b, e in zip(x, p, led)]
        radius = math.dist(centre, x)
        direction = [normal(self.generator) for _ in range(self.n)]
        length = self.generator.fraction() * radius / math.hypot(*direction)
        for d in range(self.n):
            v = w * self.v[i][d] + centre[d] + length * direction[d] - x[d]
            to = x[d] + v
            if to < LOW or to > HIGH:
                to, v = (LOW if to < LOW else HIGH), -0.5 * v
            self.x[i][d], self.v[i][d] = to, v


RULES = {
    "thesis": ("pull", {"c1": 2.0, "c2": 2.0, "limit": 5.0, "wall": "clamp", "start": "bounds"}),
    "thesis without limits": ("pull", {"c1": 2.0, "c2": 2.0, "wall": "none", "start": "bounds"}),
    "inertia": ("pull", {"w": 0.7298, "c1": 1.49618, "c2": 1.49618, "limit": 5.0, "wall": "reflect"}),
    "falling inertia": (
        "pull",
        {"falls": (0.9, 0.4, 10), "c1": 2.2, "c2": 1.7, "limit": 2.0, "wall": "redraw", "start": "difference"},
    ),
    "constriction, ring": (
        "pull",
        {"chi": 2 / abs(2 - 4.1 - math.sqrt(4.1**2 - 4 * 4.1)), "c1": 2.05, "c2": 2.05, "limit": 5.0, "wall": "reflect", "ring": True},
    ),
    "SPSO-2011": ("spso", {"start": "difference"}),
}


def main():
    paths = []
    for name, (rule, settings) in RULES.items():
        swarm = Swarm(rule, 3, 7, 42, **settings)
        batches = []
        for _ in range(12):
            batches.append({"x": [list(x) for x in swarm.x], "v": [list(v) for v in swarm.v]})
            swarm.step(rosenbrock)
        paths.append({"name": name, "batches": batches})
    figures = []
    for name, particles, function, dimensions, most in [
        ("inertia", 30, "sphere", 2, 10_000),
        ("inertia", 30, "sphere", 10, 20_000),
        ("inertia", 30, "rosenbrock", 2, 30_000),
        ("constriction, ring", 30, "sphere", 10, 30_000),
        ("constriction, ring", 30, "rastrigin", 2, 30_000),
        ("constriction, ring", 30, "rastrigin", 5, 60_000),
        ("SPSO-2011", 40, "sphere", 2, 10_000),
        ("SPSO-2011", 40, "sphere", 10, 20_000),
        ("SPSO-2011", 40, "rosenbrock", 2, 60_000),
        ("SPSO-2011", 40, "rastrigin", 2, 60_000),
    ]:
        rule, settings = RULES[name]
        counts = []
        for seed in range(1001, 1008):
            swarm = Swarm(rule, dimensions, particles, seed, **settings)
            while swarm.batch * particles < most:
                if min(swarm.step(COSTS[function])) < 1e-8:
                    counts.append(swarm.batch * particles)
                    break
        print(name, function, dimensions, len(counts), "of 7", statistics.median(counts) if counts else None)
        figures.append(
            {
                "name": name,
                "particles": particles,
                "function": function,
                "dimensions": dimensions,
                "most": most,
                "runs": 7,
                "reached": len(counts),
                "median": statistics.median(counts),
            }
        )
    write(
        "swarms",
        "paths: places and velocities of 7 particles on the Rosenbrock function in [-5, 5]^3, seed 42. figures: evaluations to a cost "
        "below 1e-8, the median of the runs that reached it within `most`, and how many did. Made by tests/oracle/swarm.py.",
        paths=paths,
        figures=figures,
    )


if __name__ == "__main__":
    main()
