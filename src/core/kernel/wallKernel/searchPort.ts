/** The typed interface of the wall kernel's search: a trained network, asked by an expectimax of its own. */
import { MOVES, type Board } from '../../games/twenty48/board'
import type { Iteration, SlideResult, Stop, StopReason } from '../../games/twenty48/search/engine'
import { chanceOfSum, SYMMETRIES, weightCount, type Network } from '../../games/twenty48/wallGame/network'
import { type WallRules, wallBoard } from '../../games/twenty48/wallGame/wallGame'
import { type WallExpert, cutThreshold } from '../../search/settings'
import { badSetting } from '../../settingChecks'
import { DrawnRoom, ROOM } from '../drawnRoom'
import { CHANCES, type InstantiateWalls, type LinearMemory, RESULT, WallMemory } from './wallMemory'
import type { Kernel } from '../port'

export interface WallSearch {
  readonly memoryBytes: number
  /** Searches every legal move of a board of the wall game. @param layers chance nodes in a row @param pairs to record: see `SlidesRequest` */
  search(board: Board, layers: number, cut: number, stop: Stop, pairs?: number): Iteration
  /** The network's chance of a board after a move. */
  chance(board: Board): number
}

const STOP_CODES: readonly StopReason[] = ['limit', 'request']

/** @throws {LabError} `BAD_SETTING` if there is no memory for the network */
export function createWallSearch(
  instantiate: InstantiateWalls,
  memory: LinearMemory,
  network: Network,
  walls: WallRules['walls'] = 'slide',
): WallSearch {
  let asked: Stop | undefined
  const kernel = new WallMemory(instantiate, memory, () => STOP_CODES.indexOf(asked?.() as StopReason) + 1)
  const { weights } = network
  const wide = weights instanceof Int16Array
  const middle = network.tuples.length * SYMMETRIES.length * (wide ? 32768 : 128)
  const weightsAt = CHANCES + 8 * (2 * middle + 1)
  kernel.reserve(weightsAt + weights.byteLength)
  const { buffer } = kernel.view
  const chances = new Float64Array(buffer, CHANCES, 2 * middle + 1)
  for (let sum = -middle; sum <= middle; sum++) chances[middle + sum] = chanceOfSum(network, sum)
  const count = weightCount(network)
  const copy = wide ? new Int16Array(buffer, weightsAt, count) : new Int8Array(buffer, weightsAt, count)
  copy.set(weights)
  kernel.setShape(network, walls, weightsAt)
  kernel.exports.setChances(wide)
  let drawn: DrawnRoom | undefined
  const makeRoom = (): DrawnRoom => {
    const offset = kernel.exports.placeRoom(weightsAt + weights.byteLength, ROOM)
    if (offset === 0) throw badSetting('tuples', 'no memory for a tree behind the weights')
    return new DrawnRoom(kernel.exports, memory.buffer, offset)
  }

  return {
    get memoryBytes() {
      return kernel.bytes
    },
    search(board, layers, cut, stop, pairs) {
      asked = stop
      const room = pairs === undefined ? undefined : (drawn ??= makeRoom())
      room?.begin()
      kernel.writeBoard(board)
      const slides: SlideResult[] = []
      const done = () => room?.withTrees(slides) ?? slides
      for (const [direction, move] of MOVES.entries()) {
        room?.beginSlide(layers, pairs!)
        const value = kernel.exports.searchSlide(direction, layers, cutThreshold(cut), Infinity, room !== undefined)
        if (Number.isNaN(value)) {
          room?.dropSlide()
          continue
        }
        const [nodes, horizon, code] = [0, 8, 16].map(offset => kernel.view.getFloat64(RESULT + offset, true)) as [
          number,
          number,
          number,
        ]
        if (code !== 0) return { slides: done(), unfinishedNodes: nodes, stopped: STOP_CODES[code - 1] }
        slides.push({ move, value, nodes, hits: 0, probes: 0, horizon: horizon !== 0 })
      }
      return { slides: done(), unfinishedNodes: 0, stopped: undefined }
    },
    chance(board) {
      kernel.writeBoard(board)
      return kernel.exports.chance()
    },
  }
}

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
