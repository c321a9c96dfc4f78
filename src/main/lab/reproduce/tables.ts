/** Tables of a study's results: a part has one, with further views of it. */
import { badSetting } from '../../../core/settingChecks'
import { quoted } from '../../../core/quoted'
import { countColumn, usualCountColumns } from './countColumns'
import { gamesColumn, usualGamesColumns } from './gamesColumns'
import { matchCell, matchHead, pairsTable, playersTable, usualMatchColumns, verdictOf } from './matchColumns'
import type { Row } from './rows'
import type { Sources, Table } from './table'
import { runsTable, tuneCell, usualTuneColumns } from './tuneColumns'
import { wallsTable } from './wallsTable'

/** What the table of a part has by its kind. */
interface Columns<Kind extends Row['kind']> {
  /** Columns after its variables of a table that names none. */
  usual(row: RowOf<Kind>): readonly string[]
  /** @throws {LabError} `BAD_SETTING` for an unknown id */
  cell(row: RowOf<Kind>, id: string, sources: Sources): string
}
type RowOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>

const COLUMNS: { readonly [Kind in Exclude<Row['kind'], 'walls'>]: Columns<Kind> } = {
  match: { usual: usualMatchColumns, cell: matchCell },
  games: { usual: () => usualGamesColumns, cell: gamesColumn },
  tune: { usual: usualTuneColumns, cell: tuneCell },
  count: { usual: usualCountColumns, cell: countColumn },
}

/** The names of a study's tables: each part, and its views. */
export function tableNames(rows: readonly Row[]): string[] {
  const firsts = rows.filter((row, i) => rows.findIndex(({ part }) => part === row.part) === i)
  return firsts.flatMap(row => {
    if (row.kind === 'match' && row.meet) return [`${row.part} players`, `${row.part} pairs`]
    return [row.part, ...Object.keys(row.views ?? {}).map(view => `${row.part} ${view}`)]
  })
}

/** @param name a part, or a part and a view @throws {LabError} `BAD_SETTING` if the study has no such table */
export function tableOf(sources: Sources, name: string): Table {
  const [part, ...words] = name.split(' ')
  const rows = sources.rows.filter(row => row.part === part)
  const view = words.join(' ')
  const [first] = rows
  if (!first) throw badSetting('table', `${quoted(name)} is not a part of this study`)
  if (first.kind === 'match' && view === 'players') return playersTable(rows as (typeof first)[], sources)
  if (first.kind === 'match' && view === 'pairs') return pairsTable(rows as (typeof first)[], sources)
  if (first.kind === 'tune' && view === 'runs') return runsTable(rows as (typeof first)[], sources)
  if (first.kind === 'walls') return wallsTable(first, sources)
  const { usual, cell } = COLUMNS[first.kind]
  const columns = view === '' ? (first.columns ?? [...variablesOf(first), ...usual(first as never)]) : first.views?.[view]
  if (!columns) throw badSetting('table', `${quoted(name)} is not a view of that part`)
  const pairs = columns.map(column => (typeof column === 'string' ? { id: column } : { head: column[0], id: column[1] }))
  return {
    head: pairs.map(
      ({ head, id }) => head ?? (first.kind === 'match' && !Object.hasOwn(first.values, id) ? matchHead(first, id) : id),
    ),
    rows: rows
      .map(row => ({ row, key: keyOf(row) }))
      .map(({ row, key }) => ({
        key,
        cells: pairs.map(({ id }) => (Object.hasOwn(row.values, id) ? textOf(row.values[id]) : cell(row as never, id, sources))),
        ...(row.kind === 'match' && { verdict: verdictOf(sources.results.games(row)) }),
      })),
  }
}

function variablesOf({ values }: Row): string[] {
  return Object.keys(values).filter(name => !name.startsWith('_') && typeof values[name] !== 'object')
}

function keyOf(row: Row): string {
  return variablesOf(row)
    .map(name => textOf(row.values[name]))
    .join(', ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}
