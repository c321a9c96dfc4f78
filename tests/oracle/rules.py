"""Rules of 2048 on nested lists of face values (0 = empty), written apart from src/core: not one line is shared."""

ORDER = ("up", "down", "left", "right")
DIGITS = "0123456789ABCDEFGH"


def squeeze(row):
    """Slides a row to the left. Returns the new row and the points."""
    tiles = [value for value in row if value]
    out, points, i = [], 0, 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(2 * tiles[i])
            points += 2 * tiles[i]
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return out + [0] * (4 - len(out)), points


def transpose(board):
    return [list(column) for column in zip(*board)]


def mirror(board):
    return [row[::-1] for row in board]


# How to turn a board so that the slide goes left; each of these undoes itself in reverse order.
TURNS = {"left": (), "right": (mirror,), "up": (transpose,), "down": (transpose, mirror)}


def slide(board, move):
    """Returns the board after the slide and its points, or None when nothing moves."""
    turned = board
    for turn in TURNS[move]:
        turned = turn(turned)
    rows = [squeeze(row) for row in turned]
    after, points = [row for row, _ in rows], sum(earned for _, earned in rows)
    if after == turned:
        return None
    for turn in reversed(TURNS[move]):
        after = turn(after)
    return after, points


def empties(board):
    """Row by row, from the top left."""
    return [(r, c) for r in range(4) for c in range(4) if board[r][c] == 0]


def put(board, cell, value):
    copy = [row[:] for row in board]
    copy[cell[0]][cell[1]] = value
    return copy


def rank(value):
    return value.bit_length() - 1 if value else 0


def text(board):
    """16 digits, as the laboratory writes positions."""
    return "".join(DIGITS[rank(value)] for row in board for value in row)


def board_of(digits):
    faces = [2 ** DIGITS.index(digit) if digit != "0" else 0 for digit in digits]
    return [faces[4 * r : 4 * r + 4] for r in range(4)]
