/**
 * n-tuple networks: the value of a board as a sum of table entries, one for each pattern of cells in each of the eight symmetries. They
 * give the chance of the wall game, or of a board of 2048 the points still to come. Source: M. Szubert, W. Jaśkowski, "Temporal Difference Learning of N-Tuple Networks for the Game
 * 2048", IEEE CIG 2014; weight sets by stage: K.-H. Yeh et al., "Multistage Temporal Difference Learning for 2048-like Games", 2016.
 */
import { badSetting } from '../../../settingChecks'
import { CELLS, MAX_RANK, SIDE, type Board, type Rank } from '../board'

/** What a network estimates of a board after a move: the chance of the wall game, or the points of 2048 still to come. */
export const NETWORK_OUTPUTS = ['chance', 'points'] as const
export type NetworkOutput = (typeof NETWORK_OUTPUTS)[number]

export interface NetworkShape {
  /** Absent: chance. */
  readonly output?: NetworkOutput
  /** Each pattern as its cells. All eight symmetric images of a pattern share its table. */
  readonly tuples: readonly (readonly number[])[]
  /**
   * The highest digit; the digits are the ranks 0 … target. Of a chance: the rank to make, which stands for all walls. Of points: it also
   * stands for all higher ranks.
   */
  readonly target: Rank
  /** A board's weight set is chosen by which of these ranks it has: bit i for stages[i]. None: one set. */
  readonly stages: readonly Rank[]
}

export interface Network extends NetworkShape {
  /** By set, then tuple, then pattern: the digits of the tuple's cells, the first the most significant. */
  readonly weights: Int8Array | Int16Array
  /** The unit of a weight: in logits, or in points. */
  readonly unit: number
}

/** Four patterns of six cells, measured on the wall game. */
export const WALL_TUPLES = [
  [0, 1, 2, 4, 5, 6],
  [4, 5, 6, 8, 9, 10],
  [0, 1, 2, 3, 4, 5],
  [4, 5, 6, 7, 8, 9],
] as const

/** The eight symmetries of a board: each a list of the cell that takes the place of cell i. */
export const SYMMETRIES: readonly (readonly number[])[] = [false, true].flatMap(transposes =>
  [false, true].flatMap(flipsRows =>
    [false, true].map(flipsColumns =>
      Array.from({ length: CELLS }, (_, cell) => {
        const row = flipsRows ? SIDE - 1 - Math.floor(cell / SIDE) : Math.floor(cell / SIDE)
        const column = flipsColumns ? SIDE - 1 - (cell % SIDE) : cell % SIDE
        return transposes ? column * SIDE + row : row * SIDE + column
      }),
    ),
  ),
)

export function outputOf({ output = 'chance' }: Pick<NetworkShape, 'output'>): NetworkOutput {
  return output
}

/** The tile that counts as a success of a training game: of whole games 2048, which gives the mean score a scale that people know. */
export function goalOf(shape: Pick<NetworkShape, 'output' | 'target'>): Rank {
  return outputOf(shape) === 'points' ? 11 : shape.target
}

export function digitsOf({ target }: Pick<NetworkShape, 'target'>): number {
  return target + 1
}

/** Number of entries of each tuple's table. */
export function tableSizes(shape: NetworkShape): number[] {
  return shape.tuples.map(cells => digitsOf(shape) ** cells.length)
}

/** Number of weights of a set. */
export function setSize(shape: NetworkShape): number {
  return tableSizes(shape).reduce((sum, size) => sum + size, 0)
}

/** Number of weights of all sets. */
export function weightCount(shape: NetworkShape): number {
  return setSize(shape) * 2 ** shape.stages.length
}

/** Maximum number of weights of all sets together. */
export const MOST_WEIGHTS = 2 ** 27

/** Maximum bytes of weights of an evaluator: they take the place of other evaluators' tables of lines in the kernel's memory. */
export const MOST_EVALUATOR_BYTES = 28 * 2 ** 20

/** @throws {LabError} `BAD_SETTING`, naming the field */
export function checkShape(shape: NetworkShape): void {
  const { tuples, target, stages } = shape
  const highest = outputOf(shape) === 'points' ? 15 : 14
  if (!(Number.isInteger(target) && target >= 3 && target <= highest))
    throw badSetting('target', `${target} is not a rank from 3 to ${highest}`)
  if (tuples.length === 0 || tuples.length > 16) throw badSetting('tuples', `${tuples.length} is not a number from 1 to 16`)
  for (const cells of tuples) {
    const areCells = cells.every(cell => Number.isInteger(cell) && cell >= 0 && cell < CELLS)
    if (!areCells || new Set(cells).size !== cells.length || cells.length === 0)
      throw badSetting('tuples', `[${cells.join(', ')}] is not a list of different cells from 0 to ${CELLS - 1}`)
  }
  if (stages.length > 3 || stages.some(rank => !Number.isInteger(rank) || rank < 1 || rank > MAX_RANK || rank >= target))
    throw badSetting('stages', `[${stages.join(', ')}] is not a list of at most 3 ranks below ${target}`)
  if (new Set(stages).size !== stages.length) throw badSetting('stages', `[${stages.join(', ')}] has a rank twice`)
  if (weightCount(shape) > MOST_WEIGHTS)
    throw badSetting('tuples', `the network has ${weightCount(shape)} weights; the most are ${MOST_WEIGHTS}`)
}

/** The sum of a board's weights for each tuple, over its eight symmetries, in the network's unit. */
export function tupleSums(network: Network, board: Board): number[] {
  const { tuples, stages, target, weights } = network
  const digits = digitsOf(network)
  const set = stages.reduce((bits, rank, i) => bits | (board.includes(rank) ? 1 << i : 0), 0)
  let from = set * setSize(network)
  return tuples.map(cells => {
    let sum = 0
    for (const symmetry of SYMMETRIES)
      sum += weights[from + cells.reduce((index, cell) => index * digits + Math.min(board[symmetry[cell]!]!, target), 0)]!
    from += digits ** cells.length
    return sum
  })
}

function weightSum(network: Network, board: Board): number {
  return tupleSums(network, board).reduce((sum, each) => sum + each, 0)
}

/** The points still to come after a move, by a network of points. */
export function pointsToCome(network: Network, board: Board): number {
  return network.unit * weightSum(network, board)
}

/** The chance of a board of the wall game after a move, 0 … 1. */
export function chanceOf(network: Network, board: Board): number {
  return chanceOfSum(network, weightSum(network, board))
}

export function chanceOfSum({ unit }: Pick<Network, 'unit'>, sum: number): number {
  return 1 / (1 + Math.exp(-unit * sum))
}
