import type { VueWrapper } from '@vue/test-utils'
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
import BestCard from '../../../../src/renderer/src/features/tune/runs/BestCard.vue'
import { nothingToValidate } from '../../../../src/renderer/src/features/tune/runs/nothingToValidate'
import RunHead from '../../../../src/renderer/src/features/tune/runs/RunHead.vue'
import { useRunData } from '../../../../src/renderer/src/features/tune/runs/useRunData'
import { fakeLab, flushPromises, hello, later, mountScreen, refuse, unmountAll } from '../../helpers'

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
const result = (its: Partial<RunView>) =>
  mountScreen(labWith([]).lab, () => h(BestCard, { run: { ...viewOf(row()), ...its } })).text()

/** What the head of a run says. */
function head({ config = FIRST.config, ...its }: Partial<RunView>) {
  const props = { run: row(its), config, promotable: false, validatedHere: undefined }
  return mountScreen(labWith([]).lab, () => h(RunHead, props)).text()
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
  const screen = await open(labWith([row()], name => (name === 'run' ? new Promise(() => {}) : undefined)))
  expect(screen.text()).toContain('Opening the run …')
  expect(screen.text()).not.toContain('No run yet')
})

test('the time left of the shown run is not in the status bar too', async () => {
  const fake = labWith([row({ eta: { low: 120, middle: 120, high: 120 } })])
  const job = { id: 3, kind: 'tuning', title: 'First', state: 'running', done: 1, total: 2, leftMs: 180_000 } as const
  const screen = mountScreen(fake.lab, () => [h(TuneScreen, { hello: hello() }), h(JobRow, { job })])
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
  test('without a run begins from the first experiment, and marks what is assumed with its reason until it is changed', async () => {
    const screen = await open(labWith([]))
    const reasons: string[] = []
    for (const mark of screen.findAll('.assumed')) {
      await mark.trigger('focus') // as by the keyboard: a pointer is not needed
      await settle()
      reasons.push(document.getElementById(mark.attributes('aria-describedby')!)!.textContent)
      await mark.trigger('blur')
      await settle()
    }
    expect(reasons.length).toBeGreaterThan(3)
    expect(reasons).toContain(ASSUMPTIONS.wouldDiverge)
    const c1 = screen.findAll('.field').find(each => each.text().startsWith('c1'))!
    expect(c1.find('.assumed').exists()).toBe(true)
    await labelled(screen, 'c1, pull to the own best').setValue('1.7')
    expect(c1.find('.assumed').exists()).toBe(false)
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

  test('another game has its own weights, units, rules and players, which reach the run, and 2048 comes back as it was', async () => {
    const fake = labWith([], name => (name === 'startRun' ? viewOf(row({ id: 5 })) : undefined))
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
    const { config } = fake.asked('startRun')[0] as { config: TuningConfig<GameObjective> }
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

  test('says what is wrong once, at its field, and leads there from the buttons, which start nothing; without a field it stands at them', async () => {
    let problems: FieldProblem[] = [{ field: 'optimizer.particles', message: '0 is no swarm' }]
    const screen = await open(labWith([], name => (name === 'checkTuning' ? problems : undefined)))
    const field = screen.findAll('.field').find(each => each.text().startsWith('Particles'))!
    const told = () => screen.text().split('0 is no swarm').length - 1
    expect([told(), field.find('[role=alert]').text()]).toEqual([1, '0 is no swarm'])
    expect(button(screen, 'Start').attributes('disabled')).toBeDefined()
    await button(screen, 'Show it').trigger('click')
    expect(document.activeElement).toBe(labelled(screen, 'Particles').element)
    problems = [{ field: 'nowhere', message: '0 is no swarm' }]
    await labelled(screen, 'Particles').setValue('20')
    await settle()
    expect([told(), field.find('[role=alert]').exists()]).toEqual([1, false])
    expect(screen.find('footer').text()).toContain('0 is no swarm')
    problems = []
    await labelled(screen, 'Particles').setValue('21')
    await settle()
    expect(button(screen, 'Start').attributes('disabled')).toBeUndefined()
  })

  test('each number is named after the setting at its path, and changes no other, whichever optimiser has it', async () => {
    const fake = labWith([])
    const screen = await open(fake)
    const asked = () => structuredClone((fake.asked('checkTuning').at(-1) as { config: TuningConfig }).config)
    const names = new Map<string, unknown>()
    const fields = (): readonly VueWrapper[] => screen.findAllComponents(AmountField)
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
        expect(field.get('input').element.value, pathOf(field)).toBe(String(part[name]))
        part[name] = 7.5
        await field.get('input').setValue('7.5')
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
    const { config } = fake.asked('checkTuning').at(-1) as { config: TuningConfig }
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
    const { config } = fake.asked('checkTuning').at(-1) as { config: TuningConfig }
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
  test('says what it goes by where that is not the mean score, with the tile or the quantile that is meant', () => {
    const told = (fitness: TuningConfig['objective']['fitness']) => {
      const config = { ...FIRST.config, objective: { ...FIRST.config.objective, fitness } }
      const summary = { ...validation(9).summary!, fitness: 0.78, fitnessError: 0.01 }
      const its: Partial<RunView> = {
        state: 'finished',
        best: BEST,
        config: config as RunView['config'],
        report: { ...validation(9), summary },
      }
      return [head(its), result(its)]
    }
    for (const words of told({ kind: 'reach', face: 4096 })) expect(words).toContain('share reaching 4096')
    for (const words of told({ kind: 'quantile', p: 0.1 })) expect(words).toContain('10% quantile of the scores')
    for (const words of told({ kind: 'mean' })) expect(words).not.toMatch(/share reaching|quantile|mean score/)
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

  test('is renamed in its place, and not when nothing was changed', async () => {
    const fake = labWith([row()], (name, arg) => (name === 'renameRun' ? row(arg as { name: string }) : undefined))
    const screen = await open(fake)
    const pencil = () => screen.find<HTMLElement>('.head button[aria-label="Rename"]')
    const rename = async (name: string) => {
      await pencil().trigger('click')
      await settle()
      await screen.find('.head .name').setValue(name)
      await screen.find('.head .name').trigger('keydown', { key: 'Enter' })
      await settle()
    }
    await rename('First')
    expect(fake.names()).not.toContain('renameRun')
    await rename(' Second ')
    expect(fake.asked('renameRun')).toEqual([{ id: 1, name: 'Second' }])
    expect(screen.find('.head h2').text()).toBe('Second')
    expect(document.activeElement).toBe(pencil().element)
  })

  test('is the newest at first; of one name they are distinguished by seeds, in the list and the legend, which has an entry for every mark', async () => {
    const screen = await open(labWith([row({ id: 2, seed: 8, created: 2, state: 'paused' }), row()]))
    expect(screen.findAll('.runs .facts').map(each => each.text())).toEqual(['paused · seed 8', 'running · seed 1'])
    const names = screen.findAll('.runs input').map(each => each.attributes('aria-label'))
    expect(names).toEqual(['Compare First · seed 8', 'Compare First · seed 1'])
    expect(screen.find('.head').text()).toContain('50 particles × 100 iterations · 1 game per evaluation · depth 1 · seed 1')
    const actions = screen.findAll('.head .actions button').map(each => each.text())
    expect(actions).toContain('Resume')
    expect(actions).not.toContain('Pause')
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

  test('says of what its progress is a share, how many wait before it, and what failed, why and what to do', () => {
    expect(head({ evaluations: 3791, progress: 0.47 })).toContain('47% of search and validation')
    expect(head({ state: 'queued', ahead: 2 })).toContain('waiting, 2 before it')
    const error = { code: 'STORE_FULL' as const, message: 'the disk has 3 bytes left' }
    expect(head({ state: 'failed', error })).toMatch(/the disk has 3 bytes left.*Resume/)
  })

  test('that was validated where it stands is not validated again, and the button says why', async () => {
    const whole = { report: validation(1), originReport: validation(2, { subject: 'origin', candidate: null }) }
    const view = { ...viewOf(row({ iterations: 2 })), ...whole }
    expect(nothingToValidate(view, 2)).toBe(100)
    expect(nothingToValidate({ ...view, report: validation(1, { iteration: 1 }) }, 2)).toBeUndefined()
    expect(nothingToValidate({ ...view, originReport: null }, 2)).toBeUndefined()
    const waiting = validation(3, { byHand: true, summary: null })
    expect(nothingToValidate({ ...view, validations: [waiting] }, 2)).toBeUndefined()
    for (const validatedHere of [100, undefined]) {
      const fake = labWith([], name => (name === 'validateRun' ? row() : undefined))
      const run = row({ state: 'finished', best: BEST })
      const screen = mountScreen(fake.lab, () => h(RunHead, { run, config: FIRST.config, promotable: true, validatedHere }))
      const validate = button(screen, 'Validate')
      await validate.trigger('click')
      expect(fake.names().includes('validateRun')).toBe(!validatedHere)
      expect(validate.attributes('aria-disabled')).toBe(String(validatedHere !== undefined))
      await validate.trigger('focus')
      await settle()
      const told = validate.attributes('aria-describedby')
      expect(told && document.getElementById(told)!.textContent).toBe(
        validatedHere && 'Already validated on 100 unseen games. Extend the run, or validate another candidate.',
      )
    }
  })

  test('has its small forms by the keyboard: the field has the focus, Esc gives it back, and a clone has the seed that was given', async () => {
    const fake = labWith([row()], name => (name === 'cloneRun' ? viewOf(row({ id: 9, name: 'Copy', created: 9 })) : undefined))
    const screen = await open(fake)
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
    button(screen, 'Pause').element.focus()
    fake.emit('run', row({ state: 'paused' }))
    await settle()
    expect(document.activeElement).toBe(button(screen, 'Resume').element) // still in its toolbar
    await button(screen, 'Clone with another seed …').trigger('click')
    expect(labelled(screen, 'Seed of the copy').element.value).toBe('2')
    await labelled(screen, 'Seed of the copy').setValue('55')
    await screen.find('.head form').trigger('submit')
    expect(fake.asked('cloneRun')).toEqual([{ id: 1, seed: 55 }])
    await settle()
    expect(document.activeElement).toBe(screen.find('.runs button[aria-current=true]').element)
    expect(document.activeElement!.textContent).toContain('Copy')
  })

  test('shows the baseline of its gain: the weights to improve, wherever its first candidates were', () => {
    const its: Partial<RunView> = {
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
    expect(said).not.toMatch(/looked best|\d %/)
    const other = result({ ...its, best: { ...BEST, id: 8, fitness: 90_000 } })
    expect(other).toContain('Candidate 8 looked best with 90,000; validation chose another.')
    // a mean of several evaluations may be below the one evaluation of another
    const again = result({ ...its, best: { ...BEST, id: 8, fitness: 4_412, evaluations: 3 } })
    expect(again).toContain('Candidate 8 looked best with 4,412, a mean of 3')
  })

  test('that survives phases has its shares in percent, and their differences in percentage points', () => {
    const summary = { ...validation(1).summary!, mean: 0.6, interval: [0.5, 0.7] as const, fitness: 0.6 }
    const said = result({
      ...{ state: 'finished', unit: 'phase', best: { ...BEST, fitness: 0.7 } },
      validated: { candidate: 7, weights: BEST.weights, games: 100, mean: 0.6, interval: [0.5, 0.7], always: null },
      ...{ report: validation(1, { summary }), originReport: validation(2, { candidate: null }), looks: 1, chosenFitness: 0.7 },
      gain: { difference: 0.123, interval: [-0.02, 0.25], always: null },
      luck: { amount: 0.04, interval: [0.03, 0.05], evaluations: 100, from: 'evaluations' },
    }).replaceAll('\u00a0', ' ')
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

  test('of pairs has notes that an interval without width is no certainty, and that a gain has too few games for one', () => {
    const { config } = warehouseRun()
    const noWidth = /All unseen pairs ended alike: an interval without width is no certainty[.]/
    const alike = (fitnessError: number) => {
      const mean = { mean: 0, interval: [0, 0] } as const
      const summary = { ...validation(1).summary!, ...mean, fitness: 0, fitnessError, match: { score: mean, wins: mean } }
      const validated = { candidate: 7, weights: BEST.weights, games: 100, ...mean, always: null }
      return result({ unit: 'pair', best: BEST, validated, config, report: validation(1, { summary }), looks: 1 })
    }
    expect(alike(0)).toMatch(noWidth)
    expect(alike(0.1)).not.toMatch(noWidth)
    const summary = { ...validation(1).summary!, mean: 0.3, fitness: 0.3 }
    const validated = { candidate: 7, weights: BEST.weights, games: 20, mean: 0.3, interval: [-1, 2], always: null } as const
    const gain = { difference: 0.3, interval: [-1, 2], always: null } as const
    const few = result({ unit: 'pair', best: BEST, validated, config, report: validation(1, { summary }), looks: 1, gain })
    expect(few).toMatch(/0\.3 over the untuned weights .*, on the same starts: too few for an interval\./)
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

  test('says in words how much of its best may be luck', () => {
    const said: Record<LuckSource, RegExp> = {
      evaluations:
        /From the differences between evaluations of a batch: the best of 100 equal candidates would look too good by about 250 \(200 to 300\)/,
      validation: /games on unseen seeds: the best of 100 equal candidates would look too good by about 250 \(200 to 300\)/,
      spread: /between single games .* would look roughly 250 \(200 to 300\) too good, by luck alone/,
    }
    for (const from of Object.keys(said) as LuckSource[])
      expect(result({ best: BEST, luck: { amount: 250, interval: [200, 300], evaluations: 100, from } })).toMatch(said[from])
  })

  test('is shown whole, whatever the filters left of the one before', async () => {
    const fake = labWith([row({ id: 2, created: 2 }), row()])
    const screen = await open(fake)
    await screen.findAll('aside input[type="checkbox"]')[1]!.setValue(true) // its data is there already
    await settle(1000)
    await labelled(screen, 'Outcome').setValue('stopped')
    await settle(1000)
    const last = () => fake.asked('runEvaluations').at(-1)
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
    const last = () => fake.asked('runEvaluations').at(-1)
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
      const screen = await open(labWith([finished], name => (name === 'run' ? view : undefined)))
      const panel = screen.findAllComponents(ChartPanel).find(each => each.props('file') === 'convergence')!
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

  test('charts of its course stand over iterations, evaluations or games; points at the edge of the plot are drawn whole', async () => {
    const screen = await open(labWith([row()]))
    await settle()
    const charts = screen.findAllComponents({ name: 'LineChart' })
    const titles = () => charts.map(chart => (chart.props() as { xTitle: string }).xTitle).filter(title => title !== 'Corner h1')
    expect(new Set(titles())).toEqual(new Set(['Iteration']))
    const drawn = charts.flatMap(each => each.findAllComponents(Line))
    const datasets = drawn.flatMap(each => (each.props() as unknown as { data: { datasets: object[] } }).data.datasets)
    const points = (datasets as { pointRadius: number; clip?: number; showLine: boolean }[]).filter(each => !each.showLine)
    expect(points).not.toEqual([])
    for (const each of points) expect(each.clip).toBeGreaterThan(each.pointRadius)
    await screen.find('.bar select').setValue('games')
    expect(new Set(titles())).toEqual(new Set(['Games']))
  })
})

describe('the data of the charts', () => {
  const CALLS = ['run', 'runColumns', 'runPoints'] as const

  /** Of run 1, asked for by the composable alone. */
  async function charts(answer?: Parameters<typeof labWith>[1]) {
    const fake = labWith([row()], answer)
    const shown = shallowRef(true)
    const part = defineComponent(() => {
      const ids = shallowRef<number[]>([])
      useRunData(ids)
      void useRuns()
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
      emit('run', row({ iterations: 3 + i }))
      await vi.advanceTimersByTimeAsync(20)
    }
    count().forEach((asked, i) => expect([2, 3]).toContain(asked - before[i]!))
  })

  test('are requested again after its last report, even if requests were pending then, and after a reconnect', async () => {
    const first = later<unknown>()
    let isFirst = true
    const { emit, connected, count } = await charts(name => (name === 'runColumns' && isFirst ? first.promise : undefined))
    isFirst = false
    emit('run', row({ iterations: 100, evaluations: 5000, state: 'finished' }))
    expect(count()).toEqual([1, 1, 1])
    first.resolve(columns)
    await settle(3000)
    expect(count()).toEqual([2, 2, 2])
    connected.value = false
    await settle(2000)
    connected.value = true
    await settle(2000)
    expect(count()).toEqual([3, 3, 3])
  })

  test('are not requested while their screen is hidden, but once it is shown again', async () => {
    const { emit, shown, count } = await charts()
    shown.value = false
    await settle()
    emit('run', row({ iterations: 5 }))
    await settle(3000)
    expect(count()).toEqual([1, 1, 1])
    shown.value = true
    await settle()
    expect(count()).toEqual([2, 2, 2])
  })
})
