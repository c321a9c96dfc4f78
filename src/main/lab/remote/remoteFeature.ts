/** The game on a web page, for the pages of the lab. */
import type { Arg, PageGameView } from '../../../core/contract/calls'
import type { REMOTE_CALLS } from '../../../core/contract/calls/remote'
import { type PageSelectors, parsePageFile } from '../../../core/contract/files/pageFile'
import { LabError } from '../../../core/errors'
import { quoted } from '../../../core/quoted'
import type { Scope } from '../../scope'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { GameSaver, GameUnderway } from '../play/gameSaver'
import { Throttle } from '../ground/throttle'
import { listTabs, parseDebuggingPort } from './debuggingPort'
import { findBrowsers } from './ownBrowser'
import { checkAddress } from './reachPage'
import type { NewGame } from '../../../core/contract/stored'
import type { EnginePool } from '../ground/enginePool'
import { failureData } from '../ground/labFeature'
import type { PageMove, PagePlay } from './pagePlay'
import { playOnPage, type PageOrder, type PageStart } from './playOnPage'

const VIEWS_PER_SECOND = 20

const NOT_SAVED: GameUnderway = { changed: () => undefined, end: () => undefined }

/**
 * @param saver of the library; absent where nothing is kept
 * @param folder of the browser profile that stays; absent where no profile can stay
 */
export function openRemote(
  { engine, env, emit, scope }: Pick<LabContext, 'engine' | 'emit' | 'scope'> & { readonly env: NodeJS.ProcessEnv },
  saver: Pick<GameSaver, 'follow' | 'requireRoom'> | undefined,
  folder?: string,
): Feature<keyof typeof REMOTE_CALLS, 'pageGame'> {
  let game: LivePageGame | undefined
  let playing: Scope | undefined
  let lastId = 0
  const views = scope.add(new Throttle(VIEWS_PER_SECOND, () => game && emit('pageGame', game.takeView())))

  async function start({ url, browser, selectors, ...order }: Arg<'startPageGame'>): Promise<PageGameView> {
    const checked = {
      ...order,
      url: checkAddress(url),
      ...placeOf(browser),
      selectors: selectors === undefined ? undefined : parsePageFile(selectors, 'selectors'),
    }
    if (checked.port !== undefined) parseDebuggingPort(checked.port)
    await saver?.requireRoom()
    const before = playing
    playing = scope.child('a game on a page')
    const started = new LivePageGame(++lastId, checked, {
      ...{ engine, env, scope: playing },
      follow: gameNow => saver?.follow(gameNow) ?? NOT_SAVED,
      onChange: () => views.ask(),
    })
    game = started
    await before?.close()
    started.start()
    views.now()
    return started.view
  }

  /** A page names no program or folder of its own choice. @throws {LabError} `BAD_SETTING` */
  function placeOf(browser: Arg<'startPageGame'>['browser']): Pick<LivePageOrder, 'port' | 'program' | 'folder'> {
    if (browser.kind === 'running') return { port: browser.port }
    const { program, profile } = browser
    if (program !== undefined && !findBrowsers(env).includes(program))
      throw new LabError('BAD_SETTING', `${quoted(program)} is not a browser that the lab has found on this machine.`)
    if (profile === 'kept' && folder === undefined)
      throw new LabError('BAD_SETTING', 'The lab has no data folder, so the browser’s profile cannot stay.')
    return { program, folder: profile === 'kept' ? folder : undefined }
  }

  function current(): LivePageGame {
    if (!game || game.view.state === 'ended') throw new LabError('NOT_FOUND', 'No game on a page is played.')
    return game
  }

  return {
    handlers: {
      pageTabs: async ({ port }) => (await listTabs(parseDebuggingPort(port))).map(({ title, url }) => ({ title, url })),
      pageBrowsers: async () => ({ programs: findBrowsers(env), folder: folder ?? null }),
      startPageGame: start,
      handPageGame: async ({ to }) => current().hand(to === 'engine'),
      pacePageGame: async ({ delay }) => current().pace(delay),
      stopPageGame: async () => playing?.close(),
    },
    hello: () => (game ? { pageGame: game.view } : {}),
  }
}

interface LivePageOrder extends Pick<PageOrder, 'url' | 'port' | 'program' | 'folder' | 'player' | 'anew'> {
  /** Name of the profile that the player was made from. */
  readonly profile: string
  readonly selectors?: PageSelectors | undefined
  readonly delay: number
}

interface LivePageOptions {
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
class LivePageGame {
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
