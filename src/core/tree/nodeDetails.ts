import { FLAGS, type NodeId } from '../trace/format'
import { type Place, makeKey } from './views'
import { type RecordedTree, signed } from './recordedTree'
import { cutOf, differenceOf, edgeOf, highestOf, looseRow, outcomeEdge } from './rows'
import { type Backup, MOST_SIBLINGS, type MoveColumn, type TreeNode, type WorldsView } from './views'
import { isHigher } from '../rounding'

/** Everything about one node. */
export function nodeDetails(tree: RecordedTree, place: Place): TreeNode {
  const { game, trace } = tree
  const { node, draw } = place
  const state = tree.stateAt(place)
  const path = trace
    .path(node)
    .slice(1)
    .map(each => ({ key: makeKey({ node: each }), edge: edgeOf(tree, each) }))
  if (draw !== undefined) path.push({ key: makeKey(place), edge: outcomeEdge(tree, node, tree.outcome(node, draw).edge) })
  const own = draw === undefined
  const worlds = own ? worldsView(tree, node) : undefined
  return {
    row: looseRow(tree, place),
    state: game.format(state),
    path,
    backup: own ? backupOf(tree, node) : { rule: 'evaluated' },
    terms: trace.isDone(node) ? game.terms(state) : [],
    moves: own ? moveColumns(tree, node) : [],
    reused: own ? reuses(tree, node) : 0,
    ...(worlds && { worlds }),
  }
}

export function backupOf(tree: RecordedTree, node: NodeId): Backup {
  const { game, trace } = tree
  if (trace.has(node, FLAGS.NOT_VISITED)) return { rule: 'not-visited' }
  if (trace.has(node, FLAGS.TABLE_HIT)) {
    const source = trace.source(node)
    return {
      rule: 'table',
      source: source === undefined ? null : makeKey({ node: source }),
      sourceDepth: source === undefined ? null : trace.columns.depth[source]!,
    }
  }
  const floored = trace.has(node, FLAGS.FLOOR)
  if (trace.has(node, FLAGS.TERMINAL)) return { rule: 'dead', value: game.end, floored }
  if (trace.has(node, FLAGS.NOT_RECORDED)) return { rule: 'not-recorded' }
  if (tree.flagNames(node).includes('stopped') && trace.childCount(node) === 0) return { rule: 'stopped' }
  if (!trace.isDone(node) && trace.childCount(node) === 0) return { rule: 'not-yet' }
  const kind = trace.kind(node)
  if (kind === 'leaf') {
    const outcomes = tree.outcomes(node)
    if (outcomes.length === 0) return { rule: 'evaluated' }
    const parts = outcomes.map(({ edge, draws, chance, value }, draw) => ({
      key: makeKey({ node, draw }),
      edge: outcomeEdge(tree, node, edge),
      value,
      ...{ chance, draws, product: (chance / draws) * value },
    }))
    return { rule: 'mean', parts }
  }
  if (trace.visits(node) !== undefined) return visitsOf(tree, node)
  if (kind === 'chance') return meanOf(tree, node)
  const best = tree.bestChild(node)
  const compared = new Set(tree.comparable(node))
  const agent = tree.comparesFor(node)
  const parts = trace.children(node).map(child => ({
    ...partOf(tree, child),
    points: tree.reward(child, agent),
    sum: tree.sum(child, agent) ?? null,
    best: child === best,
    tie: tree.isTie(child, best),
    depth: trace.columns.depth[child]!,
    compared: compared.has(child),
  }))
  const cut = cutOf(tree, node)
  return { rule: kind, parts, floored, ...(cut && { cut }), ...(kind === 'agent' && { choice: game.choice(node) }) }
}

function visitsOf(tree: RecordedTree, node: NodeId): Backup {
  const { trace, game } = tree
  const visits = trace.visits(node)!
  const best = tree.bestChild(node)
  const children = trace.children(node)
  const parts = children.map(child => {
    const its = trace.visits(child)!
    const part = { ...partOf(tree, child), visits: its, best: child === best }
    if (!tree.isAgents(node)) return part
    return { ...part, worth: tree.worth(child) ?? null, ...(its > 0 && game.bonus && { bonus: game.bonus(visits, its) }) }
  })
  const mean = trace.valueTo(node, tree.comparesFor(node))
  return {
    rule: 'visits',
    visits,
    own: visits - parts.reduce((sum, part) => sum + part.visits, 0),
    worth: signed(trace.kind(node), mean) ?? null,
    parts,
  }
}

/** The mean of a chance node; for outcomes that were searched again, by the last search. */
function meanOf(tree: RecordedTree, node: NodeId): Backup {
  const parts = tree.actions(node).map(child => meanPart(tree, child))
  const cut = cutOf(tree, node)
  const value = tree.trace.value(node)
  const unknown = parts.filter(({ product }) => product === null)
  if (!cut || value === undefined) return { rule: 'mean', parts }
  if (unknown.length === 0) return { rule: 'mean', parts, cut }
  const chance = unknown.reduce((sum, { chance, draws }) => sum + chance / draws, 0)
  return {
    rule: 'mean',
    parts,
    cut,
    rest: { chance, product: parts.reduce((left, { product }) => left - (product ?? 0), value) },
  }
}

/** The fields of a child that every kind of backup has. */
function partOf(tree: RecordedTree, child: NodeId) {
  const { trace } = tree
  const bound = tree.bound(child)
  const values = trace.values(child)
  return {
    key: makeKey({ node: child }),
    edge: edgeOf(tree, child),
    value: trace.valueTo(child, tree.comparesFor(trace.parent(child)!)) ?? null,
    ...(values && { values }),
    ...((bound === 'upper' || bound === 'lower') && { bound }),
    ...(trace.has(child, FLAGS.NOT_VISITED) && { notVisited: true as const }),
    ...(trace.has(child, FLAGS.SEARCHED_AGAIN) && { again: true as const }),
  }
}

function meanPart(tree: RecordedTree, child: NodeId) {
  const { chance, draws } = tree.chance(child)
  const part = partOf(tree, child)
  return {
    ...part,
    chance,
    draws,
    product: part.value === null || !tree.trace.isCounted(child) ? null : (chance / draws) * part.value,
  }
}

function moveColumns(tree: RecordedTree, node: NodeId): MoveColumn[] {
  const { game, trace } = tree
  if (!tree.isAgents(node)) return []
  const sign = trace.kind(node) === 'min' ? -1 : 1
  const agent = tree.comparesFor(node)
  const best = tree.bestChild(node)
  const highest = highestOf(tree, node, best)
  return tree.actions(node).map(child => {
    const sum = tree.sum(child, agent)
    const state = tree.state(child)
    const bound = tree.bound(child)
    const places = outcomesBelow(tree, child, agent)
    const place = (isBetter: (a: number, b: number) => boolean) =>
      looseRow(
        tree,
        places.reduce((a, b) => (isBetter(sign * valueAt(tree, b, agent), sign * valueAt(tree, a, agent)) ? b : a)),
      )
    return {
      edge: edgeOf(tree, child),
      key: makeKey({ node: child }),
      state: game.format(state),
      points: tree.reward(child, agent),
      value: trace.valueTo(child, agent) ?? null,
      ...((bound === 'upper' || bound === 'lower') && { bound }),
      sum: sum ?? null,
      best: child === best,
      difference: differenceOf(tree, child, highest),
      nodes: trace.effort(child),
      terms: trace.isDone(child) ? game.terms(state) : [],
      ...(places.length > 0 && { worst: place((a, b) => a < b), luckiest: place((a, b) => a > b) }),
    }
  })
}

/** The outcomes below an action that have values for an agent, recorded or derived. */
function outcomesBelow(tree: RecordedTree, node: NodeId, agent: number): Place[] {
  const { trace } = tree
  const recorded =
    trace.kind(node) === 'chance' ? trace.children(node).filter(child => trace.valueTo(child, agent) !== undefined) : []
  return recorded.length > 0 ? recorded.map(child => ({ node: child })) : tree.outcomes(node).map((_, draw) => ({ node, draw }))
}

function valueAt(tree: RecordedTree, { node, draw }: Place, agent: number): number {
  return draw === undefined ? tree.trace.valueTo(node, agent)! : tree.outcome(node, draw).value
}

/** Number of table hits that reused a node's value. Visits all entries: some milliseconds in a tree of millions. */
function reuses({ trace }: RecordedTree, node: NodeId): number {
  if (trace.head.hits === 0 || trace.childCount(node) === 0) return 0
  const { link } = trace.columns
  let count = 0
  for (let each = 0; each < trace.entries; each++) if (link[each] === node && trace.has(each, FLAGS.TABLE_HIT)) count++
  return count
}

/** Values across the worlds of a tree; `undefined` for a tree without worlds. */
function worldsView(tree: RecordedTree, node: NodeId): WorldsView | undefined {
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
