"""The generator, the seeds of a batch and the tiles of a game, in Python's own big integers.

Usage: python3 tests/oracle/splitmix64.py        writes tests/golden/splitmix64.json (1 s)

Source: S. Vigna, splitmix64.c (public domain), https://prng.di.unimi.it/splitmix64.c
"""

from rules import empties, put, text

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Generator:
    def __init__(self, seed):
        self.state = seed

    def word(self):
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, n):
        """The top 32 bits of a word, scaled."""
        return ((self.word() >> 32) * n) >> 32

    def fraction(self):
        """The top 53 bits of a word as a number in [0, 1)."""
        return (self.word() >> 11) / 2**53


def derive_seed(batch, index):
    """Word index + 1 of the stream that starts at the mixed batch seed, cut to 53 bits."""
    return mix((mix(batch) + (index + 1) * GAMMA) & MASK) >> 11


def spawn(board, generator):
    """The cell first, then the tile: one draw each."""
    cells = empties(board)
    cell = cells[generator.below(len(cells))]
    return put(board, cell, 4 if generator.below(10) == 0 else 2)


def start(generator):
    return spawn(spawn([[0] * 4 for _ in range(4)], generator), generator)


def main():
    from fixture import write

    seeds = [0, 1, 2, 42, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**52 + 12345, 2**53 - 2, 2**53 - 1]
    streams = []
    for seed in seeds:
        words, fractions, tens, states = Generator(seed), Generator(seed), Generator(seed), Generator(seed)
        case = {"seed": seed}
        case["words"] = [f"{words.word():016x}" for _ in range(8)]
        case["next"] = [fractions.fraction() for _ in range(8)]
        case["below"] = [[n, tens.below(n)] for n in (1, 2, 3, 7, 10, 13, 16, 1000, 2**16, 2**21)]
        for _ in range(1000):
            states.word()
        case["stateAfter1000"] = f"{states.state:016x}"
        generator = Generator(seed)
        case["start"] = text(start(generator))
        case["stateAfterStart"] = f"{generator.state:016x}"
        streams.append(case)
    # Dense boards and long runs, so that a cell and a tile are drawn from every number of cells.
    spawns = []
    for seed in seeds:
        generator = Generator(seed)
        board = [[0] * 4 for _ in range(4)]
        drawn = []
        for _ in range(16):
            board = spawn(board, generator)
            drawn.append(text(board))
        spawns.append({"seed": seed, "boards": drawn})
    derived = [
        [batch, index, derive_seed(batch, index)]
        for batch in (0, 1, 2, 2**32, 2**53 - 1)
        for index in (0, 1, 2, 99, 2**20, 2**32 - 1, 2**32, 2**40 + 7)
    ]
    write(
        "splitmix64",
        "Streams of the generator, tiles drawn from it, and seeds [batch, game, seed]. Made by tests/oracle/splitmix64.py.",
        streams=streams,
        spawns=spawns,
        derived=derived,
    )


if __name__ == "__main__":
    main()
