/** The first plies of a tree, for a picture: an answer of bounded size, whatever the game. */
import { finish } from '../sliced'
import type { NodeId } from '../trace/format'
import { makeKey, parseKey, type Place } from './views'
import type { RecordedTree } from './recordedTree'
import { contentWriter } from './rows'
import {
  MOST_TOP_ACTIONS,
  MOST_TOP_NODES,
  MOST_TOP_OUTCOMES,
  TOP_CHARACTERS,
  type TOP_LINES,
  type NodeKey,
  type TopNode,
  type TopOutcome,
} from './views'
import { walk } from './walk'

/** What is said of a node beside its row, and which of its children follow. */
interface Shown {
  readonly facts: Pick<TopNode, 'position' | 'outcomes' | 'hidden'>
  readonly children: readonly Place[]
  /** The children that were walked through. */
  readonly nodes: TopNode[]
}

/** What a picture asks for. */
export interface TopRequest {
  /** Levels below the top node. */
  readonly plies: number
  /** Number of nodes that have their position, those near the top first. */
  readonly boards: number
  /** The top node; absent: the root. */
  readonly top?: Place
  /** Nodes with all their children, as far as there is room, below the last ply too. */
  readonly unfolded?: readonly NodeKey[]
  /** `best`: below the top node only the actions that are taken have children, and outcomes; a small tree is there as a whole. */
  readonly line?: (typeof TOP_LINES)[number]
  /** In a lecture, the node that the search is at. Nodes on the way to it are there, and the first of all children. */
  readonly at?: NodeId
}

/** Entries of a tree that is small. */
const SMALL = 40

/** The share of the room that unfolded nodes may take from the others. */
const UNFOLDED_SHARE = 0.6

/** The top node and the nodes below it, level by level while there is room. */
export function treeTop(tree: RecordedTree, request: TopRequest): TopNode {
  const { plies, boards, top = { node: 0 }, unfolded = [], line = 'all', at } = request
  const isUnfolded = new Set(unfolded)
  const way = new Set(at === undefined ? [] : tree.trace.path(at))
  const followed = line === 'all' || at !== undefined || tree.trace.entries <= SMALL ? undefined : new Set([makeKey(top)])
  const shown = new Map<NodeKey, Shown>()
  // a tree that has room as a whole lacks no action, and a small one no outcome
  const most = tree.trace.entries <= MOST_TOP_NODES ? MOST_TOP_NODES : MOST_TOP_ACTIONS
  const isOfThree = tree.trace.entries > SMALL
  let room = MOST_TOP_NODES - 1
  let characters = TOP_CHARACTERS
  let listed = MOST_TOP_OUTCOMES
  /** Room for the children of unfolded nodes further down. */
  let reserved = Math.min(
    room * UNFOLDED_SHARE,
    way.size + unfolded.reduce((sum, key) => sum + childrenOf(tree, parseKey(tree.trace, key)).length, 0),
  )
  // Step 1. Level by level, which nodes there are.
  let level = [top]
  for (let ply = 0; level.length > 0; ply++) {
    const below: Place[] = []
    for (const place of level) {
      const position = shown.size < boards && characters > 0 ? tree.game.format(tree.stateAt(place)) : undefined
      characters -= position?.length ?? 0
      const all = childrenOf(tree, place)
      const outcomes = outcomesOf(tree, place, all, listed)
      listed -= outcomes?.all.length ?? 0
      const isWhole = isUnfolded.has(makeKey(place))
      if (isWhole) reserved = Math.max(0, reserved - all.length)
      const free = Math.max(0, Math.floor(room - reserved))
      const isFollowed = ply < plies && free > 0 && (followed?.has(makeKey(place)) ?? true)
      const first = isFollowed && at !== undefined ? all.slice(0, Math.min(free, most)) : undefined
      const some = isWhole
        ? all.slice(0, free)
        : isFollowed
          ? (first ?? chosen(tree, place, all, isOfThree ? outcomes : undefined, { room: free, most }))
          : []
      const children = withNext(some, all, way, most)
      room -= children.length
      if (followed && (isFollowed || isWhole)) {
        const best = outcomes ? undefined : tree.bestChild(place.node)
        for (const child of children) if (outcomes || child.node === best) followed.add(makeKey(child))
      }
      const facts = {
        ...(position !== undefined && characters >= 0 && { position }),
        ...(outcomes && { outcomes }),
        hidden: { children: all.length - children.length, nodes: effort(tree, all) - effort(tree, children) },
      }
      shown.set(makeKey(place), { facts, children, nodes: [] })
      below.push(...children)
    }
    level = below
  }
  // Step 2. What they say.
  const contentOf = contentWriter(tree)
  const down = (place: Place) => shown.get(makeKey(place))
  const up = (place: Place, { facts, nodes }: Shown, above: Shown): Shown => {
    above.nodes.push({ ...contentOf(place), ...facts, children: nodes })
    return above
  }
  const start = { ...shown.get(makeKey(top))!, nodes: [] }
  return finish(walk((_, { children }) => children, { down, up }, top, start)).nodes[0]!
}

/** The children without earlier searches of the same position, or the outcomes in a leaf's mean. */
function childrenOf(tree: RecordedTree, place: Place): readonly Place[] {
  const below = tree.below(place)
  return below[0]?.draw === undefined && below.length > 0 ? tree.actions(place.node).map(node => ({ node })) : below
}

/** The outcomes of a chance event that have values; `undefined` if none follows, or none has a value. @param most of them listed */
function outcomesOf(tree: RecordedTree, { node, draw }: Place, children: readonly Place[], most: number): TopNode['outcomes'] {
  const { trace } = tree
  if (draw !== undefined || tree.isAgents(node)) return undefined
  const parent = trace.parent(node)
  const agent = parent === undefined ? 0 : tree.comparesFor(parent)
  const sign = parent !== undefined && trace.kind(parent) === 'min' ? -1 : 1
  const rated = children.flatMap(child => {
    const derived = child.draw === undefined ? undefined : tree.outcome(node, child.draw)
    const value = derived ? derived.value : trace.valueTo(child.node, agent)
    const { chance, draws } = derived ?? tree.chance(child.node)
    return value === undefined ? [] : [{ key: makeKey(child), worth: sign * value, probability: chance / draws }]
  })
  const [first, ...others] = rated
  if (!first) return undefined
  return {
    best: others.reduce((best, each) => (each.worth > best.worth ? each : best), first).key,
    likeliest: others.reduce((likeliest, each) => (each.probability > likeliest.probability ? each : likeliest), first).key,
    worst: others.reduce((worst, each) => (each.worth < worst.worth ? each : worst), first).key,
    all: rated.slice(0, most).map(({ key, worth, probability }): TopOutcome => [key, worth, probability]),
  }
}

/** The three outcomes of a chance event; of actions the first ones, and the best, while there is room. */
function chosen(
  tree: RecordedTree,
  { node }: Place,
  all: readonly Place[],
  outcomes: TopNode['outcomes'],
  { room, most }: { readonly room: number; readonly most: number },
): readonly Place[] {
  if (outcomes) {
    const { best, likeliest, worst } = outcomes
    const keys = [best, likeliest, worst].slice(0, room)
    return all.filter(child => keys.includes(makeKey(child)))
  }
  const best = tree.bestChild(node)
  const first = all.slice(0, Math.min(room, most))
  if (best === undefined || first.some(child => child.node === best)) return first
  return [...first.slice(0, -1), { node: best }]
}

/** The children that were chosen, and the one on the way. */
function withNext(some: readonly Place[], all: readonly Place[], way: ReadonlySet<NodeId>, most: number): readonly Place[] {
  const next = all.find(({ node, draw }) => draw === undefined && way.has(node))
  return !next || some.includes(next) ? some : [...some.slice(0, most - 1), next]
}

/** The search's count of nodes at and below recorded nodes. */
function effort({ trace }: RecordedTree, places: readonly Place[]): number {
  return places.reduce((sum, { node, draw }) => sum + (draw === undefined ? trace.effort(node) : 0), 0)
}
