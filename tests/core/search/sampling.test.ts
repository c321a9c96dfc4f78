import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig, usualConfig } from '../../../src/core/contract/searchers'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { HidingGame, Values } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { createRandom } from '../../../src/core/random'
import { GROWINGS, sampling, type SamplingConfig } from '../../../src/core/search/algorithms/sampling'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { codeOf, recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Report } from '../../../src/core/search/report'
import { checkSearch, searchPosition, type Context, type Searcher } from '../../../src/core/search/searcher'
import { finish } from '../../../src/core/sliced'
import { BYTES_PER_EVENT } from '../../../src/core/trace/eventLog'
import { bytesPerEntry, FLAGS, MEBIBYTE } from '../../../src/core/trace/format'
import { checkTrace } from '../../../src/core/trace/check'
import { Trace } from '../../../src/core/trace/trace'
import { gameTree } from '../../../src/core/games/trees'
import { nodeDetails } from '../../../src/core/tree/nodeDetails'
import { RecordedTree } from '../../../src/core/tree/recordedTree'
import { runs } from '../../setup/extent'
import { lectureOf } from '../support/lectures'
import { structureFault } from './recorded'
import { context, PLAIN_CONFIG, run } from './support'

/**
 * Nobody sees which of its worlds a game is played in. In each of them MAX has some of the actions, MIN answers, and a table that
 * nobody sees says what that is worth.
 */
interface Rules {
  /** By world, action and answer; an action without answers is illegal there. */
  readonly worlds: readonly (readonly (readonly number[])[])[]
  readonly weights: readonly number[]
  /** By action. */
  readonly rewards: readonly number[]
}

interface State {
  readonly world: number
  readonly path: readonly number[]
}

const actionsOf = ({ rewards }: Rules) => rewards.map((_, action) => action)

function hidingGame(rules: Rules, canList = true): HidingGame<State, readonly number[]> {
  const { worlds, weights, rewards } = rules
  const answers = ({ world, path }: State) => worlds[world]![path[0]!]!
  return {
    id: 'hiding',
    start: () => ({ world: 0, path: [] }),
    agents: () => 2,
    toAct: ({ path }) => (path.length === 2 ? 'over' : path.length),
    actions: state =>
      state.path.length === 0
        ? actionsOf(rules).filter(action => worlds[state.world]![action]!.length > 0)
        : answers(state).map((_, answer) => answer),
    apply({ world, path }, action) {
      const reward = path.length === 0 ? rewards[action]! : 0
      return { state: { world, path: [...path, action] }, rewards: [reward, 0 - reward] }
    },
    outcomes: () => [],
    utilities: state => bothOf(answers(state)[state.path[1]!]!),
    key: ({ world, path }) => `${world} ${path.join()}`,
    hidden: {
      view: ({ path }) => path,
      actions: path => (path.length === 0 ? actionsOf(rules) : []),
      sample(path, random) {
        let rest = random.next()
        const world = weights.findIndex(weight => (rest -= weight) < 0)
        return { world: world < 0 ? 0 : world, path }
      },
      ...(canList && {
        worlds: (path: readonly number[]) => weights.map((weight, world) => ({ weight, state: { world, path } })),
      }),
    },
    parse: text => JSON.parse(text) as State,
    format: state => JSON.stringify(state),
    words: (_, edge) => String(edge),
  }
}

const bothOf = (value: number): Values => [value, 0 - value]
const nothing: Heuristic<unknown> = { evaluate: () => 0 }
const PLAIN: SamplingConfig = { inner: 'expectimax', config: PLAIN_CONFIG, worlds: 100, growing: 'off' }
const START: State = { world: 0, path: [] }

function search(rules: Rules, config: Partial<SamplingConfig> = {}, change: Partial<Context> = {}, canList = true): Report {
  return searchPosition(sampling, hidingGame(rules, canList), START, () => nothing, { ...PLAIN, ...config }, context(change))
}

const value = fc.integer({ min: -20, max: 20 })
const rulesOf = (isEqual: boolean): fc.Arbitrary<Rules> =>
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 })).chain(([actions, worlds]) =>
    fc
      .record({
        worlds: fc.array(fc.array(fc.array(value, { minLength: 0, maxLength: 3 }), { minLength: actions, maxLength: actions }), {
          minLength: worlds,
          maxLength: worlds,
        }),
        shares: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: worlds, maxLength: worlds }),
        rewards: fc.array(value, { minLength: actions, maxLength: actions }),
      })
      .filter(({ worlds }) => worlds.every(world => world.some(answers => answers.length > 0)))
      .map(({ worlds, shares, rewards }) => {
        const sum = shares.reduce((total, each) => total + each, 0)
        return { worlds, rewards, weights: shares.map(share => (isEqual ? 1 / worlds.length : share / sum)) }
      }),
  )

describe('over all worlds', () => {
  test.each(['expectimax', 'minimax', 'alphaBeta', 'pvs'])(
    'is expectimax with a chance node of the worlds below each action: %s',
    inner => {
      fc.assert(
        fc.property(fc.boolean().chain(rulesOf), rules => {
          const below = (action: number) =>
            rules.weights
              .map((weight, world) => {
                const answers = rules.worlds[world]![action]!
                const tree = answers.length === 0 ? '0' : `(min ${answers.map(each => rules.rewards[action]! + each).join(' ')})`
                return `${weight}:${tree}`
              })
              .join(' ')
          const tree = exampleTree.parse(
            `(max ${actionsOf(rules)
              .map(action => `(chance ${below(action)})`)
              .join(' ')})`,
          )
          const truth = run(SEARCHERS.expectimax, exampleTree, tree, treeEstimates(tree))
          const found = search(rules, { inner, config: inner === 'expectimax' ? PLAIN_CONFIG : {} })
          expect(found.best).toBe(truth.best)
          expect(found.stopped).toBe('complete')
          found.lines.forEach((line, i) => {
            expect(line.values[0]).toBeCloseTo(truth.lines[i]!.values[0]!, 9)
            expect(line.values[1]).toBe(0 - line.values[0]!)
            expect(line).toMatchObject({ bound: 'exact', worlds: rules.weights.length, pv: [line.action] })
            expect(line.error).toBeUndefined()
          })
          expect(found.lines).toHaveLength(truth.lines.length)
        }),
        { numRuns: runs(50, 2000) },
      )
    },
  )
})

/** Fair: an action that is worth what nobody knows, one worth 4, and one that is illegal in half of the worlds. */
const GAMBLE: Rules = {
  worlds: [0, 10, 2, 12].map((gain, world) => [[gain], [4], world % 2 === 0 ? [] : [9]]),
  weights: [0.25, 0.25, 0.25, 0.25],
  rewards: [0, 0, 0],
}

test('an action counts 0 where it is illegal', () => {
  const { lines, best, values } = search(GAMBLE)
  expect(lines.map(line => line.values[0])).toEqual([6, 4, 4.5])
  expect([best, values]).toEqual([0, [6, -6]])
})

describe('K worlds of more', () => {
  test('are drawn: the mean comes near, and its standard error says how near', () => {
    let inside = 0
    for (let seed = 1; seed <= 40; seed++) {
      const { lines, stopped } = search(GAMBLE, { worlds: 100 }, { random: createRandom(seed) }, false)
      expect(stopped).toBe('limit')
      const [gamble, sure] = lines
      expect([sure!.values[0], sure!.error]).toEqual([4, 0])
      expect(gamble).toMatchObject({ bound: 'estimate', worlds: 100 })
      // 0, 10, 2 and 12 spread by √(29 · 4/3 · 3/4)
      expect(Math.abs(gamble!.error! - Math.sqrt(26 / 100))).toBeLessThan(0.12)
      if (Math.abs(gamble!.values[0]! - 6) < 2 * gamble!.error!) inside++
    }
    expect(inside).toBeGreaterThan(33)
  })

  test('that are fewer than those that fit are drawn too; as many are all searched', () => {
    expect(search(GAMBLE, { worlds: 3 }).lines[0]).toMatchObject({ bound: 'estimate', worlds: 3 })
    expect(search(GAMBLE, { worlds: 4 }).lines[0]).toMatchObject({ bound: 'exact', worlds: 4 })
  })

  test('are drawn lazily', () => {
    const game = hidingGame(GAMBLE)
    let asked = 0
    function* endless() {
      for (;;) {
        asked++
        yield { weight: 0.25, state: START }
      }
    }
    const hidden = { ...game.hidden, worlds: endless }
    searchPosition(sampling, { ...game, hidden }, START, () => nothing, { ...PLAIN, worlds: 5 }, context())
    expect(asked).toBe(6)
  })
})

describe('a growing K', () => {
  const worldsOf = ({ lines }: Report) => lines[0]?.worlds

  test('is 1, 2, 4, … until the most, or until all worlds fit', () => {
    const told: (number | undefined)[] = []
    const report = (interim: Report) => told.push(worldsOf(interim))
    expect(worldsOf(search(GAMBLE, { growing: 'last', worlds: 50 }, { report }, false))).toBe(50)
    expect(told.splice(0)).toEqual([1, 2, 4, 8, 16, 32])
    expect(search(GAMBLE, { growing: 'last', worlds: 50 }, { report })).toMatchObject({
      stopped: 'complete',
      lines: [{ worlds: 4, bound: 'exact' }, {}, {}],
    })
    expect(told).toEqual([1, 2])
  })

  test('searches no world twice', () => {
    const { effort } = search(GAMBLE, { growing: 'last', worlds: 32 }, {}, false)
    expect(effort.nodes).toBe(search(GAMBLE, { worlds: 32 }, {}, false).effort.nodes)
  })

  test('interrupted in the midst keeps the last K that was finished', () => {
    const { effort } = search(GAMBLE, { worlds: 1 }, {}, false)
    const nodes = 11 * effort.nodes
    const found = search(GAMBLE, { growing: 'last', worlds: undefined }, { limits: { nodes } }, false)
    expect(found).toMatchObject({ stopped: 'limit', lines: [{ worlds: 8 }, {}, {}] })
    expect(found.effort.nodes).toBeLessThanOrEqual(nodes)
    expect(found.lines).toEqual(search(GAMBLE, { worlds: 8 }, {}, false).lines)
    let polls = 0
    search(GAMBLE, { growing: 'last', worlds: 10 }, { stopped: () => polls++ < 0 }, false)
    const stopped = () => polls-- < 0
    expect(search(GAMBLE, { growing: 'last', worlds: undefined }, { limits: { ms: 1e6 }, stopped }, false)).toMatchObject({
      stopped: 'request',
      lines: found.lines,
    })
  })

  test('or keeps that with the highest value', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const told: Report[] = []
      const given = { random: createRandom(seed), report: (interim: Report) => told.push(interim) }
      const last = search(GAMBLE, { growing: 'last', worlds: 64 }, given, false)
      const highest = search(GAMBLE, { growing: 'highest', worlds: 64 }, { random: createRandom(seed) }, false)
      const best = Math.max(...[...told, last].map(({ values }) => values![0]!))
      expect(highest.values![0]).toBe(best)
    }
  })

  test('that knows no end is refused', () => {
    for (const growing of ['last', 'highest'] as const)
      expect(() => search(GAMBLE, { growing, worlds: undefined }, { limits: { depth: 2 } })).toThrow(
        expect.objectContaining({ code: 'BAD_SETTING', message: expect.stringContaining('worlds: a growing number') as string }),
      )
  })
})

describe('limits', () => {
  test('of depth are those of each world', () => {
    const { lines, depth, stopped, effort } = search(GAMBLE, {}, { limits: { depth: 1 } })
    expect({ depth, stopped }).toEqual({ depth: 1, stopped: 'limit' })
    expect(lines.every(line => line.depth === 1)).toBe(true)
    expect(effort.evaluations).toBeGreaterThan(0)
  })

  test('of nodes are shared by K worlds, so that each is searched', () => {
    const { lines, effort } = search(GAMBLE, { worlds: 10 }, { limits: { nodes: 100 } }, false)
    expect(lines[0]!.worlds).toBe(10)
    expect(effort.nodes).toBeLessThanOrEqual(100)
  })

  test('of time too', () => {
    let ms = 0
    const shares: number[] = []
    const minimax: Searcher = {
      ...SEARCHERS.minimax,
      search(game, root, heuristic, config, around) {
        shares.push(around.limits.ms!)
        ms += 10
        return SEARCHERS.minimax.search(game, root, heuristic, config, { ...around, limits: {} })
      },
    }
    const around = { limits: { ms: 100 }, now: () => ms, searcher: () => minimax }
    expect(search(GAMBLE, { inner: 'minimax', worlds: 4 }, around, false).lines[0]!.worlds).toBe(4)
    expect(shares).toEqual([25, 30, 40, 70])
  })

  test('effort is that of all worlds', () => {
    const nodes = [0, 1, 2, 3].map(world => {
      const game = hidingGame(GAMBLE)
      return run(SEARCHERS.expectimax, game, { world, path: [] }, nothing).effort.nodes
    })
    expect(search(GAMBLE).effort.nodes).toBe(nodes.reduce((sum, each) => sum + each, 0))
  })

  test('interrupted in the midst of K worlds, those that were finished count', () => {
    let polls = 0
    const found = search(GAMBLE, { worlds: 100 }, { stopped: () => polls++ > 50 }, false)
    expect(found.stopped).toBe('request')
    expect(found.lines[0]!.worlds).toBeGreaterThan(3)
    expect(found.lines[0]!.worlds).toBeLessThan(20)
    expect(search(GAMBLE, {}, { stopped: () => true })).toMatchObject({
      lines: [],
      best: 0,
      values: undefined,
      stopped: 'request',
    })
  })
})

test('a searcher that knows means has means averaged', () => {
  const config = readConfig('mcts', { iterations: 200, C: 5 })
  const { lines } = search(GAMBLE, { inner: 'mcts', config })
  expect(lines.map(({ bound }) => bound)).toEqual(['estimate', 'exact', 'exact'].map(() => 'estimate'))
  expect(lines.map(({ values }) => values[0])).toEqual([6, 4, 4.5])
})

test('the searcher inside is given worlds that were drawn, and heuristics of these, never the position', () => {
  const game = hidingGame(GAMBLE, false)
  const secret: State = { world: 3, path: [] }
  const seen = new Set<unknown>()
  const minimax: Searcher = {
    ...SEARCHERS.minimax,
    search(of, root, heuristic, config, around) {
      seen.add(root)
      return SEARCHERS.minimax.search(of, root, heuristic, config, around)
    },
  }
  const heuristicOf = (state: State) => {
    seen.add(state)
    return nothing
  }
  searchPosition(
    sampling,
    game,
    secret,
    heuristicOf,
    { ...PLAIN, inner: 'minimax', worlds: 20 },
    context({ searcher: () => minimax }),
  )
  expect(seen.size).toBe(20)
  expect(seen.has(secret)).toBe(false)
})

test('at the end of the game it has its utilities, and before a chance event the mean of all worlds', () => {
  const over: State = { world: 1, path: [0, 0] }
  expect(searchPosition(sampling, hidingGame(GAMBLE), over, () => nothing, PLAIN, context())).toMatchObject({
    lines: [],
    values: [10, -10],
    stopped: 'over',
  })
  const chance = {
    ...hidingGame(GAMBLE),
    toAct: ({ path }: State) => (path.length === 0 ? ('chance' as const) : ('over' as const)),
    outcomes: ({ world }: State) => [0, 1].map(edge => ({ edge, draws: 2, chance: 1, state: { world, path: [edge, 0] } })),
  }
  expect(searchPosition(sampling, chance, START, () => nothing, PLAIN, context())).toMatchObject({
    lines: [],
    best: undefined,
    values: [5, -5],
  })
})

test('a game that hides nothing is refused by name, and so are its trees', () => {
  const refusal = expect.objectContaining({
    code: 'BAD_SETTING',
    message: 'searcher: sampling is for games of hidden information; in ticTacToe nothing is hidden',
  }) as Error
  expect(() => checkSearch(sampling, ticTacToe, 0, {})).toThrow(refusal)
  expect(() => searchPosition(sampling, ticTacToe, 0, () => openLines, PLAIN, context())).toThrow(refusal)
  const recorded = () => recordSearch(ticTacToe, 0, sampling, () => openLines, PLAIN, context(), 1)
  expect(recorded).toThrow(refusal)
})

describe('a recorded sampling', () => {
  const { expectimax, minimax, alphaBeta, pvs, maxN } = SEARCHERS
  const configOf = ({ id }: Searcher) => (id === 'expectimax' ? PLAIN_CONFIG : {})

  function record(
    rules: Rules,
    config: Partial<SamplingConfig>,
    canList: boolean,
    change: Partial<Context> = {},
    mebibytes = 4,
    game = hidingGame(rules, canList),
  ) {
    const { report, trace } = recordSearch(
      game,
      START,
      sampling,
      () => nothing,
      { ...PLAIN, ...config },
      context(change),
      mebibytes,
    )
    return {
      game,
      report,
      trace: new Trace(trace),
      tree: new RecordedTree(
        new Trace(trace),
        gameTree(game, () => nothing),
      ),
    }
  }

  test.each<Searcher>([expectimax, minimax, alphaBeta, pvs, maxN])(
    'changes nothing; below its root stands what $id records of each world, and the answer follows from it',
    inner => {
      fc.assert(
        fc.property(
          fc.boolean().chain(rulesOf),
          fc.boolean(),
          fc.integer({ min: 1, max: 9 }),
          fc.constantFrom(...GROWINGS),
          (rules, canList, worlds, growing) => {
            const config = { inner: inner.id, config: configOf(inner), worlds, growing }
            const { game, report, trace, tree } = record(rules, config, canList)
            expect(report).toEqual(search(rules, config, {}, canList))
            expect(structureFault(trace)).toBeUndefined()
            expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
            const { worlds: its } = trace.head.subject
            const roots = trace.children(0)
            expect([trace.kind(0), roots.length, report.lines[0]!.worlds]).toEqual(['chance', its!.of.length, roots.length])
            // the root is the mean of its worlds
            const shares = its!.of.map(({ chance }) => chance / its!.draws)
            expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
            const mean = (valueOf: (root: number) => number) =>
              shares.reduce((sum, share, i) => sum + share * valueOf(roots[i]!), 0)
            expect(mean(root => trace.value(root)!)).toBe(trace.value(0))
            if (inner === maxN) expect(mean(root => trace.values(root)![1]!)).toBe(trace.values(0)![1])
            expect(trace.effort(0)).toBe(roots.reduce((sum, root) => sum + trace.effort(root), 1))
            for (const [i, root] of roots.entries()) {
              const world = game.parse(its!.of[i]!.position)
              expect(tree.state(root)).toEqual(world)
              const exact = context({ exactLines: true })
              const alone = new Trace(recordSearch(game, world, inner, () => nothing, configOf(inner), exact, 1).trace)
              const told = (its: Trace<unknown>, from: number, to: number) =>
                Array.from({ length: to - from }, (_, at) => {
                  const { columns } = its
                  const node = from + at
                  const parent = columns.parent[node]! - from
                  return [its.values(node) ?? its.value(node), columns.flags[node], columns.nodes[node], at && parent]
                })
              expect(told(trace, root, roots[i + 1] ?? trace.entries)).toEqual(told(alone, 0, alone.entries))
              for (let at = 1; at < alone.entries; at++)
                expect([trace.columns.edge[root + at], tree.state(root + at)]).toEqual([
                  alone.columns.edge[at],
                  { ...world, path: alone.edges(at) },
                ])
            }
            // what each action comes to over all worlds is what the report says of it
            const { actions, count } = nodeDetails(tree, { node: 0 }).worlds!
            expect(count).toBe(roots.length)
            for (const { action, values } of report.lines)
              expect(actions.find(({ edge }) => edge.id === action)?.mean ?? 0).toBeCloseTo(values[0]!, 9)
            // of the actions that are legal in some world the search plays the one that is marked
            if (actions.some(({ edge }) => edge.id === report.best))
              expect(actions.filter(({ best }) => best).map(({ edge }) => edge.id)).toEqual([report.best])
            // linked siblings: the same edges in each world
            const node = (roots[1] ?? trace.entries) - 1
            const [, ...edges] = trace.edges(node) // of the two agents in turn
            const { siblings } = nodeDetails(tree, { node }).worlds!
            expect(siblings.map(({ key }) => key)).toEqual(
              roots.map(root => {
                const same = edges.reduce<number | undefined>((at, edge) => at && trace.child(at, edge), root)
                return same === undefined ? null : String(same)
              }),
            )
            expect(siblings.map(({ chance }) => chance)).toEqual(shares)
            for (const { key, sum, bound } of siblings) {
              if (key === null) continue
              expect(sum).toBe(tree.sum(Number(key), inner === maxN ? edges.length - 1 : 0) ?? null)
              expect(bound ?? 'exact').toBe(tree.bound(Number(key)) ?? 'exact')
            }
          },
        ),
        { numRuns: runs(15, 600) },
      )
    },
  )

  test.each<Searcher>([minimax, maxN])('where the second agent acts, compares what is worth most to it: %s', inner => {
    fc.assert(
      fc.property(rulesOf(false), ({ rewards, ...rules }) => {
        const plain: Rules = { ...rules, rewards: rewards.map(() => 0) }
        const game: HidingGame<State, readonly number[]> = {
          ...hidingGame(plain),
          toAct: ({ path }) => (path.length === 2 ? 'over' : 1 - path.length),
        }
        const { report, tree } = record(plain, { inner: inner.id, config: {} }, true, {}, 4, game)
        const { actions } = nodeDetails(tree, { node: 0 }).worlds!
        for (const { edge, mean, best } of actions) {
          const { values } = report.lines.find(({ action }) => action === edge.id)!
          expect(mean).toBeCloseTo(values[inner === maxN ? 1 : 0]!, 9)
          if (best && actions.some(each => each.edge.id === report.best)) expect(edge.id).toBe(report.best)
        }
        const [root] = tree.trace.children(0)
        const { siblings } = nodeDetails(tree, { node: root! + 1 }).worlds!
        expect(siblings[0]!.sum).toBe(tree.trace.valueTo(root! + 1, inner === maxN ? 1 : 0))
      }),
      { numRuns: runs(20, 400) },
    )
  })

  test('without room for every world its root has the mean and the count of all of them, and no action has a mean', () => {
    const config = { inner: 'minimax', config: {}, worlds: 64 }
    const whole = record(GAMBLE, config, false)
    const kept = new Set<number>()
    for (const mebibytes of [0.0005, 0.01, 0.03, 0.06, 0.12, 0.25, 4]) {
      const { report, trace, tree } = record(GAMBLE, config, false, {}, mebibytes)
      expect(report).toEqual(whole.report)
      expect(structureFault(trace)).toBeUndefined()
      expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
      expect(trace.value(0)).toBeCloseTo(whole.trace.value(0)!, 12)
      expect(trace.effort(0)).toBe(whole.trace.effort(0))
      const bytes = (trace.entries - 1) * bytesPerEntry(trace.data.space) + trace.log!.events * BYTES_PER_EVENT
      expect(bytes).toBeLessThan((mebibytes / 2) * MEBIBYTE + 8 * BYTES_PER_EVENT) // the other half is for the trees together
      const isWhole = trace.childCount(0) === 64
      expect(trace.has(0, FLAGS.NOT_RECORDED)).toBe(!isWhole)
      for (const { mean, best } of nodeDetails(tree, { node: 0 }).worlds!.actions)
        if (!isWhole) expect([mean, best]).toEqual([null, false])
      kept.add(trace.childCount(0))
    }
    expect(kept.has(0) && kept.has(64)).toBe(true)
  })

  test('its lecture runs through its own code, and through that of the other searcher in each world', () => {
    const { trace } = record(GAMBLE, { inner: 'alphaBeta', config: {} }, true)
    const code = codeOf(sampling, trace.head.subject, () => alphaBeta)
    const lecture = lectureOf(trace, code, undefined)
    const own = sampling.pseudoCode.length
    const lit = new Set<number>()
    for (let at = 0; at < lecture.events; at++) {
      const { event, line, frames } = lecture.at(at)
      lit.add(line!)
      expect(line! < own).toBe(event.node === 0)
      if (frames.length === 2) expect(code[frames[1]!.caller!]!.on).toContain('call root')
    }
    const named = sampling.pseudoCode.flatMap(({ on }, line) => (on && !on.includes('call root') ? [line] : []))
    expect(named.filter(line => !lit.has(line))).toEqual([])
    expect(lecture.variable(0)).toBe('Mean')
  })

  test('that is interrupted has the worlds of its answer; without any its root has no value', () => {
    for (let nodes = 1; nodes < 60; nodes++)
      for (const growing of GROWINGS) {
        const change = { limits: { nodes } }
        const { report, trace } = record(GAMBLE, { inner: 'minimax', config: {}, worlds: 8, growing }, false, change)
        expect(report).toEqual(search(GAMBLE, { inner: 'minimax', config: {}, worlds: 8, growing }, change, false))
        expect(structureFault(trace)).toBeUndefined()
        expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
        expect(trace.childCount(0)).toBe(report.lines[0]?.worlds ?? 0)
        expect(trace.value(0) === undefined).toBe(report.lines.length === 0)
      }
  })

  test('is refused where Monte-Carlo tree search searches the worlds', () => {
    const config = { inner: 'mcts', config: readConfig('mcts', { iterations: 9 }) }
    expect(() => record(GAMBLE, config, true)).toThrow('inner: trees of sampling are not recorded where mcts searches the worlds')
  })
})

describe('its settings', () => {
  test('are those of the searcher inside too', () => {
    expect(readConfig('sampling', { inner: 'mcts', 'inner.iterations': 50, growing: 'last' })).toEqual({
      inner: 'mcts',
      config: { C: 1, rollout: 'random', choice: 'visits', values: 'points', iterations: 50, treeNodes: 2 ** 20 },
      growing: 'last',
    })
    expect(readConfig('sampling', {})).toEqual({ ...PLAIN, worlds: undefined })
  })

  test.each([
    [{ inner: 'sampling' }, 'sampling: inner: '],
    [{ inner: 'minimax', 'inner.cut': 0 }, 'sampling: inner: unknown field "cut"'],
    [{ inner: 'alphaBeta', 'inner.known': 3 }, 'sampling: inner.known: the values of all moves are wanted'],
  ])('%j: %s', (given, message) => {
    expect(() => readConfig('sampling', given)).toThrow(message)
  })
})

test('the root searched exactly gives every line its value, and no cut changes below it', () => {
  const text = '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'
  const root = exampleTree.parse(text)
  for (const searcher of [SEARCHERS.alphaBeta, SEARCHERS.pvs] as Searcher[]) {
    const { lines } = run(searcher, exampleTree, root, treeEstimates(root), { exactLines: true })
    expect(lines.map(({ values, bound }) => [values[0], bound])).toEqual([3, 2, 2].map(each => [each, 'exact']))
  }
})

test('worlds are searched with what the game says for their searcher', () => {
  const entry = { configs: { expectimax: { table: 'exact' }, mcts: { C: 500 } } }
  const settingsFor = (given: Readonly<Record<string, string | number>>) =>
    readConfig('sampling', { ...usualConfig(entry, 'sampling', given), ...given })
  expect(settingsFor({})).toMatchObject({ inner: 'expectimax', config: { table: 'exact' } })
  expect(settingsFor({ inner: 'mcts' })).toMatchObject({ inner: 'mcts', config: { C: 500 } })
  expect(settingsFor({ inner: 'mcts', 'inner.C': 2 })).toMatchObject({ config: { C: 2 } })
  expect(usualConfig(entry, 'mcts', {})).toEqual({ C: 500 })
})
