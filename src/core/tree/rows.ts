import type { EdgeId } from '../game/game'
import { differenceToBest } from '../rounding'
import { finish, type Sliced } from '../sliced'
import { FLAGS, type NodeId } from '../trace/format'
import { makeKey, type Place } from './views'
import type { Outline, OutlineRow } from './outline'
import type { RecordedTree } from './recordedTree'
import { windowEnd, type RowContent, type TreeCut, type TreeEdge, type TreeRow } from './views'

/** Rows between two pauses. */
const SLICE = 100
/** Parents to cache. */
const MOST_FAMILIES = 1000

/** The rows of an outline in full. */
export function fullRows(tree: RecordedTree, outline: Outline, rows: readonly OutlineRow[]): TreeRow[] {
  return finish(writeRows(tree, outline, rows))
}

/** Like `fullRows`, in slices, for tens of thousands of rows. */
export function* writeRows(tree: RecordedTree, outline: Outline, rows: readonly OutlineRow[]): Sliced<TreeRow[]> {
  const families = new Map<NodeId, Family>()
  const written: TreeRow[] = []
  for (const { place, level, position, siblings } of rows) {
    const content = rowContent(tree, place, families)
    written.push({ ...content, level, position, siblings, children: outline.childCount(place), open: outline.isOpen(place) })
    if (families.size > MOST_FAMILIES) families.clear()
    if (written.length % SLICE === 0) yield written.length / rows.length
  }
  return written
}

/** Writes rows outside any outline, one after the other. */
export function contentWriter(tree: RecordedTree): (place: Place) => RowContent {
  const families = new Map<NodeId, Family>()
  return place => rowContent(tree, place, families)
}

/** The facts that the children of a node share. */
interface Family {
  readonly reach: number
  readonly best: NodeId | undefined
  /** Result of `highestOf`. */
  readonly highest: Highest | undefined
}

/** A node as a row, outside any outline: counts all its children. */
export function looseRow(tree: RecordedTree, place: Place): TreeRow {
  const { node, draw } = place
  const { trace } = tree
  const parent = draw === undefined ? trace.parent(node) : node
  const siblings = draw === undefined ? (parent === undefined ? 1 : trace.childCount(parent)) : tree.outcomeCount(node)
  const position = draw === undefined ? (parent === undefined ? 1 : trace.children(parent).indexOf(node) + 1) : draw + 1
  return {
    ...rowContent(tree, place),
    level: trace.path(node).length + (draw === undefined ? 0 : 1),
    position,
    siblings,
    children: draw === undefined ? trace.childCount(node) || tree.outcomeCount(node) : 0,
    open: false,
  }
}

function rowContent(tree: RecordedTree, { node, draw }: Place, families = new Map<NodeId, Family>()): RowContent {
  return draw === undefined ? recordedContent(tree, node, families) : outcomeContent(tree, node, draw, families)
}

function recordedContent(tree: RecordedTree, node: NodeId, families: Map<NodeId, Family>): RowContent {
  const { trace } = tree
  const parent = trace.parent(node)
  const family = parent === undefined ? undefined : familyOf(tree, parent, families)
  const value = trace.value(node) ?? null
  const { chance, draws } = tree.chance(node)
  const probability = chance / draws
  const isOutcome = parent !== undefined && trace.kind(parent) === 'chance'
  const source = trace.source(node)
  const first = trace.firstSearch(node)
  const bound = tree.bound(node)
  const cut = cutOf(tree, node)
  const { alpha, beta } = trace.columns
  return {
    key: makeKey({ node }),
    kind: trace.kind(node),
    ...(trace.kind(node) === 'agent' && { agent: tree.game.choice(node).agent }),
    ...(parent !== undefined && { edge: edgeOf(tree, node) }),
    value,
    points: tree.reward(node),
    ...valuesAndVisits(tree, node),
    best: family?.best === node,
    tie: tree.isTie(node, family?.best),
    ...((bound === 'upper' || bound === 'lower') && { bound }),
    difference: differenceOf(tree, node, family?.highest),
    ...(alpha.length > 0 &&
      !trace.has(node, FLAGS.NOT_VISITED) && { window: { alpha: windowEnd(alpha[node]!), beta: windowEnd(beta[node]!) } }),
    ...(cut && { cut }),
    ...(first !== undefined && { first: makeKey({ node: first }) }),
    chance: probability,
    reach: family ? (family.reach / draws) * chance : trace.head.reach,
    ...(isOutcome && { contribution: value === null || !trace.isCounted(node) ? null : probability * value }),
    nodes: trace.effort(node),
    depth: trace.columns.depth[node]!,
    flags: tree.flagNames(node),
    ...(source !== undefined && { source: makeKey({ node: source }) }),
    derived: false,
  }
}

/** Fields that only some trees have. */
function valuesAndVisits(tree: RecordedTree, node: NodeId): Pick<TreeRow, 'values' | 'visits' | 'bonus'> {
  const { trace, game } = tree
  const values = trace.values(node)
  const visits = trace.visits(node)
  const parent = trace.parent(node)
  const all = parent !== undefined && tree.isAgents(parent) ? trace.visits(parent) : undefined
  return {
    ...(values && { values }),
    ...(visits !== undefined && { visits }),
    ...(game.bonus && visits && all && { bonus: game.bonus(all, visits) }),
  }
}

function outcomeContent(tree: RecordedTree, node: NodeId, draw: number, families: Map<NodeId, Family>): RowContent {
  const { edge, value, chance, draws } = tree.outcome(node, draw)
  const { reach } = familyOf(tree, node, families)
  return {
    key: makeKey({ node, draw }),
    kind: 'leaf',
    edge: outcomeEdge(tree, node, edge),
    value,
    points: 0,
    best: false,
    tie: false,
    difference: null,
    chance: chance / draws,
    reach: (reach / draws) * chance,
    contribution: (chance / draws) * value,
    nodes: 0,
    depth: 0,
    flags: [],
    derived: true,
  }
}

export function edgeOf<State>({ game, trace }: RecordedTree<State>, node: NodeId): TreeEdge {
  return { id: trace.columns.edge[node]!, words: game.words(node), notation: game.notation(node) }
}

/** The edge of an outcome in a leaf's mean. */
export function outcomeEdge<State>({ game }: RecordedTree<State>, leaf: NodeId, id: EdgeId): TreeEdge {
  return { id, words: game.outcomeWords(leaf, id), notation: game.outcomeNotation(leaf, id) }
}

function familyOf(tree: RecordedTree, parent: NodeId, families: Map<NodeId, Family>): Family {
  const known = families.get(parent)
  if (known) return known
  const best = tree.bestChild(parent)
  const family = { reach: tree.reach(parent), best, highest: highestOf(tree, parent, best) }
  families.set(parent, family)
  return family
}

/** Why a node was left before its last child. */
export function cutOf({ trace }: RecordedTree, node: NodeId): TreeCut | undefined {
  const [alpha, beta] = [trace.columns.alpha[node] ?? -Infinity, trace.columns.beta[node] ?? Infinity]
  const value = trace.value(node)
  // inside the window, it was cut at a value that nothing can exceed
  const isInside = value !== undefined && value > alpha && value < beta
  if (trace.has(node, FLAGS.BETA_CUT)) return { bound: 'lower', window: windowEnd(isInside ? Infinity : beta) }
  return trace.has(node, FLAGS.ALPHA_CUT) ? { bound: 'upper', window: windowEnd(isInside ? -Infinity : alpha) } : undefined
}

/** The value of an agent's node by its best child, and the children that can be compared with it: those with exact values. */
interface Highest {
  readonly worth: number
  readonly exact: ReadonlySet<NodeId>
}

/** `undefined` if no agent acts at the node, or if its best child has no known value. @param best its best child */
export function highestOf(tree: RecordedTree, node: NodeId, best: NodeId | undefined): Highest | undefined {
  if (best === undefined || tree.bound(best) !== 'exact') return undefined
  const exact = tree.comparable(node).filter(child => tree.bound(child) === 'exact' && tree.trace.isCounted(child))
  return { exact: new Set(exact), worth: exact.reduce((most, child) => Math.max(most, tree.worth(child)!), -Infinity) }
}

/** The difference between an action's value and the best: below 0 at MAX's node, above 0 at MIN's. */
export function differenceOf(tree: RecordedTree, child: NodeId, highest: Highest | undefined): number | null {
  if (!highest?.exact.has(child)) return null
  const isOfMin = tree.trace.kind(tree.trace.parent(child)!) === 'min'
  return isOfMin ? differenceToBest(tree.sum(child)!, 0 - highest.worth) : differenceToBest(tree.worth(child)!, highest.worth)
}
