import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GAME_IDS, GAMES } from '../../../../src/core/games/registry'
import { LONGEST_REQUEST, readRequest, RequestFault } from '../../../../src/main/hosts/terminal/engine/requests'
import { EngineSession, type SessionOptions } from '../../../../src/main/hosts/terminal/engine/engine'
import { readLines } from '../../../../src/main/hosts/terminal/search/lines'
import { withCommandLab, type CommandLab } from '../../../../src/main/lab/localLab'
import { lab, terminalHere } from '../../../support/terminalHere'
import { HOME, jsonLines } from '../../../support/terminalProcess'

const ROOT = resolve(import.meta.dirname, '../../../..')
const CROWDED = 'EDC1BA9187611110'

interface Answer {
  readonly type: string
  readonly id?: number | string | null
  readonly depth?: number
  readonly nodes?: number
  readonly best?: string | null
  readonly value?: number | null
  readonly values?: Readonly<Record<string, { readonly value: number }>>
  readonly stopped?: string
  readonly unsearched?: true
  readonly code?: string
  readonly field?: string
  readonly message?: string
  readonly searches?: readonly (number | string)[]
}

/** One pool for all sessions, as it is for all requests of an engine. */
let shared: CommandLab
const closed = Promise.withResolvers<void>()
let closing: Promise<void>

beforeAll(async () => {
  const opened = Promise.withResolvers<void>()
  closing = withCommandLab({ terminal: terminalHere().terminal, home: HOME, threads: 1, program: 'test' }, async opens => {
    shared = opens
    opened.resolve()
    await closed.promise
  })
  await opened.promise
})

afterAll(async () => {
  closed.resolve()
  await closing
})

/** A running engine: what is sent arrives in these pieces, and answers are collected. */
function session(options: Partial<SessionOptions> = {}) {
  const answers: Answer[] = []
  const pieces: string[] = []
  let [wake, isOver] = [() => undefined as void, false]
  async function* input(): AsyncGenerator<string> {
    for (;;) {
      if (pieces.length > 0) yield pieces.shift()!
      else if (isOver) return
      else await new Promise<void>(resolve => (wake = resolve))
    }
  }
  const output = {
    print: async (line: string) => void answers.push(JSON.parse(line) as Answer),
    hasRoom: () => true,
  }
  const hello = async () => ({ protocol: 1 })
  const signal = new AbortController().signal
  const engine = new EngineSession({ lab: shared, output, hello, signal, ...options })
  const ended = engine.run(readLines(input(), LONGEST_REQUEST))
  return {
    answers,
    ended,
    send(...requests: readonly (object | string)[]) {
      for (const request of requests) pieces.push((typeof request === 'string' ? request : JSON.stringify(request)) + '\n')
      wake()
    },
    end() {
      isOver = true
      wake()
      return ended
    },
    async until(isThere: (answer: Answer) => boolean): Promise<Answer> {
      return vi.waitUntil(() => answers.find(isThere), { timeout: 20_000, interval: 2 })
    },
  }
}

/** The shared lab, whose searches of 2048 report and finish when the test says so. */
function scriptedLab() {
  const finish: (() => void)[] = []
  let report = (): void => undefined
  const search: CommandLab['search'] = async (board, player, options) => {
    const found = await shared.search(board, { ...player, limits: { depth: 0 } })
    report = () => options?.interim?.(found)
    await new Promise<void>(resolve => finish.push(resolve))
    return found
  }
  return { lab: { ...shared, search }, finish, report: () => report() }
}

const search = (id: number | string, more: object = {}) => ({ type: 'search', id, position: CROWDED, ...more })
const endless = { limits: { depth: 60 }, settings: { cut: 0, table: 'off' } }
const isResult = (id: number | string) => (answer: Answer) => answer.type === 'result' && answer.id === id

describe('a search', () => {
  test('of 2048 has the values of lab search, and tells each depth before the last', async () => {
    const engine = session()
    engine.send(search(1, { limits: { depth: 2 }, profile: 'power', set: { monotonicity: 3 } }))
    await engine.end()
    const asked = ['search', CROWDED, '--depth', '2', '--profile', 'power', '--set', 'monotonicity=3', '--json']
    const [alone] = jsonLines<{ best: string; values: Record<string, number | null>; nodes: number }>(await lab(asked))
    expect(engine.answers.map(({ type, depth }) => [type, depth])).toEqual([
      ['info', 0],
      ['info', 1],
      ['result', 2],
    ])
    const result = engine.answers.at(-1)
    const legal = Object.entries(alone!.values).filter(([, value]) => value !== null)
    expect(Object.entries(result.values!).map(([move, { value }]) => [move, value])).toEqual(legal)
    expect(result.best).toBe(alone!.best)
    expect(result.nodes! - engine.answers[1]!.nodes!).toBe(alone!.nodes)
  })

  test('of every game has the answer of lab think', async () => {
    const searchers: Partial<Record<(typeof GAME_IDS)[number], string>> = { twenty48: 'kernel', warehouse: 'expectimax' }
    const engine = session()
    const limits = { depth: 3 }
    for (const game of GAME_IDS)
      engine.send(search(game, { game, position: 'start', searcher: searchers[game] ?? 'alphaBeta', limits, seed: 5 }))
    await engine.end()
    expect(engine.answers.map(({ type, id }) => [type, id])).toEqual(expect.arrayContaining(GAME_IDS.map(id => ['result', id])))
    for (const game of ['warehouse', 'twenty48'] as const) {
      const args = ['think', game, 'start', '--searcher', searchers[game]!, '--depth', '3', '--seed', '5', '--json']
      const [alone] = jsonLines<Answer>(await lab(args))
      const { id: _, type: _type, ...result } = engine.answers.find(isResult(game))!
      const changing = {
        ms: expect.any(Number) as number,
        nodes: expect.any(Number) as number,
        hits: expect.any(Number) as number,
      }
      expect(alone).toMatchObject({ ...result, ...changing })
    }
  })

  test('plays the moves of a request first', async () => {
    const engine = session()
    const tiles = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    engine.send(search(1, { position: tiles, moves: ['left', '4@r1c2'], limits: { depth: 0 } }))
    engine.send(search(2, { game: 'ticTacToe', position: 'start', moves: ['r1c1', 'r2c2'], searcher: 'greedy' }))
    engine.send(search(3, { position: tiles, moves: ['left', '4@r1c1'] }))
    engine.send(search(4, { game: 'ticTacToe', position: tiles, searcher: 'greedy' }))
    await engine.end()
    expect(engine.answers.find(isResult(1))).toMatchObject({ position: '1200000000001000' })
    expect(engine.answers.find(isResult(2))).toMatchObject({ position: 'X../.O./...' })
    expect(engine.answers.find(({ id }) => id === 3)).toMatchObject({ type: 'error', field: 'moves.1' })
    expect(engine.answers.find(({ id }) => id === 4)).toMatchObject({ type: 'error', field: 'position' })
  })

  test('that deepens reports each depth of any game, and none where nobody wants it', async () => {
    const engine = session()
    const deepening = { game: 'ticTacToe', searcher: 'alphaBeta', wrapping: { deepening: 'interruptible' }, limits: { depth: 3 } }
    engine.send(search(1, { position: 'start', ...deepening }), search(2, { position: 'start', ...deepening, info: false }))
    await engine.end()
    expect(engine.answers.map(({ type, id, depth }) => [type, id, depth])).toEqual([
      ['info', 1, 1],
      ['info', 1, 2],
      ['result', 1, 3],
      ['result', 2, 3],
    ])
  })
})

describe('stop', () => {
  test('ends the running search with its deepest finished depth, and others wait for their turn', async () => {
    const engine = session()
    engine.send(search(1, endless), search(2, endless), search(3, { limits: { depth: 0 } }))
    await engine.until(({ id, depth }) => id === 1 && depth === 2)
    engine.send({ type: 'stop', search: 2 }, { type: 'stop', search: 1, id: 'why' }, { type: 'stop', search: 77 })
    await engine.end()
    const results = engine.answers.filter(({ type }) => type === 'result')
    expect(results.map(({ id, stopped, unsearched }) => [id, stopped, unsearched])).toEqual([
      [1, 'request', undefined],
      [2, 'request', true],
      [3, 'limit', undefined],
    ])
    const told = engine.answers.filter(({ type, id }) => type === 'info' && id === 1).at(-1)
    expect(results[0]!.depth).toBe(told.depth)
    expect(results[0]!.depth).toBeGreaterThanOrEqual(2)
    expect(engine.answers.filter(({ type }) => type === 'stopping')).toEqual([
      { type: 'stopping', searches: [2] },
      { type: 'stopping', id: 'why', searches: [1] },
      { type: 'stopping', searches: [] },
    ])
  })

  test('without an id, quit, and a signal end all searches, of any game', async () => {
    const signal = new AbortController()
    const mcts = { game: 'twenty48', searcher: 'mcts', limits: { ms: 1e9 } }
    for (const by of ['stop', 'quit', 'signal'] as const) {
      const engine = session({ signal: signal.signal })
      engine.send(search(1, mcts), search(2, endless))
      await engine.until(({ type }) => type === 'info')
      if (by === 'signal') signal.abort()
      else engine.send({ type: by })
      await (by === 'quit' ? engine.ended : engine.end())
      const ends = engine.answers.filter(({ type }) => type === 'result').map(({ id, stopped }) => [id, stopped])
      expect(ends).toEqual([
        [1, 'request'],
        [2, 'request'],
      ])
    }
  })
})

describe('a wrong request', () => {
  test.each<[field: string | undefined, request: object | string]>([
    ['type', { id: 1 }],
    ['id', { type: 'search', position: CROWDED }],
    ['limits.dept', search(1, { limits: { dept: 3 } })],
    ['limits.depth', search(1, { searcher: 'kernel', limits: { depth: 4 } })],
    ['position', search(1, { position: 'nonsense' })],
    ['config.leef', search(1, { searcher: 'expectimax', limits: { depth: 1 }, config: { leef: 1 } })],
    [undefined, '{"type":'],
    [undefined, `{"type":"search","id":1,"position":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    [undefined, `{"type":"search","id":1,"position":"${'1'.repeat(LONGEST_REQUEST)}"}`],
  ])('is refused by its field, %s, and the next one is answered', async (field, request) => {
    const engine = session()
    engine.send(request, { type: 'hello', id: 9 })
    await engine.end()
    expect(engine.answers).toHaveLength(2)
    expect(engine.answers[0]).toMatchObject({ type: 'error', message: expect.stringMatching(/\S/) as string })
    expect(engine.answers[0]!.field).toBe(field)
    expect(engine.answers[1]).toEqual({ type: 'hello', id: 9, protocol: 1 })
  })

  test('with the id of a search that is not answered is refused, and the search goes on', async () => {
    const engine = session()
    engine.send(search(1, endless), search(1), { type: 'stop' })
    await engine.end()
    expect(engine.answers.filter(({ type }) => type !== 'info')).toMatchObject([
      { type: 'error', id: 1, field: 'id' },
      { type: 'stopping', searches: [1] },
      { type: 'result', id: 1 },
    ])
  })

  test('whatever it is, is a fault of the request', () => {
    const name = fc.constantFrom('type', 'id', 'position', 'limits', 'config', 'searcher', 'moves', '__proto__', 'constructor')
    const value = fc.oneof(fc.constantFrom('search', 'stop', 'hello', 'start', 'mcts'), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.dictionary(name, value).map(fields => JSON.stringify(fields)),
        ),
        text => {
          try {
            expect(readRequest(text)).toHaveProperty('type')
          } catch (error) {
            expect(error).toBeInstanceOf(RequestFault)
          }
        },
      ),
    )
  })
})

test('a depth that is reported after the result is left out', async () => {
  const { lab: scripted, finish, report } = scriptedLab()
  const engine = session({ lab: scripted })
  engine.send(search(1))
  await vi.waitFor(() => expect(finish).toHaveLength(1))
  report()
  finish.shift()!()
  await engine.end()
  report()
  expect(engine.answers.map(({ type }) => type)).toEqual(['info', 'result'])
})

describe('a slow reader', () => {
  test('gets one answer after the other, and is not flooded', async () => {
    let [printing, most] = [0, 0]
    const lines: string[] = []
    const print = async (line: string) => {
      most = Math.max(most, ++printing)
      await new Promise(setImmediate)
      lines.push(line)
      printing--
    }
    const engine = session({ output: { print, hasRoom: () => false } })
    engine.send(...[1, 2, 3].map(id => search(id, { limits: { depth: 2 } })))
    await engine.end()
    expect(most).toBe(1)
    expect(lines.map(line => (JSON.parse(line) as Answer).type)).toEqual(['result', 'result', 'result'])
  })

  test('waits for as many answers as it takes to be below the limit again', async () => {
    const { lab: scripted, finish } = scriptedLab()
    const [small, large] = [search(1), search(3, { seed: 123_456_789 })]
    const engine = session({ lab: scripted, mostWaiting: 2 * JSON.stringify(small).length })
    engine.send(small, search(2), large, { type: 'hello' })
    await vi.waitFor(() => expect(finish).toHaveLength(1))
    for (const expected of [['result'], ['result', 'result', 'hello']]) {
      finish.shift()!()
      await vi.waitFor(() => expect(finish).toHaveLength(1))
      expect(engine.answers.map(({ type }) => type)).toEqual(expected)
    }
    finish.shift()!()
    await engine.end()
  })
})

describe('lab engine', () => {
  test('answers the requests of docs/engine.md as written there', async () => {
    const [, dialogue] = /```\n(→[^`]*)```/.exec(readFileSync(join(ROOT, 'docs/engine.md'), 'utf8'))!
    const lines = dialogue!.trim().split('\n')
    const engine = session()
    const withoutTimes = (text: string) => text.replace(/"ms":[\d.]+/g, '"ms":0')
    let heard = 0
    for (const line of lines) {
      const text = line.slice(2)
      if (line.startsWith('→')) engine.send(text)
      else {
        await vi.waitUntil(() => engine.answers.length > heard)
        const answer = withoutTimes(JSON.stringify(engine.answers[heard++]))
        const pieces = withoutTimes(text).split('…')
        // what stands for "…" is found from the left, so that the rest must follow in order
        const rest = pieces.reduce((left, piece) => left.slice(left.indexOf(piece) + piece.length), answer)
        expect(pieces.every(piece => answer.includes(piece)) && answer.startsWith(pieces[0]!) && rest === '', answer).toBe(true)
      }
    }
    await engine.ended
    expect(engine.answers).toHaveLength(heard)
  })

  test('greets with games, searchers and profiles, finishes what is queued at the end of its input, and ends with 0', async () => {
    const input = [{ type: 'hello' }, search(1, { limits: { depth: 1 }, info: false })]
      .map(each => JSON.stringify(each))
      .join('\n')
    const ended = await lab(['engine'], { input })
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    const [hello, result] = jsonLines<Record<string, readonly { readonly id: string }[]>>(ended)
    expect(hello).toMatchObject({ type: 'hello', protocol: 1, profiles: expect.arrayContaining(['thesis', 'power']) as string[] })
    expect(hello!['games']!.map(({ id }) => id)).toEqual(Object.keys(GAMES))
    expect(hello!['searchers']!.find(({ id }) => id === 'mcts')).toMatchObject({
      settings: expect.arrayContaining(['C']) as string[],
    })
    expect(hello!['searchers']!.find(({ id }) => id === 'kernel')).toMatchObject({
      settings: expect.arrayContaining(['cut', 'leaf']) as string[],
    })
    expect(result).toMatchObject({ type: 'result', id: 1 })
  })
})

describe('a client', () => {
  const run = promisify(execFile)

  test.skipIf(process.platform === 'win32')('in Python, as in docs/engine-client.py, plays a game', async context => {
    const { error, status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
    if (error || status !== 0) return context.skip('no Python 3.9 or newer here: docs/engine-client.py did not run')
    const client = join(ROOT, 'docs/engine-client.py')
    const { stdout } = await run('python3', [client, 'play', '--moves', '60', '--depth', '1', '--seed', '1'], {
      env: { ...process.env, LAB_HOME: HOME },
    })
    const { score, moves, tiles } = JSON.parse(stdout) as { score: number; moves: number; tiles: number[] }
    expect(moves).toBe(60)
    // each tile v earned v·(log2 v − 1) points, less 4 for each 4 that appeared, which the sum of the tiles counts
    const earned = tiles.reduce((sum, tile) => sum + (tile > 0 ? tile * (Math.log2(tile) - 1) : 0), 0)
    const fours = (tiles.reduce((sum, tile) => sum + tile, 0) - 2 * (moves + 2)) / 2
    expect(score).toBe(earned - 4 * fours)
  })
})
