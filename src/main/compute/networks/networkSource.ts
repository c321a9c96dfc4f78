import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import type { Network } from '../../../core/games/twenty48/walls/network'
import { findNetwork, readNetwork } from './networkFile'

/**
 * Reads networks by their id from these folders, and keeps the newest.
 * @throws {LabError} when called: `NOT_FOUND` or `BAD_FILE`
 */
export function networkSource(folders: readonly string[]): NetworkSource {
  let known: { readonly id: string; readonly network: Network } | undefined
  return id => {
    if (known?.id !== id) known = { id, network: readNetwork(findNetwork(id, folders)) }
    return known.network
  }
}
