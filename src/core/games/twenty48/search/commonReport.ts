import type { Report, RootLine } from '../../../search/report'
import type { SearchSettings } from '../../../search/settings'
import { MOVES, slideEdge, spawnEdge } from '../board'
import type { PvStep, SearchReport } from './report'

/** Plies of (tile + slide) pairs after a slide: the slide, two a pair, and the tile behind a spawned leaf. */
export function pliesOf(depth: number, { leaf }: Pick<SearchSettings, 'leaf'>): number {
  return 1 + 2 * depth + (leaf === 'spawned' ? 1 : 0)
}

/** The number of (tile + slide) pairs in `plies`; `undefined` where it is not whole. */
export function pairsOf(plies: number, settings: Pick<SearchSettings, 'leaf'>): number | undefined {
  const pairs = (plies - pliesOf(0, settings)) / 2
  return pairs >= 0 && Number.isInteger(pairs) ? pairs : undefined
}

/** The kernel's report as all searchers have it. Its nodes are slides tried, and it counts no leaves and no evaluations. */
export function commonReport(report: SearchReport, settings: SearchSettings): Report {
  const { best, values, depths, depth, nodes, hits, probes, pv, stopped } = report
  const lines = MOVES.flatMap((move): RootLine[] => {
    const value = values[move]
    if (value === null) return []
    const plies = pliesOf(depths[move]!, settings)
    const action = slideEdge(move)
    return [{ action, values: [value], bound: 'exact', depth: plies, pv: move === best ? pv.map(edgeOf) : [action] }]
  })
  return {
    lines,
    best: best && slideEdge(best),
    values: best === undefined ? undefined : [values[best]!],
    depth: best === undefined ? 0 : pliesOf(depth, settings),
    effort: { nodes, leaves: 0, evaluations: 0, cutoffs: 0, hits, probes },
    stopped: stopped === 'game-over' ? 'over' : stopped,
  }
}

function edgeOf(step: PvStep): number {
  return 'move' in step ? slideEdge(step.move) : spawnEdge(step.spawn)
}
