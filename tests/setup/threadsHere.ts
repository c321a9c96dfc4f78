/**
 * The lab's threads inside this process: starting one costs a tenth of a second of processor time, and the tests would start more
 * than a thousand. The code, the messages and their cloning are those of the threads. `storesInThreads` and `computeInThreads` are
 * for what only a thread does: it works while this one is busy, or dies alone.
 */
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import threads, { type MessagePort, type Transferable, type WorkerOptions } from 'node:worker_threads'
import { afterAll, beforeAll } from 'vitest'
import type { Question, Reply, ToAnswerer, ToAsker } from '../../src/core/channel/service'
import type { JobId, ThreadStart } from '../../src/core/contract/compute'
import { LabError } from '../../src/core/errors'
import type { Stop } from '../../src/core/games/twenty48/search/engine'
import type { KernelExports, KernelImports } from '../../src/core/kernel/memory'
import { createKernel, type Kernel } from '../../src/core/kernel/port'
import { createTracedKernel, type TracedKernel } from '../../src/core/kernel/tracedPort'
import { withExperts } from '../../src/core/kernel/wallKernel/searchPort'
import { networkSource, findExpert } from '../../src/main/compute/networks/networkFile'
import { instance } from '../../src/main/compute/pool/kernelFile'
import { serveThread } from '../../src/main/compute/thread/threadLoop'
import type { TrainingStart } from '../../src/main/compute/training/messages'
import { serveTraining } from '../../src/main/compute/training/trainingLoop'
import { serveTrees } from '../../src/main/compute/trees/treeLoop'
import type { TreeStart } from '../../src/main/compute/trees/treeReader'
import type { StoreStart } from '../../src/main/store/messages'
import { serveStore, type StorePort } from '../../src/main/store/storeLoop'

/** The threads of the lab, by their files in `out/main`. */
type Kind = 'store' | 'thread' | 'tree' | 'training'

/** What a thread is asked. */
interface Asked {
  /** Whether it answers one of `BLOCKING`. */
  isBlocked: boolean
  /** Questions without an answer; of the blocking ones also the news. */
  readonly open: Map<number, { readonly question: Question; readonly held: ToAsker[] | undefined }>
}

/** Serves a thread in this process. @returns frees what it used */
type Serve = (port: StorePort, start: unknown, asked: Asked) => (() => void) | void

const OUT = join(import.meta.dirname, '..', '..', 'out', 'main')
const SERVED: Readonly<Record<Kind, Serve>> = {
  store: (port, start) => serveStore(port, start as StoreStart),
  thread: (port, start, asked) => serveCompute(port, start as ThreadStart, asked),
  tree: (port, start) => serveTrees(port, networkSource((start as TreeStart).networks)),
  training: (port, start) => serveTraining(port, start as TrainingStart),
}

/** Starts each thread of a test: here, or a real one. */
function startThread(file: string | URL, options: WorkerOptions): unknown {
  const kind = kindOf(file)
  const isHere = kind !== undefined && !inThreads.has(kind) && !waitsForAnother(kind, options.workerData)
  return isHere ? new ThreadHere(kind, options) : new Worker(file, options)
}

function kindOf(file: string | URL): Kind | undefined {
  const name = basename(String(file), '.js')
  return dirname(String(file)) === OUT && Object.hasOwn(SERVED, name) ? (name as Kind) : undefined
}

/** Two that train together block each other. */
const waitsForAnother = (kind: Kind, start: unknown): boolean => kind === 'training' && (start as TrainingStart).threads > 1

/** Calls during which a thread reads no messages, so that their news may wait for their answer. */
const BLOCKING: readonly string[] = ['search', 'trace', 'searchGame']

/** What the lab needs of a `Worker`. */
class ThreadHere extends EventEmitter {
  readonly #port: MessagePort
  readonly #free: (() => void) | void
  #hear: (message: ToAnswerer) => void = () => undefined
  readonly #asked: Asked = { isBlocked: false, open: new Map() }
  /** A real thread, and the questions that it has because they take too long here. */
  #thread: threads.Worker | undefined
  readonly #given = new Set<number>()
  /** Messages that follow the answers of `#given`, as they would in one thread. */
  readonly #after: ToAsker[] = []
  #ended = false
  readonly #exited = Promise.withResolvers<number>()

  constructor(
    private readonly kind: Kind,
    private readonly options: WorkerOptions,
  ) {
    super()
    const { port1, port2 } = new threads.MessageChannel()
    this.#port = port1
    port1.on('message', (message: ToAsker) => this.#tell(message))
    port1.on('close', () => this.#end(0))
    const port: StorePort = {
      postMessage: (message, transfer) => port2.postMessage(message, transfer),
      on: (_, listener) => {
        this.#hear = listener
        port2.on('message', (message: ToAnswerer) => this.#act(message))
      },
      close: () => port2.close(),
    }
    this.#free = SERVED[kind](port, structuredClone(options.workerData), this.#asked)
  }

  postMessage(message: ToAnswerer, transfer?: readonly Transferable[]): void {
    if (this.#ended) return
    if ('cancel' in message) {
      if (this.#given.has(message.id)) return this.#thread!.postMessage(message)
    } else if (message.id !== undefined) {
      const isBlocking = this.kind === 'thread' && BLOCKING.includes(message.call)
      this.#asked.open.set(message.id, { question: message, held: isBlocking ? [] : undefined })
    }
    this.#port.postMessage(message, transfer)
  }

  async terminate(): Promise<number> {
    this.#end(1)
    await this.#thread?.terminate()
    return this.#exited.promise
  }

  #act(message: ToAnswerer): void {
    if (this.#ended) return
    this.#asked.isBlocked = 'call' in message && BLOCKING.includes(message.call)
    try {
      this.#hear(message)
    } catch (error) {
      this.emit('error', error)
      this.#end(1)
    } finally {
      this.#asked.isBlocked = false
    }
  }

  #tell(message: ToAsker): void {
    if (this.#ended) return
    const open = this.#asked.open.get(message.id)
    if ('news' in message && open?.held) return void open.held.push(message)
    if ('reply' in message) {
      this.#asked.open.delete(message.id)
      if (open?.held && isTooLong(message.reply)) return this.#give(open.question)
      for (const held of open?.held ?? []) this.#say(held)
    }
    this.#say(message)
  }

  #say(message: ToAsker): void {
    if (this.#given.size > 0) this.#after.push(message)
    else this.emit('message', message)
  }

  /** What the real thread says. */
  #heard(message: ToAsker): void {
    this.emit('message', message)
    if ('reply' in message) this.#given.delete(message.id)
    if (this.#given.size === 0) for (const after of this.#after.splice(0)) this.emit('message', after)
  }

  #give(question: Question): void {
    this.#given.add(question.id!)
    if (!this.#thread) {
      this.#thread = new Worker(join(OUT, `${this.kind}.js`), this.options)
      this.#thread.on('message', (message: ToAsker) => this.#heard(message))
      this.#thread.on('error', error => this.emit('error', error))
      this.#thread.on('exit', () => this.#end(1))
    }
    this.#thread.postMessage(question)
  }

  #end(code: number): void {
    if (this.#ended) return
    this.#ended = true
    // a batch stops its timers; its answer is lost
    for (const id of this.#asked.open.keys()) this.#hear({ id, cancel: true })
    this.#port.close()
    this.#free?.()
    setImmediate(() => {
      this.emit('exit', code)
      this.#exited.resolve(code)
    })
  }
}

/** A refusal of what would take too long here, where nothing could stop it. Of one search, a real thread is asked instead. */
const tooLong = (): LabError => new LabError('CANCELLED', 'takes too long in the process of a test: use `computeInThreads`')
const isTooLong = (reply: Reply<unknown> | { readonly ok: false; readonly bug: unknown }): boolean =>
  !reply.ok && 'error' in reply && reply.error.message === tooLong().message

/**
 * Most looks at the stop cell: those of a tenth of a second, and for batches, which no other thread can continue, of some seconds. The
 * kernels look every 64 nodes, the searchers of other games at each.
 */
const LOOKS = { search: 2 ** 14, trace: 2 ** 12, searchGame: 2 ** 15, slide: 2 ** 20, matches: 2 ** 22 } as const

/** As `thread.ts`, but with what takes too long refused. */
function serveCompute(port: StorePort, start: ThreadStart, asked: Asked): () => void {
  const { kernel: module, networks, stopCell } = start
  const source = networkSource(networks)
  const now = () => performance.now()
  const made = kernelInstance(module as WebAssembly.Module)
  const kernel = withExperts(createKernel(made.instantiate, now, source), id => findExpert(id, networks))
  const brief: Kernel = {
    ...kernel,
    get memoryBytes() {
      return kernel.memoryBytes
    },
    search: (request, stop) =>
      briefly(asked.isBlocked ? LOOKS.search : LOOKS.slide, stop, brief => kernel.search(request, brief)),
  }
  const makeTraced = (): TracedKernel => {
    const traced = createTracedKernel(instance<KernelExports>(module), now, source)
    const tracer: TracedKernel['tracer'] = (evaluator, settings) => {
      const trace = traced.tracer(evaluator, settings)
      return (request, stop) => briefly(LOOKS.trace, stop, brief => trace(request, brief))
    }
    return { tracer }
  }
  let looking = { job: 0, left: 0 }
  const isReleased = (job: JobId): boolean => {
    if (Atomics.load(stopCell, 2) >= job) return true
    if (looking.job !== job) {
      const isBatch = [...asked.open.values()].some(({ question }) => question.call === 'matches')
      looking = { job, left: isBatch ? LOOKS.matches : LOOKS.searchGame }
    }
    if (--looking.left < 0) throw tooLong()
    return false
  }
  serveThread(port, brief, makeTraced, stopCell, isReleased)
  return made.free
}

function briefly<Found>(most: number, stop: Stop, search: (stop: Stop) => Found): Found {
  let looks = 0
  const found = search(() => stop() ?? (++looks > most ? 'request' : undefined))
  if (looks > most) throw tooLong()
  return found
}

interface Instance {
  readonly exports: KernelExports
  /** Of the kernel that uses it now. */
  imports: KernelImports | undefined
}

/** Instances of ended threads: making one fills its tables for several milliseconds, and a search does not depend on those before. */
const unused: Instance[] = []
/** More is that of a large table. */
const MOST_KEPT_BYTES = 64 * 2 ** 20

function kernelInstance(module: WebAssembly.Module) {
  const used = unused.pop() ?? newInstance(module)
  const instantiate = (imports: KernelImports): KernelExports => {
    used.imports = imports
    return used.exports
  }
  const free = (): void => {
    if (used.exports.memory.buffer.byteLength <= MOST_KEPT_BYTES) unused.push(used)
  }
  return { instantiate, free }
}

function newInstance(module: WebAssembly.Module): Instance {
  let made: Instance | undefined
  const imports: KernelImports = {
    host: { stop: () => made!.imports!.host.stop(), now: () => performance.now() },
    env: { abort: () => made!.imports!.env.abort() },
  }
  return (made = { exports: instance<KernelExports>(module)(imports), imports: undefined })
}

/** The kinds that have threads of their own. One object, although the files of a worker without isolation each load this module. */
const inThreads: Set<Kind> = ((globalThis as { labInThreads?: Set<Kind> }).labInThreads ??= new Set())

function haveThreads(kinds: readonly Kind[]): void {
  beforeAll(() => kinds.forEach(kind => inThreads.add(kind)))
  afterAll(() => inThreads.clear())
}

/** Stores that the tests of this file open have threads of their own. */
export const storesInThreads = (): void => haveThreads(['store'])

/** Pools, trees and training of this file have threads of their own. */
export const computeInThreads = (): void => haveThreads(['thread', 'tree', 'training'])

const { Worker } = threads
const mark = Symbol.for('threads here')
if (!(mark in Worker)) {
  // called with `new`, it gives what it returns
  const workerOrHere = function (file: string | URL, options: WorkerOptions = {}) {
    return startThread(file, options)
  }
  threads.Worker = Object.assign(workerOrHere, { [mark]: true }) as never
  syncBuiltinESMExports()
}
