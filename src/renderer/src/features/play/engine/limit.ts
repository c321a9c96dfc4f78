import type { ChosenPlayer } from '../../../../../core/contract/preferences'
import { MAX_MS, MAX_NODES } from '../../../../../core/game/limits'
import type { Depth, SearchLimits } from '../../../../../core/search/settings'
import { DEPTH_RANGE } from '../../../ui/player/playerWords'

/** Ranges for typed numbers; the lab checks again (`checkLimits`). */
export const RANGES = {
  depth: DEPTH_RANGE,
  ms: { min: 1, max: MAX_MS },
  nodes: { min: 1, max: MAX_NODES, whole: true },
} as const

export type Limit = Readonly<ChosenPlayer['limit']>
export type LimitKind = Limit['kind']

export function limitOf(depth: Depth): Limit {
  return { kind: 'depth', depth, ms: 1_000, nodes: 1_000_000 }
}

/** Limits of an analysis: `endless` runs until the user stops it. */
export function analysisLimits({ kind, depth, ms, nodes }: Limit): SearchLimits {
  switch (kind) {
    case 'depth':
      return { depth }
    case 'time':
      return { ms }
    case 'nodes':
      return { nodes }
    case 'endless':
      return {}
  }
}

/** Limits of a move to be made: its search must end, so `endless` uses the depth. */
export function moveLimits(limit: Limit): SearchLimits {
  return limit.kind === 'endless' ? { depth: limit.depth } : analysisLimits(limit)
}
