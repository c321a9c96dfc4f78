/** The Tune screen with networks: form, run page and list. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h, KeepAlive, shallowRef } from 'vue'
import { Line } from 'vue-chartjs'
import type { CallName, TrainingEstimate, TrainingRow, TrainingView } from '../../../../src/core/contract/calls'
import type { TrainingLine } from '../../../../src/core/contract/files'
import { movesOf, type TrainingConfig } from '../../../../src/core/games/twenty48/wallGame/training'
import { TRAINING_PRESET_NAMES, TRAINING_PRESETS } from '../../../../src/core/games/twenty48/wallGame/trainingPresets'
import { measured } from '../../../../src/renderer/src/features/tune/training/measured'
import { useTuneKind } from '../../../../src/renderer/src/ui/shell/navigation'
import TuneScreen from '../../../../src/renderer/src/features/tune/TuneScreen.vue'
import ChartPanel from '../../../../src/renderer/src/ui/charts/ChartPanel.vue'
import type { ChartTable } from '../../../../src/renderer/src/ui/charts/chartTheme'
import JobRow from '../../../../src/renderer/src/ui/shell/JobRow.vue'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { chooseMore, fakeLab, flushPromises, hello, mountScreen } from '../../helpers'

const PRESETS = TRAINING_PRESET_NAMES.map(name => TRAINING_PRESETS[name])
const { 'wall-512': SMALLEST, 'wall-expert': EXPERT } = TRAINING_PRESETS

function row(change: Partial<TrainingRow> = {}): TrainingRow {
  return {
    ...{
      id: 1,
      name: 'First',
      state: 'running',
      seed: 1,
      threads: 1,
      networks: 1,
      network: 0,
      output: 'chance',
      face: 64,
      moves: 50_000,
      done: 20_000,
    },
    ...{ progress: 0.4, seconds: 60, measured: 1, success: 0.25, problem: null, created: 1, deleted: false },
    ...change,
  }
}

function line(change: Partial<TrainingLine> = {}): TrainingLine {
  const validation = [
    { games: 200, successes: 100, mean: 0.4 },
    { games: 200, successes: 0, mean: 0 },
  ]
  return { network: 0, moves: 10_000, seconds: 20, games: 100, successes: 10, validation, ...change }
}

function labWith(
  runs: readonly TrainingRow[],
  answer: (name: CallName, arg: unknown) => unknown = () => undefined,
  view: Partial<TrainingView> = {},
) {
  return fakeLab((name, arg) => {
    const given = answer(name, arg)
    if (given !== undefined) return given
    const its = runs.find(({ id }) => id === (arg as { id?: number } | undefined)?.id)
    switch (name) {
      case 'trainingForms':
        return { presets: PRESETS, cores: 2 }
      case 'checkTraining':
        return []
      case 'trainings':
        return runs
      case 'training':
        return {
          ...its,
          config: SMALL_TRAINING,
          command: 'lab train',
          stamp: { version: '0' },
          measurements: [line()].slice((arg as { after?: number }).after),
          result: null,
          ...view,
        }
      case 'tunings':
        return []
      case 'startTraining':
        return row({ id: 5 })
      default:
        return its
    }
  })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function settle(ms = 300): Promise<void> {
  await flushPromises()
  vi.advanceTimersByTime(ms)
  await flushPromises()
}

async function open(fake: ReturnType<typeof fakeLab>) {
  const screen = mountScreen(
    fake.lab,
    () => h(TuneScreen, { hello: hello() }),
    () => (useTuneKind().kind = 'networks'),
  )
  await settle()
  const button = (name: string) => screen.findAll('button').find(each => each.text() === name)!
  const press = async (name: string) => {
    await button(name).trigger('click')
    await settle()
  }
  const field = (label: string) => screen.find<HTMLInputElement>(`input[aria-label="${label}"], select[aria-label="${label}"]`)
  return { screen, button, press, field, asked: fake.asked }
}

async function openForm(answer?: (name: CallName, arg: unknown) => unknown) {
  const opened = await open(labWith([], answer))
  await opened.screen.get('.empty .primary').trigger('click')
  await settle()
  return opened
}

test('the switch leads to networks and back, and keeps the focus on itself', async () => {
  const { screen, press } = await open(labWith([]))
  expect(screen.text()).toContain('No training run yet')
  await press('Weights')
  expect(screen.text()).not.toContain('No training run yet')
  expect(document.activeElement?.textContent.trim()).toBe('Weights')
  await press('Networks')
  expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
  expect(screen.text()).toContain('No training run yet')
})

test('a start asks for exactly what the form shows', async () => {
  const { screen, field, asked } = await openForm()
  await screen.get('.presets [value="wall-512"]').trigger('click')
  await field('Moves').setValue('3000000')
  await field('Seed').setValue('7')
  await field('Threads').setValue('2')
  await field('λ').setValue('0.25')
  await field('Share of 2+2').setValue('0.2')
  await field('Rate 1 until').setValue('0.3')
  await field('Name').setValue('  Mine ')
  await settle()
  expect(screen.find('.presets :checked').exists()).toBe(false) // settings of one's own
  await screen.find('form').trigger('submit')
  await settle()
  const [network] = SMALLEST.networks
  const [first, second, ...others] = network!.starts
  const changed: TrainingConfig = {
    ...{ name: 'wall-512', seed: 7, threads: 2 },
    networks: [
      {
        ...{ ...network!, moves: 3_000_000, lambda: 0.25 },
        starts: [first!, { ...second!, share: 0.2 }, ...others],
        rates: [{ ...network!.rates[0]!, until: 0.3 }, network!.rates[1]!],
      },
    ],
  }
  expect(asked('startTraining')).toEqual([{ config: changed, name: 'Mine' }])
})

test('the time is a stated one until it is measured, and again after a change', async () => {
  let answer: (estimate: TrainingEstimate) => void = () => undefined
  const { screen, field } = await openForm(name =>
    name === 'estimateTraining' ? new Promise(resolve => (answer = resolve)) : undefined,
  )
  const shown = () => screen.get('footer').text()
  await settle()
  expect(shown()).toContain('About 24 min on one core of a 2.5 GHz Xeon, not measured here.')
  answer({ seconds: 600, movesPerSecond: [1e6, 5e5] })
  await settle()
  expect(shown()).toContain('About 10 min here, without validations. Moves per second: 1\u00a0M · 500\u00a0k')
  await field('Moves').setValue(String(movesOf(EXPERT) / 2))
  await settle()
  expect(shown()).toContain('About 12 min on one core')
})

test('what is wrong stands at its field, and what cannot be read is never started', async () => {
  const { screen, field, button, asked } = await openForm((name, arg) => {
    const { networks } = (arg as { config?: TrainingConfig } | undefined)?.config ?? {}
    return name === 'checkTraining' && networks![0]!.lambda > 1
      ? [{ field: 'networks.0.lambda', message: 'too large' }]
      : undefined
  })
  await field('λ').setValue('2')
  await settle()
  expect(
    screen
      .findAll('.field')
      .find(each => each.text().startsWith('λ'))!
      .find('[role=alert]')
      .text(),
  ).toBe('too large')
  expect(button('Start').attributes('disabled')).toBeDefined()
  await field('λ').setValue('0.5')
  await field('Moves').setValue('many')
  await settle()
  await screen.find('form').trigger('submit')
  await settle()
  expect(asked('startTraining')).toEqual([])
})

test('progress, pace and time left follow the lab, and a new validation is read', async () => {
  const fake = labWith([row()])
  const { screen, asked } = await open(fake)
  expect(asked('training')).toHaveLength(1)
  fake.emit('training', row({ done: 30_000, progress: 0.6, movesPerSecond: 2000, eta: 120 }))
  await settle()
  expect(screen.get('header').text()).toContain(
    '30\u00a0k of 50\u00a0k moves · 1 min of training · 2\u00a0k moves per second · 2 min left',
  )
  expect(asked('training')).toHaveLength(1)
  fake.emit('training', row({ measured: 2 }))
  await settle()
  expect(asked('training')).toHaveLength(2)
})

test('of a run that goes on only new validations are read; where it has fewer than before, all are', async () => {
  let lines = Array.from({ length: 1000 }, (_, i) => line({ moves: 10_000 * (i + 1), seconds: 20 * (i + 1) }))
  const rowNow = () => row({ measured: lines.length })
  const sent: number[] = []
  const fake = labWith([row()], (name, arg) => {
    if (name !== 'training') return undefined
    const measurements = lines.slice((arg as { after?: number }).after)
    sent.push(measurements.length)
    return { ...rowNow(), config: SMALL_TRAINING, command: '', stamp: {}, measurements, result: null }
  })
  const { screen } = await open(fake)
  const shown = () => screen.findAll('section tbody tr').length
  expect([sent.splice(0), shown()]).toEqual([[1000], 1000])
  for (let i = 0; i < 3; i++) {
    lines = [...lines, line({ moves: 1e8 + i })]
    fake.emit('training', rowNow())
    await settle()
  }
  expect([sent.splice(0), shown()]).toEqual([[1, 1, 1], 1003])
  lines = lines.slice(0, 500) // killed elsewhere, and resumed from a checkpoint
  fake.emit('training', rowNow())
  await settle()
  expect([sent, shown()]).toEqual([[0, 500], 500])
})

test('the time left stands once: not in the status bar too while a shown run has it', async () => {
  const fake = labWith([row()], name => (name === 'hello' ? hello() : undefined))
  const job = { id: 3, kind: 'training', title: 'First', state: 'running', done: 1, total: 2, leftMs: 180_000 } as const
  const there = shallowRef(true)
  const shown = () => [h(KeepAlive, () => there.value && h(TuneScreen, { hello: hello() })), h(JobRow, { job })]
  const screen = mountScreen(fake.lab, shown, () => (useTuneKind().kind = 'networks'))
  await settle()
  const times = () => screen.text().match(/\d+ min left/g)
  expect(times()).toEqual(['3 min left']) // the head has none yet
  fake.emit('training', row({ eta: 120 }))
  await settle()
  expect(times()).toEqual(['2 min left'])
  there.value = false // another screen
  await settle()
  expect(times()).toEqual(['3 min left'])
})

test('the focus goes into the form that the user asks for, to the run that it starts, and back to New run', async () => {
  const { screen, press, asked, field } = await open(labWith([row({ state: 'paused' })]))
  const focused = () => document.activeElement
  await press('New run')
  expect(focused()?.getAttribute('value')).toBe('wall-expert')
  await field('Moves').setValue('3000000')
  field('Moves').element.focus()
  await press('New run') // what was typed stays
  expect(focused()?.getAttribute('value')).toBe('wall-expert')
  expect(field('Moves').element.value).toBe('3000000')
  await press('Cancel')
  expect(focused()?.textContent.trim()).toBe('New run')
  await chooseMore(screen.get('.head').element, 'Settings as a new run', settle)
  expect(focused()?.getAttribute('value')).toBe('wall-512') // the first: they are of no preset
  // the first submit button is the one that Enter in a field presses
  expect(screen.get('form [type=submit]').text()).toBe('Start')
  expect(screen.findAll('form button:not([type=button])')).toHaveLength(1)
  await screen.find('form').trigger('submit')
  await settle()
  expect(asked('startTraining')).toHaveLength(1)
  expect(focused()?.getAttribute('aria-current')).toBe('true')
})

test('the charts have a line and an interval for each start, and their tables have every number', async () => {
  const { screen, field } = await open(
    labWith([row()], undefined, { measurements: [line(), line({ moves: 20_000, seconds: 30, games: 300, successes: 110 })] }),
  )
  const [success, value, pace] = screen.findAllComponents(ChartPanel)
  const tableOf = (panel: typeof success) => (panel!.props('table') as () => ChartTable)()
  expect(tableOf(success).columns.slice(0, 5)).toEqual([
    'Moves',
    'Games per start',
    'All, as in training',
    'All, as in training, lower end',
    'All, as in training, upper end',
  ])
  expect(tableOf(success).rows[0]!.slice(0, 3)).toEqual([10_000, 200, 0.25])
  expect(tableOf(value).rows[1]!.slice(0, 1)).toEqual([20_000])
  expect(tableOf(value).rows[1]![4]).toBe(0.5) // of the 200 games since
  expect(tableOf(pace).rows).toEqual([
    [10_000, 20, 500],
    [20_000, 30, 1000],
  ])
  const labels = () =>
    (screen.findAllComponents(Line)[0]!.props('data') as { datasets: { label: string }[] }).datasets.map(({ label }) => label)
  expect(labels()).toEqual(['All, as in training', 'All, as in training', 'All, as in training', '3+2', '2+2'])
  await field('Start').setValue('2+2')
  await settle()
  expect(labels()).toEqual(['2+2', '2+2', '2+2'])
})

test('what was measured belongs to its network', () => {
  const [network] = SMALL_TRAINING.networks
  const lines = [line(), line({ network: 1, moves: 5, seconds: 1, games: 4, successes: 1 })]
  const second = measured(lines, 1, network!)
  expect(second).toMatchObject({ moves: [5], movesPerSecond: [5], training: [{ share: 0.25 }] })
  expect(second.all[0]!.share).toBe(0.25)
  expect(second.result[0]!.share).toBe(0.2)
  expect(second.result[0]!.interval[0]).toBeLessThan(0.2)
})
