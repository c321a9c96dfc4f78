import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTraceFile } from '../../../src/core/contract/files'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'
import { scoreDifference } from '../../../src/core/games/cantGoBack/heuristics'
import { openTree } from '../../../src/core/games/trees'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { GAMES, heuristicOf } from '../../../src/core/games/registry'
import { boardHeuristic, twenty48 } from '../../../src/core/games/twenty48/game'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { isDeepening } from '../../../src/core/search/deepening'
import { recordSearch, type FinishedIteration, type RecordedSearch } from '../../../src/core/search/record'
import type { SearchHead } from '../../../src/core/search/subject'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Report } from '../../../src/core/search/report'
import type { Context, Searcher, Wrapping } from '../../../src/core/search/searcher'
import { finish } from '../../../src/core/sliced'
import { EventLog } from '../../../src/core/trace/eventLog'
import { WITH_WINDOWS, columnList, DEEPEST, FLAGS } from '../../../src/core/trace/format'
import { checkTrace } from '../../../src/core/trace/check'
import { Trace } from '../../../src/core/trace/trace'
import { runs } from '../../setup/extent'
import { faultsOfRecorded, structureFault } from './recorded'
import { faultsOfLog } from './recordedLog'
import { chanceTrees, context, DYADIC, graphGame, graphRules, PLAIN_CONFIG, run, wrappings } from './support'

const { minimax, alphaBeta, pvs, expectimax, star1, star2, paranoid, greedy, random } = SEARCHERS
const ALL: readonly Searcher[] = [minimax, alphaBeta, pvs, expectimax, star1, star2, paranoid, greedy, random]
const PRUNING: readonly Searcher[] = [alphaBeta, pvs, star1, star2, paranoid]

function record<State>(
  searcher: Searcher,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  change: Partial<Context> = {},
  mebibytes = 2,
  config: unknown = searcher === expectimax ? PLAIN_CONFIG : {},
) {
  const found = recordSearch(game, root, searcher, () => heuristic, config, context(change), mebibytes)
  return { report: found.report, trace: new Trace(found.trace), log: new EventLog(found.trace.log, found.trace.entries) }
}

const limits = fc.record({ depth: fc.integer({ min: 1, max: 7 }), nodes: fc.integer({ min: 1, max: 500 }) }, { requiredKeys: [] })

describe.each(ALL)('a recorded search of $id', searcher => {
  test('finds what the search finds that is not recorded, with the tree and the log of it', () => {
    let hits = 0
    fc.assert(
      fc.property(graphRules, wrappings(searcher), limits, (rules, wrapping, limits) => {
        const { game, heuristic } = graphGame(rules)
        const found = record(searcher, game, 0, heuristic, { limits, wrapping })
        expect(found.report).toEqual(run(searcher, game, 0, heuristic, { limits, wrapping }))
        const { trace, log } = found
        expect(structureFault(trace)).toBeUndefined()
        expect(faultsOfRecorded(trace, game, 0, heuristic)).toEqual([])
        expect(faultsOfLog(trace, log)).toEqual([])
        expect(log.isWhole).toBe(true)
        // earlier iterations are no part of the tree
        if (!isDeepening({ limits, wrapping })) {
          const cuts = Array.from({ length: log.events }, (_, at) => log.kind(at)).filter(kind => kind === 'cut')
          expect(cuts).toHaveLength(found.report.effort.cutoffs)
        }
        hits += trace.columns.flags.subarray(0, trace.entries).filter(flags => (flags & FLAGS.TABLE_HIT) !== 0).length
      }),
      { numRuns: runs(100, 1500) },
    )
    if ((searcher.wrappers as string[]).includes('table')) expect(hits).toBeGreaterThan(5)
  })
})

test.each([star1, star2, paranoid])(
  '$id on trees of players and chance: windows, cuts and probes of chance nodes follow',
  searcher => {
    let cuts = 0
    let probed = 0
    const nothing: Wrapping = {}
    const around = fc.constantFrom(nothing, { order: 'static' }, { order: 'dynamic', deepening: 'interruptible' }, { table: 8 })
    fc.assert(
      fc.property(chanceTrees({ leaf: fc.integer({ min: -9, max: 9 }), shares: DYADIC }), around, (text, wrapping) => {
        const root = exampleTree.parse(text)
        const { trace, log } = record(searcher, exampleTree, root, treeEstimates(root), { wrapping })
        expect(structureFault(trace)).toBeUndefined()
        expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
        expect(faultsOfRecorded(trace, exampleTree, root, treeEstimates(root))).toEqual([])
        expect(faultsOfLog(trace, log)).toEqual([])
        for (let node = 0; node < trace.entries; node++) {
          if (trace.kind(node) === 'chance' && trace.has(node, FLAGS.ALPHA_CUT | FLAGS.BETA_CUT)) cuts++
          if (trace.has(node, FLAGS.PROBED)) probed++
        }
      }),
      { numRuns: runs(100, 2000) },
    )
    // paranoid knows no bounds
    if (searcher === paranoid) expect(cuts).toBe(0)
    else expect(cuts).toBeGreaterThan(50)
    if (searcher === star2) expect(probed).toBeGreaterThan(50)
    else expect(probed).toBe(0)
  },
)

test.each(['ignored', 'added'] as const)('expectimax on 2048, points %s: each value follows from its children', points => {
  const evaluator = makeEvaluator('thesis')
  const heuristic = boardHeuristic(evaluator)
  const cases = [
    { text: '1234123412312300', depth: 2 },
    { text: '1212212112122100', depth: 3 },
    { text: '1212212112122120*', depth: 3 },
  ]
  for (const { text, depth } of cases)
    for (const table of ['off', 'exact'] as const)
      for (const cut of [0, 0.3]) {
        const config = { ...PLAIN_CONFIG, points, table, cut }
        const root = twenty48.parse(text)
        const { report, trace, log } = record(expectimax, twenty48, root, heuristic, { limits: { depth } }, 16, config)
        expect(report).toEqual(expectimax.search(twenty48, root, heuristic, config, context({ limits: { depth } })))
        expect(structureFault(trace)).toBeUndefined()
        expect(faultsOfRecorded(trace, twenty48, root, heuristic)).toEqual([])
        expect(faultsOfLog(trace, log)).toEqual([])
        expect(trace.value(0)).toBe(report.values![0])
      }
})

const PLAYERS_OF_2048 = [minimax, alphaBeta, pvs, greedy].flatMap(searcher =>
  Object.keys(GAMES.twenty48.heuristics).map(heuristic => ({ searcher, id: searcher.id, heuristic })),
)

test.each(PLAYERS_OF_2048)('$id on 2048 by $heuristic: each value follows from its children', ({ searcher, heuristic: id }) => {
  for (const text of ['1212212112122103', '1212212112122121', '1234123412300210*']) {
    const root = twenty48.parse(text)
    const heuristic = heuristicOf(GAMES.twenty48, root, id)
    const change = { limits: searcher.isLimited ? { depth: 3 } : {} }
    const { report, trace, log } = record(searcher, twenty48, root, heuristic, change, 8)
    expect(report).toEqual(run(searcher, twenty48, root, heuristic, change))
    expect(structureFault(trace)).toBeUndefined()
    expect(faultsOfRecorded(trace, twenty48, root, heuristic)).toEqual([])
    expect(faultsOfLog(trace, log)).toEqual([])
  }
})

test('in a search to the end what was not visited has as many plies left as what was', () => {
  const root = exampleTree.parse('(max 3 (min 2 9))')
  const { trace } = record(alphaBeta, exampleTree, root, treeEstimates(root))
  expect(trace.has(4, FLAGS.NOT_VISITED)).toBe(true)
  expect([...trace.columns.depth.subarray(0, trace.entries)]).toEqual(Array(trace.entries).fill(DEEPEST))
})

test('a known value leaves out the root’s other children, and says so', () => {
  const root = exampleTree.parse('(max (min 5 9) (min 6 7) (min 4 8))')
  const { report, trace } = record(alphaBeta, exampleTree, root, treeEstimates(root), {}, 1, { known: 6 })
  expect([report.best, trace.value(0)]).toEqual([1, 6])
  expect(trace.children(0).map(child => trace.flagNames(child))).toEqual([['alpha-cut'], [], ['not-visited']])
  expect(trace.flagNames(0)).toEqual(['beta-cut'])
  expect(report.effort.cutoffs).toBe(2)
  expect(faultsOfRecorded(trace, exampleTree, root, treeEstimates(root))).toEqual([])
})

test.each(PRUNING)('$id says at the root when a move takes the place of one that is worth as much', searcher => {
  const wrapping: Wrapping = { order: 'static', rootTies: true }
  const root = exampleTree.parse('(max 1 (min~9 4 5) (min~8 4 6))')
  const { report, trace, log } = record(searcher, exampleTree, root, treeEstimates(root), { wrapping })
  expect(report.best).toBe(1)
  const swapped = exampleTree.parse('(max 1 (min~8 4 6) (min~9 4 5))') // the third child is searched first
  const found = record(searcher, exampleTree, swapped, treeEstimates(swapped), { wrapping })
  expect(found.report.best).toBe(1)
  const taken = ({ columns }: Trace<SearchHead>, its: EventLog) =>
    Array.from({ length: its.events }, (_, at) => its.event(at))
      .filter(({ kind, node }) => kind === 'improve' && node === 0)
      .map(({ y }) => columns.edge[y])
  expect(taken(trace, log)).toEqual([1])
  expect(taken(found.trace, found.log)).toEqual([2, 1])
})

describe('a search that deepens', () => {
  test('is recorded in the iteration that its report is of, with the earlier ones in the log', () => {
    let interrupted = 0
    let dropped = 0
    fc.assert(
      fc.property(graphRules, fc.integer({ min: 1, max: 500 }), (rules, nodes) => {
        const { game, heuristic } = graphGame({ ...rules, hasChance: false })
        const interim: Report[] = []
        const limited = { limits: { nodes }, report: (report: Report) => interim.push(report) }
        const { report, trace, log } = record(alphaBeta, game, 0, heuristic, limited)
        const depth = trace.head.depth
        const earlier = Array.from({ length: log.events }, (_, at) => log.event(at)).filter(({ kind }) => kind === 'iteration')
        expect(earlier.map(({ x }) => x)).toEqual(Array.from({ length: depth - 1 }, (_, i) => i + 1))
        expect(earlier.map(({ y }) => y)).toEqual(interim.slice(0, depth - 1).map(({ values }) => values![0]))
        const deepest = Math.max(0, ...report.lines.map(line => line.depth))
        if (trace.value(0) === undefined) {
          interrupted++
          for (let node = 0; node < trace.entries; node++)
            if (trace.has(node, FLAGS.STOPPED))
              expect(trace.children(node).filter(child => trace.has(child, FLAGS.NOT_VISITED))).toEqual([])
          const newer = report.lines.filter(line => line.depth > report.depth)
          const finished = trace.children(0).filter(child => trace.value(child) !== undefined)
          expect(newer.length).toBe(finished.length)
        } else {
          if (report.stopped === 'limit') dropped++
          expect(trace.value(0)).toBe(report.values![0])
          expect(deepest).toBeLessThanOrEqual(depth)
        }
      }),
      { numRuns: runs(100, 1000) },
    )
    expect(interrupted).toBeGreaterThan(5)
    expect(dropped).toBeGreaterThan(5)
  })

  /** @param takes depths of the iterations that are taken at once */
  const deepened = (depth: number, takes: readonly number[] = []) => {
    const heard: FinishedIteration[] = []
    const taken: (readonly [number, RecordedSearch['trace']])[] = []
    const hear = (finished: FinishedIteration): void => {
      heard.push(finished)
      if (takes.includes(finished.depth)) taken.push([finished.depth, finished.take()!])
    }
    const around = context({ limits: { depth }, wrapping: { deepening: 'interruptible' } })
    const found = recordSearch(ticTacToe, ticTacToe.parse('.../.../...'), alphaBeta, () => openLines, {}, around, 2, hear)
    return { ...found, heard, taken }
  }
  const written = (trace: RecordedSearch['trace']): Uint8Array => Buffer.concat([...makeTraceFile(new Trace(trace))])

  test('gives each iteration that is finished as the tree and log of a search to its depth, and leaves it as it is', () => {
    const { heard, taken, trace } = deepened(6, [1, 2, 4, 5])
    expect(heard.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5])
    expect(taken.map(([depth]) => depth)).toEqual([1, 2, 4, 5])
    for (const [depth, { head, ...columns }] of taken) {
      const { head: its, ...same } = deepened(depth).trace
      expect(written({ head: its, ...columns })).toEqual(written({ head: its, ...same }))
      expect(head).toEqual({ ...its, subject: { ...its.subject, limits: { depth: 6 } } })
      expect(heard[depth - 1]!.nodes).toBe(head.nodes)
    }
    expect(written(trace)).toEqual(written(deepened(6).trace))
  })

  test('overwrites an iteration that was never taken, once the one after the next has begun', () => {
    const { heard } = deepened(6)
    expect(heard.map(({ take }) => take()?.head.depth)).toEqual([undefined, undefined, undefined, undefined, 5])
  })
})

describe('the cap', () => {
  const root = ticTacToe.parse('X../.O./...')
  const whole = record(alphaBeta, ticTacToe, root, openLines, {}, 16)

  test.each([1 / 512, 1 / 64, 1 / 8])('of %f MiB changes nothing that is found, and leaves out what is deep', mebibytes => {
    const { report, trace, log } = record(alphaBeta, ticTacToe, root, openLines, {}, mebibytes)
    expect(report).toEqual(whole.report)
    expect(trace.data.space.buffer.byteLength + log.data.buffer.byteLength).toBeLessThanOrEqual(mebibytes * 2 ** 20)
    expect(trace.entries).toBeLessThan(whole.trace.entries)
    expect(structureFault(trace)).toBeUndefined()
    expect(faultsOfRecorded(trace, ticTacToe, root, openLines)).toEqual([])
    expect(faultsOfLog(trace, log)).toEqual([])
    let unrecorded = 0
    for (let node = 0; node < trace.entries; node++) {
      const same = whole.trace.follow(trace.edges(node))!
      expect(trace.value(node)).toBe(whole.trace.value(same))
      expect(trace.columns.nodes[node]).toBe(whole.trace.columns.nodes[same])
      const isCutOff = trace.childCount(node) < whole.trace.childCount(same)
      expect(trace.has(node, FLAGS.NOT_RECORDED)).toBe(isCutOff)
      if (isCutOff) unrecorded++
    }
    expect(unrecorded).toBeGreaterThan(0)
    if (mebibytes === 1 / 8) expect(trace.children(0).every(child => !trace.has(child, FLAGS.NOT_RECORDED))).toBe(true)
  })
})

describe('columns that are no tree', () => {
  const { trace } = record(pvs, ticTacToe, ticTacToe.parse('X.O/.../..X'), openLines, { wrapping: { table: 10 } })
  const hit = trace.columns.flags.findIndex(flags => (flags & FLAGS.TABLE_HIT) !== 0)
  const again = trace.columns.flags.findIndex(flags => (flags & FLAGS.SEARCHED_AGAIN) !== 0)
  const unseen = trace.columns.flags.findIndex(flags => (flags & FLAGS.NOT_VISITED) !== 0)
  const [one, two] = trace.children(0) as [number, number]
  type Lie = [what: string, tell: (columns: Trace['columns']) => void, problem: string]

  test.each<Lie>([
    ['another parent', columns => (columns.parent[two] = one), 'children'],
    ['a subtree that ends too early', columns => columns.link[one]!--, 'ends elsewhere'],
    ['a child too many', columns => columns.children[0]!++, 'children'],
    ['a root that ends at its second child', columns => (columns.link[0] = two), 'ends elsewhere'],
    ['a window upside down', columns => (columns.alpha[5] = columns.beta.fill(4, 5, 6)[5]! + 1), 'window'],
    ['a value that is none', columns => (columns.value[5] = NaN), 'no number'],
    ['a flag that there is not', columns => (columns.flags[5]! |= 1 << 12), 'a flag'],
    ['a hit from itself', columns => (columns.link[hit] = hit), 'value from a node'],
    ['children that were not visited', columns => (columns.flags[0]! |= FLAGS.NOT_VISITED), 'not visited'],
    ['a repetition of nothing', columns => (columns.first[again] = 0), 'repeats'],
    ['a repetition that is not marked', columns => (columns.first[one] = 1), 'repeats'],
    ['a value where none was looked for', columns => (columns.link[unseen] = 1), 'points to'],
  ])('%s', (_, tell, problem) => {
    expect([hit, again, unseen].every(node => node > 0)).toBe(true)
    const lying = new Trace(trace.copied())
    expect(structureFault(lying)).toBeUndefined()
    tell(lying.columns)
    expect(structureFault(lying)).toContain(problem)
  })

  test('whatever some entries are changed to, it is refused or still a tree', () => {
    const damage = fc.record({
      column: fc.constantFrom(...columnList(WITH_WINDOWS)),
      node: fc.nat(trace.entries - 1),
      number: fc.oneof(fc.nat(trace.entries), fc.nat(2 ** 17)),
    })
    let refused = 0
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), all => {
        const lying = new Trace(trace.copied())
        for (const { column, node, number } of all) column.of(lying.columns)[node] = number
        if (structureFault(lying) !== undefined) {
          refused++
          return
        }
        let below = 0
        for (let node = 0; node < lying.entries; node++) {
          const children = lying.children(node)
          expect(children.length).toBe(lying.childCount(node))
          expect(children.every(child => lying.parent(child) === node)).toBe(true)
          below += children.length
          const [from, to] = [node + 1, lying.end(node)]
          expect(to).toBeLessThanOrEqual(lying.entries)
          expect(children.every(child => from <= child && child < to)).toBe(true)
        }
        expect(below).toBe(lying.entries - 1)
      }),
      { numRuns: runs(100, 2000) },
    )
    expect(refused).toBeGreaterThan(50)
  })
})

test('a search that enters nothing has a root without a value, and the end of a game has one that is a leaf', () => {
  const book = record(alphaBeta, ticTacToe, 0, openLines, { wrapping: { book: () => 4 } })
  const noTime = record(alphaBeta, ticTacToe, 0, openLines, { limits: { ms: 0 } })
  for (const { trace, log } of [book, noTime])
    expect([trace.entries, trace.kind(0), trace.flagNames(0), log.events]).toEqual([1, 'max', ['stopped'], 0])
  expect(book.trace.head.subject.wrapping).toEqual({})
  const won = ticTacToe.parse('XXX/OO./...')
  for (const searcher of ALL) {
    const { trace, log } = record(searcher, ticTacToe, won, openLines)
    expect([trace.entries, trace.kind(0), trace.value(0), trace.flagNames(0)]).toEqual([1, 'leaf', 1, ['terminal']])
    expect(Array.from({ length: log.events }, (_, at) => log.kind(at))).toEqual(['enter', 'utility', 'leave'])
  }
})

test('more than two agents are refused where one value stands for all of them', () => {
  const root = exampleTree.parse('(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))')
  expect(() => record(greedy, exampleTree, root, treeEstimates(root))).toThrow(
    'searcher: trees of greedy are recorded of games of one or two agents',
  )
})

const ofSeveral = fc
  .record({
    agents: fc.integer({ min: 3, max: 4 }),
    leaf: fc.constant(fc.integer({ min: -9, max: 9 })),
    shares: fc.constant(DYADIC),
  })
  .chain(chanceTrees)

test('paranoid of three and more players: the tree of the game of two that it searches, which reads back', () => {
  const check = <State>(game: Game<State>, root: State, heuristic: Heuristic<State>, change: Partial<Context>) => {
    const { report, trace, log } = record(paranoid, game, root, heuristic, change)
    expect(report).toEqual(run(paranoid, game, root, heuristic, change))
    const two = paranoid.twoSided!(game, root, heuristic)
    expect(structureFault(trace)).toBeUndefined()
    expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
    expect(faultsOfRecorded(trace, two.game, root, two.heuristic)).toEqual([])
    expect(faultsOfLog(trace, log)).toEqual([])
    const turn = game.toAct(root)
    const main = typeof turn === 'number' ? turn : 0
    if (trace.kind(0) !== 'leaf') expect(trace.value(0)).toBe(report.values![main])
    const tree = openTree(trace)
    for (let node = 0; node < trace.entries; node++) {
      const at = tree.state(node) as State
      const acts = game.toAct(at)
      if (typeof acts === 'number') expect(tree.game.turn(node)).toBe(acts === main ? 'max' : 'min')
    }
  }
  fc.assert(
    fc.property(ofSeveral, text => {
      const root = exampleTree.parse(text)
      check(exampleTree, root, treeEstimates(root), {})
    }),
    { numRuns: runs(30, 1000) },
  )
  for (const turn of [1, 2, 3]) {
    const root = cantGoBack.parse(`1,0,5,0/0,7,0,2/0,0,3,0 players=3 turn=${turn}`)
    check(cantGoBack, root, scoreDifference(root), { limits: { depth: 4 } })
  }
})
