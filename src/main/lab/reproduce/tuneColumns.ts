/** Figures of tuning runs. */
import type { RunLine, TuneRow } from '../../../core/contract/files'
import { tInterval } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import { holm, pairedT } from '../../../core/stats/tests'
import type { Row } from './rows'
import type { Sources, Table } from './table'
import { between, percent, unknownFigure, whole } from './text'

export function usualTuneColumns({ base }: TuneRow): string[] {
  return base === undefined ? ['games', 'reported', 'worth', 'added', 'range'] : ['games', 'mean worth', 'more', 'p']
}

/** p is adjusted by Holm over all rows of the part that have a base. @throws {LabError} `BAD_SETTING` for another id */
export function tuneCell(row: TuneRow, id: string, { results, rows }: Sources): string {
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
export function runsTable(rows: readonly TuneRow[], { results }: Sources): Table {
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
