/** Games made for the tests, and the plain recursions that searchers are compared with. */
import fc from 'fast-check'
import type { Game, Turn } from '../../../src/core/game/game'
import { createRandom } from '../../../src/core/random'
import type { ExpectimaxConfig } from '../../../src/core/search/algorithms/expectimax'
import { positionSearcher } from '../../../src/core/search/registry'
import type { Heuristic } from '../../../src/core/game/heuristic'
import type { Context, Quiescence, Searcher, Wrapping } from '../../../src/core/search/searcher'

export const PLAIN_CONFIG: ExpectimaxConfig = {
  leaf: 'afterstate',
  points: 'added',
  dead: 'utility',
  floor: 'none',
  cut: 0,
  table: 'off',
}

export function context(change: Partial<Context> = {}): Context {
  return {
    limits: {},
    wrapping: {},
    random: createRandom(1),
    now: () => 0,
    stopped: () => false,
    searcher: positionSearcher,
    ...change,
  }
}

/** With the config that each of them has where nothing is said. */
export function run<State>(
  searcher: Searcher,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  change: Partial<Context> = {},
) {
  return searcher.search(game, root, heuristic, searcher.id === 'expectimax' ? PLAIN_CONFIG : {}, context(change))
}

/** A game whose positions are met by many ways: `height` plies of `width` positions each, drawn from a seed. */
export interface GraphRules {
  readonly seed: number
  readonly height: number
  readonly width: number
  readonly branching: number
  readonly hasChance: boolean
  readonly hasRewards: boolean
  /** Leaves and estimates are −spread … spread: few values make many ties. */
  readonly spread: number
}

export const graphRules: fc.Arbitrary<GraphRules> = fc.record({
  seed: fc.nat(1e6),
  height: fc.integer({ min: 1, max: 7 }),
  width: fc.integer({ min: 1, max: 5 }),
  branching: fc.integer({ min: 1, max: 3 }),
  hasChance: fc.boolean(),
  hasRewards: fc.boolean(),
  spread: fc.constantFrom(1, 2, 50),
})

export function graphGame(rules: GraphRules): { game: Game<number>; heuristic: Heuristic<number> } {
  const { height, width, branching, hasChance, hasRewards, spread } = rules
  const draw = (state: number, what: number, n: number) => hash(rules.seed, state, what) % n
  const plyOf = (state: number) => Math.floor(state / width)
  const turn = (state: number): Turn => {
    if (plyOf(state) >= height || (plyOf(state) > 1 && draw(state, 1, 8) === 0)) return 'over'
    return hasChance && draw(state, 2, 4) === 0 ? 'chance' : draw(state, 3, 2)
  }
  // some edges are two plies long, so that a position is met at several depths
  const skip = (state: number, i: number) => (draw(state, 50 + i, 4) === 0 ? 1 : 0)
  const childrenOf = (state: number) =>
    Array.from(
      { length: 1 + draw(state, 4, branching) },
      (_, i) => (plyOf(state) + 1 + skip(state, i)) * width + draw(state, 10 + i, width),
    )
  const game: Game<number> = {
    id: 'graph',
    start: () => 0,
    agents: () => 2,
    toAct: turn,
    actions: state => childrenOf(state).map((_, i) => i),
    apply(state, action) {
      const reward = hasRewards ? draw(state, 30 + action, 2 * spread + 1) - spread : 0
      return { state: childrenOf(state)[action]!, rewards: [reward, 0 - reward] }
    },
    outcomes(state) {
      const children = childrenOf(state)
      return children.map((child, edge) => ({ state: child, edge, draws: children.length, chance: 1 }))
    },
    utilities: state => {
      const value = draw(state, 5, 2 * spread + 1) - spread
      return [value, 0 - value]
    },
    key: state => state,
    isNoisy: state => draw(state, 6, 3) === 0,
    parse: Number,
    format: String,
    words: (_, edge) => String(edge),
  }
  const most = hasRewards ? spread * (height + 2) : spread + 1
  const heuristic: Heuristic<number> = {
    evaluate: (state: number, agent: number) => {
      const value = draw(state, 7, 2 * spread + 1) - spread
      return agent === 0 ? value : 0 - value
    },
    // nothing reaches them, so nothing is proven by an estimate
    bounds: () => [-most, most],
  }
  return { game, heuristic }
}

function hash(...numbers: readonly number[]): number {
  let h = 0x811c9dc5
  for (const number of numbers) {
    h = Math.imul(h ^ number, 0x01000193)
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
    h ^= h >>> 13
  }
  return h >>> 0
}

/** b^d leaves, all different; the first child is the best of every node, so the order is the best one. */
export function uniformGame(branching: number, height: number): Game<readonly number[]> {
  return {
    id: 'uniform',
    start: () => [],
    agents: () => 2,
    toAct: path => (path.length === height ? 'over' : path.length % 2),
    actions: () => Array.from({ length: branching }, (_, i) => i),
    apply: (path, action) => ({ state: [...path, action], rewards: [0, 0] }),
    outcomes: () => [],
    utilities: path => {
      const value = path.reduce((sum, digit, ply) => sum * branching + (ply % 2 === 0 ? -digit : digit), 0)
      return [value, 0 - value]
    },
    key: path => path.join(),
    parse: text => text.split(',').map(Number),
    format: path => path.join(),
    words: (_, edge) => String(edge),
  }
}

/** Probabilities of a chance node's outcomes: sums of these and whole numbers are exact. */
export const DYADIC = [[1], [0.5, 0.5], [0.25, 0.75], [0.5, 0.25, 0.25], [0.125, 0.25, 0.5, 0.125]] as const
export const DECIMAL = [
  [0.4, 0.6],
  [0.9, 0.1],
  [0.4, 0.3, 0.3],
  [0.1, 0.2, 0.3, 0.4],
] as const

export interface TreeRules {
  /** More than two have lists at the leaves. */
  readonly agents?: number
  /** Of what a leaf is worth to each agent, and of an estimate. */
  readonly leaf: fc.Arbitrary<number>
  readonly shares: readonly (readonly number[])[]
}

/** Example trees of up to five plies, with chance nodes and with estimates at some inner nodes. */
export function chanceTrees({ agents = 2, leaf, shares }: TreeRules): fc.Arbitrary<string> {
  const values =
    agents === 2 ? leaf.map(String) : fc.array(leaf, { minLength: agents, maxLength: agents }).map(list => `[${list.join()}]`)
  const players = agents === 2 ? ['max', 'min'] : Array.from({ length: agents }, (_, agent) => `p${agent + 1}`)
  const mark = fc.option(leaf, { freq: 3 }).map(estimate => (estimate === null ? '' : `~${estimate}`))
  const below = (depth: number): fc.Arbitrary<string> =>
    depth === 0 ? values : fc.oneof({ arbitrary: values, weight: 1 }, { arbitrary: inner(depth), weight: 5 })
  const player = (depth: number) =>
    fc
      .tuple(fc.constantFrom(...players), mark, fc.array(below(depth - 1), { minLength: 1, maxLength: 3 }))
      .map(([kind, mark, children]) => `(${kind}${mark} ${children.join(' ')})`)
  const chance = (depth: number) =>
    fc
      .constantFrom(...shares)
      .chain(shares => fc.tuple(fc.constant(shares), mark, fc.tuple(...shares.map(() => below(depth - 1)))))
      .map(([shares, mark, children]) => `(chance${mark} ${children.map((child, i) => `${shares[i]}:${child}`).join(' ')})`)
  const inner = (depth: number): fc.Arbitrary<string> => fc.oneof(player(depth), chance(depth))
  return inner(5)
}

/** Every combination that a searcher takes. */
export const wrappings = (searcher: Searcher): fc.Arbitrary<Wrapping> =>
  fc
    .record(
      {
        deepening: fc.constantFrom('contract' as const, 'interruptible' as const),
        order: fc.constantFrom('static' as const, 'dynamic' as const),
        table: fc.constantFrom(1, 3, 12),
        quiescence: fc.record(
          { plies: fc.integer({ min: 1, max: 4 }), swing: fc.constantFrom(0, 1, 30) },
          { requiredKeys: ['plies'] },
        ),
        rootTies: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    .map(
      all =>
        Object.fromEntries(Object.entries(all).filter(([name]) => (searcher.wrappers as string[]).includes(name))) as Wrapping,
    )

/** Who takes what of a chance node: its mean, or what is worst for an agent. */
export type Nature = 'mean' | { readonly against: number }

/** The value to MAX by the definition: no window, no table, no order. @param estimates of the line so far, the position's last */
export function plainValue<State>(
  game: Game<State>,
  heuristic: Heuristic<State>,
  nature: Nature,
  agent: number,
  state: State,
  depth: number,
  quiescence?: Quiescence,
  before: readonly number[] = [],
): number {
  const turn = game.toAct(state)
  if (turn === 'over') return game.utilities(state)[0]!
  const estimate = agent === 0 ? heuristic.evaluate(state, 0) : 0 - heuristic.evaluate(state, agent)
  const estimates = [...before, estimate]
  if (depth <= 0) {
    const [, last] = [estimates, estimates.slice(-3)]
    const swings = last.slice(1).map((value, i) => Math.abs(value - last[i]!))
    const isNoisy =
      game.isNoisy?.(state) === true || (quiescence?.swing !== undefined && swings.some(swing => swing > quiescence.swing!))
    if (!quiescence || !isNoisy || -depth >= quiescence.plies) return estimate
  }
  const below = (next: State) => plainValue(game, heuristic, nature, agent, next, depth - 1, quiescence, estimates)
  if (turn === 'chance') {
    const outcomes = game.outcomes(state)
    const values = outcomes.map(outcome => below(outcome.state))
    if (nature === 'mean') return values.reduce((sum, value, i) => sum + (value * outcomes[i]!.chance) / outcomes[i]!.draws, 0)
    return nature.against === 0 ? Math.min(...values) : Math.max(...values)
  }
  const values = game.actions(state).map(action => {
    const { state: next, rewards } = game.apply(state, action)
    return rewards[0]! + below(next)
  })
  return turn === 0 ? Math.max(...values) : Math.min(...values)
}
