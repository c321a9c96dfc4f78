import { MAX_MS, MAX_NODES, type Depth, type SearchLimits } from '../../../../../core/search/settings'
import { DEPTH_RANGE } from '../../../ui/player/depthRange'

/** What the limit selector offers. Each kind keeps its own number, so that switching back finds it again. */
export const LIMIT_KINDS = ['depth', 'time', 'nodes', 'endless'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** What may be typed; the lab checks again (`checkLimits`). */
export const RANGES = {
  depth: DEPTH_RANGE,
  ms: { min: 1, max: MAX_MS },
  nodes: { min: 1, max: MAX_NODES, whole: true },
} as const

export interface Limit {
  readonly kind: LimitKind
  readonly depth: Depth
  readonly ms: number
  readonly nodes: number
}

export function limitOf(depth: Depth): Limit {
  return { kind: 'depth', depth, ms: 1_000, nodes: 1_000_000 }
}

/** Limits of an analysis: `endless` is stopped by hand. */
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

/** Limits of a move that is to be played: it must come to an end, so `endless` takes the depth. */
export function moveLimits(limit: Limit): SearchLimits {
  return limit.kind === 'endless' ? { depth: limit.depth } : analysisLimits(limit)
}
