/** The services of the lab: what they share, the calls that each answers, and its part of `hello`. */
import type { CallName, HandlersOf, Hello } from '../../core/contract/calls'
import type { LabErrorData } from '../../core/errors'
import type { Store } from '../store/store'
import type { LabData, NoData } from './data/labData'
import type { EnginePool } from './engine/enginePool'
import type { Jobs } from './jobs/jobs'
import type { Keeping } from './saving/keeping'
import type { UnsavedWork } from './saving/unsavedWork'
import type { LabListeners } from './shared/listeners'

/** The common ground of all services; outlives them. */
export interface Ground extends LabListeners {
  readonly engine: EnginePool
  /** If there is no data folder, a store that refuses every call with the reason. */
  readonly store: Store
  /** The contents of the data folder, or why it is unusable. */
  readonly data: Partial<LabData & NoData>
  /** Work that an earlier lab could not save. */
  readonly carried: UnsavedWork | undefined
  /** Reports a failure outside any call. */
  readonly onFailure: (error: unknown) => void
  /** Reports a problem to every page, also to pages that open later. */
  readonly onProblem: (problem: LabErrorData) => void
  /** Must be called when games were added to the library, changed there, or removed. */
  readonly onLibrary: () => void
}

export interface LabContext extends Ground {
  readonly jobs: Jobs
  readonly saving: Keeping
}

export interface Feature<Calls extends CallName = never, Said extends keyof Hello = never> {
  readonly handlers: HandlersOf<Calls>
  hello?(): Pick<Hello, Said>
  /** Ends the service; a promise if that takes time. */
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
