import type { TuningRow, TuningView } from '../../../../core/contract/calls'
import { LabError } from '../../../../core/errors'
import type { Evaluated, OpenServices } from '../../../lab/localLab'
import { computeToRest } from '../computing'
import { durationRange, short } from '../output/numbers'
import { present } from '../output/layout'
import { Progress } from '../output/progress'
import { withVersion } from '../output/machineOutput'
import { fitnessText, runView } from './tuneView'
import { EXIT, type Terminal } from '../terminal'

interface ComputeFlags {
  readonly home: string | undefined
  readonly threads: number | undefined
  readonly json: boolean | undefined
}

/** Starts or resumes a run. @returns its number */
type BeginRun = (call: OpenServices['call']) => Promise<number>

/** Minimum interval between lines of progress for programs, in ms. */
const LINE_MS = 1000
/** Number of evaluations in the mean on the bar. */
const RECENT = 100

/** Computes one run to its end, or until a signal pauses it. */
export async function computeRun(terminal: Terminal, { home, threads, json }: ComputeFlags, begin: BeginRun): Promise<void> {
  const signal = terminal.interruptSignal()
  const progress = new RunProgressLine(terminal, json ?? false)
  let failed = 0
  const view = await terminal
    .withLab({ home, threads }, ({ open }) =>
      open('write', async services => {
        const { call, on } = services
        on('evaluated', evaluated => {
          if (evaluated.result) progress.learn(evaluated.result.fitness)
          else if (failed++ === 0) terminal.complain(failureText(evaluated))
        })
        const id = await computeToRest(terminal, services, {
          ...{ kind: 'tuning', event: 'tuning', signal },
          begin: async () => ({ id: await begin(call) }),
          onRow: row => progress.show(row),
          look: () => call('tunings', undefined), // the store may be gone with the end of the run
        })
        return call('tuning', { id })
      }),
    )
    .catch(sayingWhere)
    .finally(() => progress.stop())
  await printEnd(terminal, view, { home, json })
  terminal.endIfAborted(signal)
}

/** Explains that a window or page that has the folder also computes runs. */
function sayingWhere(error: unknown): never {
  if (error instanceof LabError && error.code === 'STORE_LOCKED' && /window|serve/.test(String(error.detail?.['program'])))
    throw new LabError(error.code, `${error.message} Or do it there, on its Tune screen.`, error.detail)
  throw error
}

/** The text of the first failure: hundreds may have one reason, and the answer counts them. */
function failureText({ candidate, retried, error }: Evaluated): string {
  return `evaluation ${candidate.id} failed${retried ? ' twice' : ''} and is left out: ${error} Those that fail after it are counted, see lab tune show.`
}

async function printEnd(
  terminal: Terminal,
  view: TuningView,
  { home, json }: Pick<ComputeFlags, 'home' | 'json'>,
): Promise<void> {
  const { id } = view
  const goOn = `Resume with: ${terminal.commandLine(`tune --resume ${id}`, home)}`
  if (view.error) {
    const { code, message } = view.error
    terminal.complain(`run ${id} ended: ${message}${code === 'BAD_STORE' ? '' : ` ${goOn}`}`) // another attempt does not repair damage
    terminal.exitCode = EXIT.failure
  }
  if (json) return terminal.printJson(withVersion(view))
  await terminal.printLines(runView(view, terminal.style))
  if (view.state === 'paused') await terminal.printLines([`  Paused. ${goOn}`, ''])
}

/** A bar for people, lines of JSON for programs. */
class RunProgressLine {
  #bar: Progress | undefined
  #recent: number[] = []
  #printedAt = -Infinity

  constructor(
    private readonly terminal: Terminal,
    private readonly json: boolean,
  ) {}

  learn(fitness: number): void {
    this.#recent.push(fitness)
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT)
  }

  show(row: TuningRow): void {
    if (row.state !== 'running') return
    if (this.json) this.#line(row)
    else this.#draw(row)
  }

  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  get #mean(): number | null {
    const recent = this.#recent.slice(-RECENT)
    return recent.length === 0 ? null : recent.reduce((sum, each) => sum + each, 0) / recent.length
  }

  #line(row: TuningRow): void {
    if (performance.now() - this.#printedAt < LINE_MS) return
    this.#printedAt = performance.now()
    this.terminal.printJsonAtOnce(row)
  }

  #draw(row: TuningRow): void {
    const { planned, progress, best, eta, phase, unit } = row
    this.#bar ??= new Progress(this.terminal, {
      total: planned,
      done: Math.round(progress * planned),
      unit: 'evaluations',
      name: `run ${row.id}`,
    })
    const parts = present([
      phase === 'validating' ? 'validating' : phase === 'collecting' && 'finding boards',
      best && `best ${fitnessText(best.fitness, unit)}`,
      this.#mean !== null && `mean ${fitnessText(this.#mean, unit)}`,
      row.gamesPerSecond !== undefined && `${short(row.gamesPerSecond)} ${unit === 'phase' ? 'phases' : 'games'}/s`,
      eta && `(${durationRange(1000 * eta.low, 1000 * eta.high)})`,
    ])
    this.#bar.show(Math.round(progress * planned), () => parts.join('  '), eta ? 1000 * eta.middle : undefined)
  }
}
