/** The loaded rules and evaluator, as tables of lines. Filled when the module starts, and when a load or a board needs them. */
import { Graded, kindOf, Plain } from './kind'
import { fillScratch } from './lastPly'
import { fillLines, fillWideLines } from './lines'
import { TABLE } from './memory'
import { fillNarrowTables, fillWideTables } from './tables'
import { setWeightsOf } from './networkValue'
import { names, pack, setRenaming, writeNames } from './tall'

/** Whether the current evaluator has gradient or end terms. */
let hasGrades: bool = false
let countsRuns: bool = false
/** Number of tables in TERMS: 0, 1 for all lines, or 8, one for each line. */
let termTables: u32 = 0
/** Whether the evaluator is a network, whose tables take the place of the lines'. */
export let usesNetwork: bool = false
let wideRulesFilled: bool = false
let wideLinesFilled: bool = false
/** The names under which the lines of 4-bit ranks are filled. */
let namesInLines: u64 = 0

memory.grow(<i32>((TABLE + 0xffff) >> 16) - memory.size())
fillNarrowTables()
fillScratch()
writeNames()

/** Tabulates the line form in memory, with this number of tables in TERMS. */
export function setForm(graded: bool, runs: bool, tables: u32): void {
  usesNetwork = false
  setRenaming(true)
  hasGrades = graded
  termTables = tables
  countsRuns = runs
  wideLinesFilled = false
  fillNarrowLines()
}

/** Takes the network that the port has written, see `setWeightsOf`. */
export function setNetwork(lookups: u32, size: u32, stages: u32, wide: bool, unit: f64): void {
  usesNetwork = true
  setRenaming(false)
  hasGrades = false
  termTables = 0
  setWeightsOf(lookups, size, stages, wide, unit)
}

/**
 * Prepares the tables for a search of this depth.
 * @returns whether narrow boards suffice, such as `packed` of `tall.ts`; otherwise wide ones are used
 */
export function makeReady(lowBits: u64, highBits: u64, depth: u32): bool {
  const isNarrow = pack(lowBits, highBits, depth)
  if (names != namesInLines && !usesNetwork) {
    namesInLines = names
    writeNames()
    fillNarrowLines()
  }
  if (!isNarrow) fillWide()
  return isNarrow
}

/** Whether each line has its own table. */
export function linesDiffer(): bool {
  return termTables == 8
}

/** The current kind of search, numbered by `kind.ts`. */
export function kind(): u32 {
  return kindOf(hasGrades)
}

function fillNarrowLines(): void {
  if (hasGrades) fillLines<Graded>(countsRuns, termTables)
  else fillLines<Plain>(countsRuns, termTables)
}

/** Fills the tables for boards with a 65536 or a 131072 that are not packed. */
function fillWide(): void {
  if (!wideRulesFilled) fillWideTables()
  wideRulesFilled = true
  if (wideLinesFilled || usesNetwork) return
  if (hasGrades) fillWideLines<Graded>(countsRuns, termTables)
  else fillWideLines<Plain>(countsRuns, termTables)
  wideLinesFilled = true
}
