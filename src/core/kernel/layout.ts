/** Shared memory layout of the port and the kernel: the addresses of `assembly/memory.ts`. */
import { MOST_EVALUATOR_BYTES } from '../games/twenty48/wallGame/network'

const PARAMETERS = 0x10000
/** LineForm, f64 each: constant, empty, merge, minimum, both, gradient, ends, cell[18], slopeTile[18], gradientTile[18]. */
export const FORM = PARAMETERS
/** Board: low nibbles u64, fifth bits u64. */
export const ROOT = PARAMETERS + 0x400
/** Result of the last move searched, f64 each: moves tried, table hits, horizon reached, stop reason, table look-ups. */
export const RESULT = ROOT + 16
/** Board as ROOT, random state u64, then f64: score, slides, nodes, firstSlide[18] (−1 for never). */
export const GAME = PARAMETERS + 0x500
/** If the tree is recorded, f64 each: levels with a time of their own, then the milliseconds at each. */
export const LEVEL_TIMES = PARAMETERS + 0x800
/** The principal variation after a move, u8 each: cell, direction, cell, … */
export const VARIATION = PARAMETERS + 0xc00

/** Tables of terms, f64[8][18^4], see `lineTables.ts`. */
export const TERMS = PARAMETERS + 0x2000

/** Place of a network, in that of the tables of lines: lookups, patterns, and weights up to the transposition table. */
const LINES = TERMS + (8 << 20) + 65536 * (4 + 32 + 16 + 4 + 1 + 1) + 0x2000 + 3 * (4 << 20)
export const NETWORK = {
  lookups: LINES,
  patterns: LINES + 0x10000,
  weights: LINES + (5 << 20),
  /** Maximum bytes of weights. */
  room: MOST_EVALUATOR_BYTES,
} as const

/** A search polls for a stop at every 64th chance node that it expands. */
export const POLL_EVERY = 64
