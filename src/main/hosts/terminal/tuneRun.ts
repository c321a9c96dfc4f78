import type { RunRow } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { withWriter } from '../../lab/storeAccess'
import type { Evaluated } from '../../lab/tuning/objective'
import { runProvenance } from '../../lab/tuning/runProvenance'
import { Tuning } from '../../lab/tuning/tuning'
import { withEngine } from './engine'
import { interruptedCode, interruptSignal } from './interrupt'
import { duration, whole } from './numbers'
import { complain, EXIT, print, printAtOnce, printJson } from './output'
import { Progress } from './progress'
import { drawSeed } from './seedFlag'
import { styleFor } from './style'
import { progressAnswer, runAnswer } from './tuneAnswer'
import { fitnessText, runView } from './tuneView'

interface ComputeFlags {
  readonly home: string | undefined
  readonly threads: number | undefined
  readonly json: boolean | undefined
}

/** Lines of progress for programs: at most so often. */
const LINE_MS = 1000
/** Evaluations that the mean on the bar is of. */
const RECENT = 100

/**
 * Computes one run to its end, or until a signal pauses it.
 *
 * @param begin starts or resumes it. @returns its number.
 */
export async function computeRun(
  { home, threads, json }: ComputeFlags,
  begin: (tuning: Tuning) => Promise<number>,
): Promise<void> {
  const signal = interruptSignal()
  await withWriter(home, 'lab tune', store =>
    withEngine(threads, async engine => {
      const progress = new RunProgressLine(json ?? false)
      let failed = 0
      const tuning = new Tuning({
        ...{ store, pool: engine.pool, drawSeed },
        provenance: () => runProvenance(engine),
        onRow: row => progress.show(row),
        onEvaluated: (_, evaluated) => {
          if (evaluated.result) progress.learn(evaluated.result.fitness)
          else if (failed++ === 0) complain(failureText(evaluated))
        },
        onFailure: error => {
          if (!(error instanceof LabError)) console.error(error)
        },
      })
      try {
        const id = await begin(tuning)
        const pause = () => void tuning.pause(id).catch((error: unknown) => complain((error as Error).message))
        if (signal.aborted) pause()
        else signal.addEventListener('abort', pause, { once: true })
        await tuning.idle()
        progress.stop()
        await tell(tuning, id, json)
      } finally {
        progress.stop()
        await tuning.close()
      }
    }),
  ).catch(sayingWhere)
  if (signal.aborted) process.exitCode = interruptedCode()
}

/** A window or page that has the folder computes runs too. */
function sayingWhere(error: unknown): never {
  if (error instanceof LabError && error.code === 'STORE_LOCKED' && /window|serve/.test(String(error.detail?.['program'])))
    throw new LabError(error.code, `${error.message} Or do it there, on its Tune screen.`, error.detail)
  throw error
}

/** Of the first: hundreds may fail for one reason, and the answer counts them. */
function failureText({ candidate, retried, error }: Evaluated): string {
  return `evaluation ${candidate.id} failed${retried ? ' twice' : ''} and is left out: ${error} Those that fail after it are counted, see lab tune show.`
}

async function tell(tuning: Tuning, id: number, json: boolean | undefined): Promise<void> {
  const view = await tuning.runs.view(id)
  if (view.error) {
    complain(`run ${id} ended: ${view.error.message} Go on with: lab tune resume ${id}`)
    process.exitCode = EXIT.failure
  }
  if (json) return printJson(runAnswer(view))
  await print(runView(view, styleFor(process.stdout)).join('\n'))
  if (view.state === 'paused') await print(`  Paused. Go on with: lab tune resume ${id}\n`)
}

/** A bar for people, lines of JSON for programs. */
class RunProgressLine {
  #bar: Progress | undefined
  #recent: number[] = []
  #told = -Infinity

  constructor(private readonly json: boolean) {}

  learn(fitness: number): void {
    this.#recent.push(fitness)
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT)
  }

  show(row: RunRow): void {
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

  #line(row: RunRow): void {
    if (performance.now() - this.#told < LINE_MS) return
    this.#told = performance.now()
    printAtOnce(JSON.stringify(progressAnswer(row, this.#mean)))
  }

  #draw(row: RunRow): void {
    const { planned, progress, best, eta, phase } = row
    this.#bar ??= new Progress(planned, process.stderr.isTTY, 'evaluations')
    const parts = [
      ...(phase === 'validating' ? ['validating'] : []),
      ...(best ? [`best ${fitnessText(best.fitness)}`] : []),
      ...(this.#mean === null ? [] : [`mean ${fitnessText(this.#mean)}`]),
      ...(row.gamesPerSecond === undefined ? [] : [`${whole(row.gamesPerSecond)} games/s`]),
      ...(eta ? [`(${duration(1000 * eta.low)} – ${duration(1000 * eta.high)})`] : []),
    ]
    this.#bar.show(Math.round(progress * planned), parts.join('  '), eta ? 1000 * eta.middle : 0)
  }
}
