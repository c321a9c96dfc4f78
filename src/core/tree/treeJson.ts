import type { Values } from '../game/game'
import type { RootLine } from '../search/report'
import { DEEPEST, type FlagName, type NodeId, type NodeKind } from '../trace/format'
import { finish } from '../sliced'
import { makeKey, type Place } from './views'
import type { RecordedTree } from './recordedTree'
import type { NodeKey } from './views'
import { walk } from './walk'

/** A node as JSON; docs/terminal.md promises these fields. */
export interface NodeJson {
  /** The entry in the trace. An outcome of a leaf's mean has none: its key is the leaf's and its number, `123.4`. */
  readonly node: NodeId | NodeKey
  readonly kind: NodeKind
  /** `left`, `4@r2c3`; `null` for the root. */
  readonly edge: string | null
  /** The position as its game writes it. For 2048 the field is `board`, 16 digits: at a chance node or a leaf, the board after the move. */
  readonly state?: string
  readonly board?: string
  readonly value: number | null
  /** Present if the searcher has a value for each agent; and if its values are means of visits. */
  readonly values?: Values
  readonly visits?: number
  /** From its parent; and cumulative, from the root. */
  readonly probability: number
  readonly reach: number
  /** Reward of the action that led here. */
  readonly points: number
  /** `null` for a search to the end of the game, and for visits, which have no depth. */
  readonly depthLeft: number | null
  readonly flags: readonly FlagName[]
  /** For a table hit, the node that computed its value. */
  readonly source: NodeId | null
  /** For a searcher of the registry: how the value relates to the true one, and the window of its search; `null`: no bound. */
  readonly bound?: RootLine['bound'] | null
  readonly window?: readonly [alpha: number | null, beta: number | null]
  /** For a node that was searched again: its first search. */
  readonly first?: NodeId
  /** The search's count at and below it. */
  readonly subtree: number
  /** Number of children not listed. */
  readonly more: number
  readonly children: readonly NodeJson[]
}

/** Writes a subtree as one JSON object, `NodeJson`, in pieces: it may exceed the longest string. */
export function* treeJson(tree: RecordedTree, node: NodeId, levels: number): Generator<string, void, undefined> {
  let text = ''
  let isFirst = true
  const down = (place: Place, { left, reach }: Written): Written => {
    const own = place.draw === undefined ? nodeJson(tree, place.node, left) : outcomeJson(tree, place.node, place.draw, reach)
    text += `${isFirst ? '' : ','}${JSON.stringify(own).slice(0, -1)},"children":[`
    isFirst = true
    return { left: left - 1, reach: own.reach }
  }
  const up = (_place: Place, _own: Written, above: Written): Written => {
    text += ']}'
    isFirst = false
    return above
  }
  const children = (place: Place, { left }: Written) => (left < 0 ? [] : tree.below(place))
  const written = walk(children, { down, up }, { node }, { left: levels, reach: 0 })
  while (!written.next().done) {
    yield text
    text = ''
  }
  yield text
}

/** Levels left below a node, and its cumulative probability. */
interface Written {
  readonly left: number
  readonly reach: number
}

function nodeJson(tree: RecordedTree, node: NodeId, levels: number): Omit<NodeJson, 'children'> {
  const { game, trace } = tree
  const { chance, draws } = tree.chance(node)
  const depth = trace.columns.depth[node]!
  const values = trace.values(node)
  const visits = trace.visits(node)
  return {
    node,
    kind: trace.kind(node),
    edge: node === 0 ? null : game.notation(node),
    ...game.json(tree.state(node)),
    value: trace.value(node) ?? null,
    ...(values && { values }),
    ...(visits !== undefined && { visits }),
    probability: chance / draws,
    reach: tree.reach(node),
    points: node === 0 ? 0 : game.reward(node),
    depthLeft: depth === DEEPEST || visits !== undefined ? null : depth,
    flags: tree.flagNames(node),
    source: trace.source(node) ?? null,
    ...windowJson(tree, node),
    subtree: trace.columns.nodes[node]!,
    more: levels > 0 ? 0 : trace.childCount(node) + tree.outcomeCount(node),
  }
}

function windowJson(tree: RecordedTree, node: NodeId): Pick<NodeJson, 'bound' | 'window' | 'first'> {
  const { trace } = tree
  const { alpha, beta } = trace.columns
  if (alpha.length === 0) return {}
  const finite = (bound: number) => (Number.isFinite(bound) ? bound : null)
  const first = trace.firstSearch(node)
  return {
    bound: isSampled(tree, node) ? 'estimate' : (tree.bound(node) ?? null),
    window: [finite(alpha[node]!), finite(beta[node]!)],
    ...(first !== undefined && { first }),
  }
}

/** True if its value is the mean of a sample: of the visits, or of drawn worlds. */
function isSampled(tree: RecordedTree, node: NodeId): boolean {
  const { game, trace } = tree
  if (trace.visits(node) !== undefined) return trace.value(node) !== undefined && trace.kind(node) !== 'leaf'
  if (!game.hasWorlds || node !== 0) return false
  const text = (each: NodeId) => game.format(tree.state(each))
  const [world, ...others] = trace.children(0)
  return world === undefined || others.length > 0 || text(world) !== text(0) // if nothing is hidden, it is the position itself
}

/** @param reach of the leaf */
function outcomeJson(tree: RecordedTree, leaf: NodeId, draw: number, reach: number): Omit<NodeJson, 'children'> {
  const { game } = tree
  const { edge, state, draws, chance, value } = tree.outcome(leaf, draw)
  return {
    ...{ node: makeKey({ node: leaf, draw }), kind: 'leaf', edge: game.outcomeNotation(leaf, edge), ...game.json(state), value },
    ...{ probability: chance / draws, reach: (reach / draws) * chance, points: 0, depthLeft: 0, flags: [], source: null },
    ...{ subtree: 0, more: 0 },
  }
}

/** Number of nodes that `treeJson` writes; stops counting at `most` + 1. */
export function countNodes(tree: RecordedTree, node: NodeId, levels: number, most: number): number {
  let count = 0
  const down = (_place: Place, left: number) => (++count > most ? undefined : left - 1)
  const children = (place: Place, left: number) => (left < 0 || count > most ? [] : tree.below(place))
  finish(walk(children, { down }, { node }, levels))
  return Math.min(count, most + 1)
}
