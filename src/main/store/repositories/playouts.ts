import type { NewPlayouts, PlayoutsWithScores, StoredPlayouts } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf } from '../fields'
import { floats64Of } from './floats'
import { piecesOf } from './pieces'

/** Playouts of single slides of saved games; more can be added at any time. */
export class Playouts {
  constructor(private readonly db: Database) {}

  /** Playouts of one slide of a game, of any move and player, the latest first. */
  list(game: number, slide: number): StoredPlayouts[] {
    const sql = 'SELECT * FROM sound_playouts WHERE game = $game AND slide = $slide ORDER BY updated DESC, id DESC'
    return this.db.all(sql, { game, slide }).map(playoutsOf)
  }

  get(id: number): PlayoutsWithScores | undefined {
    const row = this.db.one('SELECT * FROM sound_playouts WHERE id = $id', { id })
    if (!row) return undefined
    const playouts = playoutsOf(row)
    const sql = 'SELECT first, scores FROM sound_playout_scores WHERE playouts = $id ORDER BY first'
    const lengthOf = ({ scores }: Row): number => (scores as Uint8Array).length / Float64Array.BYTES_PER_ELEMENT
    const { pieces, done } = piecesOf(this.db.all(sql, { id }), lengthOf, playouts.done)
    const scores = new Float64Array(done)
    for (const { row, first, length } of pieces) scores.set(floats64Of(row['scores'])!.subarray(0, length), first)
    return { ...playouts, done, scores }
  }

  /** Playouts of a move by a player: existing ones, with their own seed, or new ones. @throws {LabError} `NOT_FOUND` */
  begin({ game, slide, move, player, profile, seed, stamp }: NewPlayouts): StoredPlayouts {
    const now = Date.now()
    return this.db.transaction(() => {
      if (!this.db.one('SELECT 1 AS found FROM games WHERE id = $game AND deleted IS NULL', { game }))
        throw new LabError('NOT_FOUND', `There is no game number ${game} to play on from; it may have been deleted.`, { game })
      const key = { game, slide, move, player: JSON.stringify(player) }
      const begun = { profile, seed, stamp: JSON.stringify(stamp), done: 0, created: now, updated: now }
      insertRow(this.db, 'playouts', { ...key, ...begun }, 'ON CONFLICT DO NOTHING')
      const sql = 'SELECT * FROM sound_playouts WHERE game = $game AND slide = $slide AND move = $move AND player = $player'
      return playoutsOf(this.db.one(sql, key)!)
    })
  }

  /**
   * Adds the scores of the next playouts.
   * @param first the number of playouts so far; any other number is a bug of the caller.
   * @throws {LabError} `NOT_FOUND` if they were removed meanwhile.
   */
  append(id: number, first: number, scores: Float64Array): void {
    this.db.transaction(() => {
      const row = this.db.one('SELECT done FROM sound_playouts WHERE id = $id', { id })
      if (!row) throw new LabError('NOT_FOUND', 'These playouts have been deleted meanwhile.', { id })
      if (row['done'] !== first)
        throw new Error(`playouts ${id} number ${String(row['done'])}, but the new scores begin at ${first}`)
      this.db.run('INSERT OR REPLACE INTO playout_scores (playouts, first, scores) VALUES ($id, $first, $scores)', {
        id,
        first,
        scores,
      })
      this.db.run('UPDATE playouts SET done = $done, updated = $now WHERE id = $id', {
        id,
        done: first + scores.length,
        now: Date.now(),
      })
    })
  }
}

function playoutsOf(row: Row): StoredPlayouts {
  return { ...fieldsOf<StoredPlayouts>(row), player: jsonOf(row['player']), stamp: jsonOf(row['stamp']) }
}
