/** The game on a web page, for the pages of the lab. */
import type { Arg, PageGameView } from '../../../core/contract/calls'
import type { REMOTE_CALLS } from '../../../core/contract/calls/remote'
import { parsePageFile } from '../../../core/contract/files/pageFile'
import { LabError } from '../../../core/errors'
import type { Feature, LabContext } from '../feature'
import type { GameKeeper } from '../play/gameKeeper'
import { Throttle } from '../shared/throttle'
import { listTabs, parseDebuggingPort } from './debuggingPort'
import { LivePageGame } from './livePageGame'
import { checkAddress } from './reachPage'

const VIEWS_PER_SECOND = 20

/** @param keeper of the library; absent where nothing is kept */
export function openRemote(
  { engine, emit }: Pick<LabContext, 'engine' | 'emit'>,
  keeper: Pick<GameKeeper, 'keep' | 'requireRoom'> | undefined,
): Feature<keyof typeof REMOTE_CALLS, 'pageGame'> {
  let game: LivePageGame | undefined
  let lastId = 0
  const views = new Throttle(VIEWS_PER_SECOND, () => game && emit('pageGame', game.takeView()))

  async function start({ url, browser, selectors, ...order }: Arg<'startPageGame'>): Promise<PageGameView> {
    const checked = {
      ...order,
      url: checkAddress(url),
      port: browser.kind === 'running' ? browser.port : undefined,
      selectors: selectors === undefined ? undefined : parsePageFile(selectors, 'selectors'),
    }
    if (checked.port !== undefined) parseDebuggingPort(checked.port)
    await keeper?.requireRoom()
    const before = game
    const begun = new LivePageGame(++lastId, checked, { engine, keep: kept => keeper?.keep(kept), onChange: () => views.ask() })
    game = begun
    await before?.close()
    begun.start()
    views.now()
    return begun.view
  }

  function current(): LivePageGame {
    if (!game || game.view.state === 'ended') throw new LabError('NOT_FOUND', 'No game on a page is played.')
    return game
  }

  return {
    handlers: {
      pageTabs: async ({ port }) => (await listTabs(parseDebuggingPort(port))).map(({ title, url }) => ({ title, url })),
      startPageGame: start,
      handPageGame: async ({ to }) => current().hand(to === 'engine'),
      pacePageGame: async ({ delay }) => current().pace(delay),
      stopPageGame: async () => game?.close(),
    },
    hello: () => (game ? { pageGame: game.view } : {}),
    async close() {
      await game?.close()
      views.close()
    },
  }
}
