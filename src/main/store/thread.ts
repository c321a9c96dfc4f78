/** Root of the store's thread: SQLite answers at once or after the disk, and nobody else should wait for that. */
import { parentPort, workerData } from 'node:worker_threads'
import { LabError, unreachable } from '../../core/errors'
import { Analyses } from './analyses'
import { Batches } from './batches'
import { prepareRestore } from './copies'
import { CurrentGame } from './currentGame'
import type { Database } from './database'
import { Deleted } from './deleted'
import { Games } from './games'
import { Maintenance } from './maintenance'
import type { FromStore, Repositories, StoreStart, ToStore } from './messages'
import { dataFile, openForReading, openForWriting, type Opened } from './opening'
import { Playouts } from './playouts'
import { ProfileDrafts } from './profileDrafts'
import { Profiles } from './profiles'
import { Provenances } from './provenances'
import { Evaluations } from './evaluations'
import { Runs } from './runs'
import { Settings } from './settings'
import { Validations } from './validations'

interface Session extends Opened {
  readonly repositories: Repositories
}

const port = parentPort!
const post = (message: FromStore): void => port.postMessage(message)
const start = workerData as StoreStart
/** `undefined` once closed, and after a restored copy could not be opened. */
let session: Session | undefined

try {
  session = open(start)
  port.on('message', hear)
  post({ kind: 'opened' })
} catch (error) {
  if (!(error instanceof LabError)) throw error
  post({ kind: 'refused', error: error.toData() })
}

function hear(message: ToStore): void {
  const { id } = message
  try {
    post({ kind: 'done', id, value: answer(message) })
    if (message.kind === 'close') port.close()
  } catch (error) {
    post(error instanceof LabError ? { kind: 'failed', id, error: error.toData() } : { kind: 'broken', id, error })
  }
}

function answer(message: ToStore): unknown {
  switch (message.kind) {
    case 'call': {
      if (!session) throw new LabError('BAD_STORE', 'The data could not be opened again after a restore: start the lab anew.')
      const repository = session.repositories[message.noun] as unknown as Record<string, (...args: readonly unknown[]) => unknown>
      return repository[message.method]!(...message.args)
    }
    case 'restore':
      return restore(message.file)
    case 'close':
      session?.close()
      session = undefined
      return undefined
    default:
      return unreachable(message)
  }
}

/** The copy is checked before the data are closed, so that a bad one changes nothing. */
function restore(file: string): void {
  if (start.access === 'read') throw new Error('a reader was asked to restore')
  prepareRestore(file, dataFile(start.folder))
  session?.close()
  session = undefined
  session = open({ ...start, restoreFrom: undefined })
}

function open(options: StoreStart): Session {
  const opened = options.access === 'write' ? openForWriting(options) : openForReading(options.folder)
  return { ...opened, repositories: repositoriesOf(opened.db) }
}

function repositoriesOf(db: Database): Repositories {
  const provenances = new Provenances(db)
  const games = new Games(db, provenances)
  return {
    profiles: new Profiles(db),
    profileDrafts: new ProfileDrafts(db),
    games,
    batches: new Batches(db, provenances),
    settings: new Settings(db),
    currentGame: new CurrentGame(db, games),
    analyses: new Analyses(db),
    playouts: new Playouts(db),
    runs: new Runs(db, provenances),
    evaluations: new Evaluations(db),
    validations: new Validations(db),
    deleted: new Deleted(db, provenances),
    maintenance: new Maintenance(db),
  }
}
