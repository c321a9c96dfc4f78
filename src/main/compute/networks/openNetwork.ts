import { LabError } from '../../../core/errors'
import { outputOf } from '../../../core/games/twenty48/wallGame/network'
import { type OpenedNetwork, createWallSearch } from '../../../core/kernel/wallKernel/searchPort'
import type { LinearMemory, WallExports } from '../../../core/kernel/wallKernel/wallMemory'
import { instance, readWallKernel } from '../pool/kernelFile'
import { EXPERT_WAY_OUT, findNetwork, readNetwork } from './networkFile'

/** Pages of 64 KiB; a memory grows to what it needs. */
const MOST_PAGES = 65_536

/**
 * Looks for a network.
 * @returns reads it and makes it ready to be asked
 * @throws {LabError} `NOT_FOUND`; when read: `BAD_FILE`, `KERNEL_BROKEN`, or `BAD_SETTING` if there is no memory for it
 */
export function findExpert(id: string, folders: readonly string[]): () => OpenedNetwork {
  const file = findNetwork(id, folders, EXPERT_WAY_OUT)
  return () => openNetwork(id, file)
}

function openNetwork(id: string, file: string): OpenedNetwork {
  const network = readNetwork(file)
  if (outputOf(network) === 'points')
    throw new LabError(
      'BAD_SETTING',
      `expert.network: network ${id} estimates points in whole games: it can be an evaluator, not an expert for walls`,
      { field: 'expert.network' },
    )
  const { module } = readWallKernel()
  return { target: network.target, search: createWallSearch(instance<WallExports>(module), newWallMemory(), network) }
}

/** Memory for the wall kernel, which threads may share. */
export function newWallMemory(): LinearMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true })
}
