import { describe, expect, test } from 'vitest'
import type { ToAnswerer, ToAsker } from '../../../../src/core/channel/service'
import type { LabError } from '../../../../src/core/errors'
import type { Kernel } from '../../../../src/core/kernel/port'
import { LazyThread } from '../../../../src/main/compute/pool/lazyThread'
import type { ThreadLike } from '../../../../src/main/threadChannel'

const ITERATION = { slides: [], unfinishedNodes: 0, stopped: undefined }
const search = (id: number): ToAnswerer => ({ id, call: 'search', arg: { job: id, request: { depth: id } } })

/** Over a kernel whose search takes so many ms by its own clock, and asks at each of them whether to stop. */
function lazyThread(ms: number, refusal?: LabError) {
  const posted: ToAnswerer[] = []
  const told: ToAsker[] = []
  let started = 0
  let time = 0
  const kernel = {
    memoryBytes: 7,
    load: () => {
      if (refusal) throw refusal
    },
    search: (_: unknown, stop: () => unknown) => {
      for (const end = time + ms; time < end; time++) if (stop() !== undefined) return { ...ITERATION, stopped: 'limit' }
      return ITERATION
    },
  } as unknown as Kernel
  const thread: ThreadLike = {
    postMessage: message => void posted.push(message),
    on: (event: string, listener: (message: never) => void) => {
      if (event === 'message') listener({ id: 0, news: 'the thread is heard' } as never)
    },
    terminate: async () => void posted.push({ id: -1, cancel: true }),
  }
  const start = () => {
    started++
    return thread
  }
  const lazy = new LazyThread(kernel, start, () => time)
  lazy.on('message', (message: ToAsker) => void told.push(message))
  return { lazy, posted, told, started: () => started, answers: () => new Promise(resolve => setImmediate(resolve)) }
}

describe('a thread that starts late', () => {
  test('answers short searches without a thread, and lets signals through before each answer', async () => {
    const { lazy, told, started, answers } = lazyThread(10)
    lazy.postMessage({ id: 1, call: 'start' })
    lazy.postMessage(search(2))
    expect(told).toEqual([])
    await answers()
    expect(told).toEqual([
      { id: 1, reply: { ok: true, value: { memoryBytes: 7 } } },
      { id: 2, reply: { ok: true, value: { iteration: ITERATION, memoryBytes: 7 } } },
    ])
    expect(started()).toBe(0)
  })

  test('gives a long search to the thread as it is, and everything after it', async () => {
    const { lazy, posted, told, started, answers } = lazyThread(1000)
    lazy.postMessage(search(1))
    lazy.postMessage(search(2))
    lazy.postMessage({ id: 1, cancel: true })
    await answers()
    expect(posted).toEqual([search(1), search(2), { id: 1, cancel: true }])
    expect(told).toEqual([{ id: 0, news: 'the thread is heard' }])
    expect(started()).toBe(1)
    await lazy.terminate()
    expect(posted.at(-1)).toEqual({ id: -1, cancel: true })
  })

  test('gives what is no search to the thread', () => {
    const { lazy, posted } = lazyThread(10)
    lazy.postMessage({ id: 1, call: 'games', arg: {} })
    lazy.postMessage(search(2))
    expect(posted.map(message => 'call' in message && message.call)).toEqual(['games', 'search'])
  })
})
