import { emptyCells, face, faceSum, MOVES, slide, SPAWNS, withTile, type Board, type Move } from './board'
import type { Turn } from './player'

/**
 * The turns that lead from one board to another: a shortest way, and of those the one whose first move stands first. `preferred`
 * stands before the order of `MOVES`: it is the move that was most likely made. Three turns take about 50 ms.
 *
 * @param most turns that are tried; 0 finds only the same board
 * @returns `undefined` where no so short way leads there
 */
export function turnsBetween(before: Board, after: Board, most: number, preferred?: Move): readonly Turn[] | undefined {
  const moves = preferred ? [preferred, ...MOVES.filter(move => move !== preferred)] : MOVES
  // each turn adds a 2 or a 4 to the sum of the faces
  const added = faceSum(after) - faceSum(before)
  const [least, largest] = [face(SPAWNS[0].rank), face(SPAWNS[1].rank)]
  for (let turns = Math.ceil(added / largest); turns <= Math.min(most, added / least); turns++) {
    const way = wayOf(before, after, turns, moves)
    if (way) return way
  }
  return undefined
}

function wayOf(before: Board, after: Board, turns: number, moves: readonly Move[]): readonly Turn[] | undefined {
  if (turns <= 0) return turns === 0 && before.every((rank, cell) => rank === after[cell]) ? [] : undefined
  for (const move of moves) {
    const slid = slide(before, move)
    if (!slid) continue
    if (turns === 1) {
      const spawn = spawnBetween(slid.board, after)
      if (spawn) return [{ move, spawn }]
      continue
    }
    for (const cell of emptyCells(slid.board))
      for (const { rank } of SPAWNS) {
        const spawn = { cell, rank }
        const rest = wayOf(withTile(slid.board, spawn), after, turns - 1, moves)
        if (rest) return [{ move, spawn }, ...rest]
      }
  }
  return undefined
}

/** The one tile that a board has besides another, if it is one that may appear. */
function spawnBetween(board: Board, after: Board): Turn['spawn'] | undefined {
  let spawn: Turn['spawn'] | undefined
  for (const [cell, rank] of after.entries()) {
    if (rank === board[cell]) continue
    if (spawn || board[cell] !== 0 || !SPAWNS.some(each => each.rank === rank)) return undefined
    spawn = { cell, rank }
  }
  return spawn
}
