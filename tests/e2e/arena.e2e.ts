/** The Arena screen: people play each game, by mouse and by keys, and a tournament survives a kill. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { webTest, windowTest } from './launch'
import { makeData } from './usedWindow'
import { serveLab } from './webHost'

const CLI = join(import.meta.dirname, '../../out/main/cli.js')

class ArenaPage extends LabPage {
  static async open(page: Page, key = 'Control+5'): Promise<ArenaPage> {
    await page.keyboard.press(key)
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Arena' })).toBeAttached()
    return new ArenaPage(page)
  }

  get status() {
    return this.page.locator('.table .status')
  }

  get legal() {
    return this.page.getByRole('listbox', { name: 'Legal moves' })
  }

  get moves() {
    return this.page.getByRole('listbox', { name: 'Moves', exact: true })
  }

  /** The places on the board that can be clicked. */
  get targets() {
    return this.page.getByRole('button', { name: /^Play / })
  }

  player(name: string) {
    return this.page.getByRole('region', { name, exact: true })
  }

  async plies(): Promise<number> {
    const text = await this.page.locator('.moves h2 .small').innerText()
    return Number(/of (\d+)/.exec(text)![1])
  }

  /** Opens the form of a match between a person and a searcher, as text. */
  async compose(game: string, person: string, searcher: string, other: string, position?: string): Promise<void> {
    await this.page
      .getByRole('button', { name: /^(New match …|Choose game and players …)$/ })
      .first()
      .click()
    const dialog = this.page.getByRole('dialog', { name: 'New match' })
    await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: game })
    if (position !== undefined) {
      await dialog.getByRole('radio', { name: 'A given position' }).check()
      await dialog.getByRole('textbox', { name: 'A given position' }).fill(position)
    }
    await dialog.getByRole('combobox', { name: `Who plays ${person}` }).selectOption('Person')
    const seat = dialog.getByRole('group', { name: other, exact: true })
    await seat.getByText('More settings').click()
    await seat.getByRole('textbox', { name: 'As text' }).fill(searcher)
    await dialog.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  /** Plays the first legal move again and again: on the board, or in the list by keys alone. */
  async playOn(how: 'mouse' | 'keys', most = Infinity): Promise<void> {
    if (how === 'keys') await this.press('m')
    for (let made = 0; made < most; made++) {
      await expect.poll(async () => (await this.isOver()) || (await this.legal.getByRole('option').count()) > 0).toBe(true)
      if (await this.isOver()) return
      const before = await this.plies()
      if (how === 'mouse') await this.targets.first().click()
      else {
        await expect(this.legal).toBeFocused()
        await this.press('End')
        await this.press('Enter')
      }
      await expect.poll(() => this.plies()).toBeGreaterThan(before)
    }
  }

  async isOver(): Promise<boolean> {
    return /wins|draw|over/.test(await this.status.innerText())
  }
}

/** Small boards and a shallow opponent: each game takes seconds. */
const GAMES = [
  { game: 'Tic-tac-toe', person: 'X', other: 'O', searcher: 'minimax:depth=1' },
  { game: "Can't Go Back", person: 'Player 1', other: 'Player 2', searcher: 'greedy', position: '1,0,5\n0,0,0\n3,0,2' },
  { game: 'Warehouse', person: 'Robot A', other: 'Robot B', searcher: 'greedy' },
  { game: '2048 against an adversary', person: 'Player', other: 'Computer', searcher: 'random' },
] as const
/** Moves of a person in games that are long. */
const SOME = 3

for (const how of ['mouse', 'keys'] as const)
  windowTest(
    `a person plays ${how === 'mouse' ? 'each game of two' : 'a game'} against a searcher by ${how} alone`,
    async ({ usedWindow: { page } }) => {
      const arena = await ArenaPage.open(page)
      // the list of moves is the same for each game, the board is not
      for (const { game, person, other, searcher, ...more } of how === 'mouse' ? GAMES : GAMES.slice(0, 1)) {
        await arena.compose(game, person, searcher, other, 'position' in more ? more.position : undefined)
        await expect(arena.status).toContainText(`${person} (Person) to move`)
        const isShort = game === 'Tic-tac-toe' || game === "Can't Go Back"
        await arena.playOn(how, isShort ? Infinity : SOME)
        if (isShort) await expect(arena.status, game).toHaveText(/ wins\.|draw/)
        else expect(await arena.plies(), game).toBeGreaterThanOrEqual(2 * SOME - 1)
        await expect(arena.player(other), game).toContainText('Nodes')
      }
      expect(arena.complaints).toEqual([])
    },
  )

windowTest(
  'a match plays at once, is stepped, taken back, looked at, found again after a reload, and opens in Tree',
  async ({ usedWindow: { page } }) => {
    let arena = await ArenaPage.open(page)
    await arena.compose('Tic-tac-toe', 'X', 'alphaBeta:depth=2', 'O')
    await arena.page.getByRole('button', { name: 'Play r2c2' }).click()
    await expect.poll(() => arena.plies()).toBe(2)
    await arena.press('u')
    await expect.poll(() => arena.plies()).toBe(0)
    await arena.page.getByRole('button', { name: 'Play r1c1' }).click()
    await expect.poll(() => arena.plies()).toBe(2)
    await expect(arena.player('O')).toContainText('Depth')

    await page.reload()
    await expect(arena.state).toHaveText('Idle')
    arena = await ArenaPage.open(page)
    await expect.poll(() => arena.plies()).toBe(2)

    // an older position shows no moves to make
    await arena.press('ArrowLeft')
    await expect(arena.moves.getByRole('option', { selected: true })).toContainText('r1c1')
    await expect(arena.targets).toHaveCount(0)
    await arena.press('t')
    await expect(page.getByRole('tree', { name: 'Search tree' })).toBeVisible()
    await expect(page.locator('.tabs').getByRole('status').first()).toContainText('Tic-tac-toe')
    arena = await ArenaPage.open(page)
    await arena.press('End')
    await expect(arena.targets.first()).toBeVisible()
    await expectNoFindings(page, 'arena-match')
    await arena.button('New match …').click()
    await expectNoFindings(page, 'arena-new-match', 'dialog')
    await arena.closeDialog()
    expect(arena.complaints).toEqual([])
  },
)

windowTest('arrow keys make moves at 2048, and go through the positions of other games', async ({ usedWindow: { page } }) => {
  const arena = await ArenaPage.open(page)
  await arena.compose('2048 against an adversary', 'Player', 'random', 'Computer', '0000011000000000 score=0')
  await expect(arena.targets).toHaveCount(4)
  await arena.press('ArrowLeft')
  await expect.poll(() => arena.plies()).toBe(2)
  await expect(arena.moves.getByRole('option').nth(1)).toContainText('left')
  // an older position is looked at, and nothing is moved there
  await arena.press('Home')
  await expect(arena.targets).toHaveCount(0)
  await arena.press('ArrowRight')
  await expect(arena.moves.getByRole('option', { selected: true })).toContainText('left')
  expect(await arena.plies()).toBe(2)
  await arena.press('End')
  await arena.page.getByRole('button', { name: 'One move back' }).click()
  await expect(arena.targets).toHaveCount(0)
  expect(await arena.plies()).toBe(2)

  await arena.compose('Tic-tac-toe', 'X', 'greedy', 'O')
  await arena.targets.first().click()
  await expect.poll(() => arena.plies()).toBe(2)
  await arena.press('ArrowLeft')
  await expect(arena.moves.getByRole('option', { selected: true })).toContainText('r1c1')
  expect(arena.complaints).toEqual([])
})

windowTest('a match that cannot be says why, at the player', async ({ usedWindow: { page } }) => {
  const arena = await ArenaPage.open(page)
  await arena.page
    .getByRole('button', { name: /^(New match …|Choose game and players …)$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New match' })
  await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: "Can't Go Back" })
  const seat = dialog.getByRole('group', { name: 'Player 1', exact: true })
  await seat.getByRole('combobox', { name: 'Who plays Player 1' }).selectOption('Alpha-beta')
  await seat.getByRole('textbox', { name: 'Player 1: Depth' }).fill('')
  await expect(seat.getByRole('alert')).toContainText('is searched within a limit')
  await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeDisabled()
  await seat.getByRole('textbox', { name: 'Player 1: Depth' }).fill('2')
  await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeEnabled()
  await dialog.getByRole('radio', { name: 'A given position' }).check()
  await dialog.getByRole('textbox', { name: 'A given position' }).fill('1,0\n0')
  await expect(dialog.getByRole('alert').first()).toContainText('row 2')
  await arena.closeDialog()
})

webTest('a tournament goes on after its lab was killed, and its games can be gone through', async ({ page }) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-arena-'))
  await makeData(home)
  let served = await serveLab({ home, script: CLI })
  await page.goto(served.url)
  await expect(new LabPage(page).state).toHaveText('Idle')
  let arena = await ArenaPage.open(page, 'Alt+5')
  await page.getByRole('button', { name: 'New tournament …' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New tournament' })
  await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: "Can't Go Back" })
  await dialog.getByRole('textbox', { name: 'Games per pair' }).fill('400')
  await dialog.getByRole('button', { name: 'Start the tournament' }).click()
  const done = async () => Number(/^(\d+) of/.exec(await page.locator('.one .progress span').first().innerText())![1])
  await expect.poll(done).toBeGreaterThan(2)
  const gone = once(served.process, 'exit')
  served.process.kill('SIGKILL')
  await gone

  served = await serveLab({ home, script: CLI })
  await page.goto('about:blank')
  await page.goto(served.url)
  await expect(new LabPage(page).state).toBeVisible()
  arena = await ArenaPage.open(page, 'Alt+5')
  await page.getByRole('button', { name: 'Tournaments' }).click()
  const one = page.getByRole('region', { name: 'Tournament', exact: true })
  await expect(one).toContainText('not finished')
  const kept = await done()
  expect(kept).toBeGreaterThan(2)
  expect(kept).toBeLessThan(400)
  await one.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(done).toBeGreaterThan(kept)
  await one.getByRole('button', { name: 'Pause' }).click()
  await expect(one.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect(one.getByRole('row').nth(1)).toContainText('–')
  await expectNoFindings(page, 'arena-tournament')

  const games = page.getByRole('listbox', { name: 'Games' })
  await games.focus()
  await arena.press('ArrowDown')
  await arena.press('Enter')
  await expect(page.getByRole('heading', { name: /: game 2 of a tournament/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Position after 0 plies/ })).toBeVisible()
  await arena.press('End')
  await expect.poll(async () => (await page.locator('.moves h2 .small').innerText()).replace(/ of .*/, '')).not.toBe('0')
  await expect(arena.status).toHaveText(/wins|draw/)
  await served.stop()
  rmSync(home, { recursive: true, force: true })
})
