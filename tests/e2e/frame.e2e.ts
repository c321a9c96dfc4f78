/** What is around the screens: keys, the palette, the panes of a narrow window. */
import { expect } from '@playwright/test'
import { MOVES, type Move } from '../../src/core/games/twenty48/board'
import { playTurn, startGame } from '../../src/core/games/twenty48/playGame'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'

windowTest(
  'keys work from every field, the palette from every screen; nothing is cut in a window of the usual size or a narrow one',
  async ({ usedWindow: { page } }) => {
    const lab = new LabPage(page)
    await windowTest.step('the key list and the tooltips name the keys that there are', () => keyList(lab))
    await windowTest.step('Ctrl, Alt and Esc keys work from every field of Play, and what is typed stays in its field', () =>
      keysFromFields(lab),
    )
    await windowTest.step('the palette knows what Profiles and Tune can do, and goes there to do it', () => usePalette(lab))
    await windowTest.step('the title of the player is readable in full, however long those that ship are', () =>
      titlesInFull(lab),
    )
    await windowTest.step('the tools of Replays stand in one row', () => oneRow(lab))
    await windowTest.step('a narrow window has its panes one below the other, and no divider', () => narrowWindow(lab))
    expect(lab.complaints).toEqual([])
  },
)

async function keysFromFields(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.newGame(7)
  await lab.limitNothing() // opens the search settings too
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
  const profile = page.getByRole('combobox', { name: 'Profile' })
  const cut = page.getByRole('textbox', { name: 'Probability cut' })
  const fields = { profile, cut, slider: page.getByRole('slider', { name: 'Empty cells, slider' }) }

  for (const [name, field] of Object.entries(fields)) {
    await lab.startAnalysis()
    await expect(lab.state).toHaveText('Analysing')
    await field.focus()
    await lab.press('Escape')
    await expect(lab.state, `Esc in ${name}`).toHaveText('Idle')
    await expect(field).toBeFocused()
    await lab.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' }), `Ctrl+K in ${name}`).toBeVisible()
    await lab.closeDialog()
    await field.focus()
    await lab.press('Alt+3')
    await expect(heading('Tune'), `Alt+3 in ${name}`).toBeAttached()
    await lab.press('Control+1')
    await field.focus()
    await lab.press('Control+3')
    await expect(heading('Tune'), `Ctrl+3 in ${name}`).toBeAttached()
    await lab.press('Control+1')
    await expect(heading('Play')).toBeAttached()
  }

  // a drop-down that is closed leaves arrows and letters to the board
  const chosen = await profile.inputValue()
  await profile.focus()
  for (const move of MOVES) await lab.slide(move)
  for (const key of 'wasd') await lab.press(key)
  const slides = slidesAfter(7, [...MOVES, 'up', 'left', 'down', 'right'])
  await expect.poll(() => lab.figure('Moves')).toBe(slides)
  expect(await profile.inputValue()).toBe(chosen)
  await lab.press('End')
  await lab.press('Control+z')
  await expect.poll(() => lab.figure('Moves')).toBe(slides - 1)

  // a text field keeps what is typed, and its own undo
  const board = await lab.board()
  await cut.focus()
  await cut.selectText()
  await page.keyboard.type('0.25')
  await expect(cut).toHaveValue('0.25')
  for (const key of ['w', 'Space', 'ArrowLeft', 'u', 'Home', 'Control+z']) await lab.press(key)
  await expect(cut).not.toHaveValue('0.25')
  await expect(cut).toBeFocused()
  expect(await lab.board()).toEqual(board)
  expect(await lab.figure('Moves')).toBe(slides - 1)
  await lab.press('Control+z')
}

/** Those of the moves that move something. */
function slidesAfter(seed: number, moves: readonly Move[]): number {
  return moves.reduce((position, move) => playTurn(position, move)?.position ?? position, startGame(seed)).slides
}

async function keyList(lab: LabPage): Promise<void> {
  const { page } = lab
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(page.locator('.tooltip').first()).toContainText(/Undo\s*U/)
  await lab.press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Go to Settings')
  await expect(keys).toContainText('Ctrl 4')
  await expectNoFindings(page, 'keys', 'dialog')
  await lab.closeDialog()
}

async function usePalette(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.openScreen('Tune')
  await lab.openScreen('Profiles')
  await lab.openScreen('Play')
  const run = async (name: string): Promise<void> => {
    await lab.press('Control+k')
    await page.getByRole('textbox', { name: 'Find a command' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await lab.press('Control+k')
  await expect(page.getByRole('option', { name: 'Pause the run' })).toHaveAttribute('data-disabled', '')
  await expectNoFindings(page, 'palette', 'dialog')
  await lab.closeDialog()
  await run('New profile')
  await expect(page.getByRole('dialog', { name: 'New profile' })).toBeVisible()
  await lab.closeDialog()
  await run('Duplicate the chosen profiles')
  await expect(page.getByRole('option', { name: /\(copy\)/ })).toHaveCount(1)
  await lab.openScreen('Play')
  await run('New tuning run')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Tune' })).toBeAttached()
}

async function titlesInFull(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.openScreen('Play')
  const profile = page.getByRole('combobox', { name: 'Profile' })
  for (const name of await profile.getByRole('option').evaluateAll(all => all.map(each => each.getAttribute('value')!))) {
    await profile.selectOption(name)
    const missing = await profile.evaluate((select: HTMLSelectElement) => {
      const alone = document.createElement('select')
      alone.append(select.selectedOptions[0]!.cloneNode(true))
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(select)
      Object.assign(alone.style, { fontFamily, fontSize, fontWeight, position: 'fixed', maxWidth: 'none' })
      document.body.append(alone)
      const [wanted, room] = [alone.offsetWidth, select.offsetWidth]
      alone.remove()
      return Math.max(0, wanted - room)
    })
    expect(`${name}: ${missing} px`).toBe(`${name}: 0 px`)
  }
}

async function oneRow(lab: LabPage): Promise<void> {
  const { page } = lab
  await page.setViewportSize({ width: 1440, height: 900 })
  await lab.openScreen('Replays')
  const middles = await page
    .getByRole('main')
    .getByRole('toolbar')
    .locator('input[type=search], select, button')
    .evaluateAll(all => all.map(each => each.getBoundingClientRect()).map(({ y, height }) => Math.round(y + height / 2)))
  expect(middles.length).toBeGreaterThan(4)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
}

async function narrowWindow(lab: LabPage): Promise<void> {
  const { page } = lab
  await page.setViewportSize({ width: 800, height: 800 })
  for (const screen of ['Play', 'Tune', 'Profiles', 'Replays']) {
    await lab.openScreen(screen)
    await expect(page.getByRole('separator')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800)
  }
}
