/** What must hold in any recorded tree, by the rules of its game. */
import type { Game } from '../../../src/core/game/game'
import { isEqualButForRounding } from '../../../src/core/rounding'
import { UNBOUNDED, above, below } from '../../../src/core/game/bounds'
import type { Heuristic } from '../../../src/core/game/heuristic'
import type { SearchHead } from '../../../src/core/search/subject'
import { finish } from '../../../src/core/sliced'
import { FLAGS } from '../../../src/core/trace/format'
import { checkTrace } from '../../../src/core/trace/check'
import type { Trace } from '../../../src/core/trace/trace'
import { faultOfChance } from './recordedChance'

export function structureFault(trace: Trace<SearchHead>): string | undefined {
  try {
    finish(checkTrace(trace, problem => new Error(problem)))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const same = (one: number, other: number) => one === other || isEqualButForRounding(one, other)

/** Every node whose value does not follow from its children by kind, window and cut, or from its state; with what is wrong. */
export function faultsOfRecorded<State>(
  trace: Trace<SearchHead>,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
): string[] {
  const { head, columns } = trace
  const faults: string[] = []
  const turn = game.toAct(root)
  const agent = typeof turn === 'number' ? turn : 0
  const isStar = ['star1', 'star2', 'paranoid'].includes(head.searcher)
  const prunes = isStar || head.searcher === 'alphaBeta' || head.searcher === 'pvs'
  const bounds =
    (head.searcher === 'paranoid' ? undefined : isStar && heuristic.bounds?.(root, head.subject.limits.depth)) || UNBOUNDED
  const toGo: number[] = []
  const states: State[] = []

  const walk = (node: number, state: State, earned: number): void => {
    const fault = (problem: string) => faults.push(`${node} (${trace.edges(node).join()}): ${problem}`)
    states[node] = state
    const value = trace.value(node)
    const kind = trace.kind(node)
    const has = (flag: number) => trace.has(node, flag)
    toGo[node] = (value ?? NaN) - (head.subject.rewards === 'inside' ? earned : 0)
    if (has(FLAGS.NOT_VISITED) || columns.nodes[node] === 0) {
      if (value !== undefined || trace.childCount(node) > 0) fault('was not entered')
      return
    }
    const acts = game.toAct(state)

    // Step 1. Children.
    const outcomes = acts === 'chance' ? game.outcomes(state) : []
    const legal = acts === 'over' ? [] : acts === 'chance' ? outcomes.map(({ edge }) => edge) : game.actions(state)
    const entries = trace.children(node)
    const own = entries.filter(child => !trace.has(child, FLAGS.SEARCHED_AGAIN))
    for (const child of entries) {
      const edge = columns.edge[child]!
      if (acts === 'chance') walk(child, outcomes.find(each => each.edge === edge)!.state, earned)
      else {
        const { state: next, rewards } = game.apply(state, edge)
        walk(child, next, earned + rewards[0]!)
      }
    }
    if (has(FLAGS.NOT_RECORDED)) return
    const edges = own.map(child => columns.edge[child]!)
    if (new Set(edges).size !== edges.length) fault('has an edge twice')
    if (entries.length > 0 && edges.toSorted((a, b) => a - b).join() !== [...legal].toSorted((a, b) => a - b).join())
      fault(`has the edges ${edges.join()} of ${legal.join()}`)
    const visited = entries.reduce((sum, child) => sum + columns.nodes[child]!, 1)
    if (columns.nodes[node] !== visited) fault(`counts ${columns.nodes[node]} nodes of ${visited}`)
    if (value === undefined) return

    // Step 2. Leaves.
    const isLeaf = has(FLAGS.TERMINAL | FLAGS.HORIZON | FLAGS.PROBABILITY_CUT)
    if ((kind === 'leaf') !== isLeaf) fault('is a leaf and is none')
    if (isLeaf || has(FLAGS.TABLE_HIT)) {
      if (entries.length > 0) fault('has children')
      if (has(FLAGS.TERMINAL) !== (acts === 'over')) fault('does not know the end')
      const estimate = () => (agent === 0 ? heuristic.evaluate(state, 0) : 0 - heuristic.evaluate(state, agent))
      const expected = has(FLAGS.TABLE_HIT) ? undefined : acts === 'over' ? game.utilities(state)[0]! : estimate()
      if (expected !== undefined && !same(toGo[node], expected)) fault(`is worth ${toGo[node]}, not ${expected}`)
      const source = trace.source(node)
      if (source !== undefined) {
        if (!same(toGo[source]!, toGo[node])) fault(`is worth ${toGo[node]}, its source ${toGo[source]}`)
        if (game.key(states[source]!) !== game.key(state)) fault('has another position for its source')
      } else if (has(FLAGS.TABLE_HIT) && head.subject.plies === undefined) fault('has no source')
      return
    }

    // Step 3. Inner nodes: by kind, of the last search of each child.
    const unvisited = entries.filter(child => trace.has(child, FLAGS.NOT_VISITED))
    const superseded = new Set(entries.map(child => trace.firstSearch(child)))
    const counted = entries.filter(child => !unvisited.includes(child) && !superseded.has(child))
    const worth = counted.map(child => {
      const reward =
        head.subject.rewards === 'added' && acts !== 'chance' ? game.apply(state, columns.edge[child]!).rewards[0]! : 0
      return reward + trace.value(child)!
    })
    const isCut = has(FLAGS.ALPHA_CUT | FLAGS.BETA_CUT)
    if (isStar && kind === 'chance') {
      const edgesSeen = entries.map(child => columns.edge[child]!)
      const inOrder = outcomes.map(({ edge, state, chance, draws }) => ({
        edge,
        probability: chance / draws,
        turn: game.toAct(state),
      }))
      // the root's are in any order: none of them can be left out
      if (node === 0) inOrder.sort((one, other) => edgesSeen.indexOf(one.edge) - edgesSeen.indexOf(other.edge))
      else if (head.subject.wrapping.order) inOrder.sort((one, other) => other.probability - one.probability)
      const problem = faultOfChance(trace, node, inOrder, bounds, head.searcher === 'star2')
      if (problem !== undefined) fault(problem)
      return
    }
    if (has(FLAGS.PROBED) ? unvisited.length !== own.length - 1 || isCut : unvisited.length > 0 !== isCut)
      fault(`has ${unvisited.length} children that were not visited`)
    if (kind === 'chance') {
      const chances = counted.map(child => outcomes.find(({ edge }) => edge === columns.edge[child])!)
      const mean = worth.reduce((sum, each, i) => sum + each * chances[i]!.chance, 0) / chances[0]!.draws
      if (node === 0 ? Math.abs(mean - value) > 1e-9 * Math.max(1, Math.abs(mean)) : mean !== value)
        fault(`is worth ${value}, not ${mean}`)
      return
    }
    const isMax = kind === 'max'
    const best = isMax ? Math.max(...worth) : Math.min(...worth)
    if (node === 0 ? !same(best, value) : best !== value) fault(`is worth ${value}, not ${best}`)
    if (node === 0 || !prunes) return
    const reached = isMax ? value >= Math.min(columns.beta[node]!, bounds[1]) : value <= Math.max(columns.alpha[node]!, bounds[0])
    if (has(isMax ? FLAGS.ALPHA_CUT : FLAGS.BETA_CUT)) fault('was cut at the wrong end')
    if (!has(FLAGS.PROBED) && (reached && unvisited.length > 0) !== isCut) fault('was cut without a reason, or not cut')

    // Step 4. Windows: what was found so far, or of PVS nothing between it and the next number.
    let [alpha, beta] = [columns.alpha[node]!, columns.beta[node]!]
    let first = true
    for (const child of entries) {
      if (unvisited.includes(child)) continue
      const window = [columns.alpha[child], columns.beta[child]]
      const isWhole = window[0] === alpha && window[1] === beta
      const isNull = isMax ? window[0] === alpha && window[1] === above(alpha) : window[0] === below(beta) && window[1] === beta
      const mayBeNull = head.searcher === 'pvs' && !first && !trace.has(child, FLAGS.SEARCHED_AGAIN)
      if (mayBeNull ? !isNull : !isWhole) fault(`searched ${child} in ${window.join()}, not ${alpha}, ${beta}`)
      first = false
      if (superseded.has(child)) continue
      if (isMax) alpha = Math.max(alpha, trace.value(child)!)
      else beta = Math.min(beta, trace.value(child)!)
    }
  }
  walk(0, root, 0)
  return faults
}
