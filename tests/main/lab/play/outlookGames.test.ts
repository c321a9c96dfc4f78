import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OutlookView } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Outlook } from '../../../../src/core/games/twenty48/outlook'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { bestImage, OutlookGames, playOutlook, QUICK, quickPlayer } from '../../../../src/main/lab/play/outlookGames'
import { realPools } from '../../../support/realPools'
import { settle } from '../../../support/threads'
import { testScope } from '../../../support/testScope'

const first = parseBoard('8321 2100 0000 0000')
const second = parseBoard('9321 2100 0000 0000')

/** Games that a test ends. */
function open() {
  type Asked = Parameters<Pool['playOut']>
  const asked: { readonly of: Asked; readonly done: PromiseWithResolvers<void> }[] = []
  const views: (OutlookView | null)[] = []
  const failures: unknown[] = []
  const outlook = new OutlookGames({
    pool: {
      playOut(...of) {
        const done = Promise.withResolvers<void>()
        of[3]?.signal?.addEventListener('abort', () => done.resolve())
        asked.push({ of, done })
        return done.promise
      },
    },
    scope: testScope(),
    onView: view => views.push(view),
    onFailure: error => failures.push(error),
  })
  /** Ends games where they began. */
  const end = (games: number, from = 0): void => {
    const [, starts, onEnd] = asked.at(-1).of
    for (let i = from; i < from + games; i++) onEnd(starts[i]!, i)
  }
  return { outlook, asked, views, failures, end }
}

const { open: openPool } = realPools()

test('a board that is turned or reflected is played as the same one, in the corner of the quick player', () => {
  const board = parseBoard('BA87 6421 3210 1100')
  const images = ['0011 0123 1246 78AB', '1100 3210 6421 BA87', '136B 124A 0128 0017', 'B631 A421 8210 7100'].map(parseBoard)
  for (const image of [board, ...images]) expect(bestImage(image, quickPlayer())).toEqual(board)
})

describe('the outlook of the board', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('plays nothing before a page asks, then from the board that rests, and is known after the first game', () => {
    const { outlook, asked, end } = open()
    outlook.follow(first)
    expect([asked.length, outlook.view]).toEqual([0, null])
    outlook.start()
    outlook.start()
    expect(asked.map(({ of }) => of[1][0]!.board)).toEqual([first])
    expect(outlook.view).toMatchObject({ board: first, games: 0, running: true, profile: 'positional', depth: 1 })
    end(3)
    expect(outlook.view).toMatchObject({
      games: 3,
      tiles: expect.arrayContaining([expect.objectContaining({ rank: 9, share: 0 })]) as unknown,
    })
  })

  test('ends with the board: games of the one before count no more, and no board has none', async () => {
    const { outlook, asked, views, end } = open()
    outlook.start()
    outlook.follow(first)
    outlook.follow([...first])
    expect(asked).toHaveLength(1)
    outlook.follow(second)
    expect(asked[0]!.of[3]!.signal!.aborted).toBe(true)
    end(2)
    asked[0]!.of[2](asked[0]!.of[1][0]!, 0)
    expect(outlook.view).toMatchObject({ board: second, games: 2 })
    outlook.follow(undefined)
    await vi.advanceTimersByTimeAsync(1000)
    expect(views.at(-1)).toBeNull()
    expect(asked[1]!.of[3]!.signal!.aborted).toBe(true)
  })

  test('sends at most 5 views a second, and the last one', async () => {
    const { outlook, asked, views, end } = open()
    outlook.start()
    outlook.follow(first)
    await vi.advanceTimersByTimeAsync(1000)
    const before = views.length
    for (let i = 0; i < 200; i++) {
      end(1, i)
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(views.length - before).toBeLessThanOrEqual(6)
    for (const each of asked) each.done.resolve()
    while (outlook.view!.running) {
      await settle()
      end(200)
      asked.at(-1).done.resolve()
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(views.at(-1)).toEqual(outlook.view)
  })

  test('is tried again after a lost thread, and given up after any other failure', async () => {
    const { outlook, asked, failures } = open()
    outlook.start()
    outlook.follow(first)
    asked[0]!.done.reject(new LabError('WORKER_LOST', 'lost'))
    await settle()
    outlook.follow(second)
    asked[1]!.done.reject(new LabError('KERNEL_BROKEN', 'gone'))
    await settle()
    outlook.follow(first)
    expect(asked).toHaveLength(2)
    expect(failures).toHaveLength(2)
  })
})

test('its views are the same on one thread and on two', async () => {
  const seen: OutlookView[][] = []
  for (const threads of [1, 2]) {
    const views: OutlookView[] = []
    const outlook = new Outlook(parseBoard('1212 2121 1213 3100'))
    const signal = new AbortController()
    const onGame = (): void => {
      const { board, games, tiles } = outlook
      views[games] = { board, games, tiles, running: true, ...QUICK }
      if (games >= 40) signal.abort()
    }
    await playOutlook(openPool(threads).pool, quickPlayer(), outlook, onGame, signal.signal)
    seen.push(views)
  }
  // on two threads some numbers of games may be passed over
  const both = seen[0]!.flatMap((view, games) => (view && seen[1]![games] ? [[view, seen[1]![games]]] : []))
  expect(both.length).toBeGreaterThan(5)
  for (const [one, two] of both) expect(two).toEqual(one)
})
