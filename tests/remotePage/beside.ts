/** What a test does in the browser beside the lab, by a connection of its own. */
import { z } from '../../src/core/contract/zod'
import { listTabs, type BrowserTab, type DebuggingPort } from '../../src/main/lab/remote/debuggingPort'
import { PageTab } from '../../src/main/lab/remote/pageTab'
import { scoped } from '../../src/main/scope'

export async function tabOf(place: DebuggingPort, address: string): Promise<BrowserTab> {
  return (await listTabs(place)).find(({ url }) => url === address)!
}

export async function withTab<T>(place: DebuggingPort, tab: BrowserTab, use: (tab: PageTab) => Promise<T>): Promise<T> {
  return scoped('beside the lab', async scope => use(await PageTab.connect(scope, { place, tab })))
}

export function inTab(place: DebuggingPort, tab: BrowserTab, script: string): Promise<unknown> {
  return withTab(place, tab, each => each.evaluate(script, z.unknown()))
}

/** Ranks and score of each board of the game, as the page itself says that it has shown them, without repetitions. */
export async function shownBy(place: DebuggingPort, address: string): Promise<string[]> {
  const log = String(await inTab(place, await tabOf(place, address), 'localStorage.getItem("log")'))
  const lines = log.trimEnd().split('\n')
  return lines.filter((line, i) => line !== lines[i - 1])
}
