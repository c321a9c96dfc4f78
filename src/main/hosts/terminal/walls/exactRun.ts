/** `lab walls --exact`: the best chance to make a tile beside walls that never move. */
import { setImmediate as pause } from 'node:timers/promises'
import { CELLS, face, SIDE, type Rank } from '../../../../core/games/twenty48/board'
import {
  exactTableSteps,
  MOST_EXACT_CELLS,
  type ExactShape,
  type ExactTable,
} from '../../../../core/games/twenty48/wallGame/exact'
import { LabError } from '../../../../core/errors'
import { VERSION } from '../../../installation'
import { beside, block } from '../output/layout'
import { OUTPUT_VERSION, rounded } from '../output/machineOutput'
import { counted, duration, percent, short } from '../output/numbers'
import { Progress } from '../output/progress'
import type { Terminal } from '../terminal'

/** Cells and target, unless set: the table of a few seconds. */
export const USUAL_EXACT = { cells: '8', target: 128 } as const

export interface ExactFlags {
  readonly cells?: string
  readonly target?: Rank
  readonly json?: boolean
}

export async function showExact(terminal: Terminal, { cells = USUAL_EXACT.cells, target, json }: ExactFlags): Promise<void> {
  const shape = { free: readCells(cells), target: target ?? Math.log2(USUAL_EXACT.target) }
  const signal = terminal.interruptSignal()
  const started = performance.now()
  const table = await compute(terminal, shape, signal)
  if (!table) {
    terminal.exitCode = terminal.interruptedCode()
    return
  }
  const ms = performance.now() - started
  const { free, boards, bytes, start } = table
  if (json) {
    const settings = { face: OUTPUT_VERSION, cells: free, target: face(table.target) }
    return terminal.printJson({ start, boards, bytes, seconds: rounded(ms / 1000), settings, version: VERSION })
  }
  const style = terminal.style
  const facts = [
    style.bold(`${percent(start, 10_000)} with best play`),
    `to make ${face(table.target)} in ${counted(free.length, 'free cell')},`,
    'from two random tiles',
    style.dim(`${counted(boards, 'board')} · ${short(bytes)}B · ${duration(ms)}`),
  ]
  await terminal.printLines(block(beside(drawn(free), facts, style.columns - 2)))
}

/** A dot for each free cell, a # for each wall. */
function drawn(free: readonly number[]): string[] {
  return Array.from({ length: SIDE }, (_, row) =>
    Array.from({ length: SIDE }, (_, column) => (free.includes(row * SIDE + column) ? '.' : '#')).join(' '),
  )
}

/** @returns `undefined` after a signal */
async function compute(terminal: Terminal, shape: ExactShape, signal: AbortSignal): Promise<ExactTable | undefined> {
  const steps = exactTableSteps(shape)
  const bar = new Progress(terminal)
  try {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      const boards = shape.target ** shape.free.length
      bar.show({ total: boards, done: Math.round(step.value * boards), unit: 'boards', name: 'exact' })
      await pause()
      if (signal.aborted) return undefined
    }
  } finally {
    bar.stop()
  }
}

/** A number of cells, the first of the board row by row, or a list of them. @throws {LabError} `BAD_SETTING` */
function readCells(text: string): number[] {
  const numbers = text.split(',').map(Number)
  if (!numbers.every(Number.isSafeInteger) || text.trim() === '')
    throw new LabError(
      'BAD_SETTING',
      `cells: a number up to ${MOST_EXACT_CELLS}, or cells 0 … ${CELLS - 1} with commas between them`,
    )
  if (numbers.length > 1) return numbers
  return Array.from({ length: Math.max(0, Math.min(numbers[0]!, CELLS)) }, (_, cell) => cell)
}
