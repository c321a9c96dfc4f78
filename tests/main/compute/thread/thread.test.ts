/** The loop of a thread over the built kernel, here in this process, so that a test sees every message. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToAnswerer, ToAsker } from '../../../../src/core/channel/service'
import { HELD, type Memory, type PackedGames, type SearchedIteration, unpackGames } from '../../../../src/core/contract/compute'
import { type GameTimes, bucketOf, timeQuantile } from '../../../../src/core/stats/moveTimes'
import { LabError, type LabErrorData } from '../../../../src/core/errors'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../../../src/core/games/twenty48/player'
import type { Kernel } from '../../../../src/core/kernel/port'
import { type SlidesRequest } from '../../../../src/core/games/twenty48/search/engine'
import { readKernel } from '../../../../src/main/compute/pool/kernelFile'
import { checkTreeMemory, defaultThreads, memoryForTrees } from '../../../../src/main/compute/pool/memory'
import { REST_MS } from '../../../../src/main/compute/thread/chunkJobs'
import { serveThread } from '../../../../src/main/compute/thread/threadLoop'
import { runs } from '../../../setup/extent'
import { kernelHere, settle, thesisPlayer, type FromThread, type ToThread } from '../../../support/threads'
import { playGame } from '../../../support/textbook'

const board = parseBoard('0123 0021 0010 0100')
const request: SlidesRequest = { board, depth: 2, moves: ['up', 'left'], reach: 1, nodes: Infinity }
const quick = thesisPlayer({ depth: 0 })
/** Would take hours. */
const endless = thesisPlayer({ depth: 30 }, { cut: 0, table: 'off' })

/** A search does not depend on those before it. */
const kernel = kernelHere()

function start(from = kernel) {
  const said: FromThread[] = []
  const stopCell = new Int32Array(new SharedArrayBuffer(20))
  let hear: (message: ToAnswerer) => void = () => undefined
  /** The kind of each job, whose number is that of its question too. */
  const kinds: Record<number, string> = {}
  const post = (message: ToAsker) => said.push(saidBy(message, kinds[message.id]))
  serveThread({ postMessage: post, on: (_, listener) => (hear = listener) }, from, noTracedKernel, stopCell)
  const tell = ({ kind, ...order }: ToThread) => {
    if (kind === 'release') return hear({ id: order.job, cancel: true })
    kinds[order.job] = kind
    hear(structuredClone({ id: order.job, call: kind, arg: order }))
  }
  hear({ id: 0, call: 'start' })
  const of = <K extends FromThread['kind']>(kind: K) =>
    said.filter(message => message.kind === kind) as (FromThread & { kind: K })[]
  const until = (kind: FromThread['kind']) => vi.waitFor(() => expect(of(kind)).not.toEqual([]), { timeout: 20_000, interval: 1 })
  const games = () => of('games').flatMap(({ told }) => told)
  return { said, stopCell, of, told: games, until, tell }
}

function saidBy(message: ToAsker, kind: string | undefined): FromThread {
  const { id: job } = message
  if ('news' in message) {
    const told = kind === 'games' ? unpackGames(message.news as PackedGames) : message.news
    return { kind, job, told } as FromThread
  }
  const { reply } = message
  if (!reply.ok) return { kind: 'failed', job, error: (reply as { error: LabErrorData }).error }
  if (kind === 'search') return { kind: 'searched', job, ...(reply.value as SearchedIteration) }
  return { kind: kind === undefined ? 'ready' : 'played', job, ...(reply.value as Memory) }
}

function search(job: number, { evaluator, settings }: Player, of = request, readsExpert = false): ToThread {
  return { kind: 'search', job, evaluator, settings, request: of, readsExpert }
}

/** The part of a message that says what to play. */
function games({ evaluator, settings, limits }: Player, seeds: readonly number[], maxSlides?: number) {
  return { rules: { settings, limits, ...(maxSlides !== undefined && { maxSlides }) }, groups: [{ evaluator, seeds }] }
}

/** A kernel of one game, whose slides take so many ms each by a clock of its own. @param onSlide hears how many were played. */
function kernelTaking(slides: readonly number[], onSlide: (played: number) => void = () => undefined): Kernel {
  let clock = 0
  let played = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  return {
    memoryBytes: 0,
    load: () => undefined,
    search: () => ({ slides: [], unfinishedNodes: 0, stopped: undefined }),
    beginGame: () => undefined,
    playSlides(_, most, stop) {
      for (const ms of slides.slice(played, played + most)) {
        if (stop?.()) break
        clock += ms
        onSlide(++played)
      }
      return played < slides.length
    },
    game: () => ({ position: { ...startGame(5), slides: played }, nodes: 0, firstSlide: [] }),
  }
}

const counted = (times: GameTimes) => pairsOf(times).reduce((sum, [, count]) => sum + count, 0)
const pairsOf = (times: GameTimes) =>
  Array.from({ length: times.length / 2 }, (_, i) => [times[2 * i]!, times[2 * i + 1]!] as const)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function noTracedKernel(): never {
  throw new Error('nothing is recorded here')
}

describe('a search', () => {
  test('is answered with its job and what the kernel found', () => {
    const thread = start()
    kernel.load(quick.evaluator, quick.settings)
    const iteration = kernel.search(request, () => undefined)
    thread.tell(search(3, quick))
    expect(thread.of('searched')).toMatchObject([{ job: 3, iteration, memoryBytes: kernel.memoryBytes }])
  })

  test('loads what its own message says', () => {
    const thread = start()
    const others = [
      quick,
      { ...quick, evaluator: makeEvaluator('power') },
      thesisPlayer({ depth: 0 }, { leaf: 'spawned' }),
      quick,
    ]
    others.forEach((player, i) => thread.tell(search(i + 1, player)))
    const values = thread.of('searched').map(({ iteration }) => iteration.slides[0]!.value)
    expect(new Set(values.slice(0, 3)).size).toBe(3)
    expect(values[3]).toBe(values[0])
  })

  test('loads a player again only to read the network of its expert', () => {
    const kernel = kernelHere()
    const load = vi.spyOn(kernel, 'load')
    const thread = start(kernel)
    for (const [i, readsExpert] of [false, false, true, false, true].entries())
      thread.tell(search(i + 1, quick, request, readsExpert))
    expect(load.mock.calls.map(([, , reads]) => reads)).toEqual([false, true])
  })

  test.each([
    [0, 'limit'],
    [1, 'request'],
  ] as const)('stops with the reason in its cell (%s)', (index, reason) => {
    const thread = start()
    thread.stopCell.set([7, index, 0])
    thread.tell(search(7, endless, { ...request, depth: 20 }))
    expect(thread.of('searched')[0]!.iteration).toMatchObject({ slides: [], stopped: reason })
  })

  test('does not stop for an older job', () => {
    const thread = start()
    thread.stopCell.set([6, 1, 99])
    thread.tell(search(7, quick))
    expect(thread.of('searched')[0]!.iteration).toMatchObject({ stopped: undefined })
  })
})

describe('games', () => {
  const limits: [name: string, Player][] = [
    ['inside the kernel', thesisPlayer({ depth: 1 }, { table: 'exact' })],
    ['by nodes', thesisPlayer({ nodes: 300 })],
  ]

  test.each(limits)('%s are reported in order, with the results of playGame', async (_, player) => {
    const thread = start()
    const seeds = [5, 9]
    thread.tell({ kind: 'games', job: 1, ...games(player, seeds) })
    await thread.until('played')
    kernel.load(player.evaluator, player.settings)
    const expected = seeds.map(seed =>
      playGame(seed, (request, stop) => kernel.search(request, stop), player.limits, undefined, player.settings.cut),
    )
    expect(thread.told().map(({ result }) => result)).toEqual(expected)
    expect(thread.of('played')).toMatchObject([{ job: 1 }])
  })

  test.each(limits)('%s end after at most the given number of slides, each with its time', async (_, player) => {
    const thread = start()
    thread.tell({ kind: 'games', job: 1, ...games(player, [5, 9], 37) })
    await thread.until('played')
    expect(thread.told().map(({ result }) => result.slides)).toEqual([37, 37])
    expect(thread.told().map(({ times }) => counted(times))).toEqual([37, 37])
  })

  test('of several evaluators are each played by their own', async () => {
    const [one, other] = [thesisPlayer({ depth: 0 }), { ...quick, evaluator: makeEvaluator('power') }]
    const alone = [one, other].map(player => {
      kernel.load(player.evaluator, player.settings)
      return playGame(5, (request, stop) => kernel.search(request, stop), player.limits)
    })
    const thread = start()
    const groups = [one, other, one].map(({ evaluator }) => ({ evaluator, seeds: [5, 5] }))
    thread.tell({ kind: 'games', job: 1, rules: { settings: one.settings, limits: one.limits }, groups })
    await thread.until('played')
    const [first, second] = alone
    expect(thread.told().map(({ result }) => result)).toEqual([first, first, second, second, first, first])
    expect(first!.score).not.toBe(second!.score)
  })

  test('have times that add up to the time of the game, so that no percentile is at odds with the mean', async () => {
    const quickOnes = fc.double({ min: 0.0001, max: 0.03, noNaN: true })
    const slow = fc.double({ min: 0.1, max: 50, noNaN: true })
    const game = fc.array(fc.oneof({ weight: 30, arbitrary: quickOnes }, { weight: 1, arbitrary: slow }), {
      minLength: 1,
      maxLength: 400,
    })
    await fc.assert(
      fc.asyncProperty(game, async slides => {
        const thread = start(kernelTaking(slides))
        thread.tell({ kind: 'games', job: 1, ...games(quick, [5]) })
        await thread.until('played')
        const [{ times, ms } = { times: Int32Array.of(), ms: NaN }] = thread.told()
        expect(counted(times)).toBe(slides.length)
        expect(ms).toBeCloseTo(
          slides.reduce((sum, each) => sum + each, 0),
          6,
        )
        const sum = pairsOf(times).reduce((sum, [bucket, count]) => sum + (count * 1.02 ** (bucket + 0.5)) / 1000, 0)
        expect(Math.abs(sum / ms - 1)).toBeLessThan(0.0101)
        for (const p of [0.5, 0.95, 0.99])
          expect(timeQuantile({ counts: pairsOf(times) }, p)! * (1 - p)).toBeLessThan(1.0101 * (ms / slides.length))
      }),
      { numRuns: runs(15, 50) },
    )
  })

  test('count a slide once though a search calls them off between two that are timed together', async () => {
    const slides = Array<number>(100).fill(0.0011)
    const thread = start(kernelTaking(slides, played => played === 25 && (thread.stopCell[3] = 2)))
    thread.tell({ kind: 'games', job: 1, ...games(quick, [5]) })
    await new Promise(setImmediate)
    thread.tell(search(2, quick))
    await thread.until('played')
    expect(thread.told().map(({ times }) => pairsOf(times))).toEqual([[[bucketOf(1.1), 100]]])
  })

  test('let a search in between, whatever it loads, and are not changed by it', async () => {
    const player = thesisPlayer({ depth: 1 })
    const seeds = [1, 2, 3]
    const undisturbed = start()
    undisturbed.tell({ kind: 'games', job: 1, ...games(player, seeds) })
    await undisturbed.until('played')

    const thread = start()
    thread.tell({ kind: 'games', job: 1, ...games(player, seeds) })
    for (let i = 0; thread.of('played').length === 0; i++) {
      thread.tell(search(2 + i, { ...quick, evaluator: makeEvaluator('power') }))
      await new Promise(setImmediate)
    }
    expect(thread.said.findIndex(({ kind }) => kind === 'searched')).toBeLessThan(
      thread.said.findIndex(({ kind }) => kind === 'played'),
    )
    const results = (of: typeof thread) => of.told().map(({ result }) => result)
    expect(results(thread)).toEqual(results(undisturbed))
  })

  test('wait for a search that is on its way', async () => {
    const thread = start()
    thread.stopCell[3] = 2
    thread.tell({ kind: 'games', job: 1, ...games(quick, [1]) })
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
    expect(thread.told()).toEqual([])
    thread.tell(search(2, quick))
    await thread.until('played')
    expect(thread.told()).toHaveLength(1)
  })

  test('rest after each slice while they give way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const thread = start()
    thread.stopCell[HELD] = 1
    const seeds = Array.from({ length: 200 }, (_, i) => i)
    thread.tell({ kind: 'games', job: 1, ...games(thesisPlayer({ depth: 1 }), seeds) })
    const played = async (): Promise<number> => {
      for (let i = 0; i < 20; i++) await new Promise(setImmediate)
      return thread.told().length
    }
    const first = await played()
    expect(await played()).toBe(first)
    await vi.advanceTimersByTimeAsync(REST_MS - 1)
    expect(await played()).toBe(first)
    thread.stopCell[HELD] = 0
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await thread.until('played')
    expect(first).toBeLessThan(seeds.length)
    expect(thread.told().map(({ result }) => result.seed)).toEqual(seeds)
  })

  test('that are released are those that were not reported', async () => {
    const thread = start()
    const seeds = Array.from({ length: 500 }, (_, i) => i)
    thread.tell({ kind: 'games', job: 4, ...games(thesisPlayer({ depth: 1 }), seeds) })
    await thread.until('games')
    thread.stopCell[2] = 4
    thread.tell({ kind: 'release', job: 4 })
    await settle()
    const told = thread.told().map(({ result }) => result.seed)
    expect(thread.said.at(-1)).toMatchObject({ kind: 'played', job: 4 })
    expect(told.length).toBeLessThan(seeds.length)
    expect(told).toEqual(seeds.slice(0, told.length))
    for (let i = 0; i < 5; i++) await new Promise(setImmediate)
    expect(thread.told()).toHaveLength(told.length)
    // and the thread takes the next
    thread.tell({ kind: 'games', job: 5, ...games(quick, [1]) })
    await vi.waitFor(() => expect(thread.of('played')).toHaveLength(2), 20_000)
  })
})

describe('autoplay', () => {
  test('keeps to its pace, and reports at most 30 times per second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] })
    const thread = start()
    thread.tell({ kind: 'autoplay', job: 1, player: thesisPlayer({ depth: 1 }), from: startGame(8), slidesPerSecond: 100 })
    await vi.advanceTimersByTimeAsync(2000)
    const told = thread.of('autoplay').map(({ told }) => told)
    const slides = told.reduce((sum, { turns }) => sum + turns.length, 0)
    expect(slides).toBeGreaterThan(190)
    expect(slides).toBeLessThan(210)
    expect(told.length).toBeGreaterThan(40)
    expect(told.length).toBeLessThanOrEqual(61)
    thread.tell({ kind: 'release', job: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that is released reports its turns so far', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] })
    const thread = start()
    thread.tell({ kind: 'autoplay', job: 1, player: quick, from: startGame(8), slidesPerSecond: 100 })
    vi.advanceTimersByTime(15)
    thread.tell({ kind: 'release', job: 1 })
    await settle()
    expect(thread.said.map(({ kind }) => kind)).toEqual(['ready', 'autoplay', 'autoplay', 'played'])
  })
})

describe('a slide that is cut short', () => {
  test('is not played, by autoplay or in a game', async () => {
    for (const kind of ['autoplay', 'games'] as const) {
      const thread = start()
      thread.stopCell[2] = 1
      const player = { ...endless, limits: { depth: 30, nodes: 1e15 } }
      if (kind === 'games') thread.tell({ kind, job: 1, ...games(player, [4]) })
      else thread.tell({ kind, job: 1, player, from: startGame(4) })
      await new Promise(setImmediate)
      thread.tell({ kind: 'release', job: 1 })
      await settle()
      expect(thread.said.map(({ kind }) => kind)).toEqual(['ready', 'played'])
    }
  })
})

describe('a failure', () => {
  const refusing = (error: Error) => ({
    ...kernelHere(),
    memoryBytes: 0,
    load: () => {
      throw error
    },
  })

  test('that is expected is an answer, and the thread continues', async () => {
    const thread = start(refusing(new LabError('BAD_SETTING', 'no')))
    thread.tell(search(1, quick))
    thread.tell({ kind: 'games', job: 2, ...games(quick, [1]) })
    thread.tell({ kind: 'games', job: 3, ...games(quick, [1]) })
    await settle()
    const error = { code: 'BAD_SETTING', message: 'no' }
    expect(thread.of('failed')).toMatchObject([1, 2, 3].map(job => ({ job, error })))
  })

  test('that is a bug is not caught', () => {
    const thread = start(refusing(new RangeError('a bug')))
    expect(() => thread.tell(search(1, quick))).toThrow(RangeError)
  })
})

describe('the file of the kernel', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kernel-'))))
  afterEach(() => rmSync(folder, { recursive: true }))
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

  test.each<[problem: string, bytes: number[] | undefined]>([
    ['cannot be read', undefined],
    ['is damaged', [1, 2, 3]],
    ['is damaged', header.slice(0, 6)],
    ['is of another build', header],
  ])('that %s is refused by name, with what to do', (problem, bytes) => {
    const file = join(folder, 'kernel.wasm')
    if (bytes) writeFileSync(file, Uint8Array.from(bytes))
    const refused = (): unknown => {
      try {
        return readKernel(file)
      } catch (error) {
        return error
      }
    }
    const error = refused() as LabError
    expect(error).toMatchObject({ name: 'LabError', code: 'KERNEL_BROKEN', detail: { file } })
    expect(error.message).toContain(`${file} ${problem}`)
    expect(error.message).toContain('npm run build')
  })
})

describe('the machine', () => {
  const GIB = 2 ** 30

  test('gives a core to the window, a quarter of a GiB to each thread, and has one thread at least', () => {
    expect(defaultThreads(true, 8, 64 * GIB)).toBe(7)
    expect(defaultThreads(false, 8, 64 * GIB)).toBe(8)
    expect(defaultThreads(false, 8, GIB)).toBe(4)
    expect(defaultThreads(true, 1, GIB)).toBe(1)
    expect(defaultThreads(false, 4, GIB / 100)).toBe(1)
  })

  test('leaves what threads do not take to recorded trees, which have room for one in any case', () => {
    expect(memoryForTrees(2, 2 * GIB)).toBe(1.5 * GIB)
    expect(memoryForTrees(8, 2 * GIB)).toBe(GIB / 4)
    checkTreeMemory(GIB, GIB, 2 * GIB)
    expect(() => checkTreeMemory(GIB + 1, GIB, 2 * GIB)).toThrow(
      /^The trees that are open take 1024 MiB, another one may take 1025 MiB/,
    )
    expect(() => checkTreeMemory(3 * GIB, 0, 2 * GIB)).toThrow(/2048 MiB together: give a tree less room/)
  })
})
