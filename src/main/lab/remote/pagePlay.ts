/** Plays the game of a page, and checks every board that it sees against the rules. */
import type { PageEnd } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { isDead, maxRank, sameBoard, slide, type Board, type Move } from '../../../core/games/twenty48/board'
import type { Turn } from '../../../core/games/twenty48/player'
import { turnsBetween } from '../../../core/games/twenty48/turnsBetween'
import { quoted } from '../../../core/quoted'
import {
  Clock,
  type PageBoard,
  type PageTime,
  REAL_TIME,
  SHOW_TAB,
  type SeenBoard,
  awaited,
  boardText,
  stands,
} from './pageBoard'
import type { EngineMove, PageRecord } from './pageRecord'
import type { PageTab } from './pageTab'

/** Between two looks at the page while a move is awaited: under a frame. */
const LOOK_MS = 6
/** While a person plays. */
const WATCH_MS = 40
/** A board that our own key does not explain must stand so long, before it is taken for the move of a person: it may be a frame of an animation. */
const STANDS_MS = 250
/** After which a key that did nothing is pressed once more. */
const AGAIN_MS = 1_500
/** Moves that a person may make between two looks. */
const MOST_UNSEEN = 3

/** What the engine chose. */
export interface ChosenMove extends EngineMove {
  readonly move: Move
}

/** One move that was made on the page. */
export interface PageMove {
  readonly turn: Turn
  readonly by: 'engine' | 'person'
  /** The board after it, by the rules. */
  readonly board: Board
  /** The board read from the page, after this move and perhaps the next ones. */
  readonly seen: Board
  readonly score: number
  /** Milliseconds from the key to the board that was read; absent for a person's move. */
  readonly pageMs?: number
  readonly engine?: EngineMove
}

export interface PagePlayOptions {
  readonly tab: Pick<PageTab, 'press' | 'holds'>
  readonly board: PageBoard
  /** @returns `undefined` where the signal came */
  readonly choose: (board: Board, signal: AbortSignal) => Promise<ChosenMove | undefined>
  /** Begins the record of a game. */
  readonly begin: (start: Pick<SeenBoard, 'board' | 'score' | 'address'>) => PageRecord
  readonly onMove: (move: PageMove) => void
  /** Milliseconds between two moves of the engine at least. */
  readonly delay: () => number
  /** How long a page may take to show what is awaited. */
  readonly patienceMs: number
  readonly signal: AbortSignal
  /** The real time if absent. */
  readonly time?: PageTime
}

export class PagePlay {
  #isEngines = true
  /** Ends a search or a pause when a person takes over or gives back. */
  #turn = new AbortController()
  #record: PageRecord | undefined
  /** Origin of the page that the game began on: keys reach no other. */
  #origin: string | undefined
  readonly #time: PageTime
  readonly #blind: Clock

  constructor(private readonly options: PagePlayOptions) {
    this.#time = options.time ?? REAL_TIME
    this.#blind = new Clock(this.#time)
  }

  /** The game so far; absent before its first board was read. */
  get record(): PageRecord | undefined {
    return this.#record
  }

  /** Whether the engine plays; otherwise a person does, and the lab follows. */
  get isEngines(): boolean {
    return this.#isEngines
  }

  /** Hands the page to a person, or takes it back. */
  hand(toEngine: boolean): void {
    this.#isEngines = toEngine
    this.#turn.abort()
    this.#turn = new AbortController()
  }

  /**
   * Plays one game to its end.
   *
   * @param anew clicks the restart button first
   * @throws {LabError} `BAD_PAGE` where the page cannot be read or shows what the rules do not allow
   */
  async game(anew: boolean): Promise<PageEnd> {
    try {
      return await this.#play(anew)
    } catch (error) {
      if (error instanceof LabError && error.code === 'CANCELLED' && this.options.signal.aborted) return 'stopped'
      throw error
    }
  }

  async #play(anew: boolean): Promise<PageEnd> {
    const { signal } = this.options
    this.#record = undefined
    let seen = anew ? await this.#restarted() : await this.#standing()
    this.#origin = originOf(seen)
    this.#record = this.options.begin(seen)
    while (!signal.aborted) {
      if (isDead(seen.board)) return 'over'
      if (seen.over)
        throw new LabError('BAD_PAGE', `The page says that the game is over, but a move is possible: ${boardText(seen.board)}.`)
      const next = this.#isEngines ? await this.#engineTurn(seen) : await this.#changed(seen)
      if (!next) return 'another game'
      seen = next
    }
    return 'stopped'
  }

  /** @returns `undefined` where the page has begun another game */
  async #engineTurn(seen: SeenBoard): Promise<SeenBoard | undefined> {
    const { tab, choose, signal, delay } = this.options
    const began = this.#time.now()
    const mine = this.#turn.signal
    const engine = await choose(seen.board, AbortSignal.any([signal, mine]))
    const now = await this.#unmoved(seen, () => delay() - (this.#time.now() - began), mine)
    if (!engine || mine.aborted) return seen
    if (!now) return this.#changed(seen)
    const clear = now.won ? await this.#passMessage(now) : now
    if (!sameBoard(clear.board, seen.board)) return this.#changed(seen)
    const pressed = this.#time.now()
    tab.holds = true
    try {
      await tab.press(engine.move)
      return await this.#changed(seen, { ...engine, pressed })
    } finally {
      tab.holds = false
    }
  }

  /**
   * Waits until the engine may move.
   *
   * @param left milliseconds from now; may change meanwhile
   * @returns `undefined` as soon as a person has moved
   */
  async #unmoved(seen: SeenBoard, left: () => number, mine: AbortSignal): Promise<SeenBoard | undefined> {
    for (;;) {
      const ms = left()
      await this.#pause(Math.min(ms, WATCH_MS), mine)
      if (mine.aborted) return seen
      const now = await this.#standing()
      if (!sameBoard(now.board, seen.board)) return undefined
      if (ms <= WATCH_MS) return now
    }
  }

  /**
   * The board after the one that was seen, once it stands. Notes the moves between them.
   *
   * @param own the move whose key was pressed; absent: waits as long as a person plays
   * @returns `undefined` where the page has begun another game
   */
  async #changed(seen: SeenBoard, own?: ChosenMove & { readonly pressed: number }): Promise<SeenBoard | undefined> {
    const { tab, patienceMs, signal } = this.options
    const [clock, strange] = [new Clock(this.#time), new Clock(this.#time)]
    const mine = this.#turn.signal
    let isPressedAgain = false
    let last: SeenBoard | undefined
    for (;;) {
      const look = await this.#board()
      if (!look) continue
      const isSame = sameBoard(look.board, seen.board)
      const isSteady = stands(last, look)
      last = look
      if (isSame) {
        strange.stop()
        if (!own && (this.#isEngines || signal.aborted || mine.aborted || look.over)) return look
        if (own && clock.since() > patienceMs) throw unmoved(seen.board, own.move, look)
        if (own && !isPressedAgain && clock.since() > Math.min(AGAIN_MS, patienceMs / 2)) {
          // the key may have come while the page was being loaded, or while its message of 2048 was about to appear
          isPressedAgain = true
          const clear = look.won ? await this.#passMessage(look) : look
          if (sameBoard(clear.board, seen.board)) await tab.press(own.move)
        }
      } else if (isSteady) {
        const expected = own && turnsBetween(seen.board, look.board, 1, own.move)
        if (own && expected?.[0]?.move === own.move) return this.#note(look, expected, own)
        if (strange.since() > STANDS_MS) {
          const turns = turnsBetween(seen.board, look.board, MOST_UNSEEN, own?.move)
          if (turns) return this.#note(look, turns, own)
          if (isStart(look.board)) return undefined
          if (strange.since() > patienceMs / 2) throw unexpected(seen.board, look.board, own?.move)
        }
      } else if (strange.since() > patienceMs) throw restless(look.board, patienceMs)
      await this.#pause(own ? LOOK_MS : WATCH_MS)
    }
  }

  /** The first of the moves that was the engine's choice is its own; the others are a person's. */
  #note(look: SeenBoard, turns: readonly Turn[], own?: ChosenMove & { readonly pressed: number }): SeenBoard {
    const record = this.#record!
    const at = own ? turns.findIndex(({ move }) => move === own.move) : -1
    for (const [i, turn] of turns.entries()) {
      const engine = i === at && own ? { ms: own.ms, value: own.value } : undefined
      record.add(turn, engine)
      this.options.onMove({
        turn,
        by: engine ? 'engine' : 'person',
        board: record.board,
        seen: look.board,
        score: record.score,
        ...(engine && { engine, pageMs: this.#time.now() - own!.pressed }),
      })
    }
    if (look.saved && look.score !== null && look.score !== record.score)
      throw new LabError(
        'BAD_PAGE',
        `The page shows a score of ${look.score} where the rules give ${record.score}: ${boardText(look.board)}.`,
      )
    return look
  }

  /** Ends the message of 2048 by its button. */
  async #passMessage({ board: before }: SeenBoard): Promise<SeenBoard> {
    const { board, patienceMs } = this.options
    if (!(await board.keepPlaying()))
      throw new LabError('BAD_PAGE', 'The page shows its message of 2048, and no button to keep playing was found.')
    return this.#standingWhere(
      look => !look.won || !sameBoard(look.board, before),
      `The message of 2048 stays ${patienceMs / 1000} s after its button was clicked.`,
    )
  }

  async #restarted(): Promise<SeenBoard> {
    const { board, patienceMs } = this.options
    await this.#standing() // before that, the button may not work yet
    if (!(await board.restart())) throw new LabError('BAD_PAGE', 'No button that begins a new game was found on the page.')
    return this.#standingWhere(
      look => isStart(look.board) && !look.over && !look.won,
      `The page shows no new game ${patienceMs / 1000} s after its button was clicked.`,
    )
  }

  /** @param late of the error where the patience ends */
  #standingWhere(isThere: (look: SeenBoard) => boolean, late: string): Promise<SeenBoard> {
    return awaited(
      async () => {
        const look = await this.#standing()
        return isThere(look) ? look : undefined
      },
      {
        patienceMs: this.options.patienceMs,
        time: this.#time,
        pause: () => this.#pause(LOOK_MS),
        late: () => new LabError('BAD_PAGE', late),
      },
    )
  }

  /** The board once it stands. */
  async #standing(): Promise<SeenBoard> {
    const { patienceMs } = this.options
    const clock = new Clock(this.#time)
    let last: SeenBoard | undefined
    for (;;) {
      const look = await this.#board()
      if (look && stands(last, look)) return look
      if (look && clock.since() > patienceMs) throw restless(look.board, patienceMs)
      last = look
      await this.#pause(2 * LOOK_MS)
    }
  }

  /** One look; `undefined` after a pause where no board was seen. @throws {LabError} `BAD_PAGE` where that lasts */
  async #board(): Promise<SeenBoard | undefined> {
    const { tab, board, patienceMs, signal } = this.options
    if (signal.aborted && !tab.holds) throw new LabError('CANCELLED', 'Interrupted.')
    const look = await board.look()
    if (look.kind === 'board') {
      if (this.#origin !== undefined && originOf(look) !== this.#origin)
        throw new LabError('BAD_PAGE', `The tab shows another page now: ${quoted(look.address, 200)}.`)
      this.#blind.stop()
      return look
    }
    if (this.#blind.since() > patienceMs)
      throw new LabError(
        'BAD_PAGE',
        `The page has shown no board for ${patienceMs / 1000} s: ${look.why}. ${look.hidden ? SHOW_TAB : 'Its markup may have changed: a selector file helps (docs/remote.md).'}`,
      )
    await this.#pause(LOOK_MS)
    return undefined
  }

  #pause(ms: number, other?: AbortSignal): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return this.#time.pause(ms, other ? AbortSignal.any([this.options.signal, other]) : this.options.signal)
  }
}

function originOf({ address }: SeenBoard): string | undefined {
  return URL.parse(address)?.origin
}

/** Two tiles, each a 2 or a 4. */
function isStart(board: Board): boolean {
  return board.filter(rank => rank > 0).length === 2 && maxRank(board) <= 2
}

function restless(board: Board, patienceMs: number): LabError {
  return new LabError(
    'BAD_PAGE',
    `The board of the page changes by itself and has not stood still for ${patienceMs / 1000} s. Seen last: ${boardText(board)}.`,
  )
}

function unmoved(board: Board, move: Move, { over }: SeenBoard): LabError {
  const why = over ? ' It says that the game is over.' : ''
  return new LabError(
    'BAD_PAGE',
    `The page does not move ${move} on ${boardText(board)}, though the key was pressed twice.${why}`,
  )
}

function unexpected(before: Board, seen: Board, move: Move | undefined): LabError {
  const expected = move
    ? `Expected after ${move}: ${boardText(slide(before, move)!.board)} and one 2 or 4 in an empty cell.`
    : `Expected: at most ${MOST_UNSEEN} moves, each with one 2 or 4 in an empty cell.`
  return new LabError(
    'BAD_PAGE',
    `The page shows what the rules do not allow. Before: ${boardText(before)}. ${expected} Seen: ${boardText(seen)}.`,
    { position: boardText(seen) },
  )
}
