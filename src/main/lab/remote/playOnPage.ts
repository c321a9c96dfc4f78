import type { PageEnd, Unstored } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import type { PageSelectors } from '../../../core/contract/files/pageFile'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { boardValue, type SearchReport } from '../../../core/games/twenty48/search/report'
import type { NewGame } from '../../../core/contract/stored'
import { scoped } from '../../scope'
import type { EnginePool } from '../ground/enginePool'
import { parseDebuggingPort } from './debuggingPort'
import { findBoard } from './pageBoard'
import { PagePlay, type PageMove, type PagePlayOptions } from './pagePlay'
import { PageRecord } from './pageRecord'
import { checkAddress, reachPage, type PageTarget, type ReachOptions } from './reachPage'

/** How long a page may take to show what is awaited. */
const PATIENCE_MS = 8_000

/** Where is played, and by whom. */
export interface PageOrder extends Pick<ReachOptions, 'program' | 'folder' | 'headless'> {
  readonly url: string
  /** The port of a running browser, as text; absent: the lab starts one. */
  readonly port?: string | undefined
  readonly player: Player
  readonly profile: Pick<Profile, 'name'>
  /** Games that are played, one after the other. The first is the one on the page, unless `anew`. */
  readonly games: number
  /** Begins with a new game. */
  readonly anew: boolean
  readonly signal: AbortSignal
  /** How long a page may take to show what is awaited, in milliseconds. */
  readonly patienceMs?: number | undefined
}

export interface PageStart {
  readonly board: Board
  readonly score: number
  /** What the page was read as. */
  readonly read: string
  readonly address: string
}

export interface RemoteEnd {
  readonly why: PageEnd | 'failed'
  readonly board: Board
  readonly score: number
  readonly slides: number
  /** Number in the library. */
  readonly id: number | null
  readonly unstored?: Unstored | undefined
}

/** Saves one game. */
interface PageSaving {
  changed(): void
  end(): Promise<{ readonly id: number | null; readonly unstored?: Unstored }>
}

export interface PageEnvironment extends Pick<PagePlayOptions, 'delay'> {
  readonly engine: EnginePool
  /** Environment of the browser that it starts. */
  readonly env: NodeJS.ProcessEnv
  /** Absent: the page is one of the known ones. */
  readonly selectors?: PageSelectors | undefined
  /** Begins to save a game; absent: none is saved. */
  readonly save?: ((gameNow: () => NewGame) => PageSaving) | undefined
  /** Before it is connected to. */
  readonly onTarget: (target: PageTarget) => void
  /** After each search of the engine that it plays by. */
  readonly onReport?: (report: SearchReport) => void
  /** Before the first game. */
  readonly onPlay?: (play: PagePlay) => void
  readonly onGame: (start: PageStart) => void
  readonly onMove: (move: PageMove, slides: number) => void
  readonly onEnd: (end: RemoteEnd) => Promise<void> | void
}

/**
 * Plays until the games are over or the signal comes. What was played is saved, whatever ends it.
 *
 * @throws {LabError} `BAD_PAGE`, `BAD_SETTING`, `NOT_FOUND` without a browser to start, `CANCELLED` before the first game
 */
export async function playOnPage(order: PageOrder, around: PageEnvironment): Promise<void> {
  const { program, folder, headless, signal, player, profile, patienceMs = PATIENCE_MS } = order
  const { onTarget, onReport, delay, engine, env } = around
  // what is wrong with the order is reported before anything is connected to
  const url = checkAddress(order.url)
  const place = order.port === undefined ? undefined : parseDebuggingPort(order.port)
  await scoped('a page', async scope => {
    const tab = await reachPage(scope, { env, url, place, program, folder, headless, onTarget, signal, answerMs: patienceMs })
    const board = await findBoard(tab, around.selectors, patienceMs, signal)
    const read = board.selectors.name
    const choose: PagePlayOptions['choose'] = async (position, ends) => {
      const { report, ms } = await engine.pool.search(position, player, { signal: ends, readsExpert: true })
      if (ends.aborted) return undefined
      onReport?.(report)
      return { move: report.best!, ms, value: boardValue(report) }
    }
    let saving: PageSaving | undefined
    const play: PagePlay = new PagePlay({
      ...{ tab, board, choose, delay, patienceMs, signal },
      begin: ({ board: start, score, address }) => {
        const startScore = score ?? 0
        const record = new PageRecord({ start, startScore, address, read, player, profile })
        saving = around.save?.(() => record.newGame(engine))
        around.onGame({ board: start, score: startScore, read, address })
        return record
      },
      onMove: move => {
        saving?.changed()
        around.onMove(move, play.record!.slides)
      },
    })
    around.onPlay?.(play)
    const end = async (why: RemoteEnd['why']): Promise<void> => {
      const stored = await saving?.end()
      saving = undefined
      const { record } = play
      if (!record) return
      const { score, slides } = record
      await around.onEnd({ why, board: record.board, score, slides, id: stored?.id ?? null, unstored: stored?.unstored })
    }
    for (let game = 0; game < order.games && !signal.aborted; game++) {
      let why: RemoteEnd['why'] = 'failed'
      try {
        why = await play.game(order.anew || game > 0)
      } finally {
        await end(why)
      }
    }
  })
}
