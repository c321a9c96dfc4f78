/** What a game is learned from in a lab that was never used: how long it takes until it is on the screen. */
import { expect } from '@playwright/test'
import { MOVES, legalMoves } from '../../src/core/games/twenty48/board'
import { makeVerse } from '../../src/core/games/twenty48/verse'
import { drawnGame } from '../core/support/games'
import { record, type Facts } from '../soak/record'
import { LabPage } from './labPage'
import { SOAK, windowTest } from './launch'
import { drop, shareLecture } from './sharing'

const PASTED = 'Pasted game of 2048verse to the loss of its first mistake'
const OVER = 'Game over to its first exercise'
const DROPPED = 'Lecture dropped into another lab to its step'

/** @param clicks that it takes @param actions made, until `isThere` */
async function timed(name: string, clicks: number, act: () => Promise<void>, isThere: () => Promise<void>): Promise<void> {
  const begun = performance.now()
  await act()
  await isThere()
  record(name, { clicks, 'time (s)': ((performance.now() - begun) / 1000).toFixed(1) } satisfies Facts)
}

windowTest(`a pasted game shows its first mistake and what it cost, without a click ${SOAK}`, async ({ openWindow }) => {
  const { page } = await openWindow()
  const lab = new LabPage(page)
  await expect(page.getByRole('main')).toBeVisible()
  const heading = page.getByRole('heading', { name: /^Move \d+: \w+ instead of \w+$/ })
  await timed(
    PASTED,
    0,
    () => lab.paste(makeVerse(drawnGame(2))),
    async () => {
      await expect(heading).toBeVisible()
      await expect(page.locator('.cross .bar.played')).toContainText(/−\d+\.\d\spp/)
    },
  )
  await expect(page.getByRole('grid', { name: 'Mistakes' }).locator('[aria-selected="true"]')).toBeInViewport()
  const { length } = await page.evaluate(() => window.lab!.gameAnalyses({ game: 1 })).then(reply => (reply.ok ? reply.value : []))
  expect(length).toBe(1)
  expect(lab.complaints).toEqual([])
})

windowTest(`one click leads from the end of a game to its first exercise ${SOAK}`, async ({ openWindow }) => {
  windowTest.setTimeout(120_000)
  const { page } = await openWindow()
  const lab = new LabPage(page)
  await expect(page.getByRole('main')).toBeVisible()
  await lab.newGame(1)
  for (let moves = 0, board = await lab.board(); legalMoves(board).length > 0; board = await lab.board()) {
    await lab.slide(MOVES.find(each => legalMoves(board).includes(each))!)
    await expect.poll(() => lab.figure('Moves')).toBe(++moves)
  }
  const learn = page.getByRole('button', { name: 'Learn from this game' })
  await expect(learn).toBeVisible()
  await timed(
    OVER,
    1,
    () => learn.click(),
    () => expect(page.getByRole('heading', { name: 'Find the better move' })).toBeVisible({ timeout: 60_000 }),
  )
  await expect(page.getByText(/^Game 1, move \d+$/)).toBeVisible()
  expect(lab.complaints).toEqual([])
})

windowTest(`a lecture of one lab opens at its step in another with one drop ${SOAK}`, async ({ usedWindow, openWindow }) => {
  const { file, isThere } = await shareLecture(new LabPage(usedWindow.page))
  const { page } = await openWindow()
  const lab = new LabPage(page)
  await expect(page.getByRole('main')).toBeVisible()
  await timed(
    DROPPED,
    0,
    () => drop(page, 'lecture-9.2048share', file),
    () => isThere(page),
  )
  expect(lab.complaints).toEqual([])
})
