/** How networks are trained, on the wall game or on whole games, as data. The kernel's trainer (`core/kernel/wallKernel/trainer.ts`) plays and learns. */
import { badSetting, inRange, wholeInRange, within } from '../../../settingChecks'
import { MAX_SEED } from '../../../random'
import { NETWORK_ID } from '../../../search/settings'
import { CELLS, SIDE } from '../board'
import { checkShape, MOST_EVALUATOR_BYTES, outputOf, weightCount, type NetworkShape } from './network'
import type { WallRules } from './wallGame'
import { type Interval, Z, weightedShare } from '../../../stats/intervals'
import { isPaceKnown } from '../../../stats/moveTimes'

/** Walls that a game may start with. */
export interface WallStart {
  readonly cells: readonly number[]
  /** Share of all games that do not begin again from a saved board; the shares sum to 1. */
  readonly share: number
}

/** One whose output is points is trained on whole games, which have no walls: their only start has no cells. */
export interface TrainedNetwork extends NetworkShape {
  readonly walls: WallRules['walls']
  readonly starts: readonly WallStart[]
}

/** What may change during training. Shares are 0 … 1. */
export interface TrainingStep {
  /** Change of a board's logit, or of its points, per unit of its error, before temporal coherence. */
  readonly rate: number
  /** Share of the later boards' return in what a board learns. */
  readonly lambda: number
  /** Share of random moves. */
  readonly exploration: number
  /** Share of starts with large tiles, each with a chance of one half: those below the target, five, or in whole games six. */
  readonly bigTiles: number
  /** Share of these with the large tiles beside the walls. */
  readonly ordered: number
  /** Share of games that begin some moves before an earlier loss. */
  readonly again: number
}

/** In `TrainingBasis`: the network that was trained just before this one. */
export const PREVIOUS = 'previous'

/** A network that training begins from instead of zeros. */
interface TrainingBasis {
  /** The id, or `PREVIOUS`. */
  readonly network: string
  /** See `WallTrainer.beginFrom`. */
  readonly lowered: number
}

/** The training of one network. */
export interface NetworkTraining extends TrainedNetwork, Omit<TrainingStep, 'rate' | 'bigTiles'> {
  readonly moves: number
  /** Each rate holds below its share of the moves; the last share is 1. */
  readonly rates: readonly { readonly until: number; readonly rate: number }[]
  /** Changes evenly with the moves. */
  readonly bigTiles: { readonly from: number; readonly to: number }
  readonly basis?: TrainingBasis
}

/** Networks that are trained one after the other; the last one is the result. */
export interface TrainingConfig {
  readonly name: string
  readonly seed: number
  /** 1, or 2, of which the first learns what the second plays: each gives a network of its own. */
  readonly threads: number
  readonly networks: readonly NetworkTraining[]
}

const MOST_TRAINED_NETWORKS = 4
export const MOST_TRAINING_THREADS = 2
export const MOST_TRAINED_MOVES = 1e12
const MOST_STARTS = 32
const MOST_RATES = 32
/** Above it, what a board learns overshoots by more than its error, and training diverges. */
const MOST_POINTS_RATE = 2
/** Fewer make no game. */
const FEWEST_FREE = 4

/** @param share of the network's moves that are made, 0 … 1 */
export function stepAt(training: NetworkTraining, share: number): TrainingStep {
  const { rates, lambda, exploration, bigTiles, ordered, again } = training
  const { rate } = rates.find(({ until }) => share < until) ?? rates.at(-1)!
  return { rate, lambda, exploration, bigTiles: bigTiles.from - (bigTiles.from - bigTiles.to) * share, ordered, again }
}

/** Moves of all networks. */
export function movesOf({ networks }: Pick<TrainingConfig, 'networks'>): number {
  return networks.reduce((sum, { moves }) => sum + moves, 0)
}

/** The same training with another number of moves, which its networks share as before. */
export function withMoves(config: TrainingConfig, moves: number): TrainingConfig {
  const all = movesOf(config)
  return {
    ...config,
    networks: config.networks.map(each => ({ ...each, moves: Math.max(1, Math.round((each.moves / all) * moves)) })),
  }
}

/** Walls as the lengths of their rows, 3+2, or else as their cells. */
export function startName({ cells }: Pick<WallStart, 'cells'>): string {
  const rows = Array.from({ length: SIDE }, (_, row) => cells.filter(cell => Math.floor(cell / SIDE) === row))
  const arePacked = rows.every((row, i) => row.every(cell => cell - SIDE * i < row.length))
  const lengths = rows.map(row => row.length)
  const used = lengths.filter(length => length > 0)
  return arePacked && used.every((_, row) => lengths[row]! > 0) ? used.join('+') || 'none' : cells.join(',')
}

/** @throws {LabError} `BAD_SETTING`, naming the field */
export function checkTraining(config: TrainingConfig): TrainingConfig {
  const { name, seed, threads, networks } = config
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) throw badSetting('name', 'use up to 40 lower-case letters, digits and dashes')
  wholeInRange('seed', seed, 0, MAX_SEED)
  wholeInRange('threads', threads, 1, MOST_TRAINING_THREADS)
  wholeInRange('networks', networks.length, 1, MOST_TRAINED_NETWORKS)
  for (const [i, training] of networks.entries()) within(`networks.${i}`, () => checkNetworkTraining(training, networks[i - 1]))
  return config
}

function checkNetworkTraining(training: NetworkTraining, previous: NetworkTraining | undefined): void {
  checkShape(training)
  wholeInRange('moves', training.moves, 1, MOST_TRAINED_MOVES)
  checkRates(training.rates)
  for (const share of ['lambda', 'exploration', 'ordered', 'again'] as const) inRange(share, training[share], 0, 1)
  for (const end of ['from', 'to'] as const) inRange(`bigTiles.${end}`, training.bigTiles[end], 0, 1)
  checkStarts(training.starts)
  if (outputOf(training) === 'points') checkWholeGames(training)
  const { basis } = training
  if (!basis) return
  inRange('basis.lowered', basis.lowered, -100, 100)
  if (basis.network !== PREVIOUS) {
    if (!NETWORK_ID.test(basis.network))
      throw badSetting('basis.network', `is neither ${PREVIOUS} nor the id of a network: 16 digits 0 … 9, a … f`)
  } else if (!previous) throw badSetting('basis.network', 'the first network has no previous one')
  else within('basis.network', () => checkBasis(training, previous))
}

function checkWholeGames(training: NetworkTraining): void {
  for (const [i, { rate }] of training.rates.entries()) inRange(`rates.${i}.rate`, rate, 0, MOST_POINTS_RATE)
  const bytes = Int16Array.BYTES_PER_ELEMENT * weightCount(training)
  if (bytes > MOST_EVALUATOR_BYTES) {
    const [taken, room] = [bytes, MOST_EVALUATOR_BYTES].map(each => Math.ceil(each / 2 ** 20))
    throw badSetting('tuples', `no player could use it: its weights take ${taken} MiB, and an evaluator has room for ${room} MiB`)
  }
  if (training.starts.some(({ cells }) => cells.length > 0))
    throw badSetting('starts', 'whole games begin without walls: use one start without cells')
}

/**
 * Whether training may begin from a network: it has the same tuples, one set of weights, and counts as a wall no tile that this one makes.
 * @throws {LabError} `BAD_SETTING`, naming the field
 */
export function checkBasis(trained: NetworkShape, basis: NetworkShape): void {
  const { tuples, target } = trained
  if (outputOf(basis) !== outputOf(trained))
    throw badSetting('output', `the basis estimates ${outputOf(basis)}, not ${outputOf(trained)}`)
  if (JSON.stringify(basis.tuples) !== JSON.stringify(tuples)) throw badSetting('tuples', 'they differ from those of the basis')
  if (basis.stages.length > 0) throw badSetting('stages', 'the basis has more than one set of weights')
  if (basis.target > target) throw badSetting('target', `${target} is below that of the basis, ${basis.target}`)
}

function checkRates(rates: NetworkTraining['rates']): void {
  wholeInRange('rates', rates.length, 1, MOST_RATES)
  for (const [i, { until, rate }] of rates.entries()) {
    inRange(`rates.${i}.rate`, rate, 0, 1000)
    inRange(`rates.${i}.until`, until, 0, 1)
    if (until <= (rates[i - 1]?.until ?? 0)) throw badSetting(`rates.${i}.until`, `${until} is not above the one before`)
  }
  if (rates.at(-1)!.until !== 1) throw badSetting(`rates.${rates.length - 1}.until`, 'the last one is 1')
}

function checkStarts(starts: readonly WallStart[]): void {
  wholeInRange('starts', starts.length, 1, MOST_STARTS)
  for (const [i, { cells, share }] of starts.entries()) {
    inRange(`starts.${i}.share`, share, 0, 1)
    const areCells = cells.every(cell => Number.isInteger(cell) && cell >= 0 && cell < CELLS)
    if (!areCells || new Set(cells).size !== cells.length || cells.length > CELLS - FEWEST_FREE)
      throw badSetting(
        `starts.${i}.cells`,
        `[${cells.join(', ')}] is not a list of at most ${CELLS - FEWEST_FREE} different cells from 0 to ${CELLS - 1}`,
      )
  }
  const sum = starts.reduce((total, { share }) => total + share, 0)
  if (Math.abs(sum - 1) > 1e-6) throw badSetting('starts', `their shares sum to ${sum}, not to 1`)
}

/** Greedy games from one start. */
export interface Validation {
  readonly games: number
  readonly successes: number
  /** Mean result; of whole games, mean score. */
  readonly mean: number
  /** Results of whole games. */
  readonly whole?: {
    /** Standard deviation of the scores. */
    readonly deviation: number
    /** By rank, 0 … 15: the games whose largest tile it was. */
    readonly tops: readonly number[]
  }
}

/** Over all starts, as they are shared in training, with its 95 % interval. @param of a start's games: by default the successes */
export function validatedShare(
  { validation }: { readonly validation: readonly Validation[] },
  { starts }: Pick<NetworkTraining, 'starts'>,
  of: (each: Validation) => number = ({ successes }) => successes,
): { readonly share: number; readonly interval: Interval } {
  return weightedShare(validation.map((each, i) => ({ weight: starts[i]!.share, successes: of(each), trials: each.games })))
}

/** 95 % interval of the mean score; `undefined` for boards of walls. */
export function scoreInterval({ games, mean, whole }: Validation): Interval | undefined {
  if (!whole) return undefined
  const half = (Z * whole.deviation) / Math.sqrt(games)
  return [mean - half, mean + half]
}

/** Cost of a board of four sets of weights, in boards of one set: four do not fit the processor's caches. Measured: 0.39 and 0.75 M moves/s. */
const COST_OF_SETS = 1.9

/** Moves of one set of weights per second, by one core of a 2.5 GHz Xeon without other work: docs/train.md. */
const USUAL_PACE = 0.75e6

type Networks = Pick<TrainingConfig, 'networks'>

/** Where a run is: the network that it trains, by its place in the settings, and that network's moves so far. */
export interface TrainingPlace {
  readonly network: number
  readonly moves: number
}

/** Moves of all networks up to a place of the run; absent: it is finished. */
export function movesDone({ networks }: Networks, place: TrainingPlace | undefined): number {
  if (!place) return movesOf({ networks })
  return movesOf({ networks: networks.slice(0, place.network) }) + Math.min(place.moves, networks[place.network]!.moves)
}

/** Cost of a move, in moves of a network with one set of weights. */
function costOf({ stages }: Pick<NetworkTraining, 'stages'>): number {
  return stages.length > 0 ? COST_OF_SETS : 1
}

/** Work of all networks, in moves of one set of weights. */
export function workOf({ networks }: Networks): number {
  return networks.reduce((sum, each) => sum + each.moves * costOf(each), 0)
}

/** Work up to a place of the run, in moves of one set of weights; absent: it is finished. */
export function workDone({ networks }: Networks, place: TrainingPlace | undefined): number {
  if (!place) return workOf({ networks })
  const training = networks[place.network]!
  return workOf({ networks: networks.slice(0, place.network) }) + Math.min(place.moves, training.moves) * costOf(training)
}

/**
 * Seconds to the end of a run.
 * @param seconds of training of the network at `place`, in which `moves` were made
 * @returns `undefined` before the pace is known
 */
export function secondsLeft(config: Networks, place: TrainingPlace, seconds: number, moves: number): number | undefined {
  if (!isPaceKnown(1000 * seconds, moves, moves)) return undefined
  const perWork = seconds / (moves * costOf(config.networks[place.network]!))
  return perWork * (workOf(config) - workDone(config, place))
}

/** Seconds of a whole run by one core of the machine on which the presets were measured. */
export function usualSeconds(config: Networks): number {
  return workOf(config) / USUAL_PACE
}
