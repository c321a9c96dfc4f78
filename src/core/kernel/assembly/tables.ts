/** Tables of the rules, filled once: the result and the points of a line of four tiles. */
import { LINE_SLIDES, PAIRS, POINTS, RANKS, RUNS, SLIDES, WIDE_LEFT, WIDE_POINTS, WIDE_RIGHT } from './memory'

let points: u32 = 0

/** Rows of 4-bit ranks, first cell in the lowest nibble. Two 15s do not merge: boards that might get a 65536 are searched wide. */
export function fillNarrowTables(): void {
  for (let row: u32 = 0; row < 65536; row++) {
    const left = slideLeft(row, 4, 15)
    store<u16>(SLIDES + (row << 2), <u16>left)
    store<u64>(LINE_SLIDES + (row << 5), spread(left))
    store<u32>(POINTS + (row << 2), points)
    store<u8>(PAIRS + row, equalPairs(row, 4))
    store<u8>(RUNS + row, equalRuns(row, 4))
    const right = reversed(slideLeft(reversed(row, 4), 4, 15), 4)
    store<u16>(SLIDES + (row << 2), <u16>right, 2)
    store<u64>(LINE_SLIDES + (row << 5), spread(right), 8)
  }
}

/** Rows of 5-bit ranks as `wideIndex` numbers them; ranks above 17 never occur and stay 0. */
export function fillWideTables(): void {
  for (let d: u32 = 0; d < RANKS; d++)
    for (let c: u32 = 0; c < RANKS; c++)
      for (let b: u32 = 0; b < RANKS; b++)
        for (let a: u32 = 0; a < RANKS; a++) {
          const row = a | (b << 5) | (c << 10) | (d << 15)
          const index = wideIndex(row)
          store<u32>(WIDE_LEFT + (index << 2), wideIndex(slideLeft(row, 5, RANKS - 1)))
          store<u32>(WIDE_POINTS + (index << 2), points)
          store<u32>(WIDE_RIGHT + (index << 2), wideIndex(reversed(slideLeft(reversed(row, 5), 5, RANKS - 1), 5)))
        }
}

/** Four 5-bit ranks as 20 bits: the four low nibbles, then the four fifth bits. */
export function wideIndex(row: u32): u32 {
  let index: u32 = 0
  for (let i: u32 = 0; i < 4; i++) {
    const rank = (row >> (5 * i)) & 31
    index |= ((rank & 15) << (4 * i)) | ((rank >> 4) << (16 + i))
  }
  return index
}

/** Slides a row of `bits`-bit ranks; tiles of rank `top` do not merge. Leaves the points in `points`. */
function slideLeft(row: u32, bits: u32, top: u32): u32 {
  const mask: u32 = (1 << bits) - 1
  let out: u32 = 0
  let at: u32 = 0 // bit position of the next free cell
  let held: u32 = 0 // last tile placed that can still merge, 0 if none
  points = 0
  for (let i: u32 = 0; i < 4; i++) {
    const rank = (row >> (i * bits)) & mask
    if (rank == 0) continue
    if (rank == held && rank < top) {
      out += 1 << (at - bits)
      points += 1 << (rank + 1)
      held = 0
    } else {
      out |= rank << at
      at += bits
      held = rank
    }
  }
  return out
}

function reversed(row: u32, bits: u32): u32 {
  const mask: u32 = (1 << bits) - 1
  let out: u32 = 0
  for (let i: u32 = 0; i < 4; i++) out = (out << bits) | ((row >> (i * bits)) & mask)
  return out
}

/** The four nibbles of a row, 16 bits apart. */
function spread(row: u32): u64 {
  const wide = <u64>row
  return (wide & 15) | ((wide & 0xf0) << 12) | ((wide & 0xf00) << 24) | ((wide & 0xf000) << 36)
}

/** Neighbouring equal tiles of a row of `bits`-bit ranks. */
export function equalPairs(row: u32, bits: u32): u8 {
  const mask: u32 = (1 << bits) - 1
  let pairs: u8 = 0
  for (let i: u32 = 1; i < 4; i++) {
    const rank = (row >> (bits * i)) & mask
    if (rank != 0 && rank == ((row >> (bits * (i - 1))) & mask)) pairs++
  }
  return pairs
}

/** Runs of k ≥ 2 equal tiles, empty cells skipped, count k each. */
export function equalRuns(row: u32, bits: u32): u8 {
  const mask: u32 = (1 << bits) - 1
  let total: u8 = 0
  let run: u8 = 0
  let last: u32 = 0
  for (let i: u32 = 0; i < 4; i++) {
    const rank = (row >> (i * bits)) & mask
    if (rank == 0) continue
    run = rank == last ? run + 1 : 1
    last = rank
    if (run == 2) total += 2
    else if (run > 2) total++
  }
  return total
}
