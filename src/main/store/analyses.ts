import type { AnalysisWithValues, StoredAnalysis } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import { MOVES } from '../../core/games/twenty48/board'
import type { Database, Row } from './database'

/** Analyses of whole games, which go on where they stopped. */
export class Analyses {
  constructor(private readonly db: Database) {}

  /** The analyses of a game, the latest first. */
  list(game: number): StoredAnalysis[] {
    return this.db.all('SELECT * FROM analyses WHERE game = $game ORDER BY updated DESC, id DESC', { game }).map(analysisOf)
  }

  get(id: number): AnalysisWithValues | undefined {
    const row = this.db.one('SELECT * FROM analyses WHERE id = $id', { id })
    if (!row) return undefined
    const analysis = analysisOf(row)
    const bytes = new Uint8Array(analysis.done * MOVES.length * Float64Array.BYTES_PER_ELEMENT)
    let end = 0
    for (const chunk of this.db.all('SELECT slide_values FROM analysis_values WHERE analysis = $id ORDER BY first', { id })) {
      const part = chunk['slide_values'] as Uint8Array
      bytes.set(part, end)
      end += part.length
    }
    return { ...analysis, values: new Float64Array(bytes.buffer) }
  }

  /** The analysis of a game by a player: the one that was begun before, or a new one. @throws {LabError} `NOT_FOUND` */
  begin(game: number, player: unknown): StoredAnalysis {
    const now = Date.now()
    return this.db.transaction(() => {
      const row = this.db.one('SELECT slides FROM games WHERE id = $game AND deleted IS NULL', { game })
      if (!row) throw new LabError('NOT_FOUND', `There is no game number ${game} to analyse; it may have been deleted.`, { game })
      const json = JSON.stringify(player)
      this.db.run(
        `INSERT INTO analyses (game, player, slides, done, created, updated) VALUES ($game, $json, $slides, 0, $now, $now)
         ON CONFLICT DO NOTHING`,
        { game, json, slides: row['slides'] as number, now },
      )
      return analysisOf(this.db.one('SELECT * FROM analyses WHERE game = $game AND player = $json', { game, json })!)
    })
  }

  /**
   * Adds the values of the next slides.
   *
   * @param first the number of slides judged before: another one is a bug of the caller, which lost count.
   * @throws {LabError} `NOT_FOUND` when the analysis was removed meanwhile.
   */
  append(id: number, first: number, values: Float64Array): void {
    this.db.transaction(() => {
      const row = this.db.one('SELECT done FROM analyses WHERE id = $id', { id })
      if (!row) throw new LabError('NOT_FOUND', 'This analysis has been deleted meanwhile.', { id })
      if (row['done'] !== first)
        throw new Error(`analysis ${id} has ${String(row['done'])} slides, and is told of slide ${first}`)
      const done = first + values.length / MOVES.length
      this.db.run('INSERT INTO analysis_values VALUES ($id, $first, $values)', { id, first, values })
      this.db.run('UPDATE analyses SET done = $done, updated = $now WHERE id = $id', { id, done, now: Date.now() })
    })
  }

  remove(id: number): void {
    this.db.run('DELETE FROM analyses WHERE id = $id', { id })
  }
}

function analysisOf(row: Row): StoredAnalysis {
  return {
    id: row['id'] as number,
    game: row['game'] as number,
    player: JSON.parse(row['player'] as string) as unknown,
    slides: row['slides'] as number,
    done: row['done'] as number,
    created: row['created'] as number,
    updated: row['updated'] as number,
  }
}
