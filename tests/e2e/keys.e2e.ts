import { expect } from '@playwright/test'
import { MOVES } from '../../src/core/games/twenty48/board'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'

windowTest(
  'Ctrl, Alt and Esc keys work from every field of Play, and what is typed stays in its field',
  async ({ usedWindow: { page } }) => {
    const lab = new LabPage(page)
    await lab.newGame(7)
    await lab.limitNothing() // opens the search settings too
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
    const profile = page.getByRole('combobox', { name: 'Profile' })
    const cut = page.getByRole('textbox', { name: 'Probability cut' })
    const weight = page.getByRole('textbox', { name: 'Corner h1' })
    const fields = { profile, cut, weight, slider: page.getByRole('slider', { name: 'Corner h1, slider' }) }

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
    await expect.poll(() => lab.figure('Moves')).toBeGreaterThan(1)
    expect(await profile.inputValue()).toBe(chosen)
    await lab.press('End')
    const slides = await lab.figure('Moves')
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
    expect(lab.complaints).toEqual([])
  },
)

windowTest('the key list and the tooltips name the keys that there are', async ({ usedWindow: { page } }) => {
  const lab = new LabPage(page)
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(page.locator('.tooltip').first()).toContainText(/Undo\s*U/)
  await page.screenshot({ path: 'test-results/tooltip.png' })
  await lab.press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Go to Settings')
  await expect(keys).not.toContainText('Ctrl 4')
  await expectNoFindings(page, 'keys', 'dialog')
  await page.screenshot({ path: 'test-results/keys.png' })
  expect(lab.complaints).toEqual([])
})
