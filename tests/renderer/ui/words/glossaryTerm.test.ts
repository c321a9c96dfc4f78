/** Terms of the glossary, explained where they stand. */
import { TooltipProvider } from 'reka-ui'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { h } from 'vue'
import { expect, test } from 'vitest'
import ModalDialog from '../../../../src/renderer/src/ui/dialogs/ModalDialog.vue'
import SectionPanel from '../../../../src/renderer/src/ui/panes/SectionPanel.vue'
import GlossaryTerm from '../../../../src/renderer/src/ui/words/GlossaryTerm.vue'
import { meaningOf, TERMS } from '../../../../src/renderer/src/ui/words/glossary'
import { fakeLab, flushPromises, mountWith, until } from '../../helpers'

const PAGE = join(import.meta.dirname, '../../../../src/renderer/src')

const show = (content: () => unknown) =>
  mountWith({ render: () => h(TooltipProvider, { delayDuration: 0 }, content) }, fakeLab().lab)

/** What a screen reader adds to the name of an element. */
const descriptionOf = (element: Element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

test.each(TERMS)('the glossary has a meaning for “%s”', term => {
  expect(meaningOf(term)).toMatch(/^[A-Z0-9].*\.$/)
})

test('every listed term explains something in the window', () => {
  const sources = readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(vue|ts)$/.test(file) && !file.endsWith('glossary.ts'))
    .map(file => readFileSync(join(PAGE, file), 'utf8'))
    .join('\n')
  expect(TERMS.filter(term => !new RegExp(`['"]${term}['"]`).test(sources))).toEqual([])
})

test('a term shows its meaning with the focus, describes its label with it, and hides it afterwards', async () => {
  const wrapper = show(() => h(GlossaryTerm, { term: 'ply' }, () => 'Plies'))
  const label = wrapper.get<HTMLElement>('[tabindex="0"]')
  expect(label.text()).toBe('Plies')
  expect(descriptionOf(label.element)).toBeUndefined()
  label.element.focus()
  await flushPromises()
  expect(descriptionOf(label.element)).toBe(`ply: ${meaningOf('ply')}`)
  label.element.blur()
  await flushPromises()
  expect(document.querySelector('[role="tooltip"]')).toBeNull()
})

test('a term shows its meaning under the pointer', async () => {
  const wrapper = show(() => h(GlossaryTerm, { term: 'depth' }, () => 'Depth'))
  const label = wrapper.get('[tabindex="0"]')
  await label.trigger('pointermove', { pointerType: 'mouse' })
  await until(() => expect(descriptionOf(label.element)).toBe(`depth: ${meaningOf('depth')}`))
})

test('a tap shows the meaning of a term, a click of the mouse alone does not', async () => {
  const wrapper = show(() => h(GlossaryTerm, { term: 'depth' }, () => 'Depth'))
  const label = wrapper.get('[tabindex="0"]')
  await label.trigger('click', { pointerType: 'mouse' })
  expect(descriptionOf(label.element)).toBeUndefined()
  await label.trigger('click', { pointerType: 'touch' })
  await flushPromises()
  expect(descriptionOf(label.element)).toBe(`depth: ${meaningOf('depth')}`)
})

test('the heading of a section has its meaning at the summary, which has the focus', async () => {
  const wrapper = show(() => h(SectionPanel, { heading: 'Principal variation', term: 'principal variation' }))
  const summary = wrapper.get<HTMLElement>('details > summary')
  summary.element.tabIndex = 0 // as a browser has it
  summary.element.focus()
  await flushPromises()
  expect(descriptionOf(summary.element)).toBe(meaningOf('principal variation'))
})

test('the meaning of a term in a modal dialog is shown in the dialog, which is above the page', async () => {
  const wrapper = show(() =>
    h(ModalDialog, { heading: 'Record' }, () => h(GlossaryTerm, { term: 'expectimax' }, () => 'Searcher')),
  )
  wrapper.get<HTMLElement>('[tabindex="0"]').element.focus()
  await flushPromises()
  expect(wrapper.get('dialog').element.textContent).toContain(meaningOf('expectimax'))
  // the dialog may hold what the user typed: Esc closes it only when no tooltip is shown
  const isTaken = () => !window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }))
  expect(isTaken()).toBe(true)
  await flushPromises()
  expect(wrapper.get('dialog').element.textContent).not.toContain(meaningOf('expectimax'))
  expect(isTaken()).toBe(false)
})
