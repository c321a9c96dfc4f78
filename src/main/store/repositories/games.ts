import {
  type AddedGame,
  type GameFilter,
  type GameOrder,
  type GameQuery,
  type GameRow,
  type GameSort,
  type GameTurns,
  type NewGame,
  type PlayerValues,
  SHORT_GAME,
  type StoredGame,
} from '../../../core/contract/stored'
import type { SideLine } from '../../../core/games/twenty48/replay'
import { makePosition, parseBoard } from '../../../core/games/twenty48/notation'
import { LabError } from '../../../core/errors'
import type { Database, Parameters, Row } from '../database'
import { fieldsOf, floats32Of, floats64Of, insertRow, jsonOf, notFound } from '../fields'
import { markDeleted, markRestored } from './deleted'
import type { Provenances } from './provenances'
import { addSideLines, readSideLines, writeSideLines } from './sideLines'

/** Maximum number of rows of one window: several screens. */
const MAX_ROWS = 1000

const NOBODY_COUNTED = -1

const ROW = `
  SELECT id, kind, profile, seed, score, slides, max_rank, board, over, created, started, ended, notes, batch, batch_index,
    EXISTS (SELECT 1 FROM game_turns WHERE game = games.id) AS has_turns,
    CASE kind WHEN 'person' THEN (
      SELECT CASE
        WHEN json ->> '$.by' IS NOT 'both' THEN NULL
        WHEN json_type(json, '$.hand') = 'array'
          THEN (SELECT coalesce(sum((value ->> 1) - (value ->> 0)), 0) FROM json_each(stated.json, '$.hand'))
        ELSE ${NOBODY_COUNTED} END
      FROM sound_provenances AS stated WHERE id = games.provenance) END AS by_hand`

/** Additional columns of a whole game. */
const DETAILS = ['start', 'start_score', 'provenance', 'turns', 'slide_ms'] as const

/** Candidates for the same game: few have the same score. */
export const SAME_GAMES = `
  SELECT id, start, start_score, seed, turns FROM games INDEXED BY games_by_score LEFT JOIN game_turns ON game = id
  WHERE deleted IS NULL AND score = $score AND slides = $slides AND board = $board`

/** Down the index to the first that counts. */
export const BEST_SCORE = `
  SELECT score FROM games INDEXED BY games_by_best
  WHERE deleted IS NULL AND start IS NULL AND batch IS NULL AND kind = $kind
    AND (SELECT json ->> '$.by' FROM sound_provenances WHERE id = games.provenance) IS NOT 'both'
  ORDER BY score DESC LIMIT 1`

const LAST_ID = `SELECT max(ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = 'games'), 0), ifnull(max(id), 0)) AS last FROM games`

/** Every saved game of any player, without deleted ones: see `Deleted`. */
export class Games {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  /** A window of the library. Costs the same anywhere in the library, apart from a walk through one index. */
  window(query: GameQuery): GameRow[] {
    const { limit } = query
    if (limit > MAX_ROWS) throw new LabError('BAD_REQUEST', `limit: ${limit} games at once are too many; ask for ${MAX_ROWS}`)
    return this.ids(query).flatMap(id => {
      const row = this.db.one(`${ROW} FROM sound_games AS games WHERE id = $id`, { id })
      return row ? [rowOf(row)] : []
    })
  }

  /** The numbers of a window's games. */
  ids({ sort, descending, offset, limit, ...filter }: GameQuery): number[] {
    const { sql, parameters } = windowSql(filter, { sort, descending })
    return this.db.all(sql, { ...parameters, limit, offset }).map(({ id }) => id as number)
  }

  /** Row of the game in the order, from 0; `undefined` if it does not match the filter. */
  place(id: number, { sort, descending, ...filter }: GameFilter & GameOrder): number | undefined {
    const own = keySql(filter, sort)
    const key = this.db.one(own.sql, { ...own.parameters, id })?.['key'] as number | undefined
    if (key === undefined) return undefined
    const { sql, parameters } = placeSql(filter, { sort, descending })
    return this.db.one(sql, { ...parameters, id, key })!['place'] as number
  }

  count(filter: GameFilter): number {
    const { sql, parameters } = countSql(filter)
    return this.db.one(sql, parameters)!['count'] as number
  }

  /** Names of the profiles that played games, for a filter. */
  profileNames(): string[] {
    const rows = this.db.all(
      'SELECT DISTINCT profile FROM games INDEXED BY games_by_created WHERE deleted IS NULL AND profile IS NOT NULL',
    )
    return rows.map(({ profile }) => profile as string).sort()
  }

  /** See `BestScores`. */
  best(kind: 'person' | 'engine'): number | null {
    return (this.db.one(BEST_SCORE, { kind })?.['score'] as number | undefined) ?? null
  }

  /** `undefined` for an unknown number or a deleted game. */
  get(id: number): StoredGame | undefined {
    const row = this.db.one(
      `${ROW}, ${DETAILS.join(', ')}
       FROM sound_games AS games LEFT JOIN sound_game_turns ON game = id WHERE id = $id AND deleted IS NULL`,
      { id },
    )
    return row && { ...rowOf(row), ...this.#details(row) }
  }

  add(game: NewGame): number {
    return this.addAll([game])[0]!
  }

  /** Adds games in one transaction; much faster than one by one, because each transaction waits for the disk. */
  addAll(games: readonly NewGame[]): number[] {
    return this.db.transaction(() => games.map(game => this.insert(game)))
  }

  /** The number that the next game gets, by the rule of SQLite: https://www.sqlite.org/autoinc.html */
  nextId(): number {
    return (this.db.one(LAST_ID)!['last'] as number) + 1
  }

  /** Runs within the caller's transaction. @param provenance its number, if known @param id from `nextId`, if known */
  insert(game: NewGame, provenance = this.provenances.idOf(game.provenance), id = this.nextId()): number {
    const { kind, profile, seed, score, slides, created, started, ended, notes, batch, played } = game
    insertRow(this.db, 'games', {
      ...{ id, kind, profile, seed, score, slides, created, started, ended, notes, provenance, batch, deleted: null },
      start: game.start && makePosition(game.start),
      startScore: game.startScore,
      maxRank: game.maxRank,
      board: makePosition(game.board),
      over: game.over ? 1 : 0,
      batchIndex: game.batchIndex,
      words: searchWords(profile, notes, seed),
    })
    this.#insertTurns(id, played)
    if (game.sideLines) writeSideLines(this.db, id, game.sideLines)
    return id
  }

  /** Like `addAll`, without games that exist already or occur twice: those get the side lines that they lack, as many as fit. */
  addNew(games: readonly NewGame[]): AddedGame[] {
    return this.db.transaction(() =>
      games.map(game => {
        const known = this.find(game)
        if (known === undefined) return { id: this.insert(game), isNew: true }
        const lines = game.sideLines && addSideLines(this.db, known, game.sideLines)
        return { id: known, isNew: false, ...(lines && { lines }) }
      }),
    )
  }

  /** Replaces the side lines of a game. @throws {LabError} `NOT_FOUND` */
  setSideLines(id: number, lines: readonly SideLine[]): void {
    this.db.transaction(() => {
      this.#row(id)
      writeSideLines(this.db, id, lines)
    })
  }

  /** Extends a stored game that was continued: same line, more turns. @throws {LabError} `NOT_FOUND` */
  goOn(id: number, { kind, profile, seed, score, slides, maxRank, board, over, ended, provenance, played }: NewGame): void {
    this.db.transaction(() => {
      const { notes } = this.#row(id)
      this.db.run(
        `UPDATE games SET kind = $kind, profile = $profile, score = $score, slides = $slides, max_rank = $maxRank, board = $board, over = $over,
           ended = $ended, provenance = $provenance, words = $words WHERE id = $id`,
        {
          ...{ id, kind, profile, score, slides, maxRank, ended },
          board: makePosition(board),
          over: over ? 1 : 0,
          provenance: this.provenances.idOf(provenance),
          words: searchWords(profile, notes, seed),
        },
      )
      // existing values still hold, and there are more turns to judge
      this.db.run('UPDATE analyses SET slides = $slides WHERE game = $id', { id, slides })
      this.db.run('DELETE FROM game_turns WHERE game = $id', { id })
      this.db.run('DELETE FROM game_values WHERE game = $id', { id })
      this.#insertTurns(id, played)
    })
  }

  /** How many of these exist already. */
  known(games: readonly NewGame[]): number {
    return games.filter(game => this.find(game) !== undefined).length
  }

  /** @throws {LabError} `NOT_FOUND` */
  annotate(id: number, notes: string): void {
    this.db.transaction(() => {
      const { profile, seed } = this.#row(id)
      const words = searchWords(profile, notes, seed)
      this.db.run('UPDATE games SET notes = $notes, words = $words WHERE id = $id', { id, notes, words })
    })
  }

  /** @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return markDeleted(this.db, 'games', ids)
  }

  /** Undoes `remove`. @returns how many were restored. */
  restore(ids: readonly number[]): number {
    return markRestored(this.db, 'games', ids)
  }

  #row(id: number): GameRow {
    const row = this.db.one(`${ROW} FROM sound_games AS games WHERE id = $id AND deleted IS NULL`, { id })
    if (!row) throw notFound('game', id)
    return rowOf(row)
  }

  /**
   * The number of this game if it exists: same start and same turns, from any source. If turns are not stored, the seed and the
   * final board are compared.
   */
  find({ start, startScore, seed, score, slides, board, played }: NewGame): number | undefined {
    const alike = this.db.all(SAME_GAMES, { score, slides, board: makePosition(board) })
    const same = alike.find(row => {
      if (row['start_score'] !== startScore) return false
      if (start && row['start'] !== null && row['start'] !== makePosition(start)) return false
      const turns = row['turns'] as Uint8Array | null
      if (!turns || !played) return seed !== null && row['seed'] === seed
      return turns.length === played.turns.length && turns.every((turn, i) => turn === played.turns[i])
    })
    return same?.['id'] as number | undefined
  }

  #insertTurns(id: number, played: NewGame['played']): void {
    if (!played) return
    const { turns, ms } = played
    insertRow(this.db, 'game_turns', { game: id, turns, slideMs: ms })
    insertValues(played, row => insertRow(this.db, 'game_values', { game: id, ...row }))
  }

  #details(row: Row): Pick<StoredGame, 'start' | 'startScore' | 'provenance' | 'played' | 'sideLines'> {
    const { start, turns, slide_ms: ms } = row as Record<string, string | Uint8Array | null>
    const values = () =>
      readValues(this.db.all('SELECT * FROM sound_game_values WHERE game = $id ORDER BY place', { id: row['id'] as number }))
    const sideLines = readSideLines(this.db, row['id'] as number)
    return {
      start: start === null ? null : parseBoard(start as string),
      startScore: row['start_score'] as number,
      provenance: this.provenances.get(row['provenance'] as number),
      played: turns === null ? null : { turns: turns as Uint8Array, values: values(), ms: floats32Of(ms) },
      ...(sideLines.length > 0 && { sideLines }),
    }
  }
}

/** From the columns of `ROW`. */
function rowOf(row: Row): GameRow {
  const { by_hand: byHand, ...columns } = row
  return {
    ...fieldsOf<GameRow>(columns, ...DETAILS),
    board: parseBoard(row['board'] as string),
    over: row['over'] === 1,
    hasTurns: row['has_turns'] === 1,
    ...(byHand !== null && { mixed: { byHand: byHand === NOBODY_COUNTED ? null : (byHand as number) } }),
  }
}

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

/** The text that a search looks in. Apply `normal` to the searched text before comparing. */
function searchWords(profile: string | null, notes: string, seed: number | null): string {
  return normal([profile ?? '', notes, seed ?? ''].join(' '))
}

/** True for most names and all seeds, and much faster to test than to normalise. */
const IS_NORMAL = /^[ -@[-~]*$/

/** Equal for texts that read the same: ignores case, full-width forms and composed accents. */
function normal(text: string): string {
  if (IS_NORMAL.test(text)) return text
  return text.normalize('NFKC').toLowerCase()
}

/**
 * The column of each order, and the end of the name of its index. An index answers every query of the library, except for short games:
 * tests/main/store/repositories/storeLibrary.test.ts reads the query plans.
 */
const COLUMN: Readonly<Record<GameSort, string>> = { created: 'created', score: 'score', maxRank: 'max_rank', slides: 'slides' }

/** The only rows of the table that a query reads in addition to its index: few games are short. */
const SHORT_GAMES =
  'SELECT id FROM games INDEXED BY games_by_slides ' +
  `WHERE deleted IS NULL AND slides < ${SHORT_GAME} AND kind IN ('person', 'engine') AND over = 0 AND notes = ''`

interface GameSql {
  readonly sql: string
  readonly parameters: Record<string, string | number>
}

/** The ids of a window; also needs `$limit` and `$offset`. Rows with equal keys are ordered by id. */
export function windowSql(filter: GameFilter, { sort, descending }: GameOrder): GameSql {
  const column = COLUMN[sort]
  const order = descending ? 'DESC' : 'ASC'
  const { where, parameters } = conditions(filter)
  const sql =
    `SELECT id FROM games INDEXED BY games_by_${column} WHERE ${where} ` +
    `ORDER BY ${column} ${order}, id ${order} LIMIT $limit OFFSET $offset`
  return { sql, parameters }
}

/** How many games come before the one with `$id`, whose key in this order is `$key`. */
export function placeSql(filter: GameFilter, { sort, descending }: GameOrder): GameSql {
  const column = COLUMN[sort]
  const { where, parameters } = conditions(filter)
  const before = descending ? '>' : '<'
  const sql = `SELECT count(*) AS place FROM games INDEXED BY games_by_${column} WHERE ${where} AND (${column}, id) ${before} ($key, $id)`
  return { sql, parameters }
}

/** The key of the game with `$id` in this order, if it matches the filter. */
export function keySql(filter: GameFilter, sort: GameSort): GameSql {
  const { where, parameters } = conditions(filter)
  return { sql: `SELECT ${COLUMN[sort]} AS key FROM games WHERE id = $id AND ${where}`, parameters }
}

export function countSql(filter: GameFilter): GameSql {
  const { where, parameters } = conditions(filter)
  return { sql: `SELECT count(*) AS count FROM games INDEXED BY games_by_created WHERE ${where}`, parameters }
}

function conditions({ kind, profile, batch, reached, hideShort, text }: GameFilter): {
  where: string
  parameters: GameSql['parameters']
} {
  const where = ['deleted IS NULL']
  const parameters: GameSql['parameters'] = {}
  const equal = { kind, profile, batch }
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) {
      where.push(`${column} = $${column}`)
      parameters[column] = value
    }
  if (reached !== undefined) {
    where.push('+id IN (SELECT id FROM games INDEXED BY games_by_max_rank WHERE deleted IS NULL AND max_rank >= $reached)')
    parameters['reached'] = reached
  }
  if (hideShort) where.push(`+id NOT IN (${SHORT_GAMES})`)
  if (text !== undefined && text !== '') {
    // + makes SQLite use the order's index instead of sorting the matches
    where.push('+id IN (SELECT id FROM games INDEXED BY games_by_words WHERE deleted IS NULL AND instr(words, $text) > 0)')
    parameters['text'] = normal(text)
  }
  return { where: where.join(' AND '), parameters }
}
