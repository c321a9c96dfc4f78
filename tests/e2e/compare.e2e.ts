/** The Compare screen by keys alone: two players, their verdict, the table that pastes, and a chart for a paper. */
import { expect } from '@playwright/test'
import { numberText } from '../../src/core/numberText'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { savedBy } from './sharing'

declare global {
  interface Window {
    copied?: string
  }
}

windowTest('two players are compared by keys, the verdict is a sentence, and the table is copied', async ({ usedWindow }) => {
  const { page } = usedWindow
  const lab = new LabPage(page)
  await lab.press('Control+4')
  await expect(page.getByRole('heading', { name: 'Which player is better?' })).toBeVisible()
  await lab.press('n')
  const dialog = page.getByRole('dialog', { name: 'New comparison' })
  await expect(dialog).toBeVisible()
  await expectNoFindings(page, 'compare-form', 'dialog')
  for (const number of [1, 2]) {
    await expect(dialog.getByRole('combobox', { name: `Profile of player ${number}` })).toBeFocused()
    for (const key of ['Tab', 'Tab', 'f', 'Tab', '0', 'Tab', 'Tab']) await lab.press(key)
  }
  await lab.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Games of each player' })).toBeFocused()
  await page.keyboard.type('20')
  await lab.press('Tab')
  await page.keyboard.type('100')
  await lab.press('Enter')
  await expect(dialog).toBeHidden()

  const shown = page.getByRole('region', { name: 'Comparison', exact: true })
  await expect(shown.locator('h2 + button + [role=status]')).toContainText('finished')
  await expect(shown.locator('.answer')).toContainText(/ (is better by|are equal within|has [\d,]+ points more,)/)
  await expect(shown.locator('canvas')).toHaveCount(5)
  await expect(shown.getByRole('cell', { name: '20', exact: true })).toHaveCount(2)
  const answer = await page.evaluate(() => window.lab!.comparisonResult({ kind: 'comparison', id: 1 }))
  if (!('value' in answer) || !answer.value) throw new Error('no result')
  const { players, games } = answer.value
  await page.evaluate(() =>
    document.addEventListener('copy', event => (window.copied = event.clipboardData!.getData('text/plain'))),
  )
  await lab.press('Control+c')
  const copied = (await page.evaluate(() => window.copied))!.split('\n')
  expect(copied[0]).toContain('| Player | Games | Mean, 95% | Median | Quartiles |')
  for (const [i, { name, mean }] of players.entries()) {
    expect(copied[2 + i]).toContain(`| ${name} | ${games} | ${numberText(mean!, 'integer')}`)
  }
  expect(copied.join('\n')).toContain('Seed 1')
  await expectNoFindings(page, 'compare')

  const more = shown.getByRole('button', { name: 'More for Largest tile' })
  const svg = await savedBy(page, async () => {
    await more.click()
    await page.getByRole('menuitem', { name: 'Save as SVG' }).click()
  })
  for (const text of ['Largest tile', 'Seed 1', ...players.map(({ name }) => name)]) expect(svg).toContain(`>${text}`)
  expect(svg.match(/<path/g)!.length).toBeGreaterThan(4 * players.length) // bars, intervals, grid

  await shown.getByRole('button', { name: '%' }).first().press('Enter')
  const chip = page.getByRole('button', { name: 'show all games' })
  await expect(chip).toContainText('with ')
  await chip.click()
  await expect(chip).toBeHidden()
  expect(lab.complaints).toEqual([])
})
