/** Games of the players that are judged, move by move. */
import { legalMoves, slideOfEdge, type Board, type Move } from '../../../src/core/games/twenty48/board'
import { boardHeuristic, twenty48 } from '../../../src/core/games/twenty48/game'
import { HAND_TUNED } from '../../../src/core/games/registry'
import { isOver, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { Player } from '../../../src/core/games/twenty48/player'
import { createKernel, type Kernel } from '../../../src/core/kernel/port'
import { withExperts } from '../../../src/core/kernel/wallKernel/searchPort'
import { createRandom, deriveSeed } from '../../../src/core/random'
import { greedy } from '../../../src/core/search/algorithms/greedy'
import type { Context } from '../../../src/core/search/searcher'
import { BUILT_IN_NETWORKS, networkSource, findExpert } from '../../../src/main/compute/networks/networkFile'
import { instance, readKernel } from '../../../src/main/compute/pool/kernelFile'
import { searchesOfGame } from '../../../src/main/compute/thread/slideSearch'
import { builtInProfile } from '../../../src/main/lab/profiles/builtInProfiles'

/** A move and the position before it. */
interface PlayedMove {
  readonly board: Board
  readonly score: number
  readonly move: Move
}

type Chooser = (board: Board) => Move

export function newKernel(): Kernel {
  const kernel = createKernel(instance(readKernel().module), undefined, networkSource([BUILT_IN_NETWORKS]))
  return withExperts(kernel, id => findExpert(id, [BUILT_IN_NETWORKS]))
}

/** A built-in profile within its own depth, unless another is given. */
function profilePlayer(name: string, changes: { readonly depth?: number; readonly cut?: number } = {}): Player {
  const { evaluator, settings, depth } = builtInProfile(name)!
  return {
    evaluator,
    settings: { ...settings, cut: changes.cut ?? settings.cut },
    limits: { depth: changes.depth ?? depth },
  }
}

function searching(player: Player): () => Chooser {
  const kernel = newKernel()
  kernel.load(player.evaluator, player.settings)
  return () => {
    const search = searchesOfGame(kernel, player, () => false)
    return board => search(board).best!
  }
}

/** The searcher `greedy` of the registry, with its default evaluator for 2048. */
function greedily(board: Board): Move {
  const { best } = greedy.search(twenty48, { board, turn: 0 }, boardHeuristic(HAND_TUNED), {}, {} as Context)
  return slideOfEdge(best!)!
}

function randomly(seed: number): Chooser {
  const random = createRandom(seed)
  return board => {
    const legal = legalMoves(board)
    return legal[random.below(legal.length)]!
  }
}

/** By name, in the order that their accuracies should have: a chooser for the game of a seed. */
export const PLAYERS = {
  random: () => (seed: number) => randomly(deriveSeed(seed, 1)),
  greedy: () => () => greedily,
  thesis: () => searching(profilePlayer('thesis', { depth: 1 })),
  power: () => searching(profilePlayer('power', { cut: 0.01 })),
  strongest: () => searching(profilePlayer('strongest')),
} as const satisfies Record<string, () => (seed: number) => Chooser>

export function gameOf(chooserFor: (seed: number) => Chooser, seed: number): { moves: PlayedMove[]; score: number } {
  const choose = chooserFor(seed)
  const moves: PlayedMove[] = []
  let position = startGame(seed)
  while (!isOver(position)) {
    const { board, score } = position
    const move = choose(board)
    moves.push({ board, score, move })
    position = playTurn(position, move)!.position
  }
  return { moves, score: position.score }
}
