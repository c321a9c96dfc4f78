/** Figures of tuning runs. */
import type { RunLine, TuneRow } from '../../../core/contract/files'
import { tInterval } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import { holm, pairedT } from '../../../core/stats/tests'
import type { Row } from './rows'
import type { Sources, Table } from './table'
import { between, percent, whole } from './text'

export function usualTuneColumns({ base }: TuneRow): string[] {
  return base === undefined ? ['games', 'reported', 'worth', 'added', 'range'] : ['games', 'mean worth', 'more', 'p']
}

/** The cells of a table of these rows; p is adjusted by Holm over all of them. @returns `undefined` for another id */
export function tuneCells(rows: readonly TuneRow[], { results, rows: all }: Sources) {
  const differences = new Map(
    rows.flatMap((row): [Row, number[]][] => {
      const base = all.find(({ name }) => name === row.base)
      return base ? [[row, differencesOf(results.runs(row), results.runs(base))]] : []
    }),
  )
  const adjusted = holm([...differences.values()].map(each => (each.length < 2 ? 1 : pairedT(each).p)))
  const p = new Map([...differences.keys()].map((row, i) => [row, adjusted[i]!]))
  return (row: Row, id: string): string | undefined => {
    const runs = results.runs(row)
    if (runs.length === 0) return ''
    const worth = runs.map(run => run.worth)
    const meanText = (values: readonly number[], text = whole) =>
      values.length < 2 ? text(mean([...values])) : `${text(mean([...values]))} ${between(tInterval(values), text)}`
    switch (id) {
      case 'games':
        return whole(mean(runs.map(({ games }) => games)))
      case 'reported':
        return whole(mean(runs.map(({ reported }) => reported)))
      case 'mean worth':
        return whole(mean(worth))
      case 'worth':
        return meanText(worth)
      case 'added':
        return meanText(runs.map(run => run.reported / run.worth - 1), percent) // oxfmt-ignore
      case 'range':
        return `${whole(Math.min(...worth))} … ${whole(Math.max(...worth))}`
      case 'more':
        return meanText(differences.get(row) ?? [])
      case 'p':
        return p.get(row)! < 0.0001 ? '< 0.0001' : p.get(row)!.toFixed(4)
      default:
        return undefined
    }
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
