import type { JobKind, JobView } from '../../../core/contract/calls'
import type { JOB_CALLS } from '../../../core/contract/calls/jobs'
import type { Scope } from '../../scope'
import type { Feature, LabListeners } from '../ground/labFeature'
import { Throttle } from '../ground/throttle'

/** Work done longer ago than this counts for less than half: games get longer as a run gets better. */
const MEMORY_MS = 60_000
/** The remaining time is not estimated before this time has passed. */
const FIRST_MS = 1_000

/** Work that takes this much longer than usual waits for something, such as threads that other work has. */
const [STALLED_MS, STALLED_UNITS] = [10_000, 20]

const VIEWS_PER_SECOND = 4
/** Shorter jobs would only flicker on the list. */
const MOMENT_MS = 300

export interface JobOptions extends Pick<JobView, 'run' | 'profile'> {
  readonly kind: JobKind
  readonly title: string
  /** In the job's own unit: games, positions, bytes. Absent while unknown. */
  readonly total?: number
  /** Work done before, if it resumes. */
  readonly done?: number
  readonly state?: JobState
  /** Lists it only once it has taken longer than a moment. */
  readonly late?: boolean
  /** Called once, when the user cancels it. The job stays on the list until `end`. */
  readonly cancel: () => void
}

/** `stopping` follows from `cancel`. */
type JobState = Exclude<JobView['state'], 'stopping'>

/** The handle of a long job for the service that does it. */
export interface Job {
  /** Cheap: may be called for every game or position. */
  progress(done: number, total?: number): void
  /** The time of a paused or waiting job does not count for the estimate. */
  setState(state: JobState): void
  /** Ends the job, with or without success; the service reports a failure itself. */
  end(): void
}

/** For the work of a job. */
interface WorkOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total?: number) => void
}

/** The long jobs of all services, for the status bar of every page. */
export class Jobs {
  readonly #entries = new Map<number, Entry>()
  readonly #views: Throttle
  #lastId = 0

  /**
   * @param onChange called with all jobs, at most 4 times per second, and always with the last state
   * @param now in ms, on a monotonic clock
   */
  constructor(
    onChange: (jobs: readonly JobView[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#views = new Throttle(VIEWS_PER_SECOND, () => onChange(this.list))
  }

  /** Oldest first. */
  get list(): readonly JobView[] {
    const now = this.now()
    return [...this.#entries.values()].map(entry => viewOf(entry, now))
  }

  begin({ kind, title, total, run, profile, done = 0, state = 'running', late = false, cancel }: JobOptions): Job {
    const id = ++this.#lastId
    const progress = new Progress(done, this.now(), state === 'running')
    const of = { ...(run !== undefined && { run }), ...(profile !== undefined && { profile }) }
    const entry: Entry = { id, kind, title, of, total, state, stopping: false, progress, cancel }
    const show = () => {
      this.#entries.set(id, entry)
      this.#views.ask()
    }
    const timer = late ? setTimeout(show, MOMENT_MS) : undefined
    if (!late) show()
    return {
      progress: (done, total = entry.total) => {
        entry.total = total
        progress.reach(done, this.now())
        this.#tell(id)
      },
      setState: state => {
        entry.state = state
        progress.run(state === 'running', this.now())
        this.#tell(id)
      },
      end: () => {
        clearTimeout(timer)
        if (this.#entries.delete(id)) this.#views.ask()
      },
    }
  }

  /** Does a job that ends early when the user cancels it, or when its owner closes. */
  async run<T>(owner: Scope, options: Omit<JobOptions, 'cancel'>, work: (options: WorkOptions) => Promise<T>): Promise<T> {
    const scope = owner.child(options.kind)
    const job = this.begin({ ...options, cancel: () => void scope.close() })
    try {
      return await work({ signal: scope.signal, onProgress: (done, total) => job.progress(done, total) })
    } finally {
      await scope.close()
      job.end()
    }
  }

  cancel(id: number): void {
    const entry = this.#entries.get(id)
    if (!entry || entry.stopping) return
    entry.stopping = true
    this.#views.ask()
    entry.cancel()
  }

  /** Ends the views; the services end their jobs. */
  close(): void {
    this.#views.close()
    this.#entries.clear()
  }

  /** A job that has ended may still report progress. */
  #tell(id: number): void {
    if (this.#entries.has(id)) this.#views.ask()
  }
}

interface Entry {
  readonly id: number
  readonly kind: JobKind
  readonly title: string
  readonly of: Pick<JobView, 'run' | 'profile'>
  total: number | undefined
  state: JobState
  stopping: boolean
  readonly progress: Progress
  readonly cancel: () => void
}

function viewOf({ id, kind, title, of, total, state, stopping, progress }: Entry, now: number): JobView {
  const leftMs = total !== undefined && state === 'running' && !stopping ? progress.leftMs(total, now) : undefined
  return {
    id,
    kind,
    title,
    ...of,
    state: stopping ? 'stopping' : state,
    done: progress.done,
    ...(total !== undefined && { total }),
    ...(leftMs !== undefined && { leftMs }),
  }
}

export function openJobs({ emit }: LabListeners): Feature<keyof typeof JOB_CALLS, 'jobs'> & { readonly jobs: Jobs } {
  const jobs = new Jobs(list => emit('jobs', list))
  return {
    jobs,
    handlers: { cancelJob: async ({ id }) => jobs.cancel(id) },
    hello: () => ({ jobs: jobs.list }),
  }
}

/** The progress of a job, and an estimate of its remaining time. */
export class Progress {
  /** Recent work and its time, both decaying alike: at first everything, later the last minutes. */
  #work = 0
  #ms = 0
  /** Running time since the last progress, without pauses. */
  #since = 0
  #runningFrom: number | undefined

  constructor(
    private reached: number,
    now: number,
    runs: boolean,
  ) {
    if (runs) this.#runningFrom = now
  }

  get done(): number {
    return this.reached
  }

  /** A job may also lose progress, as after the crash of a thread. */
  reach(done: number, now: number): void {
    const ms = this.#sinceAt(now)
    const work = done - this.reached
    this.reached = done
    if (work <= 0) return
    const fade = Math.exp(-ms / MEMORY_MS)
    this.#work = this.#work * fade + work
    this.#ms = this.#ms * fade + ms
    this.#since = 0
    if (this.#runningFrom !== undefined) this.#runningFrom = now
  }

  /** Sets if its time counts from now on. */
  run(runs: boolean, now: number): void {
    this.#since = this.#sinceAt(now)
    this.#runningFrom = runs ? now : undefined
  }

  /** `undefined` until there is a pace to estimate from, and while there is none: nothing was done for long. */
  leftMs(total: number, now: number): number | undefined {
    if (this.#work === 0 || this.#ms < FIRST_MS) return undefined
    const unit = this.#ms / this.#work
    if (this.#sinceAt(now) > Math.max(STALLED_MS, STALLED_UNITS * unit)) return undefined
    const left = Math.max(0, total - this.reached) * unit
    // the unit in progress has already taken time, but no more than one unit takes
    return Math.max(0, left - Math.min(this.#sinceAt(now), unit))
  }

  #sinceAt(now: number): number {
    return this.#since + (this.#runningFrom === undefined ? 0 : now - this.#runningFrom)
  }
}
