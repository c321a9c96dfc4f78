import { expect, test } from 'vitest'
import { faceSum } from '../../../../src/core/games/twenty48/board'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GamePosition, Player } from '../../../../src/core/games/twenty48/player'
import type { Passage, Passed } from '../../../../src/core/games/twenty48/wallGame/phases'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { textbookSearch } from '../../../support/fakePool'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'

const quick = thesisPlayer({ depth: 0 })
const { open } = realPools()

async function played(pool: Pool, player: Player, passages: readonly Passage[]): Promise<Passed[]> {
  const found: Passed[] = []
  await pool.playPassages(player, passages, ({ before, end }, i) => void (found[i] = { before, end }))
  return found
}

/** The rest of a game, position by position. */
function positionsOf(start: GamePosition, player: Player): GamePosition[] {
  const positions = [start]
  for (let position = start; !isOver(position);) {
    position = playTurn(position, textbookSearch(position.board, player).report.best!)!.position
    positions.push(position)
  }
  return positions
}

test.each([
  ['inside the kernel', quick, [1, 2, 3]],
  ['move by move', thesisPlayer({ nodes: 40 }, { cut: 0 }), [1]],
])('passages are parts of the games that the textbook plays: %s', async (_, player, seeds) => {
  const starts = seeds.map(startGame)
  const sums = [40, 100, 260, 100_000]
  const expected = starts.map((start): Passed => {
    const positions = positionsOf(start, player)
    const reached = sums.filter(sum => positions.some(({ board }) => faceSum(board) >= sum))
    return {
      before: reached.map(sum => positions.findLast(({ board }) => faceSum(board) < sum)!),
      end: positions[positions.length - 1]!,
    }
  })
  const passages = starts.map(start => ({ start, sums }))
  expect(await played(open(1).pool, player, passages)).toEqual(expected)
  expect(expected.some(({ before }) => before.length > 1)).toBe(true)
  const ended = { start: expected[0]!.end, sums: [100_000] }
  expect(await played(open(1).pool, player, [ended])).toEqual([{ before: [], end: ended.start }])
})
