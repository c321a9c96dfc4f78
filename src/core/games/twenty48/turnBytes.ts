/**
 * Turns as bytes: the version, then one byte a turn. A turn's byte is `move << 5 | is4 << 4 | cell`, moves in the order
 * of `MOVES`, cells row by row. A game of 1,000 slides takes 1 kB; none has more than 131,070.
 */
import { LabError } from '../../errors'
import { MOVES, type Move } from './board'
import type { Turn } from './player'

const VERSION = 1

/** Turns are not checked against the rules: playing them through is. */
export function encodeTurns(turns: readonly Turn[]): Uint8Array {
  return joinTurns(Uint8Array.from(turns, turnByte))
}

export function turnByte({ move, spawn }: Turn): number {
  return (MOVES.indexOf(move) << 5) | ((spawn.rank - 1) << 4) | spawn.cell
}

/** The move in a turn's byte. */
export function moveOf(turn: number): Move {
  return MOVES[turn >> 5]!
}

/** What `encodeTurns` makes, of turns that are a byte each already. */
export function joinTurns(turns: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(turns.length + 1)
  bytes[0] = VERSION
  bytes.set(turns, 1)
  return bytes
}

/** One after the other. @throws {LabError} `BAD_FILE`, naming the byte */
export function* turnsOf(bytes: Uint8Array): Generator<Turn> {
  const [version] = bytes
  if (version !== VERSION)
    throw new LabError('BAD_FILE', `turns of version ${version ?? 'none'}; this lab reads version ${VERSION}`)
  for (let turn = 1; turn < bytes.length; turn++) {
    const byte = bytes[turn]!
    if (byte >> 5 >= MOVES.length) throw new LabError('BAD_FILE', `turn ${turn}: the byte ${byte} is no turn`, { turn })
    yield turnOf(byte)
  }
}

/** The turn in a byte. */
export function turnOf(byte: number): Turn {
  return { move: moveOf(byte), spawn: { cell: byte & 15, rank: ((byte >> 4) & 1) + 1 } }
}
