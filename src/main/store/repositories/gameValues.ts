/** Rows of `game_values` and `current_values`: one for each player that searched boards of the game. */
import type { GameTurns, PlayerValues } from '../../../core/contract/stored'
import type { Parameters, Row } from '../database'
import { fieldsOf, jsonOf } from '../fields'
import { floats64Of } from './floats'

/**
 * `place` is the player's index in the game.
 * @param turns of `encodeTurns`: values of boards past the last are a bug of the caller.
 */
export function insertValues({ values, turns }: Pick<GameTurns, 'values' | 'turns'>, insert: (row: Parameters) => void): void {
  const boards = turns.length // a byte per turn, and one board before the first
  values.forEach(({ values: slideValues, ...each }, place) => {
    const end = each.first + slideValues.length
    if (end > boards) throw new Error(`values of ${end} boards for a game that has ${boards}`)
    insert({ ...each, place, player: JSON.stringify(each.player), slideValues })
  })
}

/** @param rows ordered by `place` */
export function readValues(rows: readonly Row[]): PlayerValues[] {
  return rows.map(row => ({
    ...fieldsOf<PlayerValues>(row, 'game', 'place', 'slide_values'),
    player: jsonOf(row['player']),
    values: floats64Of(row['slide_values'])!,
  }))
}
