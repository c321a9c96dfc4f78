import { finish, type Sliced } from '../sliced'
import { FLAGS, KINDS } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { LevelStatistics } from './views'

/** Nodes between two pauses. */
const SLICE = 2 ** 16

/** Largest number of levels: a search of 60 pairs has 122. */
const MOST_LEVELS = 256

type Counts = { -readonly [Name in Exclude<keyof LevelStatistics, 'level' | 'kind' | 'branching' | 'ms'>]: number } & {
  children: number
  readonly kinds: number[]
}

/** The tree level by level, from the root down. */
export function levelStatistics(trace: Trace): LevelStatistics[] {
  return finish(countLevels(trace))
}

/** Like `levelStatistics`, in slices. One pass over all entries: a parent comes before its children. */
export function* countLevels(trace: Trace): Sliced<LevelStatistics[]> {
  const levelOf = new Uint8Array(trace.entries)
  const levels: Counts[] = []
  for (let from = 0; from < trace.entries; from += SLICE) {
    countEntries(trace, from, Math.min(from + SLICE, trace.entries), levelOf, levels)
    yield from / trace.entries
  }
  return levels.map(({ kinds, children: sum, ...counts }, level) => {
    const inner = kinds.flatMap((count, index) => (count > 0 && KINDS[index] !== 'leaf' ? [KINDS[index]!] : []))
    return {
      level,
      kind: inner.length > 1 ? 'mixed' : (inner[0] ?? 'leaf'),
      ...counts,
      branching: counts.expanded === 0 ? 0 : sum / counts.expanded,
      ms: trace.head.levelMs?.[level] ?? null,
    }
  })
}

function countEntries(trace: Trace, from: number, to: number, levelOf: Uint8Array, levels: Counts[]): void {
  const { parent, children, flags, kind } = trace.columns
  for (let node = from; node < to; node++) {
    const level = node === 0 ? 0 : Math.min(levelOf[parent[node]!]! + 1, MOST_LEVELS - 1)
    levelOf[node] = level
    const counts = (levels[level] ??= noCounts())
    const bits = flags[node]!
    counts.entries++
    counts.kinds[kind[node]!]!++
    counts.children += children[node]!
    if (children[node]! > 0) counts.expanded++
    if (bits === 0) continue
    if (bits & FLAGS.TABLE_HIT) counts.hits++
    if (bits & FLAGS.PROBABILITY_CUT) counts.probabilityCuts++
    if (bits & (FLAGS.ALPHA_CUT | FLAGS.BETA_CUT)) counts.windowCuts++
    if (bits & (FLAGS.HORIZON | FLAGS.PROBABILITY_CUT)) counts.leaves++
    if (bits & FLAGS.TERMINAL) counts.terminals++
    if (bits & FLAGS.NOT_RECORDED) counts.notRecorded++
  }
}

function noCounts(): Counts {
  const none = { entries: 0, expanded: 0, hits: 0, probabilityCuts: 0, windowCuts: 0, leaves: 0, terminals: 0, notRecorded: 0 }
  return { ...none, children: 0, kinds: KINDS.map(() => 0) }
}
