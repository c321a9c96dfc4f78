/** Places that leave one lab as a file, and come into another. */
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import type { LabPage } from './labPage'

declare global {
  interface Window {
    sharedFile?: Blob | undefined
  }
}

/** The text of the file that a click hands to the browser: the stand-in for Electron has no downloads. */
export async function savedBy(page: Page, click: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    window.sharedFile = undefined
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = content => {
      window.sharedFile = content as Blob
      return make(content)
    }
  })
  await click()
  await expect.poll(() => page.evaluate(() => window.sharedFile !== undefined)).toBe(true)
  return page.evaluate(() => window.sharedFile!.text())
}

export async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], name))
      document.querySelector('main')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )
}

/** Step 9 of a lecture, as a file: what says that a page shows it. */
export async function shareLecture(lab: LabPage): Promise<{ file: string; isThere: (page: Page) => Promise<void> }> {
  const { page } = lab
  await lab.openScreen('Tree')
  await expect(page.locator('.drawn canvas')).toBeVisible() // the tree of the board in play, which takes the place of the first cards
  await page.getByRole('button', { name: /^Alpha-beta/ }).click()
  const tree = page.getByRole('tree', { name: 'Search tree' })
  await expect(page.locator('.lecture .sentence')).toBeVisible()
  await lab.button('Pause').click()
  await page.locator('.lecture .scrubber').fill('8')
  await expect(page.getByText('event 9 of 44')).toBeVisible()
  const sentence = await page.locator('.lecture .sentence').innerText()
  await tree.focus()
  await lab.press('Shift+s')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog).toContainText('Lecture at step 9')
  await expect(dialog).toContainText('Alpha-beta')
  await expect(dialog.getByRole('button', { name: 'Copy text' })).toBeEnabled()
  await expectNoFindings(page, 'the form that shares', 'dialog')
  const file = await savedBy(page, () => lab.press('Enter'))
  await expect(dialog).toHaveCount(0)
  const isThere = async (other: Page) => {
    await expect(other.getByText('event 9 of 44')).toBeVisible()
    await expect(other.locator('.lecture .sentence')).toHaveText(sentence)
  }
  return { file, isThere }
}
