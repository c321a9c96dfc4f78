/** A game on a web page, which the lab plays in a browser of this machine. There is one at most, and every page of the lab shows it. */
import { amountShape, textShape, z } from '../zod'
import type { LabErrorData } from '../../errors'
import type { Board } from '../../games/twenty48/board'
import type { Turn } from '../../games/twenty48/player'
import type { SearchReport } from '../../games/twenty48/search/report'
import { playerShape } from '../shapes'
import { profileNameShape } from '../files/profileFile'
import { MAX_PAGE_CHARS } from '../files/pageFile'
import { call, nothing } from './call'

/** Why a game was left: nothing moves any more, it was stopped, or the page began another game. */
export type PageEnd = 'over' | 'stopped' | 'another game'

export interface PageGameView {
  /** Grows with each game on a page. */
  readonly id: number
  /** Before the page's first board was read, the board is absent. */
  readonly state: 'connecting' | 'engine plays' | 'person plays' | 'ended'
  /** Address of the page. */
  readonly address: string
  /** The browser and its tab, in words; absent before they are known. */
  readonly browser?: string
  /** What the page was read as. */
  readonly read?: string
  /** The board, as read from the page. */
  readonly seen?: Board
  /** The board that the rules lead to from the last one, by the lab's own count. */
  readonly board?: Board
  readonly score: number
  readonly slides: number
  /** Moves that a person made on the page. */
  readonly byHand: number
  /** The last move, unless the view before had another board than the one before it. */
  readonly last?: { readonly before: Board; readonly turn: Turn }
  /** Name of the profile that plays. */
  readonly profile: string
  readonly delay: number
  /** The last search of a board of the page. */
  readonly report?: SearchReport
  /** Why it ended; `problem` where something went wrong. */
  readonly end?: { readonly why: PageEnd | 'failed'; readonly problem?: LabErrorData }
}

/** A tab of a running browser. */
export interface PageTabView {
  readonly title: string
  readonly url: string
}

/** The browsers that the lab can start. */
export interface PageBrowsersView {
  /** Paths, the usual one first. */
  readonly programs: readonly string[]
  /** Folder of the browser's profile, which stays from one game to the next; `null` where the lab has no data folder. */
  readonly folder: string | null
}

/** Longest pause between two moves, in milliseconds. */
export const MAX_PAGE_DELAY = 60_000
/** Schemes of the pages that the lab opens in a browser: another scheme would read files of the user, run a script or change settings. */
export const PAGE_PROTOCOLS: readonly string[] = ['http:', 'https:']
/** A scheme, but not the host of `localhost:8000`. */
export const PAGE_SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i

/** `9222` or with a name of this machine before it. */
const portShape = z.string().min(1).max(60)
/** Milliseconds between two moves at least. */
const delayShape = amountShape.max(MAX_PAGE_DELAY)

export const REMOTE_CALLS = {
  /** The tabs of a browser on this machine. `BAD_SETTING` for a port elsewhere, `BAD_PAGE` where no browser answers. */
  pageTabs: call<readonly PageTabView[]>()({ port: portShape }),
  pageBrowsers: call<PageBrowsersView>()(nothing),
  /**
   * Connects and plays; what comes of it is in the events. Ends the game on a page before it. `BAD_SETTING` for an address or a port that
   * is none, and for a program that is not one of `pageBrowsers`, `BAD_FILE` for the selectors, both before anything is connected to.
   */
  startPageGame: call<PageGameView>()({
    url: textShape(2_000),
    browser: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('own'),
        /** One of `pageBrowsers`; absent: the first of them. */
        program: textShape(4_000).optional(),
        /** `kept`: that of the lab, which stays. */
        profile: z.enum(['empty', 'kept']),
      }),
      z.strictObject({ kind: z.literal('running'), port: portShape }),
    ]),
    /** Text of a selector file. */
    selectors: textShape(MAX_PAGE_CHARS).optional(),
    /** Begins with a new game, by the page's button. */
    anew: z.boolean(),
    delay: delayShape,
    player: playerShape,
    /** Name of the profile that the player was made from. */
    profile: profileNameShape,
  }),
  /** Gives the page to a person, or takes it back for the engine. `NOT_FOUND` where no game on a page is played. */
  handPageGame: call<PageGameView>()({ to: z.enum(['engine', 'person']) }),
  pacePageGame: call<PageGameView>()({ delay: delayShape }),
  /** Ends the game and lets go of the page; does nothing where none is played. */
  stopPageGame: call<void>()(nothing),
} as const
