/** The first plies of a tree, for a picture: an answer of bounded size, whatever the game. */
import { finish } from '../sliced'
import { makeKey, type Place } from './key'
import type { RecordedTree } from './recordedTree'
import { contentWriter } from './rows'
import { MOST_TOP_ACTIONS, MOST_TOP_NODES, TOP_CHARACTERS, type NodeKey, type TopNode } from './views'
import { walk } from './walk'

/** What is said of a node beside its row, and which of its children follow. */
interface Shown {
  readonly facts: Pick<TopNode, 'position' | 'outcomes' | 'hidden'>
  readonly children: readonly Place[]
}

/**
 * The root and the nodes below it, level by level while there is room.
 * @param plies levels below the root
 * @param boards number of nodes that have their position, those near the root first
 */
export function treeTop(tree: RecordedTree, plies: number, boards: number): TopNode {
  const root: Place = { node: 0 }
  const shown = new Map<NodeKey, Shown>()
  let room = MOST_TOP_NODES - 1
  let characters = TOP_CHARACTERS
  // Step 1. Level by level, which nodes there are.
  let level = [root]
  for (let ply = 0; level.length > 0; ply++) {
    const next: Place[] = []
    for (const place of level) {
      const position = shown.size < boards && characters > 0 ? tree.game.format(tree.stateAt(place)) : undefined
      characters -= position?.length ?? 0
      const all = childrenOf(tree, place)
      const outcomes = outcomesOf(tree, place, all)
      const children = ply < plies && room > 0 ? chosen(tree, place, all, outcomes, room) : []
      room -= children.length
      const facts = {
        ...(position !== undefined && characters >= 0 && { position }),
        ...(outcomes && { outcomes }),
        hidden: { children: all.length - children.length, nodes: effort(tree, all) - effort(tree, children) },
      }
      shown.set(makeKey(place), { facts, children })
      next.push(...children)
    }
    level = next
  }
  // Step 2. What they say.
  const contentOf = contentWriter(tree)
  const up = (place: Place, { facts }: Shown, children: readonly TopNode[]) => ({ ...contentOf(place), ...facts, children })
  const down = (place: Place) => shown.get(makeKey(place))
  return finish(walk<Place, Shown, TopNode>({ down, children: (_, { children }) => children, up }, root, shown.get('0')!))!
}

/** The children without earlier searches of the same position, or the outcomes in a leaf's mean. */
function childrenOf(tree: RecordedTree, place: Place): readonly Place[] {
  const below = tree.below(place)
  return below[0]?.draw === undefined && below.length > 0 ? tree.actions(place.node).map(node => ({ node })) : below
}

/** The three outcomes of a chance event that a picture shows; `undefined` if none follows, or none has a value. */
function outcomesOf(tree: RecordedTree, { node, draw }: Place, children: readonly Place[]): TopNode['outcomes'] {
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
  }
}

/** The three outcomes of a chance event; of actions the first ones, and the best, while there is room. */
function chosen(
  tree: RecordedTree,
  { node }: Place,
  all: readonly Place[],
  outcomes: TopNode['outcomes'],
  room: number,
): readonly Place[] {
  if (outcomes) {
    const keys = Object.values(outcomes).slice(0, room)
    return all.filter(child => keys.includes(makeKey(child)))
  }
  const best = tree.bestChild(node)
  const first = all.slice(0, Math.min(room, MOST_TOP_ACTIONS))
  if (best === undefined || first.some(child => child.node === best)) return first
  return [...first.slice(0, -1), { node: best }]
}

/** The search's count of nodes at and below recorded nodes. */
function effort({ trace }: RecordedTree, places: readonly Place[]): number {
  return places.reduce((sum, { node, draw }) => sum + (draw === undefined ? trace.effort(node) : 0), 0)
}
