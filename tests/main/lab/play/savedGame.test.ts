/** The game on the board in the library, and the best scores there. */
import { afterEach, expect, test } from 'vitest'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { openLab, ownHome } from '../../../support/openedLabs'
import { cleanUp, newFolder } from '../../store/storeSupport'

ownHome()
afterEach(cleanUp)

test('the game on the board has one number in the library, and its score is the best until the game is deleted', async () => {
  const { call, close } = await openLab(newFolder())
  await call.newGame({ seed: 4 })
  await expect(call.saveGame(undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  let view = await call.newGame({ seed: 5 })
  while (!view.over) view = await call.slide({ move: legalMoves(view.board)[0]! })
  const id = await call.saveGame(undefined)
  expect(await call.saveGame(undefined)).toBe(id)
  expect((await call.games({ sort: 'created', descending: true, offset: 0, limit: 10 })).rows.map(row => row.id)).toEqual([id])
  expect(await call.bestScores(undefined)).toEqual({ person: view.score, engine: null })
  // what is undone was played all the same
  await call.undo({ slides: 3 })
  expect(await call.bestScores(undefined)).toEqual({ person: view.score, engine: null })
  await call.deleteGames({ ids: [id] })
  expect(await call.bestScores(undefined)).toEqual({ person: null, engine: null })
  await call.restoreGames({ ids: [id] })
  expect(await call.bestScores(undefined)).toEqual({ person: view.score, engine: null })
  await close()
})
