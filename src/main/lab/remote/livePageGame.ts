import type { PageGameView } from '../../../core/contract/calls'
import type { PageSelectors } from '../../../core/contract/files/pageFile'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Scope } from '../../scope'
import type { EnginePool } from '../ground/enginePool'
import type { GameUnderway } from '../play/gameSaver'
import { failureData } from '../ground/failure'
import type { PageMove, PagePlay } from './pagePlay'
import { playOnPage, type PageOrder, type PageStart } from './playOnPage'

export interface LivePageOrder extends Pick<PageOrder, 'url' | 'port' | 'program' | 'folder' | 'player' | 'anew'> {
  /** Name of the profile that the player was made from. */
  readonly profile: string
  readonly selectors?: PageSelectors | undefined
  readonly delay: number
}

export interface LivePageOptions {
  readonly engine: EnginePool
  /** Ends the game when it closes, and lets go of the page. */
  readonly scope: Scope
  /** Environment of the browser that it starts. */
  readonly env: NodeJS.ProcessEnv
  /** Saves a game from its first move on. */
  readonly follow: (gameNow: () => NewGame) => GameUnderway
  readonly onChange: () => void
}

/** One game on a page, while pages of the lab watch it. While a person plays, each board is analysed. */
export class LivePageGame {
  #play: PagePlay | undefined
  #running: Promise<void> | undefined
  /** Ends the analysis of an earlier board. */
  #analysis = new AbortController()
  #view: PageGameView
  #isAnotherShown = false

  constructor(
    id: number,
    private readonly order: LivePageOrder,
    private readonly options: LivePageOptions,
  ) {
    const { url, profile, delay } = order
    this.#view = { id, state: 'connecting', address: url, profile, delay, score: 0, slides: 0, byHand: 0 }
    options.scope.defer(() => {
      this.#analysis.abort()
      return this.#running
    })
  }

  get view(): PageGameView {
    return this.#view
  }

  /** The view for all pages; the one after it has no move of before. */
  takeView(): PageGameView {
    const view = this.#view
    const { last: _, ...rest } = view
    this.#isAnotherShown = false
    this.#view = rest
    return view
  }

  start(): void {
    this.#running = this.#run()
  }

  /** @throws {LabError} `NOT_FOUND` before the page was read */
  hand(toEngine: boolean): PageGameView {
    if (!this.#play) throw new LabError('NOT_FOUND', 'The page has shown no board yet.')
    this.#play.hand(toEngine)
    this.#change({ state: toEngine ? 'engine plays' : 'person plays' })
    this.#analysis.abort()
    if (!toEngine) this.#analyse()
    return this.#view
  }

  pace(delay: number): PageGameView {
    this.#change({ delay })
    return this.#view
  }

  async #run(): Promise<void> {
    const { engine, env, follow, scope } = this.options
    const { profile, selectors, delay: _, ...order } = this.order
    try {
      await playOnPage(
        { ...order, profile: { name: profile }, games: 1, signal: scope.signal },
        {
          engine,
          env,
          selectors,
          delay: () => this.#view.delay,
          onReport: report => this.#change({ report }),
          save: gameNow => {
            const underway = follow(gameNow)
            return {
              changed: () => underway.changed(),
              end: async () => {
                underway.end()
                return { id: null }
              },
            }
          },
          onTarget: target => target.kind === 'tab' && this.#change({ browser: target.browser }),
          onPlay: play => (this.#play = play),
          onGame: start => this.#began(start),
          onMove: move => this.#moved(move),
          onEnd: ({ why }) => {
            if (why !== 'failed') this.#change({ state: 'ended', end: { why } })
          },
        },
      )
      if (this.#view.state !== 'ended') this.#change({ state: 'ended', end: { why: 'stopped' } })
    } catch (error) {
      const isStopped = error instanceof LabError && error.code === 'CANCELLED'
      const end = isStopped ? ({ why: 'stopped' } as const) : ({ why: 'failed', problem: failureData(error) } as const)
      this.#change({ state: 'ended', end })
    } finally {
      this.#analysis.abort()
    }
  }

  #began({ board, score, read, address }: PageStart): void {
    // a person may have taken over before the page was read
    const state = this.#play!.isEngines ? 'engine plays' : 'person plays'
    this.#change({ state, board, seen: board, score, read, address })
    if (state === 'person plays') this.#analyse()
  }

  #moved({ turn, by, board, seen, score }: PageMove): void {
    const before = this.#view.board!
    const { byHand, slides } = this.#view
    const { last: _, ...view } = this.#view
    this.#view = this.#isAnotherShown ? view : { ...view, last: { before, turn } }
    this.#isAnotherShown = true
    this.#change({ board, seen, score, slides: slides + 1, byHand: byHand + (by === 'person' ? 1 : 0) })
    if (this.#view.state === 'person plays') this.#analyse()
  }

  /** Searches the board that a person has to move on. */
  #analyse(): void {
    this.#analysis.abort()
    this.#analysis = new AbortController()
    const { signal } = this.#analysis
    const { board } = this.#view
    if (!board) return
    this.options.engine.pool.search(board, this.order.player, { signal, readsExpert: true }).then(
      ({ report }) => {
        if (!signal.aborted) this.#change({ report })
      },
      () => undefined, // of a search that was ended
    )
  }

  #change(part: Partial<PageGameView>): void {
    this.#view = { ...this.#view, ...part }
    this.options.onChange()
  }
}
