/** Playouts of two moves of a board to a tile. */
import { maxRank, type Board, type Move, type Rank } from '../../../src/core/games/twenty48/board'
import type { Player } from '../../../src/core/games/twenty48/player'
import { playoutStarts } from '../../../src/core/games/twenty48/playouts'
import type { LossClass } from '../../../src/core/games/twenty48/scale/lossClass'
import { createKernel } from '../../../src/core/kernel/port'
import { tInterval, type Interval } from '../../../src/core/stats/intervals'
import { instance, readKernel } from '../../../src/main/compute/pool/kernelFile'
import { builtInProfile } from '../../../src/main/lab/profiles/builtInProfiles'

const PLAYOUTS = 2_000
/** For the loss curves. */
const FEW = 300
/** Before as many of a move that may be a blunder. */
const FEWEST = 100
/** The three see different games. */
const [SEED, FEWEST_SEED, FEW_SEED] = [1, 2, 3]
export interface Judged {
  readonly board: Board
  readonly position: string
  readonly best: Move
  readonly move: Move
  /** The tile in doubt, and the chance of the best move. */
  readonly goal: Rank
  readonly chance: number
  readonly loss: number
  /** In the player's own unit. */
  readonly ownLoss: number
  readonly class: LossClass
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

export function comparedTo(judged: Judged, seed = SEED, count = PLAYOUTS): Compared {
  const [best, other] = [judged.best, judged.move].map(move => played(judged, move, seed, count)) as [number[], number[]]
  const share = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0) / count
  const shares = [share(best), share(other)] as const
  const interval = tInterval(best.map((each, i) => each - other[i]!))
  return { shares, difference: shares[0] - shares[1], interval }
}

export const fewCompared = (judged: Judged): Compared => comparedTo(judged, FEW_SEED, FEW)

/** Whether a few playouts say that the move loses so much. */
export function losesMuch(judged: Judged, least: number): boolean {
  return comparedTo(judged, FEWEST_SEED, FEWEST).difference > least
}
