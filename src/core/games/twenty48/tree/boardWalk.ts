import { CELLS, emptyCells, face, faceSum, sameBoard, SIDE, SPAWNS, type Board } from '../board'
import { boardRoot, boardSubject } from './head'
import { MAX_DEPTH } from '../../../game/limits'
import { boardAfter, isMean } from './boards'
import { KINDS, type NodeId } from '../../../trace/format'
import type { Trace } from '../../../trace/trace'
import type { Place } from '../../../tree/key'

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
export class BoardWalk {
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

/** Face of the tile of an edge; see `edges.ts`. */
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
