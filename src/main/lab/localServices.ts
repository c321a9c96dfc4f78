/** The services of pages, in the process of a command: each is opened by the first call that needs it. */
import type { Arg, CallName, LabEvents, LabHandlers, Result, RunKind } from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import { missingStore, type LocalContext } from './ground/storeLease'
import type { LabContext } from './context/labContext'
import { Jobs } from './jobs/jobs'
import { openRuns, type UsableRuns } from './runs/runsFeature'
import { Saving } from './saving/saving'
import type { ComparedGame } from './compare/computation'
import type { Evaluated } from './tuning/objective'
import type { Scope } from '../scope'
import { createListeners, type Listeners } from './ground/labFeature'
import type { Store, StoreReader } from '../store/store'

/** How the data folder is opened for calls: for its one writer, beside it, or not at all. */
export type Access = 'write' | 'read' | 'none'

/** The services of the calls of commands, by the access that a call needs. Those that `write` may be made together with those that `read`. */
const CALLS = {
  none: {
    pageTabs: 'remote',
  },
  read: {
    profiles: 'profiles',
    games: 'library',
    gamePlaces: 'library',
    deleted: 'deleted',
    deletedIds: 'deleted',
    trainings: 'training',
    training: 'training',
    tunings: 'tuning',
    tuning: 'tuning',
    tuningEvaluations: 'tuning',
    tuningProfile: 'tuning',
    tuningWeights: 'tuning',
    comparisons: 'compare',
    comparison: 'compare',
    comparisonResult: 'compare',
    calibrations: 'calibrations',
    estimateCalibration: 'calibrations',
    sweeps: 'sweeps',
    sweep: 'sweeps',
    exportRun: 'runs',
  },
  write: {
    createProfile: 'profiles',
    deleteProfiles: 'profiles',
    restoreProfiles: 'profiles',
    planImport: 'profiles',
    importProfiles: 'profiles',
    deleteGames: 'library',
    restoreGames: 'library',
    startTraining: 'training',
    startTuning: 'tuning',
    extendTuning: 'tuning',
    startComparison: 'compare',
    extendComparison: 'compare',
    startCalibration: 'calibrations',
    startSweep: 'sweeps',
    pauseRun: 'runs',
    resumeRun: 'runs',
    deleteRuns: 'runs',
    restoreRuns: 'runs',
    restoreOthers: 'runs',
    forgetDeleted: 'deleted',
  },
} as const satisfies { readonly [Needed in Access]: { readonly [Name in CallName]?: string } }

const ALL = { ...CALLS.none, ...CALLS.read, ...CALLS.write }
export type CommandCall = keyof typeof ALL
type Service = (typeof ALL)[CommandCall] | 'wallTests' | 'studies' | 'arena'

export function accessOf(name: CommandCall): Access {
  return name in CALLS.read ? 'read' : name in CALLS.write ? 'write' : 'none'
}

/** Events of pages, and those that only a command in the same process can follow. */
export interface LocalEvents extends LabEvents {
  /** Every evaluation of a tuning run. */
  evaluated: Evaluated
  /** Every game of a bench or a comparison, also those of earlier sittings. */
  compared: ComparedGame
}

type Handlers = Pick<LabHandlers, CommandCall>
interface Opened {
  readonly handlers: Partial<Handlers>
  readonly runs?: UsableRuns | Partial<Readonly<Record<RunKind, UsableRuns>>>
}

const SERVICES: Readonly<Record<Service, (ground: LocalGround) => Promise<Opened>>> = {
  profiles: async ({ lab }) => {
    const { openProfiles } = await import('./profiles/profilesFeature')
    const profiles = lab.data.problem ? [] : await lab.store.profiles.list()
    return openProfiles({ ...lab, data: { ...lab.data, profiles } }, Infinity)
  },
  library: async ({ lab }) => (await import('./library/libraryFeature')).openLibrary(lab),
  deleted: async ({ lab }) => {
    const { DeletedThings, deletedHandlers } = await import('./data/deletedThings')
    return { handlers: deletedHandlers(new DeletedThings(lab.store)) }
  },
  tuning: async ({ local, lab, isReader, emit }) => {
    const { openTuning } = await import('./tuning/tuningFeature')
    return openTuning(lab, NO_PROFILES, {
      onEvaluated: (_, evaluated) => emit('evaluated', evaluated),
      reading: isReader ? { isAlone: (await local.store.writer()) === undefined } : undefined,
    })
  },
  calibrations: async ({ lab }) => (await import('./calibrations/calibrationsFeature')).openCalibrations(lab),
  sweeps: async ({ lab }) => (await import('./sweeps/sweepsFeature')).openSweeps(lab),
  training: async ({ local, lab }) => {
    const { openTraining } = await import('./training/trainingFeature')
    const { networksIn } = await import('./training/trainHere')
    return openTraining(lab, NO_PROFILES, networksIn(local))
  },
  compare: async ({ lab, isUnsaved, emit }) => {
    const { openCompare } = await import('./compare/compareFeature')
    return openCompare(lab, isUnsaved ? undefined : lab.store, game => emit('compared', game))
  },
  wallTests: async ({ lab }) => runsAlone((await import('./wallTest/wallTests')).openWallTests(lab)),
  studies: async ({ lab }) => runsAlone((await import('./reproduce/studies')).openStudies(lab)),
  arena: async ({ lab }) => runsAlone((await import('./arena/arenaFeature')).openArena(lab)),
  runs: async ({ open, lab }) =>
    openRuns(lab.store, async kind => {
      const service = SERVICE_OF[kind]
      const { runs } = service ? await open(service) : {}
      const own = typeof runs === 'function' ? runs : runs?.[kind]
      if (own) return own()
      throw new LabError('BAD_REQUEST', 'Commands do not use runs of this kind by calls.')
    }),
  remote: async ({ local, lab }) => (await import('./remote/remoteFeature')).openRemote({ ...lab, env: local.env }, undefined),
}

/** Services of the runs that commands use by calls. */
const SERVICE_OF: Partial<Readonly<Record<RunKind, Service>>> = {
  ...{ tuning: 'tuning', training: 'training', bench: 'compare', comparison: 'compare' },
  ...{ calibration: 'calibrations', sweep: 'sweeps', wallTest: 'wallTests', study: 'studies', arena: 'arena' },
}

/** For kinds whose own calls no command makes. */
function runsAlone({ runs }: { readonly runs: UsableRuns }): Opened {
  return { handlers: {}, runs }
}

interface LocalGround {
  readonly local: LocalContext
  readonly lab: LabContext
  readonly isReader: boolean
  /** True if nothing is to be saved. */
  readonly isUnsaved: boolean
  readonly emit: Listeners<LocalEvents>['emit']
  readonly open: (service: Service) => Promise<Opened>
}

/** For services whose calls that save profiles no command makes. */
const NO_PROFILES = {
  list: [],
  create: () => Promise.reject(new LabError('BAD_REQUEST', 'A command saves profiles by `createProfile`.')),
}

/** Services over one opening of the data folder. */
export class LocalServices {
  readonly #opened = new Map<Service, Promise<Opened>>()
  readonly #listeners: Listeners<LocalEvents> = createListeners()
  readonly #jobs = new Jobs(() => undefined)
  readonly #ground: LocalGround

  /** @param scope ends what still computes @param store absent: nothing is stored, for the reason */
  constructor(scope: Scope, local: LocalContext, access: Access, store: Store | StoreReader | undefined, problem?: LabErrorData) {
    const { on, emit } = this.#listeners
    scope.add(this.#jobs)
    this.#ground = {
      ...{ local, isReader: access === 'read', isUnsaved: access === 'none', emit, open: service => this.#open(service) },
      lab: {
        get engine() {
          return local.engine
        },
        // the calls of a reader do not write
        store: (store as Store | undefined) ?? missingStore(problem),
        ...{ data: problem ? { problem } : {}, carried: undefined, on, emit },
        onFailure: error => (error instanceof LabError ? emit('failure', error.toData()) : local.reportBug(error)),
        onProblem: problem => emit('failure', problem),
        onLibrary: () => undefined,
        jobs: this.#jobs,
        scope,
        saving: new Saving(undefined, () => undefined, undefined), // drafts and games of pages are not for commands
      },
    }
  }

  /** Makes a call as a page does. */
  readonly call = async <Name extends CommandCall>(name: Name, arg: Arg<Name>): Promise<Result<Name>> => {
    const { handlers } = await this.#open(ALL[name])
    return (handlers[name] as unknown as (arg: Arg<Name>) => Promise<Result<Name>>)(arg)
  }

  #open(service: Service): Promise<Opened> {
    let opened = this.#opened.get(service)
    if (!opened) this.#opened.set(service, (opened = SERVICES[service](this.#ground)))
    return opened
  }

  readonly on: Listeners<LocalEvents>['on'] = (event, listener) => this.#listeners.on(event, listener)
}
