import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { VisitRecorder } from '../../../src/core/search/visitRecorder'
import type { EventLog } from '../../../src/core/trace/eventLog'
import { FLAGS, type Layout } from '../../../src/core/trace/format'
import { checkLog } from '../../../src/core/trace/logStructure'
import { checkStructure } from '../../../src/core/trace/structure'
import { Trace } from '../../../src/core/trace/trace'
import { finish } from '../../../src/core/sliced'

const LAYOUT: Layout = { shape: 'grown', hasVisits: true, values: 3 }

/** A node as the test itself grows it. */
interface Model {
  readonly edge: number
  readonly children: Model[]
  visits: number
  sum: number
  nodes: number
}

const newModel = (edge: number): Model => ({ edge, children: [], visits: 0, sum: 0, nodes: 0 })
const valuesOf = ({ sum, visits }: Model) => [sum / visits, -sum / visits, 1 / visits]

/** Visits as a search makes them: each goes down by its choices, adds a node, plays on, and goes back up. */
function grow(recorder: VisitRecorder, visits: readonly (readonly number[])[], width: number): Model {
  const root = newModel(0)
  const places = new Map<Model, number | undefined>()
  for (const [i, choices] of visits.entries()) {
    const path = [root]
    let plies = 0
    for (const choice of ['root' as const, ...choices]) {
      const above: Model = path.at(-1) ?? root
      let node = root
      if (choice !== 'root') {
        const edge = choice % width
        if (above.children.length === 0)
          recorder.expand(
            'agent',
            0,
            Array.from({ length: width }, (_, each) => ({ edge: each })),
          )
        node = above.children.find(child => child.edge === edge) ?? newModel(edge)
        path.push(node)
      }
      if (places.has(node)) {
        recorder.visit(places.get(node))
        for (const each of path) each.nodes++
        continue
      }
      recorder.enter('agent', node.edge)
      places.set(node, recorder.place)
      node.nodes++
      if (node !== root) {
        above.children.push(node)
        for (const each of path.slice(0, -1)) each.nodes++
      }
      break
    }
    plies = i % 3
    recorder.rollout(i, plies)
    for (const node of path.toReversed()) {
      node.visits++
      node.sum += i
      node.nodes += plies
      recorder.backUp(valuesOf(node), node.visits)
    }
  }
  return root
}

function check(trace: Trace<unknown>): void {
  const fault = (problem: string) => new Error(problem)
  finish(checkStructure(trace, 'agent', fault))
  finish(checkLog(trace, trace.log!, fault))
}

function recorded(recorder: VisitRecorder): Trace<unknown> {
  return new Trace({ head: undefined, ...recorder.finish() })
}

const arbitraryVisits = fc.array(fc.array(fc.nat(3), { maxLength: 6 }), { minLength: 1, maxLength: 60 })

describe('a tree that grows by one node at a time', () => {
  test('stands in preorder, with its means, visits and counts', () => {
    fc.assert(
      fc.property(arbitraryVisits, fc.integer({ min: 1, max: 4 }), (visits, width) => {
        const recorder = new VisitRecorder(1, LAYOUT)
        const root = grow(recorder, visits, width)
        const trace = recorded(recorder)
        check(trace)
        const compare = (node: number, model: Model): void => {
          expect(trace.visits(node)).toBe(model.visits)
          expect(trace.values(node)).toEqual(valuesOf(model))
          expect(trace.effort(node)).toBe(model.nodes)
          const [visited, unvisited] = [false, true].map(left =>
            trace.children(node).filter(child => trace.has(child, FLAGS.NOT_VISITED) === left),
          )
          expect(visited!.map(child => trace.columns.edge[child])).toEqual(model.children.map(({ edge }) => edge))
          expect(unvisited).toHaveLength(model.children.length === 0 ? 0 : width - model.children.length)
          for (const [i, child] of visited!.entries()) compare(child, model.children[i]!)
        }
        compare(0, root)
      }),
    )
  })

  test('continues without entries when there is no more room', () => {
    const recorder = new VisitRecorder(1, LAYOUT)
    const visits = Array.from({ length: 20_000 }, (_, i) => [
      i % 4,
      (i >> 2) % 4,
      (i >> 4) % 4,
      (i >> 6) % 4,
      (i >> 8) % 4,
      (i >> 10) % 4,
      (i >> 12) % 4,
    ])
    const root = grow(recorder, visits, 4)
    const trace = recorded(recorder)
    check(trace)
    expect(trace.visits(0)).toBe(root.visits)
    expect(trace.log!.isWhole).toBe(false)
    expect(Array.from({ length: trace.entries }, (_, node) => trace.has(node, FLAGS.NOT_RECORDED))).toContain(true)
  })

  test.each([
    ['counts visits that there were not', ({ columns: { y } }: EventLog, at: number) => (y[at] = 99)],
    ['is not of the node in hand', ({ columns: { node } }: EventLog, at: number) => (node[at] = 1)],
    ['leave node 0 with another value', ({ columns: { x } }: EventLog, at: number) => (x[at]! += 1)],
  ])('refuses a log that %s', (problem, change) => {
    const recorder = new VisitRecorder(1, LAYOUT)
    grow(recorder, [[0], [1], [0, 1]], 2)
    const trace = recorded(recorder)
    change(trace.log!, trace.log!.events - 1)
    expect(() => check(trace)).toThrow(problem)
  })
})
