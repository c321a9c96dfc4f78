import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TreeView } from '../../../../src/core/contract/calls'
import { readGameSearch, type GameSearch } from '../../../../src/core/contract/searchers'
import { MOST_TREES } from '../../../../src/core/contract/calls/tree'
import { LabError } from '../../../../src/core/errors'
import { heuristicOf } from '../../../../src/core/games/registry'
import { MOVES } from '../../../../src/core/games/twenty48/board'
import { boardRoot } from '../../../../src/core/games/twenty48/tree/head'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { createRandom } from '../../../../src/core/random'
import { positionSearcher } from '../../../../src/core/search/registry'
import { searchPosition } from '../../../../src/core/search/searcher'
import type { SearchReport } from '../../../../src/core/games/twenty48/search/report'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { startTreeWorker, TreeReader } from '../../../../src/main/compute/trees/treeReader'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { Trees } from '../../../../src/main/lab/trees/trees'
import { Scope } from '../../../../src/main/scope'
import type { ThreadLike } from '../../../../src/main/threadChannel'
import { runs } from '../../../setup/extent'
import { computeInThreads } from '../../../setup/threadsHere'
import { realThreads, thesisPlayer } from '../../../support/threads'
import { wholeFile } from '../../../support/treeFile'

const board = parseBoard('3214 2153 4321 1010')
const midgame = parseBoard('EDC1BA9187611110')
/** Its tree of two pairs takes more than 1 MiB. */
const sparse = parseBoard('1000 0000 0000 0001')

/** What takes longer than any test. */
const LONG = { game: 'twenty48', position: 'start', searcher: 'expectimax', limits: { depth: 9 } } as const

let pool: Pool
let scope: Scope
let trees: Trees
let heard: (readonly TreeView[])[]
let failures: unknown[]
/** Bytes that trees may take together. */
let memory: number
let jobs: Jobs
/** Of one tree, in MiB. */
let room: number

// a thread of its own for each test would take most of the time
beforeAll(() => {
  pool = new ThreadPool({ threads: 1, createThread: realThreads().createThread })
})
afterAll(() => pool.close())

beforeEach(() => {
  heard = []
  failures = []
  memory = Infinity
  room = 64
  jobs = new Jobs(() => {})
  scope = new Scope('trees')
  trees = newTrees()
})

afterEach(async () => {
  await scope.close()
  jobs.close()
  expect(failures).toEqual([])
})

/** Trees whose reading threads are counted. */
function countedThreads(): { started: number; ended: number } {
  const threads = { started: 0, ended: 0 }
  const reader = new TreeReader(() => {
    threads.started++
    const thread = startTreeWorker()
    thread.on('exit', () => threads.ended++)
    return thread
  })
  trees = newTrees(reader)
  return threads
}

function newTrees(reader = new TreeReader()): Trees {
  return new Trees({
    ...{ scope, pool, reader, jobs },
    mebibytes: () => room,
    memory: () => memory,
    onViews: views => heard.push(views),
    onFailure: error => failures.push(error),
  })
}

const viewOf = (id: number) => trees.views.find(view => view.id === id)!

async function recorded(view: TreeView): Promise<TreeView> {
  await vi.waitFor(() => expect(viewOf(view.id).state).not.toBe('recording'), { timeout: 30_000, interval: 2 })
  return viewOf(view.id)
}

const record = (player: Player, at = board, keep: number[] = []) => recorded(trees.record(at, player, keep))

async function code(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LabError)
  return (error as LabError).code
}

describe('a recorded search', () => {
  test.each([
    ['limited by nodes', { nodes: 20_000 }, {}],
    ['of a table that is deeper', { depth: 3 }, { table: 'deeper' as const }],
    ['with leaves that are means', { depth: 1 }, { leaf: 'spawned' as const }],
  ])('has the slide and the values of the search without recording: %s', async (_, limits, settings) => {
    const player = thesisPlayer(limits, settings)
    const view = await record(player)
    const { report } = await pool.search(board, player)
    expect(view).toMatchObject({ state: 'done', complete: true, newer: false })
    expect(view.report!.best).toBe(report.best)
    expect(view.report!.depth).toBe(report.depth)
    const { rows } = await trees.ask('treeRows', { tree: view.id, first: 1, count: 4 })
    for (const { edge, value } of rows) {
      const move = MOVES.find(each => each === edge?.notation) ?? expect.unreachable('below the root stand slides')
      expect(view.report!.values[move]).toBeCloseTo(report.values[move]!, 9)
      if (value !== null) expect(value).toBeCloseTo(report.values[move]!, 9)
    }
  })

  test('that deepens is reported by iterations, shows the first and follows on request, with the same nodes unfolded', async () => {
    const { id } = trees.record(midgame, thesisPlayer({}, { cut: 0, table: 'off' }), [])
    await vi.waitFor(() => expect(viewOf(id).newer).toBe(true), 30_000)
    expect(viewOf(id)).toMatchObject({ version: 1, depth: 0, state: 'recording' })
    expect(viewOf(id).levels.length).toBeGreaterThan(2) // of the newest
    await trees.ask('foldTree', { tree: id, node: '1', levels: 1 })
    trees.follow(id)
    const { version, depth } = viewOf(id)
    expect([version, depth > 0]).toEqual([2, true])
    trees.stop(id)
    const stopped = await recorded(viewOf(id))
    expect(stopped.state).toBe('stopped')
    expect(stopped.iterations.length).toBeGreaterThan(1)
    expect(stopped.report!.best).toBeDefined()
    expect(await trees.top({ tree: id, plies: 1, boards: 1 })).toMatchObject({ version: stopped.version, root: { key: '0' } })
    const { total } = await trees.ask('treeRows', { tree: id, first: 0, count: 1 })
    expect(total).toBeGreaterThanOrEqual(5) // root and slides; the first slide was a leaf when it was unfolded
    expect(heard.length).toBeGreaterThan(2)
  })

  test('shows its first plies once there are any, and goes on with the move that was played to the next tree', async () => {
    const first = trees.record(board, thesisPlayer({ depth: 1 }), [])
    expect(await trees.top({ tree: first.id, plies: 2, boards: 5 })).toBeNull()
    await recorded(first)
    const top = (await trees.top({ tree: first.id, plies: 2, boards: 5 }))!
    expect(top).toMatchObject({ version: 1, root: { key: '0', position: first.root.state } })
    expect(top).not.toHaveProperty('played')
    const [slide] = top.root.children
    const [tile] = slide!.children
    const edges = [slide!.edge!.id, tile!.edge!.id]
    const { state } = await trees.ask('treeNode', { tree: first.id, node: tile!.key })
    const played = boardRoot(state).board
    const next = trees.follows(trees.record(played, thesisPlayer({ depth: 1 }), [first.id]), { tree: first.id, edges })
    const { played: path } = (await trees.top({ tree: first.id, plies: 2, boards: 5 }))!
    expect(path).toEqual({ tree: next.id, edges, key: tile!.key })
    await recorded(next)
    expect(await trees.top({ tree: next.id, plies: 0, boards: 1 })).toMatchObject({ root: { position: state, children: [] } })
    trees.close(next.id)
    expect(await trees.top({ tree: first.id, plies: 0, boards: 0 })).not.toHaveProperty('played')
    await expect(trees.top({ tree: next.id, plies: 1, boards: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('follows a game move by move: the played child becomes the next root, and no older tree stays open', async () => {
    let tree = trees.record(board, thesisPlayer({ depth: 2 }), [])
    await recorded(tree)
    for (let move = 0; move < 30; move++) {
      const { root } = (await trees.top({ tree: tree.id, plies: 2, boards: 60 }))!
      const slide = root.children.find(({ best }) => best)!
      const tile = slide.children.find(({ key }) => key === slide.outcomes!.likeliest)!
      const after = { tree: tree.id, edges: [slide.edge!.id, tile.edge!.id] }
      const next = trees.follows(trees.record(boardRoot(tile.position!).board, thesisPlayer({ depth: 2 }), [tree.id]), after)
      expect((await trees.top({ tree: tree.id, plies: 0, boards: 0 }))!.played).toEqual({
        ...after,
        tree: next.id,
        key: tile.key,
      })
      await recorded(next)
      expect(trees.views.map(({ id }) => id)).toEqual([tree.id, next.id])
      tree = next
    }
  })

  test('without enough room continues and says what is not recorded', async () => {
    room = 1
    const view = await record(thesisPlayer({ depth: 2 }, { table: 'off', cut: 0 }), sparse)
    expect(view.complete).toBe(false)
    expect(view.bytes).toBeLessThanOrEqual(2 ** 20)
    const { report } = await pool.search(sparse, thesisPlayer({ depth: 2 }, { table: 'off', cut: 0 }))
    for (const move of MOVES) expect(view.report!.values[move]).toBeCloseTo(report.values[move]!, 10)
    const missing = await trees.ask('findFlag', { tree: view.id, flag: 'not-recorded', from: '0', backwards: false })
    const { backup, row } = await trees.ask('treeNode', { tree: view.id, node: missing! })
    expect(backup.rule).toBe('not-recorded')
    // searched again from there it is whole, and worth the same
    const again = await recorded(await trees.again(view.id, missing!, row.depth, [view.id]))
    expect(again).toMatchObject({ from: 'again', complete: true, reach: row.reach, of: { tree: view.id, node: missing } })
    const root = await trees.ask('treeNode', { tree: again.id, node: '0' })
    expect(root.row.value).toBeCloseTo(row.value!, 9)
    expect(root.row.nodes).toBe(row.nodes)
  })
})

describe('a search that was made before', () => {
  /** Records it, and compares what stands at the root with what was told. */
  async function expectSameValues(report: SearchReport, player: Player): Promise<void> {
    const known = MOVES.filter(move => report.depths[move] !== null)
    const view = await recorded(trees.record(midgame, player, [], report.depths, report.cuts))
    expect(view).toMatchObject({ state: 'done', player })
    expect(view.report).toMatchObject({ best: report.best, values: report.values, depths: report.depths, depth: report.depth })
    const { rows } = await trees.ask('treeRows', { tree: view.id, first: 1, count: known.length })
    expect(rows.map(({ value, points, depth, best }) => [value! + points, depth, best])).toEqual(
      known.map(move => [report.values[move], report.depths[move], move === report.best]),
    )
  }

  // that a search is the same on any number of threads is a law of the pool
  test('whatever ended it, is recorded with its values bit for bit', async () => {
    for (let round = 0; round < runs(4, 24); round++) {
      const table = (['off', 'exact', 'deeper'] as const)[round % 3]!
      const settings = { table, cut: [0, 0.001][round % 2]!, points: 'added' } as const
      // stopped at one depth, or while it deepens; limited by nodes; limited by time
      const limits = [{ depth: 5 }, {}, { nodes: 7000 + 1000 * round }, { ms: 5 + round }][round % 4]!
      const player = thesisPlayer(limits, settings)
      const stop = new AbortController()
      if (round % 4 === 0) setTimeout(() => stop.abort(), 5 + round)
      const interim = (): void => {
        if (round % 4 === 1) stop.abort()
      }
      const { report } = await pool.search(midgame, player, { signal: stop.signal, interim })
      await expectSameValues(report, player)
    }
  })

  test('needs a depth for every slide that is possible', () => {
    const depths = { up: 1, down: null, left: 1, right: 1 }
    expect(() => trees.record(board, thesisPlayer({ depth: 1 }), [], depths)).toThrow('the slide down is possible')
  })
})

describe('a recording that takes longer than a moment', () => {
  const deep = thesisPlayer({ depth: 12 }, { cut: 0, table: 'off' })
  beforeEach(() => void (room = 4))
  const position = makePosition(midgame)

  test('is one of the jobs, with its position; one behind it waits', async () => {
    const first = trees.record(midgame, deep, [])
    const second = trees.record(midgame, thesisPlayer({ depth: 1 }), [first.id])
    expect(jobs.list).toEqual([])
    await vi.waitFor(
      () =>
        expect(jobs.list).toMatchObject([
          { kind: 'tree', title: position, state: 'running', done: 0, total: 1 },
          { kind: 'tree', title: position, state: 'waiting' },
        ]),
      30_000,
    )
    expect(viewOf(first.id).recording!.expanded % 64).toBe(0)
    jobs.cancel(jobs.list[0]!.id)
    expect((await recorded(first)).state).toBe('stopped')
    expect((await recorded(second)).state).toBe('done')
    expect(jobs.list).toEqual([])
  })
})

describe('searching again', () => {
  test('from any kind of node begins with its board and gives its value at the same depth', async () => {
    const player = thesisPlayer({ depth: 2 }, { table: 'off', leaf: 'spawned', cut: 0.03 })
    const view = await record(player)
    for (const node of ['0', '1', '5', '40', '200', '200.1']) {
      const { row, state: its } = await trees.ask('treeNode', { tree: view.id, node })
      const again = await recorded(await trees.again(view.id, node, row.depth, [view.id]))
      expect(again.root.state).toBe(its)
      const root = await trees.ask('treeNode', { tree: again.id, node: '0' })
      // a tile of a leaf's mean was only evaluated: searched, it has slides
      if (node !== '200.1' || row.kind !== 'leaf') expect(root.row.value).toBeCloseTo(row.value!, 9)
      else expect(root.row.kind).toBe('max')
      expect(root.row.reach).toBeCloseTo(row.reach, 12)
    }
  })
})

describe('trees that are open', () => {
  test('are those to keep and the newest, and no more than there is room for', async () => {
    const player = thesisPlayer({ depth: 1 })
    const ids: number[] = []
    for (let i = 0; i < MOST_TREES; i++) ids.push((await record(player, board, ids)).id)
    expect(trees.views.map(({ id }) => id)).toEqual(ids)
    expect(() => trees.record(board, player, ids)).toThrow(LabError)
    const next = await record(player, board, [ids[1]!])
    expect(trees.views.map(({ id }) => id)).toEqual([ids[1], next.id])
    expect(await code(trees.ask('treeRows', { tree: ids[0]!, first: 0, count: 1 }))).toBe('NOT_FOUND')
  })

  test('take no more memory together than they may: another one is refused, with what can be done, and they stay', async () => {
    const first = await record(thesisPlayer({ depth: 1 }))
    memory = 64 * 2 ** 20
    expect(() => trees.record(board, thesisPlayer({ depth: 1 }), [first.id])).toThrow(/close one of them, give a tree less room/)
    memory += first.bytes
    expect(() => trees.openFile('a.trace', memory + 1, [])).toThrow(/^The tree may take 65 MiB, and trees may take 64 MiB/)
    expect(trees.views.map(({ id }) => id)).toEqual([first.id])
    const second = trees.record(midgame, thesisPlayer({ depth: 12 }, { cut: 0, table: 'off' }), [first.id])
    memory += 64 * 2 ** 20 // beside those that are done; but one is still recorded, and may take all its room
    memory -= 1
    expect(() => trees.record(board, thesisPlayer({ depth: 1 }), [first.id, second.id])).toThrow(LabError)
    expect(() => trees.record(board, thesisPlayer({ depth: 1 }), [second.id])).not.toThrow()
  })

  test('leave no thread behind when the last is closed before it had anything to show', async () => {
    const threads = countedThreads()
    trees.close(trees.record(midgame, thesisPlayer({ depth: 12 }, { cut: 0, table: 'off' }), []).id)
    await vi.waitFor(() => expect(threads).toEqual({ started: 1, ended: 1 }))
  })

  test('are asked about nodes that they do not have, and refuse', async () => {
    const { id } = await record(thesisPlayer({ depth: 1 }))
    expect(await code(trees.ask('treeNode', { tree: id, node: '99999' }))).toBe('NOT_FOUND')
    await trees.ask('arrangeTree', { tree: id, sort: 'search', filter: { line: 'line', minReach: 0, flags: [] } })
    const { rows } = await trees.ask('treeRows', { tree: id, first: 0, count: 9 })
    const hidden = ['1', '2', '3'].find(key => rows.every(row => row.key !== key))!
    expect(await code(trees.ask('revealNode', { tree: id, node: hidden }))).toBe('NOT_FOUND')
  })

  test('answer a page while a board is looked for, and compare by the same edges', async () => {
    const { id } = await record(thesisPlayer({ depth: 2 }, { table: 'off' }))
    const other = await record(thesisPlayer({ depth: 1 }), board, [id])
    const { state: its } = await trees.ask('treeNode', { tree: id, node: '30' })
    const [found, rows] = await Promise.all([
      trees.ask('findPosition', { tree: id, position: its, after: '0' }),
      trees.ask('treeRows', { tree: id, first: 0, count: 2 }),
    ])
    expect((await trees.ask('treeNode', { tree: id, node: found! })).state).toEqual(its)
    expect(rows.rows).toHaveLength(2)
    const move = rows.rows[1]!.edge
    const edge = move?.id ?? expect.unreachable('the first row is the root')
    const same = await trees.ask('treeAt', { tree: other.id, edges: [edge] })
    expect((await trees.ask('treeNode', { tree: other.id, node: same! })).row.edge).toEqual(move)
    expect(await trees.ask('treeAt', { tree: other.id, edges: [edge, 999] })).toBeNull()
  })
})

describe('what takes long', () => {
  /** Its sum is right in many places, so that a search for it has many steps. */
  const nowhere = parseBoard('3214 2153 0000 0000').toReversed().with(0, 2).with(1, 2)
  let id: number
  const findBoard = () => trees.ask('findPosition', { tree: id, position: makePosition(nowhere), after: '0' })
  const findFlag = () => trees.ask('findFlag', { tree: id, flag: 'stopped', from: '0', backwards: false })
  beforeEach(async () => {
    const player = thesisPlayer({ depth: 3 }, { table: 'off', cut: 0, leaf: 'spawned' })
    ;({ id } = await record(player, parseBoard('3214 2153 0000 0000')))
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 200)) // each step seems to take a slice and more
  })
  afterEach(() => void vi.restoreAllMocks())

  test('is ended by a newer question of its kind, or by a stop', async () => {
    const older = code(findBoard())
    const newer = findFlag()
    expect(await older).toBe('CANCELLED')
    expect(await newer).toBeNull()
    const stopped = code(findBoard())
    trees.stopWork(id, 'find')
    expect(await stopped).toBe('CANCELLED')
    expect(await findBoard()).toBeNull()
  })

  test('is applied to the iteration that is shown meanwhile, and a search in the other reports nothing', async () => {
    const { id } = trees.record(midgame, thesisPlayer({}, { cut: 0, table: 'off' }), [])
    await vi.waitFor(() => {
      trees.follow(id)
      expect(viewOf(id).entries).toBeGreaterThan(5000)
    }, 30_000)
    await vi.waitFor(() => expect(viewOf(id).newer).toBe(true), 30_000)
    const arrange = () => trees.ask('arrangeTree', { tree: id, sort: 'search', filter: { line: 'line', minReach: 0, flags: [] } })
    const total = async () => (await trees.ask('treeRows', { tree: id, first: 0, count: 1 })).total
    expect(await total()).toBe(5)
    const arranged = arrange()
    const found = code(trees.ask('findFlag', { tree: id, flag: 'stopped', from: '0', backwards: false }))
    trees.follow(id)
    const { total: told } = await arranged
    expect(await found).toBe('CANCELLED')
    expect([told, await total()]).toEqual([2, 2])
  })
})

describe('a recorded search of any game', () => {
  const asked: GameSearch = {
    ...{ game: 'ticTacToe', position: 'X.O......', searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {}, seed: 0 },
  }
  const search = (change: Partial<GameSearch> = {}, keep: number[] = []) =>
    recorded(trees.recordSearch({ ...asked, ...change }, keep))

  test.each<[string, Partial<GameSearch>]>([
    [
      'PVS that deepens, with a table',
      { searcher: 'pvs', wrapping: { table: 10, deepening: 'interruptible' }, limits: { depth: 4 } },
    ],
    ['expectimax with chance', { game: 'exampleTree', position: '(max 3 (chance 0.5:1 0.5:(min 8 6)))', searcher: 'expectimax' }],
    ['greedy', { searcher: 'greedy' }],
    [
      'the warehouse, by rules and heuristic of its own',
      { game: 'warehouse', position: 'start', options: { steps: 30 }, heuristic: 'improved', limits: { depth: 3 } },
    ],
  ])('answers as the search without recording, with rows, a log, and what it was given: %s', async (_, change) => {
    const view = await search(change)
    const { game, searcher, wrapping, limits } = { ...asked, ...change }
    const { entry, root, searcher: its, config } = readGameSearch({ ...asked, ...change })
    const around = { wrapping, limits, random: createRandom(0), searcher: positionSearcher }
    const context = { ...around, now: () => 0, stopped: () => false }
    const report = searchPosition(
      its,
      entry.game,
      root,
      position => heuristicOf(entry, position, change.heuristic),
      config,
      context,
    )
    const { effort, stopped } = report
    expect(view).toMatchObject({ from: 'search', state: 'done', complete: true, game, searcher, hasLog: true, isWholeLog: true })
    const heuristic = change.heuristic ?? Object.keys(entry.heuristics)[0]
    const plies = searcher === 'greedy' ? 1 : limits.depth
    expect(view.search).toEqual({ config, wrapping, limits, heuristic, effort, stopped, plies })
    expect(view.root.state).toBe(entry.game.format(root))
    expect(view).not.toHaveProperty('player')
    const tree = view.id
    const { rows } = await trees.ask('treeRows', { tree, first: 0, count: 200 })
    expect(rows[0]!.value).toBe(report.values![0])
    const words = [...new Set(rows.slice(1).map(({ edge }) => edge!.words))] // PVS searches some again
    expect(words.toSorted()).toEqual(report.lines.map(({ action }) => entry.game.words(root, action)).toSorted())
    const node = await trees.ask('treeNode', { tree, node: '0' })
    expect(node.state).toBe(view.root.state)
    expect(node.terms).toEqual(heuristicOf(entry, root, change.heuristic).terms?.(root) ?? [])
    expect(await trees.ask('findPosition', { tree, position: node.state, after: '1' })).toBe('0')
    expect((await trees.ask('treeIcicle', { tree, node: '0', levels: 3, room: 100 }))[0]).toMatchObject({ key: '0' })
    for (const format of ['json', 'text', 'svg'] as const)
      expect((await trees.ask('exportTree', { tree, node: '0', levels: 1, format })).text).toContain(
        format === 'json' ? '"bound"' : format === 'text' ? 'positions' : '</svg>',
      )
  })

  test('of worlds names the searcher that searched them', async () => {
    const warehouse = { game: 'warehouse', position: 'start', searcher: 'sampling', limits: { depth: 1 } } as const
    const view = await search({ ...warehouse, config: { inner: 'star2', worlds: 1 } })
    expect(view).toMatchObject({ searcher: 'sampling', search: { world: { searcher: 'star2' } } })
  })

  test('its file opens as the same tree, log and all', async () => {
    const view = await search({ searcher: 'pvs', wrapping: { table: 8 } })
    const bytes = await wholeFile(at => trees.part(view.id, at))
    const file = trees.openFile('a.trace', bytes.length, [view.id])
    const opened = (await trees.putPart(file, bytes))!
    const { id: _, ms: _ms, from: _from, iterations: _iterations, ...same } = view
    expect(opened).toMatchObject({ ...same, from: 'file', file: 'a.trace' })
    expect(await wholeFile(at => trees.part(opened.id, at))).toHaveLength(bytes.length)
  })

  test('waits for the one before it, and one that is closed meanwhile never begins', async () => {
    const { id: long } = trees.recordSearch({ ...asked, ...LONG }, [])
    const { id } = trees.recordSearch(asked, [long])
    const { id: closed } = trees.recordSearch({ ...asked, ...LONG }, [long, id])
    trees.close(closed)
    trees.stop(long)
    expect(await recorded(viewOf(id))).toMatchObject({ state: 'done' })
  })

  test('of nothing that greedy chooses has no lecture, and asking for one harms nothing', async () => {
    const { id: tree, hasLog } = await search({ game: 'exampleTree', position: '(chance 1:3)', searcher: 'greedy' })
    expect(hasLog).toBe(false)
    await expect(trees.ask('lectureAt', { tree, at: 0, step: 'stay' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await trees.ask('treeRows', { tree, first: 0, count: 10 })).rows).toHaveLength(1)
  })

  test.each<[Partial<GameSearch>, string, RegExp]>([
    [{ position: 'X.Q......' }, 'BAD_POSITION', /^character 3/],
    [{ game: 'exampleTree', position: '(p1 [3,1,2] [0,4,1])' }, 'BAD_SETTING', /^searcher: alphaBeta is for 2 agents/],
    [{ game: 'twenty48', position: 'start', searcher: 'expectimax' }, 'BAD_SETTING', /^depth: /],
  ])('is refused before anything is closed: %j', async (change, code, message) => {
    const { id } = await search()
    expect(() => trees.recordSearch({ ...asked, ...change }, [])).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
    expect(viewOf(id).state).toBe('done')
  })
})

describe('the file of a tree', () => {
  const fileOf = (id: number): Promise<Buffer> => wholeFile(at => trees.part(id, at))

  async function openFile(bytes: Buffer, size = bytes.length): Promise<TreeView> {
    const file = trees.openFile('a.trace', size, [])
    for (let at = 0; ; at += 1000) {
      const opened = await trees.putPart(file, bytes.subarray(at, at + 1000))
      if (opened) return opened
      if (at > bytes.length) return expect.unreachable('the last part opens it')
    }
  }

  test('opens as the same tree, with whose search it was', async () => {
    const player = thesisPlayer({ nodes: 5000 }, { leaf: 'spawned' })
    const view = await record(player)
    const rows = async (tree: number) => {
      await trees.ask('foldTree', { tree, node: '0', levels: 3 })
      return (await trees.ask('treeRows', { tree, first: 0, count: 200 })).rows
    }
    const before = await rows(view.id)
    const bytes = await fileOf(view.id)
    const opened = await openFile(bytes)
    expect(opened).toMatchObject({
      from: 'file',
      file: 'a.trace',
      state: 'done',
      player: { ...player, settings: { ...player.settings, cut: view.report!.cut } },
      entries: view.entries,
      levels: view.levels,
    })
    expect(await rows(opened.id)).toEqual(before)
    expect(trees.views).toHaveLength(1)
    expect(await fileOf(opened.id)).toHaveLength(bytes.length)
  })

  test('goes out whole to the last who began to save it, and the others hear that', async () => {
    const { id } = await record(thesisPlayer({ depth: 1 }))
    const { length } = await trees.part(id, 0)
    const second = await trees.part(id, length)
    const bytes = await fileOf(id)
    expect(bytes.subarray(length, length + second.length)).toEqual(Buffer.from(second))
    expect(await code(trees.part(id, length + second.length))).toBe('CANCELLED')
  })

  test('that is damaged, cut short or given up for another is refused, and the trees stay', async () => {
    const { id } = await record(thesisPlayer({ depth: 1 }))
    const bytes = await fileOf(id)
    const damaged = Buffer.from(bytes)
    damaged[damaged.length - 9]! ^= 4
    expect(await code(openFile(damaged))).toBe('BAD_FILE')
    expect(await code(openFile(bytes.subarray(0, 900)))).toBe('BAD_FILE')
    expect(await code(openFile(Buffer.from('no tree at all')))).toBe('BAD_FILE')
    const first = trees.openFile('a.trace', bytes.length, [])
    trees.openFile('b.trace', bytes.length, [])
    expect(await code(trees.putPart(first, bytes))).toBe('NOT_FOUND')
    const second = trees.openFile('a.trace', bytes.length, [])
    const whole = code(trees.putPart(second, bytes)) // is looked through by the other thread
    trees.giveUpFile(second)
    expect(await whole).toBe('CANCELLED')
    expect(await code(trees.putPart(second, bytes))).toBe('NOT_FOUND')
    expect(trees.views.map(view => view.id)).toEqual([id])
  })

  test('leaves other trees alone that were started while it was read, before their callers knew their numbers', async () => {
    const { id } = await record(thesisPlayer({ depth: 1 }))
    const bytes = await fileOf(id)
    const file = trees.openFile('a.trace', bytes.length, [id])
    await trees.putPart(file, bytes.subarray(0, 500))
    const meanwhile = trees.record(midgame, thesisPlayer({ depth: 12 }, { cut: 0, table: 'off' }), [id])
    const opened = await trees.putPart(file, bytes.subarray(500))
    expect(trees.views.map(view => view.id)).toEqual([id, meanwhile.id, opened!.id])
    expect(viewOf(meanwhile.id).state).toBe('recording')
    const ids = trees.views.map(view => view.id)
    const other = trees.openFile('b.trace', bytes.length, ids)
    const newest = trees.record(board, thesisPlayer({ depth: 1 }), ids)
    const last = await trees.putPart(other, bytes) // four are open: one that it was to stand beside makes room
    expect(trees.views.map(view => view.id)).toEqual([...ids.slice(1), newest.id, last!.id])
  })
})

describe('the thread of the built lab', () => {
  computeInThreads()

  test('reads trees; one that died is replaced with the same trees open', async () => {
    const started: ThreadLike[] = []
    const reader = new TreeReader(() => {
      const thread = startTreeWorker()
      started.push(thread)
      return thread
    })
    trees = newTrees(reader)
    const { id, entries } = await record(thesisPlayer({ depth: 1 }))
    const first = await trees.ask('treeRows', { tree: id, first: 0, count: 200 })
    expect(first.rows.length).toBeLessThan(entries)
    await started[0]!.terminate()
    await vi.waitFor(
      async () => expect((await trees.ask('treeRows', { tree: id, first: 0, count: 200 })).rows).toEqual(first.rows),
      30_000,
    )
    expect(started).toHaveLength(2)
  })

  test('a bug in an answer ends the thread, which says of what, and another takes its place', async () => {
    const reader = new TreeReader()
    trees = newTrees(reader)
    const { id } = await record(thesisPlayer({ depth: 1 }))
    const lost = reader.ask('findPosition', { tree: id, position: null, after: '0' } as never)
    const ofWhat = expect.stringMatching(/died [(](?!exit code)/) as string
    await expect(lost).rejects.toMatchObject({ code: 'WORKER_LOST', message: ofWhat })
    expect((await trees.ask('treeRows', { tree: id, first: 0, count: 200 })).rows).not.toEqual([])
  })
})
