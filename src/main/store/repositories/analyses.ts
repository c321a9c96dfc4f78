import type { AnalysisWithValues, StoredAnalysis } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { MOVES } from '../../../core/games/twenty48/board'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf } from '../fields'
import { piecesOf } from './pieces'

const BYTES_PER_SLIDE = MOVES.length * Float64Array.BYTES_PER_ELEMENT

/** Analyses of whole games, which can be continued. */
export class Analyses {
  constructor(private readonly db: Database) {}

  /** The analyses of a game, the latest first. */
  list(game: number): StoredAnalysis[] {
    return this.db.all('SELECT * FROM sound_analyses WHERE game = $game ORDER BY updated DESC, id DESC', { game }).map(analysisOf)
  }

  get(id: number): AnalysisWithValues | undefined {
    const row = this.db.one('SELECT * FROM sound_analyses WHERE id = $id', { id })
    if (!row) return undefined
    const analysis = analysisOf(row)
    const sql = 'SELECT first, slide_values, depths FROM sound_analysis_values WHERE analysis = $id ORDER BY first'
    const lengthOf = ({ depths }: Row): number => (depths as Uint8Array).length
    const { pieces, done } = piecesOf(this.db.all(sql, { id }), lengthOf, analysis.done)
    const bytes = new Uint8Array(done * BYTES_PER_SLIDE)
    const depths = new Uint8Array(done)
    for (const { row, first, length } of pieces) {
      bytes.set((row['slide_values'] as Uint8Array).subarray(0, length * BYTES_PER_SLIDE), first * BYTES_PER_SLIDE)
      depths.set((row['depths'] as Uint8Array).subarray(0, length), first)
    }
    return { ...analysis, done, values: new Float64Array(bytes.buffer), depths }
  }

  /**
   * The analysis of a game by a player: an existing one, or a new one.
   * @param origin of a new one
   * @throws {LabError} `NOT_FOUND`; `BAD_REQUEST` for a game without slides
   */
  begin(game: number, player: unknown, origin: Pick<StoredAnalysis, 'profile' | 'stamp'>): StoredAnalysis {
    const now = Date.now()
    return this.db.transaction(() => {
      const row = this.db.one('SELECT slides FROM sound_games WHERE id = $game AND deleted IS NULL', { game })
      if (!row) throw new LabError('NOT_FOUND', `There is no game number ${game} to analyse; it may have been deleted.`, { game })
      if (row['slides'] === 0)
        throw new LabError('BAD_REQUEST', `Game ${game} has no slides: there is nothing to analyse.`, { game })
      const key = { game, player: JSON.stringify(player) }
      const begun = { profile: origin.profile, stamp: JSON.stringify(origin.stamp), slides: row['slides'] as number }
      insertRow(this.db, 'analyses', { ...key, ...begun, done: 0, created: now, updated: now }, 'ON CONFLICT DO NOTHING')
      return analysisOf(this.db.one('SELECT * FROM sound_analyses WHERE game = $game AND player = $player', key)!)
    })
  }

  /**
   * Adds the values of the next slides.
   * @param first the number of slides judged so far; any other number is a bug of the caller.
   * @throws {LabError} `NOT_FOUND` if the analysis was deleted with its game meanwhile.
   */
  append(id: number, first: number, values: Float64Array, depths: Uint8Array): void {
    this.db.transaction(() => {
      const row = this.db.one('SELECT done FROM sound_analyses WHERE id = $id', { id })
      if (!row) throw new LabError('NOT_FOUND', 'This analysis has been deleted meanwhile.', { id })
      if (row['done'] !== first)
        throw new Error(`analysis ${id} has ${String(row['done'])} slides, but the new values begin at slide ${first}`)
      const done = first + depths.length
      this.db.run(
        'INSERT OR REPLACE INTO analysis_values (analysis, first, slide_values, depths) VALUES ($id, $first, $values, $depths)',
        { id, first, values, depths },
      )
      this.db.run('UPDATE analyses SET done = $done, updated = $now WHERE id = $id', { id, done, now: Date.now() })
    })
  }
}

function analysisOf(row: Row): StoredAnalysis {
  return { ...fieldsOf<StoredAnalysis>(row), player: jsonOf(row['player']), stamp: jsonOf(row['stamp']) }
}
