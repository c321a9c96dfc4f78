import { clearlyBelow } from '../../game/bounds'
import type { Heuristic, HeuristicFamily, Term } from '../../game/heuristic'
import { type CantGoBackState, fruitOn, waysFrom } from './position'
import { type Cell, distance, freeCells } from '../grid'

/** Only a win has the value of a win. */
const MOST = clearlyBelow(1)

/** Maps an estimate in −1 … 1, the values of a loss and a win, to one strictly between them. */
function betweenLossAndWin(estimate: number): number {
  return Math.max(-MOST, Math.min(MOST, estimate))
}

const bounds: NonNullable<Heuristic<CantGoBackState>['bounds']> = () => [-1, 1]

/** Maximum number of cells to move to from a cell. */
const MOST_WAYS = 4

/**
 * The rule of the work's player `simple`: fewer moves from the agent's own cell are better, but none is worst. Greedy search with it is
 * that player, as long as no move ends the game.
 */
export const onwardMoves: Heuristic<CantGoBackState> = {
  evaluate(state, agent) {
    const ways = waysFrom(state, state.cells[agent]!)
    return (ways === 0 ? -1 : MOST_WAYS - ways) / (MOST_WAYS + 1)
  },
  bounds,
}

/**
 * 1 / the Manhattan distance from the agent to the nearest fruit; 0 without fruits. The work names it as a bad example: see
 * docs/cant-go-back.md.
 */
export const nearestFruit: Heuristic<CantGoBackState> = {
  evaluate(state, agent) {
    const fruits = freeCells(state.isClosed).filter(cell => fruitOn(state, cell) > 0)
    const nearest = Math.min(...fruits.map(cell => distance(state.board, state.cells[agent]!, cell)))
    return betweenLossAndWin(1 / nearest)
  },
  bounds,
}

/**
 * The agent's score minus the highest of the others, as a share of the largest difference at the end of any game below the root: the work's
 * light heuristic, on the scale of wins and losses.
 */
export function scoreDifference(root: CantGoBackState): Heuristic<CantGoBackState> {
  const weight = 1 / Math.max(1, largestDifference(root))
  return {
    evaluate({ scores }, agent) {
      const [mine, his] = rivalry(scores, agent)
      return betweenLossAndWin((mine - his) * weight)
    },
    terms({ scores }) {
      const [mine, his] = rivalry(scores, 0)
      return [
        { id: 'firstScore', weight, feature: mine, value: mine * weight },
        { id: scores.length === 2 ? 'secondScore' : 'bestOtherScore', weight: -weight, feature: his, value: 0 - his * weight },
      ]
    },
    bounds,
  }
}

/** One player takes all fruits, and the other pays. */
function largestDifference(root: CantGoBackState): number {
  const { board, isClosed, scores } = root
  const fruits = freeCells(isClosed).reduce((sum, cell) => sum + fruitOn(root, cell), 0)
  return Math.max(...scores) - Math.min(...scores) + fruits + board.penalty
}

/** Source of the numbers: course work "Can't Go Back", its heavy heuristic. The ranges are ours. */
const WEIGHTS = [
  { name: 'score', initial: 0.6, low: 0, high: 1 },
  { name: 'fruits', initial: 0.25, low: 0, high: 1 },
  { name: 'reachable', initial: 0.05, low: 0, high: 1 },
  { name: 'steps', initial: 0.05, low: 0, high: 1 },
  { name: 'road', initial: 0.05, low: 0, high: 1 },
] as const

type Part = (typeof WEIGHTS)[number]['name']
type Pair = readonly [mine: number, his: number]

/**
 * The weighted mean of the agent's leads, each −1 … 1, with free weights. Its formula: docs/cant-go-back.md. The published weights
 * sum to 1.
 */
export const heavyFamily: HeuristicFamily<CantGoBackState> = {
  id: 'heavy',
  weights: WEIGHTS,
  make(given) {
    const sum = given.reduce((all, weight) => all + Math.abs(weight), 0)
    const weights = given.map(weight => (sum === 0 ? 0 : weight / sum))
    const used = WEIGHTS.map(({ name }, i) => ({ name, weight: weights[i]! })).filter(({ weight }) => weight !== 0)
    return {
      evaluate(state, agent) {
        const features = featuresOf(state, agent)
        return betweenLossAndWin(used.reduce((total, { name, weight }) => total + weight * features[name](), 0))
      },
      terms(state) {
        const features = featuresOf(state, 0)
        return used.map(({ name, weight }): Term => {
          const feature = features[name]()
          return { id: name, weight, feature, value: weight * feature }
        })
      },
      bounds,
    }
  },
}

/** The heuristic with the published weights. */
export const heavy: Heuristic<CantGoBackState> = heavyFamily.make(WEIGHTS.map(({ initial }) => initial))

/** The work's tuned version. */
export const heavyWithoutFruits: Heuristic<CantGoBackState> = heavyFamily.make([0.85, 0, 0.05, 0.05, 0.05])

/** A player's lead over the others. Each is computed when it is called. */
function featuresOf(state: CantGoBackState, agent: number): Readonly<Record<Part, () => number>> {
  let moves: readonly (readonly (number | undefined)[])[] | undefined
  const movesOf = (player: number) => (moves ??= state.cells.map(cell => movesTo(state, cell)))[player]!
  const leadIn = (of: (player: number) => number) =>
    lead(
      rivalry(
        state.cells.map((_, player) => of(player)),
        agent,
      ),
    )
  const reachable = (player: number) => movesOf(player).reduce<number>((cells, each) => cells + (each ? 1 : 0), 0)
  return {
    score: () => leadIn(player => state.scores[player]!),
    fruits: () => leadIn(player => fruitScore(state, player, movesOf(player))),
    reachable: () => leadIn(reachable),
    steps: () => leadIn(player => waysFrom(state, state.cells[player]!)),
    road: () => leadIn(player => longestRoad(state, state.cells[player]!, reachable(player))),
  }
}

/** A player's number and the highest of the others. That the highest counts, of three and four players, is ours. */
function rivalry(numbers: readonly number[], agent: number): Pair {
  let his = -Infinity
  for (const [player, number] of numbers.entries()) if (player !== agent && number > his) his = number
  return [numbers[agent]!, his]
}

/** (mine − his) / (|mine| + |his|); 0 where both are 0. */
function lead([mine, his]: Pair): number {
  return mine === his ? 0 : (mine - his) / (Math.abs(mine) + Math.abs(his))
}

/** Over the fruits that the player would reach before they disappear, if the other did not interfere: value / Manhattan distance. */
function fruitScore(state: CantGoBackState, player: number, moves: readonly (number | undefined)[]): number {
  const { board, cells, turn, fruitTurns } = state
  const players = cells.length
  const first = ((player - turn + players) % players) + 1
  const turnsOf = (its: number) => first + players * (its - 1)
  return moves.reduce<number>((sum, its, cell) => {
    if (its === undefined || its === 0 || turnsOf(its) > fruitTurns) return sum
    return sum + fruitOn(state, cell) / distance(board, cells[player]!, cell)
  }, 0)
}

/** By cell: the moves to it over free cells; `undefined`: out of reach. The player's own is 0. */
function movesTo({ board, isClosed }: CantGoBackState, from: Cell): readonly (number | undefined)[] {
  const moves = Array<number | undefined>(isClosed.length).fill(undefined)
  moves[from] = 0
  const queue = [from]
  for (const cell of queue)
    // including those added meanwhile
    for (const next of board.neighbours[cell]!)
      if (next !== undefined && !isClosed[next] && moves[next] === undefined) {
        moves[next] = moves[cell]! + 1
        queue.push(next)
      }
  return moves
}

/** Cells that the search for the longest road enters at most: the problem is NP-hard. The bound is ours. */
const MOST_ENTERED = 200

/**
 * Moves of the longest road that a depth-first search finds which enters at most 200 cells.
 *
 * @param reachable cells: no road is longer
 */
export function longestRoad({ board, isClosed }: CantGoBackState, from: Cell, reachable: number): number {
  const isTaken = isClosed.slice()
  let longest = 0
  let entered = 0
  const walk = (cell: Cell, moves: number): void => {
    if (moves > longest) longest = moves
    for (const next of board.neighbours[cell]!) {
      if (next === undefined || isTaken[next]) continue
      if (longest === reachable || entered === MOST_ENTERED) return
      entered++
      isTaken[next] = true
      walk(next, moves + 1)
      isTaken[next] = false
    }
  }
  walk(from, 0)
  return longest
}
