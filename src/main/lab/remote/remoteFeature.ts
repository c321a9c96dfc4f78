/** The game on a web page, for the pages of the lab. */
import type { Arg, PageGameView } from '../../../core/contract/calls'
import type { REMOTE_CALLS } from '../../../core/contract/calls/remote'
import { parsePageFile } from '../../../core/contract/files/pageFile'
import { LabError } from '../../../core/errors'
import { quoted } from '../../../core/quoted'
import type { Scope } from '../../scope'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { GameSaver, GameUnderway } from '../play/gameSaver'
import { Throttle } from '../ground/throttle'
import { listTabs, parseDebuggingPort } from './debuggingPort'
import { LivePageGame, type LivePageOrder } from './livePageGame'
import { findBrowsers } from './ownBrowser'
import { checkAddress } from './reachPage'

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
