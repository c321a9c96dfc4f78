/** A drawn tree in a lecture: after each event it has no value, colour, cut, owner or outcome that the search computes later. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../../src/core/contract/searchers'
import type { EventStop, TopNode } from '../../../../src/core/tree/views'
import { Trace, type TraceData } from '../../../../src/core/trace/trace'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { gameView } from '../../../../src/renderer/src/games/gameViews'
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
  const ask = (lecture?: number) =>
    TREE_ANSWERS.treeTop(desk, { tree: 1, plies: 20, boards: 300, ...(lecture !== undefined && { lecture }) }) as {
      root: TopNode
    }
  const stopAt = (at: number) => TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step: 'stay' }) as EventStop
  const sceneOf = (root: TopNode, stop?: EventStop): Scene =>
    makeScene(root, {
      mode: 'all',
      isOfValues: !view.paint,
      ...(stop && { stop }),
      ...(view.sketch && { sketch: view.sketch(data.head.root) }),
    })

  /** Replays the log by itself: which calls are open and which have returned, and their last values. */
  const open: string[] = []
  const entered = new Set<string>(['0'])
  const left = new Map<string, number>()
  function play(at: number): void {
    const { kind, node, x } = trace.log!.event(at)
    const key = String(node)
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
    if (!has && label) {
      const frame = frames.find(each => each.key === key)
      expect(label).toEqual({ is: 'value', value: frame?.best, sign: '' })
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
      const { nodes } = sceneOf(ask(at).root, stop)
      for (const node of nodes) expectKnown(node, stop)
      expect(nodes.filter(({ isCurrent }) => isCurrent).map(({ key }) => key)).toEqual([stop.event.key])
      values += nodes.filter(({ label }) => label).length
      cuts += nodes.filter(({ cut }) => cut === 'window').length
    }
    expect(values).toBeGreaterThan(events)
    const hasCuts = ['alpha-beta', 'alpha-beta on boards'].includes(_)
    if (hasCuts) expect(cuts).toBeGreaterThan(0)
  })

  test('ends with the whole tree', () => {
    const facts = ({ key, label, tone, isTaken, cut, owner, isNotVisited }: SceneNode) => ({
      key,
      label,
      tone,
      isTaken,
      cut,
      owner,
      isNotVisited,
    })
    const last = sceneOf(ask(events - 1).root, stopAt(events - 1))
    // a lecture of visits does not speak of nodes that none came to
    const whole = sceneOf(ask().root).nodes.filter(({ isNotVisited }) => !trace.data.space.hasVisits || !isNotVisited)
    expect(last.nodes.map(facts)).toEqual(whole.map(facts))
  })
})
