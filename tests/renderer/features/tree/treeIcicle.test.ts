import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { h } from 'vue'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import TreeScreen from '../../../../src/renderer/src/features/tree/TreeScreen.vue'
import { flushPromises, hello, mountScreen, press } from '../../helpers'
import { labWithTrees, recordedTrace, showView } from './treeSupport'

const CROWDED = parseBoard('3214 2153 4321 1010')
const WIDTH = 400

const trace = recordedTrace(CROWDED, { table: 'off' }, 2)
let lab: ReturnType<typeof labWithTrees>
beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  lab = labWithTrees([trace])
  mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await settle()
  await showView('Icicle')
  await settle()
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await flushPromises()
}

const drawing = () => document.querySelector<SVGElement>('.icicle > svg')!
const pieces = () => [...drawing().querySelectorAll<SVGRectElement>('[role="treeitem"]')]
const at = (piece: Element) => {
  const [x, y, width] = ['x', 'y', 'width'].map(name => Number(piece.getAttribute(name)))
  return { x: x!, y: y!, width: width! }
}
const focused = () => document.activeElement!
/** The selected node, as the panel beside the icicle names it. */
const selected = () => document.querySelector('section[aria-label="Node"] .crumbs')!.textContent

async function key(name: string): Promise<void> {
  press(name, {}, focused())
  await settle()
}

async function enter(): Promise<void> {
  drawing().querySelector<SVGElement>('[tabindex="0"]')!.focus()
  await settle()
}

describe('the icicle', () => {
  test('has a row for each level of the tree, every piece with a name and its level, inside the drawing, and no word beyond its piece', () => {
    const depths = Array.from({ length: trace.entries }, (_, node) => trace.path(node).length)
    expect(new Set(pieces().map(piece => piece.getAttribute('aria-level')))).toEqual(new Set(depths.map(String)))
    for (const piece of pieces()) {
      expect(piece.getAttribute('aria-label')).not.toBe('')
      expect(at(piece).x + at(piece).width).toBeLessThanOrEqual(WIDTH + 0.01)
    }
    const missing = pieces().flatMap(piece => /^… ([\d,]+) more$/.exec(piece.getAttribute('aria-label')!)?.[1] ?? [])
    const together = missing.reduce((sum, each) => sum + Number(each.replaceAll(',', '')), 0)
    expect(missing.length).toBeGreaterThan(0)
    expect(together + pieces().length - missing.length).toBe(trace.entries)
    const labels = [...drawing().querySelectorAll<SVGElement>('svg')]
    expect(labels.length).toBeGreaterThan(3)
    for (const label of labels) {
      const piece = pieces().find(each => at(each).x === at(label).x && at(each).y === at(label).y)!
      expect(at(label).width).toBeLessThan(at(piece).width)
    }
  })

  test('is one stop of the Tab key, from which arrows go to the piece above, below, before and after', async () => {
    expect(drawing().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    await enter()
    expect(focused().getAttribute('aria-label')).toContain('root')
    await key('ArrowDown')
    const first = at(focused())
    expect(first).toMatchObject({ x: 0 })
    expect(first.y).toBeGreaterThan(0)
    await key('ArrowRight')
    expect(at(focused())).toMatchObject({ y: first.y })
    expect(at(focused()).x).toBeGreaterThan(first.x)
    const second = at(focused())
    await key('ArrowDown')
    expect(at(focused()).y).toBeGreaterThan(second.y)
    expect(at(focused()).x).toBeGreaterThanOrEqual(second.x)
    expect(at(focused()).x).toBeLessThan(second.x + second.width)
    expect(focused().getAttribute('aria-label')).toMatch(/moves tried, [\d.]+%$/)
    expect(drawing().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
    await key('ArrowUp')
    expect(at(focused())).toEqual(second)
    await key('ArrowLeft')
    expect(at(focused())).toEqual(first)
    await key('Home')
    expect(focused().getAttribute('aria-label')).toContain('root')
  })

  test('goes to what is clicked, and down to a node with Enter, keeps the focus, and goes up again from its top', async () => {
    const [, second] = pieces().filter(piece => piece.getAttribute('aria-level') === '2')
    second!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await settle()
    expect(selected()).not.toBe('root')
    document.querySelector<HTMLElement>('.crumb')!.click()
    await settle()
    await enter()
    await key('ArrowDown')
    await key('ArrowRight')
    const name = focused().getAttribute('aria-label')!.split(', ').slice(0, 2).join(', ').slice(2)
    await key('Enter')
    expect(selected()).toMatch(/^root.+/)
    expect(focused().getAttribute('aria-label')).toContain(name)
    expect(at(focused())).toMatchObject({ x: 0, y: 0 })
    await key('ArrowUp')
    expect(selected()).toBe('root')
    expect(focused().getAttribute('aria-label')).toContain('root')
  })
})
