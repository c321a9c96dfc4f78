/** The value of each line of four tiles to the current evaluator: `LineForm` of the core, tabulated. */
import { larger, smaller } from './extremes'
import { hasOwnTables, isGraded, numberOf } from './kind'
import {
  FORM,
  FORM_CELL,
  FORM_GRADIENT,
  FORM_SLOPE,
  LINE_SLIDES,
  LINES,
  OWN_BYTES,
  OWN_LINES,
  OWN_SLIDES,
  PAIRS,
  RANKS,
  RUNS,
  SLID_GRADES,
  SLIDES,
  STEPS,
  TERM_BYTES,
  TERMS,
} from './memory'
import { equalPairs, equalRuns, wideIndex } from './tables'
import { rankOf } from './tall'

/** log2 of the bytes of a line's entry. */
// @ts-expect-error: decorator
@inline
export function lineShift<Kind>(): usize {
  return isGraded<Kind>() ? 4 : 3
}

/** Address of the first entry of a line. */
// @ts-expect-error: decorator
@inline
export function tableOf<Kind, Lines, Which>(): usize {
  return hasOwnTables<Kind>() ? OWN_LINES + numberOf<Lines, Which>() * OWN_BYTES : LINES
}

export let gradientWeight: f64 = 0
export let endsWeight: f64 = 0

/** Fills the lines of 4-bit ranks, by the names of `tall.ts`, from FORM and from tables in TERMS: none, 1 or 8; about 0.2 ms without. */
export function fillLines<Kind>(runs: bool, tables: u32): void {
  fillSteps()
  gradientWeight = load<f64>(FORM, 5 * 8)
  endsWeight = load<f64>(FORM, 6 * 8)
  const merges = runs ? RUNS : PAIRS
  const empty = load<f64>(FORM, 8)
  const merge = load<f64>(FORM, 16)
  const minimum = load<f64>(FORM, 24)
  const both = load<f64>(FORM, 32)
  // Lines are numbered by the names of their tiles, and valued by their ranks.
  for (let nameD: u32 = 0; nameD < 16; nameD++) {
    const d = rankOf(nameD)
    for (let nameC: u32 = 0; nameC < 16; nameC++) {
      const c = rankOf(nameC)
      const stepCd = step(c, d)
      for (let nameB: u32 = 0; nameB < 16; nameB++) {
        // Step 1. The part that the last three cells determine.
        const b = rankOf(nameB)
        const stepsBcd = f64x2.add(step(b, c), stepCd)
        const cells = load<f64>(FORM) + cell(b) + cell(c) + cell(d) + empty * (f64(b == 0) + f64(c == 0) + f64(d == 0))
        const row = (nameB << 4) | (nameC << 8) | (nameD << 12)
        // Step 2. The first cell runs along contiguous entries.
        for (let nameA: u32 = 0; nameA < 16; nameA++) {
          const a = rankOf(nameA)
          const steps = f64x2.add(stepsBcd, step(a, b))
          const turned = v128.shuffle<f64>(steps, steps, 1, 0)
          const least = f64x2.extract_lane(f64x2.pmin(steps, turned), 0)
          const total = f64x2.extract_lane(f64x2.add(steps, turned), 0)
          const q =
            cells +
            cell(a) +
            (a == 0 ? empty : 0) +
            merge * f64(load<u8>(merges + row + nameA)) +
            minimum * least +
            both * total
          storeLine<Kind>(row + nameA, q, a, b, c, d)
        }
      }
    }
  }
  if (tables == 1) addTerms<Kind>(0, LINES)
  fillSlides<Kind>()
  if (tables == 8) for (let line: usize = 0; line < 8; line++) fillOwn<Kind>(line)
}

/** Adds a table of TERMS to q of 4-bit ranks. The entries of LINES stay if another table takes the sums. */
function addTerms<Kind>(table: usize, sums: usize): void {
  for (let nameD: u32 = 0; nameD < 16; nameD++)
    for (let nameC: u32 = 0; nameC < 16; nameC++)
      for (let nameB: u32 = 0; nameB < 16; nameB++) {
        const terms = TERMS + table * TERM_BYTES + (termIndex(0, rankOf(nameB), rankOf(nameC), rankOf(nameD)) << 3)
        const row = <usize>((nameB << 4) | (nameC << 8) | (nameD << 12)) << lineShift<Kind>()
        for (let nameA: u32 = 0; nameA < 16; nameA++) {
          const entry = row + (<usize>nameA << lineShift<Kind>())
          store<f64>(sums + entry, load<f64>(entry, LINES) + load<f64>(terms + (<usize>rankOf(nameA) << 3)))
        }
      }
}

/** The same for a line with its own table. */
function fillOwn<Kind>(line: usize): void {
  const entries = OWN_LINES + line * OWN_BYTES
  const slides = OWN_SLIDES + line * OWN_BYTES
  addTerms<Kind>(line, entries)
  for (let row: usize = 0; row < 65536; row++) {
    if (isGraded<Kind>()) store<u64>(entries + (row << 4), load<u64>(row << 4, LINES + 8), 8)
    const first = <usize>load<u16>(row << 2, SLIDES) << lineShift<Kind>()
    const last = <usize>load<u16>(row << 2, SLIDES + 2) << lineShift<Kind>()
    store<f64>(slides + (row << 4), load<f64>(entries + first))
    store<f64>(slides + (row << 4), load<f64>(entries + last), 8)
  }
}

/** Index of a line of these ranks in a table of TERMS. */
// @ts-expect-error: decorator
@inline
function termIndex(a: u32, b: u32, c: u32, d: u32): usize {
  return <usize>(a + RANKS * (b + RANKS * (c + RANKS * d)))
}

/** The entry of a table of TERMS for a line of 5-bit ranks, numbered by `wideIndex`. */
export function termOf(table: usize, line: usize): f64 {
  const fifths = <u32>line >> 16
  const index = termIndex(
    ((<u32>line) & 15) | ((fifths & 1) << 4),
    ((<u32>line >> 4) & 15) | ((fifths & 2) << 3),
    ((<u32>line >> 8) & 15) | ((fifths & 4) << 2),
    ((<u32>line >> 12) & 15) | ((fifths & 8) << 1),
  )
  return load<f64>(TERMS + table * TERM_BYTES + (index << 3))
}

/** The value of each line after its slides. */
function fillSlides<Kind>(): void {
  for (let line: usize = 0; line < 65536; line++) {
    const first = <usize>load<u16>(line << 2, SLIDES) << lineShift<Kind>()
    const last = <usize>load<u16>(line << 2, SLIDES + 2) << lineShift<Kind>()
    store<f64>(line << 5, load<f64>(first, LINES), LINE_SLIDES + 16)
    store<f64>(line << 5, load<f64>(last, LINES), LINE_SLIDES + 24)
    if (!isGraded<Kind>()) continue
    store<u64>(line << 4, load<u64>(first, LINES + 8), SLID_GRADES)
    store<u64>(line << 4, load<u64>(last, LINES + 8), SLID_GRADES + 8)
  }
}

/** Fills the lines with a 65536 or a 131072; the 4-bit lines must be filled. About 5 ms. Without the terms that differ by line. */
export function fillWideLines<Kind>(runs: bool, tables: u32): void {
  for (let d: u32 = 0; d < RANKS; d++)
    for (let c: u32 = 0; c < RANKS; c++)
      for (let b: u32 = 0; b < RANKS; b++)
        for (let a: u32 = 0; a < RANKS; a++) {
          if ((a | b | c | d) < 16) continue
          const row = a | (b << 5) | (c << 10) | (d << 15)
          const merges = runs ? equalRuns(row, 5) : equalPairs(row, 5)
          const empties = f64(a == 0) + f64(b == 0) + f64(c == 0) + f64(d == 0)
          const steps = f64x2.add(step(a, b), f64x2.add(step(b, c), step(c, d)))
          const falls = f64x2.extract_lane(steps, 0)
          const rises = f64x2.extract_lane(steps, 1)
          let q =
            load<f64>(FORM) +
            (cell(a) + cell(b) + cell(c) + cell(d)) +
            load<f64>(FORM, 8) * empties +
            load<f64>(FORM, 16) * f64(merges) +
            load<f64>(FORM, 24) * smaller(falls, rises) +
            load<f64>(FORM, 32) * (falls + rises)
          if (tables == 1) q += load<f64>(termIndex(a, b, c, d) << 3, TERMS)
          storeLine<Kind>(wideIndex(row), q, a, b, c, d)
        }
}

// @ts-expect-error: decorator
@inline
function storeLine<Kind>(index: u32, q: f64, a: u32, b: u32, c: u32, d: u32): void {
  const entry = LINES + (<usize>index << lineShift<Kind>())
  store<f64>(entry, q)
  if (!isGraded<Kind>()) return
  const tile = FORM_GRADIENT
  const gradient =
    1.5 * (load<f64>(tile + (a << 3)) - load<f64>(tile + (d << 3))) + 0.5 * (load<f64>(tile + (b << 3)) - load<f64>(tile + (c << 3)))
  store<f32>(entry, <f32>gradient, 8) // exact: halves below 2^20
  store<f32>(entry, <f32>(load<f64>(FORM_SLOPE + (d << 3)) - load<f64>(FORM_SLOPE + (a << 3))), 12)
}

function fillSteps(): void {
  for (let from: u32 = 0; from < RANKS; from++)
    for (let to: u32 = 0; to < RANKS; to++) {
      const step = load<f64>(FORM_SLOPE + (to << 3)) - load<f64>(FORM_SLOPE + (from << 3))
      const at = STEPS + ((from * RANKS + to) << 4)
      store<f64>(at, larger(-step, 0))
      store<f64>(at, larger(step, 0), 8)
    }
}

/** Fall and rise from one rank to the next. */
// @ts-expect-error: decorator
@inline
function step(from: u32, to: u32): v128 {
  return v128.load(STEPS + ((from * RANKS + to) << 4))
}

// @ts-expect-error: decorator
@inline
function cell(rank: u32): f64 {
  return load<f64>(FORM_CELL + (rank << 3))
}
