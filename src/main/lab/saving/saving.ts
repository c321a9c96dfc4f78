import type { Saved, UnsavedThing, UnsavedView } from '../../../core/contract/calls'
import { LabError, type LabErrorData } from '../../../core/errors'
import { Scope } from '../../scope'
import type { Store } from '../../store/store'
import { failureData } from '../ground/labFeature'
import { A_SECOND_BEHIND, Autosave, type Pace } from './autosave'
import { isGone, mayEnd } from './recovery'
import type { RescuedDatabase } from './rescue'
import { isWork, type UnsavedWork } from './unsavedWork'

/** When a lab saves by itself. */
export interface SavingPace extends Pace {
  /** Interval between checks that the data are still in their place. */
  readonly lookMs: number
}

const USUAL_PACE: SavingPace = { ...A_SECOND_BEHIND, lookMs: 2000 }

/** Saved by the services, in the order of writing: first the game, whose loss would hurt most. */
const THINGS = ['game', 'preferences', 'drafts', 'engine'] as const satisfies readonly UnsavedThing[]
type SavedThing = (typeof THINGS)[number]

/** Saves one thing. */
interface Saver {
  /** Writes pending changes now. @returns why something is still unsaved */
  flush(): Promise<LabErrorData | undefined>
}

interface SavedPart {
  readonly saver: Saver
  /** The part of it that is not saved. */
  readonly unsaved: () => Partial<Omit<UnsavedWork, 'problem' | 'database' | 'lost'>>
}

/** Everything that the lab saves automatically: written together, and handed over together if that fails. */
export class Saving {
  readonly #parts = new Map<SavedThing, SavedPart>()
  /** Reasons for failed writes so far. */
  readonly #problems = new Map<UnsavedThing, LabErrorData>()
  #since = 0
  /** Ends the attempts of all savers. */
  readonly scope = new Scope('saving')
  readonly #watching = this.scope.child('watching')

  /**
   * @param store the store, or why there is none; `undefined`: nothing is saved
   * @param onView called with each change of the unsaved work; `undefined` once everything is saved
   * @param rescueDatabase copies all data that it has to a safe place when the lab closes and their own folder is gone
   */
  constructor(
    private readonly store: Store | LabErrorData | undefined,
    private readonly onView: (view: UnsavedView | undefined) => void,
    private readonly rescueDatabase: ((store: Store) => Promise<RescuedDatabase>) | undefined,
    readonly pace: SavingPace = USUAL_PACE,
  ) {
    if (store && 'code' in store) this.#report('data', store)
    if (!this.#store) return
    const timer = setInterval(() => void this.look(), pace.lookMs).unref()
    this.#watching.defer(() => clearInterval(timer))
  }

  /** The current state, which pages and terminals show. */
  get view(): UnsavedView | undefined {
    const [problem] = this.#problems.values()
    if (!problem) return undefined
    const worst = this.#problems.get('data') ?? problem
    return {
      things: [...this.#problems.keys()],
      problem: worst,
      since: this.#since,
      canWriteAnew: isGone(worst),
      retries: mayEnd(worst) || (worst.code !== 'BAD_STORE' && !this.#problems.has('data')),
    }
  }

  /** Must be called with the reason whenever a thing cannot be saved or the reason changes, and with `undefined` once it is saved. */
  of(thing: SavedThing): (problem: LabErrorData | undefined) => void {
    return problem => this.#report(thing, problem)
  }

  /** Includes a thing in all further writes. */
  add(thing: SavedThing, saver: Saver, unsaved: SavedPart['unsaved']): void {
    this.#parts.set(thing, { saver, unsaved })
  }

  /** Adds a thing with an autosave of its own; `undefined` if nothing is saved. */
  autosave(thing: SavedThing, save: () => Promise<void>, unsaved: SavedPart['unsaved']): Autosave | undefined {
    if (!this.store) return undefined
    const autosave = new Autosave(this.scope, save, this.of(thing), this.pace)
    this.add(thing, autosave, unsaved)
    return autosave
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  async flush(): Promise<LabErrorData | undefined> {
    const problems: (LabErrorData | undefined)[] = []
    for (const { saver } of this.#all) problems.push(await saver.flush())
    return problems.find(problem => problem !== undefined)
  }

  /**
   * Must be called before a copy replaces the data. If those are damaged, unsaved work is carried over instead.
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

  /** Must be called before the data are moved: they must be in their place. @throws {LabError} `BAD_STORE` */
  async requirePlace(): Promise<void> {
    await this.#store?.look()
  }

  /** Checks that the data are still in their place, and reports changes. */
  async look(): Promise<void> {
    if (!this.#store) return
    const was = this.view
    const problem = await this.#store.look().then(() => undefined, failureData)
    if (this.#watching.isClosed) return
    this.#report('data', problem)
    if (was && !problem && isGone(was.problem)) await this.flush()
  }

  /** Checks and writes now. @returns what is still unsaved */
  async saveNow(): Promise<UnsavedView | undefined> {
    await this.look()
    await this.flush()
    return this.view
  }

  /** Writes what it can, and ends the attempts. @returns the rest */
  async close(): Promise<UnsavedWork | undefined> {
    await this.#watching.close()
    const problem = (await this.flush()) ?? this.view?.problem
    await this.scope.close()
    const gone = await this.#rescueDatabase()
    const work: UnsavedWork = {
      problem: gone?.problem ?? problem ?? { code: 'INTERNAL', message: 'Nothing went wrong.' },
      ...{ games: [], leaving: [], boards: [], drafts: [], preferences: {} },
      ...(Object.assign({}, ...this.#all.map(({ unsaved }) => unsaved())) as ReturnType<SavedPart['unsaved']>),
      database: gone?.copy?.file,
      lost: gone?.copy?.lost,
    }
    return isWork(work) ? work : undefined
  }

  /** Data whose files are gone would be lost on closing. If they cannot be copied, the rest still can. */
  async #rescueDatabase(): Promise<{ readonly copy?: RescuedDatabase | undefined; readonly problem: LabErrorData } | undefined> {
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

  #report(thing: UnsavedThing, problem: LabErrorData | undefined): void {
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

  get #all(): SavedPart[] {
    return THINGS.flatMap(thing => this.#parts.get(thing) ?? [])
  }
}

/** The answer to a call that changes something. */
export function savedUnless(problem: LabErrorData | undefined): Saved {
  return problem ? { saved: false, problem } : { saved: true }
}
