/** A kernel whose expert requests are searched by the network that they name. */
import { wallBoard } from '../../games/twenty48/wallGame/wallGame'
import { badSetting } from '../../settingChecks'
import type { WallExpert } from '../../search/settings'
import type { Kernel } from '../port'
import type { WallSearch } from './searchPort'

/** A network that is ready to be asked, and the rank it makes. */
export interface OpenedNetwork {
  readonly target: number
  readonly search: WallSearch
}

/**
 * The kernel with its searches of experts.
 * @param find looks for a network by its id, and returns what reads it; it throws `NOT_FOUND`, the reading `BAD_FILE`
 */
export function withExperts(kernel: Kernel, find: (network: string) => () => OpenedNetwork): Kernel {
  let opened: { readonly id: string; readonly network: OpenedNetwork } | undefined
  /** The newest network alone is kept: a thread plays one player after the other. */
  const networkOf = ({ network: id, target }: WallExpert): OpenedNetwork => {
    if (opened?.id !== id) opened = { id, network: find(id)() }
    const { network } = opened
    if (network.target !== target)
      throw badSetting('expert.target', `network ${id} was trained to make rank ${network.target}, not ${target}`)
    return network
  }
  return {
    get memoryBytes() {
      return kernel.memoryBytes + (opened?.network.search.memoryBytes ?? 0)
    },
    load(evaluator, settings, readsExpert) {
      const { expert } = settings
      if (expert && readsExpert) networkOf(expert)
      else if (expert && opened?.id !== expert.network) find(expert.network)
      return kernel.load(evaluator, settings)
    },
    search(request, stop) {
      const { board, expert } = request
      if (!expert) return kernel.search(request, stop)
      return networkOf(expert).search.search(wallBoard(board, expert.target), expert.layers, expert.cut, stop, request.pairs)
    },
    beginGame: position => kernel.beginGame(position),
    playSlides: (...them) => kernel.playSlides(...them),
    game: () => kernel.game(),
  }
}
