/**
 * A trained network as an evaluator: its value of a board is the points still to come, Σ over tuples and symmetries of the weights that the
 * board has there. A network estimates boards after a move, before the next tile; the value of a board after a tile (spawned leaves, the
 * next tile of a principal variation) is read from the same weights, and is a worse estimate.
 */
import type { Term } from '../../../game/heuristic'
import { badSetting } from '../../../settingChecks'
import { checkNetworkId } from '../../../search/settings'
import type { Board } from '../board'
import { outputOf, pointsToCome, tupleSums, type Network } from '../wallGame/network'
import type { Feature, NetworkEvaluator } from './family'

/** Reads a network by its id. @throws {LabError} `NOT_FOUND`, `BAD_FILE` */
export type NetworkSource = (id: string) => Network

/** Where no file can be read. */
export const noNetworks: NetworkSource = id => {
  throw badSetting('evaluator.network', `network ${id} cannot be read here; the compute threads read it`)
}

/** @throws {LabError} `BAD_SETTING`, naming the field */
export function checkNetworkEvaluator({ network }: NetworkEvaluator): void {
  checkNetworkId('network', network)
}

/** The network of an evaluator. @throws {LabError} errors of the source; `BAD_SETTING` for a network that estimates no points */
export function networkOf({ network: id }: NetworkEvaluator, networks: NetworkSource): Network {
  const network = networks(id)
  if (outputOf(network) !== 'points')
    throw badSetting(
      'evaluator.network',
      `network ${id} estimates chances on boards of walls; it can be an expert, and an evaluator needs one that estimates points`,
    )
  return network
}

/** Reads the network for its first value. */
export function networkValue(evaluator: NetworkEvaluator, networks: NetworkSource): Feature {
  let network: Network | undefined
  return board => pointsToCome((network ??= networkOf(evaluator, networks)), board)
}

/** One term for each tuple, with its number from 1. */
export function networkTerms(evaluator: NetworkEvaluator, board: Board, networks: NetworkSource): Term[] {
  const network = networkOf(evaluator, networks)
  const { unit: weight } = network
  return tupleSums(network, board).map((feature, i) => ({ id: `tuple${i + 1}`, weight, feature, value: weight * feature + 0 }))
}
