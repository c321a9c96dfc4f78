import { LabError } from '../../errors'
import type { Heuristic, HeuristicFamily } from '../../game/heuristic'
import { type Bounds, clearlyAbove, clearlyBelow, UNBOUNDED } from '../../game/bounds'
import { badSetting, LARGEST_NUMBER } from '../../settingChecks'
import type { Game, Outcome } from '../../game/game'
import {
  type Board,
  SPAWNS,
  emptyCells,
  faceSum,
  MAX_RANK,
  maxRank,
  isDead,
  legalMoves,
  slide,
  slideEdge,
  slideOfEdge,
  spawnEdge,
  spawnOfEdge,
  startBoard,
  withTile,
} from './board'
import { checkEvaluator, compileEvaluator, familyOf, makeEvaluator } from './heuristics/evaluator'
import { boundsOf, lineFormOf } from './heuristics/lineForm'
import { FAMILY_IDS, type Evaluator, type FamilyId, type TermEvaluator } from './heuristics/family'
import type { WeightedHeuristic } from '../weightedHeuristic'
import { makePosition, makeSpawn, parseBoard } from './notation'

/** A board and who acts on it: the player moves, then chance sets a tile on the afterstate. */
export interface Twenty48State {
  readonly board: Board
  readonly turn: 0 | 'chance'
}

/** Ends the text of an afterstate. */
const AFTERSTATE = '*'

/** 2048 for the textbook's searchers: one agent, rewards as points of the move, no utility at the end. */
export const twenty48: Game<Twenty48State> = {
  id: 'twenty48',
  start: (_, random) => ({ board: startBoard(random), turn: 0 }),
  agents: () => 1,
  toAct: ({ board, turn }) => (turn === 0 && isDead(board) ? 'over' : turn),
  actions: ({ board }) => legalMoves(board).map(slideEdge),
  apply({ board }, action) {
    const move = slideOfEdge(action)
    const slid = move && slide(board, move)
    if (!slid) throw new LabError('ILLEGAL_MOVE', `${makePosition(board)}: nothing moves ${move ?? action}`)
    return { state: { board: slid.board, turn: 'chance' }, rewards: [slid.reward] }
  },
  outcomes({ board }) {
    const cells = emptyCells(board)
    const outcomes: Outcome<Twenty48State>[] = []
    for (const cell of cells)
      for (const { rank, chance } of SPAWNS)
        outcomes.push({
          state: { board: withTile(board, { cell, rank }), turn: 0 },
          draws: cells.length,
          chance,
          edge: spawnEdge({ cell, rank }),
        })
    return outcomes
  },
  utilities: () => [0],
  key: makeText,
  parse(text) {
    if (!text.endsWith(AFTERSTATE)) return { board: parseBoard(text), turn: 0 }
    const board = parseBoard(text.slice(0, -AFTERSTATE.length))
    if (emptyCells(board).length === 0) throw new LabError('BAD_POSITION', 'no move leaves a full board')
    return { board, turn: 'chance' }
  },
  format: makeText,
  words: ({ turn }, edge) => (turn === 'chance' ? makeSpawn(spawnOfEdge(edge)) : slideOfEdge(edge)!),
}

/**
 * An evaluator of boards; it values afterstates as well. Its bounds follow from the tiles that the plies left can make; a network has none.
 * @param above how much more every board is worth
 */
export function boardHeuristic(evaluator: Evaluator, above = 0): Heuristic<Twenty48State> {
  const evaluate = compileEvaluator(evaluator)
  const heuristic = { evaluate: ({ board }: Twenty48State) => above + evaluate(board) }
  if (evaluator.family === 'network') return heuristic
  const form = lineFormOf(evaluator)
  const known = new Map<number, Bounds>()
  const estimates = (most: number): Bounds => {
    const bounds = known.get(most) ?? boundsOf(form, most)
    known.set(most, bounds)
    return [clearlyBelow(above + bounds[0]), clearlyAbove(above + bounds[1])]
  }
  return { ...heuristic, bounds: (root, plies) => (plies === undefined ? UNBOUNDED : boundsWithin(root, plies, estimates)) }
}

/**
 * Bounds of the rewards and the estimate or end after some plies. No tile exceeds the sum of all faces, or doubles twice in a move. A tile
 * of rank r has earned (r − 1)·2^r in merges if it began as tiles of 2, so all rewards are at most the increase of that sum.
 * @param estimates bounds of the estimates of boards without a higher rank
 */
function boundsWithin({ board, turn }: Twenty48State, plies: number, estimates: (most: number) => Bounds): Bounds {
  const slides = turn === 0 ? Math.ceil(plies / 2) : Math.floor(plies / 2)
  const tiles = plies - slides
  const faces = faceSum(board) + 4 * tiles
  const most = Math.min(MAX_RANK, Math.max(maxRank(board), tiles > 0 ? 2 : 0) + slides, Math.floor(Math.log2(faces)))
  const [low, high] = estimates(most)
  const earned = board.reduce((sum, rank) => sum + (rank > 0 ? (rank - 1) * 2 ** rank : 0), 0)
  const rewards = Math.min(slides * faces, (most - 1) * faces - earned)
  const canEnd = emptyCells(board).length <= tiles
  return canEnd ? [Math.min(0, low), rewards + Math.max(0, high)] : [low, rewards + high]
}

const OFFSET = 'offset'
/** How much more a board is worth than the end of the game, where the evaluator has no such term: that of `power`. */
const ABOVE_THE_END = 200_000

/** Weights of the thesis's third experiment. */
const TUNED = { h1: -1.6321, h2: 2.7553, h3: 3.0645, h4: 6.8515 }

/** What each family's heuristic has by default: the evaluator of a built-in profile. A test compares both. */
const DEFAULTS: Readonly<Record<FamilyId, TermEvaluator>> = {
  thesis: makeEvaluator('thesis', TUNED, { h1Tile: 'exponent', h4Minimum: 'line' }),
  'thesis-letter': makeEvaluator('thesis-letter', TUNED),
  power: makeEvaluator('power'),
  positional: makeEvaluator('positional', { empty: 450, merges: 800, monotonicity: 9, sum: 7 }),
}

/**
 * A family of evaluators with its parameters as weights. A game that ends is worth 0 to a searcher, so a family without an offset gets one:
 * otherwise boards of negative value would be worse than the end. The reading of each variant is a weight too: the number of its option.
 */
function evaluatorFamily(id: FamilyId): HeuristicFamily<Twenty48State> {
  const { parameters, variants } = familyOf(id)
  const usual = DEFAULTS[id]
  const own = parameters.map(({ id: name, min: low, max: high }) => ({ name, initial: usual.parameters[name]!, low, high }))
  const offset = { name: OFFSET, initial: ABOVE_THE_END, low: 0, high: LARGEST_NUMBER }
  const readings = variants.map(({ id: name, options }) => ({
    ...{ name, initial: options.indexOf(usual.variants[name]!), low: 0, high: options.length - 1 },
  }))
  const weights = [...own, ...(hasOffset(id) ? [] : [offset]), ...readings]
  return {
    id,
    weights,
    make(values) {
      const of = new Map(weights.map(({ name }, i) => [name, values[i]!]))
      const options = variants.map(({ id: name, options }) => {
        const option = options[of.get(name)!]
        if (option === undefined)
          throw badSetting(name, `${of.get(name)} is none of ${options.map((each, i) => `${i} (${each})`).join(', ')}`)
        return [name, option]
      })
      const named = Object.fromEntries(own.map(({ name }) => [name, of.get(name)!]))
      const evaluator = checkEvaluator({
        family: id,
        parameters: named,
        variants: Object.fromEntries(options) as TermEvaluator['variants'],
      })
      return boardHeuristic(evaluator, hasOffset(id) ? 0 : of.get(OFFSET)!)
    },
  }
}

function hasOffset(id: FamilyId): boolean {
  return familyOf(id).parameters.some(each => each.id === OFFSET)
}

/** By id: all families of evaluators but networks. */
export const EVALUATORS = Object.fromEntries(FAMILY_IDS.map(id => [id, evaluatorFamily(id)])) as Readonly<
  Record<FamilyId, HeuristicFamily<Twenty48State>>
>

/** The weights of an evaluator in its family. @throws {LabError} `BAD_SETTING` for a network, which the textbook does not read */
export function weightsOf(evaluator: Evaluator): WeightedHeuristic {
  const { family } = evaluator
  if (family === 'network')
    throw badSetting('heuristic', 'a network is read by the kernel alone, not by a searcher of the textbook')
  const { variants } = familyOf(family)
  const option = (name: string) => variants.find(({ id }) => id === name)?.options.indexOf(evaluator.variants[name]!)
  const weights = EVALUATORS[family].weights.map(({ name, initial }) => evaluator.parameters[name] ?? option(name) ?? initial)
  return { family, weights }
}

function makeText({ board, turn }: Twenty48State): string {
  return makePosition(board) + (turn === 'chance' ? AFTERSTATE : '')
}
