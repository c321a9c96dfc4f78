import { mkdirSync } from 'node:fs'
import type { Calling } from '../../core/channel/service'
import { LabError } from '../../core/errors'
import { answerInThread, type ThreadPort } from '../threadChannel'
import { copyData, copyOpenTo, prepareAnew, prepareRestore } from './files/copies'
import type { CopyWatch } from './database'
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
import { lookAgain, nameOf, setAside, WRONG_CHECKSUM } from './soundness/setAside'
import { lockFile, lockFolder } from './writerLock'

interface Session extends Opened {
  readonly repositories: Repositories
}

/** A port that is closed after the last message. */
export interface StorePort extends ThreadPort {
  close(): void
}

/** Attempts at one request: each sets aside the damaged rows that the attempt before it met. */
const MOST_ATTEMPTS = 4

/**
 * The loop of the store's thread: SQLite may wait for the disk, and nothing else should wait with it.
 * @param port closed after the answer to `close`
 */
export function serveStore(port: StorePort, start: StoreStart): void {
  /** `undefined` once closed, or if a restored copy could not be opened. */
  let session: Session | undefined

  /** Requests run one after another in their order; copies run beside them. */
  let turn: Promise<void> = Promise.resolve()
  const copies = new Set<Promise<void>>()
  /** Each row once: a reader meets the same rows with every request. */
  const reported = new Set<string>()

  const service: StoreService = {
    async open(_, calling) {
      session = await open(start, calling)
    },
    restore: file => inTurn(() => restore(file)),
    async copyTo({ file, stop, only }, calling) {
      await turn
      const copy = inPlace(() => copyData(opened().db.file, file, { ...watchOf(calling, stop), only }))
      copies.add(copy)
      try {
        await copy
      } finally {
        copies.delete(copy)
      }
    },
    look: () => inTurn(() => inPlace(() => opened().files?.look())),
    writeAnew: () => inTurn(writeAnew),
    copyOpenTo: file => inTurn(() => copyAllTo(file)),
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
   * Checks the files before, so that no write is lost, and after, so that no lost write is confirmed.
   * @throws {LabError} `BAD_STORE` with the fault `gone`
   */
  function inPlace<T>(act: () => T): T {
    const { files } = opened()
    if (files?.problem) throw files.problem
    const result = act()
    if (files?.problem) throw files.problem
    return result
  }

  /** Locks the folder before changing anything in it: another lab may own it by now. */
  async function writeAnew(): Promise<string> {
    if (start.access === 'read') throw new Error('a reader was asked to write')
    const { db, files } = opened()
    const { folder, program } = start
    if (!files?.problem)
      throw new LabError('BAD_REQUEST', `The data are in ${folder}, where they should be: nothing has to be written anew.`)
    const { lost } = files
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
      port.close() // all data are in the folder by now: the next lab that opens it finds them there
      throw error
    }
    return lost
  }

  async function copyAllTo(file: string): Promise<string> {
    const { db, files } = opened()
    await copyOpenTo(db, file, files?.hasFolder ? start.folder : undefined)
    return files?.lost ?? ''
  }

  /** A request that meets damaged rows sets them aside and runs again, so its answer never includes them. */
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
        if (met.some(({ table }) => table.name === 'analyses')) lookAgain(db)
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

  /** Checks the copy before closing the data, so that a bad copy changes nothing. */
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

/** Whether the answer confirms that data are on the disk, or sound there. */
function promises(noun: Noun, method: string): boolean {
  return (WRITES[noun] as readonly string[]).includes(method) || (noun === 'maintenance' && method === 'check')
}

/** Undoes the request's writes so far. */
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
