/** Root of the store's thread: SQLite answers at once or after the disk, and nobody else should wait for that. */
import { parentPort, workerData } from 'node:worker_threads'
import { LabError, unreachable } from '../../core/errors'
import { Analyses } from './analyses'
import { Batches } from './batches'
import { copyDatabase, prepareRestore } from './copies'
import type { CopyWatch } from './copyWatch'
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

/** What was asked is done in its order, each when the one before it is; copies go on beside it. */
let turn: Promise<void> = Promise.resolve()
const copies = new Set<Promise<void>>()

try {
  session = await open(start)
  port.on('message', (message: ToStore) => void (turn = turn.then(() => hear(message))))
  post({ kind: 'opened' })
} catch (error) {
  if (!(error instanceof LabError)) throw error
  post({ kind: 'refused', error: error.toData() })
}

async function hear(message: ToStore): Promise<void> {
  if (message.kind === 'copy') {
    const copy = reply(message.id, () => copyDatabase(opened().db.file, message.file, watchOf(message.id, message.stop)))
    copies.add(copy)
    void copy.then(() => copies.delete(copy))
    return
  }
  await reply(message.id, () => answer(message))
  if (message.kind === 'close') port.close()
}

async function reply(id: number, act: () => unknown): Promise<void> {
  try {
    post({ kind: 'done', id, value: await act() })
  } catch (error) {
    post(error instanceof LabError ? { kind: 'failed', id, error: error.toData() } : { kind: 'broken', id, error })
  }
}

function answer(message: Exclude<ToStore, { kind: 'copy' }>): unknown {
  switch (message.kind) {
    case 'call': {
      const repository = opened().repositories[message.noun] as unknown as Record<
        string,
        (...args: readonly unknown[]) => unknown
      >
      return repository[message.method]!(...message.args)
    }
    case 'restore':
      return restore(message.file)
    case 'close':
      return close()
    default:
      return unreachable(message)
  }
}

function opened(): Session {
  if (!session) throw new LabError('BAD_STORE', 'The data could not be opened again after a restore: start the lab anew.')
  return session
}

/** The copy is checked before the data are closed, so that a bad one changes nothing. */
async function restore(file: string): Promise<void> {
  if (start.access === 'read') throw new Error('a reader was asked to restore')
  await prepareRestore(file, dataFile(start.folder))
  await close()
  session = await open({ ...start, restoreFrom: undefined })
}

async function close(): Promise<void> {
  await Promise.all(copies)
  session?.close()
  session = undefined
}

function watchOf(id: number, stop: Int32Array): CopyWatch {
  return {
    onProgress: (copied, total) => post({ kind: 'copied', id, copied, total }),
    isUnwanted: () => Atomics.load(stop, 0) !== 0,
  }
}

async function open(options: StoreStart): Promise<Session> {
  const data =
    options.access === 'write' ? await openForWriting(options, watchOf(0, options.stop)) : openForReading(options.folder)
  return { ...data, repositories: repositoriesOf(data.db) }
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
