/** The board of a page, as its elements and its saved game show it. */
import type { PageSelectors } from '../../../core/contract/files/pageFile'
import { z } from '../../../core/contract/zod'
import { LabError } from '../../../core/errors'
import { CELLS, face, MAX_RANK, sameBoard, SIDE, type Board, type Rank } from '../../../core/games/twenty48/board'
import { parsePosition, type ParsedPosition } from '../../../core/games/twenty48/notation'
import { clickExpression, readExpression, seenPageShape, type SeenPage } from './pageScript'
import type { PageTab } from './pageTab'
import { setTimeout as wait } from 'node:timers/promises'

/** What one look at the page showed. */
export type PageLook =
  | {
      readonly kind: 'board'
      readonly board: Board
      /** The number on the page; `null` without one. */
      readonly score: number | null
      /** The message of 2048 covers the board. */
      readonly won: boolean
      /** The message of the end is on the screen. */
      readonly over: boolean
      /** Whether `board` is also what the page has saved: then it is no frame of an animation. */
      readonly saved: boolean
      readonly address: string
      /** See `SeenPage`. */
      readonly frames: number
    }
  | {
      readonly kind: 'none'
      readonly why: string
      /** Whether the browser draws nothing of the tab: then its tiles may be those of an earlier board. */
      readonly hidden: boolean
    }

/** What 2048-like pages took over from the original: a class for the value of a tile and one for its place. */
const TILE_CLASSES = {
  row: { class: 'tile-position-\\d+-(\\d+)' },
  column: { class: 'tile-position-(\\d+)-\\d+' },
  value: { class: 'tile-(\\d+)' },
} as const

/** What most of them took over besides. */
const MESSAGES = {
  score: '.score-container',
  won: '.game-message.game-won',
  keepPlaying: '.keep-playing-button',
  over: '.game-message.game-over',
  restart: '.game-message.game-over .retry-button, .restart-button',
} as const

/** Pages that need no selector file; the first whose tiles, and saved game if it names one, are on a page is that page's. */
export const KNOWN_PAGES: readonly PageSelectors[] = [
  // https://github.com/gabrielecirulli/2048: html_actuator.js and local_storage_manager.js
  { name: 'the original 2048', tiles: '.tile-container .tile', ...TILE_CLASSES, ...MESSAGES, savedState: 'gameState' },
  { name: 'a page with the original’s tile classes', tiles: '[class*="tile-position-"]', ...TILE_CLASSES, ...MESSAGES },
]

const UNDRAWN = 'the browser draws nothing of its tab, which is in the background'
export type SeenBoard = Extract<PageLook, { kind: 'board' }>

const WRITE_FILE = 'For a page with other markup, write a selector file (docs/remote.md).'
export const SHOW_TAB = 'Show the tab, or let the lab start a browser of its own.'

export class PageBoard {
  readonly #read: string

  constructor(
    private readonly tab: Pick<PageTab, 'evaluate'>,
    readonly selectors: PageSelectors,
  ) {
    this.#read = readExpression(selectors)
  }

  /** @throws {LabError} `BAD_PAGE` where the tab is gone, or the selectors are none; `CANCELLED` */
  async look(): Promise<PageLook> {
    const seen = await this.tab.evaluate(this.#read, seenPageShape)
    if (!seen) return { kind: 'none', why: 'the page is being loaded', hidden: false }
    if (seen.fault !== undefined)
      throw new LabError('BAD_PAGE', `The browser does not understand a selector of “${this.selectors.name}”: ${seen.fault}`)
    const { won, over, address, hidden, frames } = seen
    const none = (why: string): PageLook => ({ kind: 'none', why: hidden ? UNDRAWN : why, hidden })
    const tiles = boardOf(seen.tiles)
    if (typeof tiles === 'string') return none(seen.loading ? 'the page is being loaded' : this.#explain(tiles, seen))
    const look = { kind: 'board', board: tiles, won, over, address, frames } as const
    const saved = savedOf(seen.saved)
    if (!saved) return hidden || frames === 0 ? none('it has not been drawn yet') : { ...look, score: seen.score, saved: false }
    if (!sameBoard(saved.board, tiles))
      return none(`its tiles show ${boardText(tiles)}, but it has saved ${boardText(saved.board)}`)
    return { ...look, score: saved.score ?? seen.score, saved: true }
  }

  /** Clicks the button that ends the message of 2048. @returns whether there was one */
  async keepPlaying(): Promise<boolean> {
    const { keepPlaying } = this.selectors
    return keepPlaying !== undefined && (await this.tab.evaluate(clickExpression(keepPlaying), z.boolean())) === true
  }

  /** Clicks the button that begins a new game. @returns whether there was one */
  async restart(): Promise<boolean> {
    const { restart } = this.selectors
    return restart !== undefined && (await this.tab.evaluate(clickExpression(restart), z.boolean())) === true
  }

  #explain(problem: string, { address }: SeenPage): string {
    if (address.startsWith('chrome-error:')) return 'the browser could not load the page'
    const { tiles, cells, name } = this.selectors
    return `${problem} (${address}, read as “${name}”: ${tiles ?? cells!})`
  }
}

/**
 * Finds which of the known pages a tab shows, or reads it with the selectors that are given.
 *
 * @param patienceMs how long a page may take to show its board
 * @throws {LabError} `BAD_PAGE` where no board appears, `CANCELLED`
 */
export async function findBoard(
  tab: Pick<PageTab, 'evaluate'>,
  given: PageSelectors | undefined,
  patienceMs: number,
  signal: AbortSignal,
  time: PageTime = REAL_TIME,
): Promise<PageBoard> {
  const candidates = (given ? [given] : KNOWN_PAGES).map(selectors => new PageBoard(tab, selectors))
  let before: PageBoard | undefined
  let faults: string[] = []
  let hidden = false
  const find = async (): Promise<PageBoard | undefined> => {
    let fitting: PageBoard | undefined
    ;[faults, hidden] = [[], false]
    for (const candidate of candidates) {
      const look = await candidate.look()
      const needsSaved = !given && candidate.selectors.savedState !== undefined
      if (look.kind === 'board' && (look.saved || look.over || !needsSaved)) {
        fitting = candidate
        break
      }
      hidden ||= look.kind === 'none' && look.hidden
      faults.push(look.kind === 'none' ? look.why : `${candidate.selectors.name} saves its game, and this page has saved none`)
    }
    // a board that appears between two looks is seen by a later candidate first
    if (fitting && (fitting === candidates[0] || fitting === before)) return fitting
    before = fitting
    return undefined
  }
  const late = () =>
    new LabError('BAD_PAGE', `No board of 2048 was found: ${[...new Set(faults)].join('; ')}. ${hidden ? SHOW_TAB : WRITE_FILE}`)
  return awaited(find, { patienceMs, time, pause: () => time.pause(100, signal), late })
}

/** Whether the board of two looks is the same, and no frame of an animation: the page saved it, or a frame was drawn between them. */
export function stands(last: SeenBoard | undefined, look: SeenBoard): boolean {
  return look.saved || (last !== undefined && look.frames > last.frames && sameBoard(last.board, look.board))
}

/** Four rows of face values, for messages. */
export function boardText(board: Board): string {
  const rows = Array.from({ length: SIDE }, (_, row) => board.slice(row * SIDE, (row + 1) * SIDE))
  return rows.map(row => row.map(rank => (rank === 0 ? '.' : String(face(rank)))).join(' ')).join(' / ')
}

/** The board, or what is wrong with it. Where tiles stand on each other, as while they merge, the largest counts. */
function boardOf(tiles: SeenPage['tiles']): Board | string {
  if (tiles.length === 0) return 'there are no tiles'
  const board: Rank[] = Array<Rank>(CELLS).fill(0)
  for (const [row, column, value] of tiles) {
    if (row === null || column === null) return 'a tile does not say where it stands'
    if (!(row >= 0 && row < SIDE && column >= 0 && column < SIDE))
      return `a tile stands in row ${row + 1}, column ${column + 1}; the lab plays on 4 × 4 cells`
    if (value === null) return `the tile in row ${row + 1}, column ${column + 1} has no value`
    const rank = value === 0 ? 0 : Math.log2(value)
    if (!Number.isInteger(rank) || rank > MAX_RANK || value === 1)
      return `the tile in row ${row + 1}, column ${column + 1} has the value ${value}, which is no power of two from 2 to 131072`
    const cell = row * SIDE + column
    board[cell] = Math.max(board[cell]!, rank)
  }
  return board.some(rank => rank > 0) ? board : 'all cells are empty'
}

/** A saved game that cannot be read is none: the page may keep something else under that key. */
function savedOf(text: string | null): ParsedPosition | undefined {
  if (text === null) return undefined
  try {
    return parsePosition(text)
  } catch (error) {
    if (error instanceof LabError) return undefined
    throw error
  }
}

/** The time by which a page is waited for. */
export interface PageTime {
  /** Milliseconds since some moment. */
  now(): number
  /** Resolves early if the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const REAL_TIME: PageTime = {
  now: () => performance.now(),
  async pause(ms, signal) {
    await wait(ms, undefined, { signal }).catch(() => undefined) // it fails on the signal alone
  },
}

/** Measures from the first question on. */
export class Clock {
  #from: number | undefined

  constructor(private readonly time: Pick<PageTime, 'now'>) {}

  /** Milliseconds since the first question after `stop`. */
  since(): number {
    return this.time.now() - (this.#from ??= this.time.now())
  }

  stop(): void {
    this.#from = undefined
  }
}

interface Waiting {
  readonly patienceMs: number
  readonly time: Pick<PageTime, 'now'>
  /** Between two looks. */
  readonly pause: () => Promise<void>
  /** What is thrown where the patience ends. */
  readonly late: () => LabError
}

/** Looks until a look finds something. */
export async function awaited<T>(look: () => Promise<T | undefined>, { patienceMs, time, pause, late }: Waiting): Promise<T> {
  const clock = new Clock(time)
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (clock.since() > patienceMs) throw late()
    await pause()
  }
}
