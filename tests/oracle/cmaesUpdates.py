"""Single updates of the CMA-ES, written from the equations of the tutorial with numpy's own linear algebra.

Usage: pip install numpy; python3 tests/oracle/cmaesUpdates.py        writes tests/golden/cmaesUpdates.json (1 s)

Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2, section A, figure 6 and table 1.
"""

import numpy as np

from fixture import write


def parameters(n, lam):
    mu = lam // 2
    raw = np.log((lam + 1) / 2) - np.log(np.arange(1, lam + 1))
    mu_eff = raw[:mu].sum() ** 2 / (raw[:mu] ** 2).sum()
    mu_eff_minus = raw[mu:].sum() ** 2 / (raw[mu:] ** 2).sum()
    c1 = 2 / ((n + 1.3) ** 2 + mu_eff)
    c_mu = min(1 - c1, 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) ** 2 + mu_eff))
    shun = min(1 + c1 / c_mu, 1 + 2 * mu_eff_minus / (mu_eff + 2), (1 - c1 - c_mu) / (n * c_mu))
    weights = np.where(raw >= 0, raw / raw[raw > 0].sum(), shun * raw / -raw[raw < 0].sum())
    c_sigma = (mu_eff + 2) / (n + mu_eff + 5)
    d_sigma = 1 + 2 * max(0, np.sqrt((mu_eff - 1) / (n + 1)) - 1) + c_sigma
    c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n)
    chi = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
    return mu, weights, mu_eff, c1, c_mu, c_sigma, d_sigma, c_c, chi


def update(n, lam, mean, sigma, c, p_sigma, p_c, g, y):
    """`y`: one row a point, best first."""
    mu, weights, mu_eff, c1, c_mu, c_sigma, d_sigma, c_c, chi = parameters(n, lam)
    values, vectors = np.linalg.eigh(c)
    root = vectors @ np.diag(values**-0.5) @ vectors.T
    y_w = weights[:mu] @ y[:mu]
    mean = mean + sigma * y_w
    p_sigma = (1 - c_sigma) * p_sigma + np.sqrt(c_sigma * (2 - c_sigma) * mu_eff) * (root @ y_w)
    length = np.linalg.norm(p_sigma)
    sigma = sigma * np.exp(c_sigma / d_sigma * (length / chi - 1))
    h = 1 if length / np.sqrt(1 - (1 - c_sigma) ** (2 * (g + 1))) < (1.4 + 2 / (n + 1)) * chi else 0
    p_c = (1 - c_c) * p_c + h * np.sqrt(c_c * (2 - c_c) * mu_eff) * y_w
    adjusted = np.array([w if w >= 0 else w * n / np.linalg.norm(root @ each) ** 2 for w, each in zip(weights, y)])
    kept = 1 + c1 * (1 - h) * c_c * (2 - c_c) - c1 - c_mu * weights.sum()
    c = kept * c + c1 * np.outer(p_c, p_c) + c_mu * sum(w * np.outer(each, each) for w, each in zip(adjusted, y))
    return mean, sigma, c, p_sigma, p_c, h


def main():
    random = np.random.default_rng(1)
    cases = []
    for n, lam, pull in [(1, 4, 1), (2, 6, 1), (3, 7, 1), (4, 8, 1), (4, 8, 6), (5, 20, 1), (10, 10, 1), (10, 10, 5), (3, 60, 1)]:
        a = random.normal(size=(n, n))
        c = a @ a.T + 0.1 * np.eye(n)
        mean, p_c = 0.5 + 0.1 * random.normal(size=n), random.normal(size=n)
        p_sigma = pull * random.normal(size=n)
        sigma, g = 0.01, int(random.integers(0, 50))
        y = random.multivariate_normal(np.zeros(n), c, size=lam)
        new = update(n, lam, mean, sigma, c, p_sigma, p_c, g, y)
        names = ["mean", "sigma", "covariance", "pathSigma", "pathC"]
        before = dict(zip(names, [mean.tolist(), sigma, c.tolist(), p_sigma.tolist(), p_c.tolist()]))
        after = dict(zip(names, [new[0].tolist(), float(new[1]), new[2].tolist(), new[3].tolist(), new[4].tolist()]))
        print(n, lam, "h =", new[5])
        cases.append({"dimensions": n, "population": lam, "generation": g, "stalled": new[5] == 0, "steps": y.tolist(), "before": before, "after": after})
    write(
        "cmaesUpdates",
        "One update each of mean, sigma, covariance and both paths from the steps y of all points, best first. Made by "
        "tests/oracle/cmaesUpdates.py.",
        cases=cases,
    )


if __name__ == "__main__":
    main()
