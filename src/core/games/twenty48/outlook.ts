/** How far games get from a board: the share of games of a quick player that make each of the next tiles. */
import { contentHash } from '../../contentHash'
import { createRandom, deriveSeed } from '../../random'
import type { Interval } from '../../stats/intervals'
import { shareSequence } from '../../stats/confidenceSequence'
import { MAX_RANK, maxRank, type Board, type Rank } from './board'
import type { GamePosition } from './player'

/** Tiles above the largest one of the board, and above 128: almost every game makes those. */
const TILES = 6
const LEAST_RANK = 8
/** Most games: two seconds of a core, for intervals of at most 9 percentage points. */
export const OUTLOOK_GAMES = 2_000
/** No more games are played once all intervals are this narrow. */
const NARROW = 0.02

export interface TileChance {
  readonly rank: Rank
  /** 0 … 1; 0 before the first game. */
  readonly share: number
  /** 95 %, valid at every look. */
  readonly interval: Interval
}

/** Game i of a board always has the same tiles. */
export function outlookStarts(board: Board, from: number, count: number): GamePosition[] {
  const seed = Number.parseInt(contentHash(board).slice(0, 12), 16)
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(deriveSeed(seed, from + i)).state
    return { board, score: 0, slides: 0, random }
  })
}

/** The games so far. They are added in any order, and count in their own: those that end early are not the typical ones. */
export class Outlook {
  readonly #ranks: readonly Rank[]
  /** Largest tiles at the end, by the number of the game. */
  readonly #ends: Rank[] = []
  readonly #reached: number[]
  #games = 0

  constructor(readonly board: Board) {
    const first = Math.max(LEAST_RANK, maxRank(board) + 1)
    this.#ranks = Array.from({ length: Math.min(TILES, MAX_RANK + 1 - first) }, (_, i) => first + i)
    this.#reached = this.#ranks.map(() => 0)
  }

  /** Games that count. */
  get games(): number {
    return this.#games
  }

  get tiles(): TileChance[] {
    return this.#ranks.map((rank, i) => {
      const reached = this.#reached[i]!
      return { rank, share: reached / Math.max(1, this.#games), interval: shareSequence(reached, this.#games) }
    })
  }

  get isDone(): boolean {
    return this.#games >= OUTLOOK_GAMES || this.tiles.every(({ interval: [low, high] }) => high - low <= NARROW)
  }

  /** @param end the last board of the game of this number */
  add(game: number, end: Board): void {
    this.#ends[game] = maxRank(end)
    for (let rank = this.#ends[this.#games]; rank !== undefined; rank = this.#ends[++this.#games])
      for (const [i, each] of this.#ranks.entries()) if (rank >= each) this.#reached[i]!++
  }
}
