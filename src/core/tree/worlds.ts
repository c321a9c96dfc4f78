import { isHigher } from '../rounding'
import { FLAGS, type NodeId } from '../trace/format'
import { makeKey } from './key'
import type { RecordedTree } from './recordedTree'
import { edgeOf } from './rows'
import { MOST_SIBLINGS, type WorldsView } from './views'

/** Values across the worlds of a tree; `undefined` for a tree without worlds. */
export function worldsView(tree: RecordedTree, node: NodeId): WorldsView | undefined {
  const { trace, game } = tree
  if (!game.hasWorlds) return undefined
  const worlds = trace.children(0)
  const [, world, ...below] = trace.path(node)
  const edges = below.map(each => trace.columns.edge[each]!)
  return {
    count: worlds.length,
    actions: world === undefined ? actionsOf(tree, worlds) : [],
    siblings: edges.length === 0 ? [] : worlds.slice(0, MOST_SIBLINGS).map(each => siblingIn(tree, each, edges)),
  }
}

function actionsOf(tree: RecordedTree, worlds: readonly NodeId[]): WorldsView['actions'] {
  const { trace } = tree
  // some of the worlds alone give no mean over all
  const isDone = trace.value(0) !== undefined && !trace.has(0, FLAGS.NOT_RECORDED)
  const children = new Map<number, NodeId>()
  const sums = new Map<number, number>()
  for (const world of worlds) {
    if (!tree.isAgents(world)) continue
    const { chance, draws } = tree.chance(world)
    for (const child of tree.actions(world)) {
      const edge = trace.columns.edge[child]!
      if (!children.has(edge)) children.set(edge, child)
      const sum = tree.sum(child, tree.comparesFor(world)) ?? NaN
      sums.set(edge, (sums.get(edge) ?? 0) + (chance / draws) * sum)
    }
  }
  const sign = worlds[0] !== undefined && trace.kind(worlds[0]) === 'min' ? -1 : 1
  const inOrder = [...children].toSorted(([one], [other]) => one - other)
  let best: number | undefined
  for (const [edge] of inOrder) if (best === undefined || isHigher(sign * sums.get(edge)!, sign * sums.get(best)!)) best = edge
  return inOrder.map(([edge, child]) => {
    const mean = sums.get(edge)!
    const isKnown = isDone && !Number.isNaN(mean)
    return { edge: edgeOf(tree, child), mean: isKnown ? mean : null, best: isKnown && edge === best }
  })
}

function siblingIn(tree: RecordedTree, world: NodeId, edges: readonly number[]): WorldsView['siblings'][number] {
  const { trace } = tree
  let node: NodeId | undefined = world
  for (const edge of edges) if (node !== undefined) node = trace.child(node, edge)
  const { chance, draws } = tree.chance(world)
  const bound = node === undefined ? undefined : tree.bound(node)
  return {
    edge: edgeOf(tree, world),
    key: node === undefined ? null : makeKey({ node }),
    chance: chance / draws,
    sum: node === undefined ? null : (tree.sum(node, tree.comparesFor(trace.parent(node)!)) ?? null),
    ...((bound === 'upper' || bound === 'lower') && { bound }),
  }
}
