/** The textbook's searchers: how far they work past a time limit, and how fast they are. */
import { readOptions } from '../../src/core/contract/gameOptions'
import { readConfig } from '../../src/core/contract/searchers'
import { GAMES, heuristicOf, type GameEntry } from '../../src/core/games/registry'
import type { TreeNode } from '../../src/core/games/exampleTree/game'
import { createRandom } from '../../src/core/random'
import type { Heuristic } from '../../src/core/game/heuristic'
import type { Limits } from '../../src/core/game/limits'
import { positionSearcher, type SearcherId } from '../../src/core/search/registry'
import type { Report } from '../../src/core/search/report'
import { kernelRun, processorMs } from './searches'

/** Milliseconds. */
const TIME_LIMITS = [50, 200] as const
/** Of each search. */
const TIMES = 3
/** Those that take a limit. */
const TIMED = ['minimax', 'alphaBeta', 'pvs', 'expectimax'] as const
/** Positions that a search enters a second, and as a share of the moves that the kernel tries meanwhile; in processor time. */
export interface TextbookSpeed {
  readonly positionsPerSecond: number
  readonly share: number
}

/** In the middle of a game. */
const BOARD = 'EDC1BA9187611110'

/** Milliseconds that each search took past its limit, by game and limit; of those that the limit ended. */
export type Overshoots = Readonly<Record<string, readonly number[]>>

/** `treeEstimates` would go through all leaves. */
const estimates: Heuristic<unknown> = {
  evaluate(node, agent) {
    const { estimate = 0 } = node as TreeNode
    return agent === 0 ? estimate : -estimate
  },
}

const SEARCHED: readonly (readonly [entry: GameEntry, root: unknown])[] = [
  [GAMES.ticTacToe, 0],
  [{ ...GAMES.exampleTree, heuristics: { estimates: () => estimates } }, largeTree()],
  [GAMES.twenty48, GAMES.twenty48.game.parse(BOARD)],
]

/** Every searcher on every game under every limit. */
export function overshoots(): Overshoots {
  const found: Record<string, number[]> = {}
  for (let time = 0; time < TIMES; time++)
    for (const [entry, root] of SEARCHED)
      for (const ms of TIME_LIMITS)
        for (const id of TIMED) {
          const start = performance.now()
          const { stopped } = search(id, entry, root, { ms })
          const took = performance.now() - start
          if (stopped === 'limit') (found[`${entry.game.id}, ${ms} ms`] ??= []).push(took - ms)
        }
  return found
}

/** Of minimax through all of tic-tac-toe. */
export function minimaxSpeed(): TextbookSpeed {
  return speedOf(() => search('minimax', GAMES.ticTacToe, 0, {}))
}

/** Of alpha-beta on a large board of Can't Go Back, with the light heuristic. */
export function alphaBetaSpeed(): TextbookSpeed {
  const { game } = GAMES.cantGoBack
  const root = game.start(readOptions('cantGoBack', { width: 10, height: 10, blocked: 20 }), createRandom(3))
  return speedOf(() => search('alphaBeta', GAMES.cantGoBack, root, { nodes: 500_000 }))
}

function speedOf(searched: () => Report): TextbookSpeed {
  let nodes = 0
  const ms = processorMs(() => (nodes = searched().effort.nodes))
  let slides = 0
  const kernelMs = processorMs(() => (slides = kernelRun().nodes))
  return { positionsPerSecond: (1000 * nodes) / ms, share: nodes / ms / (slides / kernelMs) }
}

/** As `lab think` searches. */
function search(id: SearcherId, entry: GameEntry, root: unknown, limits: Limits): Report {
  const { game, configs } = entry
  const searcher = positionSearcher(id)
  const config = readConfig(id, { ...configs?.[id] })
  const random = createRandom(1)
  const now = () => performance.now()
  return searcher.search(game, root, heuristicOf(entry, root), config, {
    limits,
    wrapping: {},
    random,
    now,
    stopped: () => false,
    searcher: positionSearcher,
  })
}

/** A tree of 4^30 leaves: subtrees are shared, so that it takes no room. */
function largeTree(): TreeNode {
  const [width, height, branching] = [64, 30, 4]
  const random = createRandom(1)
  const list = <T>(length: number, each: () => T) => Array.from({ length }, each)
  const common = { chances: [], isNoisy: false, text: '', agents: 2 }
  let level = list(width, (): TreeNode => {
    const value = random.below(100)
    return { ...common, turn: 'over', children: [], values: [value, -value] }
  })
  for (let ply = height - 1; ply >= 0; ply--) {
    const below = level
    const children = () => list(branching, () => below[random.below(width)]!)
    level = list(width, () => ({ ...common, turn: ply % 2, children: children(), values: [], estimate: random.below(100) }))
  }
  return level[0]!
}
