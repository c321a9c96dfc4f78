/** Tables of a study's results: a part has one, with further views of it. */
import { badSetting } from '../../../core/settingChecks'
import { quoted } from '../../../core/quoted'
import { gamesColumn, usualGamesColumns } from './gamesColumns'
import { matchCell, matchHead, pairsTable, playersTable, usualMatchColumns, verdictOf } from './matchColumns'
import type { Row } from './rows'
import type { CountRow, RunLine, TuneRow, WallsRow } from '../../../core/contract/files'
import { mean } from '../../../core/stats/summary'
import { type Sources, type Table, between, meanText, oneOrWhole, percent, unknownFigure, whole } from './text'
import { fixedDecimals, numberText } from '../../../core/numberText'
import type { WallDifference, WallRow } from '../../../core/contract/calls'
import { differenceByBoards, summaryOf } from '../wallTest/wallSummary'
import { wallRecordOf } from './walls'
import { tInterval } from '../../../core/stats/intervals'
import { holm, pairedT } from '../../../core/stats/distributions'

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

function usualCountColumns({ trees, searchers }: CountRow): string[] {
  const orders = trees?.orders ?? []
  const names = Object.keys(searchers)
  return orders.length === 0 ? names : orders.flatMap(order => names.map(name => `${order} ${name}`))
}

/**
 * A count by its name, `best alphaBeta`: its mean with an interval; `first …` the count of the first tree; `… / all` and `… / rule` the mean
 * as a share of all leaves and of b^(3d/4). `all` and `rule` alone are these numbers. `… / NAME`: the mean share of another count, each of the
 * same tree or position.
 * @throws {LabError} `BAD_SETTING` for another id
 */
function countColumn(row: CountRow, id: string, { results }: Sources): string {
  const { branching, depth } = row.trees ?? { branching: NaN, depth: NaN }
  const laws: Readonly<Record<string, number>> = { all: branching ** depth, rule: branching ** ((3 * depth) / 4) }
  if (id === 'all') return whole(laws['all']!)
  if (id === 'rule') return oneOrWhole(laws['rule']!)
  const [, first, name, base] = /^(first )?(.*?)(?: \/ (.*))?$/.exec(id)!
  const lines = results.counts(row)
  if (lines.length === 0) return ''
  const countsOf = (name: string) => {
    const counts = lines.flatMap(line => line.counts[name] ?? []).slice(0, row.number)
    if (counts.length === 0) throw unknownFigure(id)
    return counts
  }
  const counts = countsOf(name!)
  if (first) return whole(counts[0]!)
  if (base === undefined) return meanText(counts, { text: oneOrWhole })
  const law = laws[base]
  if (law !== undefined) return (mean(counts) / law).toFixed(2)
  const bases = countsOf(base)
  return meanText(
    counts.map((count, i) => count / bases[i]!),
    { text: share => share.toFixed(2) },
  )
}

/** Below all phases, if boards were played unequally often, the difference with every board weighed alike. */
function wallsTable(row: WallsRow, { results }: Sources): Table {
  const record = wallRecordOf(results, row)
  const { players, differences } = summaryOf(record)
  const names = players.map(({ name }) => name)
  const rows = differences.map(({ cells, games, phases, ...difference }) => {
    const key = cells === null ? 'all' : whole(cells)
    const shares = players.map(({ rows, all }) => shareText(cells === null ? all! : rows.find(each => each.cells === cells)!))
    return { key, cells: [key, whole(games), whole(phases), ...shares, differenceText(difference)] }
  })
  const alike = row.steps.length > 1 ? [alikeRow(differenceText(differenceByBoards(record)), names.length)] : []
  return { head: ['free cells', 'games', 'phases', ...names, names.join(' − ')], rows: [...rows, ...alike] }
}

function alikeRow(difference: string, players: number) {
  const key = 'all, every board weighed alike'
  return { key, cells: [key, '', '', ...Array<string>(players).fill(''), difference] }
}

function differenceText({ difference, interval }: Pick<WallDifference, 'difference' | 'interval'>): string {
  return `${numberText(difference, 'percentagePoints')}${interval ? ` ${between(interval, percentNumber)}` : ''}`
}

function shareText({ share, interval }: WallRow): string {
  return `${percentNumber(share)} % ${between(interval, percentNumber)}`
}

function percentNumber(share: number): string {
  return numberText(100 * share, fixedDecimals(1))
}

function usualTuneColumns({ base }: TuneRow): string[] {
  return base === undefined ? ['games', 'reported', 'worth', 'added', 'range'] : ['games', 'mean worth', 'more', 'p']
}

/** p is adjusted by Holm over all rows of the part that have a base. @throws {LabError} `BAD_SETTING` for another id */
function tuneCell(row: TuneRow, id: string, { results, rows }: Sources): string {
  const runs = results.runs(row)
  if (runs.length === 0) return ''
  const fromBase = (each: Row) => {
    const base = each.kind === 'tune' && rows.find(({ name }) => name === each.base)
    return base ? [{ each, differences: differencesOf(results.runs(each), results.runs(base)) }] : []
  }
  const worth = runs.map(run => run.worth)
  const meanText = (values: readonly number[], text = whole) =>
    values.length < 2 ? text(mean([...values])) : `${text(mean([...values]))} ${between(tInterval(values), text)}`
  switch (id) {
    case 'games':
    case 'reported':
      return whole(mean(runs.map(run => run[id])))
    case 'mean worth':
      return whole(mean(worth))
    case 'worth':
      return meanText(worth)
    case 'added':
      return meanText(runs.map(run => run.reported / run.worth - 1), percent) // oxfmt-ignore
    case 'range':
      return `${whole(Math.min(...worth))} … ${whole(Math.max(...worth))}`
    case 'more':
      return meanText(fromBase(row)[0]?.differences ?? [])
    case 'p': {
      const all = rows.filter(({ part }) => part === row.part).flatMap(fromBase)
      const adjusted = holm(all.map(({ differences }) => (differences.length < 2 ? 1 : pairedT(differences).p)))
      const p = adjusted[all.findIndex(({ each }) => each === row)]
      return p === undefined ? '' : p < 0.0001 ? '< 0.0001' : p.toFixed(4)
    }
    default:
      throw unknownFigure(id)
  }
}

/** Worth of these runs − that of the runs from the same seeds. */
function differencesOf(runs: readonly RunLine[], base: readonly RunLine[]): number[] {
  const worths = new Map(base.map(({ seed, worth }) => [seed, worth]))
  return runs.flatMap(({ seed, worth }) => (worths.has(seed) ? [worth - worths.get(seed)!] : []))
}

/** A line for each run. */
function runsTable(rows: readonly TuneRow[], { results }: Sources): Table {
  const runs = rows.flatMap(row => results.runs(row).map(run => ({ row, run })))
  const ids = Object.keys(runs[0]?.run.weights ?? {})
  return {
    head: ['experiment', 'seed', 'games', ...ids, 'it reports', 'worth', 'largest tile'],
    rows: runs.map(({ row, run: { seed, games, weights, reported, worth, largest } }) => {
      const name = row.name.slice(row.part.length + 1)
      const figures = [...ids.map(id => weights[id]!.toFixed(3)), whole(reported), whole(worth), String(largest)]
      return { key: `${name}, ${seed}`, cells: [name, String(seed), whole(games), ...figures] }
    }),
  }
}
