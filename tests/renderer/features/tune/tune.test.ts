import type { VueWrapper } from '@vue/test-utils'
import type { ActiveElement, Chart, ChartEvent, ChartOptions, Plugin } from 'chart.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive, shallowRef } from 'vue'
import { Line } from 'vue-chartjs'
import type {
  CallName,
  EvaluationRow,
  FieldProblem,
  TuningColumns,
  TuningRow,
  TuningView,
  TuningEstimate,
  TuningForms,
  ValidationView,
} from '../../../../src/core/contract/calls'
import { makeTuning } from '../../../../src/core/contract/files'
import { OPTIMIZER_DEFAULTS } from '../../../../src/core/tuning/optimizerConfig'
import { ASSUMPTIONS, PRESETS, gameTunings } from '../../../../src/core/contract/tuning/presets'
import type { GameObjective } from '../../../../src/core/contract/tuning/gameObjective'
import { setupOf } from '../../../../src/core/contract/tuning/runTraits'
import { checkTuning, type TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import AmountField from '../../../../src/renderer/src/features/tune/form/AmountField.vue'
import EvaluationTable from '../../../../src/renderer/src/features/tune/runs/EvaluationTable.vue'
import RunCharts from '../../../../src/renderer/src/features/tune/runs/RunCharts.vue'
import { useTunings } from '../../../../src/renderer/src/bridge/runs'
import TuneScreen from '../../../../src/renderer/src/features/tune/TuneScreen.vue'
import ContourChart from '../../../../src/renderer/src/features/tune/charts/ContourChart.vue'
import SliceChart from '../../../../src/renderer/src/features/tune/charts/SliceChart.vue'
import SwarmMap from '../../../../src/renderer/src/features/tune/charts/SwarmMap.vue'
import ChartPanel from '../../../../src/renderer/src/ui/charts/ChartPanel.vue'
import LineChart from '../../../../src/renderer/src/ui/charts/LineChart.vue'
import { CHART_ORIGIN, type ChartLine, type ChartTable } from '../../../../src/renderer/src/ui/charts/chartTheme'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import BestCard from '../../../../src/renderer/src/features/tune/runs/BestCard.vue'
import { nothingToValidate } from '../../../../src/renderer/src/features/tune/runs/runFacts'
import { useRunData } from '../../../../src/renderer/src/features/tune/runs/useRunData'
import { chooseMore, fakeLab, flushPromises, hello, mountScreen, unmountAll } from '../../helpers'

const { 'thesis-1': FIRST, 'noisy-smart': OURS } = PRESETS
const FORMS: TuningForms = {
  defaults: OPTIMIZER_DEFAULTS,
  games: gameTunings(),
  presets: [FIRST, OURS].map(preset => ({
    ...preset,
    reasons: Object.fromEntries(Object.entries(preset.assumed).map(([field, why]) => [field, ASSUMPTIONS[why]])),
  })),
}

function row(change: Partial<TuningRow> = {}): TuningRow {
  return {
    ...{ id: 1, name: 'First', state: 'running', phase: 'searching', optimizer: 'thesis', unit: 'game', seed: 1 },
    ...{ budget: { kind: 'iterations', count: 100 }, iterations: 2, evaluations: 100, planned: 5000, failed: 0, retried: 0 },
    setup: setupOf(FIRST.config),
    ...{ games: 100, seconds: 3, progress: 0.02, best: null, validated: null, error: null },
    ...{ created: 1, started: 1, ended: null, deleted: false },
    ...change,
  }
}

const EVALUATION: EvaluationRow = {
  ...{ id: 7, iteration: 0, purpose: 'move', particle: 7, again: null, weights: [1, 2, 3, 4], fitness: 900 },
  ...{ standardError: null, mean: 900, meanError: null, games: 1, stopped: false, ms: 1, error: null },
}

const columns: TuningColumns = {
  ...{ step: 1, after: null, basis: '0 1: 100' },
  ...{
    iteration: [0, 1],
    evaluations: [50, 100],
    games: [50, 100],
    gbest: [900, 950],
    best: [900, 950],
    mean: [400, 500],
    meanHalf: [9, 9],
  },
  ...{
    median: [390, 480],
    p10: [100, 120],
    p90: [800, 850],
    spread: [60, 60],
    noise: [null, null],
    noiseFrom: 'assumed',
    luck: [null, null],
    luckFrom: null,
  },
  ...{ diversity: [0.3, 0.2], speed: [0.4, 0.3], atBounds: [0, 0.1], gamesPerSecond: [900, 900] },
  weights: ['h1', 'h2', 'h3', 'h4'].map(id => ({ id, gbest: [1, 2], median: [1, 2], p10: [0, 1], p90: [2, 3] })),
}

/** The columns with another iteration like the last. */
function oneMore<T extends object>(held: T): T {
  const longer = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const list: readonly unknown[] = value
    return typeof list[0] === 'object' && list[0] !== null ? list.map(each => oneMore(each as object)) : [...list, list.at(-1)]
  }
  return {
    ...Object.fromEntries(Object.entries(held).map(([name, value]) => [name, longer(value)])),
    ...('iteration' in held && { iteration: [0, 1, 2] }),
  } as T
}

const BEST = { id: 7, weights: { h1: 1, h2: 2, h3: 3, h4: 4 }, fitness: 900, evaluations: 1 }

/** A report of candidate 7. */
function validation(id: number, change: Partial<ValidationView> = {}): ValidationView {
  const summary = {
    games: 100,
    mean: 700,
    interval: [600, 800],
    level: 0.95,
    fitness: 700,
    fitnessError: 10,
    median: 1,
    max: 2,
  } as const
  return {
    ...{ id, subject: 'candidate', candidate: 7, weights: BEST.weights, iteration: 2, purpose: 'report', byHand: false },
    ...{ games: 100, done: 100, summary: { ...summary, reach: {}, msPerMove: 1 } },
    ...change,
  }
}

/** A lab with these runs. */
function labWith(runs: readonly TuningRow[], answer: (name: CallName, arg: unknown) => unknown = () => undefined) {
  return fakeLab((name, arg) => {
    const given = answer(name, arg)
    if (given !== undefined) return given
    switch (name) {
      case 'tuningForms':
        return FORMS
      case 'checkTuning':
        return []
      case 'tunings':
        return runs
      case 'tuning':
        return viewOf(row({ ...runs.find(({ id }) => id === (arg as { id: number }).id), id: (arg as { id: number }).id }))
      case 'tuningColumns':
        return columns
      case 'tuningPoints':
        return {
          ...{ step: 1, after: null, best: 0, of: 1 },
          id: [7],
          iteration: [0],
          fitness: [900],
          standardError: [null],
          half: [null],
          weights: [[1], [2], [3], [4]],
        }
      case 'tuningModel':
        return null
      case 'tuningPopulation':
        return {
          iteration: 1,
          ids: [50],
          particles: [0],
          weights: [[1, 2, 3, 4]],
          velocities: [null],
          origins: [null],
          fitness: [900],
        }
      case 'tuningEvaluations':
        return { rows: [EVALUATION], total: 1 }
      default:
        return undefined
    }
  })
}

function viewOf(run: TuningRow): TuningView {
  return {
    ...run,
    config: FIRST.config,
    bestEvaluation: null,
    validations: [],
    report: null,
    originReport: null,
    looks: 0,
    gain: null,
    chosenFitness: null,
    luck: null,
    provenance: {},
  }
}

/** There is no layout here: the table is told how high it is. */
function layTable(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(330)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(330)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1000)
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(fake: ReturnType<typeof fakeLab>) {
  unmountAll()
  const screen = mountScreen(fake.lab, () => h(TuneScreen, { hello: hello() }))
  await settle()
  return screen
}

/** What the card of a run's result says. */
const result = (its: Partial<TuningView>) =>
  mountScreen(labWith([]).lab, () => h(BestCard, { run: { ...viewOf(row()), ...its } })).text()

async function settle(ms = 300): Promise<void> {
  await flushPromises()
  vi.advanceTimersByTime(ms)
  await flushPromises()
}

const labelled = (screen: Awaited<ReturnType<typeof open>>, label: string) =>
  screen.find<HTMLInputElement>(`input[aria-label="${label}"], select[aria-label="${label}"]`)
const preset = (screen: Awaited<ReturnType<typeof open>>, id: string) => screen.get(`.presets [value="${id}"]`)
const button = (screen: Awaited<ReturnType<typeof open>>, name: string) =>
  screen.findAll('button').find(each => each.text() === name)!

test('a run that is still being read is not announced as “No run yet”', async () => {
  const screen = await open(labWith([row()], name => (name === 'tuning' ? new Promise(() => {}) : undefined)))
  expect(screen.text()).toContain('Opening the run …')
  expect(screen.text()).not.toContain('No run yet')
})

test('Enter renames a run, and does not press the button that the focus returns to', async () => {
  const fake = labWith([row()], name => (name === 'renameRun' ? row({ name: 'Second' }) : undefined))
  const screen = await open(fake)
  await screen.find('[aria-label="Rename"]').trigger('click')
  const field = screen.find<HTMLInputElement>('[aria-label="Name of the run"]')
  await field.setValue('Second')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true })
  field.element.dispatchEvent(enter)
  await settle()
  expect(fake.asked('renameRun')).toEqual([{ kind: 'tuning', id: 1, name: 'Second' }])
  expect(enter.defaultPrevented).toBe(true)
})

test('the run below a deleted one is shown, with the focus, or the last', async () => {
  const fake = labWith(
    [3, 2, 1].map(id => row({ id, name: `Run ${id}`, created: id })),
    name => (name === 'deleteRuns' ? [] : undefined),
  )
  const screen = await open(fake)
  const remove = async () => {
    await chooseMore(screen.get('.head').element, 'Delete', settle)
    await settle()
    expect(document.activeElement!.textContent).toContain(screen.find('h2').text())
    return screen.find('h2').text()
  }
  await screen.find('.runs li:nth-child(2) > .row').trigger('click')
  await settle()
  expect([await remove(), await remove()]).toEqual(['Run 1', 'Run 3'])
})

describe('the form', () => {
  test('without a run begins from the first experiment, and lists what is assumed with its reason until it is changed', async () => {
    const screen = await open(labWith([]))
    const assumed = () => screen.get('.assumed')
    const listed = () =>
      Object.fromEntries(
        assumed()
          .findAll('dt')
          .map((name, i) => [name.text(), assumed().findAll('dd')[i]!.text()]),
      )
    const all = Object.keys(FIRST.assumed).length
    expect(assumed().get('summary').text()).toBe(`${all} values are assumed`)
    expect(Object.keys(listed())).toHaveLength(all)
    expect(listed()['Velocity limit, share of the range']).toBe(ASSUMPTIONS.wouldDiverge)
    await labelled(screen, 'c1, pull to the own best').setValue('1.7')
    expect(assumed().get('summary').text()).toBe(`${all - 1} values are assumed`)
    expect(listed()).not.toHaveProperty(['c1, pull to the own best'])
    await preset(screen, 'thesis-1').trigger('click') // the chosen one again
    expect(listed()).toHaveProperty(['c1, pull to the own best'])
    await preset(screen, 'noisy-smart').trigger('click')
    expect(screen.find('.assumed').exists()).toBe(false)
  })

  test('every setting that a preset assumes is named in the list', async () => {
    const presets = Object.values(PRESETS).map(each => ({ ...each, reasons: each.assumed }))
    const screen = await open(labWith([], name => (name === 'tuningForms' ? { ...FORMS, presets } : undefined)))
    for (const { id, assumed } of presets.filter(each => each.id !== 'noisy-smart')) {
      await preset(screen, id).trigger('click')
      const names = screen.findAll('.assumed dt').map(each => each.text())
      expect(names).toHaveLength(Object.keys(assumed).length)
      expect(names.filter(name => name in assumed)).toEqual([])
    }
  })

  test('what cannot be read is never started with what stood there before', async () => {
    const fake = labWith([], name => (name === 'startTuning' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Particles').setValue('many')
    await settle()
    await screen.find('form').trigger('submit')
    expect(fake.names()).not.toContain('startTuning')
    await labelled(screen, 'Particles').setValue('20')
    await settle()
    await screen.find('form').trigger('submit')
    expect(fake.names()).toContain('startTuning')
  })

  test('another game has its own weights, units, rules and players, which reach the run, and 2048 comes back as it was', async () => {
    const fake = labWith([], name => (name === 'startTuning' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    for (const [game, own, other] of [
      ['warehouse improved', 'Charge divisor', 'Weights and search from'],
      ['', 'Weights and search from', 'Charge divisor'],
      ['warehouse improved', 'Charge divisor', 'Weights and search from'],
    ] as const) {
      await labelled(screen, 'Game').setValue(game)
      await settle()
      expect(screen.text()).toContain(own)
      expect(screen.text()).not.toContain(other)
    }
    const labels = (text: string) => screen.findAll('label').filter(label => label.text().trim().startsWith(text))
    const field = (text: string) => labels(text)[0]!.find('input, select')
    await field('Columns').setValue('4')
    await field('Obstacles, or cells').setValue('b2,d4')
    await field('Robots may place blocks').setValue(true)
    await labelled(screen, 'Fitness').setValue('wins')
    await labelled(screen, 'Pairs of games per evaluation').setValue('12')
    const [own, other] = screen.findAll('[aria-label="Searcher"]')
    await own!.setValue('greedy')
    await other!.setValue('expectimax')
    await settle()
    expect(labels('Order of the children')).toEqual([])
    await labelled(screen, 'Its heuristic').setValue('creditDifference')
    await own!.setValue('alphaBeta')
    await settle()
    await field('Iterative deepening').setValue('contract')
    await field('Order of the children').setValue('dynamic')
    await field('Transposition table').setValue(true)
    await field('Quiescence search').setValue(true)
    await field('Heuristic swing').setValue('2')
    await labelled(screen, 'Probability cut').setValue('0.01')
    await settle()
    await screen.find('form').trigger('submit')
    await flushPromises()
    const { config } = fake.asked('startTuning')[0] as { config: TuningConfig<GameObjective> }
    expect(config.objective).toMatchObject({
      ...{ game: 'warehouse', family: 'improved', games: 12, fitness: { kind: 'wins' } },
      options: { width: 4, obstacles: 'b2,d4', placeBlock: true },
      player: {
        ...{ searcher: 'alphaBeta', config: {}, limits: { nodes: 200 } },
        wrapping: { deepening: 'contract', order: 'dynamic', table: 16, quiescence: { plies: 4, swing: 2 } },
      },
      opponent: { searcher: 'expectimax', heuristic: 'creditDifference', config: { cut: 0.01 }, wrapping: {} },
    })
    expect(checkTuning(config)).toEqual(config)
  })

  test('Enter right after an invalid change starts nothing: the error is at its field, without advice to reload', async () => {
    const problems: FieldProblem[] = [{ field: 'optimizer.particles', message: '0 is no swarm' }]
    const isWrong = (arg: unknown) => JSON.stringify(arg).includes('"particles":0,')
    const fake = labWith([], (name, arg) => {
      if (name === 'startTuning') return viewOf(row({ id: 5 }))
      return name === 'checkTuning' && isWrong(arg) ? problems : undefined
    })
    const screen = await open(fake)
    await labelled(screen, 'Particles').setValue('0')
    await screen.find('form').trigger('submit')
    await flushPromises()
    expect(fake.names()).not.toContain('startTuning')
    expect(
      screen
        .findAll('.field')
        .find(each => each.text().startsWith('Particles'))!
        .text(),
    ).toContain('0 is no swarm')
    expect(useToasts().list).toEqual([])
    await labelled(screen, 'Particles').setValue('20')
    await screen.find('form').trigger('submit')
    await flushPromises()
    expect(fake.names()).toContain('startTuning')
  })

  test('each number is named after its setting, changes no other, and is whole if it counts, whichever optimiser has it', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    const asked = () => structuredClone((fake.asked('checkTuning').at(-1) as { config: TuningConfig }).config)
    const names = new Map<string, unknown>()
    const fields = (): readonly VueWrapper[] => screen.findAllComponents(AmountField)
    const fractions = /\.(c1|c2|sigma|inertia|from|to|share|around\.h\d|level|error|p)$/
    const pathOf = (field: VueWrapper) => (field.props() as { path: string }).path
    for (const kind of Object.keys(OPTIMIZER_DEFAULTS)) {
      for (const value of [kind, 'falling', 'scattered', 'quantile'])
        for (const select of screen.findAll('select'))
          if (select.find(`option[value="${value}"]`).exists()) await select.setValue(value)
      const racing = screen.findAll('.field').find(each => each.text().startsWith('Racing'))!
      if (kind !== 'cmaes') await racing.get('input').setValue(true)
      await settle()
      expect(fields().some(field => pathOf(field).startsWith('optimizer.'))).toBe(true)
      for (const field of fields().filter(each => pathOf(each).startsWith('optimizer.') || !names.has(pathOf(each)))) {
        const wanted = asked()
        const keys = pathOf(field).split('.')
        const name = keys.pop()!
        const part = keys.reduce((all, key) => all[key] as Record<string, unknown>, wanted as unknown as Record<string, unknown>)
        const input = field.get('input')
        expect(input.element.value, pathOf(field)).toBe(String(part[name]))
        await input.setValue('10.000')
        expect(input.attributes('aria-invalid'), pathOf(field)).toBe(String(!fractions.test(pathOf(field))))
        part[name] = 7
        await input.setValue('7')
        await settle()
        expect(asked(), pathOf(field)).toEqual(wanted)
        names.set(pathOf(field), field.get('input').attributes('aria-label'))
      }
    }
    expect(Object.fromEntries(names)).toMatchObject({
      ...{ 'start.around.h1': 'Around h1', 'start.around.h4': 'Around h4' },
      ...{ 'validation.games': 'Unseen games', 'validation.level': 'Level of the interval' },
      ...{ 'optimizer.c1': 'c1, pull to the own best', 'optimizer.c2': 'c2, pull to the swarm’s best' },
      ...{ 'optimizer.inertia.from': 'From', 'optimizer.inertia.to': 'To', 'optimizer.inertia.iterations': 'Over iterations' },
      ...{ 'objective.games': 'Games per evaluation', 'objective.fitness.p': 'Quantile' },
    })
  })

  test('CMA-ES races none: choosing it ends racing, says why, and another optimiser has it back', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    const racing = () => screen.findAll('.field').find(each => each.text().startsWith('Racing'))!
    const box = () => racing().get<HTMLInputElement>('input[type=checkbox]')
    const asked = () => (fake.asked('checkTuning').at(-1) as { config: TuningConfig }).config
    await box().setValue(true)
    await labelled(screen, 'Optimiser').setValue('cmaes')
    await settle()
    expect([asked().optimizer.kind, asked().objective.racing]).toEqual(['cmaes', 'off'])
    expect([box().element.checked, box().element.disabled]).toEqual([false, true])
    expect(racing().text()).toContain('each must play all its games')
    await labelled(screen, 'Optimiser').setValue('thesis')
    await settle()
    expect(asked().objective.racing).toEqual({ every: 10, error: 0.01 })
    expect([box().element.checked, box().element.disabled]).toEqual([true, false])
  })

  test('a weight that is no longer tuned leaves a scattered start too', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    await labelled(screen, 'Start').setValue('scattered')
    await screen.findAll('tbody input[type=checkbox]')[1]!.setValue(false)
    await settle()
    const { config } = fake.asked('checkTuning').at(-1) as { config: TuningConfig }
    expect(config.objective.tuned.map(({ id }) => id)).toEqual(['h1', 'h3', 'h4'])
    expect(Object.keys((config.start as { around: object }).around)).toEqual(['h1', 'h3', 'h4'])
  })

  test('the time is estimated unasked and again 300 ms after a change, never for settings that cannot be', async () => {
    const answers: ((estimate: TuningEstimate) => void)[] = []
    const isWrong = (arg: unknown) => JSON.stringify(arg).includes('"particles":0,')
    const fake = labWith([], (name, arg) => {
      if (name === 'estimateTuning') return new Promise(resolve => answers.push(resolve))
      return name === 'checkTuning' && isWrong(arg) ? [{ field: 'optimizer.particles', message: '0 is no swarm' }] : undefined
    })
    const screen = await open(fake)
    const shown = () => screen.get('footer').text()
    const range = (seconds: number) => ({ low: seconds, middle: seconds, high: seconds })
    const estimate = (games: number): TuningEstimate => ({
      ...{ evaluations: 5000, games, secondsPerEvaluation: range(1), seconds: range(60), validationSeconds: range(0) },
      ...{ threads: 2, gamesPlayed: 40 },
    })
    const asked = () => fake.asked('estimateTuning').map(arg => (arg as { config: TuningConfig }).config.budget.count)
    const stops = () => fake.names().filter(name => name === 'stopEstimate').length
    await settle()
    expect([asked(), stops()]).toEqual([[100], 0])
    expect(shown()).toContain('Playing a few games')
    answers[0]!(estimate(5000))
    await settle()
    expect(shown()).toContain('5,000 games and the validation')
    await labelled(screen, 'Iterations').setValue('200')
    await settle(299)
    expect(asked()).toEqual([100])
    expect(shown()).not.toContain('games and the validation') // that was of other settings
    await settle(1)
    await settle(0)
    expect([asked(), stops()]).toEqual([[100, 200], 0])
    await labelled(screen, 'Iterations').setValue('300') // the second is still measured
    await settle()
    expect([asked(), stops()]).toEqual([[100, 200, 300], 1])
    answers[1]!(estimate(10_000)) // too late
    await settle()
    expect(shown()).not.toContain('10,000')
    answers[2]!(estimate(15_000))
    await settle()
    expect(shown()).toContain('15,000 games and the validation')
    await labelled(screen, 'Particles').setValue('0')
    await settle(600)
    await labelled(screen, 'Particles').setValue('none')
    await settle(600)
    expect(asked()).toHaveLength(3)
  })

  test('a running estimate ends when the form is left', async () => {
    const fake = labWith([], name => (name === 'estimateTuning' ? new Promise(() => undefined) : undefined))
    const screen = await open(fake)
    await settle()
    expect(fake.names()).toContain('estimateTuning')
    await button(screen, 'Cancel').trigger('click')
    expect(fake.names().at(-1)).toBe('stopEstimate')
  })

  test('a file is taken, and one that is none is refused with its fault while the form stays', async () => {
    const screen = await open(labWith([]))
    const input = screen.find<HTMLInputElement>('input[type=file]')
    const choose = async (text: string) => {
      Object.defineProperty(input.element, 'files', { configurable: true, value: [new File([text], 'mine.json')] })
      await input.trigger('change')
      await settle()
    }
    await choose('{ broken')
    expect(useToasts().list.at(-1)!.detail).toContain('mine.json')
    expect(labelled(screen, 'Seed').element.value).toBe('1')
    await choose(makeTuning({ ...OURS.config, seed: 4711 }))
    expect(labelled(screen, 'Seed').element.value).toBe('4711')
    expect(screen.find('.presets :checked').exists()).toBe(false)
  })
})

describe('a run', () => {
  test('that ended while the list was requested, or while it was started, stays ended', async () => {
    let list: (() => void) | undefined
    let begun: (() => void) | undefined
    const old = row({ id: 2, created: 2 })
    const fake = labWith([], name => {
      if (name === 'tunings') return new Promise(resolve => (list = () => resolve([old])))
      if (name === 'startTuning')
        return new Promise(resolve => (begun = () => resolve(viewOf(row({ id: 3, created: 3, name: 'Third' })))))
      return undefined
    })
    const screen = await open(fake)
    const states = () => screen.findAll('.runs .state').map(each => each.text())
    fake.emit('tuning', { ...old, state: 'finished' })
    list!()
    await settle()
    expect(states()).toEqual(['finished'])
    await button(screen, 'New run').trigger('click')
    await settle()
    await screen.find('form').trigger('submit')
    fake.emit('tuning', row({ id: 3, created: 3, name: 'Third', state: 'finished' }))
    begun!()
    await settle()
    expect(states()).toEqual(['finished', 'finished'])
    expect(screen.find('.head h2').text()).toBe('Third')
  })

  test('that has just finished is shown as finished only together with its result', async () => {
    const running = row({ best: BEST })
    const finished = row({
      ...{ state: 'finished', iterations: 100, best: BEST },
      validated: { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: [500, 900] },
      looks: 1,
    })
    let read: ((view: TuningView) => void) | undefined
    let answer: TuningView | Promise<TuningView> = viewOf(running)
    const fake = labWith([running], name => (name === 'tuning' ? answer : undefined))
    const screen = await open(fake)
    const shown = () => [
      screen.find('.head .state').text(),
      screen.findAll('button').some(each => each.text() === 'Validate'),
      screen.find('.best').text().includes('Best so far'),
    ]
    answer = new Promise(resolve => (read = resolve))
    fake.emit('tuning', finished)
    await settle(1000)
    expect(screen.find('.runs .row').text()).toContain('700 [600–800]')
    expect(shown()).toEqual(['running', false, true])
    read!({ ...viewOf(finished), report: validation(1), looks: 1, chosenFitness: 900 })
    await settle(1000)
    expect(shown()).toEqual(['finished', true, false]) // without the untuned weights on the same games
  })

  test('has charts that fill the window after a double click, until Esc or until something behind them has the focus', async () => {
    const screen = await open(labWith([row()]))
    const filled = () => screen.findAll('.chart-panel.filled').map(each => each.attributes('aria-label'))
    const progress = screen.find('[aria-label="Progress"].chart-panel')
    await progress.find('button').trigger('dblclick')
    expect(filled()).toEqual([])
    await progress.find('h3').trigger('dblclick')
    await settle()
    expect(filled()).toEqual(['Progress'])
    expect(document.activeElement).toBe(progress.element)
    await progress.trigger('keydown', { key: 'Escape' })
    expect(filled()).toEqual([])
    await progress.find('h3').trigger('dblclick')
    await settle()
    await progress.trigger('focusout', { relatedTarget: progress.find('button').element })
    expect(filled()).toEqual(['Progress'])
    await progress.trigger('focusout', { relatedTarget: screen.find('.runs').element })
    expect(filled()).toEqual([])
  })

  test('is listed with the interval of its result: after several looks the one that holds at all', async () => {
    const validated = { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: [500, 900] } as const
    const of = (looks: number) => row({ id: looks, state: 'finished', best: BEST, validated, looks })
    const screen = await open(labWith([of(1), of(2)]))
    expect(screen.findAll('.runs .row').map(each => /\[.*\]/.exec(each.text())![0])).toEqual(['[600–800]', '[500–900]'])
  })

  test('a candidate is watched with its own weights and the settings of the run', async () => {
    layTable()
    const screen = await open(labWith([row()]))
    await settle()
    await screen.find('.rows .row').trigger('click')
    await button(screen, 'Watch it play').trigger('click')
    expect(useNavigation().errand).toMatchObject({
      screen: 'play',
      watch: true,
      profile: {
        evaluator: { parameters: { h1: 1, h2: 2, h3: 3, h4: 4 } },
        settings: FIRST.config.objective.settings,
        depth: FIRST.config.objective.depth,
      },
    })
  })

  test('of several ticked runs the differences on unseen games stand in a table, which is copied with all its figures', async () => {
    const [rows, written] = [
      [1, 2, 3].map(id => row({ id, seed: id, created: -id, state: 'finished', best: BEST })),
      [] as string[],
    ]
    const means = [700, 720, 900]
    const fake = labWith(rows, (name, arg) => {
      if (name !== 'tuning') return undefined
      const { id } = arg as { id: number }
      const report = validation(id)
      return { ...viewOf(rows[id - 1]!), report: { ...report, summary: { ...report.summary!, fitness: means[id - 1]! } } }
    })
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void written.push(text))
    const screen = await open(fake)
    for (const box of screen.findAll('.runs input').slice(1)) await box.setValue(true)
    await settle()
    const table = screen.get('.compared table')
    expect(screen.get('.compared summary').text()).toContain('3 runs compared. 2 of 3 differences hold')
    // error 10 of each of 100 games: t = 20/√200 = 1.414, 14.14, 12.73
    expect(
      table.findAll('tbody tr').map(each =>
        each
          .findAll('th, td')
          .map(cell => cell.text())
          .slice(0, 2),
      ),
    ).toEqual([
      ['seed 1 − seed 2', '−20'],
      ['seed 1 − seed 3', '−200'],
      ['seed 2 − seed 3', '−180'],
    ])
    await chooseMore(screen.get('.compared').element, 'Copy the table as CSV', settle)
    const lines = written[0]!.trimEnd().split('\n')
    expect(lines[0]).toBe('a,b,gamesA,meanA,errorA,gamesB,meanB,errorB,difference,low,high,t,freedom,p,holm')
    expect(lines[2]).toMatch(/^"seed 1","seed 3",100,700,10,100,900,10,-200,/)
    expect(lines).toHaveLength(4)
  })

  test('is the newest at first; of one name they are distinguished by seeds, in the list and the legend, which has an entry for every mark', async () => {
    const view = viewOf(row())
    // where an earlier lab evaluated bests again the line may fall, so it is not called the best so far
    const again = {
      ...view,
      config: { ...view.config, optimizer: Object.assign({ reassess: 1 }, view.config.optimizer) },
    }
    const both = labWith([row({ id: 2, seed: 8, created: 2, state: 'paused' }), row()], (name, arg) =>
      name === 'tuning' && (arg as { id: number }).id === 1 ? again : undefined,
    )
    const screen = await open(both)
    expect(screen.findAll('.runs .run-name').map(each => each.text())).toEqual(['seed 8', 'seed 1'])
    const names = screen.findAll('.runs input').map(each => each.attributes('aria-label'))
    expect(names).toEqual(['Compare seed 8', 'Compare seed 1'])
    expect(screen.find('.head').text()).toContain('50 particles × 100 iterations · 1 game per evaluation · depth 1 · seed 1')
    const actions = screen.findAll('.head [role=toolbar] button').map(each => each.text())
    expect(actions).toContain('Resume')
    expect(actions).not.toContain('Pause')
    await screen.findAll('.runs input')[1]!.setValue(true)
    await settle()
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('heading') === 'Progress')!
    const legend = panel.props('legend') as readonly { label: string; mark?: string }[]
    expect(legend.map(({ label, mark = 'line' }) => [label, mark])).toEqual([
      ['Mean of the batch', 'line'],
      ['10–90%', 'area'],
      ['Candidates', 'point'],
      ['On unseen games (95%)', 'diamond'],
      ['Best so far (lucky)', 'line'],
    ])
    const named = panel.findComponent(LineChart).props('lines') as readonly ChartLine[]
    expect(named.flatMap(({ label, named: at }) => (at === undefined ? [] : [[label, at]]))).toEqual([
      ['seed 1', 1],
      ['seed 8', 1],
    ])
  })

  test('that was validated where it stands is not validated again', () => {
    const whole = { report: validation(1), originReport: validation(2, { subject: 'origin', candidate: null }) }
    const view = { ...viewOf(row({ iterations: 2 })), ...whole }
    expect(nothingToValidate(view, 2)).toBe(100)
    expect(nothingToValidate({ ...view, report: validation(1, { iteration: 1 }) }, 2)).toBeUndefined()
    expect(nothingToValidate({ ...view, originReport: null }, 2)).toBeUndefined()
    const waiting = validation(3, { byHand: true, summary: null })
    expect(nothingToValidate({ ...view, validations: [waiting] }, 2)).toBeUndefined()
  })

  test('shows the baseline of its gain: the weights to improve, wherever its first candidates were', () => {
    const its: Partial<TuningView> = {
      ...{ state: 'finished', iterations: 2, best: BEST },
      validated: { candidate: 7, weights: BEST.weights, games: 100, mean: 700, interval: [600, 800], always: [500, 900] },
      ...{ report: validation(1), originReport: validation(2, { candidate: null, weights: { h1: 0.5, h2: 3 } }) },
      ...{ gain: { difference: 300, interval: [200, 400], always: [100, 500] }, looks: 1, chosenFitness: 87_868 },
    }
    const said = result(its)
    expect(said).toContain('700 [600 – 800]')
    expect(said).toContain(
      '300 points [100 – 500] (95%, at every look) over the untuned weights (Corner h1: 0.5, Equal pairs h2: 3)',
    )
    expect(said).toContain('In the search, candidate 7 reached 87,868: 87,168 more than on unseen games.')
    expect(said).not.toMatch(/best of the search|\d %/)
    const other = result({ ...its, best: { ...BEST, id: 8, fitness: 90_000 } })
    expect(other).toContain('The best of the search is candidate 8 with 90,000; validation chose another.')
    // of those evaluated again: another may have reached more in its one evaluation
    const again = result({ ...its, best: { ...BEST, id: 8, fitness: 4_412, evaluations: 3 } })
    expect(again).toContain('Of those evaluated again, candidate 8 is the best with 4,412, a mean of 3.')
  })

  test('of several validations shows the intervals that hold at every look, and lists games that are too few for one', () => {
    const validated = { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: [500, 900] } as const
    const few = { ...validation(3).summary!, games: 3, scores: [500, 700, 900] }
    const validations = [
      validation(1, { summary: { ...validation(1).summary!, always: [400, 999] } }),
      validation(2, { iteration: 4 }), // by an earlier lab: no interval holds at every look
      validation(3, { purpose: 'select', games: 3, done: 3, summary: few }),
    ]
    const [once, said] = [1, 2].map(looks => result({ best: BEST, validated, validations, looks }))
    expect(said).toContain('2 validations: the intervals hold at every look')
    for (const text of ['[500 – 900]', '[400 – 999]', '500 · 700 · 900']) expect(said).toContain(text)
    expect(said).not.toContain('[600 – 800]')
    expect(once).not.toContain('at every look')
    expect(once).toContain('[600 – 800]')
  })

  test('answers with its mean on unseen games, its gain and the luck in the best, and colours no gain that may be none', () => {
    const its = {
      ...viewOf(row({ state: 'finished', best: BEST })),
      validated: { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: [500, 900] },
      ...{ report: validation(1), looks: 1, chosenFitness: 900 },
    } as const
    const answer = (change: Partial<TuningView>) => {
      const card = mountScreen(labWith([]).lab, () => h(BestCard, { run: { ...its, ...change } }))
      return card
        .findAll('.answer > div')
        .map(each => [each.get('h3').text(), each.get('p').text(), each.get('strong').classes()])
    }
    const unseen = ['On unseen games', '700 [600 – 800]', []]
    const luck = ['Luck in the best', '−200', ['loss']]
    const gain = (always: [number, number] | null, difference = 300) =>
      answer({ gain: { difference, interval: [200, 400], always } })
    expect(gain([100, 500])).toEqual([unseen, ['Gain over untuned', '+300 [100 – 500]', ['gain']], luck])
    expect(gain([-100, 700])[1]).toEqual(['Gain over untuned', '+300 [−100 – 700]', []])
    expect(gain([-500, -100], -300)[1]).toEqual(['Gain over untuned', '−300 [−500 – −100]', ['loss']])
    expect(gain(null)[1]).toEqual(['Gain over untuned', '+300', []])
    expect(answer({ chosenFitness: 650 })).toEqual([unseen]) // no better in the search: no luck to take off
    expect(answer({ validated: null, report: null })).toEqual([['Best so far, partly luck', '900', []]])
  })

  test('draws the mean of a batch as the loudest line, the lucky best as the thinnest, and unseen games as diamonds', async () => {
    const finished = row({ state: 'finished', iterations: 2, best: BEST })
    const view = { ...viewOf(finished), validations: [validation(1)] }
    const screen = await open(labWith([finished], name => (name === 'tuning' ? view : undefined)))
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('heading') === 'Progress')!
    const lines = panel.findComponent(LineChart).props('lines') as readonly ChartLine[]
    const drawn = (look?: string) => lines.filter(each => (each.look ?? 'line') === look && each.band === undefined)
    expect(drawn('line').map(({ label, points, whiskers }) => [label, points, whiskers])).toEqual([
      [
        'Mean of the batch',
        [
          { x: 0, y: 400 },
          { x: 1, y: 500 },
        ],
        [9, 9],
      ],
    ])
    expect(drawn('step').map(({ label }) => label)).toEqual(['Best so far (lucky)'])
    expect(drawn('step')[0]!.width).toBeLessThan(drawn('line')[0]!.width! / 2)
    expect(drawn('dots').map(({ points }) => points)).toEqual([[{ x: 0, y: 900 }]])
    expect(drawn('diamonds').map(({ points }) => points)).toEqual([[{ x: 2, y: 700 }]])
  })

  test('shows how much depends on each weight and which bound decides, and the two that matter most as a contour', async () => {
    const finished = row({ state: 'finished', iterations: 2, evaluations: 300, best: BEST })
    const weight = { loss: 0.1, share: 0.1, atMin: 0, atMax: 0 }
    const model = { evaluations: 300, of: 300, explained: 0.62 }
    const weights = [
      { ...weight, loss: 0.6, share: 0.6, atMin: 1 },
      weight,
      { ...weight, atMax: 0.95 },
      { ...weight, loss: 0.2, share: 0.2 },
    ]
    const fake = labWith([finished], name => {
      if (name === 'tuningModel') return { ...model, weights }
      return name === 'tuningContour' ? { means: [[1, 2], [3, 4]] } : undefined // prettier-ignore
    })
    const screen = await open(fake)
    await settle(1000)
    const panel = (heading: string) => screen.findAllComponents(ChartPanel).find(each => each.props('heading') === heading)!
    expect(panel('Importance').text()).toContain('Corner h1 sits at its bound 0 in all good candidates: widen it?')
    expect(panel('Importance').text()).toContain('Empty cells h3 sits at its bound 10 in 95% of the good candidates: widen it?')
    expect(panel('Importance').text()).toContain('The weights explain 62% of the differences')
    const tableOf = (heading: string) => (panel(heading).props('table') as () => ChartTable)().rows
    const order = ['Corner h1', 'Monotonicity h4', 'Equal pairs h2', 'Empty cells h3']
    expect(tableOf('Importance').map(([name]) => name)).toEqual(order)
    // not of the two at their bounds, though one matters most
    expect(fake.asked('tuningContour')).toEqual([{ id: 1, evaluations: 300, across: 1, up: 3 }])
    expect(tableOf('Two weights')).toEqual([
      [2.5, 2.5, 1],
      [7.5, 2.5, 2],
      [2.5, 7.5, 3],
      [7.5, 7.5, 4],
    ])
    // the weight of the other axis: the two are exchanged
    await panel('Two weights').get('select').setValue('3')
    await settle(1000)
    expect(fake.asked('tuningContour').at(-1)).toEqual({ id: 1, evaluations: 300, across: 3, up: 1 })
  })

  test('is named with its settings, its lab and its kernel below the pictures of its charts', async () => {
    const finished = row({ state: 'finished', iterations: 2, evaluations: 300, best: BEST })
    const view = { ...viewOf(finished), provenance: { version: '0.1.0', kernel: 'abc' } }
    const screen = await open(labWith([finished], name => (name === 'tuning' ? view : undefined)))
    const { provides } = screen.findComponent(ChartPanel).vm.$ as unknown as { provides: Record<symbol, { value: string[] }> }
    expect(provides[CHART_ORIGIN as symbol]!.value).toEqual([
      expect.stringMatching(/^First: Particle swarm of the thesis · .* · seed \d+$/),
      ...['300 evaluations', 'Lab 0.1.0, kernel abc'],
    ])
  })

  test('says how many evaluations a model needs', async () => {
    const screen = await open(labWith([row({ state: 'finished', iterations: 2, evaluations: 150, best: BEST })]))
    const panels = screen
      .findAllComponents(ChartPanel)
      .filter(each => ['Importance', 'Two weights'].includes(each.props('heading') as string))
    expect(panels.map(panel => panel.text())).toEqual([
      expect.stringContaining('Needs 200 evaluations; there are 150.'),
      expect.stringContaining('Needs 200 evaluations; there are 150.'),
    ])
  })

  test('a brush leaves its candidates alone on every chart', async () => {
    const screen = await open(labWith([row({ state: 'finished', iterations: 2, best: BEST })]))
    screen.findComponent(RunCharts).vm.$emit('brush', [])
    await settle(1000)
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('heading') === 'Progress')!
    const dots = (panel.findComponent(LineChart).props('lines') as readonly ChartLine[]).find(({ look }) => look === 'dots')
    expect(dots!.points).toEqual([])
    for (const chart of [SwarmMap, SliceChart, ContourChart])
      expect([...(screen.findComponent(chart).props('marked') as ReadonlySet<number>)]).toEqual([])
  })

  test('plays its iterations at the first press, from the first one, to the last, at the chosen speed', async () => {
    const shown = shallowRef(9)
    const looks: number[] = []
    const Stage = defineComponent(
      () => () =>
        h(SwarmMap, {
          bounds: ['h1', 'h2'].map(name => ({ name, min: 0, max: 10, scale: 'linear' as const })),
          ...{ members: [{ id: 1, params: [1, 2], velocity: null, origin: null }], marked: undefined, best: null },
          ...{ iteration: shown.value, iterations: 10 },
          onLook: (iteration: number) => {
            looks.push(iteration)
            void Promise.resolve().then(() => (shown.value = iteration))
          },
        }),
    )
    const screen = mountScreen(labWith([]).lab, () => h(Stage))
    await screen.get('.player select').setValue(5)
    await screen.get('.player button[aria-label="Play the iterations"]').trigger('click')
    for (let step = 0; step < 4; step++) await settle(200)
    expect(looks).toEqual([0, 1, 2, 3, 4])
    await screen.get('.player select').setValue(60)
    await settle(200) // the step that waited
    for (let step = 0; step < 5; step++) await settle(17)
    expect(looks).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(screen.find('.player button[aria-label="Play the iterations"]').exists()).toBe(true) // it stands at the last, and can play again
  })

  test('draws the charts in view, and each of the others once it is seen', async () => {
    let report: (entries: readonly { target: Element; isIntersecting: boolean }[]) => void = () => undefined
    class Observer {
      constructor(reports: typeof report) {
        report = reports
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    }
    vi.stubGlobal('IntersectionObserver', Observer)
    let its = columns
    const fake = labWith([row()], name => (name === 'tuningColumns' ? its : undefined))
    const screen = await open(fake)
    const panel = (heading: string) => screen.findAllComponents(ChartPanel).find(each => each.props('heading') === heading)!
    const pointsOf = (heading: string) =>
      (panel(heading).getComponent(LineChart).props('lines') as ChartLine[])[0]!.points.filter(({ y }) => Number.isFinite(y))
    const drawn = () => ['Diversity', 'Throughput'].map(heading => pointsOf(heading).length)
    const see = (isIntersecting: boolean) => report([{ target: panel('Throughput').element as Element, isIntersecting }])
    for (let frames = 0; frames < 9; frames++) await settle(20)
    expect(drawn()).toEqual([2, 2])
    see(false)
    its = oneMore(columns)
    fake.emit('tuning', row({ iterations: 3 }))
    await settle(1000)
    for (let frames = 0; frames < 18; frames++) await settle(20)
    expect(drawn()).toEqual([3, 2])
    see(true)
    await settle(20)
    expect(drawn()).toEqual([3, 3])
  })

  test('a place under the pointer is marked in every chart over iterations until the pointer leaves', async () => {
    const screen = await open(labWith([row()]))
    for (let frames = 0; frames < 9; frames++) await settle(20)
    const chart = (heading: string) =>
      screen
        .findAllComponents(ChartPanel)
        .find(each => each.props('heading') === heading)!
        .getComponent(Line)
    const marked = (heading: string) => {
      const plugins = chart(heading).props('plugins') as Plugin<'line'>[]
      const lines: number[] = []
      const ctx = { save() {}, restore() {}, beginPath() {}, stroke() {}, lineTo() {}, moveTo: (x: number) => lines.push(x) }
      const x = { min: -9, max: 9, getPixelForValue: (place: number) => 100 * place }
      const drawn = { ctx, chartArea: { top: 0, bottom: 1 }, scales: { x } } as unknown as Parameters<
        NonNullable<Plugin<'line'>['afterDatasetsDraw']>
      >[0]
      plugins.find(({ id }) => id === 'hover')!.afterDatasetsDraw!(drawn, {}, {}, false)
      return lines
    }
    const { onHover } = chart('Diversity').props('options') as ChartOptions<'line'>
    const point = { datasetIndex: 0, index: 1 } as ActiveElement
    onHover!({} as ChartEvent, [point], { data: chart('Diversity').props('data') } as Chart)
    expect(['Progress', 'Diversity', 'Throughput', 'Slice'].map(marked)).toEqual([[100], [100], [100], []])
    await chart('Diversity').trigger('mouseleave')
    expect(['Progress', 'Throughput'].map(marked)).toEqual([[], []])
  })

  test('of a clone nothing is marked that was brushed in its original', async () => {
    const fake = labWith([row()], name => (name === 'cloneTuning' ? viewOf(row({ id: 9, created: 9 })) : undefined))
    const screen = await open(fake)
    screen.findComponent(RunCharts).vm.$emit('brush', [3])
    await settle()
    expect(screen.findComponent(EvaluationTable).props('marked')).toEqual(new Set([3]))
    await chooseMore(screen.get('.head').element, 'Clone', settle)
    await labelled(screen, 'Seed of the copy').setValue('55')
    await screen.find('.head form').trigger('submit')
    expect(fake.asked('cloneTuning')).toEqual([{ id: 1, seed: 55 }])
    await settle(1000)
    expect(screen.findComponent(EvaluationTable).props('run')).toMatchObject({ id: 9 })
    expect(screen.findComponent(EvaluationTable).props('marked')).toBeUndefined()
  })

  test('lists the evaluations that its filters leave', async () => {
    const fake = labWith([row()])
    const screen = await open(fake)
    await labelled(screen, 'From iteration').setValue('3')
    await labelled(screen, 'To iteration').setValue('8')
    await labelled(screen, 'Lowest fitness').setValue('500.5')
    await labelled(screen, 'Outcome').setValue('stopped')
    await settle(1000)
    const last = () => fake.asked('tuningEvaluations').at(-1)
    expect(last()).toMatchObject({ from: 3, to: 8, minFitness: 500.5, stopped: true })
    await button(screen, 'Show all').trigger('click')
    await settle(1000)
    expect(Object.keys(last() as object).toSorted()).toEqual(['descending', 'limit', 'offset', 'run', 'sort'])
  })

  test('the numbers of its convergence hold the points on unseen games with their intervals, as the chart does', async () => {
    const table = async (looks: number) => {
      const finished = row({ state: 'finished', iterations: 2, best: BEST })
      const validations = [
        validation(1, { iteration: 2 }),
        validation(2, { candidate: 8, byHand: true }),
        validation(3, { done: 9, summary: null }),
      ]
      const view = { ...viewOf(finished), validations, looks }
      const screen = await open(labWith([finished], name => (name === 'tuning' ? view : undefined)))
      const panel = screen.findAllComponents(ChartPanel).find(each => each.props('heading') === 'Progress')!
      return (panel.props('table') as () => ChartTable)()
    }
    const { columns: names, rows } = await table(0)
    expect(names.slice(-2)).toEqual(['On unseen games (95%)', 'On unseen games, half of the 95% interval'])
    expect(rows.map(each => each.length)).toEqual([names.length, names.length, names.length])
    expect(rows[1]!.slice(0, 7)).toEqual(['First', 1, 100, 100, 950, 500, 9])
    const half = expect.closeTo(19.842169515864, 9) as number // of 100 games; SciPy: t.ppf(0.975, 99) * 10
    expect(rows[2]!).toEqual(['First', 2, 100, 100, null, null, null, null, null, null, 700, half])
    // of several looks. s = 100 of 100 games: the confidence sequence of docs/statistics.md by its first form, computed in Python
    expect((await table(2)).rows.at(-1)!.at(-1)).toBeCloseTo(31.314827979841, 9)
  })

  test('what was validated by hand is distinguished from what was chosen, and is promoted by its name alone', async () => {
    const chosen = validation(1)
    const finished = row({
      state: 'finished',
      best: BEST,
      validated: { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: null },
    })
    const validations = [chosen, validation(2, { candidate: 8, byHand: true }), validation(3, { candidate: 9, byHand: true })]
    const fake = labWith([finished], name => {
      if (name === 'tuning') return { ...viewOf(finished), validations, report: chosen }
      return name === 'promoteTuning' ? { name: 'first' } : undefined
    })
    const screen = await open(fake)
    const whatFor = screen.findAll('section.best tbody tr').map(line => line.get('td').text())
    expect(whatFor).toEqual(['final test', 'by hand', 'by hand'])
    expect(screen.find('section.best').text()).toContain('2 validations by hand')
    const promote = async (pick?: number) => {
      await screen
        .findAll('button')
        .find(each => each.text() === 'Promote …')!
        .trigger('click')
      const dialog = document.querySelector('[role=dialog], dialog')!
      const select = dialog.querySelector('select')!
      expect([...select.options].map(each => each.text)).toEqual([
        '7, chosen by the run: 700',
        '8, validated by hand: 700',
        '9, validated by hand: 700',
      ])
      if (pick !== undefined) {
        select.selectedIndex = pick
        select.dispatchEvent(new Event('change'))
        await settle()
        expect(dialog.textContent).toContain('The run did not choose it')
      }
      dialog.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
      await settle()
    }
    await promote()
    await promote(2)
    expect(
      fake.calls.flatMap(({ name, arg }) => (name === 'promoteTuning' ? [(arg as { candidate: number }).candidate] : [])),
    ).toEqual([7, 9])
  })
})

describe('the data of the charts', () => {
  const CALLS = ['tuning', 'tuningColumns', 'tuningPoints'] as const

  /** Of run 1, asked for by the composable alone. */
  async function charts(answer?: Parameters<typeof labWith>[1]) {
    const fake = labWith([row()], answer)
    const shown = shallowRef(true)
    const part = defineComponent(() => {
      const ids = shallowRef<number[]>([])
      useRunData(ids)
      void useTunings()
        .load()
        .then(() => (ids.value = [1]))
      return () => h('i')
    })
    const [Part, Empty] = [part, defineComponent(() => () => h('b'))]
    mountScreen(fake.lab, () => h(KeepAlive, () => h(shown.value ? Part : Empty)))
    await settle(1000)
    const count = () => CALLS.map(name => fake.asked(name).length)
    return { ...fake, shown, count }
  }

  test('are requested again when the run has advanced, at most twice per second', async () => {
    const { emit, count } = await charts()
    const before = count()
    for (let i = 0; i < 50; i++) {
      emit('tuning', row({ iterations: 3 + i }))
      await vi.advanceTimersByTimeAsync(20)
    }
    count().forEach((asked, i) => expect([2, 3]).toContain(asked - before[i]!))
  })

  test('of a run that goes on are those after the last that are held; whole again once its state has changed', async () => {
    const { emit, asked } = await charts()
    const next = async (change: Partial<TuningRow>) => {
      emit('tuning', row(change))
      await settle(1000)
      return [asked('tuningColumns').at(-1), asked('tuningPoints').at(-1)]
    }
    const points = { id: 1, points: expect.any(Number) as number }
    const [whole, added] = [
      [{ ...points, basis: undefined }, points],
      [
        { ...points, basis: columns.basis, after: 1 },
        { ...points, after: 7 },
      ], // batches 0 and 1, and evaluation 7
    ]
    expect([asked('tuningColumns').at(-1), asked('tuningPoints').at(-1)]).toEqual(whole)
    expect(await next({ iterations: 3 })).toEqual(added)
    expect(await next({ state: 'paused' })).toEqual(whole)
  })
})
