/** Playouts of two moves of a board to a tile, kept in a file. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { maxRank, type Board, type Move, type Rank } from '../../../src/core/games/twenty48/board'
import type { Player } from '../../../src/core/games/twenty48/player'
import { playoutStarts } from '../../../src/core/games/twenty48/playouts'
import type { LossClass } from '../../../src/core/games/twenty48/scale/lossClass'
import { createKernel } from '../../../src/core/kernel/port'
import { tInterval, type Interval } from '../../../src/core/stats/intervals'
import { instance, readKernel } from '../../../src/main/compute/pool/kernelFile'
import { builtInProfile } from '../../../src/main/lab/profiles/builtInProfiles'

const PLAYOUTS = 2_000
/** Before as many of a move that may be a blunder. */
const FEWEST = 100
/** The two see different games. */
const [SEED, FEWEST_SEED] = [1, 2]

export interface Judged {
  readonly board: Board
  readonly position: string
  readonly best: Move
  readonly move: Move
  /** The tile in doubt, and the chance of the best move. */
  readonly goal: Rank
  readonly chance: number
  readonly loss: number
  readonly class: LossClass | 'unknown'
}

/** Moves between two looks at the largest tile. */
const STRIDE = 100

const { evaluator, settings } = builtInProfile('power')!
export const PLAYER: Player = { evaluator, settings, limits: { depth: 1 } }
export const kernel = createKernel(instance(readKernel().module))
kernel.load(evaluator, settings)

export interface Compared {
  readonly shares: readonly [best: number, other: number]
  /** best − other */
  readonly difference: number
  /** 95 %, of the pairs. */
  readonly interval: Interval
}

/** 1 for each playout that made the tile. */
function played({ board, goal }: Judged, move: Move, seed: number, count: number): number[] {
  return playoutStarts(board, move, seed, 0, count).map(start => {
    kernel.beginGame(start)
    for (let goesOn = true; goesOn && maxRank(kernel.game().position.board) < goal;) goesOn = kernel.playSlides(1, STRIDE)
    return Number(maxRank(kernel.game().position.board) >= goal)
  })
}

/** Comparisons by what they compare. */
const known = new Map<string, Compared>()
let file: string | undefined

/** Uses the comparisons of an earlier, perhaps interrupted, program, and adds those of this one. */
export function keepIn(path: string): void {
  file = path
  if (!existsSync(path)) return
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1) // a kill may have cut off the last one
  writeFileSync(path, lines.map(line => `${line}\n`).join(''))
  for (const line of lines) known.set(...(JSON.parse(line) as [string, Compared]))
}

export function comparedTo(judged: Judged, seed = SEED, count = PLAYOUTS): Compared {
  const { position, best, move, goal } = judged
  const key = [position, best, move, goal, seed, count].join(' ')
  const found = known.get(key) ?? compare(judged, seed, count)
  if (!known.has(key) && file !== undefined) appendFileSync(file, `${JSON.stringify([key, found])}\n`)
  known.set(key, found)
  return found
}

function compare(judged: Judged, seed: number, count: number): Compared {
  const [best, other] = [judged.best, judged.move].map(move => played(judged, move, seed, count)) as [number[], number[]]
  const share = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / count
  const shares = [share(best), share(other)] as const
  const interval = tInterval(best.map((each, i) => each - other[i]!))
  return { shares, difference: shares[0] - shares[1], interval }
}

/** Whether a few playouts say that the move loses so much. */
export function losesMuch(judged: Judged, least: number): boolean {
  return comparedTo(judged, FEWEST_SEED, FEWEST).difference > least
}
