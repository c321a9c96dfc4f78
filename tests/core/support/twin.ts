/** The kernel's twin in C++, `tests/oracle/kernel.cpp`, compiled into out/ where g++ is found. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Board } from '../../../src/core/games/twenty48/board'
import type { TermEvaluator } from '../../../src/core/games/twenty48/heuristics/family'
import { lineFormOf } from '../../../src/core/games/twenty48/heuristics/lineForm'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import type { GamePosition } from '../../../src/core/games/twenty48/player'
import { cutThreshold, TABLES, type SearchSettings } from '../../../src/core/search/settings'

/** One answer to one command, in the program's own words. */
interface TwinAnswer {
  /** Processor time of the twin's thread. */
  readonly ms: number
}

export interface TwinSearch extends TwinAnswer {
  /** Up, down, left, right; `null` where the slide is illegal. */
  readonly values: readonly (number | null)[]
  readonly nodes: number
  readonly hits: number
}

export interface TwinGames extends TwinAnswer {
  readonly games: readonly (readonly [score: number, slides: number, nodes: number])[]
}

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const SOURCE = pathOf('tests/oracle/kernel.cpp')
const PROGRAM = pathOf('out/kernel-twin')
const FLAGS = ['-std=c++20', '-O3', '-march=native']
/** Of the answers. */
const MOST_BYTES = 1 << 28

/** Whether there is a twin, compiled anew if its source is newer. @throws when g++ is there and refuses it */
export function hasTwin(): boolean {
  if (spawnSync('g++', ['--version']).status !== 0) return false
  if ((statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0) > statSync(SOURCE).mtimeMs) return true
  const { status, stderr } = spawnSync('g++', [...FLAGS, SOURCE, '-o', PROGRAM], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return true
}

/** Runs the twin on commands of one player. */
export function twin<Answer extends TwinAnswer>(
  evaluator: TermEvaluator,
  settings: SearchSettings,
  commands: readonly string[],
): Answer[] {
  const form = lineFormOf(evaluator)
  const { constant, empty, merge, minimum, both, gradient, ends, mergeRule, cell, slopeTile, gradientTile } = form
  const numbers = [constant, empty, merge, minimum, both, gradient, ends, ...cell, ...slopeTile, ...gradientTile]
  const { leaf, points, dead, floor, cut, table, tableBits } = settings
  const input = [
    ['form', Number(gradient !== 0 || ends !== 0), Number(mergeRule === 'runs'), ...numbers],
    [
      ...['rules', Number(leaf === 'spawned'), Number(points === 'added'), Number(dead === 'heuristic')],
      ...[dead === 'heuristic' ? 0 : dead, floor === 'none' ? -Infinity : floor, cutThreshold(cut)],
    ],
    ['table', TABLES.indexOf(table), tableBits],
  ].map(words => words.join(' '))
  const { stdout, status } = spawnSync(PROGRAM, {
    input: [...input, ...commands].join('\n'),
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
  })
  if (status !== 0) throw new Error(`the twin ended with ${status}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Answer)
}

export const searchCommand = (board: Board, depth: number) => `search ${depth} ${makePosition(board)}`

export const gamesCommand = (positions: readonly GamePosition[], depth: number) =>
  [`games ${depth} ${positions.length}`, ...positions.map(({ board, random }) => `${makePosition(board)} ${random}`)].join('\n')
