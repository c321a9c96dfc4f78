"""Statistics by SciPy: what the laboratory's intervals and tests must answer. Each list names the call that made its values.

Usage: pip install scipy==1.17.1; python3 tests/oracle/stats.py        writes tests/golden/stats.json (5 s)
"""

import numpy as np
from scipy import integrate, optimize, stats

from fixture import write


def scores(random, n, mean=3000, spread=0.5):
    """Right-skewed whole numbers, as scores are."""
    return [int(value) * 4 for value in random.lognormal(np.log(mean / 4), spread, size=n)]


def t_intervals(random):
    cases = []
    for n, level in [(2, 0.95), (10, 0.95), (10, 0.99), (50, 0.9), (1000, 0.95)]:
        values = scores(random, n)
        low, high = stats.ttest_1samp(values, 0).confidence_interval(level)
        cases.append({"values": values, "level": level, "interval": [low, high]})
    return cases


def paired(random):
    cases = []
    for n, shift in [(2, 0), (10, 300), (100, 300), (1000, 0)]:
        a, b = scores(random, n, 3000 + shift), scores(random, n)
        result = stats.ttest_rel(a, b)
        cases.append({"differences": [x - y for x, y in zip(a, b)], "t": result.statistic, "freedom": int(result.df), "p": result.pvalue})
    return cases


def correlations(random):
    cases = []
    for n, pull in [(3, 0), (50, 0.9), (200, -0.3)]:
        a = scores(random, n)
        b = [x * pull + y for x, y in zip(a, scores(random, n))]
        cases.append({"a": a, "b": b, "r": stats.pearsonr(a, b).statistic})
    return cases


def wilson():
    cases = []
    for k, n in [(0, 10), (1, 10), (5, 10), (10, 10), (81, 263), (1, 1000)]:
        low, high = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
        cases.append({"successes": k, "trials": n, "interval": [low, high]})
    return cases


def bootstraps(random):
    cases = []
    for n in (10, 25, 200):
        values = np.array(scores(random, n))
        bca = stats.bootstrap((values,), np.mean, n_resamples=200_000, method="BCa", rng=random).confidence_interval
        resamples = values[random.integers(0, n, (200_000, n))]
        errors = resamples.std(axis=1, ddof=1) / np.sqrt(n)
        ts = np.quantile((resamples.mean(axis=1) - values.mean()) / errors, [0.975, 0.025])
        studentised = values.mean() - ts * values.std(ddof=1) / np.sqrt(n)
        cases.append({"values": values.tolist(), "bca": [bca.low, bca.high], "studentised": studentised.tolist()})
    return cases


def elos():
    """The mean score with numpy, brought to Elo."""
    cases = []
    for counts in [(20, 60, 30), (300, 100, 350), (10, 40, 120, 60, 12), (2, 190, 700, 240, 9)]:
        values = np.repeat(np.linspace(0, 1, len(counts)), counts)
        elo = lambda score: 400 * np.log10(score / (1 - score))
        cases.append({"counts": counts, "elo": elo(values.mean())})
    return cases


def confidence_sequences(random):
    """The means at which t has 1/alpha times the density under effect sizes N(0, rho²) that it has under none, integrated over the spread."""

    def density(t, n, scale):
        """Of t = Z/S, where Z is normal and S² is chi-squared over its degrees of freedom."""
        nu = n - 1
        integrand = lambda s: s * stats.norm.pdf(t * s, scale=scale) * stats.chi.pdf(s * np.sqrt(nu), nu) * np.sqrt(nu)
        return integrate.quad(integrand, 0, 4, points=[1], epsabs=0, epsrel=1e-12, limit=200)[0]

    cases = []
    for n, level in [(10, 0.95), (50, 0.95), (50, 0.9), (100, 0.95), (300, 0.99)]:
        values = scores(random, n)
        alpha = 1 - level
        rho = np.sqrt((-2 * np.log(alpha) + np.log(-2 * np.log(alpha)) + 1) / 50)
        wide = np.sqrt(1 + n * rho**2)
        t = optimize.brentq(lambda t: density(t, n, wide) * alpha - density(t, n, 1), 1, 10, xtol=1e-13)
        half = t * np.std(values, ddof=1) / np.sqrt(n)
        cases.append({"values": values, "level": level, "interval": [np.mean(values) - half, np.mean(values) + half]})
    return cases


def main():
    random = np.random.default_rng(1)
    write(
        "stats",
        "Statistics by SciPy 1.17.1. Made by tests/oracle/stats.py. tIntervals: ttest_1samp(values, 0).confidence_interval(level); paired: ttest_rel(a, b) "
        "of the differences a − b; correlations: "
        "pearsonr(a, b); wilson: binomtest(successes, trials).proportion_ci(0.95, method='wilson'); normalTails: norm.sf(z); elos: of the mean score; bootstraps: bootstrap((values,), np.mean, n_resamples=200_000, "
        "method='BCa'), and the bootstrap-t by numpy; confidenceSequences: "
        "norm.pdf integrated over chi.pdf by quad and solved by brentq.",
        tIntervals=t_intervals(random),
        paired=paired(random),
        correlations=correlations(random),
        wilson=wilson(),
        normalTails=[{"z": z, "tail": stats.norm.sf(z)} for z in (-3, -0.1, 0, 0.5, 1.96, 2.4, 2.6, 5, 12, 30)],
        confidenceSequences=confidence_sequences(random),
        bootstraps=bootstraps(random),
        elos=elos(),
    )


if __name__ == "__main__":
    main()
