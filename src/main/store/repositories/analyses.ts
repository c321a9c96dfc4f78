import type {
  AnalysisWithValues,
  NewPlayouts,
  PlayoutsWithScores,
  StoredAnalysis,
  StoredPlayouts,
} from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { MOVES } from '../../../core/games/twenty48/board'
import type { Database, Row } from '../database'
import { fieldsOf, floats64Of, insertRow, jsonOf, piecesOf } from '../fields'

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
        throw new LabError('BAD_REQUEST', `Game ${game} has no moves: there is nothing to analyse.`, { game })
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

  /** Raises the number of playouts that is wanted of each of these moves. */
  want(ids: readonly number[], wanted: number): void {
    this.db.transaction(() => {
      for (const id of ids)
        this.db.run('UPDATE playouts SET wanted = max(wanted, $wanted), updated = $now WHERE id = $id', {
          id,
          wanted,
          now: Date.now(),
        })
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
