/** The noise of a search: how much one more depth changes the chances of moves. It cannot rank moves that are closer. */
import { maxRank, MOVES, type Board } from '../board'
import type { SlideValues } from '../search/report'
import { chancesOfMoves, chanceToMake, type Calibration, type StageNoise } from './calibration'
import { isCrowded } from './closeMoves'
import { MOST_EQUAL } from './lossClass'
import { grouped, type Decider } from './sampledGame'

/** One board, searched to depth d and to d − 1. */
export interface NoiseSample {
  readonly board: Board
  readonly decider: Decider
  /** d, in (tile + move) pairs, at least 1. */
  readonly depth: number
  readonly values: SlideValues
  readonly before: SlideValues
}

const QUANTILE = 0.8
/** Fewer boards say too little of a stage. */
const LEAST_BOARDS = 10
/** Twice the largest loss that is called equal. */
const MOST_SPREAD = 2 * MOST_EQUAL
/** Assumed where it was not measured: at depth 0, which has no depth before it, and of the wall expert's chances. */
export const UNMEASURED_NOISE = 0.005

/** @returns the stages of enough boards, by rank, then depth */
export function noiseOf(calibration: Pick<Calibration, 'stages'>, samples: readonly NoiseSample[]): StageNoise[] {
  const stages = grouped(samples, ({ board, depth }) => `${maxRank(board)} ${depth}`)
  const noise = [...stages.values()].flatMap((stage): StageNoise[] => {
    const changed = stage.map(sample => changesOf(calibration, sample)).filter(({ length }) => length > 0)
    if (changed.length < LEAST_BOARDS) return []
    const changes = changed.flat().toSorted((a, b) => a - b)
    const change = Number(changes[Math.ceil(QUANTILE * changes.length) - 1]!.toPrecision(3))
    return [{ rank: maxRank(stage[0]!.board), depth: stage[0]!.depth, boards: changed.length, change }]
  })
  return noise.toSorted((a, b) => a.rank - b.rank || a.depth - b.depth)
}

/** Changes of the legal moves' chances to make the tile in doubt at depth d. None if the board is not calibrated. */
function changesOf(calibration: Pick<Calibration, 'stages'>, { board, decider, values, before }: NoiseSample): number[] {
  const chances = chancesOfMoves(calibration, board, values, decider)
  return MOVES.flatMap(move => {
    const [now, value] = [chances?.[move], before[move]]
    const then = now && value !== null ? chanceToMake(calibration, board, now.rank, { value, decider }) : undefined
    return then ? [Math.abs(now!.share - then.share)] : []
  })
}

/**
 * Moves closer than this are equal.
 * @returns the change at the nearest largest tile that was measured, and there at the nearest depth; `UNMEASURED_NOISE` if none was; `null` on a
 * board where playouts showed that moves with nearly one value differ much
 */
export function noiseAt({ noise, close }: Pick<Calibration, 'noise' | 'close'>, board: Board, depth: number): number | null {
  const alike = close?.find(({ crowded }) => crowded === isCrowded(board))
  if (alike && alike.spread > MOST_SPREAD) return null
  if (!noise || noise.length === 0) return UNMEASURED_NOISE
  const rank = maxRank(board)
  const distance = (each: StageNoise) => 100 * Math.abs(each.rank - rank) + Math.abs(each.depth - depth)
  return noise.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest)).change
}
