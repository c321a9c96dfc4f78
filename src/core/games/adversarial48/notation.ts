/**
 * Positions as text: a board as 2048 writes it, then fields between spaces.
 *
 *     1234123412341230 score=1012 turn=computer tiles=random
 *
 * `turn` is who acts, `tiles=random` the rule by which tiles come by chance. Fields come in any order. Without `score` it is that of a game
 * whose tiles all came as 2s, or that of a saved game; without `turn` the player acts.
 */
import { quoted } from '../../quoted'
import { badField, readFields } from '../fields'
import { emptyCells, type Board } from '../twenty48/board'
import { makePosition, parsePosition } from '../twenty48/notation'
import { TURNS, type Adversarial48State } from './position'

const FIELDS = ['score', 'turn', 'tiles'] as const

/** More than any game on 4 × 4 cells can reach. */
const MOST_POINTS = 1e7

export function makeText({ board, score, turn, randomTiles }: Adversarial48State): string {
  return `${makePosition(board)} score=${score} turn=${turn}${randomTiles ? ' tiles=random' : ''}`
}

/** @throws {LabError} `BAD_POSITION`, naming the cell or the field */
export function parseText(text: string): Adversarial48State {
  const end = /\s[a-z]+=/i.exec(text)?.index ?? text.length
  const { board, form, score } = parsePosition(text.slice(0, end))
  const fields = readFields(text.slice(end).split(/\s+/).filter(Boolean), FIELDS)
  const turn = readTurn(fields.turn, board)
  if (fields.tiles !== undefined && fields.tiles !== 'random') throw badField('tiles', `${quoted(fields.tiles)} is not random`)
  const points = fields.score === undefined ? (form === 'saved game' ? score! : pointsOf(board)) : readScore(fields.score)
  return { board, score: points, turn, randomTiles: fields.tiles !== undefined }
}

/** For a game whose tiles all appeared as 2s. */
function pointsOf(board: Board): number {
  return board.reduce((sum, rank) => sum + (rank === 0 ? 0 : (rank - 1) * 2 ** rank), 0)
}

function readTurn(text: string | undefined, board: Board): Adversarial48State['turn'] {
  if (text === undefined) return 'player'
  const turn = TURNS.find(each => each === text)
  if (!turn) throw badField('turn', `${quoted(text)} is not ${TURNS.join(' or ')}`)
  if (turn === 'computer' && emptyCells(board).length === 0)
    throw badField('turn', 'the board is full, so the computer has no cell for a tile')
  return turn
}

function readScore(text: string): number {
  const score = /^\d{1,8}$/.test(text) ? Number(text) : NaN
  if (score <= MOST_POINTS) return score
  throw badField('score', `${quoted(text)} is not a whole number in 0 … ${MOST_POINTS}`)
}
