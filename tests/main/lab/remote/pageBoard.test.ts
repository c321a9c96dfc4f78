/** What a look at a page is worth between two frames, and while none is drawn: by answers as the page's script gives them. */
import { describe, expect, test } from 'vitest'
import { findBoard, KNOWN_PAGES, PageBoard, stands, type SeenBoard } from '../../../../src/main/lab/remote/pageBoard'
import type { SeenPage } from '../../../../src/main/lab/remote/pageScript'
import { PagePlay } from '../../../../src/main/lab/remote/pagePlay'
import type { PageRecord } from '../../../../src/main/lab/remote/pageRecord'
import { checkAddress } from '../../../../src/main/lab/remote/reachPage'
import type { PageTab } from '../../../../src/main/lab/remote/pageTab'

const SEEN: SeenPage = {
  ...{ address: 'http://localhost/', loading: false, hidden: false, frames: 1 },
  ...{ tiles: [[0, 0, 2]], saved: null, score: 0, won: false, over: false },
}
const SAVED_2_4 = JSON.stringify({
  grid: {
    size: 4,
    cells: [0, 1, 2, 3].map(x => [0, 1, 2, 3].map(y => (y === 0 && x < 2 ? { position: { x, y }, value: 2 * (x + 1) } : null))),
  },
  ...{ score: 0, over: false, won: false, keepPlaying: false },
})

const tabWith = (seen: Partial<SeenPage>) => ({ evaluate: () => Promise.resolve({ ...SEEN, ...seen }) }) as unknown as PageTab
const look = (seen: Partial<SeenPage>) => new PageBoard(tabWith(seen), KNOWN_PAGES[0]!).look()

describe('a tab of which nothing is drawn', () => {
  test('shows no board, unless the page has saved the same', async () => {
    expect(await look({})).toMatchObject({ kind: 'board' })
    expect(await look({ hidden: true })).toMatchObject({
      kind: 'none',
      hidden: true,
      why: expect.stringContaining('background') as string,
    })
    expect(await look({ frames: 0 })).toMatchObject({ kind: 'none', hidden: false })
    const tiles: SeenPage['tiles'] = [
      [0, 0, 2],
      [0, 1, 4],
    ]
    expect(await look({ hidden: true, tiles, saved: SAVED_2_4 })).toMatchObject({ kind: 'board', saved: true })
    expect(await look({ hidden: true, saved: SAVED_2_4 })).toMatchObject({ kind: 'none', hidden: true })
  })

  test('is to be shown, not to be described in a file', async () => {
    const found = (seen: Partial<SeenPage>) => findBoard(tabWith(seen), undefined, 0, new AbortController().signal)
    await expect(found({ hidden: true })).rejects.toThrow(/in the background\. Show the tab/)
    await expect(found({ tiles: [] })).rejects.toThrow(/write a selector file/)
  })
})

test('an address without its scheme is answered by the whole one', () => {
  expect(() => checkAddress('localhost:8000/a')).toThrow(/like http:\/\/localhost:8000\/a$/)
  expect(() => checkAddress('example.com')).toThrow(/like https:\/\/example\.com$/)
  expect(() => checkAddress('2048 game')).toThrow(/like https:\/\/example\.org\/2048\/$/)
})

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'chrome://settings',
  'ftp://example.org/',
  'blob:http://x/1',
])('%s is no page: the fault names what is opened, and what to do', address => {
  expect(() => checkAddress(address)).toThrow(/opens pages of http and https alone\. Serve .* like http:\/\/localhost:8000\/$/)
})

test('a board stands once a frame was drawn between two looks, or the page has saved it', async () => {
  const at = async (frames: number) => (await look({ frames })) as SeenBoard
  const before = await at(1)
  expect(stands(undefined, before)).toBe(false)
  expect(stands(before, await at(1))).toBe(false)
  expect(stands(before, await at(2))).toBe(true)
  expect(stands(before, (await look({ frames: 2, tiles: [[0, 1, 2]] })) as SeenBoard)).toBe(false)
  expect(stands(undefined, { ...before, saved: true })).toBe(true)
})

test('a tile that is drawn where it was, for one frame after a merge, is not taken for the new tile under it', async () => {
  // two 4 of the first row merge to the right; a 2 appears where one of them was, and still lies under it
  const merged = [
    [0, 3, 8],
    [0, 0, 2],
  ] as const
  const before: Partial<SeenPage> = {
    tiles: [
      [0, 0, 4],
      [0, 3, 4],
    ],
  }
  let frames = 0
  let looks = 0
  const ending = new AbortController()
  const tab = {
    evaluate: () => {
      looks++
      if (looks <= LOOKS_BEFORE) return Promise.resolve({ ...SEEN, ...before, frames: ++frames })
      const isMoved = looks > LOOKS_BEFORE + 4
      if (isMoved) frames++
      return Promise.resolve({ ...SEEN, frames, tiles: isMoved ? merged : [...merged, [0, 0, 4]] })
    },
    press: () => Promise.resolve((looks = LOOKS_BEFORE)),
  } as unknown as PageTab
  const spawns: number[] = []
  await new PagePlay({
    ...{ tab, board: new PageBoard(tab, KNOWN_PAGES[1]!), patienceMs: 3_000, signal: ending.signal, delay: () => 0 },
    choose: () => Promise.resolve({ move: 'right' as const, ms: 0 }),
    begin: () => ({ add: () => undefined, score: 0 }) as unknown as PageRecord,
    onMove: ({ turn }) => {
      spawns.push(turn.spawn.rank)
      ending.abort()
    },
  }).game(false)
  expect(spawns).toEqual([1])
})

/** Many enough for the first board and the look before the key. */
const LOOKS_BEFORE = 1_000
