import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { LabPage } from './labPage'
import { SOAK, windowTest } from './launch'
import { MIDGAME } from './scenarios'

/** The settings, open, once they have been told. */
async function openSettings(page: Page): Promise<LabPage> {
  const lab = new LabPage(page)
  await lab.openScreen('Settings')
  await expect(page.getByRole('button', { name: 'Back up', exact: true })).toBeEnabled()
  return lab
}

windowTest(`what is chosen holds at once and after a restart ${SOAK}`, async ({ openWindow }) => {
  const first = await openWindow()
  const lab = await new LabPage(first.page).ready()
  await openSettings(lab.page)
  await lab.page.getByRole('radio', { name: 'Dark', exact: true }).check()
  await lab.page.getByRole('radio', { name: 'Cividis' }).check()
  await lab.page.getByRole('checkbox', { name: /As many as fit/ }).uncheck()
  await lab.page.getByRole('textbox', { name: 'Threads' }).fill('3')
  await expect.poll(() => lab.figure('Threads')).toBe(3)
  await lab.page.getByRole('combobox', { name: 'Table' }).selectOption({ label: '16 MiB per thread (2^20 entries)' })
  await lab.openScreen('Play')
  await lab.setPosition('1234 5678 9ABC DEF0')
  expect(lab.complaints).toEqual([])
  await first.app.close()

  const { page } = await openWindow()
  const again = new LabPage(page)
  await expect(again.root).toHaveAttribute('data-theme', 'dark')
  await expect(again.root).toHaveAttribute('data-palette', 'cividis')
  await expect.poll(() => again.figure('Threads')).toBe(3)
  await openSettings(page)
  await expect(page.getByRole('radio', { name: 'Cividis' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Threads' })).toHaveValue('3')
  await expect(page.getByRole('combobox', { name: 'Table' })).toHaveValue('20')
})

windowTest('Settings names the licences of what is in the lab', async ({ usedWindow: { page } }) => {
  await openSettings(page)
  await page.getByRole('button', { name: 'Licences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Licences' })
  for (const part of [/^vue 3\.\d+\.\d+ \(MIT\)$/m, /^@fontsource-variable\/inter .*OFL/m, /Permission is hereby granted/])
    await expect(dialog).toContainText(part)
  await page.keyboard.press('Escape')
})

windowTest('a path can be chosen in a window of the system', async ({ usedWindow: { page, app } }) => {
  const lab = new LabPage(page)
  const folder = mkdtempSync(join(tmpdir(), 'lab-chosen-'))
  await app.evaluate(({ dialog }, chosen) => {
    const save = (...args: unknown[]) =>
      Promise.resolve({ canceled: false, filePath: `${chosen}/${(args.at(-1) as { title: string }).title}` })
    const open = () => Promise.resolve({ canceled: true, filePaths: [] })
    Object.assign(dialog, { showSaveDialog: save, showOpenDialog: open })
  }, folder)
  await openSettings(page)
  await page.getByRole('button', { name: 'Back up to a file …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up to a file' })
  await dialog.getByRole('button', { name: 'Choose …' }).click()
  const file = join(folder, 'Back up to a file.db')
  await expect(dialog.getByRole('textbox')).toHaveValue(file)
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click()
  await expect(page.getByText('Backed up', { exact: true })).toBeVisible()
  expect(readdirSync(folder)).toEqual(['Back up to a file.db'])
  await page.getByRole('button', { name: 'Move …' }).click()
  await page.getByRole('button', { name: 'Choose …' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('')
  expect(lab.complaints).toEqual([])
  rmSync(folder, { recursive: true })
})

windowTest(
  `a copy brings back the game and the choices of its time, and what it replaces is kept ${SOAK}`,
  async ({ openWindow }) => {
    const { page } = await openWindow()
    const lab = await new LabPage(page).ready()
    await lab.setPosition(MIDGAME)
    await openSettings(page)
    await page.getByRole('radio', { name: 'Viridis' }).check()
    await page.getByRole('button', { name: 'Back up', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Restore the copy of/ })).toHaveCount(1)

    await page.getByRole('radio', { name: 'Grey' }).check()
    await lab.openScreen('Play')
    await lab.newGame(7)
    await openSettings(page)
    await page.getByRole('button', { name: /^Restore the copy of/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore this copy?' })
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('The copy was restored')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Restore the copy of/ })).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Viridis' })).toBeChecked()
    await lab.openScreen('Play')
    await lab.showsBoard(parseBoard(MIDGAME))
  },
)

windowTest(`the data move to another folder, and are found there at the next start ${SOAK}`, async ({ openWindow }) => {
  const away = mkdtempSync(join(tmpdir(), 'lab-e2e-away-'))
  const target = join(away, 'lab')
  try {
    const first = await openWindow()
    const lab = await new LabPage(first.page).ready()
    await lab.setPosition(MIDGAME)
    const board = parseBoard(MIDGAME)
    await openSettings(lab.page)
    const askMove = async (folder: string) => {
      await lab.button('Move …').click()
      const dialog = lab.page.getByRole('dialog', { name: 'Move the data' })
      await dialog.getByLabel('New folder').fill(folder)
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    }
    await askMove('lab')
    await expect(lab.failures.filter({ hasText: 'not a whole path' })).toHaveCount(1)
    await lab.failures.getByRole('button', { name: 'Dismiss' }).click()
    await askMove(target)
    await expect(lab.page.getByText('The data were moved')).toBeVisible()
    await expect(lab.page.locator('code')).toHaveText(target)
    expect(readdirSync(target)).toContain('lab.db')
    await lab.button('Open the folder').click()
    await lab.openScreen('Play')
    await lab.showsBoard(board)
    await first.app.close()

    const { page } = await openWindow()
    const again = new LabPage(page)
    await again.showsBoard(board)
    await openSettings(page)
    await expect(page.locator('code')).toHaveText(target)
    expect(existsSync(join(target, 'writer.json'))).toBe(true)
  } finally {
    rmSync(away, { recursive: true, force: true })
  }
})
