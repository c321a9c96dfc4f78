/** What the services of the lab share. */
import type { LabErrorData } from '../../../core/errors'
import type { Scope } from '../../scope'
import type { Store } from '../../store/store'
import type { LabData, NoData } from './labData'
import type { EnginePool } from '../ground/enginePool'
import type { Jobs } from '../jobs/jobs'
import type { Saving } from '../saving/saving'
import type { UnsavedWork } from '../saving/unsavedWork'
import type { LabListeners } from '../ground/labFeature'

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
  /** Closes what the service opens. */
  readonly scope: Scope
  readonly jobs: Jobs
  readonly saving: Saving
}
