/** A lab that plays a game by hand in the data folder it is told, and says each position, until it is killed. Other modules know its seed. */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { GameView } from '../../src/core/contract/calls'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { makePosition } from '../../src/core/games/twenty48/notation'
import { createLab } from '../../src/main/lab/lab'
import { openLabData } from '../../src/main/lab/data/labData'
import { fakePool } from './fakePool'

/** Its game lasts for 171 slides when always the first legal one is made. */
export const PLAYED_SEED = 3

export function lineOf({ slides, board, score }: Pick<GameView, 'slides' | 'board' | 'score'>): string {
  return `${slides} ${makePosition(board)} ${score}`
}

if (process.argv[1] === import.meta.filename) {
  const data = await openLabData({ folder: process.argv[2]!, program: 'a playing test' })
  const { handlers } = createLab({
    host: 'browser',
    engine: { pool: fakePool({ answersAtOnce: true }).pool, kernel: 'none' },
    data,
  })
  let game = await handlers.newGame({ seed: PLAYED_SEED })
  while (!game.over) {
    game = await handlers.slide({ move: legalMoves(game.board)[0]! })
    writeSync(1, `${lineOf(game)}\n`)
    await pause(15)
  }
  await pause(60_000)
}
