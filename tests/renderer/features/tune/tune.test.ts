import type { VueWrapper } from '@vue/test-utils'
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive, shallowRef } from 'vue'
import type { ChartOptions } from 'chart.js'
import { Line } from 'vue-chartjs'
import type {
  CallName,
  EvaluationRow,
  FieldProblem,
  RunColumns,
  RunRow,
  RunView,
  TuningForms,
  ValidationView,
} from '../../../../src/core/contract/calls'
import { makeTuning } from '../../../../src/core/contract/files'
import { LabError } from '../../../../src/core/errors'
import type { LuckSource } from '../../../../src/core/tuning/luck'
import { OPTIMIZER_DEFAULTS } from '../../../../src/core/tuning/optimizerConfig'
import { gameTunings } from '../../../../src/core/tuning/gamePreset'
import { ASSUMPTIONS, PRESETS } from '../../../../src/core/tuning/presets'
import type { GameObjective } from '../../../../src/core/tuning/gameObjective'
import { checkTuning, type TuningConfig } from '../../../../src/core/tuning/tuningConfig'
import AmountField from '../../../../src/renderer/src/features/tune/form/AmountField.vue'
import EvaluationTable from '../../../../src/renderer/src/features/tune/runs/EvaluationTable.vue'
import RunCharts from '../../../../src/renderer/src/features/tune/runs/RunCharts.vue'
import { useRuns } from '../../../../src/renderer/src/features/tune/runs/runStore'
import TuneScreen from '../../../../src/renderer/src/features/tune/TuneScreen.vue'
import ChartPanel from '../../../../src/renderer/src/ui/charts/ChartPanel.vue'
import type { ChartTable } from '../../../../src/renderer/src/ui/charts/chartTable'
import JobRow from '../../../../src/renderer/src/ui/shell/JobRow.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { fakeLab, flushPromises, hello, mountWith, refuse } from '../../helpers'

const { 'thesis-1': FIRST, 'noisy-smart': OURS } = PRESETS
const FORMS: TuningForms = {
  defaults: OPTIMIZER_DEFAULTS,
  games: gameTunings(),
  presets: [FIRST, OURS].map(preset => ({
    ...preset,
    reasons: Object.fromEntries(Object.entries(preset.assumed).map(([field, why]) => [field, ASSUMPTIONS[why]])),
  })),
}

function row(change: Partial<RunRow> = {}): RunRow {
  return {
    ...{ id: 1, name: 'First', state: 'running', phase: 'searching', optimizer: 'thesis', unit: 'game', seed: 1 },
    ...{ budget: { kind: 'iterations', count: 100 }, iterations: 2, evaluations: 100, planned: 5000, failed: 0, retried: 0 },
    ...{ games: 100, seconds: 3, progress: 0.02, best: null, validated: null, error: null },
    ...{ created: 1, started: 1, ended: null, deleted: false },
    ...change,
  }
}

const EVALUATION: EvaluationRow = {
  ...{ id: 7, iteration: 0, purpose: 'move', particle: 7, again: null, weights: [1, 2, 3, 4], fitness: 900 },
  ...{ standardError: null, mean: 900, meanError: null, games: 1, stopped: false, ms: 1, error: null },
}

const columns: RunColumns = {
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
function labWith(runs: readonly RunRow[], answer: (name: CallName, arg: unknown) => unknown = () => undefined) {
  return fakeLab((name, arg) => {
    const given = answer(name, arg)
    if (given !== undefined) return given
    switch (name) {
      case 'tuningForms':
        return FORMS
      case 'checkTuning':
        return []
      case 'runs':
        return runs
      case 'run':
        return viewOf(row({ ...runs.find(({ id }) => id === (arg as { id: number }).id), id: (arg as { id: number }).id }))
      case 'runColumns':
        return columns
      case 'runPoints':
        return {
          id: [7],
          iteration: [0],
          fitness: [900],
          standardError: [null],
          half: [null],
          weights: [[1], [2], [3], [4]],
          of: 1,
        }
      case 'runPopulation':
        return {
          iteration: 1,
          ids: [50],
          particles: [0],
          weights: [[1, 2, 3, 4]],
          velocities: [null],
          origins: [null],
          fitness: [900],
        }
      case 'runEvaluations':
        return { rows: [EVALUATION], total: 1 }
      default:
        return undefined
    }
  })
}

function viewOf(run: RunRow): RunView {
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

/** A run of another game's weights, all of them tuned. */
function warehouseRun() {
  const config = FORMS.games.find(({ objective }) => objective.game === 'warehouse' && objective.family === 'improved')!
  return { config, tuned: config.objective.tuned }
}

/** There is no layout here: the table is told how high it is. */
function layTable(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(330)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(330)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1000)
}

let unmount = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(fake: ReturnType<typeof fakeLab>) {
  const Screen = defineComponent(() => () => h(TooltipProvider, () => h(TuneScreen, { hello: hello() })))
  const screen = mountWith(Screen, fake.lab)
  unmount = () => screen.unmount()
  await settle()
  return screen
}

async function settle(ms = 300): Promise<void> {
  await flushPromises()
  vi.advanceTimersByTime(ms)
  await flushPromises()
}

const labelled = (screen: Awaited<ReturnType<typeof open>>, label: string) =>
  screen.find<HTMLInputElement>(`input[aria-label="${label}"], select[aria-label="${label}"]`)
const button = (screen: Awaited<ReturnType<typeof open>>, name: string) =>
  screen.findAll('button').find(each => each.text() === name)!

test('a run that is still being read is not announced as “No run yet”', async () => {
  const screen = await open(labWith([row({})], name => (name === 'run' ? new Promise(() => {}) : undefined)))
  expect(screen.text()).toContain('Opening the run …')
  expect(screen.text()).not.toContain('No run yet')
})

test('the time left of the shown run is not in the status bar too', async () => {
  const fake = labWith([row({ eta: { low: 120, middle: 120, high: 120 } })])
  const job = { id: 3, kind: 'tuning', title: 'First', state: 'running', done: 1, total: 2, leftMs: 180_000 } as const
  const Both = defineComponent(() => () => h(TooltipProvider, () => [h(TuneScreen, { hello: hello() }), h(JobRow, { job })]))
  const screen = mountWith(Both, fake.lab)
  unmount = () => screen.unmount()
  await settle()
  expect(screen.text().match(/\d+ min left/g)).toEqual(['2 min left'])
})

test('the form that the user asks for receives the focus', async () => {
  const screen = await open(labWith([row({ state: 'paused' })]))
  await button(screen, 'New run').trigger('click')
  await settle()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Game')
})

describe('the form', () => {
  test('without a run begins from the first experiment, and marks what is assumed with its reason', async () => {
    const screen = await open(labWith([]))
    const marks = screen.findAll('.assumed')
    expect(marks.length).toBeGreaterThan(3)
    const reasons: string[] = []
    for (const mark of marks) {
      await mark.trigger('focus') // as by the keyboard: a pointer is not needed
      await settle()
      const told = document.getElementById(mark.attributes('aria-describedby')!)
      reasons.push(told!.textContent)
      await mark.trigger('blur')
      await settle()
    }
    expect(reasons).toContain(ASSUMPTIONS.wouldDiverge)
  })

  test('what was changed is assumed no more', async () => {
    const screen = await open(labWith([]))
    const field = () => screen.findAll('.field').find(each => each.text().startsWith('c1'))!
    expect(field().find('.assumed').exists()).toBe(true)
    await labelled(screen, 'c1, pull to the own best').setValue('1.7')
    expect(field().find('.assumed').exists()).toBe(false)
  })

  test('a start asks for exactly what the form shows', async () => {
    const fake = labWith([], name => (name === 'startRun' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Begin from').setValue('noisy-smart')
    await labelled(screen, 'Seed').setValue('77')
    await settle()
    await screen.find('form').trigger('submit')
    const [asked] = fake.calls
      .filter(({ name }) => name === 'startRun')
      .map(({ arg }) => (arg as { config: TuningConfig }).config)
    expect(asked).toEqual({ ...OURS.config, seed: 77 })
  })

  test('what is wrong stands at its field, and nothing can be started until it is mended', async () => {
    let problems: FieldProblem[] = [{ field: 'optimizer.particles', message: '0 is no swarm' }]
    const screen = await open(labWith([], name => (name === 'checkTuning' ? problems : undefined)))
    const field = screen.findAll('.field').find(each => each.text().startsWith('Particles'))!
    expect(field.find('[role=alert]').text()).toBe('0 is no swarm')
    expect(button(screen, 'Start').attributes('disabled')).toBeDefined()
    problems = []
    await labelled(screen, 'Particles').setValue('20')
    await settle()
    expect(field.find('[role=alert]').exists()).toBe(false)
    expect(button(screen, 'Start').attributes('disabled')).toBeUndefined()
  })

  test('what cannot be read is never started with what stood there before', async () => {
    const fake = labWith([], name => (name === 'startRun' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Particles').setValue('many')
    await settle()
    await screen.find('form').trigger('submit')
    await button(screen, 'How long will it take?').trigger('click')
    expect(fake.names().filter(name => name === 'startRun' || name === 'estimateRun')).toEqual([])
    await labelled(screen, 'Particles').setValue('20')
    await settle()
    await screen.find('form').trigger('submit')
    expect(fake.names()).toContain('startRun')
  })

  test('another game has its own weights, players and units, and 2048 comes back as it was', async () => {
    const fake = labWith([], name => (name === 'startRun' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Game').setValue('warehouse improved')
    await settle()
    expect(screen.text()).toContain('Charge divisor')
    expect(screen.text()).not.toContain('Weights and search from')
    await labelled(screen, 'Game').setValue('')
    await settle()
    expect(screen.text()).toContain('Weights and search from')
    expect(screen.text()).not.toContain('Charge divisor')
    await labelled(screen, 'Game').setValue('warehouse improved')
    await settle()
    const [own, other] = screen.findAll('[aria-label="Searcher"]')
    await own!.setValue('minimax')
    await other!.setValue('greedy')
    await labelled(screen, 'Its heuristic').setValue('creditDifference')
    await labelled(screen, 'Fitness').setValue('wins')
    await labelled(screen, 'Pairs of games per evaluation').setValue('12')
    await settle()
    await screen.find('form').trigger('submit')
    await flushPromises()
    const { config } = fake.calls.find(({ name }) => name === 'startRun')!.arg as { config: TuningConfig<GameObjective> }
    expect(config.objective).toMatchObject({
      ...{ game: 'warehouse', family: 'improved', games: 12, fitness: { kind: 'wins' } },
      player: { searcher: 'minimax', limits: { nodes: 200 } },
      opponent: { searcher: 'greedy', heuristic: 'creditDifference', limits: {} },
    })
    expect(checkTuning(config)).toEqual(config)
  })

  test('a game’s rules, and the settings of both searchers, reach the run', async () => {
    const fake = labWith([], name => (name === 'startRun' ? viewOf(row({ id: 5 })) : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Game').setValue('warehouse improved')
    await settle()
    const field = (text: string, at = 0) =>
      screen
        .findAll('label')
        .filter(label => label.text().trim().startsWith(text))
        [at]!.find('input, select')
    await field('Columns').setValue('4')
    await field('Obstacles, or cells').setValue('b2,d4')
    await field('Robots may place blocks').setValue(true)
    const [own, other] = screen.findAll('[aria-label="Searcher"]')
    await own!.setValue('greedy')
    await other!.setValue('expectimax')
    await settle()
    expect(screen.findAll('label').some(label => label.text().startsWith('Order of the children'))).toBe(false)
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
    const { config } = fake.calls.find(({ name }) => name === 'startRun')!.arg as { config: TuningConfig<GameObjective> }
    expect(config.objective).toMatchObject({
      options: { width: 4, obstacles: 'b2,d4', placeBlock: true },
      player: {
        ...{ searcher: 'alphaBeta', config: {} },
        wrapping: { deepening: 'contract', order: 'dynamic', table: 16, quiescence: { plies: 4, swing: 2 } },
      },
      opponent: { searcher: 'expectimax', config: { cut: 0.01 }, wrapping: {} },
    })
    expect(checkTuning(config)).toEqual(config)
  })

  test('an invalid rule is reported at the rules', async () => {
    const problems: FieldProblem[] = [{ field: 'objective.options.obstacles', message: 'a9 is off the board' }]
    const fake = labWith([], name => (name === 'checkTuning' ? problems : undefined))
    const screen = await open(fake)
    await labelled(screen, 'Game').setValue('warehouse improved')
    await settle()
    expect(screen.find('.field [role="alert"]').text()).toBe('a9 is off the board')
  })

  test('Enter right after an invalid change starts nothing: the error is at its field, without advice to reload', async () => {
    const problems: FieldProblem[] = [{ field: 'optimizer.particles', message: '0 is no swarm' }]
    const isWrong = (arg: unknown) => JSON.stringify(arg).includes('"particles":0,')
    const fake = labWith([], (name, arg) => {
      if (name === 'startRun') return viewOf(row({ id: 5 }))
      return name === 'checkTuning' && isWrong(arg) ? problems : undefined
    })
    const screen = await open(fake)
    await labelled(screen, 'Particles').setValue('0')
    await screen.find('form').trigger('submit')
    await flushPromises()
    expect(fake.names()).not.toContain('startRun')
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
    expect(fake.names()).toContain('startRun')
  })

  test('says what is wrong once, at its field, and leads there from the buttons; without a field it stands at the buttons', async () => {
    let problems: FieldProblem[] = [{ field: 'optimizer.particles', message: '0 is no swarm' }]
    const screen = await open(labWith([], name => (name === 'checkTuning' ? problems : undefined)))
    const told = () => screen.text().split('0 is no swarm').length - 1
    expect(told()).toBe(1)
    await button(screen, 'Show it').trigger('click')
    expect(document.activeElement).toBe(labelled(screen, 'Particles').element)
    problems = [{ field: 'nowhere', message: '0 is no swarm' }]
    await labelled(screen, 'Particles').setValue('20')
    await settle()
    expect(told()).toBe(1)
    expect(screen.find('footer').text()).toContain('0 is no swarm')
  })

  test.each(Object.keys(OPTIMIZER_DEFAULTS))('of %s each number is the setting at its path, and changes no other', async kind => {
    const fake = labWith([])
    const screen = await open(fake)
    const asked = () =>
      structuredClone((fake.calls.filter(({ name }) => name === 'checkTuning').at(-1).arg as { config: TuningConfig }).config)
    for (const value of [kind, 'falling', 'scattered', 'quantile'])
      for (const select of screen.findAll('select'))
        if (select.find(`option[value="${value}"]`).exists()) await select.setValue(value)
    const racing = screen.findAll('.field').find(each => each.text().startsWith('Racing'))!
    if (kind !== 'cmaes') await racing.get('input').setValue(true)
    await settle()
    const fields: readonly VueWrapper[] = screen.findAllComponents(AmountField)
    expect(fields.length).toBeGreaterThan(kind === 'cmaes' ? 10 : 12)
    for (const field of fields) {
      const wanted = asked()
      const keys = (field.props() as { path: string }).path.split('.')
      const name = keys.pop()!
      const part = keys.reduce((all, key) => all[key] as Record<string, unknown>, wanted as unknown as Record<string, unknown>)
      expect(field.get('input').element.value).toBe(String(part[name]))
      part[name] = 7.5
      await field.get('input').setValue('7.5')
      await settle()
      expect(asked()).toEqual(wanted)
    }
  })

  test('the numbers of the form are named after their settings', async () => {
    const screen = await open(labWith([]))
    for (const value of ['inertia', 'falling', 'scattered', 'quantile'])
      for (const select of screen.findAll('select'))
        if (select.find(`option[value="${value}"]`).exists()) await select.setValue(value)
    await settle()
    const names = new Map<unknown, unknown>()
    for (const field of screen.findAllComponents(AmountField))
      names.set(field.props('path'), field.get('input').attributes('aria-label'))
    expect(Object.fromEntries(names)).toMatchObject({
      'start.around.h1': 'Around h1',
      'start.around.h4': 'Around h4',
      'validation.games': 'Unseen games',
      'validation.level': 'Level of the interval',
      'optimizer.c1': 'c1, pull to the own best',
      'optimizer.c2': 'c2, pull to the swarm’s best',
      'optimizer.inertia.from': 'From',
      'optimizer.inertia.to': 'To',
      'optimizer.inertia.iterations': 'Over iterations',
      'objective.games': 'Games per evaluation',
      'objective.fitness.p': 'Quantile',
    })
  })

  test('CMA-ES races none: choosing it ends racing, says why, and another optimiser has it back', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    const racing = () => screen.findAll('.field').find(each => each.text().startsWith('Racing'))!
    const box = () => racing().get<HTMLInputElement>('input[type=checkbox]')
    const asked = () => (fake.calls.filter(({ name }) => name === 'checkTuning').at(-1).arg as { config: TuningConfig }).config
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

  test('a parameter that is tuned is tuned as far as its slider goes', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    useProfiles().greet(hello())
    await settle()
    const source = labelled(screen, 'Weights and search from')
    expect(source.element.value).toBe('')
    await source.setValue('power')
    await settle()
    expect(source.element.value).toBe('power')
    await screen.findAll('tbody input[type=checkbox]').at(-1)?.setValue(true)
    await settle()
    const { config } = fake.calls.filter(({ name }) => name === 'checkTuning').at(-1).arg as { config: TuningConfig }
    expect(config.objective.tuned.at(-1)).toMatchObject({ id: 'sumPower', min: 1, max: 6 })
    await labelled(screen, 'Search depth').setValue('distinct')
    await settle()
    expect(source.element.value).not.toBe('power')
  })

  test('a weight that is no longer tuned leaves a scattered start too', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    await labelled(screen, 'Start').setValue('scattered')
    await screen.findAll('tbody input[type=checkbox]')[1]!.setValue(false)
    await settle()
    const { config } = fake.calls.filter(({ name }) => name === 'checkTuning').at(-1).arg as { config: TuningConfig }
    expect(config.objective.tuned.map(({ id }) => id)).toEqual(['h1', 'h3', 'h4'])
    expect(Object.keys((config.start as { around: object }).around)).toEqual(['h1', 'h3', 'h4'])
  })

  test('a time estimate of a game of two counts pairs of games, as does the field of racing', async () => {
    const estimate = { games: 320, threads: 1, seconds: { low: 10, high: 20 }, validationSeconds: { low: 1, high: 2 } }
    const screen = await open(labWith([], name => (name === 'estimateRun' ? estimate : undefined)))
    await labelled(screen, 'Game').setValue('warehouse improved')
    await settle()
    expect(labelled(screen, 'Look every … pairs').exists()).toBe(true)
    await screen
      .findAll('button')
      .find(each => each.text() === 'How long will it take?')!
      .trigger('click')
    await settle()
    expect(screen.find('footer').text()).toContain('320 pairs of games and the validation: 11 s to 22 s')
  })

  test('a time estimate is given up by its button, by another setting, and by leaving the form', async () => {
    let give: (error: unknown) => void = () => undefined
    const fake = labWith([], name => (name === 'estimateRun' ? new Promise((_, reject) => (give = reject)) : undefined))
    const screen = await open(fake)
    const button = (text: string) => screen.findAll('button').find(each => each.text() === text)
    const stops = () => fake.names().filter(name => name === 'stopEstimate').length
    const measure = async () => {
      give(new LabError('CANCELLED', 'given up'))
      await settle()
      await button('How long will it take?')!.trigger('click')
      await settle()
    }
    await measure()
    await button('Playing a few games · give up')!.trigger('click')
    expect(stops()).toBe(1)
    await measure()
    await labelled(screen, 'Title').setValue('Another')
    expect(stops()).toBe(2)
    await measure()
    await button('Cancel')!.trigger('click')
    expect(stops()).toBe(3)
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
    expect(labelled(screen, 'Begin from').element.value).toBe('')
  })
})

describe('a run', () => {
  test('shows the newest first, in full, and what it may do follows from its state', async () => {
    const screen = await open(labWith([row({ id: 2, name: 'Second', state: 'paused', created: 2 }), row()]))
    expect(screen.find('.head h2').text()).toBe('Second')
    const names = screen.findAll('.head .actions button').map(each => each.text())
    expect(names).toContain('Resume')
    expect(names).not.toContain('Pause')
  })

  test('says what it goes by where that is not the mean score, with the tile or the quantile that is meant', async () => {
    const finished = row({ state: 'finished' })
    const told = async (fitness: TuningConfig['objective']['fitness']) => {
      const config = { ...FIRST.config, objective: { ...FIRST.config.objective, fitness } }
      const summary = { ...validation(9).summary!, fitness: 0.78, fitnessError: 0.01 }
      const its = { ...viewOf(finished), best: BEST, config, report: { ...validation(9), summary } }
      const screen = await open(labWith([finished], name => (name === 'run' ? its : undefined)))
      const words = [screen.find('.head').text(), screen.find('section.best').text()]
      unmount()
      return words
    }
    for (const words of await told({ kind: 'reach', face: 4096 })) expect(words).toContain('share reaching 4096')
    for (const words of await told({ kind: 'quantile', p: 0.1 })) expect(words).toContain('10% quantile of the scores')
    for (const words of await told({ kind: 'mean' })) expect(words).not.toMatch(/share reaching|quantile|mean score/)
    unmount = () => {}
  })

  test('charts are requested again when the run has advanced, at most twice per second', async () => {
    const fake = labWith([row()])
    await open(fake)
    const asked = () => fake.calls.filter(({ name }) => name === 'runColumns').length
    const before = asked()
    for (let i = 0; i < 50; i++) {
      fake.emit('run', row({ iterations: 3 + i }))
      vi.advanceTimersByTime(20)
      await flushPromises()
    }
    expect(asked() - before).toBeGreaterThan(0)
    expect(asked() - before).toBeLessThanOrEqual(3)
  })

  test('everything is requested again after its last report, even if requests were pending then', async () => {
    let answer: (() => void) | undefined
    const fake = labWith([row()], name =>
      name === 'runColumns' && !answer ? new Promise(resolve => (answer = () => resolve(columns))) : undefined,
    )
    await open(fake)
    const asked = () =>
      ['run', 'runColumns', 'runPoints', 'runEvaluations'].map(wanted => fake.names().filter(name => name === wanted).length)
    await vi.waitFor(() => expect(answer).toBeDefined())
    fake.emit('run', row({ iterations: 99 }))
    fake.emit('run', row({ iterations: 100, evaluations: 5000, state: 'finished' }))
    const before = asked()
    answer!()
    await settle(3000)
    asked().forEach((count, i) => expect(count).toBeGreaterThan(before[i]!))
  })

  test('that ended while the list was requested, or while it was started, stays ended', async () => {
    let list: (() => void) | undefined
    let begun: (() => void) | undefined
    const old = row({ id: 2, created: 2 })
    const fake = labWith([], name => {
      if (name === 'runs') return new Promise(resolve => (list = () => resolve([old])))
      if (name === 'startRun')
        return new Promise(resolve => (begun = () => resolve(viewOf(row({ id: 3, created: 3, name: 'Third' })))))
      return undefined
    })
    const screen = await open(fake)
    const states = () => screen.findAll('.runs .state').map(each => each.text())
    fake.emit('run', { ...old, state: 'finished' })
    list!()
    await settle()
    expect(states()).toEqual(['finished'])
    await button(screen, 'New run').trigger('click')
    await settle()
    await screen.find('form').trigger('submit')
    fake.emit('run', row({ id: 3, created: 3, name: 'Third', state: 'finished' }))
    begun!()
    await settle()
    expect(states()).toEqual(['finished', 'finished'])
    expect(screen.find('.head h2').text()).toBe('Third')
  })

  test('the swarm map ends at the newest iteration that is stored, where the run itself was ahead', async () => {
    const ahead = row({ iterations: 5 })
    const fake = labWith([ahead], (name, arg) => {
      if (name !== 'runPopulation') return undefined
      return (arg as { iteration: number }).iteration > 1 ? refuse('NOT_FOUND', 'not yet') : undefined
    })
    await open(fake)
    await settle()
    const asked = fake.calls
      .filter(({ name }) => name === 'runPopulation')
      .map(({ arg }) => (arg as { iteration: number }).iteration)
    expect(new Set(asked)).toEqual(new Set([1]))
  })

  test('a deleted run is gone, and can be brought back', async () => {
    const fake = labWith([row()], name => (name === 'deleteRuns' || name === 'restoreRuns' ? 1 : undefined))
    const screen = await open(fake)
    await button(screen, 'Delete').trigger('click')
    await settle()
    expect(screen.findAll('.runs li')).toHaveLength(0)
    useToasts().list.at(-1)!.action!.run()
    await settle()
    expect(fake.names()).toContain('restoreRuns')
    expect(screen.findAll('.runs li')).toHaveLength(1)
  })

  test('the screen’s first requests are repeated if they were lost with the connection', async () => {
    let isLost = true
    const fake = labWith([row()], name => (isLost && name !== 'runs' ? refuse('DISCONNECTED') : undefined))
    const screen = await open(fake)
    await button(screen, 'New run').trigger('click')
    expect(screen.find('form.tuning-form').exists()).toBe(false)
    fake.connected.value = false
    await settle()
    isLost = false
    fake.connected.value = true
    await settle()
    expect(screen.find('form.tuning-form').exists()).toBe(true)
  })

  test('candidates whose answer was lost with the connection are requested again', async () => {
    let isLost = true
    const fake = labWith([row()], name => (isLost && name === 'runPopulation' ? refuse('DISCONNECTED') : undefined))
    await open(fake)
    await settle()
    fake.connected.value = false
    await settle()
    isLost = false
    const before = fake.names().filter(name => name === 'runPopulation').length
    fake.connected.value = true
    await settle()
    expect(fake.names().filter(name => name === 'runPopulation').length).toBeGreaterThan(before)
  })

  test('a run that is deleted while it is asked about is no failure', async () => {
    const gone: (() => void)[] = []
    let isGone = false
    const fake = labWith([row()], name => {
      if (name === 'deleteRuns') return 1
      return isGone && name === 'run'
        ? new Promise((_, fail) => gone.push(() => fail(new LabError('NOT_FOUND', 'no run 1'))))
        : undefined
    })
    const screen = await open(fake)
    isGone = true
    fake.emit('run', row())
    await settle(600)
    expect(gone).toHaveLength(1)
    await button(screen, 'Delete').trigger('click')
    await settle()
    gone[0]!()
    await settle()
    expect(screen.find('.failure').exists()).toBe(false)
    expect(screen.find('.empty').exists()).toBe(true)
  })

  test('a run that is deleted by a button pressed twice was deleted once', async () => {
    let deletions = 0
    const screen = await open(labWith([row()], name => (name === 'deleteRuns' ? Number(deletions++ === 0) : undefined)))
    const press = button(screen, 'Delete')
    await Promise.all([press.trigger('click'), press.trigger('click')])
    await settle()
    expect(deletions).toBe(2)
    expect(useToasts().list).toHaveLength(1)
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

  test('a lab without a data folder says what is wrong in place of the runs', async () => {
    const screen = await open(labWith([], name => (name === 'runs' ? refuse('BAD_STORE', 'the folder is damaged') : undefined)))
    expect(screen.find('[role=alert]').text()).toContain('the folder is damaged')
  })

  test('of what waits says how many wait before it', async () => {
    const screen = await open(labWith([row({ state: 'queued', ahead: 2 })]))
    expect(screen.find('.head .state').text()).toBe('waiting, 2 before it')
    expect(screen.find('.runs .state').text()).toBe('waiting, 2 before it')
  })

  test('that failed says what, why and what now', async () => {
    const error = { code: 'STORE_FULL' as const, message: 'the disk has 3 bytes left' }
    const screen = await open(labWith([row({ state: 'failed', error })]))
    const alert = screen.find('.head [role=alert]').text()
    expect(alert).toContain('the disk has 3 bytes left')
    expect(alert).toContain('Resume')
  })

  test('is renamed in its place, and not when nothing was changed', async () => {
    const fake = labWith([row()], (name, arg) =>
      name === 'renameRun' ? row({ name: (arg as { name: string }).name }) : undefined,
    )
    const screen = await open(fake)
    document.body.append(screen.element as Element)
    const rename = async (name: string) => {
      await screen.find('.head button[aria-label="Rename"]').trigger('click')
      await settle()
      await screen.find('.head .name').setValue(name)
      await screen.find('.head .name').trigger('keydown', { key: 'Enter' })
      await settle()
    }
    await rename('First')
    expect(fake.names()).not.toContain('renameRun')
    await rename(' Second ')
    expect(fake.calls.find(({ name }) => name === 'renameRun')!.arg).toEqual({ id: 1, name: 'Second' })
    expect(screen.find('.head h2').text()).toBe('Second')
    expect(document.activeElement).toBe(screen.find('.head button[aria-label="Rename"]').element)
  })

  test('is cloned with the seed that a person gives', async () => {
    const fake = labWith([row()], name => (name === 'cloneRun' ? viewOf(row({ id: 9, name: 'Copy', created: 9 })) : undefined))
    const screen = await open(fake)
    document.body.append(screen.element as Element)
    await button(screen, 'Clone with another seed …').trigger('click')
    expect(labelled(screen, 'Seed of the copy').element.value).toBe('2')
    await labelled(screen, 'Seed of the copy').setValue('55')
    await screen.find('.head form').trigger('submit')
    expect(fake.calls.find(({ name }) => name === 'cloneRun')!.arg).toEqual({ id: 1, seed: 55 })
    await settle()
    expect(document.activeElement).toBe(screen.find('.runs button[aria-current=true]').element)
    expect(document.activeElement!.textContent).toContain('Copy')
  })

  test('is distinguished by its seed in the list, and by its settings in its head', async () => {
    const screen = await open(labWith([row({ id: 2, seed: 8, created: 2 }), row()]))
    expect(screen.findAll('.runs .facts').map(each => each.text())).toEqual(['running · seed 8', 'running · seed 1'])
    expect(screen.findAll('.runs input').map(each => each.attributes('aria-label'))).toEqual([
      'Compare First · seed 8',
      'Compare First · seed 1',
    ])
    expect(screen.find('.head').text()).toContain(
      'Particle swarm of the thesis · 50 particles × 100 iterations · 1 game per evaluation · depth 1 · seed 1',
    )
  })

  test('beside another of the same name is distinguished in the legend, which has an entry for every mark', async () => {
    const screen = await open(labWith([row({ id: 2, seed: 8, created: 2 }), row()]))
    await screen.findAll('.runs input')[1]!.setValue(true)
    await settle()
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('file') === 'convergence')!
    const legend = panel.props('legend') as readonly { label: string; mark?: string }[]
    expect(legend.map(({ label, mark = 'line' }) => [label, mark])).toEqual([
      ['Best so far, First · seed 8', 'line'],
      ['Best so far, First · seed 1', 'line'],
      ['Mean', 'dash'],
      ['On unseen games (95%)', 'point'],
    ])
  })

  test('says of what its progress is a share', async () => {
    const screen = await open(labWith([row({ evaluations: 3791, progress: 0.47 })]))
    expect(screen.find('.head .whole').text()).toBe('47% of search and validation')
  })

  test('that was validated where it stands is not validated again, and the button says why', async () => {
    const done = row({ state: 'finished', iterations: 2, best: BEST })
    const whole = { report: validation(1), originReport: validation(2, { subject: 'origin', candidate: null }) }
    const views: Record<string, [Partial<RunView>, boolean]> = {
      'complete here': [whole, false],
      'of fewer iterations': [{ ...whole, report: validation(1, { iteration: 1 }) }, true],
      'without its comparison': [{ ...whole, originReport: null }, true],
      'while another waits': [{ ...whole, validations: [validation(3, { byHand: true, summary: null })] }, true],
    }
    for (const [name, [change, may]] of Object.entries(views)) {
      const view = { ...viewOf(done), ...change }
      const fake = labWith([done], call => (call === 'run' ? view : call === 'validateRun' ? done : undefined))
      const screen = await open(fake)
      const validate = button(screen, 'Validate')
      await validate.trigger('click')
      expect(fake.names().includes('validateRun'), name).toBe(may)
      expect(validate.attributes('aria-disabled'), name).toBe(String(!may))
      await validate.trigger('focus')
      await settle()
      const told = validate.attributes('aria-describedby')
      expect(told && document.getElementById(told)!.textContent, name).toBe(
        may ? undefined : 'Already validated on 100 unseen games. Extend the run, or validate another candidate.',
      )
      unmount()
    }
  })

  test('has its small forms by the keyboard: the field has the focus, and Esc gives it back', async () => {
    const screen = await open(labWith([row()]))
    document.body.append(screen.element as Element)
    for (const [name, label] of [
      ['Extend …', 'More'],
      ['Clone with another seed …', 'Seed of the copy'],
    ] as const) {
      await button(screen, name).trigger('click')
      await settle()
      const field = labelled(screen, label).element
      expect(document.activeElement).toBe(field)
      expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
      await screen.find('.extend input').trigger('keydown', { key: 'Escape' })
      expect(screen.find('.extend').exists()).toBe(false)
      expect(document.activeElement).toBe(button(screen, name).element)
    }
  })

  test('keeps the focus in its toolbar when what may be done changes', async () => {
    const fake = labWith([row()])
    const screen = await open(fake)
    document.body.append(screen.element as Element)
    button(screen, 'Pause').element.focus()
    fake.emit('run', row({ state: 'paused' }))
    await settle()
    expect(document.activeElement).toBe(button(screen, 'Resume').element)
  })

  test('shows the baseline of its gain: the weights to improve, wherever its first candidates were', async () => {
    const done = row({
      ...{ state: 'finished', iterations: 2, best: BEST },
      validated: { candidate: 7, weights: BEST.weights, games: 100, mean: 700, interval: [600, 800], always: [500, 900] },
    })
    const view: RunView = {
      ...viewOf(done),
      ...{ report: validation(1), originReport: validation(2, { candidate: null, weights: { h1: 0.5, h2: 3 } }) },
      ...{ gain: { difference: 300, interval: [200, 400], always: [100, 500] }, looks: 1, chosenFitness: 87_868 },
    }
    const screen = await open(labWith([done], name => (name === 'run' ? view : undefined)))
    const said = screen.find('section.best').text()
    expect(said).toContain('700 [600 – 800]')
    expect(said).toContain(
      '300 points [100 – 500] (95%, at every look) over the untuned weights (Corner h1: 0.5, Equal pairs h2: 3)',
    )
    expect(said).toContain('In the search, candidate 7 reached 87,868: 87,168 more than on unseen games.')
    expect(said).not.toContain('looked best')
    unmount()
    const other = { ...view, best: { ...BEST, id: 8, fitness: 90_000 } }
    const apart = await open(labWith([done], name => (name === 'run' ? other : undefined)))
    expect(apart.find('section.best').text()).toContain('Candidate 8 looked best with 90,000; validation chose another.')
    expect(said).not.toMatch(/\d %/)
  })

  test('that survives phases has its shares in percent, and their differences in percentage points', async () => {
    const its = row({
      ...{ state: 'finished', unit: 'phase', best: { ...BEST, fitness: 0.7 } },
      validated: { candidate: 7, weights: BEST.weights, games: 100, mean: 0.6, interval: [0.5, 0.7], always: null },
    })
    const summary = { ...validation(1).summary!, mean: 0.6, interval: [0.5, 0.7] as const, fitness: 0.6 }
    const view: RunView = {
      ...viewOf(its),
      ...{ report: validation(1, { summary }), originReport: validation(2, { candidate: null }), looks: 1, chosenFitness: 0.7 },
      gain: { difference: 0.123, interval: [-0.02, 0.25], always: null },
      luck: { amount: 0.04, interval: [0.03, 0.05], evaluations: 100, from: 'evaluations' },
    }
    const screen = await open(labWith([its], name => (name === 'run' ? view : undefined)))
    const said = screen.find('section.best').text().replaceAll('\u00a0', ' ')
    expect(said).toContain('60% [50% – 70%]')
    expect(said).toContain('12.3 pp [−2.0 pp – 25.0 pp] (95%) over the untuned weights')
    expect(said).toContain('In the search, candidate 7 reached 70%: 10.0 pp more than on unseen games.')
    expect(said).toContain('would look too good by about 4.0 pp (3.0 pp to 5.0 pp)')
  })

  test('that survives phases has percentage points on the axis of its noise and in its table, where others have fitness', async () => {
    layTable()
    const shown = async (unit: RunRow['unit']) => {
      const evaluation = { ...EVALUATION, fitness: 0.7, standardError: 0.034 }
      const screen = await open(
        labWith([row({ unit })], name => (name === 'runEvaluations' ? { rows: [evaluation], total: 1 } : undefined)),
      )
      await settle()
      const cells = screen.findAll('.evaluations .rows [role="gridcell"]').map(each => each.text())
      const said = (file: string, value: number) => {
        const panel = screen.findAllComponents(ChartPanel).find(each => each.props('file') === file)!
        const chart = panel.findComponent(Line).props() as unknown as { options: ChartOptions<'line'> }
        const { scales, plugins } = chart.options
        const tick = scales!['y']!.ticks!.callback as (value: number) => string
        const label = plugins!.tooltip!.callbacks!.label as unknown as (item: object) => string
        const item = { dataset: { label: 'Line' }, datasetIndex: 3, dataIndex: 0, parsed: { y: value } }
        return [tick(value), label(item)]
      }
      const texts = [cells.slice(2, 4), said('noise', 0.034), said('convergence', 0.7)]
      unmount()
      return texts.map(each => each.map(text => text.replaceAll('\u00a0', ' ')))
    }
    expect(await shown('phase')).toEqual([
      ['70%', '3.4 pp'],
      ['3.4 pp', 'Line: 3.4 pp'],
      ['70%', 'Line: 70% ± 900.0 pp'],
    ])
    expect(await shown('game')).toEqual([
      ['0.7', '0.034'],
      ['0.034', 'Line: 0.034'],
      ['0.7', 'Line: 0.7 ± 9'],
    ])
  })

  test('whose unseen pairs all ended alike has a note that an interval without width is no certainty', async () => {
    const { config } = warehouseRun()
    const mean = { mean: 0, interval: [0, 0] } as const
    const said = async (fitnessError: number) => {
      const summary = { ...validation(1).summary!, ...mean, fitness: 0, fitnessError, match: { score: mean, wins: mean } }
      const validated = { candidate: 7, weights: BEST.weights, games: 100, ...mean, always: null }
      const its = row({ ...{ state: 'finished', unit: 'pair', best: BEST }, validated })
      const view = { ...viewOf(its), config, report: validation(1, { summary }), looks: 1 }
      const screen = await open(labWith([its], name => (name === 'run' ? view : undefined)))
      const text = screen.find('section.best').text()
      unmount()
      return text
    }
    const note = /All unseen pairs ended alike: an interval without width is no certainty[.]/
    expect(await said(0)).toMatch(note)
    expect(await said(0.1)).not.toMatch(note)
  })

  test('whose pairs are too few for an interval of the gain says so, in a sentence without a gap', async () => {
    const { config } = warehouseRun()
    const summary = { ...validation(1).summary!, mean: 0.3, fitness: 0.3 }
    const validated = { candidate: 7, weights: BEST.weights, games: 20, mean: 0.3, interval: [-1, 2], always: null } as const
    const its = row({ ...{ state: 'finished', unit: 'pair', best: BEST }, validated })
    const gain = { difference: 0.3, interval: [-1, 2], always: null } as const
    const view = { ...viewOf(its), config, report: validation(1, { summary }), looks: 1, gain }
    const screen = await open(labWith([its], name => (name === 'run' ? view : undefined)))
    const said = screen.find('section.best').text()
    expect(said).toMatch(/0\.3 over the untuned weights .*, on the same starts: too few for an interval\./)
  })

  test('has the weights in the words of its game in charts, table and card', async () => {
    const { config, tuned } = warehouseRun()
    const weights = Object.fromEntries(tuned.map(({ id }, i) => [id, i]))
    const its = row({ unit: 'pair', best: { ...BEST, weights } })
    const screen = await open(
      labWith([its], name => {
        if (name === 'run') return { ...viewOf(its), config }
        if (name === 'runColumns') return { ...columns, weights: tuned.map(({ id }) => ({ ...columns.weights[0]!, id })) }
        return undefined
      }),
    )
    await settle()
    const headings = screen.findAll('.evaluations [role="columnheader"]').map(each => each.text())
    const terms = screen.findAll('section.best dt').map(each => each.text())
    const legends = screen.findAll('.charts fieldset legend').map(each => each.text())
    for (const names of [headings, terms, legends]) {
      expect(names).toContain('Charge divisor')
      expect(names).not.toContain('chargeDivisor')
    }
  })

  test('of several validations shows the intervals that hold at every look, and lists games that are too few for one', async () => {
    const validated = { candidate: 7, weights: {}, games: 100, mean: 700, interval: [600, 800], always: [500, 900] } as const
    const finished = row({ state: 'finished', iterations: 2, best: BEST, validated })
    const few = { ...validation(3).summary!, games: 3, scores: [500, 700, 900] }
    const held = [
      validation(1, { summary: { ...validation(1).summary!, always: [400, 999] } }),
      validation(2, { iteration: 4 }), // by an earlier lab: no interval holds at every look
      validation(3, { purpose: 'select', games: 3, done: 3, summary: few }),
    ]
    const shown = async (looks: number) => {
      const view = { ...viewOf(finished), validations: held, looks }
      const screen = await open(labWith([finished], name => (name === 'run' ? view : undefined)))
      const text = screen.find('section.best').text()
      unmount()
      return text
    }
    const said = await shown(2)
    expect(said).toContain('2 validations: the intervals hold at every look')
    for (const text of ['[500 – 900]', '[400 – 999]', '500 · 700 · 900']) expect(said).toContain(text)
    expect(said).not.toContain('[600 – 800]')
    const once = await shown(1)
    expect(once).not.toContain('at every look')
    expect(once).toContain('[600 – 800]')
  })

  test('says in words how much of its best may be luck', async () => {
    const best = { id: 7, weights: { h1: 1 }, fitness: 950, evaluations: 1 }
    const said: Record<LuckSource, RegExp> = {
      evaluations:
        /From the differences between evaluations of a batch: the best of 100 equal candidates would look too good by about 250 \(200 to 300\)/,
      validation: /games on unseen seeds: the best of 100 equal candidates would look too good by about 250 \(200 to 300\)/,
      spread: /between single games .* would look roughly 250 \(200 to 300\) too good, by luck alone/,
    }
    for (const from of Object.keys(said) as LuckSource[]) {
      const luck = { amount: 250, interval: [200, 300], evaluations: 100, from }
      const screen = await open(
        labWith([], name =>
          name === 'runs' ? [row({ best })] : name === 'run' ? { ...viewOf(row({ best })), luck } : undefined,
        ),
      )
      expect(screen.find('section.best').text()).toMatch(said[from])
      unmount()
    }
  })

  test('is requested again after a reconnect', async () => {
    const fake = labWith([row()])
    await open(fake)
    const asked = (wanted: CallName) => fake.calls.filter(({ name }) => name === wanted).length
    const before = [asked('runColumns'), asked('runEvaluations')]
    fake.connected.value = false
    await settle(2000)
    fake.connected.value = true
    await settle(2000)
    expect(asked('runColumns')).toBeGreaterThan(before[0]!)
    expect(asked('runEvaluations')).toBeGreaterThan(before[1]!)
  })

  test('is not requested while its screen is hidden, but once it is shown again', async () => {
    const fake = labWith([row()])
    const shown = shallowRef(true)
    const Empty = defineComponent(() => () => h('p'))
    const Screen = defineComponent(
      () => () => h(TooltipProvider, () => h(KeepAlive, () => (shown.value ? h(TuneScreen, { hello: hello() }) : h(Empty)))),
    )
    const screen = mountWith(Screen, fake.lab)
    unmount = () => screen.unmount()
    await settle()
    const asked = () => ['runColumns', 'runEvaluations'].map(wanted => fake.names().filter(name => name === wanted).length)
    shown.value = false
    await settle()
    const before = asked()
    fake.emit('run', row({ iterations: 5 }))
    await settle(3000)
    expect(asked()).toEqual(before)
    shown.value = true
    await settle()
    asked().forEach((count, i) => expect(count).toBeGreaterThan(before[i]!))
  })

  test('is shown whole, whatever the filters left of the one before', async () => {
    const fake = labWith([row({ id: 2, created: 2 }), row()])
    const screen = await open(fake)
    await screen.findAll('aside input[type="checkbox"]')[1]!.setValue(true) // its data is there already
    await settle(1000)
    await labelled(screen, 'Outcome').setValue('stopped')
    await settle(1000)
    const last = () => fake.calls.filter(({ name }) => name === 'runEvaluations').at(-1).arg
    expect(last()).toMatchObject({ run: 2, stopped: true })
    useRuns().selected = 1
    await settle(1000)
    expect(labelled(screen, 'Outcome').element.value).toBe('all')
    expect(last()).toMatchObject({ run: 1 })
    expect(last()).not.toHaveProperty('stopped')
  })

  test('of a clone nothing is marked that was brushed in its original', async () => {
    const fake = labWith([row()], name => (name === 'cloneRun' ? viewOf(row({ id: 9, created: 9 })) : undefined))
    const screen = await open(fake)
    screen.findComponent(RunCharts).vm.$emit('brush', [3])
    await settle()
    expect(screen.findComponent(EvaluationTable).props('marked')).toEqual(new Set([3]))
    await button(screen, 'Clone with another seed …').trigger('click')
    await screen.find('.head form').trigger('submit')
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
    const last = () => fake.calls.filter(({ name }) => name === 'runEvaluations').at(-1).arg
    expect(last()).toMatchObject({ from: 3, to: 8, minFitness: 500.5, stopped: true })
    await button(screen, 'Show all').trigger('click')
    await settle(1000)
    expect(Object.keys(last() as object).toSorted()).toEqual(['descending', 'limit', 'offset', 'run', 'sort'])
  })

  test('the numbers of its convergence hold the points on unseen games with their intervals, as the chart does', async () => {
    const finished = row({ state: 'finished', iterations: 2, best: BEST })
    const held = [
      validation(1, { iteration: 2 }),
      validation(2, { candidate: 8, byHand: true }),
      validation(3, { done: 9, summary: null }),
    ]
    const fake = labWith([finished], name => (name === 'run' ? { ...viewOf(finished), validations: held } : undefined))
    const screen = await open(fake)
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('file') === 'convergence')!
    const { columns: names, rows } = (panel.props('table') as () => ChartTable)()
    expect(names.slice(-2)).toEqual(['On unseen games (95%)', 'On unseen games, half of the 95% interval'])
    expect(rows.map(each => each.length)).toEqual([names.length, names.length, names.length])
    expect(rows[1]!.slice(0, 7)).toEqual(['First', 1, 100, 100, 950, 500, 9])
    const half = expect.closeTo(19.842169515864, 9) as number // of 100 games; SciPy: t.ppf(0.975, 99) * 10
    expect(rows[2]!).toEqual(['First', 2, 100, 100, null, null, null, null, null, null, 700, half])
  })

  test('the interval of points on unseen games is that of all looks once there were several', async () => {
    const finished = row({ state: 'finished', iterations: 2, best: BEST })
    const held = [validation(1, { iteration: 2 }), validation(2, { candidate: 8, byHand: true })]
    const fake = labWith([finished], name => (name === 'run' ? { ...viewOf(finished), validations: held, looks: 2 } : undefined))
    const screen = await open(fake)
    const panel = screen.findAllComponents(ChartPanel).find(each => each.props('file') === 'convergence')!
    const { rows } = (panel.props('table') as () => ChartTable)()
    // s = 100 of 100 games: the confidence sequence of docs/statistics.md by its first form, computed in Python
    expect(rows.at(-1)!.at(-1)).toBeCloseTo(31.314827979841, 9)
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
      if (name === 'run') return { ...viewOf(finished), validations, report: chosen }
      return name === 'promoteRun' ? { name: 'first' } : undefined
    })
    const screen = await open(fake)
    const whatFor = screen.findAll('section.best tbody tr').map(line => line.findAll('td')[1]!.text())
    expect(whatFor).toEqual(['final test', 'by hand', 'by hand'])
    expect(screen.find('section.best').text()).toContain('2 validations by hand')
    const promote = async (pick?: number) => {
      await screen
        .findAll('button')
        .find(each => each.text() === 'Promote to a profile …')!
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
      fake.calls.flatMap(({ name, arg }) => (name === 'promoteRun' ? [(arg as { candidate: number }).candidate] : [])),
    ).toEqual([7, 9])
  })

  test('points at the edge of the plot, where a finished run was validated, are drawn whole', async () => {
    const screen = await open(labWith([row()]))
    await settle()
    const drawn = screen.findAllComponents({ name: 'LineChart' }).flatMap(each => each.findAllComponents(Line))
    const datasets = drawn.flatMap(each => (each.props() as unknown as { data: { datasets: object[] } }).data.datasets)
    const points = (datasets as { pointRadius: number; clip?: number; showLine: boolean }[]).filter(each => !each.showLine)
    expect(points).not.toEqual([])
    for (const each of points) expect(each.clip).toBeGreaterThan(each.pointRadius)
  })

  test('charts of its course stand over iterations, evaluations or games', async () => {
    const screen = await open(labWith([row()]))
    await settle()
    const titles = () =>
      screen
        .findAllComponents({ name: 'LineChart' })
        .map(chart => (chart.props() as { xTitle: string }).xTitle)
        .filter(title => title !== 'Corner h1')
    expect(new Set(titles())).toEqual(new Set(['Iteration']))
    await screen.find('.bar select').setValue('games')
    expect(new Set(titles())).toEqual(new Set(['Games']))
  })
})
