"""Replays of whole games: the classic string of 2048verse, and our own JSON, written apart from src/core.

Usage: python3 tests/oracle/verse.py        writes tests/golden/verse.json, replay-v1.json and replays-v1.jsonl (1 s)

The string: "replay_", then one character a step, the first two for the tiles of the start. Seven bits a character, from
the highest: slide (0 up, 1 right, 2 down, 3 left), 1 for a 4, column, row. Python's own code page 850 gives the upper
part of the alphabet.
"""

import json

from fixture import GOLDEN, write
from rules import ORDER, empties, put, rank, slide, text
from splitmix64 import Generator

ALPHABET = bytes([*range(0x20, 0x7F), *range(0x80, 0xA1)]).decode("cp850")
SLIDES = ("up", "right", "down", "left")


def character(move, value, cell):
    row, column = cell
    bits = f"{SLIDES.index(move):02b}{int(value == 4)}{column:02b}{row:02b}"
    return ALPHABET[int(bits, 2)]


def play(start, turns):
    """Returns the final board, the points and the positions on the way."""
    board = [[0] * 4 for _ in range(4)]
    for cell, value in start:
        assert board[cell[0]][cell[1]] == 0
        board = put(board, cell, value)
    positions, score = [text(board)], 0
    for move, cell, value in turns:
        after, points = slide(board, move)
        assert after[cell[0]][cell[1]] == 0
        board, score = put(after, cell, value), score + points
        positions.append(text(board))
    return board, score, positions


def case(what, start, turns, every=1):
    string = "replay_" + "".join(character("up", value, cell) for cell, value in start)
    string += "".join(character(move, value, cell) for move, cell, value in turns)
    board, score, positions = play(start, turns)
    return {
        "what": what,
        "string": string,
        "start": positions[0],
        "slides": len(turns),
        "final": text(board),
        "score": score,
        "every": every,
        "positions": positions[::every],
    }


# By hand, steps worked out on paper:
#   2 at r1c1, 4 at r2c1                    2.../4.../..../....   ' ' = 0, '1' = 0+16+0+1 = 17
#   right, 2 at r1c1                        2..2/...4/..../....   '@' = 32
#   left merges to 4 (4 points), 4 at r4c4  4.../4.../..../...4   'á' = 96+16+12+3 = 127
#   down merges to 8 (8 points), 2 at r1c4  ...2/..../..../8..4   'l' = 64+12 = 76
BY_HAND = {
    "what": "by hand",
    "string": "replay_ 1@ál",
    "start": "1000200000000000",
    "slides": 3,
    "final": "0001000000003002",
    "score": 12,
    "every": 1,
    "positions": ["1000200000000000", "1001000200000000", "2000200000000002", "0001000000003002"],
}


def drawn_game(seed, choose):
    """Tiles drawn as the laboratory draws them; slides by `choose(legal, number of the slide)`."""
    generator = Generator(seed)

    def draw(board):
        cells = empties(board)
        cell = cells[generator.below(len(cells))]
        return cell, 4 if generator.below(10) == 0 else 2

    board, start, turns = [[0] * 4 for _ in range(4)], [], []
    for _ in range(2):
        cell, value = draw(board)
        start.append((cell, value))
        board = put(board, cell, value)
    while legal := [move for move in ORDER if slide(board, move)]:
        move = choose(legal, len(turns))
        after, _ = slide(board, move)
        cell, value = draw(after)
        turns.append((move, cell, value))
        board = put(after, cell, value)
    return start, turns


def our_file(seed, start, turns, **more):
    board, score, positions = play(start, turns)
    return {
        "format": "2048-lab-replay",
        "version": 1,
        **more,
        "by": "unknown",
        "seed": seed,
        "generator": "splitmix64",
        "origin": "seed",
        "start": positions[0],
        "startScore": 0,
        "final": text(board),
        "score": score,
        "steps": [f"{move} {value}@r{cell[0] + 1}c{cell[1] + 1}" for move, cell, value in turns],
    }


def main():
    assert len(set(ALPHABET)) == 128
    in_turn = lambda legal, n: legal[n % len(legal)]
    corner = lambda legal, n: next(move for move in ("left", "down", "right", "up") if move in legal)
    games = [(seed, *drawn_game(seed, choose)) for seed, choose in [(1, in_turn), (2, corner), (2**53 - 1, corner)]]
    cases = [case("by hand", [((0, 0), 2), ((1, 0), 4)], [("right", (0, 0), 2), ("left", (3, 3), 4), ("down", (0, 3), 2)])]
    assert cases[0] == BY_HAND, cases[0]
    cases += [case(f"drawn from seed {seed}", start, turns, 16) for seed, start, turns in games]
    write(
        "verse",
        "Classic replay strings of 2048verse, what they lead to and the position after every `every` slides. Made by tests/oracle/verse.py.",
        alphabet=list(ALPHABET),
        games=cases,
    )
    files = [our_file(*game, title=f"drawn from seed {game[0]}") for game in games]
    (GOLDEN / "replay-v1.json").write_text(json.dumps(files[0], indent=1) + "\n")
    (GOLDEN / "replays-v1.jsonl").write_text("".join(json.dumps(file) + "\n" for file in files))


main()
