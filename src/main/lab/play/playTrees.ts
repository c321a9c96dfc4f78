import type { PlayTree } from '../../../core/contract/calls/play'
import type { Player } from '../../../core/games/twenty48/player'
import { slideEdge, type Move } from '../../../core/games/twenty48/board'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import { boardTreeGame } from '../../../core/games/twenty48/tree/boardTree'
import { drawnTrace } from '../../../core/games/twenty48/tree/drawnTrace'
import type { SearchSettings } from '../../../core/search/settings'
import { RecordedTree } from '../../../core/tree/recordedTree'
import { treeTop } from '../../../core/tree/top'
import type { Searched } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import { Throttle } from '../ground/throttle'

/** Pairs below each move that are recorded, because they are drawn: the tiles after it and the replies. */
const PAIRS = 1
/** Plies that are drawn: moves, tiles, replies. */
const PLIES = 3
/** Boards of a drawing. */
const BOARDS = 40
/** Trees sent per second. */
const TREES_PER_SECOND = 30

export interface PlayTreesOptions {
  readonly scope: Scope
  /** Whether the tree is unfolded. */
  readonly isOpen: () => boolean
  readonly onTree: (tree: PlayTree) => void
}

/** The tree of the search that moves: what is recorded of it, and what a page sees. */
export class PlayTrees {
  #isAsked = false
  #last: Searched | undefined
  readonly #views: Throttle

  constructor(private readonly options: PlayTreesOptions) {
    this.#views = options.scope.add(
      new Throttle(TREES_PER_SECOND, () => {
        if (this.#last) options.onTree(playTreeOf(this.#last))
      }),
    )
  }

  /** Pairs to record of a search that begins; `undefined` while no page shows them. */
  get pairs(): number | undefined {
    return this.#isAsked && this.options.isOpen() ? PAIRS : undefined
  }

  /** The last tree. From now on searches are recorded. @returns `null` before the first */
  ask(): PlayTree | null {
    this.#isAsked = true
    return this.#last ? playTreeOf(this.#last) : null
  }

  show(searched: Searched): void {
    if (!searched.trees) return
    this.#last = searched
    this.#views.ask()
  }
}

/** Options of a search for `playTreeOf`. */
export const DRAWN_SEARCH = { pairs: PAIRS } as const

/** The first plies of a recorded search. */
export function playTreeOf(searched: Searched, networks?: NetworkSource): PlayTree {
  const { tree, about } = recordedTree(searched, networks)
  return { ...about, root: treeTop(tree, { plies: PLIES, boards: BOARDS, line: 'best' }) }
}

/**
 * The parts of a recorded search below some of its moves: the tiles after each, and the replies.
 * @param judge whose calibration the values are shown by: the player of the search, perhaps with an expert that it was searched without
 */
export function moveTreesOf(searched: Searched, moves: readonly Move[], judge: Player): PlayTree[] {
  const { tree, about } = recordedTree(searched)
  return moves.flatMap(move => {
    const node = tree.trace.follow([slideEdge(move)])
    return node === undefined
      ? []
      : [{ ...about, player: judge, root: treeTop(tree, { plies: PLIES - 1, boards: BOARDS, top: { node } }) }]
  })
}

function recordedTree({ report, trees = [], player }: Searched, networks?: NetworkSource) {
  const { board, best, values, depth: ofAll, depths, cuts, expert } = report
  const { evaluator, settings: own } = player
  const of = expert?.decides ? 'expert' : 'evaluator'
  // An expert's values are chances: no points, no means behind leaves.
  const settings: SearchSettings = of === 'expert' ? { ...own, leaf: 'afterstate', points: 'ignored' } : own
  const depth = Math.max(...Object.values(depths).map(each => each ?? 0))
  const trace = drawnTrace(board, { evaluator, settings }, trees, depth)
  const tree = new RecordedTree(trace, boardTreeGame(networks))
  const its = { best, values, depth: ofAll, depths, cuts, ...(expert && { expert }) }
  return { tree, about: { board, of, player, report: its, nodes: trace.head.nodes } as const }
}
