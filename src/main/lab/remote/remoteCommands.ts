import type { Unstored } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import { parsePageFile, MAX_PAGE_CHARS, type PageSelectors } from '../../../core/contract/files/pageFile'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { boardValue } from '../../../core/games/twenty48/search/report'
import { fileName, readText } from '../../files/textFile'
import { provenanceOf, type Provenance } from '../engine/provenance'
import { CommandSaving, type UnsavedGame } from '../saving/commandSaving'
import type { CommandContext } from '../shared/commandContext'
import { listTabs, parseDebuggingPort, type BrowserTab } from './debuggingPort'
import { findBoard } from './pageBoard'
import { pause, PagePlay, type ChosenMove, type PageEnd, type PageMove } from './pagePlay'
import { PageRecord } from './pageRecord'
import { checkAddress, reachPage, type PageTarget } from './reachPage'

/** How long a page may take to show what is awaited. */
const PATIENCE_MS = 8_000

export interface RemoteOrder {
  readonly url: string
  /** Of a running browser, as text; absent: the lab starts one. */
  readonly port?: string | undefined
  /** As of `ReachOptions`. */
  readonly folder?: string | undefined
  readonly headless?: boolean | undefined
  /** A selector file; absent: the page is one of the known ones. */
  readonly selectors?: string | undefined
  readonly player: Player
  readonly profile: Profile
  /** Games that are played, one after the other. The first is the one on the page, unless `anew`. */
  readonly games: number
  /** Begins with a new game. */
  readonly anew: boolean
  /** Milliseconds between two moves at least. */
  readonly delay: number
  /** Whether the games are for the library. */
  readonly keep: boolean
  readonly signal: AbortSignal
  /** How long a page may take to show what is awaited, in milliseconds. */
  readonly patienceMs?: number | undefined
}

export interface RemoteHearing {
  /** Before it is connected to. */
  readonly onTarget: (target: PageTarget) => void
  readonly onGame: (start: RemoteStart) => Promise<void> | void
  readonly onMove: (move: PageMove, slides: number) => void
  readonly onEnd: (end: RemoteEnd) => Promise<void> | void
  /** As of `GameOrder`. */
  readonly onUnsaved: (unsaved: UnsavedGame | undefined) => void
}

export interface RemoteStart {
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
  /** Its number in the library. */
  readonly id: number | null
  readonly unstored?: Unstored | undefined
}

/** Plays on pages for the terminal. */
export class RemoteCommands {
  constructor(private readonly context: CommandContext) {}

  /** Its tabs. @throws {LabError} `BAD_SETTING`, `BAD_PAGE` */
  tabs(port: string, signal: AbortSignal): Promise<readonly BrowserTab[]> {
    return listTabs(parseDebuggingPort(port), signal)
  }

  made({ profile, player }: Pick<RemoteOrder, 'profile' | 'player'>): Provenance {
    return provenanceOf(profile.name, player, this.context.engine)
  }

  /**
   * Plays until the games are over or the signal comes. What was played is kept, whatever ends it.
   *
   * @throws {LabError} `BAD_PAGE`, `BAD_SETTING`, `BAD_FILE` of the selectors, `NOT_FOUND` without a browser to start
   */
  async play(order: RemoteOrder, hearing: RemoteHearing): Promise<void> {
    const { port, folder, headless, signal, patienceMs = PATIENCE_MS } = order
    // what is wrong with the order is reported before anything is connected to
    const url = checkAddress(order.url)
    const place = port === undefined ? undefined : parseDebuggingPort(port)
    const selectors = order.selectors === undefined ? undefined : await readSelectors(order.selectors)
    const { onTarget } = hearing
    const page = await reachPage({ url, place, folder, headless, onTarget, signal, answerMs: patienceMs })
    try {
      const board = await findBoard(page.tab, selectors, patienceMs, ms => pause(ms, signal))
      let saving: CommandSaving | undefined
      const play: PagePlay = new PagePlay({
        tab: page.tab,
        board,
        choose: (position, stop) => this.#choose(position, order.player, stop),
        begin: start => {
          const { player, profile } = order
          const read = board.selectors.name
          const startScore = start.score ?? 0
          const record = new PageRecord({ start: start.board, startScore, address: start.address, read, player, profile })
          if (order.keep) saving = new CommandSaving(this.context, () => record.kept(this.context.engine), hearing.onUnsaved)
          void hearing.onGame({ board: start.board, score: startScore, read, address: start.address })
          return record
        },
        onMove: move => {
          saving?.changed()
          hearing.onMove(move, play.record!.slides)
        },
        delay: () => order.delay,
        patienceMs,
        signal,
      })
      const end = async (why: RemoteEnd['why']): Promise<void> => {
        const stored = await saving?.end()
        saving = undefined
        const { record } = play
        if (record)
          await hearing.onEnd({
            ...{ why, board: record.board, score: record.score, slides: record.slides },
            id: stored?.id ?? null,
            unstored: stored?.unstored,
          })
      }
      for (let game = 0; game < order.games && !signal.aborted; game++) {
        let why: RemoteEnd['why'] = 'failed'
        try {
          why = await play.game(order.anew || game > 0)
        } finally {
          await end(why)
        }
      }
    } finally {
      await page.close()
    }
  }

  async #choose(board: Board, player: Player, signal: AbortSignal): Promise<ChosenMove | undefined> {
    const { report, ms } = await this.context.engine.pool.search(board, player, { signal })
    return signal.aborted ? undefined : { move: report.best!, ms, value: boardValue(report) }
  }
}

/** @throws {LabError} `BAD_FILE`, naming the file and the field */
async function readSelectors(file: string): Promise<PageSelectors> {
  return parsePageFile(await readText(file, MAX_PAGE_CHARS * 4), fileName(file))
}
