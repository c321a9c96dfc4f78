/** The Arena screen: people play each game, by mouse and by keys, and a tournament goes on when the lab opens again. */
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import type { UsedWindow } from './usedWindow'

class ArenaPage extends LabPage {
  static async open(page: Page): Promise<ArenaPage> {
    await page.keyboard.press('Control+5')
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

/** Small boards and a shallow opponent: each game takes seconds. Tic-tac-toe is played by keys. */
const BY_MOUSE = [
  { game: "Can't Go Back", person: 'Player 1', other: 'Player 2', position: '1,0,5\n0,0,0\n3,0,2', most: Infinity },
  { game: 'Warehouse', person: 'Robot A', other: 'Robot B', position: undefined, most: 3 },
] as const

windowTest(
  'people play each game by mouse and by keys; a match is taken back, looked at and found again; a tournament goes on',
  async ({ usedWindow }) => {
    const { page } = usedWindow
    const arena = await ArenaPage.open(page)
    await windowTest.step('a match that cannot be says why, at the player', () => composeInVain(arena))
    await windowTest.step('a game is played by keys alone', async () => {
      await arena.compose('Tic-tac-toe', 'X', 'minimax:depth=1', 'O')
      await expect(arena.status).toContainText('X (Person) to move')
      await arena.playOn('keys')
      await expect(arena.status).toHaveText(/ wins\.|draw/)
      await expect(arena.player('O')).toContainText('Nodes')
    })
    for (const { game, person, other, position, most } of BY_MOUSE)
      await windowTest.step(`${game} is played by mouse alone`, async () => {
        await arena.compose(game, person, 'greedy', other, position)
        await expect(arena.status).toContainText(`${person} (Person) to move`)
        await arena.playOn('mouse', most)
        if (most === Infinity) await expect(arena.status).toHaveText(/ wins\.|draw/)
        else expect(await arena.plies()).toBeGreaterThanOrEqual(2 * most - 1)
        await expect(arena.player(other)).toContainText('Nodes')
      })
    await windowTest.step('arrow keys make moves at 2048', () => slideByArrows(arena))
    await windowTest.step('a match is taken back, looked at, found again after a reload, and opens in Tree', () =>
      goThroughMatch(arena),
    )
    await windowTest.step('a paused tournament goes on when the lab opens again, and its games can be gone through', () =>
      playTournament(usedWindow, arena),
    )
    expect(arena.complaints).toEqual([])
  },
)

async function composeInVain(arena: ArenaPage): Promise<void> {
  await arena.page
    .getByRole('button', { name: /^(New match …|Choose game and players …)$/ })
    .first()
    .click()
  const dialog = arena.page.getByRole('dialog', { name: 'New match' })
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
  await expectNoFindings(arena.page, 'arena-new-match', 'dialog')
  await arena.closeDialog()
}

async function slideByArrows(arena: ArenaPage): Promise<void> {
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
  await arena.button('One move back').click()
  await expect(arena.targets).toHaveCount(0)
  expect(await arena.plies()).toBe(2)
  await arena.press('End')
  await arena.targets.first().click()
  await expect.poll(() => arena.plies()).toBe(4)
}

async function goThroughMatch(arena: ArenaPage): Promise<void> {
  const { page } = arena
  await arena.compose('Tic-tac-toe', 'X', 'alphaBeta:depth=2', 'O')
  await arena.button('Play r2c2').click()
  await expect.poll(() => arena.plies()).toBe(2)
  await arena.press('u')
  await expect.poll(() => arena.plies()).toBe(0)
  await arena.button('Play r1c1').click()
  await expect.poll(() => arena.plies()).toBe(2)
  await expect(arena.player('O')).toContainText('Depth')

  await page.reload()
  await expect(arena.state).toHaveText('In a match')
  await ArenaPage.open(page)
  await expect.poll(() => arena.plies()).toBe(2)

  // an older position shows no moves to make
  await arena.press('ArrowLeft')
  await expect(arena.moves.getByRole('option', { selected: true })).toContainText('r1c1')
  await expect(arena.targets).toHaveCount(0)
  await arena.press('t')
  await expect(page.getByRole('tree', { name: 'Search tree' })).toBeVisible()
  await expect(page.locator('.tabs').getByRole('status').first()).toContainText('Tic-tac-toe')
  await ArenaPage.open(page)
  await arena.press('End')
  await expect(arena.targets.first()).toBeVisible()
}

async function playTournament(window: UsedWindow, arena: ArenaPage): Promise<void> {
  const { page } = window
  await arena.button('Tournaments').click()
  await arena.button('New tournament …').first().click()
  const dialog = page.getByRole('dialog', { name: 'New tournament' })
  await dialog.getByRole('combobox', { name: 'Game' }).selectOption({ label: "Can't Go Back" })
  await dialog.getByRole('textbox', { name: 'Games per pair' }).fill('400')
  await dialog.getByRole('button', { name: 'Start the tournament' }).click()
  const done = async () => Number(/^(\d+) of/.exec(await page.locator('.one progress + p').innerText())![1])
  await expect.poll(done, { timeout: 120_000 }).toBeGreaterThan(2)
  const one = page.getByRole('region', { name: 'Tournament', exact: true })
  await one.getByRole('button', { name: 'Pause' }).click()
  await expect(one.getByRole('button', { name: 'Resume' })).toBeVisible()

  await window.openAgain()
  await ArenaPage.open(page)
  await page.getByRole('button', { name: 'Tournaments' }).click()
  await expect(one).toContainText('paused')
  const kept = await done()
  expect(kept).toBeGreaterThan(2)
  expect(kept).toBeLessThan(400)
  await one.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(done, { timeout: 120_000 }).toBeGreaterThan(kept)
  await one.getByRole('button', { name: 'Pause' }).click()
  await expect(one.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect(one.getByRole('row').nth(1)).toContainText('–')
  await expectNoFindings(page, 'arena-tournament', 'main')

  await page.getByRole('listbox', { name: 'Games' }).focus()
  await arena.press('ArrowDown')
  await arena.press('Enter')
  await expect(page.getByRole('heading', { name: /: game 2 of a tournament/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Position after 0 plies/ })).toBeVisible()
  await arena.press('End')
  await expect.poll(async () => (await page.locator('.moves h2 .small').innerText()).replace(/ of .*/, '')).not.toBe('0')
  await expect(arena.status).toHaveText(/wins|draw/)
}
