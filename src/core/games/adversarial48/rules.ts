/**
 * 2048 as a game for two: the player moves, and an adversary sets each tile, a 2 or a 4 on any empty cell.
 *
 * Source: V. Vryniotis, "Using Artificial Intelligence to solve the 2048 Game", datumbox.com, 2014: alpha-beta over all placements, the
 * game won with a 2048, and the values of its ends.
 */
import { LabError } from '../../errors'
import type { ActionId, Outcome, Turn, Values } from '../../game/game'
import { CELLS, emptyCells, legalMoves, MOVES, SPAWNS } from '../twenty48/board'
import { slideEdge, slideOfEdge, spawnEdge, spawnOfEdge } from '../twenty48/edges'
import { makeSpawn } from '../twenty48/notation'
import { canSlide, slideByTable } from './lines'
import { makeText } from './notation'
import { isLost, isWon, type Adversarial48State } from './position'

/** Value of a won game: the highest integer of the source's program. */
export const WON = 2 ** 31 - 1

const SLIDES = MOVES.map(slideEdge)
/** By cell: a 2 and a 4 there. */
const TILES = Array.from({ length: CELLS }, (_, cell) => SPAWNS.map(({ rank }) => spawnEdge({ cell, rank })))
const NOTHING = [0]
const NOTHING_EACH = [0, 0]

export function toAct(state: Adversarial48State): Turn {
  if (isWon(state) || isLost(state)) return 'over'
  if (state.turn === 'player') return 0
  return state.randomTiles ? 'chance' : 1
}

export function actions(state: Adversarial48State): readonly ActionId[] {
  const { board, turn } = state
  if (turn === 'player') return isWon(state) ? legalMoves(board).map(slideEdge) : SLIDES.filter(edge => canSlide(board, edge))
  const tiles: ActionId[] = []
  for (let cell = 0; cell < CELLS; cell++) if (board[cell] === 0) tiles.push(...TILES[cell]!)
  return tiles
}

export function rewardsOf({ randomTiles }: Adversarial48State): Values {
  return randomTiles ? NOTHING : NOTHING_EACH
}

/** @throws {LabError} `ILLEGAL_MOVE` */
export function apply(state: Adversarial48State, action: ActionId): Adversarial48State {
  const next = isWon(state) ? undefined : state.turn === 'player' ? slid(state, action) : withTileOf(state, action)
  if (next) return next
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: the ${state.turn} cannot do "${edgeName(state, action)}"`)
}

export function outcomes(state: Adversarial48State): readonly Outcome<Adversarial48State>[] {
  const cells = emptyCells(state.board)
  return cells.flatMap(cell =>
    SPAWNS.map(({ rank, chance }) => {
      const edge = spawnEdge({ cell, rank })
      return { state: withTileOf(state, edge)!, draws: cells.length, chance, edge }
    }),
  )
}

export function utilities(state: Adversarial48State): Values {
  return resultOf(state, isWon(state))
}

/** A lost game has value 1, as in the source, or 0 without a point. */
export function resultOf({ score, randomTiles }: Adversarial48State, playerWins: boolean): Values {
  const value = playerWins ? WON : Math.min(score, 1)
  return randomTiles ? [value] : [value, 0 - value]
}

export function edgeName({ turn }: Adversarial48State, edge: ActionId): string {
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
