/** What is loaded: the rules and the evaluator, as tables of lines. Filled when the module starts, and when a load or a board asks. */
import { Graded, kindOf, Plain } from './kind'
import { fillScratch } from './lastPly'
import { fillLines, fillWideLines } from './lines'
import { TABLE } from './memory'
import { fillNarrowTables, fillWideTables } from './tables'

/** Whether the evaluator at hand has gradient or end terms. */
let hasGrades: bool = false
let countsRuns: bool = false
let wideRulesFilled: bool = false
let wideLinesFilled: bool = false

memory.grow(<i32>((TABLE + 0xffff) >> 16) - memory.size())
fillNarrowTables()
fillScratch()

/** Tabulates the line form that stands in memory. */
export function setForm(graded: bool, runs: bool): void {
  hasGrades = graded
  countsRuns = runs
  wideLinesFilled = false
  if (graded) fillLines<Graded>(runs)
  else fillLines<Plain>(runs)
}

/** The kind of search in force, as `kind.ts` numbers them. */
export function kind(): u32 {
  return kindOf(hasGrades)
}

/** Makes the tables ready for boards with a 65536 or a 131072. */
export function fillWide(): void {
  if (!wideRulesFilled) fillWideTables()
  wideRulesFilled = true
  if (wideLinesFilled) return
  if (hasGrades) fillWideLines<Graded>(countsRuns)
  else fillWideLines<Plain>(countsRuns)
  wideLinesFilled = true
}
