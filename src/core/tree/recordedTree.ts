import { LabError } from '../errors'
import { emptyCells, SPAWNS, type Board } from '../games/twenty48/board'
import { compileEvaluator } from '../games/twenty48/heuristics/evaluator'
import { boardSubject } from '../games/twenty48/tree/head'
import { isEqualButForRounding, isHigher } from '../rounding'
import { boardAfter, boardOf, derivedOutcomes, isMean, pointsOf, type DerivedOutcome } from '../games/twenty48/tree/boards'
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './key'

/** Boards kept at hand; one outline shows some dozens. */
const MOST_BOARDS = 20_000

/** A trace with what follows from it: boards, the tiles behind a leaf, which slide was taken. */
export class RecordedTree {
  readonly evaluate: (board: Board) => number
  readonly #boards = new Map<NodeId, Board>()
  /** Of the last leaf that was asked about: it is asked about each of its tiles. */
  #derived: { readonly node: NodeId; readonly outcomes: readonly DerivedOutcome[] } | undefined

  constructor(readonly trace: Trace) {
    this.evaluate = compileEvaluator(boardSubject(trace.head).evaluator)
  }

  /** @throws {LabError} `BAD_FILE` when the trace does not fit its own board. */
  board(node: NodeId): Board {
    const known = this.#boards.get(node)
    if (known) return known
    const parent = this.trace.parent(node)
    const parentBoard = parent === undefined ? undefined : this.#boards.get(parent)
    const board = parentBoard ? boardAfter(this.trace, parentBoard, node) : boardOf(this.trace, node)
    if (this.#boards.size >= MOST_BOARDS) this.#boards.clear()
    this.#boards.set(node, board)
    return board
  }

  boardAt({ node, draw }: Place): Board {
    return draw === undefined ? this.board(node) : this.outcome(node, draw).board
  }

  /** What a leaf took the mean over; empty for other nodes. */
  outcomes(node: NodeId): readonly DerivedOutcome[] {
    if (this.trace.kind(node) !== 'leaf') return []
    if (this.#derived?.node !== node)
      this.#derived = { node, outcomes: derivedOutcomes(this.trace, node, this.board(node), this.evaluate) }
    return this.#derived.outcomes
  }

  /** How many these are, without their values. */
  outcomeCount(node: NodeId): number {
    const { trace } = this
    return trace.kind(node) === 'leaf' && isMean(trace, node) ? emptyCells(this.board(node)).length * SPAWNS.length : 0
  }

  /** @throws {LabError} `NOT_FOUND` */
  outcome(node: NodeId, draw: number): DerivedOutcome {
    const outcome = this.outcomes(node)[draw]
    if (!outcome) throw new LabError('NOT_FOUND', `Node ${node} has no tile number ${draw}.`, { node, draw })
    return outcome
  }

  /** Points of the slide that led to the node, where values contain them; else 0. */
  points(node: NodeId): number {
    const parent = this.trace.parent(node)
    if (parent === undefined || boardSubject(this.trace.head).settings.points === 'ignored') return 0
    return pointsOf(this.trace, this.board(parent), node)
  }

  /** What the node brings its parent's player: points + value; `undefined` where the search did not finish it. */
  sum(node: NodeId): number | undefined {
    const value = this.trace.value(node)
    return value === undefined ? undefined : this.points(node) + value
  }

  /**
   * The children of a player's node that can be compared: all of them, but at the root of a search that was interrupted those
   * that it searched deepest.
   */
  comparable(node: NodeId): NodeId[] {
    const children = this.trace.children(node)
    const { depth } = this.trace.columns
    const deepest = Math.max(...children.map(child => depth[child]!))
    return children.filter(child => depth[child] === deepest)
  }

  /** The slide that a player's node takes, by the rule of ties that the search's report has: children stand in the order of slides. */
  bestChild(node: NodeId): NodeId | undefined {
    if (this.trace.kind(node) !== 'max') return undefined
    let best: NodeId | undefined
    let highest = -Infinity
    for (const child of this.comparable(node)) {
      const sum = this.sum(child)
      if (sum === undefined || (best !== undefined && !isHigher(sum, highest))) continue
      best = child
      highest = sum
    }
    return best
  }

  /** Whether a slide is worth as much as the best one, but for rounding, and is not the one that is taken. */
  isTie(child: NodeId, best: NodeId | undefined): boolean {
    const { depth } = this.trace.columns
    if (best === undefined || child === best || depth[child] !== depth[best]) return false
    const [sum, highest] = [this.sum(child), this.sum(best)]
    return sum !== undefined && highest !== undefined && isEqualButForRounding(sum, highest)
  }
}
