/** How far training is, and how long it takes. */
import { isPaceKnown } from '../../../stats/pace'
import { movesOf, type NetworkTraining, type TrainingConfig } from './training'

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
