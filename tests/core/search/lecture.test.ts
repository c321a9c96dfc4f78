import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { linesOf, recordSearch } from '../../../src/core/search/record'
import { positionSearcher, SEARCHERS, SEARCHER_IDS } from '../../../src/core/search/registry'
import type { Searcher, Wrapping } from '../../../src/core/search/searcher'
import { Trace } from '../../../src/core/trace/trace'
import type { Lecture } from '../../../src/core/tree/lecture'
import { runs } from '../../setup/extent'
import { lectureOf } from '../support/lectures'
import { context, graphGame, PLAIN_CONFIG } from './support'

const { minimax, alphaBeta, pvs, expectimax, greedy } = SEARCHERS

/** MiB that hold every tree and log here but that of the test of room. */
const ENOUGH = 1

function lectureOn<State>(
  searcher: Searcher,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  { wrapping = {}, depth, mebibytes = ENOUGH }: { wrapping?: Wrapping; depth?: number; mebibytes?: number } = {},
): Lecture {
  const around = context({ wrapping, limits: depth === undefined ? {} : { depth } })
  const { trace } = recordSearch(game, root, searcher, () => heuristic, PLAIN_CONFIG, around, mebibytes)
  if (mebibytes === ENOUGH) expect(trace.log.isWhole).toBe(true)
  const { subject } = trace.head
  return lectureOf(new Trace(trace), linesOf(searcher, subject), subject.plies)
}

const chances = graphGame({ seed: 11, height: runs(7, 9), width: 8, branching: 4, hasChance: true, hasRewards: true, spread: 50 })
const played = {
  'alpha-beta on tic-tac-toe': () => lectureOn(alphaBeta, ticTacToe, ticTacToe.parse('X.O/.../..X'), openLines),
  'PVS with a table, deepening': () =>
    lectureOn(pvs, ticTacToe, ticTacToe.parse('X../.O./...'), openLines, {
      depth: 4,
      wrapping: { table: 12, order: 'dynamic', deepening: 'interruptible' },
    }),
  'expectimax with chance': () => lectureOn(expectimax, chances.game, 0, chances.heuristic, { wrapping: { table: 10 } }),
}

describe.each(Object.entries(played))('a lecture of %s', (_, make) => {
  const lecture = make()
  const { trace } = lecture
  const log = trace.log!
  const nodes = Array.from({ length: trace.entries }, (_, node) => node)

  test('shows at every event what the searcher knows then, and no value before the event that computes it', () => {
    const values = new Map<number, number>()
    const open: { node: number; alpha: number; beta: number; best: number | undefined }[] = []
    const there = new Set<number>()
    let returned: number | undefined
    expect(lecture.events).toBeGreaterThan(300)
    for (let at = 0; at < lecture.events; at++) {
      if (returned !== undefined) open.pop()
      returned = undefined
      const { kind, node, x, y } = log.event(at)
      const top = open.at(-1)
      if (kind === 'enter') {
        there.add(node)
        open.push({ node, alpha: x, beta: y, best: undefined })
      } else if (kind === 'improve') top.best = x
      else if (kind === 'narrow') [top.alpha, top.beta] = [x, y]
      else if (kind === 'leave') {
        returned = x
        values.set(node, x)
        for (const child of trace.children(node)) there.add(child)
      }
      const state = lecture.at(at)
      expect(state.event).toEqual({ kind, node, x, y })
      expect(state.returned).toBe(returned)
      expect(state.frames.map(({ node, alpha, beta, best }) => ({ node, alpha, beta, best }))).toEqual(open)
      expect(state.line).toBeDefined()
      // All nodes at some events, those about the one in hand at every one.
      const looked = at % 50 === 0 ? nodes : [node, node + 1, ...trace.children(node), trace.parent(node) ?? 0]
      for (const each of looked) {
        if (each >= trace.entries) continue
        expect(lecture.value(each, at)).toBe(values.get(each))
        expect(lecture.isThere(each, at)).toBe(there.has(each))
      }
    }
    expect(values.size).toBe(nodes.filter(node => trace.value(node) !== undefined).length)
  })

  test('is the same whichever event is jumped to', () => {
    const again = make()
    const step = 997 // a prime: every event comes once
    for (let i = 0, at = 0; i < Math.min(lecture.events, runs(700, 3000)); i++, at = (at + step) % lecture.events)
      expect(again.at(at)).toEqual(lecture.at(at))
    expect(() => again.at(again.events)).toThrow(RangeError)
  })

  test('steps into every event, over a call to its value, out to that of the call in hand, and back', () => {
    for (let at = 0; at < lecture.events; at++) {
      expect(lecture.step(at, 'into')).toBe(at + 1 < lecture.events ? at + 1 : undefined)
      expect(lecture.step(at, 'back')).toBe(at > 0 ? at - 1 : undefined)
      const { event, frames, returned } = lecture.at(at)
      const over = lecture.step(at, 'over')
      const next = at + 1 < lecture.events ? log.event(at + 1) : undefined
      const call = event.kind === 'enter' ? event : next?.kind === 'enter' ? next : undefined
      if (!call) expect(over).toBe(next && at + 1)
      else expect(log.event(over!)).toMatchObject({ kind: 'leave', node: call.node })
      const out = lecture.step(at, 'out')
      const outer = frames.at(returned === undefined ? -1 : -2)
      if (!outer) expect(out).toBeUndefined()
      else expect(log.event(out!)).toMatchObject({ kind: 'leave', node: outer.node })
    }
  })
})

test('the current line is the one that does what the event says', () => {
  const root = exampleTree.parse('(max (min 4 (max 6 1)) 3 (min 5 2 9))')
  const lecture = lectureOn(pvs, exampleTree, root, treeEstimates(root), { wrapping: { table: 4 } })
  const seen = new Map<string, string>()
  for (let at = 0; at < lecture.events; at++) {
    const { event, line, frames } = lecture.at(at)
    const kind = lecture.trace.kind(event.node)
    seen.set(`${event.kind} ${kind}`, lecture.code[line!]!.text.trim())
    // the value of a leaf goes where it was called from; of other nodes the line of their own is current, and that one waits
    const [outer, inner] = frames.slice(-2)
    if (inner && event.kind === 'leave' && kind === 'leaf') expect(line).toBe(inner.caller)
    if (inner) seen.set(`call ${lecture.trace.kind(outer!.node)}`, lecture.code[inner.caller!]!.text.trim())
    else expect(outer!.caller).toBeUndefined()
  }
  expect(Object.fromEntries(seen)).toMatchObject({
    'call max': 'v ← PVS(c, D − 1, α, b)',
    'call min': 'v ← PVS(c, D − 1, a, β)',
    'enter max': 'PVS(State, D, α, β)',
    'utility leaf': 'if G(State) then return U(State)',
    'improve max': 'CurMax ← max(v, CurMax)',
    'narrow max': 'α ← max(CurMax, α)',
    'improve min': 'CurMin ← min(v, CurMin)',
    'cut min': 'if CurMin ≤ α then break',
    'leave min': 'return CurMin',
    'leave max': 'return CurMax',
  })
})

test('depths count down from the root, and below 0 in a quiescence search', () => {
  const root = exampleTree.parse('(max (min~9 (max~9! -5)) (min (max~2 2)))')
  const lecture = lectureOn(alphaBeta, exampleTree, root, treeEstimates(root), {
    depth: 2,
    wrapping: { quiescence: { plies: 1 } },
  })
  const depths = new Set<number>()
  for (let at = 0; at < lecture.events; at++) {
    const { frames } = lecture.at(at)
    expect(frames.map(({ depth }) => depth)).toEqual(frames.map((_, level) => 2 - level))
    depths.add(frames.at(-1)!.depth!)
  }
  expect([...depths].toSorted((a, b) => a - b)).toEqual([-1, 0, 1, 2])
  expect(lectureOn(minimax, exampleTree, root, treeEstimates(root)).at(0).frames[0]!.depth).toBeUndefined()
})

test('a log that had no more room ends within its calls', () => {
  const leaves = Array.from({ length: 500 }, (_, i) => i + 1).join(' ')
  const root = exampleTree.parse(`(max (max (max ${leaves})) (max 9))`)
  const lecture = lectureOn(alphaBeta, exampleTree, root, treeEstimates(root), { mebibytes: 1 / 64 })
  expect(lecture.isWhole).toBe(false)
  const last = lecture.events - 1
  expect(lecture.at(last).frames.length).toBeGreaterThan(2)
  expect(lecture.step(0, 'over')).toBe(last)
  expect(lecture.step(last, 'out')).toBeUndefined()
  expect(lecture.value(0, last)).toBeUndefined()
})

const RECORDED = SEARCHER_IDS.filter(id => !('tree' in SEARCHERS[id]))

test.each(RECORDED)('every event of %s that its code names has a line, and every line that is named is reached', id => {
  const searcher = positionSearcher(id)
  const reached = new Set<string>()
  const wrapping = { table: 12, deepening: 'interruptible' } as const
  const taken = Object.fromEntries(
    Object.entries(wrapping).filter(([name]) => (searcher.wrappers as readonly string[]).includes(name)),
  )
  const named = searcher.pseudoCode.filter(({ on, needs }) => on && (needs === undefined || needs in taken))
  const missing = () => named.map(({ text }) => text).filter(text => !reached.has(text))
  for (let seed = 0; seed < 60 && missing().length > 0; seed++)
    for (const around of [{}, taken]) {
      const { game, heuristic } = graphGame({
        seed,
        height: 6,
        width: 5,
        branching: 3,
        hasChance: searcher !== greedy && id !== 'random',
        hasRewards: false,
        spread: 50,
      })
      const lecture = lectureOn(searcher, game, 0, heuristic, { wrapping: around, depth: 4 })
      for (let at = 0; at < lecture.events; at++) {
        const { line } = lecture.at(at)
        if (line !== undefined) reached.add(lecture.code[line]!.text)
      }
    }
  expect(missing()).toEqual([])
})
