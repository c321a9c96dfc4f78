import type { NewBatch, NewBatchGame, StoredBatch, StoredBatchGame, StoredComparison } from '../../../core/contract/stored'
import { makePosition, parseBoard } from '../../../core/games/twenty48/notation'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf, notFound } from '../fields'
import { markDeleted, markRestored } from './deleted'
import type { Games } from './games'
import type { Provenances } from './provenances'

const SELECT = `SELECT *, (SELECT count(*) FROM games WHERE batch = batches.id AND deleted IS NULL) AS stored,
  (SELECT id FROM sound_comparisons WHERE id = batches.comparison) AS comparison FROM sound_batches AS batches`

/** Games to add to a batch; for a game that lost its figures, only these. */
interface BatchPart {
  readonly id: number
  readonly games: readonly NewBatchGame[]
  /** What is known of all games of the batch, including these. */
  readonly progress: unknown
}

/** Runs of many games; the games themselves are in the library. */
export class Batches {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
    private readonly games: Games,
  ) {}

  /** The newest first. */
  list(): StoredBatch[] {
    return this.db.all(`${SELECT} WHERE deleted IS NULL ORDER BY created DESC, id DESC`).map(row => this.#batchOf(row))
  }

  get(id: number): StoredBatch | undefined {
    const row = this.db.one(`${SELECT} WHERE id = $id AND deleted IS NULL`, { id })
    return row && this.#batchOf(row)
  }

  /** One per player, in their order. */
  ofComparison(id: number): StoredBatch[] {
    return this.db
      .all(`${SELECT} WHERE comparison = $id AND deleted IS NULL ORDER BY place`, { id })
      .map(row => this.#batchOf(row))
  }

  /** The next games of the batch by number, starting at `from`. Includes games that are deleted but not forgotten. */
  played(id: number, from: number, limit: number): StoredBatchGame[] {
    const machines = new Map<number, string | undefined>()
    const machineOf = (provenance: number): string | undefined => {
      if (!machines.has(provenance))
        machines.set(provenance, (this.provenances.get(provenance) as { readonly machine?: string } | null)?.machine)
      return machines.get(provenance)
    }
    const sql = `SELECT batch_index AS "index", seed, score, slides, max_rank, board, first_slides, nodes, ms, provenance
      FROM games INDEXED BY games_by_batch JOIN sound_bench_games ON game = games.id
      WHERE batch = $id AND batch_index >= $from AND EXISTS (SELECT 1 FROM sound_games WHERE id = games.id) ORDER BY batch_index LIMIT $limit`
    return this.db.all(sql, { id, from, limit }).map(row => {
      const machine = machineOf(row['provenance'] as number)
      return { ...gameOf(row), ...(machine !== undefined && { machine }) }
    })
  }

  /** @param of the comparison that it belongs to, and the player's index in it. @returns its number, which its games carry. */
  begin(batch: NewBatch, of?: { readonly comparison: number; readonly place: number }): number {
    return this.db.transaction(() => {
      const provenance = this.provenances.idOf(batch.provenance)
      return insertRow(this.db, 'batches', { ...batch, ...of, provenance, progress: JSON.stringify(batch.progress) })
    })
  }

  /** Stores games of batches: all, or none. @throws {LabError} `NOT_FOUND` */
  add(parts: readonly BatchPart[]): void {
    this.db.transaction(() => {
      for (const part of parts) this.#add(part)
    })
  }

  #add({ id, games, progress }: BatchPart): void {
    const sql = 'UPDATE batches SET progress = $json WHERE id = $id AND deleted IS NULL RETURNING profile, provenance'
    const batch = this.db.one(sql, { id, json: JSON.stringify(progress) })
    if (!batch) throw notFound('batch', id)
    const stored = this.#withoutFigures(id, games)
    let next = this.games.nextId()
    for (const game of games) {
      const again = stored.get(game.index)
      const number = (again && this.#again(again, game)) ?? this.#insertGame(id, batch, game, next++)
      const { nodes, ms, firstSlide } = game
      insertRow(this.db, 'bench_games', { game: number, nodes, ms, firstSlides: JSON.stringify(firstSlide) })
    }
  }

  /** @throws {LabError} `NOT_FOUND` */
  end(id: number, summary: unknown): void {
    const sql = 'UPDATE batches SET ended = $now, summary = $json WHERE id = $id AND deleted IS NULL'
    if (this.db.run(sql, { id, json: JSON.stringify(summary), now: Date.now() }).changes === 0) throw notFound('batch', id)
  }

  /** Extends batches to `games` games each. @param progress of each, as for `add`. @throws {LabError} `NOT_FOUND` */
  extend(batches: readonly { readonly id: number; readonly progress: unknown }[], games: number): void {
    const sql = `UPDATE batches SET games = $games, progress = $json, ended = NULL, summary = 'null' WHERE id = $id AND deleted IS NULL`
    this.db.transaction(() => {
      for (const { id, progress } of batches)
        if (this.db.run(sql, { id, games, json: JSON.stringify(progress) }).changes === 0) throw notFound('batch', id)
    })
  }

  /** Removes a batch without games. A batch with any game, even a deleted one, stays. */
  drop(id: number): void {
    this.db.transaction(() => {
      this.db.run('DELETE FROM batches WHERE id = $id AND NOT EXISTS (SELECT 1 FROM games WHERE batch = $id)', { id })
      this.provenances.sweep()
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  rename(id: number, title: string): void {
    if (this.db.run('UPDATE batches SET title = $title WHERE id = $id AND deleted IS NULL', { id, title }).changes === 0)
      throw notFound('batch', id)
  }

  /** Their games stay in the library. @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return markDeleted(this.db, 'batches', ids)
  }

  /** Undoes `remove`. @returns how many were restored. */
  restore(ids: readonly number[]): number {
    return markRestored(this.db, 'batches', ids)
  }

  /** Stored games that lost their figures, by their place in the batch. */
  #withoutFigures(batch: number, games: readonly NewBatchGame[]): ReadonlyMap<number, Row> {
    const sql = `SELECT batch_index, id, score, slides, board FROM games INDEXED BY games_by_batch
      WHERE batch = $batch AND batch_index IN (SELECT value FROM json_each($indexes))
        AND NOT EXISTS (SELECT 1 FROM bench_games WHERE game = id)`
    const found = this.db.all(sql, { batch, indexes: JSON.stringify(games.map(({ index }) => index)) })
    return new Map(found.map(row => [row['batch_index'] as number, row]))
  }

  /**
   * The number of a game that lost its figures and was played again. If a clock decided and the new game differs, the stored game
   * stays in the library but leaves the batch.
   */
  #again(stored: Row, { score, slides, board }: NewBatchGame): number | undefined {
    const { id } = stored as { id: number }
    if (stored['score'] === score && stored['slides'] === slides && stored['board'] === makePosition(board)) return id
    this.db.run('UPDATE games SET batch = NULL, batch_index = NULL WHERE id = $id', { id })
    return undefined
  }

  #insertGame(batch: number, row: Row, game: NewBatchGame, id: number): number {
    const profile = row['profile'] as string | null
    const { seed, score, slides, maxRank, board, over, created, index, played, machine } = game
    const known = row['provenance'] as number
    return this.games.insert(
      {
        ...{ kind: 'bench', profile, batch, batchIndex: index, notes: '' },
        ...{ seed, score, slides, maxRank, board, over, created, started: null, ended: null, start: null, startScore: 0 },
        played: played && { ...played, values: played.values.map(each => ({ ...each, profile })) }, // its thread does not know the name
        provenance: undefined,
      },
      machine === undefined ? known : this.provenances.idOf({ ...(this.provenances.get(known) as object), machine }),
      id,
    )
  }

  #batchOf(row: Row): StoredBatch {
    return {
      ...fieldsOf<StoredBatch>(row, 'deleted', 'place'),
      provenance: this.provenances.get(row['provenance'] as number),
      summary: jsonOf(row['summary']),
      progress: jsonOf(row['progress']),
    }
  }
}

function gameOf(row: Row): StoredBatchGame {
  return {
    ...fieldsOf<StoredBatchGame>(row, 'first_slides', 'provenance'),
    board: parseBoard(row['board'] as string),
    firstSlide: jsonOf(row['first_slides']),
  }
}

const COMPARISON = `SELECT * FROM sound_comparisons AS each
  WHERE NOT EXISTS (SELECT 1 FROM batches WHERE comparison = each.id AND deleted IS NOT NULL)`

/** Batches of several players that play the same seeds. */
export class Comparisons {
  constructor(
    private readonly db: Database,
    private readonly batches: Batches,
  ) {}

  /** The newest first. */
  list(): StoredComparison[] {
    const rows = this.db.all(`${COMPARISON} ORDER BY created DESC, id DESC`)
    return rows.map(row => this.#comparisonOf(row))
  }

  get(id: number): StoredComparison | undefined {
    const row = this.db.one(`${COMPARISON} AND id = $id`, { id })
    return row && this.#comparisonOf(row)
  }

  /** @param batches one per player, in their order */
  begin(rule: unknown, batches: readonly NewBatch[]): StoredComparison {
    return this.db.transaction(() => {
      const id = insertRow(this.db, 'comparisons', { rule: JSON.stringify(rule), created: batches[0]!.created })
      for (const [place, batch] of batches.entries()) this.batches.begin(batch, { comparison: id, place })
      return this.get(id)!
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  end(id: number, result: unknown): void {
    const sql = 'UPDATE comparisons SET result = $json WHERE id = $id'
    if (this.db.run(sql, { id, json: JSON.stringify(result) }).changes === 0) throw notFound('comparison', id)
  }

  /** Removes a comparison without games; one with any game stays. */
  drop(id: number): void {
    this.db.transaction(() => {
      for (const batch of this.batches.ofComparison(id)) this.batches.drop(batch.id)
      this.db.run('DELETE FROM comparisons WHERE id = $id AND NOT EXISTS (SELECT 1 FROM batches WHERE comparison = $id)', { id })
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  rename(id: number, name: string): void {
    const sql = `UPDATE comparisons SET rule = json_set(rule, '$.name', $name) WHERE id = $id`
    if (this.db.run(sql, { id, name }).changes === 0) throw notFound('comparison', id)
  }

  /** @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return this.#markEach(ids, batches => this.batches.remove(batches))
  }

  /** Undoes `remove`. @returns how many were restored. */
  restore(ids: readonly number[]): number {
    return this.#markEach(ids, batches => this.batches.restore(batches))
  }

  /** A comparison is deleted with its batches. */
  #markEach(ids: readonly number[], mark: (batches: readonly number[]) => number): number {
    return this.db.transaction(() => {
      const batches = (comparison: number) =>
        this.db.all('SELECT id FROM batches WHERE comparison = $comparison', { comparison }).map(({ id }) => id as number)
      return ids.filter(id => mark(batches(id)) > 0).length
    })
  }

  #comparisonOf(row: Row): StoredComparison {
    const { id } = row as { id: number }
    return {
      ...fieldsOf<StoredComparison>(row),
      rule: jsonOf(row['rule']),
      result: jsonOf(row['result']),
      batches: this.batches.ofComparison(id),
    }
  }
}
