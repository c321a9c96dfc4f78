import { mkdirSync } from 'node:fs'
import type { Calling } from '../../core/channel/service'
import { LabError } from '../../core/errors'
import { answerInThread, type ThreadPort } from '../threadChannel'
import { copyDatabase, copyOpenTo, prepareAnew, prepareRestore } from './files/copies'
import type { CopyWatch } from './files/copyWatch'
import { explaining } from './failures'
import {
  methodsOf,
  NOUNS,
  WRITES,
  type Copied,
  type MethodCalling,
  type Noun,
  type StoreService,
  type StoreStart,
} from './messages'
import { dataFile, openForReading, openForWriting, type Opened } from './opening'
import { openRepositories, type Repositories } from './repositories'
import type { UnsoundRow } from './soundness/seals'
import { nameOf, setAside, WRONG_CHECKSUM } from './soundness/setAside'
import { lockFile, lockFolder } from './writerLock'

interface Session extends Opened {
  readonly repositories: Repositories
}

/** A port that is closed when nothing more is to come. */
export interface StorePort extends ThreadPort {
  close(): void
}

/** Attempts at one question: each sets the damaged rows aside that the one before it met. */
const MOST_ATTEMPTS = 4

/**
 * What the store's thread does: SQLite answers at once or after the disk, and nothing else should wait for that.
 *
 * @param port is closed after the answer to `close`
 */
export function serveStore(port: StorePort, start: StoreStart): void {
  /** `undefined` once closed, and after a restored copy could not be opened. */
  let session: Session | undefined

  /** What was asked is done in its order, each when the one before it is; copies go on beside it. */
  let turn: Promise<void> = Promise.resolve()
  const copies = new Set<Promise<void>>()
  /** Each once: a reader meets the same rows with every question. */
  const reported = new Set<string>()

  const service: StoreService = {
    async open(_, calling) {
      session = await open(start, calling)
    },
    restore: file => inTurn(() => restore(file)),
    async copyTo({ file, stop }, calling) {
      await turn
      const copy = inPlace(() => copyDatabase(opened().db.file, file, watchOf(calling, stop)))
      copies.add(copy)
      try {
        await copy
      } finally {
        copies.delete(copy)
      }
    },
    look: () => inTurn(() => inPlace(() => undefined)),
    writeAnew: () => inTurn(writeAnew),
    copyOpenTo: file => inTurn(() => copyOpenTo(opened().db, file)),
    close: () =>
      inTurn(async () => {
        await close()
        setImmediate(() => port.close()) // after the answer
      }),
  }
  const methods = NOUNS.flatMap(noun => methodsOf(noun, start.access).map(method => [`${noun}.${method}`, callOf(noun, method)]))
  answerInThread(port, { ...service, ...(Object.fromEntries(methods) as Record<string, ReturnType<typeof callOf>>) }, 'answered')

  function inTurn<T>(act: () => T): Promise<Awaited<T>> {
    const answer = turn.then(act)
    turn = answer.then(
      () => undefined,
      () => undefined,
    )
    return answer as Promise<Awaited<T>>
  }

  function callOf(noun: Noun, method: string) {
    return (args: readonly unknown[], calling: MethodCalling): Promise<unknown> =>
      inTurn(() => {
        const ask = () => answerSoundly(noun, method, args, calling)
        return promises(noun, method) ? inPlace(ask) : ask()
      })
  }

  function call(noun: Noun, method: string, args: readonly unknown[]): unknown {
    const repository = opened().repositories[noun] as unknown as Record<string, (...args: readonly unknown[]) => unknown>
    return repository[method]!(...args)
  }

  /**
   * Looks before, so that nothing is written that is lost, and after, so that nothing is confirmed that is.
   *
   * @throws {LabError} `BAD_STORE` with the fault `gone`
   */
  function inPlace<T>(act: () => T): T {
    const { files } = opened()
    if (files?.problem) throw files.problem
    const result = act()
    if (files?.problem) throw files.problem
    return result
  }

  /** The lock of the folder is asked for before anything is changed there: it may be another lab's by now. */
  async function writeAnew(): Promise<void> {
    if (start.access === 'read') throw new Error('a reader was asked to write')
    const { db, files } = opened()
    const { folder, program } = start
    if (!files?.problem)
      throw new LabError('BAD_REQUEST', `The data are in ${folder}, where they should be: nothing has to be written anew.`)
    explaining(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
    const lock = files.isSame(lockFile(folder)) ? undefined : explaining(folder, () => lockFolder(folder, program))
    try {
      await prepareAnew(db, dataFile(folder))
      await close()
    } finally {
      lock?.release()
    }
    try {
      session = await open({ ...start, restoreFrom: undefined })
    } catch (error) {
      port.close() // all is in the folder by now: the next lab that opens it finds it there
      throw error
    }
  }

  /** A question that meets damaged rows sets them aside and is asked anew, so that its answer holds as if they had never been there. */
  function answerSoundly(noun: Noun, method: string, args: readonly unknown[], { news }: MethodCalling): unknown {
    const { db, seals } = opened()
    const isWrite = (WRITES[noun] as readonly string[]).includes(method)
    for (let attempt = 1; ; attempt++) {
      let met: UnsoundRow[] = []
      const last = attempt === MOST_ATTEMPTS || start.access === 'read'
      const once = (): unknown => {
        const answer = call(noun, method, args)
        met = seals.take()
        if (met.length > 0 && !last) throw new Met()
        return answer
      }
      try {
        const answer = isWrite ? db.transaction(once) : once()
        if (met.length > 0) report(met, news)
        return answer
      } catch (error) {
        if (!(error instanceof Met)) throw error
        news(setAside(db, met))
      }
    }
  }

  function report(met: readonly UnsoundRow[], news: MethodCalling['news']): void {
    const { db } = opened()
    const rows = met.map(row => ({
      ...{ table: row.table.name, key: row.key.join('/'), name: nameOf(db, row), reason: WRONG_CHECKSUM },
    }))
    const unknown = rows.filter(({ table, key }) => !reported.has(`${table} ${key}`))
    for (const { table, key } of unknown) reported.add(`${table} ${key}`)
    if (unknown.length > 0) news(unknown)
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
    await Promise.allSettled(copies)
    session?.close()
    session = undefined
  }
}

/** Whether the answer says that something is on the disk, or sound there. */
function promises(noun: Noun, method: string): boolean {
  return (WRITES[noun] as readonly string[]).includes(method) || (noun === 'maintenance' && method === 'check')
}

/** Undoes what a question has written so far. */
class Met extends Error {}

function watchOf({ news }: Calling<Copied>, stop: Int32Array): CopyWatch {
  return {
    onProgress: (copied, total) => news({ copied, total }),
    isUnwanted: () => Atomics.load(stop, 0) !== 0,
  }
}

async function open(options: StoreStart, calling?: Calling<Copied>): Promise<Session> {
  const data =
    options.access === 'write'
      ? await openForWriting(options, calling && watchOf(calling, options.stop))
      : openForReading(options.folder)
  return { ...data, repositories: openRepositories(data) }
}
