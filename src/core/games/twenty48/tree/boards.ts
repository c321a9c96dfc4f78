/** Boards of a recorded tree of 2048: they are not stored, but replayed from the root. */
import { LabError } from '../../../errors'
import {
  type Board,
  CELLS,
  MOVES,
  type Move,
  SPAWNS,
  type Slide,
  type Spawn,
  emptyCells,
  slide,
  slideOfEdge,
  spawnEdge,
  spawnOfEdge,
  withTile,
} from '../board'
import { MAX_DEPTH } from '../../../game/limits'
import type { NodeRule } from '../../../trace/check'
import { FLAGS, KINDS, type NodeId } from '../../../trace/format'
import type { Chance } from '../../../tree/treeGame'
import type { Trace } from '../../../trace/trace'
import { boardSubject } from './head'

/** Levels of the deepest search. */
const MOST_LEVELS = 2 * MAX_DEPTH + 2

const [MAX, CHANCE, , LEAF] = KINDS.map((_, index) => index)
const TILES = SPAWNS.length
const SLIDE_EDGES = MOVES.length
const TILE_EDGES = CELLS * TILES

/** How a node was reached from its parent. */
type Step = { readonly move: Move } | { readonly spawn: Spawn }

/** `undefined` for the root. */
export function stepTo(trace: Trace, node: NodeId): Step | undefined {
  const parent = trace.parent(node)
  if (parent === undefined) return undefined
  const edge = trace.columns.edge[node]!
  if (trace.kind(parent) !== 'max') return { spawn: spawnOfEdge(edge) }
  const move = slideOfEdge(edge)
  if (move === undefined) throw unplayable(node, `no move has the number ${edge}`)
  return { move }
}

/** The board of a node from that of its parent. @throws {LabError} `BAD_FILE` */
export function boardAfter(trace: Trace, parentBoard: Board, node: NodeId): Board {
  const step = stepTo(trace, node)!
  if ('move' in step) return slid(parentBoard, step.move, node).board
  if (parentBoard[step.spawn.cell] !== 0) throw unplayable(node, `cell ${step.spawn.cell} is not empty`)
  return withTile(parentBoard, step.spawn)
}

/**
 * Points of the slide that led to a node, which its parent adds to its value if the settings say so; 0 after a tile.
 * @throws {LabError} `BAD_FILE`
 */
export function pointsOf(trace: Trace, parentBoard: Board, node: NodeId): number {
  const step = stepTo(trace, node)
  return step && 'move' in step ? slid(parentBoard, step.move, node).reward : 0
}

/** Checks what holds of every node of a tree of 2048's own searchers: whose turn it is, the order of edges, tiles in pairs. */
export function boardRule(trace: Trace): NodeRule {
  const { kind, children, edge, parent, link, value, flags } = trace.columns
  /** The edge of the last child of each node on the line. */
  const last = new Int32Array(MOST_LEVELS + 1)
  return (node, level) => {
    if (level >= MOST_LEVELS) return 'is deeper than any search'
    last[level + 1] = -1
    const its = kind[node]!
    if (!Number.isFinite(value[node]) && (flags[node]! & FLAGS.STOPPED) === 0) return 'has no number for its value'
    if (its === CHANCE && children[node]! % TILES !== 0) return 'has tiles that are not in pairs'
    if (link[node] !== 0 && children[node] === 0 && kind[link[node]!] !== CHANCE)
      return 'has its value from a node that was not searched'
    if (node === 0) return undefined
    const isAfterSlide = kind[parent[node]!] === MAX
    const by = edge[node]!
    if (by >= (isAfterSlide ? SLIDE_EDGES : TILE_EDGES)) return 'has an edge that there is not'
    if (by <= last[level]!) return 'has its edge twice, or out of order'
    last[level] = by
    const isWrong = isAfterSlide ? its === MAX : its !== MAX && its !== LEAF
    return isWrong ? 'follows a node of the wrong kind' : undefined
  }
}

/** With what chance a node follows its parent: certainly after a slide. */
export function chanceOf(trace: Trace, node: NodeId): Chance {
  const parent = trace.parent(node)
  if (parent === undefined || trace.kind(parent) !== 'chance') return { draws: 1, chance: 1 }
  return {
    draws: trace.columns.children[parent]! / SPAWNS.length,
    chance: SPAWNS[spawnOfEdge(trace.columns.edge[node]!).rank - 1]!.chance,
  }
}

/** A board that a leaf with `leaf: spawned` was valued by. It has no entry: it follows from the leaf's own board. */
export interface DerivedOutcome extends Chance {
  readonly spawn: Spawn
  readonly edge: number
  readonly board: Board
  readonly value: number
}

/** Whether a leaf's value is a mean over the tiles that may appear. */
export function isMean(trace: Trace, node: NodeId): boolean {
  return boardSubject(trace.head).settings.leaf === 'spawned' && trace.has(node, FLAGS.HORIZON | FLAGS.PROBABILITY_CUT)
}

/**
 * The boards whose mean a leaf's value is, in the order of the search; none if the leaf was valued itself, and none of
 * other nodes. @param board of the node
 */
export function derivedOutcomes(trace: Trace, node: NodeId, board: Board, evaluate: (board: Board) => number): DerivedOutcome[] {
  if (!isMean(trace, node)) return []
  const cells = emptyCells(board)
  return cells.flatMap(cell =>
    SPAWNS.map(({ rank, chance }) => {
      const spawn = { cell, rank }
      const next = withTile(board, spawn)
      return { spawn, edge: spawnEdge(spawn), draws: cells.length, chance, board: next, value: evaluate(next) }
    }),
  )
}

/** How many boards that would be. */
export function outcomeCount(board: Board): number {
  return emptyCells(board).length * SPAWNS.length
}

function slid(board: Board, move: Move, node: NodeId): Slide {
  const after = slide(board, move)
  if (!after) throw unplayable(node, `the move ${move} moves nothing`)
  return after
}

function unplayable(node: NodeId, problem: string): LabError {
  return new LabError('BAD_FILE', `the trace does not fit its board: node ${node}: ${problem}`, { node })
}
