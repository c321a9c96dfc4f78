/** The drawn view of the Tree screen: its tree for keys and screen readers, and what keys, pointer and a lecture do to it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h, KeepAlive, shallowRef } from 'vue'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Trace } from '../../../../src/core/trace/trace'
import { useBoard } from '../../../../src/renderer/src/bridge/pageGame'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useTrees } from '../../../../src/renderer/src/bridge/trees'
import TreeScreen from '../../../../src/renderer/src/features/tree/TreeScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { recordedGame } from '../../../core/support/recordedGame'
import { flushPromises, hello, mountScreen, press } from '../../helpers'
import { labWithTrees, recordedTrace, showView } from './treeSupport'

const BOARD = parseBoard('8632742161105100')
let lab: ReturnType<typeof labWithTrees>

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await flushPromises()
}

async function show(trace: Trace): Promise<void> {
  lab = labWithTrees([trace])
  mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await settle()
}

const drawing = () => document.querySelector<HTMLElement>('.drawn[role="tree"]')!
const items = () => [...drawing().querySelectorAll<HTMLElement>('[role="treeitem"]')]
const active = () => drawing().querySelector<HTMLElement>('[aria-selected="true"]')!
const label = (item: Element) => item.getAttribute('aria-label')!
const crumbs = () => document.querySelector('section[aria-label="Node"] .crumbs')!.textContent.trim()

async function key(name: string, change: KeyboardEventInit = {}): Promise<void> {
  press(name, change, drawing())
  await settle()
}

test('is the first view; each node has its level and its words, and the selected one is the one that the panel shows', async () => {
  await show(recordedTrace(BOARD, { table: 'exact' }, 2))
  expect(label(drawing())).toBe('Search tree')
  expect(items().length).toBeGreaterThan(10)
  expect(items().length).toBeLessThanOrEqual(40)
  expect(items()[0]!.getAttribute('aria-level')).toBe('1')
  expect(label(items()[0]!)).toMatch(/^Player's node, root, value /)
  expect(items().filter(item => label(item).includes('taken')).length).toBeGreaterThan(0)
  expect(drawing().getAttribute('aria-activedescendant')).toBe(active().id)
  expect(crumbs()).toBe('root')
})

test('is drawn anew without a question for its size, which would lay out the page in the middle of an update', async () => {
  await show(recordedTrace(BOARD, { table: 'off' }, 2))
  const before = items().length
  const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientWidth')!
  vi.mocked(get!).mockClear()
  drawing().focus()
  for (const name of ['ArrowRight', 'ArrowDown', 'Enter']) await key(name)
  expect(items().length).toBeGreaterThan(before)
  expect(vi.mocked(get!).mock.contexts).not.toContain(drawing())
})

test('is walked through by arrows, unfolds with Enter, and draws a node as the root and the whole tree again', async () => {
  await show(recordedTrace(BOARD, { table: 'off' }, 2))
  drawing().focus()
  await key('ArrowRight')
  expect(label(active())).toMatch(/^Chance node, .*taken/)
  expect(crumbs()).toMatch(/^root›[←→↑↓]$/)
  await key('ArrowDown')
  expect(active().getAttribute('aria-level')).toBe('2')
  expect(active().getAttribute('aria-expanded')).toBe('false')
  const before = items().length
  await key('Enter')
  expect(active().getAttribute('aria-expanded')).toBe('true')
  expect(items().length).toBeGreaterThan(before)
  await key('Enter')
  expect(active().getAttribute('aria-expanded')).toBe('false')
  expect(items()).toHaveLength(before)
  const name = label(active())
  await key('Enter', { shiftKey: true })
  expect(label(items()[0]!)).toBe(name)
  expect(items()[0]!.getAttribute('aria-level')).toBe('1')
  await key('Backspace')
  expect(label(items()[0]!)).toContain('root')
  await key('ArrowRight')
  await key('ArrowLeft')
  expect(crumbs()).toBe('root')
})

test('shares its selection with the outline and the icicle', async () => {
  await show(recordedTrace(BOARD, { table: 'off' }, 1))
  drawing().focus()
  await key('ArrowRight')
  const name = label(active())
  await showView('Outline')
  await settle()
  const row = document.querySelector('.outline [role="treeitem"][aria-selected="true"]')!
  expect(label(row)).toBe(name)
  await showView('Drawn')
  await settle()
  expect(label(active())).toBe(name)
})

test('opens with the tree of the board in play whenever that is another, and leaves what is looked at otherwise', async () => {
  lab = labWithTrees([recordedTrace(BOARD, {}, 1), recordedTrace(BOARD, {}, 1)])
  const [ofPlay, ofCard] = lab.views.splice(0) // not open yet
  lab.answers.set('recordTree', ofPlay)
  const isOpen = shallowRef(true)
  const greeting = hello()
  mountScreen(lab.lab, () => h(KeepAlive, () => (isOpen.value ? h(TreeScreen, { hello: greeting }) : h('p'))))
  useProfiles().greet(hello())
  const recorded = () =>
    lab.calls.filter(({ name }) => name === 'recordTree').map(({ arg }) => arg as { board: number[]; keep: number[] })
  async function visitAgain(): Promise<void> {
    isOpen.value = false
    await settle()
    isOpen.value = true
    await settle()
  }
  await settle()
  await visitAgain()
  expect(recorded().map(({ board }) => board)).toEqual([[...hello().game.board]])
  useTrees().show([...useTrees().list, ofCard!]) // as a lecture of a card
  await visitAgain()
  expect(recorded()).toHaveLength(1)
  useBoard().show({ ...hello().game, board: BOARD })
  await visitAgain()
  expect(recorded().slice(1)).toMatchObject([{ board: [...BOARD], keep: [2] }])
  await visitAgain()
  expect(recorded()).toHaveLength(2)
})

test('a tree that Play orders has the first key; the same order again shows it and records no other', async () => {
  lab = labWithTrees([recordedTrace(BOARD, {}, 2), recordedTrace(BOARD, {}, 1)])
  const [ordered, other] = lab.views.splice(0) // not open yet
  lab.answers.set('recordTree', ordered)
  mountScreen(lab.lab, () => h(TreeScreen, { hello: hello() }))
  await settle()
  const order = async () => {
    useNavigation().open({ screen: 'tree', record: { board: BOARD, player: ordered!.player! } })
    await settle()
  }
  await order()
  expect(document.activeElement).toBe(drawing())
  await key('ArrowRight')
  expect(crumbs()).toMatch(/^root›[←→↑↓]$/)
  lab.answers.set('recordTree', other)
  await order()
  expect(lab.asked('recordTree')).toHaveLength(1)
  expect(crumbs()).toMatch(/^root›[←→↑↓]$/)
})

test('in a lecture says nothing that the search has not come to', async () => {
  await show(new Trace(recordedGame('exampleTree', '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta')))
  expect(items().map(item => /value (\S+?)(,|$)/.exec(label(item))?.[1])).toHaveLength(13)
  drawing().focus()
  await key('l')
  expect(items()).toHaveLength(13)
  expect(items().filter(item => /value \d|value at most/.test(label(item)))).toEqual([])
  for (let step = 0; step < 12; step++) await key('i')
  const said = () => items().filter(item => /, value \d/.test(label(item)))
  await vi.waitUntil(() => said().length > 0) // the picture follows the lecture
  expect(said().length).toBeLessThan(6)
})

test('a prediction stands with its answer and the right one until the next step; the last event asks for none', async () => {
  await show(new Trace(recordedGame('exampleTree', '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta')))
  drawing().focus()
  await key('l')
  const row = () => document.querySelector<HTMLElement>('.question')!.textContent.replaceAll(/\s+/g, ' ')
  const button = (name: string) => [...document.querySelectorAll('button')].find(each => each.textContent.trim() === name)
  await key('y')
  expect(row()).toContain('Step on')
  while (!button('Searched')) await key('i')
  expect(row()).toContain('Are the other children of A cut?')
  button('Cut')!.click()
  await settle()
  expect(row()).toContain('Not so')
  expect(row()).toContain('Are the other children of A cut? Your answer: Cut. Right: Searched.')
  await key('i')
  expect(row()).not.toContain('Your answer')
  const scrubber = document.querySelector<HTMLInputElement>('.scrubber')!
  scrubber.value = scrubber.max
  scrubber.dispatchEvent(new Event('input'))
  await settle()
  expect(row()).not.toContain('Step on')
})

test('with predictions a step over or out stops at the next question; a new lecture begins without them', async () => {
  await show(new Trace(recordedGame('exampleTree', '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta')))
  drawing().focus()
  await key('l')
  const row = () => document.querySelector<HTMLElement>('.question')!.textContent.replaceAll(/\s+/g, ' ')
  const at = () => Number(document.querySelector<HTMLInputElement>('.scrubber')!.value)
  await key('y')
  await key('i')
  await key('o')
  expect(row()).toContain('Are the other children of A cut?')
  const asked = at()
  await key('u')
  expect(row()).toContain('Which value does A return?')
  await key('l')
  await key('l')
  expect(row()).not.toContain('of 0 right')
  await key('i')
  await key('o') // over A's first child as a whole
  await key('o')
  expect(at()).toBeGreaterThan(asked)
})

test('leaves the wheel to a page that scrolls, unless Ctrl is held or the drawing has the focus', async () => {
  await show(new Trace(recordedGame('exampleTree', '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta')))
  drawing().blur()
  const wheel = (change: WheelEventInit = {}) => {
    const event = new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true, ...change })
    if (change.ctrlKey) Object.defineProperty(event, 'ctrlKey', { value: true })
    drawing().dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(wheel()).toBe(true) // nothing scrolls in a wide window
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as never)
  expect(wheel()).toBe(false)
  expect(wheel({ ctrlKey: true })).toBe(true)
  drawing().focus()
  expect(wheel()).toBe(true)
})
