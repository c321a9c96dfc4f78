/**
 * The library's queries in SQL. An index answers each, except for short games: tests/main/store/repositories/storeLibrary.test.ts reads the query
 * plans.
 */
import { SHORT_GAME, type GameFilter, type GameOrder, type GameSort } from '../../../core/contract/stored'
import { normal } from './searchWords'

const COLUMN: Readonly<Record<GameSort, string>> = { created: 'created', score: 'score', maxRank: 'max_rank', slides: 'slides' }

/** The only rows of the table that a query reads in addition to its index: few games are short. */
const SHORT_GAMES =
  'SELECT id FROM games INDEXED BY games_by_slides ' +
  `WHERE deleted IS NULL AND slides < ${SHORT_GAME} AND kind IN ('person', 'engine') AND over = 0 AND notes = ''`

export interface GameSql {
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

function conditions({ kind, profile, batch, hideShort, text }: GameFilter): {
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
  if (hideShort) where.push(`+id NOT IN (${SHORT_GAMES})`)
  if (text !== undefined && text !== '') {
    // + makes SQLite use the order's index instead of sorting the matches
    where.push('+id IN (SELECT id FROM games INDEXED BY games_by_words WHERE deleted IS NULL AND instr(words, $text) > 0)')
    parameters['text'] = normal(text)
  }
  return { where: where.join(' AND '), parameters }
}
