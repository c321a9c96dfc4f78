#!/usr/bin/env python3
"""Plays 2048, or searches positions, with `lab engine`. Standard library only; Python 3.9 or newer.

    python3 docs/engine-client.py search EDC1BA9187611110 0000001000000010 --depth 3
    python3 docs/engine-client.py play --seed 1 --depth 2
"""
import argparse
import json
import os
import random
import shlex
import subprocess

ROWS = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS = [[4 * row + column for row in range(4)] for column in range(4)]
LINES = {"left": ROWS, "right": [line[::-1] for line in ROWS], "up": COLUMNS, "down": [line[::-1] for line in COLUMNS]}


class Engine:
    """One `lab engine`, for one search after the other."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*command, "engine"], stdin=pipe, stdout=pipe, encoding="utf-8")
        self.id = 0

    def search(self, position, on_info=print, **fields):
        """The result for a position: a text, or a list of 16 tiles. Fields as in docs/engine.md."""
        self.id += 1
        request = {"type": "search", "id": self.id, "position": position, **fields}
        print(json.dumps(request), file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer["type"] == "result":
                return answer
            if answer["type"] == "error":
                raise ValueError(answer["message"])
            on_info(answer)
        raise RuntimeError("lab engine ended without an answer")

    def close(self):
        self.process.stdin.close()  # the engine ends with its input
        return self.process.wait()


def move(tiles, lines):
    """The tiles after a move, and the points of its merges."""
    moved, points = list(tiles), 0
    for line in lines:
        left, merged = [tiles[cell] for cell in line if tiles[cell]], []
        while left:
            tile = left.pop(0)
            if left and left[0] == tile:
                tile += left.pop(0)
                points += tile
            merged.append(tile)
        for cell, tile in zip(line, merged + [0] * 4):
            moved[cell] = tile
    return moved, points


def add_tile(tiles):
    empty = [cell for cell, tile in enumerate(tiles) if tile == 0]
    tiles[random.choice(empty)] = random.choices([2, 4], [9, 1])[0]


def play(engine, most, **fields):
    tiles, score, moves = [0] * 16, 0, 0
    add_tile(tiles)
    add_tile(tiles)
    while moves < most:
        best = engine.search(tiles, info=False, **fields)["best"]
        if best is None:
            break  # the game is over
        tiles, points = move(tiles, LINES[best])
        add_tile(tiles)
        score, moves = score + points, moves + 1
    print(json.dumps({"score": score, "moves": moves, "tiles": tiles}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays 2048, or searches positions, with lab engine.")
    parser.add_argument("action", choices=["play", "search"])
    parser.add_argument("positions", nargs="*", help="for search")
    parser.add_argument("--lab", help='the command, such as "npx lab"; the lab of this folder by default')
    parser.add_argument("--profile", default="thesis")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--moves", type=int, default=1_000_000, help="most moves of a game")
    parser.add_argument("--seed", type=int, help="of the tiles")
    options = parser.parse_args()
    random.seed(options.seed)
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts", "lab.mjs")
    engine = Engine(shlex.split(options.lab) if options.lab else ["node", own])
    fields = {"profile": options.profile, "limits": {"depth": options.depth}}
    if options.action == "play":
        play(engine, options.moves, **fields)
    for position in options.positions:
        result = engine.search(position, **fields)
        print(position, result["best"], result["value"])
    engine.close()
