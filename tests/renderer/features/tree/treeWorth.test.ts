import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOVES } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { bestSlide, slideValues } from '../../../../src/core/games/twenty48/search/report'
import { openTree } from '../../../../src/core/games/trees'
import { fullRows } from '../../../../src/core/tree/rows'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import { calibrationOf } from '../../../support/calibration'
import { report } from '../../helpers'
import { recordedTrace, TreePage } from './treeSupport'

/** The largest tile is 32. */
const BOARD = parseBoard('3214 2153 4321 1010')

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The tree of the board with its actions unfolded, by a player whose chances of a 128 go from 0 to 1 between these values. */
async function open(calibrated: boolean) {
  const trace = recordedTrace(BOARD, {}, 0)
  const sums = new Map(trace.children(0).map(child => [trace.edges(child)[0]!, trace.value(child)!]))
  const values = slideValues(move => sums.get(MOVES.indexOf(move)) ?? null)
  const best = bestSlide(values)!
  const [low, top] = [Math.min(...sums.values()), values[best]!]
  const calibration = calibrationOf(5, { goal: 7, from: 2 * low - top, to: 2 * top - low, points: 3000 })
  const page = await TreePage.of(
    [trace],
    { report: report({ board: BOARD, values, best, depth: 0 }) },
    calibrated ? calibration : undefined,
  )
  const cells = (name: string) => page.rows.slice(1).map(row => row.querySelector(`.${name}`)!.textContent.trim())
  return { page, cells, count: sums.size, low, top }
}

describe('rows of a tree', () => {
  test('of a calibrated player show chances, and losses as long as they are, with colour and sign', async () => {
    const { page, cells, count } = await open(true)
    expect(page.rows).toHaveLength(count + 1)
    const chances = cells('value').map(text => Number(text.replace('%', '')))
    expect(Math.max(...chances)).toBe(66.7)
    expect(Math.min(...chances)).toBe(33.3)
    expect(document.querySelector('.head .value')!.textContent).toBe('Chance of 128')
    const worst = page.rows.slice(1)[chances.indexOf(33.3)]!
    expect(worst.querySelector('.difference')!.textContent).toBe('−33.3\u00a0pp ??')
    expect(worst.querySelector('.difference')!.className).toContain('blunder')
    expect(worst.querySelector<HTMLElement>('.fill')!.style.getPropertyValue('--length')).toBe('1')
    const best = page.rows.slice(1)[chances.indexOf(66.7)]!
    expect(best.querySelector<HTMLElement>('.fill')!.style.getPropertyValue('--length')).toBe('0')
    usePreferences().set({ valueScale: 'points' })
    await page.settle()
    expect(cells('value')).toContain('2\u00a0k')
    usePreferences().set({ valueScale: 'unit' })
    await page.settle()
    expect(document.querySelector('.head .value')!.textContent).toBe('Value')
    expect(cells('difference').some(text => text.includes('pp'))).toBe(false)
  })

  test('deeper than the moves of its board show what their own values and the best beside them say', async () => {
    const trace = recordedTrace(BOARD, { points: 'added' }, 1)
    const whole = openTree(trace)
    const sums = new Map(trace.children(0).map(child => [trace.edges(child)[0]!, whole.sum(child, 0)!]))
    const values = slideValues(move => sums.get(MOVES.indexOf(move)) ?? null)
    const [low, top] = [Math.min(...sums.values()), Math.max(...sums.values())]
    const [from, to] = [low - 20 * (top - low), top + 20 * (top - low)]
    const calibration = calibrationOf(5, { goal: 7, from, to, points: 3000 })
    const searched = report({ board: BOARD, values, best: bestSlide(values)!, depth: 1 })
    const page = await TreePage.of([trace], { report: searched }, calibration)
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.key(key)
    const { tree, outline } = page.lab.desks[0]!
    const rows = fullRows(tree, outline, outline.rows(0, page.rows.length))
    const deeper = rows.flatMap((row, i) => (row.level === 4 && row.value !== null ? [{ ...row, shown: page.rows[i]! }] : []))
    const best = deeper.find(row => row.best)!
    expect(deeper.length).toBeGreaterThan(1)
    for (const { value, points, shown } of deeper) {
      const [chance, ofBest] = [value! + points, best.value! + best.points].map(sum => (100 * (sum - from)) / (to - from))
      expect(Math.abs(parseFloat(shown.querySelector('.value')!.textContent) - chance!)).toBeLessThan(0.06)
      const [, loss = '0'] = /−([\d.]+)/.exec(shown.querySelector('.difference')!.textContent) ?? []
      expect(Math.abs(Number(loss) - (ofBest! - chance!))).toBeLessThan(0.06)
    }
  })

  test('of a player that is not calibrated have losses in its own unit, hatched and without a class', async () => {
    const { page, cells } = await open(false)
    expect(cells('value').some(text => text.includes('%'))).toBe(false)
    const losing = page.rows.filter(row => row.querySelector('.difference')!.textContent.startsWith('−'))
    expect(losing.length).toBeGreaterThan(0)
    for (const row of losing) expect(row.querySelector('.track')!.classList).toContain('hatched')
  })
})
