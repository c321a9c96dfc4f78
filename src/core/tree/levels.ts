import { finish, type Sliced } from '../sliced'
import { FLAG_NAMES, FLAGS, KINDS, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { LevelStatistics } from './views'
import { walkEntries } from './walk'

/** Largest number of levels: a search of 60 pairs has 122. */
const MOST_LEVELS = 256

/** The nodes of a level: how many have each combination of flags, which combinations there are, and how many nodes have each kind. */
interface Level {
  readonly number: number
  readonly flags: Uint32Array
  readonly combinations: number[]
  readonly kinds: Uint32Array
  expanded: number
  children: number
  below: Level | undefined
}

/** The tree level by level, from the root down. */
export function levelStatistics(trace: Trace): LevelStatistics[] {
  return finish(countLevels(trace))
}

/** Like `levelStatistics`, in slices. */
export function* countLevels(trace: Trace): Sliced<LevelStatistics[]> {
  const { children, flags, kind } = trace.columns
  const down = (node: NodeId, level: Level): Level => {
    if (level.flags[flags[node]!]!++ === 0) level.combinations.push(flags[node]!)
    level.kinds[kind[node]!]!++
    if (children[node] === 0) return level
    level.expanded++
    level.children += children[node]!
    return (level.below ??= level.number + 1 < MOST_LEVELS ? noNodes(level.number + 1) : level)
  }
  const first = noNodes(0)
  yield* walkEntries(trace, { down }, 0, first)
  const levels: LevelStatistics[] = []
  for (let level: Level | undefined = first; level?.number === levels.length; level = level.below)
    levels.push(statisticsOf(trace, level))
  return levels
}

function noNodes(number: number): Level {
  const [flags, kinds] = [new Uint32Array(1 << FLAG_NAMES.length), new Uint32Array(KINDS.length)]
  return { number, flags, combinations: [], kinds, expanded: 0, children: 0, below: undefined }
}

function statisticsOf(
  { head }: Trace,
  { number: level, flags, combinations, kinds, expanded, children }: Level,
): LevelStatistics {
  const inner = KINDS.filter((kind, index) => kind !== 'leaf' && kinds[index]! > 0)
  const having = (some: number) => combinations.reduce((sum, bits) => ((bits & some) === 0 ? sum : sum + flags[bits]!), 0)
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
    branching: expanded === 0 ? 0 : children / expanded,
    ms: head.levelMs?.[level] ?? null,
  }
}
