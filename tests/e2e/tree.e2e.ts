/** The Tree screen, in the window. */
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { MIDGAME } from './scenarios'

class TreePage extends LabPage {
  get outline() {
    return this.page.getByRole('tree', { name: 'Search tree' })
  }

  /** The row that is looked at. */
  get active() {
    return this.outline.getByRole('treeitem', { selected: true })
  }

  get panel() {
    return this.page.getByRole('region', { name: 'Node' })
  }

  rows(name: RegExp) {
    return this.outline.getByRole('treeitem', { name })
  }

  async openTree(): Promise<void> {
    await this.press('t')
    await expect(this.rows(/^Player's node, root/)).toBeVisible()
    await expect(this.page.locator('.tabs').getByRole('status')).toContainText('slides tried')
  }
}

async function treePage(page: Page): Promise<TreePage> {
  const lab = await new TreePage(page).ready()
  await lab.setPosition(MIDGAME)
  return lab
}

windowTest('T opens the tree of the move that is shown, with the values on the board', async ({ openWindow }) => {
  const lab = await treePage((await openWindow()).page)
  await lab.page.getByRole('combobox', { name: 'Limit' }).selectOption('Depth')
  await lab.startAnalysis()
  await expect(lab.bestBars).toHaveCount(1)
  await expect(lab.state).toHaveText('Idle')
  const bars = await lab.page
    .getByRole('button', { name: /: value .*Play it\.$/ })
    .evaluateAll(all => all.map(bar => bar.getAttribute('aria-label')!))
  await lab.openTree()
  for (const bar of bars) {
    const [, move, value] = /^(\w+): value ([^,]+,?\d*\.?\d*),/.exec(bar)!
    await expect(lab.rows(new RegExp(`^(Chance node|Leaf), ${move}.*value ${value!.replaceAll('.', '\\.')}`))).toBeVisible()
  }
  expect(lab.complaints).toEqual([])
})

windowTest(
  'the outline is gone through by keyboard, and said to a screen reader with level, place and state',
  async ({ openWindow }) => {
    const lab = await treePage((await openWindow()).page)
    await lab.openTree()
    await lab.outline.focus()
    await lab.press('Home')
    await expect(lab.active).toHaveAttribute('aria-level', '1')
    await expect(lab.active).toHaveAttribute('aria-expanded', 'true')
    await lab.press('ArrowRight')
    await expect(lab.active).toHaveAttribute('aria-level', '2')
    await expect(lab.active).toHaveAttribute('aria-posinset', '1')
    await expect(lab.active).toHaveAttribute('aria-expanded', 'false')
    await lab.press('ArrowRight')
    await expect(lab.active).toHaveAttribute('aria-expanded', 'true')
    await lab.press('ArrowRight')
    await expect(lab.active).toHaveAttribute('aria-level', '3')
    await expect(lab.panel.getByRole('img', { name: /^Board of the node/ })).toBeVisible()
    await lab.press('ArrowLeft')
    await expect(lab.active).toHaveAttribute('aria-level', '2')
    await lab.press('ArrowLeft')
    await expect(lab.active).toHaveAttribute('aria-expanded', 'false')
    await lab.press('ArrowLeft')
    await expect(lab.active).toHaveAttribute('aria-level', '1')
  },
)

windowTest('a table hit leads to where its value was computed, and back', async ({ openWindow }) => {
  const lab = await treePage((await openWindow()).page)
  await lab.openTree()
  await lab.outline.focus()
  await lab.press('n')
  await expect(lab.active).toHaveAccessibleName(/table hit/)
  const hit = await lab.active.getAttribute('aria-label')
  await lab.press('g')
  await expect(lab.active).not.toHaveAccessibleName(/table hit/)
  await lab.press('b')
  await expect(lab.active).toHaveAccessibleName(hit!)
})

windowTest('the lecture goes through the search with the line lit, and back', async ({ openWindow }) => {
  const lab = await treePage((await openWindow()).page)
  await lab.openTree()
  await lab.outline.focus()
  await lab.press('Home')
  await lab.button('Lecture').click()
  const lecture = lab.page.getByRole('region', { name: 'Lecture' })
  const lit = lecture.locator('[aria-current="step"]')
  await expect(lit).toContainText('player(board, d, p)')
  await lab.outline.focus()
  await lab.press('i')
  await expect(lit).toContainText('chance(afterstate')
  await lab.press('o')
  await expect(lit).toContainText('return')
  await lab.press('i')
  await expect(lit).toContainText('best ← max')
  await lab.press('j')
  await expect(lit).toContainText('return')
  await lab.press('u')
  await expect(lit).toContainText('best ← max')
})

windowTest('axe finds nothing serious on the Tree screen, light or dark', async ({ openWindow }) => {
  const lab = await treePage((await openWindow()).page)
  const { page } = lab
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, height] of [
      [1280, 800],
      [900, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await lab.press('Control+1')
      await lab.openTree()
      await lab.outline.focus()
      await lab.press('ArrowDown')
      await lab.press('ArrowRight')
      await expect(lab.panel.getByRole('table').first()).toBeVisible()
      await expectNoFindings(page, `${colorScheme}, tree ${width}`)
      await page.screenshot({ path: `test-results/tree-${colorScheme}-${width}.png` })
    }
  }
})
