import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type {
  CallName,
  EvaluationRow,
  FieldProblem,
  RunColumns,
  RunRow,
  RunView,
  TuningForms,
} from '../../src/core/contract/calls'
import { makeTuning } from '../../src/core/contract/files'
import { OPTIMIZER_DEFAULTS } from '../../src/core/tuning/optimizerConfig'
import { ASSUMPTIONS, PRESETS } from '../../src/core/tuning/presets'
import type { TuningConfig } from '../../src/core/tuning/tuningConfig'
import TuneScreen from '../../src/renderer/src/features/tune/TuneScreen.vue'
import { useNavigation } from '../../src/renderer/src/ui/navigation'
import { useToasts } from '../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, hello, mountWith, refuse } from './helpers'

/** What reaches the chart library; there is no canvas here. */
vi.mock('vue-chartjs', () => {
  const chart = defineComponent({ props: { data: Object, options: Object, plugins: Array }, setup: () => () => h('canvas') })
  return { Line: chart, Scatter: chart }
})

const { 'thesis-1': FIRST, 'noisy-smart': OURS } = PRESETS
const FORMS: TuningForms = {
  defaults: OPTIMIZER_DEFAULTS,
  presets: [FIRST, OURS].map(preset => ({
    ...preset,
    reasons: Object.fromEntries(Object.entries(preset.assumed).map(([field, why]) => [field, ASSUMPTIONS[why]])),
  })),
}

function row(change: Partial<RunRow> = {}): RunRow {
  return {
    ...{ id: 1, name: 'First', state: 'running', phase: 'searching', optimizer: 'thesis', seed: 1 },
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
    meanError: [9, 9],
  },
  ...{ median: [390, 480], p10: [100, 120], p90: [800, 850], spread: [60, 60], noise: [null, null], luck: [null, null] },
  ...{ diversity: [0.3, 0.2], speed: [0.4, 0.3], atBounds: [0, 0.1], gamesPerSecond: [900, 900] },
  weights: ['h1', 'h2', 'h3', 'h4'].map(id => ({ id, gbest: [1, 2], median: [1, 2], p10: [0, 1], p90: [2, 3] })),
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
        return { id: [7], iteration: [0], fitness: [900], standardError: [null], weights: [[1], [2], [3], [4]], of: 1 }
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
  return { ...run, config: FIRST.config, bestEvaluation: null, validations: [], gain: null, provenance: {} }
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

describe('the form', () => {
  test('without a run begins from the first experiment, and marks what is assumed with its reason', async () => {
    const screen = await open(labWith([]))
    const marks = screen.findAll('.assumed')
    expect(marks.length).toBeGreaterThan(3)
    expect(marks.map(mark => mark.attributes('title'))).toContain(ASSUMPTIONS.wouldDiverge)
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

  test('charts are asked for again when the run went on, and at most twice a second', async () => {
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

  test('a candidate is watched with its own weights and the settings of the run', async () => {
    // there is no layout here: the table is told how high it is
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(330)
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(330)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1000)
    const screen = await open(labWith([row()]))
    await settle()
    await screen.find('.lines .line').trigger('click')
    await button(screen, 'Watch it play').trigger('click')
    expect(useNavigation().errand).toMatchObject({
      screen: 'play',
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
})
