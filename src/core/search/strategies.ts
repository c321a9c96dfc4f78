/**
 * Strategies: a strategy of a player is a sub-tree of the game with one child at its own nodes and all children at the others. Its value is
 * its worst leaf, so the player gets at least that against any opponent. All values are MAX's, the first player's.
 *
 * Source: the lecture on game-tree search (Technion 236501).
 */
import type { EdgeId, Game } from '../game/game'
import { LabError } from '../errors'

/** Opponents that the best strategy is played against, from the best to the worst. */
const OPPONENTS = ['perfect', 'erring', 'random'] as const
export type Opponent = (typeof OPPONENTS)[number]

interface Encounter {
  readonly opponent: Opponent
  /** Expected result of the best strategy. */
  readonly mean: number
  /** The worst result of the best strategy against it that has a probability above 0. */
  readonly worst: number
  /** Expected result of a player who knows this opponent. The difference is what minimax gives away. */
  readonly most: number
}

export interface StrategyReport {
  /** The player whose strategies these are: 0 MAX, 1 MIN. */
  readonly agent: number
  readonly strategies: bigint
  /** Value of the best strategy; of equal ones the first in the order of moves is the best. */
  readonly value: number
  /** Number of its leaves. */
  readonly leaves: bigint
  /** The move that it takes at the root, if the player acts there. */
  readonly move: EdgeId | undefined
  readonly encounters: readonly Encounter[]
}

/** A move at one of the player's own nodes: the edges from the root to the node, and the edge that is taken there. */
export interface StrategyMove {
  readonly path: readonly EdgeId[]
  readonly edge: EdgeId
}

/** A strategy with some moves chosen by hand. At its other nodes it takes the moves of the best strategy. */
export interface ChosenStrategy {
  readonly chosen: StrategyReport
  readonly best: Pick<StrategyReport, 'value' | 'leaves'>
  /** The moves of the strategy, level by level from the root, at most `MOST_MOVES`. */
  readonly moves: readonly StrategyMove[]
}

/** Moves of a strategy that are listed: more than a drawing shows. */
const MOST_MOVES = 1000

/** Different positions that are looked at; their number does not depend on how often each is reached. */
const MOST_POSITIONS = 500_000

/** What follows from a position, without the rewards before it. */
interface Found {
  readonly strategies: bigint
  readonly leaves: bigint
  readonly value: number
  readonly best: EdgeId | undefined
  readonly worst: Readonly<Record<Opponent, number>>
  readonly mean: Readonly<Record<Opponent, number>>
  readonly most: Readonly<Record<Opponent, number>>
}

interface Step {
  readonly edge: EdgeId
  readonly reward: number
  readonly after: Found
}

/**
 * @param agent 0 or 1, of a game of two players
 * @param error probability that the erring opponent takes any of its moves, each with the same probability, instead of its best one
 * @throws {LabError} `BAD_REQUEST` for a game with other numbers of players, with chance, or with too many positions to look at all
 */
export function bestStrategy<State>(game: Game<State>, root: State, agent: number, error: number): StrategyReport {
  return chosenStrategy(game, root, agent, error, []).chosen
}

/** Choices by hand at a node and below it. */
interface Choices {
  edge?: EdgeId
  readonly below: Map<EdgeId, Choices>
}

/**
 * Like `bestStrategy`, with some of the moves chosen.
 * @param moves a later one at the same node counts; at a node that the strategy never comes to, a move changes nothing
 * @throws {LabError} `BAD_REQUEST` also for a move that its node does not have
 */
export function chosenStrategy<State>(
  game: Game<State>,
  root: State,
  agent: number,
  error: number,
  moves: readonly StrategyMove[],
  most = MOST_POSITIONS,
): ChosenStrategy {
  if (game.agents(root) !== 2)
    throw new LabError('BAD_REQUEST', `strategies are of two players; this game has ${game.agents(root)}`)
  const known = new Map<string | number, Found>()
  const choices = choicesOf(moves)

  const find = (state: State): Found => {
    const key = game.key(state)
    const before = known.get(key)
    if (before) return before
    if (known.size >= most)
      throw new LabError(
        'BAD_REQUEST',
        `strategies need the whole tree of the game, which has more than ${most.toLocaleString('en')} positions from here`,
      )
    const found = foundAt(state, undefined)
    known.set(key, found)
    return found
  }
  const foundAt = (state: State, its: Choices | undefined): Found => {
    const turn = game.toAct(state)
    if (turn === 'chance')
      throw new LabError('BAD_REQUEST', 'strategies are of games without chance; this position leads to a chance event')
    if (turn === 'over') return leaf(game.utilities(state)[0]!)
    const steps = game.actions(state).map((edge): Step => {
      const { state: next, rewards } = game.apply(state, edge)
      const below = its?.below.get(edge)
      return { edge, reward: rewards[0]!, after: below ? foundAt(next, below) : find(next) }
    })
    return inner(steps, turn, agent, error, turn === agent ? its?.edge : undefined)
  }

  const chosen = foundAt(root, choices)
  const best = find(root)
  return { chosen: reportOf(chosen, agent), best: { value: best.value, leaves: best.leaves }, moves: movesOf() }

  /** The positions that the strategy comes to, level by level. */
  function movesOf(): StrategyMove[] {
    const taken: StrategyMove[] = []
    let level: { readonly path: readonly EdgeId[]; readonly state: State; readonly its: Choices | undefined }[] = [
      { path: [], state: root, its: choices },
    ]
    while (level.length > 0 && taken.length < MOST_MOVES) {
      const below: typeof level = []
      for (const { path, state, its } of level.slice(0, MOST_MOVES)) {
        const turn = game.toAct(state)
        if (typeof turn !== 'number') continue
        const move = turn === agent ? (its ? foundAt(state, its) : find(state)).best! : undefined
        if (move !== undefined) taken.push({ path, edge: move })
        for (const edge of move === undefined ? game.actions(state) : [move])
          below.push({ path: [...path, edge], state: game.apply(state, edge).state, its: its?.below.get(edge) })
      }
      level = below
    }
    return taken.slice(0, MOST_MOVES)
  }
}

function choicesOf(moves: readonly StrategyMove[]): Choices {
  const root: Choices = { below: new Map() }
  for (const { path, edge } of moves) {
    let at = root
    for (const step of path) {
      const next = at.below.get(step) ?? { below: new Map() }
      at.below.set(step, next)
      at = next
    }
    at.edge = edge
  }
  return root
}

function reportOf({ strategies, value, leaves, best, mean, worst, most }: Found, agent: number): StrategyReport {
  const encounters = OPPONENTS.map(opponent => ({ opponent, mean: mean[opponent], worst: worst[opponent], most: most[opponent] }))
  return { agent, strategies, value, leaves, move: best, encounters }
}

function leaf(value: number): Found {
  const all = { perfect: value, erring: value, random: value }
  return { strategies: 1n, leaves: 1n, value, best: undefined, worst: all, mean: all, most: all }
}

/** @param chosen the edge that the player takes; absent: the best */
function inner(steps: readonly Step[], turn: number, agent: number, error: number, chosen: EdgeId | undefined): Found {
  const value = (step: Step) => step.reward + step.after.value
  const worstOf = agent === 0 ? Math.min : Math.max
  const bestOf = agent === 0 ? Math.max : Math.min
  if (turn === agent) {
    const best = chosen === undefined ? extreme(steps, value, bestOf) : steps.find(({ edge }) => edge === chosen)
    if (!best) throw new LabError('BAD_REQUEST', `no move of this node has the number ${chosen}`)
    const { after, reward, edge } = best
    return {
      strategies: steps.reduce((sum, step) => sum + step.after.strategies, 0n),
      ...{ leaves: after.leaves, value: value(best), best: edge },
      worst: byOpponent(opponent => reward + after.worst[opponent]),
      mean: byOpponent(opponent => reward + after.mean[opponent]),
      most: byOpponent(opponent => bestOf(...steps.map(step => step.reward + step.after.most[opponent]))),
    }
  }
  const its = extreme(steps, value, worstOf)
  const shares = byOpponent(opponent =>
    steps.map(step => {
      const anyOf = opponent === 'random' ? 1 : opponent === 'erring' ? error : 0
      return anyOf / steps.length + (step === its ? 1 - anyOf : 0)
    }),
  )
  const meanOf = (of: (step: Step) => number, opponent: Opponent) =>
    steps.reduce((sum, step, i) => sum + (shares[opponent][i]! > 0 ? shares[opponent][i]! * of(step) : 0), 0)
  return {
    strategies: steps.reduce((product, step) => product * step.after.strategies, 1n),
    leaves: steps.reduce((sum, step) => sum + step.after.leaves, 0n),
    value: worstOf(...steps.map(value)),
    best: undefined,
    worst: byOpponent(opponent =>
      worstOf(...steps.filter((_, i) => shares[opponent][i]! > 0).map(step => step.reward + step.after.worst[opponent])),
    ),
    mean: byOpponent(opponent => meanOf(step => step.reward + step.after.mean[opponent], opponent)),
    most: byOpponent(opponent => meanOf(step => step.reward + step.after.most[opponent], opponent)),
  }
}

function byOpponent<T>(of: (opponent: Opponent) => T): Record<Opponent, T> {
  return { perfect: of('perfect'), erring: of('erring'), random: of('random') }
}

/** The first step whose value is the extreme one. */
function extreme(steps: readonly Step[], value: (step: Step) => number, of: (...values: number[]) => number): Step {
  const wanted = of(...steps.map(value))
  return steps.find(step => value(step) === wanted)!
}
