import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import type { CallName, SweepView } from '../../../../src/core/contract/calls'
import SweepPanel from '../../../../src/renderer/src/features/profiles/SweepPanel.vue'
import type { ChartLine } from '../../../../src/renderer/src/ui/charts/chartTheme'
import LineChart from '../../../../src/renderer/src/ui/charts/LineChart.vue'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, mountScreen, PROFILES, refuse } from '../../helpers'

beforeEach(() => void vi.useFakeTimers()) // it asks again after a second
afterEach(() => void vi.useRealTimers())

const [thesis] = PROFILES

const VIEW: SweepView = {
  ...{ id: 3, name: 'thesis: depth', profile: 'thesis', setting: 'depth', values: [0, 1], games: 20, played: 25, seed: 1 },
  ...{ at: '2026-11-27T12:00:00.000Z', state: 'paused', reproducible: true },
  player: { evaluator: thesis!.evaluator, settings: thesis!.settings, limits: { depth: 0 } },
  points: [
    { value: 0, games: 20, mean: 4702.6, interval: [3585, 6131] },
    { value: 1, games: 5, mean: 20000, interval: null },
  ],
}

async function open(views: readonly SweepView[]) {
  const all = new Map(views.map(view => [view.id, view]))
  const fake = fakeLab((name: CallName, arg) => {
    if (name === 'sweeps') return [...all.values()]
    if (name === 'sweep') return all.get((arg as { id: number }).id)
    if (name === 'deleteRuns') return Number(all.delete((arg as { ids: number[] }).ids[0]!))
    if (name === 'startSweep') {
      if ((arg as { values: number[] }).values.includes(0.5)) refuse('BAD_SETTING', 'depth: not a whole number')
      all.set(4, { ...VIEW, id: 4, state: 'running' })
      return all.get(4)
    }
    return VIEW
  })
  const screen = mountScreen(fake.lab, () => h(SweepPanel, { profile: thesis! }))
  await flushPromises()
  const press = async (name: string) => {
    await screen
      .findAll('button')
      .find(button => button.text() === name)!
      .trigger('click')
    await flushPromises()
  }
  return { ...fake, screen, all, press }
}

test('shows the means over the values with their intervals, and the same figures in a table', async () => {
  const { screen } = await open([VIEW, { ...VIEW, id: 9, profile: 'another' }])
  const lines = screen.getComponent(LineChart).props('lines') as readonly ChartLine[]
  expect(lines.map(({ band, points }) => ({ band, points }))).toEqual([
    { band: false, points: [{ x: 0, y: 3585 }, { x: 1, y: NaN }] }, // oxfmt-ignore
    { band: true, points: [{ x: 0, y: 6131 }, { x: 1, y: NaN }] }, // oxfmt-ignore
    {
      band: undefined,
      points: [
        { x: 0, y: 4702.6 },
        { x: 1, y: 20000 },
      ],
    },
  ])
  const cells = screen.findAll('table.figures tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))
  expect(cells).toEqual([
    ['0', '20', '4,703', '3,585 – 6,131'],
    ['1', '5', '20,000', ''],
  ])
  expect(screen.getComponent(LineChart).props('xForm')).toBe('integer')
  expect(screen.text()).toContain('25 of 40 games')
  expect(screen.find('select[aria-label="Sweeps of this profile"]').exists()).toBe(false) // that of another profile is not listed
})

test('pauses, resumes, renames and deletes the one that is shown, and asks again once it has news', async () => {
  const { screen, asked, emit, all, press } = await open([VIEW])
  await press('Resume')
  expect(asked('resumeRun')).toEqual([{ kind: 'sweep', id: 3 }])
  all.set(3, { ...VIEW, state: 'running', played: 30 })
  emit('sweep', all.get(3)!)
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.text()).toContain('30 of 40 games')
  await press('Pause')
  expect(asked('pauseRun')).toEqual([{ kind: 'sweep', id: 3 }])
  await press('Delete')
  expect(asked('deleteRuns')).toEqual([{ kind: 'sweep', ids: [3] }])
  expect(screen.text()).toContain('No sweeps yet')
})

test('starts what the form says, and not with values that are none', async () => {
  const { screen, asked } = await open([])
  const values = screen.get('input[type="text"][aria-label^="Values"]')
  await values.setValue('1, 1')
  await screen.get('form').trigger('submit')
  expect(screen.get('[role="alert"]').text()).toContain('Two or more different numbers')
  expect(asked('startSweep')).toEqual([])
  await values.setValue('0, 2, 4')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(asked('startSweep')).toMatchObject([{ profile: 'thesis', setting: 'depth', values: [0, 2, 4], games: 100 }])
  expect(asked('sweep').at(-1)).toEqual({ id: 4 })
})

test('values that the lab refuses are a fault of their field until they change; no toast covers the form', async () => {
  const { screen } = await open([])
  const values = screen.get('input[type="text"][aria-label^="Values"]')
  await values.setValue('0, 1; 0.5')
  await screen.get('form').trigger('submit')
  await flushPromises()
  expect(screen.get('form [role="alert"]').text()).toBe('depth: not a whole number')
  expect(values.attributes('aria-invalid')).toBe('true')
  expect(useToasts().list).toEqual([])
  await values.setValue('0, 1')
  expect(screen.find('form [role="alert"]').exists()).toBe(false)
})
