/** The Replays screen over 100,000 games, in the page itself: how soon it is there, and what its longest task is as it is used. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { findChromium } from '../electron-shim/chromium.mjs'
import { LabPage } from '../e2e/labPage'
import { keepManyGames } from '../e2e/manyGames'
import { longestTask, longestTaskText, type LongestTask } from '../e2e/pageTasks'
import { ReplaysPage, scrollThrough } from '../e2e/replaysPage'
import { NOTICEABLE_MS } from '../e2e/responsiveness'
import { serveLab } from '../e2e/webHost'
import { record } from './record'

const GAMES = 100_000
const MOST_OPENING_MS = 1000

test('the library of 100,000 games opens within a second and has no long task', async () => {
  const home = mkdtempSync(join(tmpdir(), 'lab-soak-library-'))
  await keepManyGames(home, GAMES)
  const served = await serveLab({ home })
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(served.url)
    const lab = await new LabPage(page).ready()
    let first = NaN
    const opening = await longestTask(page, async () => {
      first = await openingMs(page)
    })
    const replays = new ReplaysPage(lab)
    await replays.holds(GAMES)
    await lab.press('Alt+1')
    const again = await openingMs(page)
    const scrolling = await longestTask(page, () => scrollThrough(replays))
    const sorting = await longestTask(page, async () => {
      await replays.sortBy('Score')
      await replays.sortBy('Moves')
    })
    const search = page.getByRole('searchbox', { name: 'Search' })
    const searching = await longestTask(page, async () => {
      await search.pressSequentially('game 9999')
      await replays.holds(1)
    })
    await search.fill('')
    await replays.holds(GAMES)
    const choosing = await longestTask(page, async () => {
      await replays.grid.focus()
      await lab.press('Control+a')
      await page.getByText(`${GAMES.toLocaleString('en')} selected`).waitFor()
      await scrollThrough(replays)
    })
    const tasks = {
      'opening it': opening,
      'from the top to the end and up again': scrolling,
      sorting: sorting,
      'searching, letter by letter': searching,
      'choosing all, and scrolling': choosing,
    }
    record('The library of 100,000 games, in the page', {
      'opening the screen for the first time, until its rows are drawn': `${first.toFixed(0)} ms`,
      'opening it again': `${again.toFixed(0)} ms`,
      ...Object.fromEntries(Object.entries(tasks).map(([what, task]) => [what, longestTaskText(task)])),
    })
    expect(Math.max(first, again)).toBeLessThan(MOST_OPENING_MS)
    const long = Object.entries<LongestTask>(tasks).filter(([, { processor }]) => processor >= NOTICEABLE_MS)
    expect(long).toEqual([])
    expect(lab.complaints).toEqual([])
  } finally {
    await browser.close()
    await served.stop()
    rmSync(home, { recursive: true, force: true })
  }
})

/** From the key to the frame after the one that has the rows. */
function openingMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const begun = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '7', code: 'Digit7', altKey: true, bubbles: true }))
    while (!document.querySelector('.replays [role="row"] .tile')) await frame()
    await frame()
    return performance.now() - begun
  })
}
