/** What a calibration needs of a game: how it ended, and some of its positions with the values that their searches found. */
import { createRandom } from '../../../random'
import { faceSum, maxRank, type Board, type Rank } from '../board'

/** What decided the move: the value of a board is in the evaluator's unit, or the chance that its wall expert found. */
export const DECIDERS = ['search', 'expert'] as const
export type Decider = (typeof DECIDERS)[number]

/** A value of a board, or of a move on it. */
export interface DecidedValue {
  readonly value: number
  readonly decider: Decider
}

/** A board's largest tile, and the sum of its tiles. */
export interface Place {
  readonly rank: Rank
  readonly sum: number
}

export function placeOf(board: Board): Place {
  return { rank: maxRank(board), sum: faceSum(board) }
}

export interface SampledPosition extends DecidedValue, Place {
  /** Points before it. */
  readonly score: number
  /** Number of positions of the game that it stands for. */
  readonly weight: number
}

/** The place is that of the last board. */
export interface SampledGame extends Place {
  readonly score: number
  readonly positions: readonly SampledPosition[]
  /** Where the search decided, one of each largest tile from 64 on; games that an earlier lab sampled have none. */
  readonly boards?: readonly Board[]
}

/** A value says whether the game survives until the sum of its tiles has grown by this share; what follows it does not know. */
export const HORIZON = 1 / 32

/** Buckets from one largest tile to the next, unless they would be narrower than `LEAST_WIDTH`. */
const BUCKETS = 8
const LEAST_WIDTH = 128
/** Positions of one bucket, and of those within the horizon of the end: most are alike, and those before an end are few. */
const MOST_IN_BUCKET = 8
/** Largest tile of the first board that is kept whole. */
const LEAST_RANK = 6

/** The number of a position's bucket by its sum, among those with its largest tile. */
export function bucketOf({ rank, sum }: Pick<SampledPosition, 'rank' | 'sum'>): number {
  return Math.floor((sum - 2 ** rank) / Math.max(2 ** rank / BUCKETS, LEAST_WIDTH))
}

/** True if the game went on at least to the horizon of the position. */
export function survives({ sum }: Pick<SampledPosition, 'sum'>, game: Pick<SampledGame, 'sum'>): boolean {
  return game.sum >= sum * (1 + HORIZON)
}

/** Collects the positions of one game in their order. */
export class GameSampler {
  readonly #positions: Omit<SampledPosition, 'weight'>[] = []
  readonly #boards: Board[] = []

  add(board: Board, score: number, { value, decider }: DecidedValue): void {
    this.#positions.push({ ...placeOf(board), decider, value: Number(value.toPrecision(8)), score })
    if (decider === 'search') this.#boards.push(board)
  }

  /** At equal distances, at most 8 of each kind. */
  end(board: Board, score: number): SampledGame {
    const end = { score, ...placeOf(board) }
    const kinds = grouped(this.#positions, each => [each.rank, bucketOf(each), each.decider, survives(each, end)].join(' '))
    const positions = [...kinds.values()].flatMap(kind => {
      const count = Math.min(kind.length, MOST_IN_BUCKET)
      const weight = kind.length / count
      return Array.from({ length: count }, (_, i) => ({ ...kind[Math.floor((i + 0.5) * weight)]!, weight }))
    })
    const random = createRandom(score)
    const ranks = [...grouped(this.#boards, each => String(maxRank(each))).values()]
    const boards = ranks.map(alike => alike[random.below(alike.length)]!).filter(each => maxRank(each) >= LEAST_RANK)
    return { ...end, positions, boards }
  }
}

/** By key, each group in the order of the items. */
export function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
