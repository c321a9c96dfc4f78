import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { parseProfile } from '../../src/core/contract/files'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { SOAK, windowTest } from './launch'
import { MIDGAME } from './scenarios'

declare global {
  interface Window {
    saved?: Promise<string>
  }
}

/** The Profiles screen by roles and names. */
class ProfilesPage {
  constructor(readonly page: Page) {}

  async open(): Promise<this> {
    await this.page.keyboard.press('Control+6')
    await expect(this.list).toBeVisible()
    return this
  }

  get list(): Locator {
    return this.page.getByRole('listbox', { name: /^Profiles/ })
  }

  row(name: string): Locator {
    return this.list.getByRole('option').filter({ has: this.page.locator('.name', { hasText: new RegExp(`^${name}$`) }) })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async value(move: string): Promise<string> {
    const row = this.page.locator('.values').getByRole('listitem').filter({ hasText: move })
    return row.locator('.value').innerText()
  }

  /** By `Duplicate it to change it` and its new name. */
  async makeFrom(base: string, name: string): Promise<void> {
    await this.row(base).click()
    await this.button('Duplicate it to change it').click()
    await this.page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await this.page.keyboard.press('Enter')
    await expect(this.row(name)).toHaveAttribute('aria-selected', 'true')
  }

  /** What the page hands to the browser as a file, whose way to the disk is the browser's. */
  async exportShown(to: string): Promise<void> {
    await this.page.evaluate(() => {
      const create = URL.createObjectURL
      URL.createObjectURL = blob => {
        window.saved = (blob as Blob).text()
        return create(blob)
      }
    })
    await this.page.getByRole('button', { name: /^More for/ }).click()
    await this.page.getByRole('menuitem', { name: 'Export' }).click()
    const text = await this.page.waitForFunction(() => window.saved)
    writeFileSync(to, (await text.jsonValue())!)
  }

  async importFile(file: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.button('Import').click()
    await (await chooser).setFiles(file)
  }
}

windowTest(
  'a profile is made, edited by its slider while the values move, still unsaved after a reload and when the lab opens again, saved to a file, deleted, brought back, and taken elsewhere',
  async ({ usedWindow }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lab-e2e-profiles-'))
    const { page } = usedWindow
    const lab = new LabPage(page)
    await lab.setPosition(MIDGAME)
    let profiles = await new ProfilesPage(page).open()
    await profiles.makeFrom('thesis', 'mine')

    await expect.poll(() => profiles.value('Up')).not.toBe('')
    const before = await profiles.value('Up')
    const terms = await page.getByRole('row', { name: /^Corner h1/ }).innerText()
    await page.getByRole('slider', { name: 'Corner h1, slider' }).press('End')
    await expect(page.getByRole('row', { name: /^Corner h1/ })).not.toHaveText(terms)
    await expect.poll(() => profiles.value('Up')).not.toBe(before)
    await expect(profiles.row('mine')).toContainText('unsaved')
    await page.keyboard.press('Control+1')
    await profiles.open()
    await expect(profiles.row('mine')).toContainText('unsaved')
    await page.reload()
    await expect(lab.state).toBeVisible()
    await profiles.open()
    await expect(profiles.row('mine')).toContainText('unsaved')
    await profiles.row('mine').click()
    await expect(page.getByRole('textbox', { name: 'Corner h1' })).toHaveValue('10')
    await page.keyboard.press('Control+s')
    await expect(profiles.row('mine')).not.toContainText('unsaved')
    await page.getByRole('textbox', { name: 'Notes' }).fill('not saved yet')
    await page.evaluate(() => window.lab!.hello(undefined)) // nobody closes a window within the same millisecond
    await usedWindow.openAgain()
    profiles = await new ProfilesPage(page).open()
    await expect(profiles.row('mine')).toContainText('unsaved')
    await profiles.row('mine').click()
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('not saved yet')
    await profiles.button('Discard').click()
    await expect(profiles.row('mine')).not.toContainText('unsaved')

    const file = join(folder, 'mine.json')
    await profiles.exportShown(file)
    const saved = parseProfile(readFileSync(file, 'utf8'), file)
    expect(saved).toMatchObject({
      name: 'mine',
      evaluator: { parameters: { h1: 10 } },
      origin: { kind: 'hand', source: 'thesis' },
    })

    await profiles.row('mine').click()
    await page.keyboard.press('Delete')
    await expect(profiles.row('mine')).toHaveCount(0)
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await expect(profiles.row('mine')).toHaveCount(1)

    await profiles.row('mine').click()
    await profiles.button('Play with it').click()
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('mine')
    expect(lab.complaints).toEqual([])

    await usedWindow.reset()
    const other = await new ProfilesPage(page).open()
    await other.importFile(file)
    await expect(other.row('mine')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('textbox', { name: 'Corner h1' })).toHaveValue('10')
    await other.importFile(file) // the same again: there already
    await expect(page.locator('.toasts')).toContainText('Mine was there already')
    await expect(other.row('mine')).toHaveCount(1)
    rmSync(folder, { recursive: true, force: true })
    await windowTest.step('a clash of names asks, and what was chosen is there', () => clash(lab, other))
    await windowTest.step('the list says the titles in full; two profiles are compared', () => compare(lab, other))
    expect(lab.complaints).toEqual([])
  },
)

async function clash(lab: LabPage, profiles: ProfilesPage): Promise<void> {
  const { page } = lab
  const text = JSON.stringify({ format: '2048-lab-profile', version: 2, ...(await profileFrom(page, 'mine')), title: 'Theirs' })
  await page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  const dialog = page.getByRole('dialog', { name: 'Import profiles' })
  await expect(dialog).toContainText('They differ in title')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(profiles.row('mine-2')).toContainText('Theirs')
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['{"format": "2048-lab-profile"}'], 'broken.json'))
    document.querySelector('main')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(lab.failures).toContainText('broken.json')
}

async function compare(lab: LabPage, profiles: ProfilesPage): Promise<void> {
  const { page } = lab
  await expect(profiles.row('thesis')).toBeVisible()
  const cut = await page
    .locator('[role="option"] .title')
    .evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight).length)
  expect(cut).toBe(0)
  await profiles.row('mine').click()
  await page.getByRole('slider', { name: 'Corner h1, slider' }).press('ArrowRight')
  await page.setViewportSize({ width: 900, height: 700 })
  await profiles.row('power').click({ modifiers: ['Control'] })
  await expectNoFindings(page, 'profiles-diff')
  await profiles.button('New').click()
  await expectNoFindings(page, 'profiles-new', 'dialog')
  await lab.closeDialog()
}

windowTest(`what was deleted is there after a restart, to restore or to delete for good ${SOAK}`, async ({ openWindow }) => {
  const first = await openWindow()
  await new LabPage(first.page).ready()
  const before = await new ProfilesPage(first.page).open()
  for (const name of ['mine', 'other', 'third']) await before.makeFrom('thesis', name)
  for (const name of ['mine', 'other', 'third']) {
    await before.row(name).click()
    await first.page.keyboard.press('Delete')
    await expect(before.row(name)).toHaveCount(0)
  }
  await first.page.keyboard.press('Control+z')
  await expect(before.row('third')).toHaveAttribute('aria-selected', 'true')
  await first.app.close()

  const { page } = await openWindow()
  const lab = new LabPage(page)
  const profiles = await new ProfilesPage(page).open()
  await expect(profiles.row('mine')).toHaveCount(0)
  await profiles.button('Deleted profiles').click()
  const dialog = page.getByRole('dialog', { name: 'Deleted' })
  await expect(dialog.getByRole('checkbox', { name: /The|copy|mine/ })).toHaveCount(2)
  await expectNoFindings(page, 'deleted', 'dialog')
  await dialog.getByRole('checkbox', { name: /mine/ }).check()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).last().click()
  await expect(profiles.row('mine')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: /other/ }).check()
  await dialog.getByRole('button', { name: 'Delete for good …' }).click()
  await dialog.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(dialog).toContainText('There is nothing deleted here.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(lab.complaints).toEqual([])
})

async function profileFrom(page: Page, name: string): Promise<Record<string, unknown>> {
  const reply = await page.evaluate(named => window.lab!.exportProfiles({ names: [named] }), name)
  if (!reply.ok) throw new Error(reply.error.message)
  return JSON.parse(reply.value) as Record<string, unknown>
}
