/** Threads for tests: real ones that can be killed, one inside this process, and puppets that say what a test tells them to. */
import type { KernelExports } from '../../src/core/kernel/memory'
import { createKernel, type Kernel } from '../../src/core/kernel/port'
import type { ArgOf, NewsOf, Reply, ToAnswerer, ToAsker } from '../../src/core/channel/service'
import {
  type ComputeService,
  type JobId,
  type Memory,
  type PlayedGame,
  type SearchedIteration,
  type StopCell,
  packGames,
} from '../../src/core/contract/compute'
import type { LabErrorData } from '../../src/core/errors'
import type { Player } from '../../src/core/games/twenty48/player'
import { readKernel, startWorker } from '../../src/main/compute/pool/kernelFile'
import type { CreateThread } from '../../src/main/compute/pool/threadHandle'
import { profileByNameOrFile } from '../../src/main/lab/profiles/findProfile'
import type { ThreadLike } from '../../src/main/threadChannel'

const kernelFile = readKernel()

/** A player of the thesis profile. */
export function thesisPlayer(limits: Player['limits'], settings: Partial<Player['settings']> = {}): Player {
  const profile = profileByNameOrFile('thesis')
  return { evaluator: profile.evaluator, settings: { ...profile.settings, ...settings }, limits }
}

/** The built kernel in this process. */
export function kernelHere(): Kernel {
  return createKernel(
    imports => new WebAssembly.Instance(kernelFile.module, imports as never).exports as unknown as KernelExports,
  )
}

/** Starts threads of the built lab and keeps hold of them. */
export function realThreads() {
  const started: ThreadLike[] = []
  const exited: ThreadLike[] = []
  const createThread: CreateThread = stopCell => {
    const thread = startWorker(kernelFile, stopCell, [])
    started.push(thread)
    thread.on('exit', () => exited.push(thread))
    return thread
  }
  return { started, exited, createThread }
}

type Calls = Exclude<keyof ComputeService, 'start'>
type Batches = Exclude<Calls, 'search'>

/** What a thread is asked, as tests see it: with its job in place of the number of the question. */
export type ToThread =
  | { [K in Calls]: { readonly kind: K } & ArgOf<ComputeService, K> }[Calls]
  | { readonly kind: 'release'; readonly job: JobId }

/** Games as they are before they are packed. */
type Told<K extends Batches> = K extends 'games' ? readonly PlayedGame[] : NewsOf<ComputeService, K>

/** What a thread says: `told` is the news of a batch. */
export type FromThread =
  | ({ readonly kind: 'ready' } & Memory)
  | ({ readonly kind: 'searched'; readonly job: JobId } & SearchedIteration)
  | { [K in Batches]: { readonly kind: K; readonly job: JobId; readonly told: Told<K> } }[Batches]
  | ({ readonly kind: 'played'; readonly job: JobId } & Memory)
  | { readonly kind: 'failed'; readonly job: JobId; readonly error: LabErrorData }

/** A thread whose answers a test gives. */
export class Puppet implements ThreadLike {
  readonly heard: ToThread[] = []
  terminated = false
  /** Of the questions, by their jobs; `start` is 0. */
  readonly #ids = new Map<JobId, number>()
  readonly #listeners: {
    message: ((message: ToAsker) => void)[]
    error: ((error: unknown) => void)[]
    exit: ((code: number) => void)[]
  } = { message: [], error: [], exit: [] }

  constructor(readonly stopCell: StopCell) {}

  postMessage(message: ToAnswerer): void {
    if ('cancel' in message) {
      const [job] = [...this.#ids].find(([, id]) => id === message.id)!
      this.heard.push({ kind: 'release', job })
      return
    }
    const order = structuredClone(message.arg ?? { job: 0 }) as { readonly job: JobId }
    this.#ids.set(order.job, message.id!)
    if (message.call !== 'start') this.heard.push({ kind: message.call, ...order } as ToThread)
  }

  on(event: 'message' | 'error' | 'exit', listener: (payload: never) => void): void {
    this.#listeners[event].push(listener as never)
  }

  async terminate(): Promise<void> {
    this.terminated = true
    for (const listener of this.#listeners.exit) listener(1)
  }

  say(message: FromThread): void {
    const id = this.#ids.get('job' in message ? message.job : 0)!
    const said = 'told' in message ? { id, news: newsOf(message) } : { id, reply: replyOf(message) }
    for (const listener of this.#listeners.message) listener(structuredClone(said))
  }

  die(error: unknown = new Error('unreachable executed')): void {
    for (const listener of this.#listeners.error) listener(error)
    for (const listener of this.#listeners.exit) listener(1)
  }

  /** The newest message of a kind. */
  last<K extends ToThread['kind']>(kind: K): ToThread & { kind: K } {
    return this.heard.findLast(message => message.kind === kind) as ToThread & { kind: K }
  }
}

function newsOf(message: Extract<FromThread, { told: unknown }>): unknown {
  return message.kind === 'games' ? packGames(message.told) : message.told
}

function replyOf(message: Exclude<FromThread, { told: unknown }>): Reply<unknown> {
  return message.kind === 'failed' ? { ok: false, error: message.error } : { ok: true, value: message }
}

export function puppets() {
  const started: Puppet[] = []
  const createThread: CreateThread = stopCell => {
    const puppet = new Puppet(stopCell)
    started.push(puppet)
    return puppet
  }
  return { started, createThread }
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
