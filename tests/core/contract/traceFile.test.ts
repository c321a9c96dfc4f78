import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { crc32, makeTraceFile, traceFileBytes, TraceFileReader } from '../../../src/core/contract/files/traceFile'
import { readOptions } from '../../../src/core/contract/gameOptions'
import { GAMES, heuristicOf } from '../../../src/core/games/registry'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { createRandom } from '../../../src/core/random'
import { recordSearch } from '../../../src/core/search/record'
import { positionSearcher, SEARCHERS } from '../../../src/core/search/registry'
import { MAX_DEPTH } from '../../../src/core/game/limits'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { boardSubject } from '../../../src/core/games/twenty48/tree/head'
import { type EventKind, type EventLog, EVENT_KINDS } from '../../../src/core/trace/eventLog'
import { WITHOUT_WINDOWS, columnList, FLAGS, WITH_WINDOWS, newSpace, type Columns } from '../../../src/core/trace/format'
import { Trace } from '../../../src/core/trace/trace'
import { TraceWriter } from '../../../src/core/trace/writer'
import { levelStatistics } from '../../../src/core/tree/levels'
import * as arbitrary from '../support/arbitraries'
import { refusal } from '../support/errors'
import { newTracedKernel } from '../support/kernel'
import { faultsOf, traceRequest } from '../support/traces'
import { runs } from '../../setup/extent'
import { boardOf } from '../support/boards'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is slow

let readings = 0
const traced = newTracedKernel(() => (readings += 0.1))
const thesis = makeEvaluator('thesis')

const written = (trace: Trace): Uint8Array => Uint8Array.from([...makeTraceFile(trace)].flatMap(piece => [...piece]))

/** As a stream would give it, in pieces of a size. */
function read(file: Uint8Array, size = 65_536, bytes = file.length): Trace {
  const reader = new TraceFileReader('tree.trace', bytes)
  for (let at = 0; at < file.length; at += size) reader.push(file.subarray(at, at + size))
  return reader.finish()
}

const columnsOf = (trace: Trace) =>
  columnList(trace.data.space).map(({ of }) => [...of(trace.columns).subarray(0, trace.entries)])

/** The same tree as a searcher with a window would leave it. */
function windowed(trace: Trace): Trace {
  const writer = new TraceWriter(newSpace(trace.entries, WITH_WINDOWS))
  const walk = (node: number): void => {
    writer.enter(trace.kind(node), trace.columns.edge[node]!, trace.columns.depth[node]!, -Infinity, node)
    for (const child of trace.children(node)) walk(child)
    writer.leave(trace.value(node) ?? 0, trace.columns.flags[node]!)
  }
  walk(0)
  return new Trace({ head: trace.head, space: writer.space, entries: writer.entries })
}

const board = parseBoard('1234123412312314')
const small = traced.tracer(thesis, { ...PLAIN_SETTINGS, cut: 0.05 })(traceRequest(board, 2), neverStop).trace
const file = written(small)

test('the checksum is CRC-32', () => {
  const check = Uint8Array.from('123456789', digit => digit.charCodeAt(0))
  expect(crc32(check)).toBe(0xcbf43926) // the check value of the catalogue of parametrised CRC algorithms
  for (let cut = 0; cut <= 9; cut++) expect(crc32(check.subarray(cut), crc32(check.subarray(0, cut)))).toBe(0xcbf43926)
})

describe('a saved trace', () => {
  test('reads back as the same tree, whatever the pieces', () => {
    fc.assert(
      fc.property(
        arbitrary.search,
        arbitrary.evaluator,
        arbitrary.settings,
        fc.constantFrom(1, 7, 1000, 65_536),
        fc.boolean(),
        fc.record({ nodes: fc.constantFrom(Infinity, 500), mebibytes: fc.constantFrom(1 / 64, 16) }),
        ({ board, depth }, evaluator, settings, size, hasWindows, limits) => {
          const { trace: found } = traced.tracer(evaluator, settings)(traceRequest(board, Math.min(depth, 1), limits), neverStop)
          const subject = { ...boardSubject(found.head), limits: { depth } }
          const head = { ...found.head, subject, stamp: { version: '1.2.3', kernel: 'abc', hardware: 'ein Gerät, 多' } }
          const plain = new Trace({ ...found.data, head })
          const trace = hasWindows ? windowed(plain) : plain
          const bytes = written(trace)
          expect(bytes.length).toBe(traceFileBytes(trace))
          const again = read(bytes, size)
          expect(again.head).toEqual(head)
          expect(again.entries).toBe(trace.entries)
          expect(again.data.space.hasWindows ?? false).toBe(hasWindows)
          expect(columnsOf(again)).toEqual(columnsOf(trace))
          if (!hasWindows) expect(faultsOf(again)).toEqual([])
        },
      ),
      { numRuns: runs(6, 50) },
    )
  })
})

test('a trace that was saved before searches took times by level still opens, without times', () => {
  const before = read(readFileSync(new URL('../../golden/trace-v1.trace', import.meta.url)))
  expect(faultsOf(before)).toEqual([])
  expect([before.entries, before.head.nodes, before.head.stamp?.version]).toEqual([24, 28, '0.1.0'])
  expect(levelStatistics(before).map(({ entries, ms }) => [entries, ms])).toEqual([1, 3, 6, 14].map(entries => [entries, null]))
  expect(levelStatistics(small).map(({ ms }) => ms !== null)).toEqual([true, true, true, true, false, false])
})

test('a tree that was saved when siblings stood side by side opens in the order of the search', () => {
  const before = read(readFileSync(new URL('../../golden/trace-v5.trace', import.meta.url)))
  const settings = { ...PLAIN_SETTINGS, table: 'deeper' } as const
  const now = traced.tracer(thesis, settings)(traceRequest(parseBoard('1234234134124100'), 2), neverStop).trace
  expect(columnsOf(before)).toEqual(columnsOf(now))
  expect(before.entries).toBeGreaterThan(100)
  expect(before.columns.flags.some(flags => (flags & FLAGS.TABLE_HIT) !== 0)).toBe(true)
})

test('a trace that was saved before its head named game and searcher opens as one of 2048 by the kernel', () => {
  const [first, second] = ['v1', 'v2'].map(version =>
    read(readFileSync(new URL(`../../golden/trace-${version}.trace`, import.meta.url))),
  ) as [Trace, Trace]
  expect(faultsOf(second)).toEqual([])
  expect(columnsOf(second)).toEqual(columnsOf(first))
  const { game, searcher, root, rootKind, subject } = second.head
  expect([game, searcher, root, rootKind]).toEqual(['twenty48', 'kernel', '1212212112122103', 'max'])
  expect(subject).toMatchObject({ settings: { table: 'deeper' }, limits: { depth: 1 } })
  expect(read(written(second)).head).toEqual(second.head)
})

test('a trace with windows and a log that was saved before there were visits opens', () => {
  const third = read(readFileSync(new URL('../../golden/trace-v3.trace', import.meta.url)))
  const { game, searcher, root } = third.head
  expect([game, searcher, root]).toEqual(['ticTacToe', 'pvs', 'XO./.X./..O'])
  expect([third.entries, third.log!.events, third.visits(0), third.values(0)]).toEqual([157, 528, undefined, undefined])
  expect(third.columns.alpha.slice(0, 2)).toEqual(new Float64Array([-Infinity, -Infinity]))
})

test('a trace of visits with a value for each of three agents that was saved before there were worlds opens', () => {
  const fourth = read(readFileSync(new URL('../../golden/trace-v4.trace', import.meta.url)))
  const { game, searcher, root } = fourth.head
  expect([game, searcher, root]).toEqual(['exampleTree', 'mcts', '(p1 [3,1,2] (p2 [0,4,1] (chance 0.5:[2,2,2] 0.5:[6,0,3])))'])
  expect([fourth.entries, fourth.visits(0), fourth.values(0)?.length]).toEqual([5, 60, 3])
})

describe('a file is refused', () => {
  const ends = [...makeTraceFile(small)].map(
    (
      end => piece =>
        (end += piece.length)
    )(0),
  )

  test('that is cut short, wherever, by the part that it ends in', () => {
    const inHead = refusal('BAD_FILE', () => read(file.subarray(0, ends[0])))
    expect(inHead.message).toBe(`tree.trace: ends after ${ends[0]} bytes, within its head`)
    for (const [i, { name }] of columnList(WITHOUT_WINDOWS).entries()) {
      const start = ends[2 * i + 1]!
      for (const at of [start, start + 1, ends[2 * i + 2]!, ends[2 * i + 3]! - 1]) {
        const { message } = refusal('BAD_FILE', () => read(file.subarray(0, at)))
        expect(message).toContain(`tree.trace: ends after ${at} of ${file.length} bytes, within the column "${name}"`)
        // Should nobody have known how long the file is, the reader sees it at the end.
        expect(refusal('BAD_FILE', () => read(file.subarray(0, at), 1000, file.length)).message).toBe(message)
      }
    }
    for (let at = 0; at < file.length; at += 13) refusal('BAD_FILE', () => read(file.subarray(0, at)))
  })

  test('that has more in it', () => {
    const longer = Uint8Array.from([...file, 0])
    expect(refusal('BAD_FILE', () => read(longer)).message).toContain('has 1 bytes behind its last column')
    expect(refusal('BAD_FILE', () => read(longer, 1000, file.length)).message).toContain('has bytes behind its last column')
  })

  test('with any bit changed', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(7), (at, bit) => {
        const altered = file.with(at, file[at]! ^ (1 << bit))
        refusal('BAD_FILE', () => read(altered))
      }),
      { numRuns: runs(30, 300) },
    )
    const start = ends[1]!
    const { message } = refusal('BAD_FILE', () => read(file.with(start + 9, file[start + 9]! ^ 1)))
    expect(message).toBe(`tree.trace: the column "value", bytes ${start} to ${ends[2]}, is damaged: its checksum is another`)
    expect(refusal('BAD_FILE', () => read(file.with(40, file[40]! ^ 1))).message).toContain('the head is damaged')
  })

  test('of a newer version, without a look at the rest', () => {
    const newer = Uint8Array.from([...file.subarray(0, 8), 7, 0, 0, 0, 9, 9, 9, 9, 1, 2, 3])
    expect(refusal('BAD_FILE', () => read(newer)).message).toBe(
      'tree.trace: version 7 is newer than this lab reads (6); update the lab',
    )
  })

  test.each([
    ['', 'ends after 0 bytes, within its head'],
    ['LABT', 'ends after 4 bytes, within its head'],
    ['{"format":', 'is not a recorded search tree'],
    ['LABTRACE\x01\0\0\0\xff\xff\xff\xff{}', 'the head is damaged'],
  ])('%j: %s', (text, problem) => {
    const bytes = Uint8Array.from(text, character => character.charCodeAt(0))
    expect(refusal('BAD_FILE', () => read(bytes)).message).toContain(problem)
  })
})

describe('a file whose checksums are right is refused when it holds no tree', () => {
  type Lie = [what: string, tell: (columns: Columns) => void, problem: string]
  const hit = small.columns.flags.findIndex(flags => (flags & FLAGS.TABLE_HIT) !== 0)
  const leaf = small.columns.kind.findIndex(kind => kind === 3)
  const tiles = small.firstChild(0)

  test.each<Lie>([
    ['a flag that there is not', columns => (columns.flags[5] = 1 << 12), 'node 5 has a kind or a flag'],
    ['another root', columns => (columns.kind[0] = 1), 'node 0 is not of the kind'],
    ['a value that is none', columns => (columns.value[5] = NaN), 'node 5 has no number'],
    ['slides below none', columns => (columns.nodes[5] = -4), 'node 5 has no count'],
    ['children that end behind the end', columns => (columns.link[tiles] = 1e9), 'ends elsewhere'],
    ['more children than there are', columns => (columns.children[0]! += 40), 'node 0 has . children'],
    ['a parent that comes later', columns => (columns.parent[5] = 6), 'node 5 is no child|node 4 has 0 children'],
    ['a slide in a fifth direction', columns => (columns.edge[1] = 4), 'node 1 has an edge that there is not'],
    ['a tile on a 17th cell', columns => (columns.edge[small.firstChild(tiles) + 1] = 32), 'has an edge that there is not'],
    ['an edge twice', columns => (columns.edge[small.children(0)[1]!] = columns.edge[1]!), 'has its edge twice'],
    ['a slide behind a slide', columns => (columns.kind[tiles] = 0), 'the wrong kind'],
    ['a hit from behind the end', columns => (columns.link[hit] = 1e9), `node ${hit} points to a node`],
    ['a leaf with children', columns => (columns.children[leaf] = 2), `node ${leaf} has children`],
    ['a source of what was no hit', columns => (columns.flags[hit] = 0), `node ${hit} points to a node`],
  ])('%s', (_, tell, problem) => {
    const lying = new Trace(small.copied())
    tell(lying.columns)
    expect(refusal('BAD_FILE', () => read(written(lying))).message).toMatch(new RegExp(`^tree.trace: .*${problem}`))
  })

  test('a line that no search could be as deep as is refused', () => {
    const chain = (levels: number): Trace => {
      const space = newSpace(3 * levels, WITHOUT_WINDOWS)
      const writer = new TraceWriter(space)
      for (let level = 0; level <= levels; level++) {
        const isSlide = level % 2 === 0
        writer.enter(isSlide ? 'max' : 'chance', 0, 0)
        if (level < levels) writer.expand(isSlide ? [{ edge: 0 }] : [{ edge: 0 }, { edge: 1 }])
      }
      writer.finish(true)
      const trace = new Trace({ ...small.data, space, entries: writer.entries })
      trace.columns.flags.fill(0) // the siblings that were never entered are done, too
      return trace
    }
    expect(read(written(chain(2 * MAX_DEPTH + 1))).entries).toBeGreaterThan(150)
    expect(refusal('BAD_FILE', () => read(written(chain(2 * MAX_DEPTH + 2)))).message).toContain('is deeper than any search')
  })

  test('a step that cannot be played is reported with its node when the board is requested', () => {
    const lying = new Trace(small.copied())
    const child = small.firstChild(tiles)
    const taken = boardOf(small, tiles).findIndex(rank => rank > 0)
    lying.columns.edge[child] = 2 * taken
    expect(refusal('BAD_FILE', () => boardOf(lying, child)).message).toContain(`node ${child}: cell ${taken} is not empty`)
  })

  test('a head out of its ranges is reported with its field', () => {
    const lying = new Trace({ ...small.data, head: { ...small.head, reach: 2 } })
    expect(refusal('BAD_FILE', () => read(written(lying))).message).toContain('tree.trace: reach: ')
    const foreign = new Trace({ ...small.data, head: { ...small.head, game: 'chess' } })
    expect(refusal('BAD_FILE', () => read(written(foreign))).message).toContain('tree.trace: game: ')
    const unplaced = new Trace({ ...small.data, head: { ...small.head, root: '12345' } })
    expect(refusal('BAD_FILE', () => read(written(unplaced))).message).toMatch(/^tree.trace: .*16/)
    const { subject } = small.head
    for (const [wrong, field] of [
      [{ ...(subject as object), evaluator: 'thesis' }, 'evaluator'],
      [null, 'subject'],
    ] as const) {
      const lied = new Trace({ ...small.data, head: { ...small.head, subject: wrong } })
      expect(refusal('BAD_FILE', () => read(written(lied))).message).toContain(field)
    }
  })
})

describe('a tree with an event log', () => {
  const { game } = GAMES.ticTacToe
  const root = game.parse('X.O/.../..X')
  const around = { wrapping: { table: 8 }, limits: {}, random: createRandom(0), searcher: positionSearcher }
  const context = { ...around, now: () => 0, stopped: () => false }
  const recorded = () => recordSearch(game, root, SEARCHERS.pvs, () => heuristicOf(GAMES.ticTacToe, root), {}, context, 1).trace
  const eventsOf = ({ log }: Trace) => Array.from({ length: log!.events }, (_, at) => log!.event(at))

  test('reads back with every event, whole or not', () => {
    for (const isWhole of [true, false]) {
      const { log, ...data } = recorded()
      const trace = new Trace({ ...data, log: { ...log, isWhole } })
      const bytes = written(trace)
      expect(bytes.length).toBe(traceFileBytes(trace))
      for (const size of [1000, 65_536]) {
        const again = read(bytes, size)
        expect(again.head).toEqual(trace.head)
        expect(columnsOf(again)).toEqual(columnsOf(trace))
        expect(eventsOf(again)).toEqual(eventsOf(trace))
        expect(again.log!.isWhole).toBe(isWhole)
      }
    }
  })

  test.each<[string, (log: EventLog, trace: Trace) => void, string]>([
    ['a kind that there is not', ({ columns }) => (columns.kind[5] = 99), 'event 5 is of a kind'],
    ['a visit', ({ columns }) => (columns.kind[5] = EVENT_KINDS.indexOf('visit')), 'event 5 is of a tree of visits'],
    ['a node that is not there', ({ columns }) => (columns.node[5] = 1e6), 'event 5 is of a node'],
    ['a value that is no number', ({ columns }) => (columns.x[1] = NaN), 'event 1 has no number'],
    ['a node that is not in hand', ({ columns }) => (columns.node[1] = 1), 'event 1 is not of the node in hand'],
    ['a node that is entered twice', ({ columns }) => (columns.node[firstOf('enter', 1)] = 0), 'that has been passed'],
    ['another window', ({ columns }) => (columns.x[firstOf('enter', 1)] = 0.5), 'with another window'],
    ['another value', ({ columns }) => columns.x[firstOf('leave', 0)]!++, 'leaves a node with another value'],
    ['a best that is no child', ({ columns }) => (columns.y[firstOf('improve', 0)] = 1e6), 'has its best from no child'],
    ['an iteration in the midst', ({ columns }) => (columns.kind[1] = 0), 'is an iteration in the midst'],
  ])('is refused with %s', (_, tell, problem) => {
    const trace = new Trace(recorded())
    tell(trace.log!, trace)
    expect(refusal('BAD_FILE', () => read(written(trace))).message).toMatch(
      new RegExp(`^tree.trace: event .*${problem.replace(/^event /, '')}`),
    )
  })

  test('a head that lies of its search is refused by its field', () => {
    const { head, ...data } = recorded()
    for (const [change, problem] of [
      [{ searcher: 'kernel' }, 'kernel searches no game but 2048'],
      [{ subject: { ...head.subject, config: { known: 'much' } } }, 'pvs: unknown field'],
      [{ subject: { ...head.subject, wrapping: { table: 99 } } }, 'wrapping.table'],
      [{ nodes: head.nodes + 1 }, `its root counts ${head.nodes} nodes, its head ${head.nodes + 1}`],
      [{ subject: { ...head.subject, heuristic: 'improved' } }, 'heuristic: "improved" is none of ticTacToe: openLines'],
    ] as const)
      expect(refusal('BAD_FILE', () => read(written(new Trace({ ...data, head: { ...head, ...change } })))).message).toContain(
        problem,
      )
    const windowless = new Trace({ ...small.data, log: data.log })
    expect(refusal('BAD_FILE', () => read(written(windowless))).message).toContain('hasWindows: only a tree with')
  })

  test('a head that lies of its worlds is refused by its field', () => {
    const { game } = GAMES.warehouse
    const root = game.start(readOptions('warehouse', { hidden: true }), createRandom(1))
    const config = { inner: 'greedy', config: {}, worlds: 2, growing: 'off' } as const
    const heuristicAt = (position: unknown) => heuristicOf(GAMES.warehouse, position)
    const context = {
      ...{ limits: {}, wrapping: {}, random: createRandom(1), now: () => 0, stopped: () => false, searcher: positionSearcher },
    }
    const { head, ...data } = recordSearch(game, root, SEARCHERS.sampling, heuristicAt, config, context, 1).trace
    const { world, worlds, ...rest } = head.subject
    const [first, second] = worlds!.of
    expect(read(written(new Trace({ ...data, head }))).head.subject).toEqual(head.subject)
    const of = (...all: object[]) => ({ worlds: { draws: 2, of: all } })
    for (const [change, problem] of [
      [{ world: undefined }, 'worlds: stand beside how they were searched'],
      [{ world: { ...world, config: { cut: 1 } } }, 'greedy: unknown field'],
      [{ world: { ...world, searcher: 'sampling' } }, '"sampling" is none that searches positions'],
      [of(first!, { ...second, position: 'nowhere' }), 'size: "nowhere" is not width and height'],
      [of(first!, { ...second, chance: 1.5 }), 'worlds: have chances that are no shares of the draws'],
    ] as const) {
      const subject = { ...rest, world, worlds, ...change }
      const lied = new Trace({ ...data, head: { ...head, subject } as typeof head })
      expect(refusal('BAD_FILE', () => read(written(lied))).message).toContain(problem)
    }
    const foreign = { ...head, searcher: 'greedy', subject: { ...head.subject, config: {} } }
    expect(refusal('BAD_FILE', () => read(written(new Trace({ ...data, head: foreign })))).message).toContain(
      'worlds: greedy searches none',
    )
  })

  function firstOf(kind: EventKind, from: number): number {
    return eventsOf(new Trace(recorded())).findIndex((event, at) => at >= from && event.kind === kind)
  }
})
