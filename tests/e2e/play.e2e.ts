/** The Play screen while a game plays itself. */
import { expect, type Locator, type Page } from '@playwright/test'
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

/** Its only moves lead to a board where nothing can move. */
const LAST_MOVE = '123456789ABC5670'

windowTest(
  'in a narrow window board, controls, tree and the end of the game are in view, and a notice covers the status bar alone',
  async ({ usedWindow: { page } }) => {
    await page.setViewportSize({ width: 600, height: 800 })
    const lab = new LabPage(page)
    await lab.openScreen('Play')
    await lab.paste(LAST_MOVE)
    const tree = page.getByRole('tree', { name: 'Tree of this move' })
    const controls = page.getByRole('group', { name: 'Game', exact: true })
    const boxOf = async (part: Locator) => (await part.boundingBox())!
    const places = async () => ({ board: await boxOf(page.locator('.square')), controls: await boxOf(controls) })
    await expect(tree).toBeInViewport({ ratio: 1 })
    const before = await places()
    expect(before.board.width).toBeGreaterThan(220)
    const notice = page.locator('.notice').last()
    const bar = page.getByRole('contentinfo')
    const { y, height } = await boxOf(notice)
    expect(y).toBeGreaterThanOrEqual((await boxOf(bar)).y)
    expect(y + height).toBeLessThanOrEqual(800)
    await lab.slide('right')
    for (const name of ['Find mistakes', 'Share', 'Learn from this game', 'Undo the last move'])
      await expect(lab.button(name)).toBeInViewport({ ratio: 1 })
    await expect(controls).toBeInViewport({ ratio: 1 })
    expect(await places()).toEqual(before)
  },
)
