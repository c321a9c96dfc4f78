/** What the rooms of the lab share, and what each of them is to the lab: the calls that it answers, and its part of `hello`. */
import type { CallName, HandlersOf, Hello } from '../../core/contract/calls'
import type { LabErrorData } from '../../core/errors'
import type { Store } from '../store/store'
import type { LabData, NoData } from './data/labData'
import type { EnginePool } from './engine/enginePool'
import type { Jobs } from './jobs/jobs'
import type { Keeping } from './saving/keeping'
import type { UnsavedWork } from './saving/unsavedWork'
import type { LabListeners } from './shared/listeners'

/** What is there before any room: it outlives them all. */
export interface Ground extends LabListeners {
  readonly engine: EnginePool
  /** Where there is none, one that refuses what it is asked with why. */
  readonly store: Store
  /** What was found in the data folder, or why nothing was. */
  readonly data: Partial<LabData & NoData>
  /** What an earlier lab could not store. */
  readonly carried: UnsavedWork | undefined
  /** Of a failure that nobody waits for. */
  readonly onFailure: (error: unknown) => void
  /** Of something that every page is to be told as it opens. */
  readonly onProblem: (problem: LabErrorData) => void
  /** To be called when games were put into the library, changed there, or left it. */
  readonly onLibrary: () => void
}

export interface LabContext extends Ground {
  readonly jobs: Jobs
  readonly saving: Keeping
}

export interface Feature<Calls extends CallName = never, Said extends keyof Hello = never> {
  readonly handlers: HandlersOf<Calls>
  hello?(): Pick<Hello, Said>
  /** Ends what it does; a promise for what takes a while to end. */
  close?(): void | Promise<void>
}

/** All members of a union at once. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type Opened = Pick<Feature, 'handlers' | 'hello'>

export function handlersOf<F extends Opened>(features: readonly F[]): Together<F['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Together<F['handlers']>
}

type SaidBy<F extends Opened> = Together<ReturnType<NonNullable<F['hello']>>>

export function helloOf<F extends Opened>(features: readonly F[]): SaidBy<F> {
  return Object.assign({}, ...features.map(feature => feature.hello?.())) as SaidBy<F>
}
