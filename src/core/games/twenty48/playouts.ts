/**
 * Measures the value of a move in points: a fast player plays many games from its afterstate. Shows which move is better for that player,
 * not for a perfect one.
 */
import { LabError } from '../../errors'
import { createRandom, deriveSeed } from '../../random'
import { confidenceSequenceOf } from '../../stats/confidenceSequence'
import type { Interval } from '../../stats/intervals'
import { momentsOf } from '../../stats/summary'
import { drawSpawn, MOVES, slide, withTile, type Board, type Move } from './board'
import { makePosition } from './notation'
import type { GamePosition } from './player'

/** Points of two moves, by pairs: playout i of one and playout i of the other. */
export interface PlayoutComparison {
  /** Pairs that both moves have. */
  readonly pairs: number
  readonly means: readonly [better: number, worse: number]
  /** better − worse */
  readonly difference: number
  /** 95 %, valid at every look, also after further games. */
  readonly interval: Interval
}

/**
 * The positions that the playouts `from` … `from + count − 1` of a slide begin at: its afterstate and a first tile, each
 * with its own stream of draws. Their scores and slides count from the slide itself, whose points they hold.
 *
 * Playout i of a slide draws from seed `deriveSeed(deriveSeed(seed, index of the slide), i)`: the slides of a position have
 * independent draws, and those of one slide are the same whatever it is compared with. Drawing the same tiles for both
 * slides was left out: in 2048 it correlates scores by 0.03 to 0.05 only, and the games would not be independent.
 *
 * @throws {LabError} `ILLEGAL_MOVE` where nothing would move.
 */
export function playoutStarts(board: Board, move: Move, seed: number, from: number, count: number): GamePosition[] {
  const slid = slide(board, move)
  if (!slid) throw new LabError('ILLEGAL_MOVE', `Sliding ${move} moves nothing on ${makePosition(board)}.`, { move })
  const slideSeed = deriveSeed(seed, MOVES.indexOf(move))
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(deriveSeed(slideSeed, from + i))
    const after = withTile(slid.board, drawSpawn(slid.board, random))
    return { board: after, score: slid.reward, slides: 1, random: random.state }
  })
}

/** @returns `null` for fewer pairs than the interval's burn-in */
export function comparePlayouts(better: readonly number[], worse: readonly number[]): PlayoutComparison | null {
  const pairs = Math.min(better.length, worse.length)
  const differences = momentsOf(better.slice(0, pairs).map((score, i) => score - worse[i]!))
  const interval = confidenceSequenceOf(differences)
  if (!interval) return null
  const means = [momentsOf(better.slice(0, pairs)).mean, momentsOf(worse.slice(0, pairs)).mean] as const
  return { pairs, means, difference: differences.mean, interval }
}
