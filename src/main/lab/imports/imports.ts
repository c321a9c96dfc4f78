import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Remote } from '../../../core/channel/service'
import type { ImportFault, ImportReview, SavedImport } from '../../../core/contract/calls'
import {
  IMPORT_PIECE,
  MAX_IMPORT_CHARS,
  MAX_UNDONE_MOVES,
  MOST_FAULTS,
  type GrownGame,
  type IMPORT_CALLS,
} from '../../../core/contract/calls/imports'
import type { AddedGame, NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { packLines } from '../../../core/games/twenty48/sideLines'
import { chunks } from '../../../core/sliced'
import { INSTALLATION } from '../../installation'
import type { Store } from '../../store/store'
import { askThread } from '../../threadChannel'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { faultsOfLines } from '../library/replayFiles'
import type { Job, Jobs } from '../jobs/jobs'
import type { ReaderService, ReaderStart, ReadPiece } from './textService'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'reader.js')

/** Limit of the thread's heap: several times the need of the longest replay. */
const HEAP_MB = 384

/** Limit of imports that are read at once. */
const MOST_READ = 4
/** Characters of all imports together: a page reads many files before it saves the first, and a closed page leaves its imports behind. */
const MOST_CHARS = 4 * MAX_IMPORT_CHARS
/** A page that is still open sends the next piece within this time. */
const SILENT_MS = 60_000
/** Games of one message to the store's thread, whose heap is small. */
const PORTION = 100

interface Session {
  readonly name: string
  /** Present while a large one is read. */
  job: Job | undefined
  readonly reader: Reader
  /** `reading`: the reader has not answered yet. `read`: no more text will come. */
  state: 'open' | 'reading' | 'read'
  /** Ends an import whose page was closed; not active while the page waits for an answer. */
  silence: NodeJS.Timeout | undefined
  readonly games: NewGame[]
  readonly faults: ImportFault[]
  faultCount: number
  chars: number
}

/** Texts that are being imported into the library. */
export class Imports {
  /** Oldest first. */
  readonly #sessions = new Map<number, Session>()
  /** Cancelled imports whose page does not know it yet. */
  readonly #cancelled = new Set<number>()
  #lastId = 0

  constructor(
    private readonly store: Pick<Store, 'games'>,
    private readonly jobs: Jobs,
    private readonly onChange: () => void,
    private readonly startReading = startReader,
  ) {}

  /** @param size bytes to come */
  begin(name: string, size: number): number {
    const reading = [...this.#sessions].filter(([, { state }]) => state !== 'read')
    for (const [oldest] of reading.slice(0, Math.max(0, reading.length + 1 - MOST_READ))) this.drop(oldest)
    const id = ++this.#lastId
    const cancel = () => {
      this.#cancelled.add(id)
      this.drop(id)
    }
    const job = size > IMPORT_PIECE ? this.jobs.begin({ kind: 'import', title: name, total: size, cancel }) : undefined
    const nothing = { games: [], faults: [], faultCount: 0, chars: 0, silence: undefined }
    const session: Session = { name, job, reader: this.startReading(name), state: 'open', ...nothing }
    this.#sessions.set(id, session)
    this.#awaitPiece(id, session)
    return id
  }

  /** @returns games read so far. @throws {LabError} `BAD_FILE`, `NOT_FOUND`, `CANCELLED` */
  async add(id: number, text: string): Promise<number> {
    const session = this.#getOpen(id)
    session.chars += text.length
    if (session.chars > MAX_IMPORT_CHARS) {
      this.drop(id)
      throw new LabError('BAD_FILE', `${session.name}: at most ${MAX_IMPORT_CHARS} characters are read`)
    }
    this.#makeRoom(id)
    await this.#take(id, session, reader => reader.read(text))
    session.state = 'open'
    this.#awaitPiece(id, session)
    session.job?.progress(session.chars)
    return session.games.length
  }

  /** @throws {LabError} as `add` */
  async end(id: number): Promise<ImportReview> {
    const session = this.#getOpen(id)
    await this.#take(id, session, reader => reader.end())
    session.state = 'read'
    const { games, faults, faultCount } = session
    let known = 0
    try {
      for (const some of chunks(games, PORTION)) known += await this.store.games.known(some)
    } finally {
      session.job?.end()
      session.job = undefined
    }
    if (this.#cancelled.has(id)) this.#get(id)
    return { games: games.length, known, faults, faultCount }
  }

  /** Saves in chunks: games saved before a failure are recognised when the same text is imported again. */
  async save(id: number): Promise<SavedImport> {
    const { name, games } = this.#get(id)
    const ids: number[] = []
    const known: AddedGame[] = []
    let stopped = false
    const cancel = () => (stopped = true)
    const job = games.length > PORTION ? this.jobs.begin({ kind: 'import', title: name, total: games.length, cancel }) : undefined
    let stored = 0
    try {
      for (const some of chunks(games, PORTION)) {
        if (stopped) break
        const added = await this.store.games.addNew(some)
        ids.push(...added.flatMap(({ id, isNew }) => (isNew ? [id] : [])))
        known.push(...added.filter(({ lines }) => lines))
        job?.progress((stored += some.length))
      }
    } finally {
      job?.end()
      if (ids.length + known.length > 0) this.onChange()
    }
    const first = games[0] && (await this.store.games.find(games[0]))
    this.drop(id)
    const sideLines = known.reduce((sum, { lines }) => sum + (lines?.added ?? 0), 0)
    const faults = faultsOfLines(known).slice(0, MOST_FAULTS)
    return { added: ids, first: first ?? null, sideLines, grown: grownGames(known), faults }
  }

  drop(id: number): void {
    const session = this.#sessions.get(id)
    session?.reader.close()
    session?.job?.end()
    clearTimeout(session?.silence)
    this.#sessions.delete(id)
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.drop(id)
  }

  #awaitPiece(id: number, session: Session): void {
    if (this.#sessions.get(id) === session) session.silence = setTimeout(() => this.drop(id), SILENT_MS)
  }

  /** Makes room for the text of one import by dropping the oldest others. */
  #makeRoom(wanted: number): void {
    let chars = [...this.#sessions.values()].reduce((sum, each) => sum + each.chars, 0)
    for (const [id, session] of this.#sessions) {
      if (chars <= MOST_CHARS) break
      if (id === wanted) continue
      chars -= session.chars
      this.drop(id)
    }
  }

  async #take(id: number, session: Session, ask: (reader: Reader) => Promise<ReadPiece>): Promise<void> {
    clearTimeout(session.silence)
    session.state = 'reading'
    let answer: ReadPiece
    try {
      answer = await ask(session.reader)
    } catch (error) {
      if (this.#sessions.get(id) !== session) this.#get(id)
      this.drop(id)
      throw error
    }
    for (const game of answer.games) session.games.push(game)
    session.faultCount += answer.faults.length
    session.faults.push(...answer.faults.slice(0, MOST_FAULTS - session.faults.length))
  }

  /** An import that accepts more text. */
  #getOpen(id: number): Session {
    const session = this.#get(id)
    if (session.state === 'open') return session
    const why = session.state === 'read' ? 'it was read to its end' : 'what came before is being read: wait for the answer'
    throw new LabError('BAD_REQUEST', `${session.name}: ${why}`, { id })
  }

  #get(id: number): Session {
    const session = this.#sessions.get(id)
    if (this.#cancelled.delete(id)) throw new LabError('CANCELLED', 'The import was cancelled.', { id })
    if (!session) throw new LabError('NOT_FOUND', `There is no import number ${id} any more: begin it again.`, { id })
    return session
  }
}

function grownGames(known: readonly AddedGame[]): GrownGame[] {
  const grown: GrownGame[] = []
  let moves = 0
  for (const { id, lines } of known) {
    if (!lines || lines.added === 0) continue
    const [before, after] = [packLines(lines.before), packLines(lines.after)]
    moves += [...before, ...after].reduce((sum, { turns }) => sum + turns.length, 0)
    if (moves > MAX_UNDONE_MOVES) break
    grown.push({ id, added: lines.added, before, after })
  }
  return grown
}

/** Calls fail with `BAD_FILE` for a text that needs too much memory, and with `CANCELLED` if it was closed. */
export interface Reader extends Remote<ReaderService> {
  close(): void
}

/** Starts a thread that reads a text piece by piece. The thread ends with the text, or when the text needs too much memory. */
export function startReader(name: string): Reader {
  const workerData: ReaderStart = { name, now: Date.now() }
  const thread = new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const { read, end } = askThread<ReaderService>(thread, cause => {
    if (cause === undefined) return new LabError('CANCELLED', `${name}: reading it was stopped`)
    if (!isOutOfMemory(cause)) return cause // a bug keeps its stack: it is not a fault of the text
    const message = `${name}: reading it took more memory than the ${HEAP_MB} MB that it may`
    return new LabError('BAD_FILE', message, undefined, { cause })
  }).remote
  return { read, end, close: () => void thread.terminate() }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
}

export function openImports({
  store,
  jobs,
  scope,
  onLibrary,
}: Pick<LabContext, 'store' | 'jobs' | 'scope' | 'onLibrary'>): Feature<keyof typeof IMPORT_CALLS> {
  const imports = scope.add(new Imports(store, jobs, onLibrary))
  return {
    handlers: {
      beginImport: async ({ name, size }) => {
        await store.look() // if the games cannot be saved, nothing is read
        return imports.begin(name, size)
      },
      importText: async ({ id, text }) => imports.add(id, text),
      endImport: async ({ id }) => imports.end(id),
      saveImport: async ({ id }) => imports.save(id),
      dropImport: async ({ id }) => imports.drop(id),
    },
  }
}
