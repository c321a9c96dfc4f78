"""Particle swarms a second time, with numpy's arrays and its own generator: single moves from drawn states, and how swarms fare.

Usage: pip install numpy; python3 tests/oracle/swarmUpdates.py        writes tests/golden/swarmUpdates.json (5 s)

It shares neither seeds nor draws with the lab. Moves: the state, the draws and what becomes of them are data. Fates: means over many
swarms, which the lab's own swarms have to have too. Sources: see swarm.py, which follows single swarms draw by draw.
"""

import numpy as np

from fixture import write

GENERATOR = np.random.default_rng(20260117)
NO_LIMIT = np.inf

RULES = {
    "thesis": dict(c1=2.0, c2=2.0, limit=0.5, wall="clamp", start="bounds"),
    "thesis without limits": dict(c1=2.0, c2=2.0, wall="none", start="bounds"),
    "inertia": dict(w=0.7298, c1=1.49618, c2=1.49618, limit=0.5, wall="reflect"),
    "falling inertia": dict(w=(0.9, 0.4, 10), c1=2.2, c2=1.7, limit=0.2, wall="redraw", start="difference"),
    "constriction, ring": dict(chi=0.7298437881283576, c1=2.05, c2=2.05, limit=0.5, wall="reflect", ring=True),
    "SPSO-2011": dict(spso=True, start="difference"),
}


def reflect(x, v, low, high):
    """A mirror at each wall, for any number of swarms at once."""
    width = high - low
    phase = np.mod(x - low, 2 * width)
    back = phase > width
    outside = (x < low) | (x > high)
    return np.where(outside, low + np.where(back, 2 * width - phase, phase), x), np.where(outside & back, -v, v)


def pull(x, v, own, led, r1, r2, low, high, rule, w, redraw):
    """One move of a swarm with velocities. `redraw` has a place within the walls for every coordinate."""
    v = rule.get("chi", 1.0) * (w * v + rule["c1"] * r1 * (own - x) + rule["c2"] * r2 * (led - x))
    most = rule.get("limit", NO_LIMIT) * (high - low)
    v = np.clip(v, -most, most)
    x = x + v
    outside = (x < low) | (x > high)
    if rule["wall"] == "clamp":
        return np.clip(x, low, high), np.where(outside, 0.0, v), outside
    if rule["wall"] == "redraw":
        return np.where(outside, redraw, x), np.where(outside, 0.0, v), outside
    if rule["wall"] == "reflect":
        return *reflect(x, v, low, high), outside
    return x, v, outside


def ball(x, v, own, led, leads_itself, direction, radius, low, high):
    """One move of SPSO-2011: a point of the ball around the centre of gravity, measured in shares of the ranges."""
    width = high - low
    c, w = 0.5 + np.log(2.0), 0.5 / np.log(2.0)
    to_own, to_led = c * (own - x) / width, c * (led - x) / width
    to_centre = np.where(leads_itself, to_own / 2, (to_own + to_led) / 3)
    reach = np.linalg.norm(to_centre, axis=-1, keepdims=True)
    unit = direction / np.linalg.norm(direction, axis=-1, keepdims=True)
    v = w * v + (to_centre + radius * reach * unit) * width
    x = x + v
    outside = (x < low) | (x > high)
    return np.clip(x, low, high), np.where(outside, -0.5 * v, v)


# ---- Moves: one swarm, one batch, all that is drawn written down. ----

LOW, HIGH = np.array([-3.0, 0.0, 100.0]), np.array([7.0, 1.0, 250.0])


def heard_in_ring(i, n):
    return [i, (i - 1) % n, (i + 1) % n]


def drawn_swarm(n):
    width = HIGH - LOW
    x = LOW + GENERATOR.random((n, 3)) * width
    v = (2 * GENERATOR.random((n, 3)) - 1) * 0.8 * width
    best = LOW + GENERATOR.random((n, 3)) * width
    fitness = np.round(GENERATOR.normal(size=n), 3)
    told = np.round(GENERATOR.normal(size=n), 3)
    return x, v, best, fitness, told


def move(name, rule, shared=False, stuck=False):
    """`stuck`: the batch does not better the swarm's best."""
    n = 5
    x, v, best, fitness, told = drawn_swarm(n)
    knows = GENERATOR.random(n) > 0.2  # the others have no best yet
    if stuck:
        told -= 10
    told[GENERATOR.integers(n)] = np.nan  # a failed one betters nothing
    case = {
        "name": name,
        "rule": {k: rule[k] for k in ("w", "chi", "c1", "c2", "limit", "wall", "ring", "spso") if k in rule},
        "shared": shared,
        "low": LOW.tolist(),
        "high": HIGH.tolist(),
        "x": x.tolist(),
        "v": v.tolist(),
        "best": [{"x": best[i].tolist(), "fitness": fitness[i]} if knows[i] else None for i in range(n)],
        "told": [None if np.isnan(t) else t for t in told],
    }
    fitness = np.where(knows, fitness, -np.inf)
    reached = fitness.max()
    better = np.nan_to_num(told, nan=-np.inf) > fitness
    fitness = np.where(better, told, fitness)
    best = np.where(better[:, None], x, best)
    draws = []
    heard = [list(range(n))] * n
    if rule.get("ring"):
        heard = [heard_in_ring(i, n) for i in range(n)]
    if rule.get("spso"):
        heard = [sorted({i, *GENERATOR.integers(n, size=2).tolist()}) for i in range(n)]
        case["informants"], case["reached"] = heard, None if reached == -np.inf else reached
        if not fitness.max() > reached:
            links = GENERATOR.random((n, 3))
            draws += links.ravel().tolist()
            hears = [{i} for i in range(n)]
            for informer in range(n):
                for u in links[informer]:
                    hears[int(u * n)].add(informer)
            heard = [sorted(each) for each in hears]
    leaders = [max(sorted(each), key=lambda j: fitness[j]) for each in heard]
    nx, nv, walls = [], [], 0
    for i, leader in enumerate(leaders):
        own = best[i] if fitness[i] > -np.inf else x[i]
        led = best[leader] if fitness[leader] > -np.inf else x[i]
        if rule.get("spso"):
            u = GENERATOR.random((3, 2))
            direction = np.sqrt(-2 * np.log(1 - u[:, 0])) * np.cos(2 * np.pi * u[:, 1])  # Box and Muller
            radius = GENERATOR.random()
            draws += [*u.ravel().tolist(), radius]
            to = ball(x[i], v[i], own, led, leader == i or fitness[leader] == -np.inf, direction, radius, LOW, HIGH)
        else:
            r = np.repeat(GENERATOR.random((1, 2)), 3, axis=0) if shared else GENERATOR.random((3, 2))
            again = GENERATOR.random(3)
            places = LOW + again * (HIGH - LOW)
            *to, outside = pull(x[i], v[i], own, led, r[:, 0], r[:, 1], LOW, HIGH, rule, rule.get("w", 1.0), places)
            walls += int(outside.sum())
            if shared:
                draws += r[0].tolist()
            for d in range(3):
                if not shared:
                    draws += r[d].tolist()
                if rule["wall"] == "redraw" and outside[d]:
                    draws.append(again[d])
        nx.append(to[0].tolist())
        nv.append(to[1].tolist())
    after = {"x": nx, "v": nv, "fitness": [None if f == -np.inf else f for f in fitness]}
    return {**case, "draws": draws, "after": after}


def moves():
    cases = []
    for name, rule in RULES.items():
        if isinstance(rule.get("w"), tuple):
            rule = {**rule, "w": 0.65}
        cases += [move(name, rule, stuck=i == 3) for i in range(4)]
    cases += [move("thesis, r1 and r2 once a particle", RULES["thesis"], shared=True) for _ in range(2)]
    return cases


# ---- Fates: many swarms side by side. Axes: swarm, particle, coordinate. ----

SWARMS, PARTICLES, SIDE = 4000, 12, 5.0
AFTER = (4, 12, 30)
COSTS = {
    "sphere": lambda x: ((x - 1) ** 2).sum(axis=-1),
    "rosenbrock": lambda x: (100 * (x[..., 1:] - x[..., :-1] ** 2) ** 2 + (1 - x[..., :-1]) ** 2).sum(axis=-1),
}


def fate(rule, cost, n):
    def uniform():
        return SIDE * (2 * GENERATOR.random((SWARMS, PARTICLES, n)) - 1)

    def links():
        """hears[s, i, j]: particle i of swarm s hears j."""
        hears = np.broadcast_to(np.eye(PARTICLES, dtype=bool), (SWARMS, PARTICLES, PARTICLES)).copy()
        s = np.arange(SWARMS)[:, None, None]
        informer = np.arange(PARTICLES)[None, :, None]
        hears[s, GENERATOR.integers(PARTICLES, size=(SWARMS, PARTICLES, 3)), informer] = True
        return hears

    low, high, swarms = -SIDE, SIDE, np.arange(SWARMS)[:, None]
    x = uniform()
    start = rule.get("start", "zero")
    v = np.zeros_like(x) if start == "zero" else uniform() - (x if start == "difference" else 0)
    most = rule.get("limit", NO_LIMIT) * 2 * SIDE
    v = np.clip(v, -most, most)
    best, lowest = x.copy(), np.full((SWARMS, PARTICLES), np.inf)
    hears = np.ones((SWARMS, PARTICLES, PARTICLES), dtype=bool)
    if rule.get("ring"):
        hears[:] = np.array([[j in heard_in_ring(i, PARTICLES) for j in range(PARTICLES)] for i in range(PARTICLES)])
    if rule.get("spso"):
        hears = links()
    reached = np.full(SWARMS, np.inf)
    found = []
    for batch in range(max(AFTER) + 1):
        if batch in AFTER:
            logs = np.log10(lowest.min(axis=1))
            speeds = np.log10(np.sqrt((v**2).mean(axis=(1, 2))))
            spread = np.log10(np.sqrt(x.var(axis=1).mean(axis=1)))
            for what, each in (("cost", logs), ("speed", speeds), ("spread", spread)):
                found.append({"after": batch, "what": what, "mean": each.mean(), "deviation": each.std(ddof=1)})
        costs = cost(x)
        better = costs < lowest
        lowest = np.where(better, costs, lowest)
        best = np.where(better[..., None], x, best)
        if rule.get("spso"):
            stuck = ~(lowest.min(axis=1) < reached)
            hears = np.where(stuck[:, None, None], links(), hears)
            reached = lowest.min(axis=1)
        leader = np.where(hears, lowest[:, None, :], np.inf).argmin(axis=2)
        led = best[swarms, leader]
        if rule.get("spso"):
            itself = (leader == np.arange(PARTICLES))[..., None]
            direction = GENERATOR.normal(size=x.shape)
            x, v = ball(x, v, best, led, itself, direction, GENERATOR.random((SWARMS, PARTICLES, 1)), low, high)
        else:
            w = rule.get("w", 1.0)
            if isinstance(w, tuple):
                w = np.interp(batch, [0, w[2] - 1], w[:2])
            r1, r2 = GENERATOR.random((2, *x.shape))
            x, v, _ = pull(x, v, best, led, r1, r2, low, high, rule, w, uniform())
    return found


def fates():
    return [
        {"name": name, "function": function, "dimensions": n, "particles": PARTICLES, "swarms": SWARMS, "found": fate(rule, cost, n)}
        for name, rule in RULES.items()
        for function, cost, n in (("sphere", COSTS["sphere"], 3), ("rosenbrock", COSTS["rosenbrock"], 2))
    ]


if __name__ == "__main__":
    write(
        "swarmUpdates",
        "moves: a swarm of 5 before and after a batch, with all draws in the order that docs/tuning.md states. fates: of swarms in [-5, 5]^n "
        "after so many batches, mean and standard deviation of log10 of the lowest cost, of the root mean square of all velocities, and of the "
        "particles' standard deviation. Made by tests/oracle/swarmUpdates.py.",
        moves=moves(),
        fates=fates(),
    )
