import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameBoard } from '../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { makeSpawn, parseBoard } from '../../../src/core/games/twenty48/notation'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { bestSlide, slideValues } from '../../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../src/core/search/settings'
import { chanceOf, stepTo } from '../../../src/core/games/twenty48/tree/boards'
import { boardSubject } from '../../../src/core/games/twenty48/tree/head'
import { FLAGS, FLAG_NAMES } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'
import { findFlag, findPosition } from '../../../src/core/tree/find'
import { icicle } from '../../../src/core/tree/icicle'
import { makeKey, parseKey, type Place } from '../../../src/core/tree/views'
import { Lecture } from '../../../src/core/tree/lecture'
import { levelStatistics } from '../../../src/core/tree/levels'
import { backupOf, nodeDetails } from '../../../src/core/tree/nodeDetails'
import { Outline } from '../../../src/core/tree/outline'
import { numberText } from '../../../src/core/numberText'
import { outlineSvg, outlineText } from '../../../src/core/tree/outlineText'
import type { RecordedTree } from '../../../src/core/tree/recordedTree'
import { BOARD_CODE } from '../../../src/core/games/twenty48/tree/boardTree'
import { fullRows } from '../../../src/core/tree/rows'
import { countNodes, treeJson, type NodeJson } from '../../../src/core/tree/treeJson'
import { NO_FILTER, TREE_LINES, TREE_SORTS, type TreeFilter } from '../../../src/core/tree/views'
import { finish } from '../../../src/core/sliced'
import { refusal } from '../support/errors'
import { newTracedKernel } from '../support/kernel'
import { traceRequest } from '../support/traces'
import { traceTextbook } from '../../support/textbook'
import { boardOf, boardTree, reachOf } from '../support/boards'

const CROWDED = parseBoard('3214 2153 4321 1010')
const NEARLY_DEAD = parseBoard('1212 2121 1212 2103')

function record(change: Partial<SearchSettings> = {}, depth = 2, board = CROWDED, mebibytes = 8): Trace {
  const settings = { ...PLAIN_SETTINGS, ...change }
  const family = settings.points === 'added' ? 'power' : 'thesis'
  const tracer = traceTextbook(makeEvaluator(family), settings)
  return tracer({ root: { board, kind: 'max' }, depth, reach: 1, nodes: Infinity, mebibytes }, neverStop).trace
}

const TRACES: Readonly<Record<string, Trace>> = {
  plain: record(),
  spawned: record({ leaf: 'spawned', table: 'off' }, 1),
  points: record({ points: 'added', cut: 0.05, table: 'deeper' }),
  unlikely: record({ leaf: 'spawned', cut: 0.02 }),
  dying: record({ dead: -1000, floor: -50 }, 3, NEARLY_DEAD),
  'too small': record({ table: 'off' }, 2, CROWDED, 0.05),
}
const eachTrace = Object.entries(TRACES)
const anyTraceName = fc.constantFrom(...Object.keys(TRACES))
const anyTrace = fc.constantFrom(...Object.values(TRACES))

function notationOf(trace: Trace, node: number): string | undefined {
  const step = stepTo(trace, node)
  return step && ('move' in step ? step.move : makeSpawn(step.spawn))
}

/** All nodes in the order of the search. */
function inOrder(trace: Trace, node = 0): number[] {
  return [node, ...trace.children(node).flatMap(child => inOrder(trace, child))]
}

describe('an outline', () => {
  /** What an outline must show, without its arithmetic: all rows, one after the other. */
  function listed(outline: Outline, tree: RecordedTree): string[] {
    return fullRows(tree, outline, outline.rows(0, 1_000_000)).map(({ key }) => key)
  }

  /** Often near the root, so that nodes are unfolded above others that are. */
  const at = fc.oneof(fc.nat(), fc.nat({ max: 2 }))
  const act = fc.oneof(
    fc.record({ kind: fc.constant('fold' as const), at, levels: fc.constantFrom(0, 1, 1, 2, 3, 100) }),
    fc.record({ kind: fc.constant('reveal' as const), at: fc.nat() }),
    fc.record({
      kind: fc.constant('arrange' as const),
      sort: fc.constantFrom(...TREE_SORTS),
      filter: fc.record({
        line: fc.constantFrom('all' as const, 'all' as const, ...TREE_LINES),
        minReach: fc.constantFrom(0, 0, 0.01),
        flags: fc.constantFrom([], [], ['table-hit' as const], ['terminal' as const, 'probability-cut' as const]),
      }),
    }),
  )

  test('gives any part of its rows as the whole list has them, whatever was folded and arranged', () => {
    fc.assert(
      fc.property(
        anyTrace,
        fc.array(act, { maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        (trace, acts, from, count) => {
          const tree = boardTree(trace)
          const outline = new Outline(tree)
          for (const step of acts) {
            if (step.kind === 'arrange') outline.arrange(step.sort, step.filter)
            else if (step.kind === 'fold') outline.fold(step.at % trace.entries, step.levels)
            else {
              const node = step.at % trace.entries
              const index = outline.reveal({ node })
              if (index !== undefined) expect(outline.rows(index, 1)[0]!.place).toEqual({ node })
            }
          }
          const all = listed(outline, tree)
          expect(outline.total).toBe(all.length)
          expect(new Set(all).size).toBe(all.length)
          const first = from % all.length
          expect(outline.rows(first, count).map(({ place }) => makeKey(place))).toEqual(all.slice(first, first + count))
          all.forEach((key, index) => expect(outline.indexOf(parseKey(trace, key))).toBe(index))
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('unfolded to the end holds every node once, children below their parent in the requested order', () => {
    for (const [, trace] of eachTrace) {
      const outline = new Outline(boardTree(trace))
      expect(outline.fold(0, 1000)).toBe(false)
      expect(outline.rows(0, 1e6).map(({ place }) => place.node)).toEqual(inOrder(trace))
    }
    const tree = boardTree(TRACES['points']!)
    const outline = new Outline(tree)
    outline.fold(0, 1)
    outline.arrange('value', NO_FILTER)
    const sums = outline.rows(1, 4).map(({ place }) => tree.sum(place.node)!)
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    outline.arrange('size', NO_FILTER)
    const sizes = outline.rows(1, 4).map(({ place }) => tree.trace.columns.nodes[place.node]!)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  test('folded and unfolded again is as it was below', () => {
    const tree = boardTree(TRACES['plain']!)
    const outline = new Outline(tree)
    outline.fold(0, 3)
    const before = listed(outline, tree)
    outline.fold(1, 0)
    expect(outline.total).toBeLessThan(before.length)
    outline.fold(1, 1)
    expect(listed(outline, tree)).toEqual(before)
  })

  test('that is full opens again what was folded with more in it than there is room for', () => {
    const tree = boardTree(TRACES['plain']!)
    const most = 60
    const outline = new Outline(tree, most)
    expect(outline.fold(0, 100)).toBe(true)
    expect(outline.total).toBeLessThanOrEqual(most)
    outline.reveal({ node: tree.trace.entries - 1 }) // what was looked for is shown even so
    expect(outline.total).toBeGreaterThan(most)
    outline.fold(0, 0)
    expect(outline.fold(0, 1)).toBe(false)
    expect(outline.rows(0, most).map(({ place }) => place.node)).toEqual([0, ...tree.trace.children(0)])
    expect(outline.total).toBe(outline.rows(0, most).length)
  })

  test('filtered by probability, flag or line shows nothing else but what leads there', () => {
    const trace = TRACES['points']!
    const tree = boardTree(trace)
    const show = (filter: Partial<TreeFilter>) => {
      const outline = new Outline(tree)
      outline.arrange('search', { ...NO_FILTER, ...filter })
      outline.fold(0, 1000)
      return outline.rows(0, 1e6).map(({ place }) => place.node)
    }
    const likely = show({ minReach: 0.02 })
    expect(likely.every(node => reachOf(trace, node) >= 0.02)).toBe(true)
    expect(likely).toHaveLength(
      inOrder(trace).filter(node => trace.path(node).every(each => reachOf(trace, each) >= 0.02)).length,
    )
    const cuts = show({ flags: ['probability-cut'] })
    expect(cuts.length).toBeGreaterThan(10)
    expect(cuts.filter(node => trace.has(node, FLAGS.PROBABILITY_CUT))).toHaveLength(
      inOrder(trace).filter(node => trace.has(node, FLAGS.PROBABILITY_CUT)).length,
    )
    expect(
      cuts.every(node => trace.has(node, FLAGS.PROBABILITY_CUT) || trace.children(node).some(child => cuts.includes(child))),
    ).toBe(true)
    for (const line of ['best', 'line'] as const) {
      const nodes = show({ line })
      for (const node of nodes)
        if (trace.kind(node) === 'chance' && trace.parent(node) !== undefined)
          expect(tree.bestChild(trace.parent(node)!)).toBe(node)
    }
    const line = show({ line: 'line' })
    for (let i = 1; i < line.length; i++) expect(trace.parent(line[i]!)).toBe(line[i - 1]!)
    expect(line.length).toBeGreaterThan(3)
  })

  test('stays as it is until another filter is ready, and what was unfolded meanwhile counts', () => {
    const tree = boardTree(TRACES['plain']!)
    const filter = { ...NO_FILTER, minReach: 0.02 }
    const [slow, quick] = [new Outline(tree), new Outline(tree)]
    for (const outline of [slow, quick]) outline.fold(0, 1)
    const work = slow.arranging('value', filter)
    expect(work.next().done).toBe(false)
    expect(listed(slow, tree)).toEqual(listed(quick, tree))
    for (const outline of [slow, quick]) outline.fold(2, 3)
    finish(work)
    quick.arrange('value', filter)
    expect(listed(slow, tree)).toEqual(listed(quick, tree))
    expect(slow.total).toBe(listed(slow, tree).length)
    expect([slow.sort, slow.filter]).toEqual(['value', filter])
  })

  test('stays unfolded where a deeper trace has the same nodes', () => {
    const [shallow, deep] = [boardTree(record({}, 1)), boardTree(record({}, 2))]
    const before = new Outline(shallow)
    before.fold(0, 1)
    before.fold(1, 1)
    const after = new Outline(deep)
    after.copyFrom(before)
    const paths = (tree: RecordedTree, outline: Outline) =>
      outline.rows(0, 1e6).map(({ place }) => tree.trace.edges(place.node).join())
    expect(paths(deep, after)).toEqual(paths(shallow, before))
    after.fold(0, 3)
    expect(after.total).toBe(listed(after, deep).length)
  })
})

describe('a node in full', () => {
  test.each(eachTrace)('has a value that is what its parts come to: %s', (_, trace) => {
    const tree = boardTree(trace)
    for (let node = 0; node < trace.entries; node++) {
      const value = trace.value(node)!
      const backup = backupOf(tree, node)
      switch (backup.rule) {
        case 'max': {
          const highest = Math.max(...backup.parts.map(({ sum }) => sum!))
          const { floor } = boardSubject(trace.head).settings
          expect(backup.floored ? floor : highest).toBe(value)
          expect(backup.floored && highest >= (floor as number)).toBe(false)
          expect(backup.parts.filter(({ best }) => best)).toHaveLength(1)
          expect(backup.parts.every(({ sum, points, value: own }) => sum === points + own!)).toBe(true)
          break
        }
        case 'mean': {
          const sum = backup.parts.reduce((total, { product }) => total + product!, 0)
          expect(sum).toBeCloseTo(value, 8)
          expect(backup.parts.reduce((total, { chance, draws }) => total + chance / draws, 0)).toBeCloseTo(1, 12)
          break
        }
        case 'evaluated': {
          const { terms } = nodeDetails(tree, { node })
          expect(terms.reduce((total, term) => total + term.value, 0)).toBeCloseTo(value, 8)
          break
        }
        case 'dead':
          expect(value).toBe(backup.floored ? boardSubject(trace.head).settings.floor : backup.value)
          break
        case 'table':
          expect(trace.value(Number(backup.source))).toBe(value)
          break
        case 'not-recorded':
          expect(trace.children(node)).toEqual([])
          break
        case 'min':
        case 'agent':
        case 'visits':
        case 'not-visited':
        case 'not-yet':
        case 'stopped':
          expect.unreachable('nothing was stopped, and 2048 has no opponent')
      }
    }
  })

  test('lists each slide of a player beside the others, with its loss', () => {
    const tree = boardTree(TRACES['points']!)
    const { moves, row } = nodeDetails(tree, { node: 0 })
    const best = bestSlide(slideValues(move => moves.find(each => each.edge.notation === move)?.sum ?? null))
    expect(moves.filter(each => each.best).map(({ edge }) => edge.notation)).toEqual([best])
    expect(moves.every(({ difference, best: isBest }) => difference! < 0 || isBest)).toBe(true)
    expect(row.value).toBe(Math.max(...moves.map(({ sum }) => sum!)))
    for (const { worst, luckiest } of moves) expect(worst!.value).toBeLessThanOrEqual(luckiest!.value!)
  })

  test('slides that are equal but for rounding have one bar, and those that are not taken are marked as ties', () => {
    const settings = { ...PLAIN_SETTINGS, leaf: 'spawned' as const }
    const tracer = newTracedKernel().tracer(makeEvaluator('power'), settings)
    const tree = boardTree(tracer(traceRequest(parseBoard('3210210010000000'), 1), neverStop).trace)
    const sums = tree.trace.children(0).map(child => tree.sum(child)!)
    expect(sums).toHaveLength(2)
    expect(sums[0]).not.toBe(sums[1]) // mirror images of each other: the last bits differ
    const outline = new Outline(tree)
    outline.fold(0, 1)
    const rows = fullRows(tree, outline, outline.rows(1, 2))
    expect(rows.map(({ best, tie }) => [best, tie])).toEqual([
      [true, false],
      [false, true],
    ])
    const backup = backupOf(tree, 0)
    expect(backup.rule === 'max' && backup.parts.map(({ tie }) => tie)).toEqual([false, true])
    const [, down, right] = outlineText(tree, fullRows(tree, outline, outline.rows(0, 3)), 0).split('\n')
    expect(down).toContain('↓ *')
    expect(right).toContain('→ =')
    expect(outlineSvg(tree, rows, 0, '')).toContain('→ =')
  })

  test('behind a leaf that is a mean stand its tiles, each with a key, a value and the reach that is left', () => {
    const tree = boardTree(TRACES['spawned']!)
    const leaf = inOrder(tree.trace).find(node => tree.trace.kind(node) === 'leaf')!
    const outline = new Outline(tree)
    outline.reveal({ node: leaf })
    outline.fold(leaf, 1)
    const at = outline.indexOf({ node: leaf })!
    const count = outline.childCount({ node: leaf })
    const rows = fullRows(tree, outline, outline.rows(at + 1, count))
    expect(rows.map(({ key }) => key)).toEqual(rows.map((_, i) => `${leaf}.${i}`))
    expect(rows.every(({ derived, level }) => derived && level === tree.trace.path(leaf).length + 1)).toBe(true)
    expect(rows.reduce((sum, { contribution }) => sum + contribution!, 0)).toBeCloseTo(tree.trace.value(leaf)!, 8)
    expect(rows.reduce((sum, { reach }) => sum + reach, 0)).toBeCloseTo(reachOf(tree.trace, leaf), 12)
    const details = nodeDetails(tree, parseKey(tree.trace, `${leaf}.1`))
    expect(details.terms.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(rows[1]!.value!, 8)
    expect(outline.reveal(parseKey(tree.trace, `${leaf}.${count - 1}`))).toBe(at + count)
  })

  test.each(['7x', '-1', '', '99999999', '1.2.3'])('a key that names no node is refused: %j', key => {
    refusal('NOT_FOUND', () => parseKey(TRACES['plain']!, key))
  })
})

describe('finding', () => {
  /** All places in the order of the search, the tiles behind leaves included. */
  const placesOf = (trace: Trace): Place[] => {
    const tree = boardTree(trace)
    return inOrder(trace).flatMap(node => [{ node }, ...tree.outcomes(node).map((_, draw) => ({ node, draw }))])
  }
  const PLACES = Object.fromEntries(eachTrace.map(([name, trace]) => [name, placesOf(trace)]))
  /** From after a place on, round to it. */
  const round = (order: readonly Place[], start: number) => [...order.slice(start + 1), ...order.slice(0, start + 1)]

  test('a board finds each place with it in the order of the search, and begins again after the last', () => {
    const names = ['plain', 'points', 'dying', 'spawned', 'unlikely']
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.nat(), (name, wantedAt, startAt) => {
        const trace = TRACES[name]!
        const order = PLACES[name]!
        const tree = boardTree(trace)
        const wanted = tree.stateAt(order[wantedAt % order.length]!)
        const start = startAt % order.length
        const expected = round(order, start).find(place => sameBoard(tree.stateAt(place).board, wanted.board))
        expect(finish(findPosition(tree, wanted, order[start]!))).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  test('a flag finds the next and the previous node that has it, in the order of the search, and goes round', () => {
    fc.assert(
      fc.property(anyTraceName, fc.constantFrom(...FLAG_NAMES), fc.nat(), fc.boolean(), (name, flag, startAt, backwards) => {
        const trace = TRACES[name]!
        const order = PLACES[name]!
        const start = startAt % order.length
        const others = backwards ? round(order.toReversed(), order.length - 1 - start) : round(order, start)
        const mask = 1 << FLAG_NAMES.indexOf(flag)
        const expected = others.find(({ node, draw }) => draw === undefined && trace.has(node, mask))
        expect(finish(findFlag(trace, flag, order[start]!, backwards))).toBe(expected?.node)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the lecture of a tree without a log', () => {
  const lectureOn = (tree: RecordedTree) => new Lecture(tree, BOARD_CODE, undefined)

  test.each(eachTrace)('enters every node once in the order of the search, and leaves it after its children: %s', (_, trace) => {
    const lecture = lectureOn(boardTree(trace))
    const events = Array.from({ length: lecture.events }, (_event, at) => lecture.at(at).event)
    expect(events.flatMap(({ kind, node }) => (kind === 'enter' ? node : []))).toEqual(inOrder(trace))
    const line: number[] = []
    for (const [at, { kind, node, y }] of events.entries()) {
      if (kind === 'enter') line.push(node)
      expect(line.at(-1)).toBe(node)
      expect(lecture.at(at).frames.map(frame => frame.node)).toEqual(line)
      if (kind === 'leave') line.pop()
      if (kind !== 'improve') continue
      expect(events[at - 1]).toMatchObject({ kind: 'leave' })
      expect(trace.parent(y)).toBe(node)
    }
    expect(line).toEqual([])
  })

  test('has in hand what grows to the value of the node, and knows the line of the code and the depth left', () => {
    const tree = boardTree(TRACES['plain']!)
    const { trace } = tree
    const lecture = lectureOn(tree)
    const leave = (node: number) => lecture.runTo(lecture.eventOf(node)!, node)!
    const lineOf = (at: number) => BOARD_CODE[lecture.at(at).line!]!.text.trim()
    const [first, second] = trace.children(0)
    const { draws } = chanceOf(trace, trace.firstChild(first!))
    expect(lecture.at(leave(0)).frames.at(-1)!.best).toBe(trace.value(0))
    expect(lecture.at(leave(first!)).frames.at(-1)!.best! / draws).toBeCloseTo(trace.value(first!)!, 10)
    for (const node of [0, first!]) {
      const [entered, left] = [lecture.eventOf(node)!, leave(node)]
      expect(lecture.at(entered).frames.at(-1)).toMatchObject({ node, best: undefined, depth: trace.columns.depth[node] })
      expect(lecture.step(entered, 'over')).toBe(left)
      expect(lecture.step(entered, 'out')).toBe(node === 0 ? left : left + 1) // where its parent takes its value
      expect(lineOf(entered)).toMatch(node === 0 ? /^player/ : /^chance/)
      expect(lineOf(left)).toMatch(/^return/)
    }
    expect(lineOf(leave(first!) + 1)).toMatch(/^best ←/)
    expect(lecture.step(leave(first!), 'out')).toBe(leave(first!) + 1)
    expect(lecture.step(leave(first!) + 1, 'over')).toBe(leave(second!) + 1)
    expect(lecture.step(leave(0), 'out')).toBeUndefined()
    for (const node of inOrder(trace))
      expect(lecture.at(lecture.eventOf(node)!).frames.at(-1)!.depth).toBe(trace.columns.depth[node])
    const leaf = inOrder(trace).find(node => trace.kind(node) === 'leaf')!
    expect(lineOf(leave(leaf))).toMatch(/return leaf/)
  })
})

describe('the whole tree', () => {
  test.each(eachTrace)('level by level has all its entries, flags and children: %s', (_, trace) => {
    const levels = levelStatistics(trace)
    const nodes = inOrder(trace)
    levels.forEach(({ level, entries, hits, leaves, terminals, notRecorded, probabilityCuts, expanded, branching }) => {
      const its = nodes.filter(node => trace.path(node).length === level + 1)
      const flagged = (flag: number) => its.filter(node => trace.has(node, flag)).length
      expect({ entries, hits, terminals, notRecorded, probabilityCuts }).toEqual({
        entries: its.length,
        hits: flagged(FLAGS.TABLE_HIT),
        terminals: flagged(FLAGS.TERMINAL),
        notRecorded: flagged(FLAGS.NOT_RECORDED),
        probabilityCuts: flagged(FLAGS.PROBABILITY_CUT),
      })
      expect(leaves).toBe(its.filter(node => trace.kind(node) === 'leaf').length)
      expect(expanded * branching).toBeCloseTo(levels[level + 1]?.entries ?? 0, 8)
    })
    expect(levels.reduce((sum, { entries }) => sum + entries, 0)).toBe(trace.entries)
  })

  describe('as an icicle', () => {
    const tried = (trace: Trace, node: number) => {
      const parent = trace.parent(node)
      return trace.columns.nodes[node]! + (parent !== undefined && trace.kind(parent) === 'max' ? 1 : 0)
    }
    /** All nodes of a level, in the order of the search. */
    const levelsOf = (trace: Trace, top: number) => {
      const levels = [[top]]
      for (let next = levels[0]!; next.length > 0; levels.push(next)) next = next.flatMap(node => trace.children(node))
      return levels.filter(level => level.length > 0)
    }
    const anyTree = fc.record({ trace: anyTrace, at: fc.nat(), room: fc.integer({ min: 10, max: 1000 }) })

    test('reaches every level, stands for all its nodes, and is as wide as the slides tried for them', () => {
      fc.assert(
        fc.property(anyTree, ({ trace, at, room }) => {
          const top = at % trace.entries
          const pieces = finish(icicle(boardTree(trace), top, 20, room))
          const levels = levelsOf(trace, top)
          expect(new Set(pieces.map(({ level }) => level)).size).toBe(levels.length)
          levels.forEach((nodes, level) => {
            const its = pieces.filter(piece => piece.level === level)
            expect(its.reduce((sum, { count }) => sum + count, 0)).toBe(nodes.length)
            const slides = nodes.reduce((sum, node) => sum + tried(trace, node), 0)
            expect(its.reduce((sum, each) => sum + each.nodes, 0)).toBe(slides)
            if (level === 0) return
            for (const { from, to, nodes: width } of its) expect(to - from).toBeCloseTo(width / tried(trace, top), 10)
          })
        }),
        { numRuns: 200 },
      )
    })

    test('has each piece below that of its parent, none over another, and no more than there is room for', () => {
      fc.assert(
        fc.property(anyTree, ({ trace, at, room }) => {
          const top = at % trace.entries
          const pieces = finish(icicle(boardTree(trace), top, 20, room))
          const holder = new Map<number, (typeof pieces)[number]>()
          levelsOf(trace, top).forEach((nodes, level) => {
            const its = pieces
              .filter(piece => piece.level === level)
              .sort((a, b) => nodes.indexOf(Number(a.key)) - nodes.indexOf(Number(b.key)))
            let edge = -1e-9
            for (const { key, from, to } of its) {
              expect(from).toBeGreaterThanOrEqual(edge - 1e-9)
              edge = to
              const parent = holder.get(trace.parent(Number(key))!)
              if (!parent) continue
              expect(from).toBeGreaterThanOrEqual(parent.from - 1e-9)
              expect(to).toBeLessThanOrEqual(parent.to + 1e-9)
            }
            // a piece stands for its first node and those up to the next piece
            let current = -1
            for (const node of nodes) {
              if (its[current + 1]?.key === String(node)) current++
              holder.set(node, its[current]!)
            }
            expect(its.length).toBeLessThanOrEqual((2 * room + 1) * (level + 1))
          })
        }),
        { numRuns: 200 },
      )
    })

    test('shows every node of a level by itself where there is room for all', () => {
      const { trace } = boardTree(TRACES['plain']!)
      const tree = boardTree(trace)
      const pieces = finish(icicle(tree, 0, 20, 1000))
      const levels = levelsOf(trace, 0)
      const whole = tried(trace, 0)
      const roomy = levels.filter(nodes => nodes.every(node => tried(trace, node) / whole >= 1 / 1000))
      expect(roomy.length).toBeGreaterThanOrEqual(3)
      roomy.forEach((nodes, level) => {
        const its = pieces.filter(piece => piece.level === level)
        expect(its.map(({ key, count }) => [Number(key), count])).toEqual(nodes.map(node => [node, 1]))
        expect(its.map(({ value, edge }) => [value, edge?.notation])).toEqual(
          nodes.map(node => [trace.value(node) ?? null, notationOf(trace, node)]),
        )
      })
    })
  })

  test('as JSON has every node with what the trace says of it', () => {
    const tree = boardTree(TRACES['points']!)
    const { trace } = tree
    const read = JSON.parse([...treeJson(tree, 0, 1000)].join('')) as NodeJson
    const visit = (json: NodeJson): number => {
      const node = Number(json.node)
      const { chance, draws } = chanceOf(trace, node)
      expect(json).toMatchObject({
        kind: trace.kind(node),
        value: trace.value(node),
        probability: chance / draws,
        flags: trace.flagNames(node),
        subtree: trace.columns.nodes[node],
        more: 0,
      })
      expect(sameBoard(parseBoard(json.board!), boardOf(trace, node))).toBe(true)
      expect(json.edge === null).toBe(stepTo(trace, node) === undefined)
      return json.children.reduce((sum, child) => sum + visit(child), 1)
    }
    expect(visit(read)).toBe(trace.entries)
    const cut = JSON.parse([...treeJson(tree, 0, 1)].join('')) as NodeJson
    expect(cut.children.map(({ more, children }) => [more > 0, children.length])).toEqual(cut.children.map(() => [true, 0]))
    expect(countNodes(tree, 0, 1000, 1e9)).toBe(trace.entries)
    expect(countNodes(tree, 0, 1, 1e9)).toBe(1 + cut.children.length)
    expect(countNodes(tree, 0, 1000, 10)).toBe(11)
  })

  test('as text and as a picture has a line for every row, and says what is left out', () => {
    const tree = boardTree(TRACES['plain']!)
    const outline = new Outline(tree)
    outline.fold(0, 2)
    const rows = fullRows(tree, outline, outline.rows(0, 10))
    const text = outlineText(tree, rows, outline.total - 10)
    expect(text.trimEnd().split('\n')).toHaveLength(11)
    expect(text).toMatch(/^△ root {2,}\S/)
    expect(text).toContain(`… ${outline.total - 10} more`)
    const svg = outlineSvg(tree, rows, 0, 'a < b & c')
    expect(svg).toContain('<title>a &lt; b &amp; c</title>')
    const losses = rows.flatMap(({ difference }) => (difference ? [numberText(difference, 'loss')] : []))
    expect(losses.length).toBeGreaterThan(0)
    for (const loss of losses) expect(svg).toContain(`>${loss}</text>`)
  })
})
