/** The library's questions in SQL. Each is answered from an index: tests/main/storeLibrary.test.ts reads the query plans. */
import type { GameFilter, GameSort } from '../../core/contract/stored'
import { normal } from './searchWords'

const COLUMN: Readonly<Record<GameSort, string>> = { created: 'created', score: 'score', maxRank: 'max_rank', slides: 'slides' }

export interface LibrarySql {
  readonly sql: string
  readonly parameters: Record<string, string | number>
}

/** The ids of a window; wants `$limit` and `$offset` besides. Equal keys follow their ids. */
export function windowSql(filter: GameFilter, sort: GameSort, descending: boolean): LibrarySql {
  const column = COLUMN[sort]
  const order = descending ? 'DESC' : 'ASC'
  const { where, parameters } = conditions(filter)
  const sql =
    `SELECT id FROM games INDEXED BY games_by_${column} WHERE ${where} ` +
    `ORDER BY ${column} ${order}, id ${order} LIMIT $limit OFFSET $offset`
  return { sql, parameters }
}

export function countSql(filter: GameFilter): LibrarySql {
  const { where, parameters } = conditions(filter)
  return { sql: `SELECT count(*) AS count FROM games INDEXED BY games_by_created WHERE ${where}`, parameters }
}

function conditions({ kind, profile, batch, text }: GameFilter): { where: string; parameters: LibrarySql['parameters'] } {
  const where = ['deleted IS NULL']
  const parameters: LibrarySql['parameters'] = {}
  const equal = { kind, profile, batch }
  for (const [column, value] of Object.entries(equal))
    if (value !== undefined) {
      where.push(`${column} = $${column}`)
      parameters[column] = value
    }
  if (text !== undefined && text !== '') {
    // + keeps the order's index in charge, instead of sorting what was found
    where.push('+id IN (SELECT id FROM games INDEXED BY games_by_words WHERE deleted IS NULL AND instr(words, $text) > 0)')
    parameters['text'] = normal(text)
  }
  return { where: where.join(' AND '), parameters }
}
