/** Threads for tests: real ones that can be killed, one inside this process, and puppets that say what a test tells them to. */
import { createKernel, type Kernel, type KernelExports } from '../../src/core/kernel/port'
import type { FromThread, StopCell, ToThread } from '../../src/core/contract/compute'
import type { Player } from '../../src/core/games/twenty48/player'
import { readKernel } from '../../src/main/compute/kernelFile'
import type { CreateThread, ThreadLike } from '../../src/main/compute/threadHandle'
import { startWorker } from '../../src/main/compute/worker'
import { profileByNameOrFile } from '../../src/main/lab/profiles'

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
    const thread = startWorker(kernelFile, stopCell)
    started.push(thread)
    thread.on('exit', () => exited.push(thread))
    return thread
  }
  return { started, exited, createThread }
}

/** A thread whose answers a test gives. */
export class Puppet implements ThreadLike {
  readonly heard: ToThread[] = []
  terminated = false
  readonly #listeners: {
    message: ((message: FromThread) => void)[]
    error: ((error: unknown) => void)[]
    exit: ((code: number) => void)[]
  } = { message: [], error: [], exit: [] }

  constructor(readonly stopCell: StopCell) {}

  postMessage(message: ToThread): void {
    this.heard.push(structuredClone(message))
  }

  on(event: 'message' | 'error' | 'exit', listener: (payload: never) => void): void {
    this.#listeners[event].push(listener as never)
  }

  async terminate(): Promise<void> {
    this.terminated = true
    for (const listener of this.#listeners.exit) listener(1)
  }

  say(message: FromThread): void {
    for (const listener of this.#listeners.message) listener(structuredClone(message))
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
