import { csvHead, csvRow } from '../../../../core/csv'
import { face, MAX_RANK } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { StoredBatchGame } from '../../../../core/contract/stored'
import { rounded } from '../output/machineOutput'

/** Tiles with a column for the move at which they first appear. */
const TIMED_RANKS = Array.from({ length: MAX_RANK - 6 }, (_, i) => i + 7)

export const CSV_HEADER = csvHead([
  'game',
  'seed',
  'score',
  'slides',
  'max_tile',
  'nodes',
  'ms',
  'position',
  ...TIMED_RANKS.map(rank => `slides_to_${face(rank)}`),
])

/** Rows in the order of the games, although these end in any order: a row waits for those before it. */
export class CsvRows {
  readonly #waiting = new Map<number, string>()
  #next = 0

  constructor(private readonly write: (row: string) => void) {}

  /** @param counted games with a lower number have rows */
  add(game: StoredBatchGame, counted = Infinity): void {
    this.#waiting.set(game.index, makeRow(game))
    for (
      let row = this.#waiting.get(this.#next);
      row !== undefined && this.#next < counted;
      row = this.#waiting.get(++this.#next)
    ) {
      this.#waiting.delete(this.#next)
      this.write(row)
    }
  }

  /** Writes the rows that wait after a game that was never finished. */
  end(counted = Infinity): void {
    for (const [index, row] of [...this.#waiting].sort(([a], [b]) => a - b)) if (index < counted) this.write(row)
    this.#waiting.clear()
  }
}

function makeRow({ index, seed, score, slides, maxRank, nodes, ms, board, firstSlide }: StoredBatchGame): string {
  const times = TIMED_RANKS.map(rank => firstSlide[rank] ?? null)
  return csvRow([index, String(seed), score, slides, face(maxRank), nodes, rounded(ms), makePosition(board), ...times])
}
