import type { CompareKind } from '../../../core/contract/calls'
import type { COMPARISON_CALLS } from '../../../core/contract/calls/comparisons'
import type { LabContext } from '../context/labContext'
import type { Feature } from '../ground/labFeature'
import type { UsableRuns } from '../runs/runsFeature'
import { Comparisons, type ComparisonsOptions } from './comparisons'

interface CompareFeature extends Feature<keyof typeof COMPARISON_CALLS> {
  readonly runs: Readonly<Record<CompareKind, UsableRuns>>
}

/** @param store absent: comparisons are computed in memory */
export function openCompare(
  context: LabContext,
  store: ComparisonsOptions['store'],
  onGame?: ComparisonsOptions['onGame'],
): CompareFeature {
  const open = (kind: CompareKind) =>
    context.scope.add(
      new Comparisons({
        ...{ ...context, kind, store, onRow: row => context.emit('comparison', row) },
        ...(onGame && { onGame }),
      }),
    )
  const all = { bench: open('bench'), comparison: open('comparison') }
  return {
    runs: { bench: () => all.bench, comparison: () => all.comparison },
    handlers: {
      comparisons: ({ kind }) => all[kind].list(),
      comparison: ({ kind, id }) => all[kind].view(id),
      comparisonResult: async ({ kind, id }) => (await all[kind].result(id)) ?? null,
      comparisonCurves: ({ kind, id, pair }) => all[kind].curves(id, pair),
      startComparison: plan => all[plan.players.length === 1 ? 'bench' : 'comparison'].start(plan),
      extendComparison: ({ kind, id, games }) => all[kind].extend(id, games),
    },
  }
}
