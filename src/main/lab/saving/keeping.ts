import type { Saved, UnsavedThing, UnsavedView } from '../../../core/contract/calls'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import { failureData } from '../shared/failure'
import { Autosave } from './autosave'
import { isGone, mayEnd } from './recovery'
import { isWork, type UnsavedWork } from './unsavedWork'

/** Between two looks at whether the data are still where they were opened. */
const LOOK_MS = 2000

/** What rooms keep, in the order in which it is written: the game is what a person would miss most. */
const THINGS = ['game', 'preferences', 'drafts', 'engine'] as const satisfies readonly UnsavedThing[]
type KeptThing = (typeof THINGS)[number]

/** Keeps one thing by itself. */
interface Keeper {
  /** Writes at once what is not yet written. @returns why something is still unwritten */
  flush(): Promise<LabErrorData | undefined>
  /** Ends the attempts. */
  close(): void
}

interface Kept {
  readonly keeper: Keeper
  /** What of it is not stored. */
  readonly unsaved: () => Partial<Omit<UnsavedWork, 'problem' | 'database'>>
}

/** Everything that the lab keeps by itself: written together, and handed over together where it cannot be. */
export class Keeping {
  readonly #kept = new Map<KeptThing, Kept>()
  /** What could not be written so far. */
  readonly #problems = new Map<UnsavedThing, LabErrorData>()
  #since = 0
  readonly #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /**
   * @param store or why there is none; `undefined`: nothing is to be kept
   * @param onView hears each change of what is unsaved; `undefined` once everything is saved
   * @param rescueDatabase copies all data to a safe place as the lab closes, where their own folder is gone. Returns the path of the copy
   */
  constructor(
    private readonly store: Store | LabErrorData | undefined,
    private readonly onView: (view: UnsavedView | undefined) => void,
    private readonly rescueDatabase: ((store: Store) => Promise<string>) | undefined,
  ) {
    if (store && 'code' in store) this.#tell('data', store)
    this.#timer = this.#store && setInterval(() => void this.look(), LOOK_MS).unref()
  }

  /** The lasting state that pages and terminals show. */
  get view(): UnsavedView | undefined {
    const [problem] = this.#problems.values()
    if (!problem) return undefined
    const shown = this.#problems.get('data') ?? problem
    return {
      things: [...this.#problems.keys()],
      problem: shown,
      since: this.#since,
      canWriteAnew: isGone(shown),
      retries: mayEnd(shown) || (shown.code !== 'BAD_STORE' && !this.#problems.has('data')),
    }
  }

  /** To be called with why a thing cannot be kept whenever that changes, and with `undefined` once it is. */
  of(thing: KeptThing): (problem: LabErrorData | undefined) => void {
    return problem => this.#tell(thing, problem)
  }

  /** From now on it is written with the rest. */
  keep(thing: KeptThing, keeper: Keeper, unsaved: Kept['unsaved']): void {
    this.#kept.set(thing, { keeper, unsaved })
  }

  /** As `keep`, by an autosave of its own; `undefined` where nothing is to be kept. */
  autosave(thing: KeptThing, save: () => Promise<void>, unsaved: Kept['unsaved']): Autosave | undefined {
    if (!this.store) return undefined
    const autosave = new Autosave(save, this.of(thing))
    this.keep(thing, autosave, unsaved)
    return autosave
  }

  /** Writes at once what is not yet written. @returns why something is still unwritten */
  async flush(): Promise<LabErrorData | undefined> {
    const problems: (LabErrorData | undefined)[] = []
    for (const { keeper } of this.#all) problems.push(await keeper.flush())
    return problems.find(problem => problem !== undefined)
  }

  /**
   * Before a copy takes the place of the data. Where those are damaged it is the way out, and what is unsaved goes along.
   *
   * @throws {LabError} why something cannot be saved
   */
  async requireSaved(): Promise<void> {
    if (!this.#store) return
    await this.#store.look()
    const problem = await this.flush()
    if (problem && problem.detail?.['fault'] !== 'damaged')
      throw new LabError(
        problem.code,
        `What was played or changed last cannot be saved, and this would lose it: ${problem.message}`,
      )
  }

  /** Before the data are taken elsewhere: they must be where they were opened. @throws {LabError} `BAD_STORE` */
  async requirePlace(): Promise<void> {
    await this.#store?.look()
  }

  /** Looks whether the data are still where they were opened, and tells. */
  async look(): Promise<void> {
    if (!this.#store) return
    const was = this.view
    const problem = await this.#store.look().then(() => undefined, failureData)
    if (this.#isClosed) return
    this.#tell('data', problem)
    if (was && !problem && isGone(was.problem)) await this.flush()
  }

  /** Looks and writes at once. @returns what is unsaved then */
  async saveNow(): Promise<UnsavedView | undefined> {
    await this.look()
    await this.flush()
    return this.view
  }

  /** Writes what can be written, and ends the attempts. @returns what could not be */
  async close(): Promise<UnsavedWork | undefined> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const problem = (await this.flush()) ?? this.view?.problem
    for (const { keeper } of this.#all) keeper.close()
    const gone = await this.#rescueDatabase()
    const work: UnsavedWork = {
      problem: gone?.problem ?? problem ?? { code: 'INTERNAL', message: 'Nothing went wrong.' },
      ...{ games: [], leaving: [], boards: [], drafts: [], preferences: {} },
      ...(Object.assign({}, ...this.#all.map(({ unsaved }) => unsaved())) as ReturnType<Kept['unsaved']>),
      database: gone?.copy,
    }
    return isWork(work) ? work : undefined
  }

  /** Where the files of the data are gone they are lost as they are closed. Where they cannot be copied the rest still can. */
  async #rescueDatabase(): Promise<{ readonly copy?: string | undefined; readonly problem: LabErrorData } | undefined> {
    const store = this.#store
    const problem = await store?.look().then(() => undefined, failureData)
    if (!store || !problem || !isGone(problem)) return undefined
    try {
      return { copy: await this.rescueDatabase?.(store), problem }
    } catch (error) {
      const { message } = failureData(error)
      return {
        problem: { ...problem, message: `${problem.message} All data that were stored there could not be copied: ${message}` },
      }
    }
  }

  #tell(thing: UnsavedThing, problem: LabErrorData | undefined): void {
    const before = this.#problems.get(thing)
    if (before?.message === problem?.message) return
    if (this.#problems.size === 0) this.#since = Date.now()
    if (problem) this.#problems.set(thing, problem)
    else this.#problems.delete(thing)
    this.onView(this.view)
  }

  get #store(): Store | undefined {
    return this.store && 'code' in this.store ? undefined : this.store
  }

  get #all(): Kept[] {
    return THINGS.flatMap(thing => this.#kept.get(thing) ?? [])
  }
}

/** The answer to a call that changes something. */
export function savedUnless(problem: LabErrorData | undefined): Saved {
  return problem ? { saved: false, problem } : { saved: true }
}
