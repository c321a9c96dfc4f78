import { SPAWNS } from '../games/twenty48/board'
import { boardSubject } from '../games/twenty48/tree/head'
import { differenceToBest } from '../rounding'
import { contributions } from '../games/twenty48/heuristics/evaluator'
import { chanceOf, stepTo } from '../games/twenty48/tree/boards'
import { FLAGS, type NodeId } from '../trace/format'
import { makeKey, type Place } from './key'
import type { RecordedTree } from './recordedTree'
import { looseRow } from './rows'
import type { Backup, MoveColumn, TreeNode } from './views'

/** Everything about one node. */
export function nodeDetails(tree: RecordedTree, place: Place): TreeNode {
  const { trace } = tree
  const board = tree.boardAt(place)
  const path = trace
    .path(place.node)
    .slice(1)
    .map(node => ({ key: makeKey({ node }), edge: stepTo(trace, node)! }))
  if (place.draw !== undefined) path.push({ key: makeKey(place), edge: { spawn: tree.outcome(place.node, place.draw).spawn } })
  const { alpha, beta } = trace.columns
  return {
    row: looseRow(tree, place),
    board,
    path,
    backup: place.draw === undefined ? backupOf(tree, place.node) : { rule: 'evaluated' },
    terms: contributions(boardSubject(trace.head).evaluator, board),
    moves: place.draw === undefined ? moveColumns(tree, place.node) : [],
    ...(place.draw === undefined && alpha.length > 0 && { window: { alpha: alpha[place.node]!, beta: beta[place.node]! } }),
    reused: place.draw === undefined ? reuses(tree, place.node) : 0,
  }
}

export function backupOf(tree: RecordedTree, node: NodeId): Backup {
  const { trace } = tree
  const { dead } = boardSubject(trace.head).settings
  if (trace.has(node, FLAGS.TABLE_HIT)) {
    const source = trace.source(node)
    return {
      rule: 'table',
      source: source === undefined ? null : makeKey({ node: source }),
      sourceDepth: source === undefined ? null : trace.columns.depth[source]!,
    }
  }
  if (trace.kind(node) === 'leaf') {
    const outcomes = tree.outcomes(node)
    if (outcomes.length === 0) return { rule: 'evaluated' }
    const parts = outcomes.map(({ spawn, draws, chance, value }, draw) => ({
      key: makeKey({ node, draw }),
      edge: { spawn },
      value,
      tile: chance,
      product: (chance / draws) * value,
    }))
    return { rule: 'mean', cells: outcomes[0]!.draws, parts }
  }
  const floored = trace.has(node, FLAGS.FLOOR)
  if (trace.has(node, FLAGS.TERMINAL)) return { rule: 'dead', value: dead, floored }
  if (trace.has(node, FLAGS.NOT_RECORDED)) return { rule: 'not-recorded' }
  if (trace.has(node, FLAGS.STOPPED) && trace.columns.children[node] === 0) return { rule: 'stopped' }
  if (trace.kind(node) === 'chance') {
    const children = trace.children(node)
    return { rule: 'mean', cells: children.length / SPAWNS.length, parts: children.map(child => meanPart(tree, child)) }
  }
  const best = tree.bestChild(node)
  const compared = tree.comparable(node)
  const parts = trace.children(node).map(child => ({
    key: makeKey({ node: child }),
    edge: stepTo(trace, child)!,
    value: trace.value(child) ?? null,
    points: tree.points(child),
    sum: tree.sum(child) ?? null,
    best: child === best,
    tie: tree.isTie(child, best),
    depth: trace.columns.depth[child]!,
    compared: compared.includes(child),
  }))
  return { rule: 'max', parts, floored }
}

function meanPart(tree: RecordedTree, child: NodeId) {
  const { trace } = tree
  const { chance, draws } = chanceOf(trace, child)
  const value = trace.value(child) ?? null
  return {
    key: makeKey({ node: child }),
    edge: stepTo(trace, child)!,
    value,
    tile: chance,
    product: value === null ? null : (chance / draws) * value,
  }
}

function moveColumns(tree: RecordedTree, node: NodeId): MoveColumn[] {
  const { trace } = tree
  if (trace.kind(node) !== 'max') return []
  const children = trace.children(node)
  const compared = tree.comparable(node)
  const known = compared.map(child => tree.sum(child)).filter(sum => sum !== undefined)
  const highest = Math.max(...known)
  const best = tree.bestChild(node)
  return children.flatMap(child => {
    const edge = stepTo(trace, child)!
    if (!('move' in edge)) return []
    const sum = tree.sum(child)
    const board = tree.board(child)
    const places = tilesBelow(tree, child)
    return {
      move: edge.move,
      key: makeKey({ node: child }),
      board,
      points: tree.points(child),
      value: trace.value(child) ?? null,
      sum: sum ?? null,
      best: child === best,
      loss: sum === undefined || !compared.includes(child) ? null : differenceToBest(sum, highest),
      nodes: trace.columns.nodes[child]!,
      terms: contributions(boardSubject(trace.head).evaluator, board),
      ...(places.length > 0 && {
        worst: looseRow(
          tree,
          places.reduce((a, b) => (valueAt(tree, b) < valueAt(tree, a) ? b : a)),
        ),
        luckiest: looseRow(
          tree,
          places.reduce((a, b) => (valueAt(tree, b) > valueAt(tree, a) ? b : a)),
        ),
      }),
    }
  })
}

/** The tiles below an afterstate that have values, recorded or derived. */
function tilesBelow(tree: RecordedTree, node: NodeId): Place[] {
  const recorded = tree.trace.children(node).filter(child => tree.trace.value(child) !== undefined)
  return recorded.length > 0 ? recorded.map(child => ({ node: child })) : tree.outcomes(node).map((_, draw) => ({ node, draw }))
}

function valueAt(tree: RecordedTree, { node, draw }: Place): number {
  return draw === undefined ? tree.trace.value(node)! : tree.outcome(node, draw).value
}

/** Table hits whose value a node had computed. Looks at all entries: some milliseconds in a tree of millions. */
function reuses({ trace }: RecordedTree, node: NodeId): number {
  if (trace.kind(node) !== 'chance') return 0
  const { link, flags } = trace.columns
  let count = 0
  for (let each = 0; each < trace.entries; each++) if (link[each] === node && (flags[each]! & FLAGS.TABLE_HIT) !== 0) count++
  return count
}
