import { finish, type Sliced } from '../sliced'
import { FLAG_NAMES, FLAGS, KINDS } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { LevelStatistics } from './views'
import { walkEntries, type EntryBlock } from './walk'

/** Levels of a walk: the last one has all from there on. */
const LEVELS = 256
/** Combinations of flags. */
const COMBINATIONS = 1 << FLAG_NAMES.length

/** Counts by level: of the nodes with each combination of flags, of each kind, with children; and of the children. */
interface Counts {
  readonly flags: Uint32Array
  /** Places in `flags` that are not 0. */
  readonly combinations: number[]
  readonly kinds: Uint32Array
  readonly expanded: Uint32Array
  readonly children: Uint32Array
}

/** The tree level by level, from the root down. */
export function levelStatistics(trace: Trace): LevelStatistics[] {
  return finish(countLevels(trace))
}

/** Like `levelStatistics`, in slices. */
export function* countLevels(trace: Trace): Sliced<LevelStatistics[]> {
  const counts: Counts = {
    flags: new Uint32Array(LEVELS * COMBINATIONS),
    combinations: [],
    kinds: new Uint32Array(LEVELS * KINDS.length),
    expanded: new Uint32Array(LEVELS),
    children: new Uint32Array(LEVELS),
  }
  let deepest = 0
  for (const block of walkEntries(trace, 0)) {
    deepest = Math.max(deepest, count(trace, block, counts))
    yield block.done
  }
  return Array.from({ length: deepest + 1 }, (_, level) => statisticsOf(trace, level, counts))
}

/** @returns the deepest level of the block */
function count({ columns }: Trace, { nodes, levels, size }: EntryBlock, counts: Counts): number {
  const { children, flags, kind } = columns
  let deepest = 0
  for (let i = 0; i < size; i++) {
    const node = nodes[i]!
    const level = levels[i]!
    const combination = level * COMBINATIONS + flags[node]!
    if (counts.flags[combination]!++ === 0) counts.combinations.push(combination)
    counts.kinds[level * KINDS.length + kind[node]!]!++
    if (level > deepest) deepest = level
    if (children[node] === 0) continue
    counts.expanded[level]!++
    counts.children[level]! += children[node]!
  }
  return deepest
}

function statisticsOf({ head }: Trace, level: number, counts: Counts): LevelStatistics {
  const kinds = counts.kinds.subarray(level * KINDS.length, (level + 1) * KINDS.length)
  const inner = KINDS.filter((kind, index) => kind !== 'leaf' && kinds[index]! > 0)
  const combinations = counts.combinations.filter(at => Math.floor(at / COMBINATIONS) === level)
  const having = (some: number) => combinations.reduce((sum, at) => ((at & some) === 0 ? sum : sum + counts.flags[at]!), 0)
  const expanded = counts.expanded[level]!
  return {
    level,
    kind: inner.length > 1 ? 'mixed' : (inner[0] ?? 'leaf'),
    entries: kinds.reduce((sum, count) => sum + count, 0),
    expanded,
    hits: having(FLAGS.TABLE_HIT),
    probabilityCuts: having(FLAGS.PROBABILITY_CUT),
    windowCuts: having(FLAGS.ALPHA_CUT | FLAGS.BETA_CUT),
    leaves: having(FLAGS.HORIZON | FLAGS.PROBABILITY_CUT),
    terminals: having(FLAGS.TERMINAL),
    notRecorded: having(FLAGS.NOT_RECORDED),
    branching: expanded === 0 ? 0 : counts.children[level]! / expanded,
    ms: head.levelMs?.[level] ?? null,
  }
}
