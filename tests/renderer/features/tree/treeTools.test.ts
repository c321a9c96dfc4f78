/** What can be done with the outline of a tree: arranged, searched, taken away, gone through. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TreeView } from '../../../../src/core/contract/calls'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Trace } from '../../../../src/core/trace/trace'
import type { NodeJson } from '../../../../src/core/tree/treeJson'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { flushPromises, press } from '../../helpers'
import { recordedTrace, TreePage } from './treeSupport'
import { boardOf } from '../../../core/support/boards'

const CROWDED = parseBoard('3214 2153 4321 1010')

let page: TreePage | undefined
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2600)
})
afterEach(() => {
  page?.leave()
  page = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function show(trace: Trace, change?: Partial<TreeView>): Promise<TreePage> {
  page = await TreePage.of([trace], change)
  return page
}

const select = (label: string) =>
  [...document.querySelectorAll('label')].find(each => each.textContent.includes(label))!.querySelector('select')!
const valueOf = (row: HTMLElement) => Number(row.querySelector('.value')!.textContent.replaceAll(',', ''))
const levelOf = (row: HTMLElement) => row.getAttribute('aria-level')
const nameOf = (row: HTMLElement) => row.getAttribute('aria-label')!

/** What the page hands to the browser to be kept. */
function downloads(): { name: string; content: Promise<string> }[] {
  const kept: { name: string; content: Promise<string> }[] = []
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation(content => {
    last = content as Blob
    return 'blob:kept'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push({ name: this.download, content: last!.text() })
  })
  return kept
}

describe('the outline', () => {
  test('in the order of values has the highest first, of best moves only one of each player, and offers only marks that there are', async () => {
    const its = await show(recordedTrace(CROWDED, { table: 'off' }, 1))
    await its.key('ArrowDown')
    await its.key('ArrowRight')
    const tiles = () => its.rows.filter(row => levelOf(row) === '3')
    const searched = tiles().map(nameOf)
    await its.pick(select('Order'), 'value')
    const values = tiles().map(valueOf)
    expect(new Set(values).size).toBeGreaterThan(2)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(tiles().map(nameOf)).not.toEqual(searched)
    await its.pick(select('Order'), 'search')
    expect(tiles().map(nameOf)).toEqual(searched)
    await its.pick(select('Show'), 'best')
    expect(its.rows.filter(row => levelOf(row) === '2')).toHaveLength(1)
    expect(nameOf(its.rows[1]!)).toContain('taken')
    await its.click('Filters')
    const offered = [...document.querySelectorAll('.tree-popover fieldset label')].map(each => each.textContent.trim())
    expect(offered).toEqual(['horizon'])
    await its.click('Find')
    expect([...document.querySelectorAll('.tree-popover option')].map(each => each.textContent)).toEqual(['horizon'])
  })

  test('of one mark only has nodes with it and what leads to them', async () => {
    const trace = recordedTrace(CROWDED, {}, 2)
    const its = await show(trace)
    await its.click('Filters')
    const box = [...document.querySelectorAll('.tree-popover label')].find(each => each.textContent.includes('table hit'))!
    box.querySelector('input')!.click()
    await its.settle()
    await its.click('Unfold everything below')
    const leaves = its.rows.filter(row => !row.hasAttribute('aria-expanded'))
    expect(leaves.length).toBeGreaterThan(0)
    expect(leaves.every(row => nameOf(row).includes('table hit'))).toBe(true)
  })
})

describe('finding', () => {
  const field = () => document.querySelector<HTMLInputElement>('.tree-popover input[type="text"]')!

  async function find(its: TreePage, board: string): Promise<void> {
    if (!document.querySelector('.tree-popover input[type="text"]')) await its.click('Find')
    await its.type(field(), board)
    document.querySelector('.tree-popover form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
    await its.settle()
  }

  test('a board goes to the first node that has it; what the filter hides is offered without it', async () => {
    const trace = recordedTrace(CROWDED, { table: 'off' }, 1)
    const its = await show(trace)
    const other = trace.firstChild(trace.children(0)[1]!)
    await find(its, makePosition(boardOf(trace, other)))
    expect(levelOf(its.active)).toBe('3')
    expect(valueOf(its.active)).toBeCloseTo(trace.value(other)!, 2)
    await its.key('Home')
    await its.pick(select('Show'), 'best')
    const [slide] = trace
      .children(0)
      .filter(child => !its.lab.desks[0]!.outline.rows(0, 10).some(row => row.place.node === child))
    const wanted = trace.firstChild(slide!)
    await find(its, makePosition(boardOf(trace, wanted)))
    expect(its.toasts).toMatchObject([{ kind: 'notice', title: 'The filter hides this node' }])
    expect(levelOf(its.active)).toBe('1')
    its.toasts[0]!.action!.run()
    await its.settle()
    expect(select('Show').value).toBe('all')
    expect(levelOf(its.active)).toBe('3')
    expect(valueOf(its.active)).toBeCloseTo(trace.value(wanted)!, 2)
    await find(its, 'FEDC000000000000')
    expect(its.toasts.at(-1)).toMatchObject({ title: 'Nothing found in this tree' })
    await find(its, 'nonsense')
    expect(document.querySelector('.tree-popover [role="alert"]')!.textContent).not.toBe('')
  })
})

describe('a search that deepens', () => {
  test('is followed on request, at the place that was looked at', async () => {
    const its = await show(recordedTrace(CROWDED, {}, 1), { state: 'recording', newer: true })
    await its.key('ArrowDown')
    const edge = its.active.querySelector('.edge')!.textContent
    const before = its.panel.textContent
    await its.click('Show the newer iteration')
    expect(its.lab.calls).toContainEqual({ name: 'followTree', arg: { tree: 1 } })
    its.lab.deepen(1, recordedTrace(CROWDED, {}, 2))
    await its.settle()
    expect(its.active.querySelector('.edge')!.textContent).toBe(edge)
    expect(its.panel.textContent).not.toBe(before)
    expect([...document.querySelectorAll('button')].some(each => each.textContent.includes('newer iteration'))).toBe(false)
  })
})

describe('export', () => {
  test('as SVG and text has the unfolded rows, as JSON the subtree to the chosen level', async () => {
    const trace = recordedTrace(CROWDED, {}, 2)
    const its = await show(trace)
    const kept = downloads()
    await its.key('ArrowDown')
    await its.key('ArrowRight')
    const rows = its.lab.desks[0]!.outline.total
    await its.click('Export')
    await its.click('SVG')
    await its.click('Text')
    await its.click('JSON')
    expect(kept.map(({ name }) => name)).toEqual(['svg', 'txt', 'json'].map(end => `tree-3214215343211010.${end}`))
    const [svg, text, json] = await Promise.all(kept.map(({ content }) => content))
    expect(svg!.match(/>[△▽○▪◇] /g)).toHaveLength(rows)
    expect(text!.trimEnd().split('\n')).toHaveLength(rows)
    const { node, children } = JSON.parse(json!) as NodeJson
    const deep = (its: NodeJson): number => 1 + Math.max(0, ...its.children.map(deep))
    expect(node).toBe(trace.children(0)[0])
    expect(children).toHaveLength(trace.childCount(Number(node)))
    expect(deep({ node, children } as NodeJson)).toBe(4)
  })
})

describe('the lecture', () => {
  const place = () => Number(/event ([\d,]+) of/.exec(document.querySelector('.lecture .place')!.textContent)![1])

  test('steps by itself, at the chosen number of steps per second, until it is paused', async () => {
    const its = await show(recordedTrace(CROWDED, { table: 'off' }, 2))
    await its.click('Lecture')
    const steps = () => its.lab.asked('lectureAt').length
    const first = steps()
    vi.useFakeTimers()
    const run = async (ms: number) => {
      for (let i = 0; i < ms; i += 50) await vi.advanceTimersByTimeAsync(50)
    }
    its.button('Step by itself').click()
    await run(2100)
    expect(steps() - first).toBe(4)
    const speed = document.querySelector<HTMLInputElement>('.lecture input[type="range"]')!
    speed.value = String(Number(speed.value) + 2)
    speed.dispatchEvent(new Event('input', { bubbles: true }))
    await run(50)
    const before = steps()
    await run(2000)
    expect(steps() - before).toBe(16)
    expect(document.querySelector('.lecture output')!.textContent).toBe('8 per second')
    expect(place()).toBeGreaterThan(2)
    its.button('Pause').click()
    await run(1000)
    expect(steps() - before).toBe(16)
  })

  test('steps back out of a node without a toast: the outline follows', async () => {
    const its = await show(recordedTrace(CROWDED, { table: 'off' }, 2))
    await its.click('Lecture')
    for (const key of 'iiiijjjj') {
      press(key)
      await flushPromises()
    }
    expect(place()).toBe(1)
    expect(useToasts().list).toEqual([])
  })

  test('comes to its end and stops there', async () => {
    const its = await show(recordedTrace(CROWDED, {}, 0))
    await its.click('Lecture')
    vi.useFakeTimers()
    its.button('Step by itself').click()
    for (let i = 0; i < 60; i++) await vi.advanceTimersByTimeAsync(500)
    expect(its.button('Step by itself')).toBeTruthy()
    press('Escape')
    await vi.advanceTimersByTimeAsync(50)
    expect(document.querySelector('.lecture')).toBeNull()
  })
})
