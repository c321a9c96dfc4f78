import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { makeReplayLine, parseReplay } from '../../src/core/contract/files'
import { legalMoves, type Move } from '../../src/core/games/twenty48/board'
import { makeVerse } from '../../src/core/games/twenty48/verse'
import { drawnGame } from '../core/support/games'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { skipLoudly, SOAK, webTest, windowTest } from './launch'
import { keepManyGames } from './manyGames'
import { longestTask, longestTaskText, slowness } from './pageTasks'
import { ReplaysPage, scrollThrough } from './replaysPage'
import { busyness, NOTICEABLE_MS } from './responsiveness'
import { makeData } from './usedWindow'
import { serveLab } from './webHost'

interface OpenLibrary {
  readonly lab: LabPage
  readonly replays: ReplaysPage
}

/** `test` for a window over a library of so many games. */
const libraryTest = windowTest.extend<{ openLibrary: (games: number) => Promise<OpenLibrary> }>({
  openLibrary: async ({ usedWindow }, use) => {
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-replays-'))
    await use(async games => {
      const data = await makeData(home)
      await keepManyGames(home, games)
      await usedWindow.open(data)
      const lab = new LabPage(usedWindow.page)
      return { lab, replays: await new ReplaysPage(lab).open(games) }
    })
    rmSync(home, { recursive: true, force: true })
  },
})

declare global {
  interface Window {
    savedText?: Promise<string>
  }
}

const [SCORE, SLIDES] = [4, 6]

libraryTest(
  'games are kept, sorted, looked for, deleted and brought back, come in, leave as files, and are watched',
  async ({ openLibrary, usedWindow }) => {
    const first = new LabPage(usedWindow.page)
    await libraryTest.step('a game that was played is in the library, and goes on the board again', () => keepGame(first))
    const library = await openLibrary(60)
    await libraryTest.step('games are sorted, looked for, deleted and brought back', () => sortGames(library))
    await libraryTest.step('games come in by file and by paste, once, and leave as files', () => exchangeGames(library))
    await libraryTest.step('a game is watched slide by slide, and goes on from there on the Play screen', () =>
      watchGame(library),
    )
    expect([...first.complaints, ...library.lab.complaints]).toEqual([])
  },
)

async function keepGame(lab: LabPage): Promise<void> {
  await lab.newGame(42)
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await lab.press(key)
  await expect.poll(() => lab.figure('Moves')).toBe(4)
  const board = await lab.board()
  await lab.newGame(43)
  const replays = new ReplaysPage(lab)
  await lab.press('Control+7')
  await expect(lab.page.getByText(/^Only \d short game/)).toBeVisible()
  await lab.button('Show short games').click()
  await expect(replays.row(0).nth(SLIDES)).toHaveText('4')
  await lab.button('Open in Play').click()
  await lab.showsBoard(board)
}

async function sortGames({ lab, replays }: OpenLibrary): Promise<void> {
  await replays.sortBy('Score')
  await expect(replays.grid.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending')
  await expect(async () => {
    const scores = await replays.column(SCORE, 12) // those of the order before, until the lab has answered
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeGreaterThan(300_000)
  }).toPass({ timeout: 10_000 })
  await replays.sortBy('Moves')
  await replays.sortBy('Moves')
  const first = async () => (await replays.column(SLIDES, 1))[0]!
  await expect.poll(first).toBeLessThan(500)

  await lab.page.getByRole('combobox', { name: 'Player' }).selectOption('Person')
  await replays.holds(6)
  await lab.page.getByRole('searchbox', { name: 'Search' }).fill('GAME 20')
  await replays.holds(1)
  await lab.page.getByRole('searchbox', { name: 'Search' }).fill('game 31')
  await expect(lab.page.getByText('No game matches')).toBeVisible()
  await lab.button('Show all games').click()
  await replays.holds(60)

  await replays.grid.focus()
  await lab.press('Space')
  await lab.press('ArrowDown')
  await lab.press('Space')
  await expect(lab.page.getByText('2 selected')).toBeVisible()
  await expectNoFindings(lab.page, 'library')
  await lab.press('Delete')
  await replays.holds(58)
  await lab.button('Undo').click()
  await replays.holds(60)
  await lab.press('Delete')
  await replays.holds(59)
  await lab.press('Control+z')
  await replays.holds(60)
}

async function exchangeGames({ lab, replays }: OpenLibrary): Promise<void> {
  const games = [1, 2, 3].map(seed => drawnGame(seed))
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const picker = lab.page.getByLabel('Files with games')
  await picker.setInputFiles([file('two.jsonl', games.slice(0, 2).map(makeReplayLine).join(''))])
  await replays.holds(62)
  await expect(lab.page.getByText('2 games imported')).toBeVisible()

  const broken = makeReplayLine(games[0]!).replace(/"score":\d+/, '"score":4')
  await picker.setInputFiles([
    file('three.jsonl', makeReplayLine(games[1]!) + broken + makeReplayLine(games[2]!)),
    file('none.txt', '5x5-abc_xyz'),
  ])
  const dialog = lab.page.getByRole('dialog', { name: 'What cannot be read' })
  await expect(dialog).toContainText('three.jsonl: line 2: step')
  await expect(dialog).toContainText('only 4x4 is read')
  await expectNoFindings(lab.page, 'faults of an import', 'dialog')
  await dialog.getByRole('button', { name: 'Import 1 game' }).click()
  await replays.holds(63)

  await lab.press('Control+1')
  await lab.paste(makeVerse(games[2]!))
  await expect(lab.page.getByText(/^Game \d+ was in the library already$/)).toBeVisible()
  await expect(lab.page.locator('.scrubber output')).toHaveText(/^after \d+ of/)
  await lab.press('Escape')
  await replays.holds(63)

  await lab.page.getByRole('combobox', { name: 'Player' }).selectOption('Import')
  await replays.holds(3)
  await lab.more('Replays', 'Export')
  const exporting = lab.page.getByRole('dialog', { name: 'Export games' })
  await exporting.getByLabel('all 3 games that are listed').check()
  await expectNoFindings(lab.page, 'export', 'dialog')
  // the stand-in for Electron has no downloads: what is handed to the browser is looked at
  await lab.page.evaluate(() => {
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = content => {
      window.savedText = (content as Blob).text()
      return make(content)
    }
  })
  await exporting.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => lab.page.evaluate(() => window.savedText !== undefined)).toBe(true)
  const saved = (await lab.page.evaluate(() => window.savedText))!
  const seeds = saved
    .trim()
    .split('\n')
    .map(line => parseReplay(line, 'the download').draws?.seed)
  expect(seeds.toSorted()).toEqual([1, 2, 3])
}

async function watchGame({ lab, replays }: OpenLibrary): Promise<void> {
  await replays.row(0).nth(SCORE).click()
  await lab.press('Enter')
  const where = lab.page.locator('.scrubber output')
  await expect(where).toHaveText(/^after 0 of \d+ moves$/)
  const begun = await lab.board()
  await lab.press('d')
  await expect(where).toHaveText(/^after 1 of/)
  expect(await lab.board()).not.toEqual(begun)
  await lab.press('PageDown')
  await expect(where).toHaveText(/^after 11 of/)
  const board = await lab.board()
  await lab.press('End')
  await lab.press('Home')
  await lab.showsBoard(begun)
  await lab.press('Space')
  await expect(lab.page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => where.innerText()).not.toMatch(/^after 0 of/)
  await lab.press('Home')
  await lab.press('PageDown')
  await lab.press('d')
  await lab.button('Play on from here').click()
  await lab.showsBoard(board)
  await expect.poll(() => lab.figure('Moves')).toBe(11)
  await lab.press('Control+7')
  await expect(lab.page.locator('.scrubber output')).toBeVisible()
  await lab.press('Escape')
  await expect(replays.grid).toBeVisible()
}

libraryTest(
  'other moves are tried in a replay by keys alone, and are there after a restart',
  async ({ openLibrary, usedWindow }) => {
    const { lab, replays } = await openLibrary(1)
    await replays.row(0).nth(SCORE).click()
    await lab.press('Enter')
    const shown = lab.page.locator('.thread li.shown')
    const where = lab.page.locator('.scrubber output')
    await expect(where).toHaveText(/^after 0 of/)
    await lab.press('PageDown')
    await expect(where).toHaveText(/^after 10 of/)
    const board = await lab.board()
    await expect(lab.page.getByRole('button', { name: /Play it\.$/ })).toHaveCount(legalMoves(board).length)
    const tried: Move[] = []
    for (const move of legalMoves(board)) {
      await lab.press(`Arrow${move[0]!.toUpperCase()}${move.slice(1)}`)
      await expect(where).toHaveText(/^after 11 of/)
      if ((await shown.count()) > 0) tried.push(move)
      await lab.press('a')
      await lab.showsBoard(board)
    }
    const moves = async () => lab.page.locator('.thread li').count()
    expect(await moves()).toBe(tried.length)
    expect(tried.length).toBe(legalMoves(board).length - 1) // one is the move of the game
    await lab.press('Shift+ArrowDown')
    await expect(shown).toHaveAttribute('aria-label', 'Side line 1: 1 move after move 10 of the game')
    for (let i = 0; i < 3; i++) await lab.press(`Arrow${legalMoves(await lab.board())[0] === 'up' ? 'Up' : 'Down'}`)
    const end = await lab.board()
    await expectNoFindings(lab.page, 'side lines')
    await lab.press('Shift+ArrowDown')
    await lab.press('Delete')
    await expect.poll(moves).toBe(tried.length - 1)
    await lab.press('Control+z')
    await expect.poll(moves).toBe(tried.length)
    await usedWindow.restart()
    const again = new LabPage(usedWindow.page)
    const opened = await new ReplaysPage(again).open(1)
    await opened.row(0).nth(SCORE).click()
    await again.press('Enter')
    await expect(again.page.locator('.thread li')).toHaveCount(tried.length)
    await again.press('Shift+ArrowDown')
    await again.press('End')
    await again.showsBoard(end)
  },
)

libraryTest(`notes are kept, and found again after a restart ${SOAK}`, async ({ openLibrary, usedWindow }) => {
  const { lab, replays: started } = await openLibrary(20)
  await lab.page.getByRole('textbox', { name: 'Notes' }).fill('Überraschung')
  await lab.page.getByRole('searchbox', { name: 'Search' }).fill('überrasch')
  await started.holds(1)
  await usedWindow.restart()
  const again = new LabPage(usedWindow.page)
  const replays = await new ReplaysPage(again).open(20)
  await again.page.getByRole('searchbox', { name: 'Search' }).fill('überrasch')
  await replays.holds(1)
})

const GAMES = 5_000

windowTest(`the window’s process is never late while a library is scrolled through ${SOAK}`, async ({ openWindow }, info) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-replays-'))
  await keepManyGames(home, GAMES)
  const window = await openWindow({ home })
  const replays = await new ReplaysPage(await new LabPage(window.page).ready()).open(GAMES)
  const control = await busyness(window, 2_000, async () => {})
  const { delay } = await busyness(window, 2_000, () => scrollThrough(replays))
  const figures = `${GAMES} games scrolled through, main process's loop delay: p99 ${delay.p99.toFixed(1)} ms, before it ${control.delay.p99.toFixed(1)} ms`
  console.log(figures)
  if (control.delay.p99 >= NOTICEABLE_MS && delay.p99 >= NOTICEABLE_MS)
    skipLoudly(info, `this machine is too busy to tell\n${figures}`)
  expect(delay.p99, figures).toBeLessThan(NOTICEABLE_MS)
  await window.app.close()
  rmSync(home, { recursive: true, force: true })
})

webTest(`no task of the page is long while a library is scrolled through ${SOAK}`, async ({ page }) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-replays-'))
  await keepManyGames(home, GAMES)
  const served = await serveLab({ home })
  await page.goto(served.url)
  const replays = await new ReplaysPage(await new LabPage(page).ready()).open(GAMES, 'Alt+7')
  const task = await longestTask(page, () => scrollThrough(replays))
  const times = await slowness(page)
  const figures = `${GAMES} games scrolled through: ${longestTaskText(task)}; ${times.toFixed(2)} times slower than usual`
  console.log(figures)
  expect(task.processor / times, figures).toBeLessThan(NOTICEABLE_MS)
  await served.stop()
  rmSync(home, { recursive: true, force: true })
})
