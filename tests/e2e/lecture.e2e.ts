/** Lectures on the drawn tree, in the browser: from the first start, by keys of three layouts, and for screen readers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { webTest } from './launch'
import { serveLab } from './webHost'

/** What the keys of a US keyboard print on others. */
const LAYOUTS = {
  Latin: {},
  Cyrillic: { l: 'д', i: 'ш', j: 'о', u: 'г', o: 'щ', h: 'р', y: 'н', x: 'ч', z: 'я', e: 'у' },
  Hebrew: { l: 'ך', i: 'ן', j: 'ח', u: 'ו', o: 'ם', h: 'י', y: 'ט', x: 'ס', z: 'ז', e: 'ק' },
} as const

/** Presses a key where it is on a US keyboard, as a browser reports it under another layout. */
async function press(page: Page, letter: string, layout: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    ([key, code]) => {
      const init = { key, code, bubbles: true, cancelable: true }
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init))
      document.activeElement!.dispatchEvent(new KeyboardEvent('keyup', init))
    },
    [layout[letter] ?? letter, `Key${letter.toUpperCase()}`] as const,
  )
}

webTest(
  'from the first start a lecture comes to its first cut in two clicks; another is held by keys alone',
  async ({ page }) => {
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-lecture-'))
    const served = await serveLab({ home })
    await page.goto(served.url)
    const lab = new LabPage(page)
    await expect(lab.state).toHaveText('Playing')
    const tree = page.getByRole('tree', { name: 'Search tree' })
    const node = (name: RegExp) => tree.getByRole('treeitem', { name })
    const active = tree.getByRole('treeitem', { selected: true })
    const sentence = page.locator('.lecture .sentence')
    /** Of the selected node, outside of lectures. */
    const panel = page.getByRole('region', { name: 'Node', exact: true })

    await webTest.step('the Tree screen shows the tree of the board in play; a card opens a lecture, which plays', async () => {
      await page
        .getByRole('link', { name: 'Tree' })
        .or(page.getByRole('button', { name: 'Tree', exact: true }))
        .first()
        .click()
      await expect(page.locator('.drawn canvas')).toBeVisible()
      await expect(node(/^Player's node, root, value/)).toBeAttached()
      await page.getByRole('button', { name: /^Alpha-beta/ }).click()
      await expect(sentence).toHaveText('2 ≤ α = 3. MAX already has 3 at the root: the 2 other children cannot matter.')
      await expect(page.getByText('2 of 9 leaves pruned so far')).toBeVisible()
    })
    await webTest.step('nothing of it is hidden from screen readers, light or dark', async () => {
      await lab.button('Pause').click()
      await expectNoFindings(page, 'a lecture')
      await lab.button('Predict first').click()
      await expectNoFindings(page, 'a prediction', '.lecture')
      await lab.button('Predict first').click()
    })
    await tree.focus()
    for (const [name, layout] of Object.entries(LAYOUTS)) {
      const key = (letter: string) => press(page, letter, layout)
      await webTest.step(`a whole lecture and a walk by keys of a ${name} layout`, async () => {
        await key('l')
        await expect(sentence).toHaveCount(0)
        await expect(node(/root, value 3/)).toBeAttached()
        await tree.focus()
        await lab.press('Home') // a lecture begins at the selected node
        await expect(panel).toContainText("MAX's node")
        await key('l')
        await expect(sentence).toHaveText('Enters the root with the window [−∞, ∞].')
        await expect(page.locator('.lecture .keys')).toHaveText(
          /I into\s*O over\s*U out\s*← back\s*K play\s*H to the node\s*Y predict/,
        )
        await key('y')
        await expect(page.getByText('0 of 0 right')).toBeVisible()
        for (let event = 2; event <= 8; event++) {
          await key('i')
          await expect(page.getByText(`event ${event} of 44`)).toBeVisible()
        }
        await expect(page.getByText('Are the other children of A cut?')).toBeVisible()
        await key('x')
        await expect(lab.button('Cut')).toBeFocused()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await expect(page.getByText('1 of 1 right')).toBeVisible()
        await expect(page.getByText('event 9 of 44')).toBeVisible()
        await key('y')
        await tree.focus()
        for (let event = 10; event <= 44; event++) {
          await key('i')
          await expect(page.getByText(`event ${event} of 44`)).toBeVisible()
        }
        await expect(sentence).toHaveText('Returns 3 from the root.')
        await key('j')
        await expect(page.getByText('event 43 of 44')).toBeVisible()
        await lab.press('ArrowLeft')
        await expect(page.getByText('event 42 of 44')).toBeVisible()
        await lab.press('ArrowRight')
        await expect(page.getByText('event 43 of 44')).toBeVisible()
        await key('z')
        await expect(lab.button('Projector size')).toHaveAttribute('aria-pressed', 'true')
        await key('z')
        await lab.press('Escape')
        await expect(sentence).toHaveCount(0)
        await expect(node(/root, value 3/)).toBeAttached()
        await tree.focus()
        await lab.press('Home')
        await expect(panel).toContainText("MAX's node")
        await lab.press('ArrowDown')
        await expect(active).toHaveAccessibleName(/^A, MIN's node, child 1/)
        await lab.press('ArrowRight')
        await expect(active).toHaveAccessibleName(/^B, MIN's node, child 2/)
        await lab.press('Enter')
        await expect(active).toHaveAttribute('aria-expanded', 'false')
        await lab.press('Enter')
        await expect(active).toHaveAttribute('aria-expanded', 'true')
        await lab.press('Shift+Enter')
        await expect(active).toHaveAttribute('aria-level', '1')
        await lab.press('Backspace')
        await expect(panel).toContainText("MAX's node")
        await key('l')
        await expect(sentence).toBeVisible()
      })
    }
    await lab.press('Escape')
    await webTest.step('nor is anything of the lectures that draw boards', async () => {
      for (const card of [/^MCTS/, /^Two robots/, /^2048 here/]) {
        await page.getByRole('button', { name: card }).click()
        await expect(sentence).toBeVisible()
        await lab.button('Pause').click()
        await expectNoFindings(page, `the lecture of ${card}`)
        await tree.focus()
        await lab.press('Escape')
        await expect(sentence).toHaveCount(0)
      }
    })
    await expectNoFindings(page, 'a drawn tree and the cards')
    expect(lab.complaints).toEqual([])
    await served.stop()
    rmSync(home, { recursive: true, force: true })
  },
)
