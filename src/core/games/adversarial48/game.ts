/**
 * 2048 as a game for two: the player moves, and an adversary sets each tile, a 2 or a 4 on any empty cell.
 *
 * Source: V. Vryniotis, "Using Artificial Intelligence to solve the 2048 Game", datumbox.com, 2014: alpha-beta over all placements, the
 * game won with a 2048, and the values of its ends.
 */
import type { ActionId, Game, Outcome, Turn, Values } from '../../game/game'
import {
  type Board,
  CELLS,
  MOVES,
  type Rank,
  SIDE,
  SPAWNS,
  type Slide,
  emptyCells,
  legalMoves,
  lineCells,
  slide,
  slideEdge,
  slideOfEdge,
  spawnEdge,
  spawnOfEdge,
  startBoard,
} from '../twenty48/board'
import { makeText, parseText } from './notation'
import { type Adversarial48Options, type Adversarial48State, isLost, isWon, keyOf } from './position'
import { LabError } from '../../errors'
import { makeSpawn } from '../twenty48/notation'

/** Value of a won game: the highest integer of the source's program. */
export const WON = 2 ** 31 - 1

const SLIDES = MOVES.map(slideEdge)
/** By cell: a 2 and a 4 there. */
const TILES = Array.from({ length: CELLS }, (_, cell) => SPAWNS.map(({ rank }) => spawnEdge({ cell, rank })))
const NOTHING = [0]
const NOTHING_EACH = [0, 0]

/** 2048 against an adversary who sets the tiles. A 2048 tile wins; only that counts at the end. */
export const adversarial48: Game<Adversarial48State, Adversarial48Options> = {
  id: 'adversarial48',
  start: ({ randomTiles }, random) => ({ board: startBoard(random), score: 0, turn: 'player', randomTiles }),
  agents: ({ randomTiles }) => (randomTiles ? 1 : 2),
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: rewardsOf(state) }),
  outcomes,
  utilities,
  utilityRange: [-WON, WON],
  // a lost game has a positive value for the player, so the values do not name the winner
  winner: state => (state.randomTiles ? undefined : isWon(state) ? 0 : 1),
  forfeit: (state, agent) => resultOf(state, agent !== 0),
  key: keyOf,
  parse: parseText,
  format: makeText,
  words: edgeName,
}

function toAct(state: Adversarial48State): Turn {
  if (isWon(state) || isLost(state)) return 'over'
  if (state.turn === 'player') return 0
  return state.randomTiles ? 'chance' : 1
}

function actions(state: Adversarial48State): readonly ActionId[] {
  const { board, turn } = state
  if (turn === 'player') return isWon(state) ? legalMoves(board).map(slideEdge) : SLIDES.filter(edge => canSlide(board, edge))
  const tiles: ActionId[] = []
  for (let cell = 0; cell < CELLS; cell++) if (board[cell] === 0) tiles.push(...TILES[cell]!)
  return tiles
}

function rewardsOf({ randomTiles }: Adversarial48State): Values {
  return randomTiles ? NOTHING : NOTHING_EACH
}

/** @throws {LabError} `ILLEGAL_MOVE` */
function apply(state: Adversarial48State, action: ActionId): Adversarial48State {
  const next = isWon(state) ? undefined : state.turn === 'player' ? slid(state, action) : withTileOf(state, action)
  if (next) return next
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: the ${state.turn} cannot do "${edgeName(state, action)}"`)
}

function outcomes(state: Adversarial48State): readonly Outcome<Adversarial48State>[] {
  const cells = emptyCells(state.board)
  return cells.flatMap(cell =>
    SPAWNS.map(({ rank, chance }) => {
      const edge = spawnEdge({ cell, rank })
      return { state: withTileOf(state, edge)!, draws: cells.length, chance, edge }
    }),
  )
}

function utilities(state: Adversarial48State): Values {
  return resultOf(state, isWon(state))
}

/** A lost game has value 1, as in the source, or 0 without a point. */
function resultOf({ score, randomTiles }: Adversarial48State, playerWins: boolean): Values {
  const value = playerWins ? WON : Math.min(score, 1)
  return randomTiles ? [value] : [value, 0 - value]
}

function edgeName({ turn }: Adversarial48State, edge: ActionId): string {
  return turn === 'player' ? (slideOfEdge(edge) ?? String(edge)) : makeSpawn(spawnOfEdge(edge))
}

function slid({ board, score, randomTiles }: Adversarial48State, action: ActionId): Adversarial48State | undefined {
  const next = slideByTable(board, action)
  return next && { board: next.board, score: score + next.reward, turn: 'computer', randomTiles }
}

function withTileOf({ board, score, randomTiles }: Adversarial48State, action: ActionId): Adversarial48State | undefined {
  const { cell, rank } = spawnOfEdge(action)
  if (board[cell] !== 0) return undefined
  const next = board.slice() // several times as fast as board.with
  next[cell] = rank
  return { board: next, score, turn: 'player', randomTiles }
}

/** Ranks of a board that is not won fit into four bits; so does the 2048 that two of them make. */
const RANK_BITS = 4
const MAX_RANK = 10
const CODES = 2 ** (SIDE * RANK_BITS)
const RANK_MASK = 2 ** RANK_BITS - 1

/** By move: the cells of its four lines one after the other, each line from the wall that tiles slide to. */
const CELLS_OF = MOVES.map(move => lineCells(move).flat())

/** By the code of a line: its code after a move towards its first cell, and the points. */
interface Lines {
  readonly slid: Uint16Array
  readonly points: Uint16Array
}

let lines: Lines | undefined

/**
 * The result of `slide` of `twenty48/board`, by a table of lines, in a fraction of its time: a search enters millions of positions, and
 * would spend most of its time on moves.
 * @param board not won
 * @param move its number in `MOVES`
 * @returns `undefined` for an illegal move
 */
export function slideByTable(board: Board, move: number): Slide | undefined {
  const { slid, points } = (lines ??= makeLines())
  const cells = CELLS_OF[move]
  if (!cells) return undefined
  let next: Rank[] | undefined
  let reward = 0
  for (let i = 0; i < CELLS; i += SIDE) {
    const code = codeOf(board, cells, i)
    let left = slid[code]!
    if (left === code) continue
    next ??= board.slice()
    reward += points[code]!
    for (let place = SIDE - 1; place >= 0; place--) {
      next[cells[i + place]!] = left & RANK_MASK
      left >>= RANK_BITS
    }
  }
  return next && { board: next, reward }
}

/** @param board not won @param move its number in `MOVES` */
export function canSlide(board: Board, move: number): boolean {
  const { slid } = (lines ??= makeLines())
  const cells = CELLS_OF[move]!
  for (let i = 0; i < CELLS; i += SIDE) {
    const code = codeOf(board, cells, i)
    if (slid[code] !== code) return true
  }
  return false
}

/** The first cell of the line in its highest bits. */
function codeOf(board: Board, cells: readonly number[], from: number): number {
  return (
    (board[cells[from]!]! << (3 * RANK_BITS)) |
    (board[cells[from + 1]!]! << (2 * RANK_BITS)) |
    (board[cells[from + 2]!]! << RANK_BITS) |
    board[cells[from + 3]!]!
  )
}

function makeLines(): Lines {
  const slid = new Uint16Array(CODES)
  const points = new Uint16Array(CODES)
  const rest = Array<Rank>(CELLS - SIDE).fill(0)
  for (let code = 0; code < CODES; code++) {
    const ranks = [3, 2, 1, 0].map(place => (code >> (place * RANK_BITS)) & RANK_MASK)
    if (Math.max(...ranks) > MAX_RANK) continue
    const left = slide([...ranks, ...rest], 'left')
    slid[code] = left ? left.board.slice(0, SIDE).reduce((all, rank) => (all << RANK_BITS) | rank, 0) : code
    points[code] = left?.reward ?? 0
  }
  return { slid, points }
}
