import { spawnOfEdge } from '../../games/twenty48/edges'
import { chanceOf, reachOf, stepTo } from '../trace/boards'
import type { NodeId } from '../trace/format'
import { makeKey, type Place } from './key'
import type { Outline, OutlineRow } from './outline'
import type { RecordedTree } from './recordedTree'
import type { TreeRow } from './views'

/** What a row says of a node, besides its place in an outline. */
type RowContent = Omit<TreeRow, 'level' | 'position' | 'siblings' | 'children' | 'open'>

/** The rows of an outline in full. */
export function fullRows(tree: RecordedTree, outline: Outline, rows: readonly OutlineRow[]): TreeRow[] {
  return rows.map(({ place, level, position, siblings }) => ({
    ...rowContent(tree, place),
    level,
    position,
    siblings,
    children: outline.childCount(place),
    open: outline.isOpen(place),
  }))
}

/** A node as a row, outside any outline: all its children count. */
export function looseRow(tree: RecordedTree, place: Place): TreeRow {
  const { node, draw } = place
  const { trace } = tree
  const parent = draw === undefined ? trace.parent(node) : node
  const siblings = draw === undefined ? (parent === undefined ? 1 : trace.columns.children[parent]!) : tree.outcomes(node).length
  const position = draw === undefined ? (parent === undefined ? 1 : node - trace.firstChild(parent) + 1) : draw + 1
  return {
    ...rowContent(tree, place),
    level: trace.path(node).length + (draw === undefined ? 0 : 1),
    position,
    siblings,
    children: draw === undefined ? trace.columns.children[node]! || tree.outcomes(node).length : 0,
    open: false,
  }
}

function rowContent(tree: RecordedTree, { node, draw }: Place): RowContent {
  return draw === undefined ? recordedContent(tree, node) : outcomeContent(tree, node, draw)
}

function recordedContent(tree: RecordedTree, node: NodeId): RowContent {
  const { trace } = tree
  const parent = trace.parent(node)
  const edge = stepTo(trace, node)
  const value = trace.value(node) ?? null
  const { chance, draws } = chanceOf(trace, node)
  const probability = chance / draws
  const isTile = edge !== undefined && 'spawn' in edge
  const source = trace.source(node)
  return {
    key: makeKey({ node }),
    kind: trace.kind(node),
    ...(edge && { edge }),
    value,
    points: tree.points(node),
    share:
      parent === undefined
        ? 1
        : shareOf(
            tree.sum(node),
            trace.children(parent).map(each => tree.sum(each)),
          ),
    best: parent !== undefined && tree.bestChild(parent) === node,
    chance: probability,
    reach: reachOf(trace, node),
    ...(isTile && { contribution: value === null ? null : probability * value }),
    nodes: trace.columns.nodes[node]!,
    depth: trace.columns.depth[node]!,
    flags: trace.flagNames(node),
    ...(source !== undefined && { source: makeKey({ node: source }) }),
    derived: false,
  }
}

function outcomeContent(tree: RecordedTree, node: NodeId, draw: number): RowContent {
  const { edge, value, chance, draws } = tree.outcome(node, draw)
  const values = tree.outcomes(node).map(each => each.value)
  return {
    key: makeKey({ node, draw }),
    kind: 'leaf',
    edge: { spawn: spawnOfEdge(edge) },
    value,
    points: 0,
    share: shareOf(value, values),
    best: false,
    chance: chance / draws,
    reach: (reachOf(tree.trace, node) / draws) * chance,
    contribution: (chance / draws) * value,
    nodes: 0,
    depth: 0,
    flags: [],
    derived: true,
  }
}

/** Where a value lies between the lowest and the highest of some. */
function shareOf(value: number | undefined, among: readonly (number | undefined)[]): number {
  if (value === undefined) return 0
  const known = among.filter(each => each !== undefined)
  const [low, top] = [Math.min(...known), Math.max(...known)]
  return top === low ? 1 : (value - low) / (top - low)
}
