/** How far games get from the board that rests: see `core/games/twenty48/outlook.ts`. */
import type { OutlookView } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { sameBoard, type Board } from '../../../core/games/twenty48/board'
import { compileEvaluator } from '../../../core/games/twenty48/heuristics/evaluator'
import { Outlook, outlookStarts } from '../../../core/games/twenty48/outlook'
import type { Player } from '../../../core/games/twenty48/player'
import { SYMMETRIES } from '../../../core/games/twenty48/wallGame/network'
import type { Pool } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import type { LocalContext } from '../ground/storeLease'
import { Throttle } from '../ground/throttle'
import { builtInProfile } from '../profiles/builtInProfiles'

/** Limit of views sent per second. */
const VIEWS_PER_SECOND = 5
/** Games after which the intervals may be narrow enough. */
const WINDOW = 200

/** The quick player. About a millisecond a game; docs/search-values.md compares it with others. */
export const QUICK = { profile: 'positional', depth: 1 } as const

export function quickPlayer(): Player {
  const { evaluator, settings } = builtInProfile(QUICK.profile)!
  return { evaluator, settings, limits: { depth: QUICK.depth } }
}

/** The image of a board that the player values most: all eight are one position, but its evaluator has one corner of its own. */
export function bestImage(board: Board, { evaluator }: Player): Board {
  const images = SYMMETRIES.map(cells => cells.map(cell => board[cell]!))
  const values = images.map(compileEvaluator(evaluator))
  return images[values.indexOf(Math.max(...values))]!
}

/** Plays games from a board to their ends, until the outlook is done. @param onGame called after each */
export async function playOutlook(
  pool: Pick<Pool, 'playOut'>,
  player: Player,
  outlook: Outlook,
  onGame: () => void,
  signal: AbortSignal,
): Promise<void> {
  const board = bestImage(outlook.board, player)
  while (!outlook.isDone && !signal.aborted) {
    const from = outlook.games
    const starts = outlookStarts(board, from, WINDOW)
    const add = (end: Board, index: number): void => {
      outlook.add(from + index, end)
      onGame()
    }
    await pool.playOut(player, starts, ({ board }, index) => add(board, index), { signal })
  }
}

/** The whole outlook, or as much of it as there is when the signal aborts. */
export async function outlookOf({ engine }: LocalContext, board: Board, signal: AbortSignal): Promise<OutlookView> {
  const outlook = new Outlook(board)
  await playOutlook(engine.pool, quickPlayer(), outlook, () => undefined, signal)
  return viewOf(outlook, !outlook.isDone)
}

function viewOf({ board, games, tiles }: Outlook, running: boolean): OutlookView {
  return { board, games, tiles, running, ...QUICK }
}

interface OutlookOptions {
  readonly pool: Pick<Pool, 'playOut'>
  readonly scope: Scope
  readonly onView: (view: OutlookView | null) => void
  readonly onFailure: (error: unknown) => void
}

/** The outlook that follows the board, from the first page on that shows it. */
export class OutlookGames {
  #player: Player | undefined
  #board: Board | undefined
  #outlook: Outlook | undefined
  #abort: AbortController | undefined
  readonly #views: Throttle

  constructor(private readonly options: OutlookOptions) {
    this.#views = options.scope.add(new Throttle(VIEWS_PER_SECOND, () => options.onView(this.view)))
    options.scope.defer(() => this.follow(undefined))
  }

  get view(): OutlookView | null {
    return this.#outlook ? viewOf(this.#outlook, this.#abort !== undefined) : null
  }

  start(): void {
    if (this.#player) return
    this.#player = quickPlayer()
    this.#renew()
  }

  /** @param board that rests; `undefined` when the game is over, or while the engine plays */
  follow(board: Board | undefined): void {
    if (board === this.#board || (board && this.#board && sameBoard(board, this.#board))) return
    this.#board = board
    this.#renew()
  }

  #renew(): void {
    this.#abort?.abort()
    this.#abort = this.#outlook = undefined
    if (!this.#player) return
    if (this.#board) void this.#play(this.#player, new Outlook(this.#board))
    this.#views.ask()
  }

  async #play(player: Player, outlook: Outlook): Promise<void> {
    const abort = new AbortController()
    this.#outlook = outlook
    this.#abort = abort
    try {
      await playOutlook(this.options.pool, player, outlook, () => this.#views.ask(), abort.signal)
    } catch (error) {
      // a lost thread may be a single event; any other failure would recur with every board
      if (!(error instanceof LabError && error.code === 'WORKER_LOST')) this.#player = undefined
      this.options.onFailure(error)
    }
    if (this.#abort !== abort) return
    this.#abort = undefined
    this.#views.ask()
  }
}
