/** Recorded trees of 2048 by the kernel and its textbook. */
import type { OpenTreeGame } from '../../../tree/treeGame'
import { LabError } from '../../../errors'
import {
  type Board,
  CELLS,
  EMPTY,
  SIDE,
  SLIDE_SIGNS,
  SPAWNS,
  type Spawn,
  emptyCells,
  face,
  faceSum,
  sameBoard,
  slideOfEdge,
  spawnOfEdge,
  withTile,
} from '../board'
import { twenty48, type Twenty48State } from '../game'
import { compileEvaluator, contributions } from '../heuristics/evaluator'
import type { Evaluator, Feature } from '../heuristics/family'
import type { NetworkSource } from '../heuristics/networkEvaluator'
import { makePosition, makeSpawn } from '../notation'
import type { PseudoLine } from '../../../search/pseudoCode'
import { boardAfter, chanceOf, derivedOutcomes, isMean, outcomeCount, pointsOf, stepTo } from './boards'
import { boardRoot, boardSubject } from './head'
import type { Sliced } from '../../../sliced'
import type { Trace } from '../../../trace/trace'
import type { Place } from '../../../tree/views'
import { isNearer } from '../../../rounding'
import { MAX_DEPTH } from '../../../game/limits'
import { KINDS, type NodeId } from '../../../trace/format'

/** The textbook's two functions, in pairs of a tile and a move. */
export const BOARD_CODE: readonly PseudoLine[] = [
  { text: 'player(board, d, p):', on: ['enter max'] },
  { text: '  for each move that shifts a tile, up, down, left, right:', on: ['call max'] },
  { text: '    best ← max(best, points + chance(board after it, d, p))', on: ['improve max'] },
  { text: "  return max(floor, best), or the dead board's value", on: ['leave max'] },
  { text: 'chance(afterstate, d, p):', on: ['enter chance', 'enter leaf'] },
  { text: '  if d = 0 or p < cut: return leaf(afterstate)', on: ['ended leaf'] },
  { text: '  if the table knows it: return its value', on: ['known leaf'] },
  { text: '  for each empty cell, a 2 and a 4:', on: ['call chance'] },
  { text: '    sum ← sum + P · player(with the tile, d − 1, p / cells · P)', on: ['improve chance'] },
  { text: '  return sum / cells', on: ['leave chance'] },
]

/** @param networks for an evaluator that names one */
export const boardTreeGame =
  (networks?: NetworkSource): OpenTreeGame<Twenty48State> =>
  ({ trace, state }) => {
    const { evaluator, settings } = boardSubject(trace.head)
    const evaluate = evaluateOf(evaluator, networks)
    const isAfterSlide = (node: number) => trace.kind(trace.parent(node)!) === 'max'
    return {
      root: twenty48.parse(trace.head.root),
      after: ({ board }, node) => ({ board: boardAfter(trace, board, node), turn: isAfterSlide(node) ? 'chance' : 0 }),
      turn: node => (node === 0 ? trace.head.rootKind : isAfterSlide(node) ? 'chance' : 'max'),
      chance: node => chanceOf(trace, node),
      choice: () => ({ agent: 0, for: 0 }),
      hasWorlds: false,
      reward: node => (isAfterSlide(node) ? pointsOf(trace, state(trace.parent(node)!).board, node) : 0),
      hasRewards: settings.points === 'added',
      words(node) {
        const { [node]: edge } = trace.columns.edge
        return isAfterSlide(node) ? SLIDE_SIGNS[slideOfEdge(edge!)!] : spawnWords(edge!)
      },
      notation(node) {
        const step = stepTo(trace, node)!
        return 'move' in step ? step.move : makeSpawn(step.spawn)
      },
      outcomeWords: (_, edge) => spawnWords(edge),
      outcomeNotation: (_, edge) => makeSpawn(spawnOfEdge(edge)),
      format: position => twenty48.format(position),
      parse: text => twenty48.parse(text),
      json: ({ board }) => ({ board: makePosition(board) }),
      title: ({ board }) => makePosition(board),
      terms: ({ board }) => (evaluate ? contributions(evaluator, board, networks) : []),
      end: settings.dead,
      outcomes: leaf =>
        evaluate && isMean(trace, leaf)
          ? derivedOutcomes(trace, leaf, state(leaf).board, evaluate).map(({ board, ...outcome }) => ({
              ...outcome,
              state: { board, turn: 0 },
            }))
          : [],
      outcomeCount: leaf => (evaluate && isMean(trace, leaf) ? outcomeCount(state(leaf).board) : 0),
      expected(node, tiles) {
        if (!evaluate) return undefined
        const { cell, rank } = likelySpawn(state(node).board, evaluate)
        return tiles.find(tile => {
          const spawn = spawnOfEdge(trace.columns.edge[tile]!)
          return spawn.cell === cell && spawn.rank === rank
        })
      },
      names: { effort: nodes => (nodes === 1 ? 'move' : 'moves'), done: 'tried', end: 'no move' },
      effortOfEdge: from => (from === 'max' ? 1 : 0),
      find: ({ board }, after) => findBoard(trace, board, after),
      isSame: (one, other) => sameBoard(one.board, other.board),
    }
  }

/** `undefined` if the network is not on this machine: the tree is shown, and what follows from the evaluator is not. */
function evaluateOf(evaluator: Evaluator, networks: NetworkSource | undefined): Feature | undefined {
  if (evaluator.family !== 'network') return compileEvaluator(evaluator)
  try {
    const evaluate = compileEvaluator(evaluator, networks)
    evaluate(EMPTY)
    return evaluate
  } catch (error) {
    if (error instanceof LabError) return undefined
    throw error
  }
}

/** `4 @ r2c3`. */
function spawnWords(edge: number): string {
  const { cell, rank } = spawnOfEdge(edge)
  return `${face(rank)} @ r${Math.floor(cell / SIDE) + 1}c${(cell % SIDE) + 1}`
}

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this board, the tiles behind leaves included, whether a slide or a tile is next. */
function* findBoard(trace: Trace, wanted: Board, after: Place): Sliced<Place | undefined> {
  const walk = new BoardWalk(trace, wanted, after.node)
  const from = walk.share()
  // Step 1. What stands behind the leaf itself.
  const own = walk.found()
  if (own && (own.draw ?? -1) > (after.draw ?? -1)) return own
  // Step 2. What comes after it, then from the root on to it.
  let visited = 0
  let before = 0
  for (;;) {
    if (!walk.goOn()) {
      if (before === 1) return own // it stands where the walk passes over
      before = 1
      walk.restart()
    }
    if (before === 1 && walk.node === after.node) return own
    const found = walk.found()
    if (found) return found
    if (++visited % SLICE === 0) yield Math.min(1, before + walk.share() - from)
  }
}

/** A 2, the likelier tile. All cells are equally likely: the first whose board is valued nearest to their mean is shown. */
export function likelySpawn(after: Board, evaluate: Feature): Spawn {
  const spawns = emptyCells(after).map(cell => ({ cell, rank: SPAWNS[0].rank }))
  const values = spawns.map(spawn => evaluate(withTile(after, spawn)))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let nearest = 0
  for (const [i, value] of values.entries()) if (isNearer(value, values[nearest]!, mean)) nearest = i
  return spawns[nearest]!
}

const [MAX, , , LEAF] = KINDS.map((_, index) => index)
const MOST_LEVELS = 2 * MAX_DEPTH + 2
const FACES = SPAWNS.map(({ rank }) => face(rank))
const SMALLEST_TILE = Math.min(...FACES)
const LARGEST_TILE = Math.max(...FACES)
const LINES = 2 * SIDE
/** Slides along columns: up and down. */
const VERTICAL_EDGES = 2

/**
 * Visits the nodes of a tree where a board may be, in search order, without replaying boards. A tile increases the sum of faces, so most of
 * a tree is skipped; a move keeps the sum of each line along it, so most of the rest proves to be another board.
 */
class BoardWalk {
  /** From the root to the current node; for each level, what is known of its board. */
  readonly #path = new Uint32Array(MOST_LEVELS)
  readonly #sums = new Float64Array(MOST_LEVELS)
  readonly #boards: (Board | undefined)[] = []
  /** Four rows and four columns, if `#hasLines` is set. */
  readonly #lines = new Float64Array(MOST_LEVELS * LINES)
  readonly #hasLines = new Uint8Array(MOST_LEVELS)
  #level = 0
  readonly #sum: number
  readonly #wantedLines = new Float64Array(LINES)

  constructor(
    private readonly trace: Trace,
    private readonly wanted: Board,
    start: NodeId,
  ) {
    const { board } = boardRoot(trace.head.root)
    this.#sum = faceSum(wanted)
    addLines(wanted, this.#wantedLines, 0)
    this.#sums[0] = faceSum(board)
    this.#boards[0] = board
    for (const node of trace.path(start).slice(1)) this.#push(node)
  }

  get node(): NodeId {
    return this.#path[this.#level]!
  }

  restart(): void {
    this.#level = 0
  }

  /** Goes to the next node that is not skipped; `false` after the last. */
  goOn(): boolean {
    const first = this.trace.firstChild(this.node)
    if (first !== 0 && this.#mayBeBelow()) {
      this.#push(first)
      return true
    }
    while (this.#level > 0) {
      const next = this.trace.nextSibling(this.node)
      this.#level--
      if (next === 0) continue
      this.#push(next)
      return true
    }
    return false
  }

  /** The place of the board at this node: the node itself or, for another sum, a tile of a leaf. */
  found(): Place | undefined {
    const { node } = this
    const missing = this.#sum - this.#sums[this.#level]!
    if (missing === 0) return this.#mayHave(0) && sameBoard(this.#board(this.#level), this.wanted) ? { node } : undefined
    const spawn = FACES.indexOf(missing)
    if (spawn < 0 || this.trace.columns.kind[node] !== LEAF || !isMean(this.trace, node) || !this.#mayHave(1)) return undefined
    const board = this.#board(this.#level)
    const cells = emptyCells(board)
    const place = cells.findIndex(cell => sameBoard(board.with(cell, SPAWNS[spawn]!.rank), this.wanted))
    return place < 0 ? undefined : { node, draw: place * SPAWNS.length + spawn }
  }

  /** Share of the tree before this node. */
  share(): number {
    return this.node / this.trace.entries
  }

  #push(node: NodeId): void {
    const { edge, kind } = this.trace.columns
    const added = kind[this.node] === MAX ? 0 : faceOf(edge[node]!)
    const sum = this.#sums[this.#level]! + added
    this.#level++
    this.#path[this.#level] = node
    this.#sums[this.#level] = sum
    this.#boards[this.#level] = undefined
    this.#hasLines[this.#level] = 0
  }

  #mayBeBelow(): boolean {
    const { columns, head } = this.trace
    const missing = this.#sum - this.#sums[this.#level]!
    const tiles = columns.depth[this.node]! + (boardSubject(head).settings.leaf === 'spawned' ? 1 : 0)
    const least = columns.kind[this.node] === MAX ? 0 : SMALLEST_TILE
    return missing >= least && missing <= tiles * LARGEST_TILE
  }

  /** True if the board may be here except for `tiles` tiles, judged by the lines that the move left unchanged. */
  #mayHave(tiles: number): boolean {
    const above = this.#level - 1
    if (above < 0 || this.trace.columns.kind[this.#path[above]!] !== MAX) return true
    this.#sumLines(above)
    const axis = this.trace.columns.edge[this.node]! < VERTICAL_EDGES ? SIDE : 0
    let others = 0
    for (let line = axis; line < axis + SIDE; line++) if (this.#lines[above * LINES + line] !== this.#wantedLines[line]) others++
    return others <= tiles
  }

  #sumLines(level: number): void {
    if (this.#hasLines[level] === 1) return
    this.#hasLines[level] = 1
    const at = level * LINES
    const above = level - 1
    if (above < 0 || this.trace.columns.kind[this.#path[above]!] === MAX) {
      this.#lines.fill(0, at, at + LINES)
      return addLines(this.#board(level), this.#lines, at)
    }
    // After a tile: as before it, and the tile.
    this.#sumLines(above)
    this.#lines.copyWithin(at, above * LINES, above * LINES + LINES)
    const edge = this.trace.columns.edge[this.#path[level]!]!
    const cell = edge >> 1
    this.#lines[at + Math.floor(cell / SIDE)]! += faceOf(edge)
    this.#lines[at + SIDE + (cell % SIDE)]! += faceOf(edge)
  }

  #board(level: number): Board {
    return (this.#boards[level] ??= boardAfter(this.trace, this.#board(level - 1), this.#path[level]!))
  }
}

/** Face of the tile of an edge; see `spawnEdge`. */
function faceOf(edge: number): number {
  return FACES[edge & 1]!
}

/** Adds the sums of a board's rows and columns. */
function addLines(board: Board, into: Float64Array, at: number): void {
  for (let cell = 0; cell < CELLS; cell++) {
    const added = face(board[cell]!)
    into[at + Math.floor(cell / SIDE)]! += added
    into[at + SIDE + (cell % SIDE)]! += added
  }
}
