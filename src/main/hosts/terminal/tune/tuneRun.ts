import type { TuningRow, TuningView } from '../../../../core/contract/calls'
import { mean } from '../../../../core/stats/summary'
import { LabError } from '../../../../core/errors'
import type { Evaluated, OpenServices } from '../../../lab/localLab'
import { runCommand } from '../computing'
import { durationRange, short } from '../output/numbers'
import { present } from '../output/layout'
import type { ProgressState } from '../output/progress'
import { withVersion } from '../output/machineOutput'
import { fitnessText, runView } from './tuneView'
import { EXIT, type Terminal } from '../terminal'

interface ComputeFlags {
  readonly home: string | undefined
  readonly threads: number | undefined
  readonly json: boolean | undefined
}

/** Minimum interval between lines of progress for programs, in ms. */
const LINE_MS = 1000
/** Number of evaluations in the mean on the bar. */
const RECENT = 100

/** Computes one run to its end, or until a signal pauses it. @param begin starts or resumes it */
export async function computeRun(
  terminal: Terminal,
  { home, threads, json }: ComputeFlags,
  begin: (call: OpenServices['call']) => Promise<TuningRow>,
): Promise<void> {
  const recent: number[] = []
  let [failed, printedAt] = [0, -Infinity]
  await terminal
    .withLab({ home, threads }, lab =>
      runCommand(terminal, lab, {
        kind: 'tuning',
        begin({ call, on }) {
          on('evaluated', evaluated => {
            if (evaluated.result) recent.push(evaluated.result.fitness)
            else if (failed++ === 0) terminal.complain(failureText(evaluated))
            if (recent.length > RECENT) recent.shift()
          })
          return begin(call)
        },
        bar(row) {
          if (row.state !== 'running') return undefined
          if (!json) return progressOf(row, recent)
          if (performance.now() - printedAt < LINE_MS) return undefined
          printedAt = performance.now()
          return void terminal.printJsonAtOnce(row)
        },
        look: ({ call }) => call('tunings', undefined), // the store may be gone with the end of the run
        view: (call, { id }) => call('tuning', { id }),
        print: view => printEnd(terminal, view, { home, json }),
      }),
    )
    .catch(sayingWhere)
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
  const goOn = terminal.resumeWith(`tune --resume ${id}`, home)
  if (view.error) {
    const { code, message } = view.error
    terminal.complain(`run ${id} ended: ${message}${code === 'BAD_STORE' ? '' : ` ${goOn}`}`) // another attempt does not repair damage
    terminal.exitCode = EXIT.failure
  }
  if (json) return terminal.printJson(withVersion(view))
  await terminal.printLines(runView(view, terminal.style))
  if (view.state === 'paused') await terminal.printLines([`  Paused. ${goOn}`, ''])
}

/** @param recent fitness of the last evaluations */
function progressOf(row: TuningRow, recent: readonly number[]): ProgressState {
  const { id, planned, progress, best, eta, phase, unit, gamesPerSecond } = row
  const parts = () =>
    present([
      phase === 'validating' ? 'validating' : phase === 'collecting' && 'finding boards',
      best && `best ${fitnessText(best.fitness, unit)}`,
      recent.length > 0 && `mean ${fitnessText(mean(recent), unit)}`,
      gamesPerSecond !== undefined && `${short(gamesPerSecond)} ${unit === 'phase' ? 'phases' : 'games'}/s`,
      eta && `(${durationRange(1000 * eta.low, 1000 * eta.high)})`,
    ])
  return {
    ...{ total: planned, done: Math.round(progress * planned), unit: 'evaluations', name: `run ${id}` },
    ...{ note: () => parts().join('  '), leftMs: eta && 1000 * eta.middle },
  }
}
