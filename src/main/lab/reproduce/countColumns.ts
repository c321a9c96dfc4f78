/** Figures of counts of searches. */
import type { CountRow } from '../../../core/contract/files'
import { mean } from '../../../core/stats/summary'
import type { Sources } from './table'
import { meanText, oneOrWhole, unknownFigure, whole } from './text'

export function usualCountColumns({ trees, searchers }: CountRow): string[] {
  const orders = trees?.orders ?? []
  const names = Object.keys(searchers)
  return orders.length === 0 ? names : orders.flatMap(order => names.map(name => `${order} ${name}`))
}

/**
 * A count by its name, `best alphaBeta`: its mean with an interval; `first …` the count of the first tree; `… / all` and `… / rule` the mean
 * as a share of all leaves and of b^(3d/4). `all` and `rule` alone are these numbers.
 * @throws {LabError} `BAD_SETTING` for another id
 */
export function countColumn(row: CountRow, id: string, { results }: Sources): string {
  const { branching, depth } = row.trees ?? { branching: NaN, depth: NaN }
  const laws: Readonly<Record<string, number>> = { all: branching ** depth, rule: branching ** ((3 * depth) / 4) }
  if (id === 'all') return whole(laws['all']!)
  if (id === 'rule') return oneOrWhole(laws['rule']!)
  const [, first, name, law] = /^(first )?(.*?)(?: \/ (all|rule))?$/.exec(id)!
  const lines = results.counts(row)
  if (lines.length === 0) return ''
  const counts = lines.flatMap(line => line.counts[name!] ?? []).slice(0, row.number)
  if (counts.length === 0) throw unknownFigure(id)
  if (first) return whole(counts[0]!)
  return law ? (mean(counts) / laws[law]!).toFixed(2) : meanText(counts, { text: oneOrWhole })
}
