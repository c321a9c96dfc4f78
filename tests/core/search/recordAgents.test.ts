/** Recorded searches that have a value for each agent. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'
import { heavy, scoreDifference } from '../../../src/core/games/cantGoBack/heuristics'
import type { Game, Values } from '../../../src/core/game/game'
import { openTree } from '../../../src/core/games/trees'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Context, Searcher, Wrapping } from '../../../src/core/search/searcher'
import type { SearchHead } from '../../../src/core/search/subject'
import { finish } from '../../../src/core/sliced'
import { FLAGS } from '../../../src/core/trace/format'
import { checkTrace } from '../../../src/core/trace/check'
import { Trace } from '../../../src/core/trace/trace'
import { backupOf } from '../../../src/core/tree/nodeDetails'
import { runs } from '../../setup/extent'
import { structureFault } from './recorded'
import { faultsOfLog } from './recordedLog'
import { chanceTrees, context, DYADIC, graphGame, graphRules, run, wrappings } from './support'
import { TAKING } from './taking'

const { maxN, helpNext, coalition } = SEARCHERS

function record<State>(
  searcher: Searcher,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  change: Partial<Context> = {},
) {
  const { report, trace } = recordSearch(game, root, searcher, () => heuristic, {}, context(change), 2)
  return { report, trace: new Trace(trace) }
}

/** Every node whose values do not follow from its children, its state or its source. */
function faultsOf<State>(trace: Trace<SearchHead>, game: Game<State>, root: State, heuristic: Heuristic<State>): string[] {
  const { columns, head } = trace
  const faults: string[] = []
  const agents = game.agents(root)
  const turnOfRoot = game.toAct(root)
  const main = typeof turnOfRoot === 'number' ? turnOfRoot : 0
  const states: State[] = []
  const walk = (node: number, state: State): void => {
    const fault = (problem: string) => faults.push(`${node} (${trace.edges(node).join()}): ${problem}`)
    states[node] = state
    const turn = game.toAct(state)
    const values = trace.values(node)
    const children = trace.children(node)
    const outcomes = turn === 'chance' ? game.outcomes(state) : []
    const brings = children.map((child): Values | undefined => {
      const edge = columns.edge[child]!
      const step = turn === 'chance' ? outcomes.find(each => each.edge === edge)! : game.apply(state, edge)
      walk(child, step.state)
      const rewards = 'rewards' in step ? step.rewards : undefined
      return trace.values(child)?.map((value, agent) => value + (rewards?.[agent] ?? 0))
    })
    if (values === undefined || trace.has(node, FLAGS.NOT_RECORDED)) return
    const expect = (wanted: Values, why: string) => {
      if (wanted.join() !== values.join()) fault(`is worth ${values.join()}, ${why} ${wanted.join()}`)
    }
    if (trace.has(node, FLAGS.TABLE_HIT)) {
      const source = trace.source(node)
      if (source === undefined) return void (head.subject.plies === undefined && fault('has no source'))
      if (game.key(states[source]!) !== game.key(state)) fault('has another position for its source')
      return expect(trace.values(source)!, 'its source')
    }
    if (trace.has(node, FLAGS.TERMINAL) !== (turn === 'over')) fault('does not know the end')
    if (turn === 'over') return expect(game.utilities(state), 'the end')
    const all = Array.from({ length: agents }, (_, agent) => agent)
    if (trace.has(node, FLAGS.HORIZON)) {
      const estimates = all.map(agent => heuristic.evaluate(state, agent))
      return expect(estimates, 'the heuristic says')
    }
    if (children.length !== (turn === 'chance' ? outcomes : game.actions(state)).length) fault('leaves out a child')
    if (trace.kind(node) !== (turn === 'chance' ? 'chance' : 'agent')) fault(`is of the kind ${trace.kind(node)}`)
    const wanted =
      turn === 'chance'
        ? all.map(agent => brings.reduce((sum, each, i) => sum + (outcomes[i]!.chance / outcomes[i]!.draws) * each![agent]!, 0))
        : brings[TAKING[head.searcher]!(brings as Values[], turn, main)]!
    expect(wanted, 'its children')
  }
  walk(0, root)
  return faults
}

/** Few values make many ties. */
const trees = fc
  .integer({ min: 2, max: 4 })
  .chain(agents => chanceTrees({ agents, leaf: fc.integer({ min: -1, max: 1 }), shares: DYADIC }))
const limits = fc.oneof(
  fc.constant({}),
  fc.record({ depth: fc.integer({ min: 1, max: 5 }), nodes: fc.integer({ min: 1, max: 200 }) }, { requiredKeys: [] }),
)

describe.each<Searcher>([maxN, helpNext, coalition])('a recorded search of $id', searcher => {
  const around = wrappings(searcher).map(({ quiescence: _, ...others }): Wrapping => others)

  test('finds what the search finds that is not recorded; each value follows; tree and log agree', () => {
    let several = 0
    let decided = 0
    fc.assert(
      fc.property(trees, limits, around, (text, limits, wrapping) => {
        const root = exampleTree.parse(text)
        const heuristic = treeEstimates(root)
        const { report, trace } = record(searcher, exampleTree, root, heuristic, { limits, wrapping })
        expect(report).toEqual(run(searcher, exampleTree, root, heuristic, { limits, wrapping }))
        expect(structureFault(trace)).toBeUndefined()
        expect(() => finish(checkTrace(trace, problem => new Error(problem)))).not.toThrow()
        expect(faultsOf(trace, exampleTree, root, heuristic)).toEqual([])
        expect(faultsOfLog(trace, trace.log!)).toEqual([])
        if (trace.values(0)) expect(trace.values(0)).toEqual(trace.kind(0) === 'leaf' ? root.values : report.values)
        if (root.agents > 2) several++
        // the reader's own rule of ties finds the action that was taken
        const tree = openTree(trace)
        const main = typeof root.turn === 'number' ? root.turn : 0
        for (let node = 0; node < trace.entries; node++) {
          const below = trace.children(node).map(child => trace.values(child))
          if (trace.kind(node) !== 'agent' || below.length === 0 || below.some(each => each === undefined)) continue
          const { agent } = tree.game.choice(node)
          const first = TAKING['maxN']!(below as Values[], agent, main)
          if (searcher === coalition && TAKING[searcher.id]!(below as Values[], agent, main) !== first) decided++
          const taken = trace.children(node)[TAKING[searcher.id]!(below as Values[], agent, main)]!
          expect(tree.bestChild(node)).toBe(taken)
          const backup = backupOf(tree, node)
          expect(backup.rule === 'agent' && backup.parts.findIndex(({ best }) => best)).toBe(trace.children(node).indexOf(taken))
        }
      }),
      { numRuns: runs(50, 1500) },
    )
    expect(several).toBeGreaterThan(20)
    if (searcher === coalition) expect(decided).toBeGreaterThan(2)
  })

  test.each(['1,0,5,0/0,7,0,2/0,0,3,0 players=3 turn=2', '1,0,9,0/4,7,0,2/0,0,3,0 players=4 turn=3'])(
    "also on Can't Go Back: %s",
    text => {
      const root = cantGoBack.parse(text)
      for (const heuristic of [scoreDifference(root), heavy]) {
        const change = { limits: { depth: 5 }, wrapping: { table: 10 } }
        const { report, trace } = record(searcher, cantGoBack, root, heuristic, change)
        expect(report).toEqual(run(searcher, cantGoBack, root, heuristic, change))
        expect(structureFault(trace)).toBeUndefined()
        expect(faultsOf(trace, cantGoBack, root, heuristic)).toEqual([])
        expect(faultsOfLog(trace, trace.log!)).toEqual([])
        expect(openTree(trace).game.choice(0).agent).toBe(root.turn)
      }
    },
  )

  test('also with rewards, tables and positions that are met by many ways', () => {
    let hits = 0
    fc.assert(
      fc.property(graphRules, limits, around, (rules, limits, wrapping) => {
        const { game, heuristic } = graphGame(rules)
        const { report, trace } = record(searcher, game, 0, heuristic, { limits, wrapping })
        expect(report).toEqual(run(searcher, game, 0, heuristic, { limits, wrapping }))
        expect(structureFault(trace)).toBeUndefined()
        expect(faultsOf(trace, game, 0, heuristic)).toEqual([])
        expect(faultsOfLog(trace, trace.log!)).toEqual([])
        hits += trace.columns.flags.subarray(0, trace.entries).filter(flags => (flags & FLAGS.TABLE_HIT) !== 0).length
      }),
      { numRuns: runs(30, 1000) },
    )
    expect(hits).toBeGreaterThan(5)
  })
})
