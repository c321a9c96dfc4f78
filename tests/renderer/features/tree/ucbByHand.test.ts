/** UCB1 by hand on the Tree screen. */
import { afterEach, expect, test } from 'vitest'
import { ucbTable } from '../../../../src/core/search/algorithms/mcts/ucb1'
import { Trace } from '../../../../src/core/trace/trace'
import { recordedGame } from '../../../core/support/recordedGame'
import type { TreeNode } from '../../../../src/core/tree/views'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { press } from '../../helpers'
import { TreePage } from './treeSupport'

let page: TreePage
afterEach(() => page.leave())

const dialog = () => document.querySelector('dialog')!
const rows = () => [...dialog().querySelectorAll('tbody tr')]
const texts = () =>
  rows().map(row => [...row.querySelectorAll('th, td')].map(each => each.textContent.trim()).filter(text => text !== ''))
const field = (label: string) => dialog().querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!
const presets = () => [...dialog().querySelectorAll('option')].map(each => each.textContent)

async function open(): Promise<void> {
  press('c')
  await page.settle()
}

/** Enter in a field of the form. */
async function enter(): Promise<void> {
  dialog()
    .querySelector('form')!
    .dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  await page.settle()
}

test('by its key, UCB1 has the sources’ worked numbers, to all digits, and follows what is typed', async () => {
  page = await TreePage.of([])
  await open()
  expect(texts()).toEqual([
    ['1', '0.7', '0.623845', '1.32384', '0'],
    ['2next', '0.7', '0.986385', '1.68638', 'any'],
  ])
  expect(field('N of all').value).toBe('7')
  await page.pick(dialog().querySelector('select')!, 'switch')
  expect(texts().map(cells => cells.at(-1))).toEqual(['≤ 0.931981', '≥ 0.931981'])
  await page.type(field('C'), '0.9')
  expect(texts().map(([name]) => name)).toEqual(['1next', '2'])
  await page.pick(dialog().querySelector('select')!, 'never')
  expect(dialog().textContent).toContain('With C = 0 the mean alone decides.')
  await page.pick(dialog().querySelector('select')!, 'someDay')
  expect(dialog().textContent).toMatch(/another scores higher after \d+ more visits?\./)
})

test('visits raise N, U and N of all until another action is next, as the sentence says; none goes where a field is wrong', async () => {
  page = await TreePage.of([])
  await open()
  await page.pick(dialog().querySelector('select')!, 'someDay')
  const until = Number(/after (\d+) more/.exec(dialog().textContent)![1])
  for (let visit = 0; visit < until; visit++) {
    expect(texts()[0]![0]).toBe('1next')
    await enter()
  }
  expect(texts()[1]![0]).toBe('2next')
  expect([field('U of action 1').value, field('N of action 1').value, field('N of all').value]).toEqual(
    [1 + until, 1 + until, 2 + until].map(String),
  )
  await page.type(field('Result of a visit'), 'much')
  await enter()
  expect(field('N of action 2').value).toBe('1')
  expect(dialog().textContent).toContain('A number cannot be read')
  await page.type(field('Result of a visit'), '1')
  await page.click('Add an action', dialog())
  expect(dialog().textContent).toContain('Action 3 is next: an action without a visit comes first.')
  await page.click('Remove action 3', dialog())
  expect(texts()).toHaveLength(2)
})

test('another set of numbers replaces a refused text; visits set to 0 and back leave the sum as it was', async () => {
  page = await TreePage.of([])
  await open()
  await page.type(field('N of all'), '3')
  expect(field('N of all').value).toBe('3')
  await page.pick(dialog().querySelector('select')!, 'someDay')
  expect(field('N of all').value).toBe('2')
  await page.pick(dialog().querySelector('select')!, 'two')
  await page.type(field('N of action 1'), '0')
  expect(field('U of action 1').value).toBe('0')
  await page.type(field('N of action 1'), '5')
  expect(field('U of action 1').value).toBe('3.5')
})

test('of a node of MCTS it has the numbers that the search chose by', async () => {
  const C = 0.8
  page = await TreePage.of([new Trace(recordedGame('ticTacToe', 'XO./.X./..O', 'mcts', { config: { iterations: 60, C } }))])
  await page.key('ArrowDown')
  await open()
  expect(presets()[0]).toBe('the selected node')
  expect(Number(field('C').value)).toBeCloseTo(C, 5)
  const { backup } = TREE_ANSWERS.treeNode(page.lab.desks[0]!, { tree: 1, node: '1' }) as TreeNode
  if (backup.rule !== 'visits') throw new Error('no visits')
  expect(backup.own).toBeGreaterThan(0)
  const arms = backup.parts.map(({ worth, visits }) => ({ total: worth! * visits, visits }))
  const shown = rows().map(row => row.querySelector('.score')!.textContent.replace('−', '-'))
  const { arms: scored } = ucbTable(arms, C, backup.visits)
  expect(scored.some(({ score }) => score !== null)).toBe(true)
  scored.forEach(({ score }, i) => {
    if (score === null) expect(shown[i]).toBe('–')
    else expect(Number(shown[i])).toBeCloseTo(score, 4)
  })
  expect(Number(field('N of all').value)).toBe(backup.visits)
})
