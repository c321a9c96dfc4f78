/**
 * 2048 as a game of two: the player slides, and an adversary sets each tile, a 2 or a 4 on any empty cell.
 *
 * Source: V. Vryniotis, "Using Artificial Intelligence to solve the 2048 Game", datumbox.com, 2014: alpha-beta over all placements, the game won
 * with a 2048, and the values of its ends.
 */
import { LabError } from '../../errors'
import type { ActionId, Outcome, Turn, Values } from '../game'
import { emptyCells, legalMoves, slide, SPAWNS, withTile } from '../twenty48/board'
import { slideEdge, slideOfEdge, spawnEdge, spawnOfEdge } from '../twenty48/edges'
import { makeSpawn } from '../twenty48/notation'
import { makeText } from './notation'
import { isLost, isWon, type Adversarial48State } from './position'

/** Of a game that is won: the highest integer of the source's program. */
export const WON = 2 ** 31 - 1

export function toAct(state: Adversarial48State): Turn {
  if (isWon(state) || isLost(state)) return 'over'
  if (state.turn === 'player') return 0
  return state.randomTiles ? 'chance' : 1
}

export function actions({ board, turn }: Adversarial48State): readonly ActionId[] {
  if (turn === 'player') return legalMoves(board).map(slideEdge)
  return emptyCells(board).flatMap(cell => SPAWNS.map(({ rank }) => spawnEdge({ cell, rank })))
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

/** A lost game is worth 1, as the source has it, or 0 without a point. */
export function resultOf({ score, randomTiles }: Adversarial48State, playerWins: boolean): Values {
  const value = playerWins ? WON : Math.min(score, 1)
  return randomTiles ? [value] : [value, 0 - value]
}

export function edgeName({ turn }: Adversarial48State, edge: ActionId): string {
  return turn === 'player' ? (slideOfEdge(edge) ?? String(edge)) : makeSpawn(spawnOfEdge(edge))
}

function slid({ board, score, randomTiles }: Adversarial48State, action: ActionId): Adversarial48State | undefined {
  const move = slideOfEdge(action)
  const next = move && slide(board, move)
  return next && { board: next.board, score: score + next.reward, turn: 'computer', randomTiles }
}

function withTileOf({ board, score, randomTiles }: Adversarial48State, action: ActionId): Adversarial48State | undefined {
  const spawn = spawnOfEdge(action)
  return board[spawn.cell] === 0 ? { board: withTile(board, spawn), score, turn: 'player', randomTiles } : undefined
}
