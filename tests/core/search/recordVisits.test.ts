import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/core/contract/searchers'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { GAMES, heuristicOf } from '../../../src/core/games/registry'
import { twenty48 } from '../../../src/core/games/twenty48/game'
import { openTree } from '../../../src/core/games/trees'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { createRandom } from '../../../src/core/random'
import { CHOICES, mcts, type MctsConfig } from '../../../src/core/search/algorithms/mcts/mcts'
import { recordSearch } from '../../../src/core/search/record'
import { finish } from '../../../src/core/sliced'
import type { EventLog } from '../../../src/core/trace/eventLog'
import { FLAGS } from '../../../src/core/trace/format'
import { checkTrace } from '../../../src/core/trace/check'
import { Trace } from '../../../src/core/trace/trace'
import { lectureOf } from '../support/lectures'
import { context } from './support'

/** Example trees of three agents and nature. */
const { tree: treeText } = fc.letrec<{ tree: string; leaf: string; agent: string; chance: string }>(tie => ({
  leaf: fc
    .tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }))
    .map(values => `[${values.join()}]`),
  agent: fc
    .tuple(fc.constantFrom('p1', 'p2', 'p3'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
    .map(([agent, children]) => `(${agent} ${children.join(' ')})`),
  chance: fc.tuple(tie('tree'), tie('tree')).map(([one, other]) => `(chance 0.25:${one} 0.75:${other})`),
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('agent'), tie('chance')),
}))
const rootText = fc
  .tuple(fc.constantFrom('p1', 'p2', 'p3'), treeText, treeText)
  .map(([agent, one, other]) => `(${agent} ${one} ${other})`)

function recorded(text: string, config: object, seed: number) {
  const root = exampleTree.parse(text)
  const whole = readConfig('mcts', config) as MctsConfig
  const around = context({ random: createRandom(seed) })
  return recordSearch(exampleTree, root, mcts, () => treeEstimates(root), whole, around, 4)
}

const fault = (problem: string) => new Error(problem)

test.each(Object.keys(GAMES.twenty48.heuristics))('2048 by %s: the search that is not recorded, and its visits', id => {
  const root = twenty48.parse('1212212112122103')
  const heuristic = heuristicOf(GAMES.twenty48, root, id)
  const config = readConfig('mcts', { iterations: 60, rollout: 'none', C: 500 }) as MctsConfig
  const around = () => context({ random: createRandom(5) })
  const { report, trace: data } = recordSearch(twenty48, root, mcts, () => heuristic, config, around(), 4)
  expect(mcts.search(twenty48, root, heuristic, config, around())).toEqual(report)
  const trace = new Trace(data)
  finish(checkTrace(trace, fault))
  expect(trace.visits(0)).toBe(60)
  const visits = trace.children(0).map(child => trace.visits(child) ?? 0)
  expect(visits.reduce((sum, each) => sum + each, 0)).toBe(60)
})

describe('a recorded Monte-Carlo tree search', () => {
  test('is the one that is not recorded; its tree has the values and visits of the report', () => {
    fc.assert(
      fc.property(rootText, fc.integer({ min: 1, max: 120 }), fc.nat(1000), (text, iterations, seed) => {
        const { report, trace: data } = recorded(text, { iterations }, seed)
        const root = exampleTree.parse(text)
        const config = readConfig('mcts', { iterations }) as MctsConfig
        expect(mcts.search(exampleTree, root, treeEstimates(root), config, context({ random: createRandom(seed) }))).toEqual(
          report,
        )
        const trace = new Trace(data)
        finish(checkTrace(trace, fault))
        expect(trace.visits(0)).toBe(iterations)
        expect(trace.effort(0)).toBeLessThanOrEqual(report.effort.nodes)
        const lines = trace
          .children(0)
          .filter(child => !trace.has(child, FLAGS.NOT_VISITED))
          .map(child => ({ action: trace.columns.edge[child]!, values: trace.values(child), visits: trace.visits(child) }))
        expect(lines).toEqual(report.lines.map(({ action, values, visits }) => ({ action, values, visits })))
        const tree = openTree(trace)
        expect(trace.columns.edge[tree.bestChild(0)!]).toBe(report.best)
        // every mean is that of the visits that ended here and of those that went on
        for (let node = 0; node < trace.entries; node++) {
          const visited = trace.children(node).filter(child => !trace.has(child, FLAGS.NOT_VISITED))
          const below = visited.reduce((sum, child) => sum + trace.visits(child)!, 0)
          const own = (trace.visits(node) ?? 0) - below
          expect(own).toBeGreaterThanOrEqual(0)
          if (own > 0) continue
          const total = visited.reduce((sum, child) => sum + trace.visits(child)! * trace.value(child)!, 0)
          if (visited.length > 0) expect(total / below).toBeCloseTo(trace.value(node)!, 9)
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each(CHOICES)('marks the move that the search plays by %s', choice => {
    let others = 0
    for (let seed = 0; seed < 20; seed++) {
      const config = readConfig('mcts', { iterations: 60, choice }) as MctsConfig
      const around = context({ random: createRandom(seed) })
      const { report, trace } = recordSearch(ticTacToe, 0, mcts, () => openLines, config, around, 1)
      const tree = openTree(new Trace(trace))
      expect(tree.trace.columns.edge[tree.bestChild(0)!]).toBe(report.best)
      const most = Math.max(...report.lines.map(({ visits }) => visits!))
      if (report.lines.find(({ action }) => action === report.best)!.visits! < most) others++
    }
    expect(others > 0).toBe(choice === 'mean')
  })

  test('its lecture knows after each event the means of the visits so far', () => {
    fc.assert(
      fc.property(rootText, fc.integer({ min: 1, max: 25 }), (text, iterations) => {
        const { trace: data } = recorded(text, { iterations }, 7)
        const trace = new Trace(data)
        const lecture = lectureOf(trace, mcts.pseudoCode, undefined)
        const known = new Map<number, { mean: number; visits: number }>()
        const there = new Set<number>()
        const line: number[] = []
        const counted = new Map<number, number>()
        const count = (positions: number) => line.forEach(each => counted.set(each, (counted.get(each) ?? 0) + positions))
        let isOver = false
        for (let event = 0; event < lecture.events; event++) {
          const { kind, node, x, y } = trace.log!.event(event)
          if (isOver) line.pop()
          if (kind === 'improve') {
            // the choice at the end, by its own line
            expect([event, node, y]).toEqual([lecture.events - 1, 0, openTree(trace).bestChild(0)])
            expect(mcts.pseudoCode[lecture.at(event).line!]!.text).toContain('play')
            expect(lecture.at(event).frames).toMatchObject([{ node: 0, bestChild: y }])
            continue
          }
          isOver = kind === 'backUp'
          if (kind === 'enter') there.add(node)
          if (kind === 'enter' || kind === 'visit') {
            line.push(node)
            count(1)
          }
          if (kind === 'rollout') count(y)
          if (kind === 'backUp') known.set(node, { mean: x, visits: y })
          expect(lecture.at(event).frames.map(({ node }) => node)).toEqual(line)
          for (let each = 0; each < trace.entries; each++) {
            const { mean, visits } = lecture.visited(each, event) ?? {}
            expect([lecture.isThere(each, event), mean, visits]).toEqual([
              there.has(each),
              known.get(each)?.mean,
              known.get(each)?.visits,
            ])
          }
        }
        for (let node = 0; node < trace.entries; node++) expect(trace.effort(node)).toBe(counted.get(node) ?? 0)
      }),
      { numRuns: 40 },
    )
  })

  test('continues without entries when there is no more room', () => {
    const config = readConfig('mcts', { iterations: 3000 }) as MctsConfig
    const { report, trace: data } = recordSearch(ticTacToe, 0, mcts, () => openLines, config, context(), 1 / 32)
    expect(mcts.search(ticTacToe, 0, openLines, config, context())).toEqual(report)
    const trace = new Trace(data)
    finish(checkTrace(trace, fault))
    expect([trace.visits(0), trace.log!.isWhole]).toEqual([3000, false])
    expect(Array.from({ length: trace.entries }, (_, node) => trace.has(node, FLAGS.NOT_RECORDED))).toContain(true)
  })

  test.each<[problem: string, change: (columns: EventLog['columns'], at: number) => void]>([
    ['counts visits that there were not', ({ y }, at) => (y[at] = 99)],
    ['is not of the node in hand', ({ node }, at) => (node[at] = 1)],
    ['leave node 0 with another value', ({ x }, at) => (x[at]! += 1)],
  ])('a log that %s is refused', (problem, change) => {
    const trace = new Trace(recorded('(p1 [1,2,3] [3,2,1])', { iterations: 3 }, 1).trace)
    const log = trace.log!
    change(log.columns, Array.from({ length: log.events }, (_, at) => log.kind(at)).lastIndexOf('backUp'))
    expect(() => finish(checkTrace(trace, fault))).toThrow(problem)
  })
})
