import { computed, type ComputedRef } from 'vue'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useLatest } from '../../../bridge/useLatest'
import { useCourse } from '../useCourse'

export interface ReportedValue {
  readonly ply: number
  readonly value: number
}

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** One scale for all players: of several it has 0, a draw; of one alone it has its values. */
export function rangeOf(byAgent: ReadonlyMap<number, readonly ReportedValue[]>, agents: number): ValueRange {
  const all = [...(agents > 1 ? [0] : []), ...[...byAgent.values()].flatMap(values => values.map(({ value }) => value))]
  return { low: Math.min(...all), high: Math.max(...all) }
}

interface Known {
  readonly key: string
  readonly moves: number
  readonly byAgent: ReadonlyMap<number, readonly ReportedValue[]>
}

/** Moves per question. */
const PAGE = 100
const PACE_MS = 500

/** What each player reported over the match, by agent. Asks only for new moves and the last page, which a move taken back changes. */
export function useValueLines(): ComputedRef<ReadonlyMap<number, readonly ReportedValue[]>> {
  const course = useCourse()
  let known: Known = { key: '', moves: 0, byAgent: new Map() }

  const { value } = useLatest({
    about: () =>
      course.key.value === undefined ? undefined : ([course.key.value, course.plies.value, course.revision.value] as const),
    async ask(ask, [key, plies]: readonly [string, number, number]) {
      const from = known.key === key ? Math.max(0, Math.min(known.moves, plies) - PAGE) : 0
      const byAgent = new Map(
        [...(known.key === key ? known.byAgent : [])].map(([agent, values]) => [agent, values.filter(({ ply }) => ply <= from)]),
      )
      for (let first = from; first < plies; first += PAGE) {
        const { rows } = await ask('courseMoves', { of: course.of.value!, first, count: PAGE })
        for (const { by, ply, report } of rows)
          if (by !== 'chance' && report?.value !== undefined)
            byAgent.set(by, [...(byAgent.get(by) ?? []), { ply, value: report.value }])
      }
      known = { key, moves: plies, byAgent }
      return known
    },
    clearOn: ([key]) => key,
    pace: PACE_MS,
    oneAtATime: true,
    onFailure: useFailureToast(['CANCELLED', 'DISCONNECTED', 'NOT_FOUND']),
  })
  return computed(() => value.value?.byAgent ?? new Map())
}
