/** The Play screen while a game plays itself. */
import { expect, type Page } from '@playwright/test'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { LabPage } from './labPage'
import { windowTest } from './launch'

const MOVES = 60

/** What may change its place: the board, the tree and what only shows numbers. */
const MOVING =
  '.square, .drawn, canvas, .share, .known, [class*="track"], .cross .words, .toasts, dd, .facts, .loss, .value, .interval, .bar, .variation'

/** Places of all elements that are seen and are none of these, by their path. */
function places(page: Page): Promise<Record<string, string>> {
  return page.evaluate(moving => {
    const found: Record<string, string> = {}
    const visit = (element: Element, path: string): void => {
      if (element.matches(moving) || element.matches('svg, .visually-hidden, option')) return
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width * height > 0) found[path] = [x, y, width, height].map(Math.round).join(' ')
      for (const [i, child] of [...element.children].entries()) visit(child, `${path} > ${child.tagName.toLowerCase()} ${i}`)
    }
    visit(document.querySelector('main')!, 'main')
    return found
  }, MOVING)
}

windowTest(
  'the tree of each move is drawn beside the board, and nothing else changes its place in a game that plays itself',
  async ({ usedWindow: { page } }) => {
    windowTest.setTimeout(180_000)
    await page.setViewportSize({ width: 1440, height: 900 })
    const lab = new LabPage(page)
    await lab.openScreen('Play')
    await lab.newGame(2048)
    await page.getByRole('slider', { name: 'Autoplay speed' }).press('Home')
    for (let i = 0; i < 4; i++) await page.getByRole('slider', { name: 'Autoplay speed' }).press('ArrowRight')
    const moves = () => lab.figure('Moves')
    await lab.button('Autoplay').click()
    const tree = page.getByRole('tree', { name: 'Tree of this move' })
    await expect(tree).toBeVisible()
    await expect.poll(moves).toBeGreaterThan(12) // until its scales have their figures
    const before = await places(page)
    expect(Object.keys(before).length).toBeGreaterThan(60)
    const start = await moves()
    while ((await moves()) < start + MOVES) expect(await places(page)).toEqual(before)
    await lab.rest()
    await lab.startAnalysis()
    await expect(page.getByRole('heading', { name: 'Tree of this move' })).toBeVisible()
    await tree.focus()
    const first = tree.locator('[role="treeitem"][aria-level="2"]')
    const named = async () => (await first.evaluateAll(all => all.map(each => each.ariaLabel!.split(',')[0]!.toLowerCase()))).toSorted() // oxfmt-ignore
    await expect.poll(named).toEqual(legalMoves(await lab.board()).toSorted())
    await page.getByRole('button', { name: 'Fold the tree' }).click()
    await expect(tree).toBeHidden()
    await page.getByRole('button', { name: 'Show the tree' }).click()
    await expect(tree).toBeVisible()
  },
)
