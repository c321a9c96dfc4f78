/** Rows of `game_values` and `current_values`: one for each player that searched boards of the game. */
import type { GameTurns, PlayerValues } from '../../../core/contract/stored'
import type { Row } from '../database'
import { floats64Of } from './floats'

/** Parameters of one row; `place` is the player's among the others of the game. */
interface ValuesRow extends Record<string, string | number | null | Float64Array | Uint8Array> {
  readonly place: number
  readonly hash: string
  readonly profile: string | null
  readonly player: string
  readonly first: number
  readonly values: Float64Array
  readonly depths: Uint8Array | null
}

/** @param turns of `encodeTurns`: values of boards past the last are a bug of the caller. */
export function insertValues({ values, turns }: Pick<GameTurns, 'values' | 'turns'>, insert: (row: ValuesRow) => void): void {
  const boards = turns.length // a byte a turn and one before them, as there is a board before them
  values.forEach((each, place) => {
    const end = each.first + each.values.length
    if (end > boards) throw new Error(`values of ${end} boards for a game that has ${boards}`)
    insert({ ...each, place, player: JSON.stringify(each.player) })
  })
}

/** @param rows in the order of their places */
export function readValues(rows: readonly Row[]): PlayerValues[] {
  return rows.map(row => ({
    hash: row['hash'] as string,
    profile: row['profile'] as string | null,
    player: JSON.parse(row['player'] as string) as unknown,
    first: row['first'] as number,
    values: floats64Of(row['slide_values'])!,
    depths: row['depths'] as Uint8Array | null,
  }))
}
