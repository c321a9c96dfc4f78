/**
 * A drawn tree in a lecture: after each event it has no value, colour, cut, owner, outcome, window or name that the search computes later,
 * and what a student is asked to predict follows from the events so far.
 */
import { describe, expect, test } from 'vitest'
import { readConfig, SEARCHER_FACTS } from '../../../../src/core/contract/searchers'
import type { EventStop, TopNode, ValueScale, WindowEnd } from '../../../../src/core/tree/views'
import { Trace, type TraceData } from '../../../../src/core/trace/trace'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import {
  answerAt,
  answeringStep,
  isRight,
  questionAfter,
} from '../../../../src/renderer/src/features/tree/lecture/usePredictions'
import { gameView } from '../../../../src/renderer/src/games/gameViews'
import { lettersOf } from '../../../../src/renderer/src/ui/tree/sketch'
import { makeScene, type Scene, type SceneNode } from '../../../../src/renderer/src/ui/tree/scene'
import { recordedGame } from '../../../core/support/recordedGame'

const TACTICS = '(max (min 3 12 8) (min (max 5 9) (max 6 7) 11) (min 14 (max 15 2) 2) (min 20 30))'
const REPEATED = '(chance 0.5:1 0.5:(max 0 2))'
const TRANSPOSED = `(max~1 ${REPEATED} ${REPEATED} (min~2 (max~3 1 2) 3) (min (chance 0.25:4 0.75:(min 1 7)) 0 1))`
const THREE = '(p1 [3,1,2] (p2 [0,4,1] (chance 0.25:[2,2,2] 0.75:(p3 [1,1,5] [4,0,3]))) (p3 [0,0,7] [9,1,7]))'
const visits = (iterations: number) => ({ config: readConfig('mcts', { iterations }) as object })

const LECTURES: Readonly<Record<string, TraceData>> = {
  minimax: recordedGame('exampleTree', TACTICS, 'minimax'),
  'alpha-beta': recordedGame('exampleTree', TACTICS, 'alphaBeta'),
  'alpha-beta with a table': recordedGame('exampleTree', TRANSPOSED, 'alphaBeta', { wrapping: { table: 8 } }),
  'principal variation search': recordedGame('exampleTree', TRANSPOSED, 'pvs', { wrapping: { order: 'static' } }),
  expectimax: recordedGame('exampleTree', TRANSPOSED, 'expectimax'),
  Star2: recordedGame('exampleTree', TRANSPOSED, 'star2'),
  'max-n': recordedGame('exampleTree', THREE, 'maxN'),
  'Monte-Carlo tree search': recordedGame('exampleTree', TRANSPOSED, 'mcts', visits(30)),
  'alpha-beta on boards': recordedGame('ticTacToe', 'XO./.X./..O', 'alphaBeta'),
  'Monte-Carlo tree search on boards': recordedGame('ticTacToe', 'XO./.X./..O', 'mcts', visits(40)),
}

describe.each(Object.entries(LECTURES))('a lecture of %s', (_, data) => {
  const desk = new OutlinedTree(data)
  const trace = new Trace(data)
  const view = gameView(data.head.game)
  const { events } = desk.lecture
  const hasWindows = data.space.hasWindows === true
  const sketch = view.sketch?.(data.head.root)
  const names = sketch && lettersOf(sketch)
  const ask = (lecture?: number) =>
    TREE_ANSWERS.treeTop(desk, { tree: 1, plies: 20, boards: 300, ...(lecture !== undefined && { lecture }) }) as {
      root: TopNode
      scale?: ValueScale
    }
  const stopAt = (at: number) => TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step: 'stay' }) as EventStop
  const sceneOf = ({ root, scale }: ReturnType<typeof ask>, stop?: EventStop): Scene =>
    makeScene(root, {
      mode: 'all',
      isOfValues: !view.paint,
      ...(stop && { stop }),
      ...{ hasWindows, ...(scale && { scale }), ...(sketch && { sketch }), ...(names && { names }) },
    })

  /** Replays the log by itself: which calls are open and which have returned, and their last values. */
  const open: string[] = []
  const entered = new Set<string>(['0'])
  const left = new Map<string, number>()
  /** Windows and best values as the last event of each call has them, and the children that it has not come to. */
  const windows = new Map<string, { alpha: number; beta: number; best: number | undefined }>()
  const remaining = new Map<string, number>()
  let isAgain = false
  function play(at: number): void {
    const { kind, node, x, y } = trace.log!.event(at)
    const key = String(node)
    const parent = open.at(-1)
    if (kind === 'enter') windows.set(key, { alpha: x, beta: y, best: undefined })
    if (kind === 'narrow') windows.set(key, { ...windows.get(key)!, alpha: x, beta: y })
    if (kind === 'improve') windows.set(key, { ...windows.get(key)!, best: x })
    if (kind === 'enter') remaining.delete(key)
    if (kind === 'enter' && !isAgain && parent !== undefined && remaining.has(parent))
      remaining.set(parent, Math.max(0, remaining.get(parent)! - 1))
    if (kind === 'expand') remaining.set(key, x)
    isAgain = kind === 'again'
    if (kind === 'enter' || kind === 'visit') {
      entered.add(key)
      if (open.at(-1) !== key) open.push(key)
    }
    if (kind === 'leave' || kind === 'backUp') {
      left.set(key, x)
      if (open.at(-1) === key) open.pop()
    }
  }
  const parentOf = (key: string) => {
    const parent = trace.parent(Number(key))
    return parent === undefined ? undefined : String(parent)
  }

  const finite = (end: number) => (end === Infinity ? '∞' : end === -Infinity ? '−∞' : end)

  /** Where each number stands on the bars, from the first event on. */
  const places = new Map<WindowEnd, number>()

  /** The bar of an open call has the numbers of its events, in their order, each at its place of before. */
  function expectBar({ key, bar, kind, frame }: SceneNode): void {
    expect(bar !== undefined).toBe(hasWindows && frame !== undefined && kind !== 'leaf')
    if (!bar) return
    const { alpha, beta, best } = windows.get(key!)!
    expect([bar.alpha.end, bar.beta.end]).toEqual([finite(alpha), finite(beta)])
    expect(bar.best?.end).toBe(best === alpha || best === beta ? undefined : best)
    expect(bar.alpha.place).toBeLessThanOrEqual(bar.beta.place)
    for (const { end, place } of [bar.alpha, bar.beta, ...(bar.best ? [bar.best] : [])]) {
      const isWithin = place > 0.2 && place < 0.8 // numbers beyond those of the tree stand at its ends
      for (const [other, its] of isWithin ? places : [])
        if (Math.abs(Number(other) - Number(end)) > 0.01) expect(its).not.toBe(place)
      expect(place).toBe(places.get(end) ?? place)
      places.set(end, place)
    }
  }

  function expectKnown(node: SceneNode, { event, frames }: EventStop): void {
    const { key, label, tone, isTaken, cut, owner, strip, position } = node
    const has = key !== undefined && left.has(key)
    const skipped = key !== undefined && node.isNotVisited && left.has(parentOf(key)!)
    if (key === undefined)
      expect([label, tone, isTaken, owner, strip, position]).toEqual([
        undefined,
        'unknown',
        false,
        undefined,
        undefined,
        undefined,
      ])
    else expect(entered.has(key) || skipped, `${key} is not there yet`).toBe(true)
    if (label) expect(label.is).toBe('value')
    if (!has && label) {
      const frame = frames.find(each => each.key === key)
      const isOfLeaf = event.key === key && (event.kind === 'utility' || event.kind === 'evaluate')
      expect(label).toMatchObject({ is: 'value', value: isOfLeaf ? event.x : frame?.best, sign: '' })
    }
    if (tone !== 'unknown' || isTaken || owner !== undefined) expect(has, `${key} has no value yet`).toBe(true)
    if (cut === 'probability') expect(has).toBe(true)
    if (cut === 'window' && !skipped) expect([event.kind, event.key]).toEqual(['cut', node.parent!.key])
    for (const dot of strip ?? []) expect(left.has(dot.key)).toBe(true)
    if (label?.is === 'value' && has && !frames.some(each => each.key === key)) expect(label.value).toBe(left.get(key))
  }

  test('shows at each step what the events up to it tell', () => {
    let values = 0
    let cuts = 0
    for (let at = 0; at < events; at++) {
      play(at)
      const stop = stopAt(at)
      const { nodes } = sceneOf(ask(at), stop)
      for (const node of nodes) {
        expectKnown(node, stop)
        expectBar(node)
        expect(node.name).toBe(names?.get(node.path)) // as before the first event
      }
      if (!data.space.hasVisits)
        for (const { key, left: its } of stop.frames) expect(its ?? undefined, `${at}: left of ${key}`).toBe(remaining.get(key))
      expect(nodes.filter(({ isCurrent }) => isCurrent).map(({ key }) => key)).toEqual([stop.event.key])
      const most = { boards: 5, levels: 2 } // however small the drawing, the node that the search is at is on it
      const few = makeScene(ask(at).root, { mode: 'best', most, isOfValues: !view.paint, stop }).nodes
      expect(few.filter(({ isCurrent }) => isCurrent).map(({ key }) => key)).toEqual([stop.event.key])
      values += nodes.filter(({ label }) => label).length
      cuts += nodes.filter(({ cut }) => cut === 'window').length
    }
    expect(values).toBeGreaterThan(events)
    const hasCuts = ['alpha-beta', 'alpha-beta on boards'].includes(_)
    if (hasCuts) expect(cuts).toBeGreaterThan(0)
  })

  test('ends with the whole tree', () => {
    // on boards, a lecture has the value of each node, and the tree its difference to the best
    const withLabels = !view.paint
    const facts = ({ key, label, tone, isTaken, cut, owner, isNotVisited }: SceneNode) => ({
      key,
      label: withLabels ? label : undefined,
      tone,
      isTaken,
      cut,
      owner,
      isNotVisited,
    })
    // a lecture of visits does not speak of nodes that none came to
    const known = ({ nodes }: Scene) =>
      nodes.filter(({ key, isNotVisited }) => !trace.data.space.hasVisits || (key !== undefined && !isNotVisited))
    const last = known(sceneOf(ask(events - 1), stopAt(events - 1)))
    expect(last.map(facts)).toEqual(known(sceneOf(ask())).map(facts))
  })
})

describe('predictions', () => {
  const stopsOf = (text: string, searcher: 'alphaBeta' | 'minimax' | 'coalition' | 'star2') => {
    const desk = new OutlinedTree(recordedGame('exampleTree', text, searcher))
    const step = (at: number, step: 'stay' | 'into' | 'out') =>
      TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step }) as EventStop | null
    const { values: agents = 1 } = desk.tree.trace.data.space
    const { windows: hasWindows = false, probes: hasProbes = false } = SEARCHER_FACTS[searcher]
    const rules = { hasWindows, hasVisits: false, hasProbes, agents }
    return Array.from({ length: desk.lecture.events }, (_, at) => {
      const stop = step(at, 'stay')!
      const question = questionAfter(stop, rules)
      const next = question && step(at, answeringStep(question, stop))
      return { at, stop, question, answer: question && next ? answerAt(question, next) : undefined }
    })
  }

  test('ask alpha-beta on the book’s tree for every cut, value and choice, and know the answers', () => {
    const asked = stopsOf('(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', 'alphaBeta').filter(({ question }) => question)
    expect(asked.map(({ question, answer }) => [question!.is, answer])).toEqual([
      ['cut', false],
      ['value', 3],
      ['cut', false],
      ['cut', true],
      ['value', 2],
      ['cut', false],
      ['cut', false],
      ['value', 2],
      ['child', 0],
    ])
  })

  test('ask for the number of the agent at the node, and for no cut where a probe may end instead', () => {
    const coalition = stopsOf('(p1 (p2 [3,1,2] (p3 [0,4,1] [2,2,2])) (p2 [5,0,0] [1,3,3]) [2,2,2])', 'coalition')
    const asked = coalition.flatMap(({ question, answer }) => (question ? [{ question, answer }] : []))
    expect(asked.map(({ question, answer }) => [question.is === 'value' ? question.agent : question.is, answer])).toEqual([
      [2, 2],
      [1, 2],
      [1, 3],
      ['child', 0],
    ])
    const star2 = stopsOf('(bounds 0 9 (max (chance 0.5:(min 2 4) 0.5:(min 3 6)) (chance 0.2:2 0.8:(min 1 9)) 2))', 'star2')
    expect(star2.some(({ question }) => question?.is === 'cut')).toBe(false)
  })

  test('are the same as long as two searches have the same events, whatever comes next', () => {
    const [one, other] = ['(max (min 3 12 8) (min 2 4 6))', '(max (min 3 12 8) (min 9 4 6))'].map(text =>
      stopsOf(text, 'alphaBeta'),
    )
    const differs = one!.findIndex(({ stop }, i) => JSON.stringify(stop.event) !== JSON.stringify(other![i]!.stop.event))
    expect(differs).toBeGreaterThan(15)
    const questions = (of: typeof one) => of!.slice(0, differs).map(({ question }) => question)
    expect(questions(one)).toEqual(questions(other))
    expect(one!.slice(differs).map(({ answer }) => answer)).not.toEqual(other!.slice(differs).map(({ answer }) => answer))
  })

  test('take a rounded value, and no other', () => {
    expect([isRight(2.33, 7 / 3), isRight(2.3, 7 / 3), isRight(NaN, 2), isRight(true, false)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
