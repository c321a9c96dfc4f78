/** Finds or opens the one tab that is played in. */
import { PAGE_PROTOCOLS, PAGE_SCHEME } from '../../../core/contract/calls/remote'
import { LabError } from '../../../core/errors'
import { quoted } from '../../../core/quoted'
import type { Scope } from '../../scope'
import { browserVersion, listTabs, LOOPBACK, openTab, portText, type BrowserTab, type DebuggingPort } from './debuggingPort'
import { findBrowser, startBrowser, type OwnBrowserOptions } from './ownBrowser'
import { PageTab } from './pageTab'

/** What is connected to, reported before it is. */
export type PageTarget =
  | { readonly kind: 'own browser'; readonly program: string; readonly folder: string | null; readonly url: string }
  | { readonly kind: 'running browser'; readonly port: string; readonly url: string }
  | { readonly kind: 'tab'; readonly browser: string; readonly title: string; readonly url: string; readonly isNew: boolean }

/** The page, and the browser that the lab starts for it. */
export interface ReachOptions extends OwnBrowserOptions {
  /** The page, from `checkAddress`. */
  readonly url: string
  /** The port of a running browser; absent: the lab starts one. */
  readonly place?: DebuggingPort | undefined
  readonly onTarget: (target: PageTarget) => void
  readonly signal: AbortSignal
  /** Milliseconds for each answer: `PageTabOptions`. */
  readonly answerMs?: number | undefined
}

/** The whole address of a page. @throws {LabError} `BAD_SETTING` */
export function checkAddress(text: string): string {
  const url = URL.parse(text)
  if (url && PAGE_PROTOCOLS.includes(url.protocol)) return url.href
  const why = PAGE_SCHEME.test(text)
    ? 'the lab opens pages of http and https alone. Serve a folder of this machine, and name it'
    : 'write all of it,'
  throw new LabError('BAD_SETTING', `${quoted(text)} is not the address of a page: ${why} like ${whole(text)}`)
}

/** What was probably meant, where only the scheme is missing. */
function whole(text: string): string {
  const isHere = LOOPBACK.some(host => text.startsWith(host))
  const guess = `${isHere ? 'http' : 'https'}://${text}`
  if (PAGE_SCHEME.test(text)) return 'http://localhost:8000/'
  return text.length <= 200 && /^[\w.-]+(:\d+)?(\/\S*)?$/.test(text) && URL.canParse(guess) ? guess : 'https://example.org/2048/'
}

/**
 * @param scope lets go of the tab, and ends the browser if the lab started it
 * @throws {LabError} `BAD_PAGE`, `NOT_FOUND` without a browser to start, `CANCELLED`
 */
export async function reachPage(scope: Scope, options: ReachOptions): Promise<PageTab> {
  return options.place ? reachRunning(scope, options, options.place) : reachOwn(scope, options)
}

async function reachOwn(scope: Scope, options: ReachOptions): Promise<PageTab> {
  const { env, url, program = findBrowser(env), folder, headless, onTarget, signal, answerMs } = options
  onTarget({ kind: 'own browser', program, folder: folder ?? null, url })
  const place = await startBrowser(scope, { env, program, folder, headless, signal })
  const open = await firstTab(place, signal)
  onTarget({ kind: 'tab', browser: await browserVersion(place, signal), title: '', url, isNew: true })
  const tab = await PageTab.connect(scope, { place, tab: open, signal, answerMs })
  await tab.open(url)
  return tab
}

/** The empty tab that it was started with. */
async function firstTab(place: DebuggingPort, signal: AbortSignal): Promise<BrowserTab> {
  const tabs = await listTabs(place, signal)
  return tabs.find(({ url }) => url === 'about:blank') ?? (await openTab(place, 'about:blank', signal))
}

async function reachRunning(
  scope: Scope,
  { url, onTarget, signal, answerMs }: ReachOptions,
  place: DebuggingPort,
): Promise<PageTab> {
  onTarget({ kind: 'running browser', port: portText(place), url })
  const browser = await browserVersion(place, signal)
  const open = tabOf(await listTabs(place, signal), url, place)
  onTarget({ kind: 'tab', browser, title: open?.title ?? '', url: open?.url ?? url, isNew: !open })
  return PageTab.connect(scope, { place, tab: open ?? (await openTab(place, url, signal)), signal, answerMs })
}

/** The tab that shows an address; query and fragment count only where several tabs show the same page. */
function tabOf(tabs: readonly BrowserTab[], url: string, place: DebuggingPort): BrowserTab | undefined {
  const same = tabs.filter(tab => bare(tab.url) === bare(url))
  const exact = same.filter(tab => tab.url === url)
  const fitting = exact.length > 0 ? exact : same
  if (fitting.length > 1)
    throw new LabError(
      'BAD_PAGE',
      `${fitting.length} tabs of the browser on ${portText(place)} show ${url}: close all but one, so that it is clear where to play.`,
    )
  return fitting[0]
}

function bare(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : address
}
