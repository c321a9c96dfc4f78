/** What is loaded: the rules and the evaluator, as tables of lines. Filled when the module starts, and when a load or a board asks. */
import { Graded, kindOf, Plain } from './kind'
import { fillScratch } from './lastPly'
import { fillLines, fillWideLines } from './lines'
import { TABLE } from './memory'
import { fillNarrowTables, fillWideTables } from './tables'
import { names, pack, writeNames } from './tall'

/** Whether the evaluator at hand has gradient or end terms. */
let hasGrades: bool = false
let countsRuns: bool = false
/** Tables in TERMS: none, one for all lines, or 8, and then each line has its own. */
let termTables: u32 = 0
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
  hasGrades = graded
  termTables = tables
  countsRuns = runs
  wideLinesFilled = false
  fillNarrowLines()
}

/**
 * Makes the tables ready for a search of this depth.
 * @returns whether narrow boards serve, as `packed` of `tall.ts` is one; if not, wide ones do
 */
export function makeReady(lowBits: u64, highBits: u64, depth: u32): bool {
  const isNarrow = pack(lowBits, highBits, depth)
  if (names != namesInLines) {
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

/** The kind of search in force, as `kind.ts` numbers them. */
export function kind(): u32 {
  return kindOf(hasGrades)
}

function fillNarrowLines(): void {
  if (hasGrades) fillLines<Graded>(countsRuns, termTables)
  else fillLines<Plain>(countsRuns, termTables)
}

/** Fills what boards with a 65536 or a 131072 take that are not packed. */
function fillWide(): void {
  if (!wideRulesFilled) fillWideTables()
  wideRulesFilled = true
  if (wideLinesFilled) return
  if (hasGrades) fillWideLines<Graded>(countsRuns, termTables)
  else fillWideLines<Plain>(countsRuns, termTables)
  wideLinesFilled = true
}
