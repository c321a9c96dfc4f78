/** What the lab does in a browser, and what it leaves alone: in a real Chromium. Whole games are in remotePage.test.ts. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { PageGameView } from '../../../../src/core/contract/calls'
import type { PageSelectors } from '../../../../src/core/contract/files/pageFile'
import { LabError } from '../../../../src/core/errors'
import { sameBoard } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../../../src/main/lab/localLab'
import { openPool } from '../../../../src/main/lab/ground/enginePool'
import { listTabs, openTab, portText, type BrowserTab, type DebuggingPort } from '../../../../src/main/lab/remote/debuggingPort'
import { startBrowser } from '../../../../src/main/lab/remote/ownBrowser'
import { PageBoard } from '../../../../src/main/lab/remote/pageBoard'
import type { PageTab } from '../../../../src/main/lab/remote/pageTab'
import { reachPage, type PageTarget } from '../../../../src/main/lab/remote/reachPage'
import { openRemote } from '../../../../src/main/lab/remote/remoteFeature'
import { inTab, withTab } from '../../../remotePage/beside'
import { browserProgram, servePage, type ServedPage } from '../../../remotePage/serve'
import { cleanUp } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'
import { Scope, scoped } from '../../../../src/main/scope'

const own = browserProgram()
if (!own) console.error('SKIPPED what the lab does in a browser: no Chromium was found')

const ENV = { ...process.env, LAB_BROWSER: own?.program }

const profile = builtInProfiles().find(({ name }) => name === 'thesis')!
const player = { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: 0 } }

describe.skipIf(!own)('in a browser', () => {
  const browserScope = new Scope('a browser')
  let browser: { readonly place: DebuggingPort }
  let page: ServedPage
  beforeAll(async () => {
    ;[browser, page] = [{ place: await startBrowser(browserScope, { env: ENV, headless: true }) }, await servePage()]
  }, 120_000)
  // a test that failed must not leave a tab to the next
  afterEach(async () => {
    for (const tab of await listTabs(browser.place)) if (tab.url !== 'about:blank') await closeTab(tab)
  })
  afterAll(async () => {
    await browserScope.close()
    await page.close()
    await cleanUp()
  })

  /** A tab with this body; its scripts run before anything is read. */
  async function shows<T>(body: string, use: (tab: PageTab) => Promise<T>): Promise<T> {
    const opened = await openTab(browser.place, 'about:blank')
    const used = await withTab(browser.place, opened, async tab => {
      await tab.open(`data:text/html,${encodeURIComponent(`<!doctype html><body>${body}`)}`)
      await vi.waitUntil(async () => (await inPage(tab, 'document.readyState')) === 'complete', { timeout: 10_000 })
      return use(tab)
    })
    await closeTab(opened)
    return used
  }

  /** A tab that shows our page, and not its empty beginning any more. */
  async function openLoaded(address: string): Promise<BrowserTab> {
    const tab = await openTab(browser.place, address)
    const title = () => inTab(browser.place, tab, 'document.title')
    await vi.waitUntil(async () => (await title()) === '2048', { timeout: 20_000 })
    return tab
  }

  function inPage(tab: PageTab, script: string): Promise<unknown> {
    return tab.evaluate(script, z.unknown())
  }

  async function closeTab({ id }: BrowserTab): Promise<void> {
    await (await fetch(`http://${portText(browser.place)}/json/close/${id}`)).text()
    await vi.waitUntil(async () => !(await listTabs(browser.place)).some(tab => tab.id === id), { timeout: 10_000 })
  }

  test('a key is pressed and released as on a keyboard, in a tab behind another one too', async () => {
    await shows('', async tab => {
      const front = await openTab(browser.place, 'about:blank')
      await inPage(
        tab,
        `for (const type of ['keydown', 'keyup'])
        addEventListener(type, ({ key, code, which, isTrusted, ctrlKey, shiftKey, altKey, metaKey }) =>
          document.body.append([type, key, code, which, isTrusted, ctrlKey || shiftKey || altKey || metaKey].join(' ') + '\\n'))`,
      )
      for (const move of ['left', 'up', 'right', 'down'] as const) await tab.press(move)
      const lines = String(await inPage(tab, 'document.body.textContent'))
        .trim()
        .split('\n')
      expect(lines).toEqual(
        [
          ['Left', 37],
          ['Up', 38],
          ['Right', 39],
          ['Down', 40],
        ].flatMap(([name, code]) => ['keydown', 'keyup'].map(type => `${type} Arrow${name} Arrow${name} ${code} true false`)),
      )
      expect(await inPage(tab, 'document.hasFocus()')).toBe(true)
      await closeTab(front)
    })
  })

  const PIECES: PageSelectors = {
    ...{ name: 'pieces', tiles: '.piece', first: 0 },
    row: { attribute: 'data-row' },
    column: { attribute: 'data-at', pattern: 'x(\\d)' },
    value: { class: 'is-(\\d+)' },
    ...{ score: '#score', won: '.won', over: '.over', keepPlaying: '.on', restart: '.new' },
  }
  const piece = (row: number, at: string, value: string) => `<i class="piece ${value}" data-row="${row}" data-at="${at}"></i>`

  /** What is seen once the page was drawn. */
  const seen = (body: string, selectors = PIECES) =>
    shows(body, tab => {
      const board = new PageBoard(tab, selectors)
      return vi.waitUntil(
        async () => {
          const look = await board.look()
          return (look.kind === 'board' || !look.why.includes('drawn')) && look
        },
        { timeout: 10_000 },
      )
    })

  test('numbers are read from whole classes, whole attributes and their patterns, places from 0 or 1', async () => {
    const body = `${piece(0, 'x0', 'is-2')}${piece(3, 'x3', 'not-is-8 is-4')}<b id="score"> 12<i>+4</i></b>
      <p class="won">Won</p><p class="over" style="display:none">Over</p>`
    const board = parseBoard('1000000000000002')
    expect(await seen(body)).toMatchObject({ kind: 'board', board, score: 12, won: true, over: false, saved: false })
    const fromOne = piece(1, 'x1', 'is-2') + piece(4, 'x4', 'is-4')
    expect(await seen(fromOne, { ...PIECES, first: 1 })).toMatchObject({ kind: 'board', board, score: null })
    expect(await seen(piece(0, 'x01', 'is-2'))).toMatchObject({ why: expect.stringContaining('where it stands') as string })
  })

  test('what a page does to its own scripts changes nothing that is read', async () => {
    const spoiled = `<script>
      document.querySelectorAll = () => []
      Array.prototype.map = () => []
      RegExp.prototype.exec = () => null
    </script>${piece(0, 'x0', 'is-2')}`
    expect(await seen(spoiled)).toMatchObject({ kind: 'board', board: parseBoard('1000000000000000') })
  })

  test('only a button on the screen is clicked, the first of several', async () => {
    const button = (text: string, style = '') =>
      `<a class="new" style="${style}" onclick="document.title += '${text}'">${text}</a>`
    const body = `<title></title>${button('hidden', 'display:none')}${button('first')}${button('second')}<a class="on" hidden>on</a>`
    await shows(body, async tab => {
      const board = new PageBoard(tab, PIECES)
      expect([await board.restart(), await board.keepPlaying()]).toEqual([true, false])
      expect(await inPage(tab, 'document.title')).toBe('first')
    })
  })

  test('the tab that shows the address is the one, with its query if several do, and stays open', async () => {
    const [one, two] = [page.address('seed=21'), page.address('seed=22')]
    const tabs = [await openLoaded(one), await openLoaded(two)]
    const targets: PageTarget[] = []
    const reach = (scope: Scope, url: string) =>
      reachPage(scope, {
        env: ENV,
        url,
        place: browser.place,
        onTarget: each => targets.push(each),
        signal: new AbortController().signal,
      })
    const before = (await listTabs(browser.place)).length
    await scoped('a page', async scope => inPage(await reach(scope, two), 'document.title = "here"'))
    expect(await inTab(browser.place, tabs[1]!, 'document.title')).toBe('here')
    expect(targets).toMatchObject([{ kind: 'running browser' }, { kind: 'tab', url: two, isNew: false }])

    await expect(scoped('a page', scope => reach(scope, page.address()))).rejects.toMatchObject({
      code: 'BAD_PAGE',
      message: expect.stringMatching(/^2 tabs of the browser .* close all but one/) as string,
    })
    await closeTab(tabs[0]!)
    await scoped('a page', scope => reach(scope, page.address())) // another query, but the only tab with that page
    expect(targets.at(-1)).toMatchObject({ url: two, isNew: false })
    expect(await listTabs(browser.place)).toHaveLength(before - 1)
    await closeTab(tabs[1]!)
  })

  test('what it will connect to is said first, also where nothing is there', async () => {
    const refused = await lab(['remote', page.address(), '--port', '1'])
    expect(refused).toMatchObject({ code: 1, stdout: 'Connects to the browser on 127.0.0.1:1.\n' })
    const started = await lab(['remote', page.address(), '--browser-folder', '/tmp/x'], { env: { LAB_BROWSER: '/bin/false' } })
    expect(started.stdout.replace(/\s+/g, ' ')).toContain('Starts /bin/false with the profile in /tmp/x and opens http://')
    expect(started.stderr.replace(/\s+/g, ' ')).toMatch(/The browser \/bin\/false ended as it was started \(code 1\)/)
  })

  test('a game of the window is taken over at any time, ends the one before, and waits for room in the library', async () => {
    const engine = openPool({ threads: 1, window: false, searchesHere: true })
    const ended: PageGameView[] = []
    let isFull = false
    const scope = new Scope('a test')
    const remote = openRemote(
      { engine, scope, env: ENV, emit: () => undefined },
      {
        follow: () => ({ changed: () => undefined, end: () => void ended.push(shown()!) }),
        requireRoom: async () => {
          if (isFull) throw new LabError('STORE_FULL', 'full')
        },
      },
    )
    const shown = () => remote.hello!().pageGame
    const { startPageGame, handPageGame, stopPageGame } = remote.handlers
    const order = { anew: false, player, profile: 'thesis', browser: { kind: 'running', port: portText(browser.place) } } as const
    const start = (seed: number, delay: number) => startPageGame({ ...order, url: page.address(`seed=${seed}`), delay })
    const until = (holds: (view: PageGameView) => unknown) => vi.waitUntil(() => holds(shown()!), { timeout: 20_000 })
    try {
      await start(31, 60_000)
      await until(({ state, report }) => state === 'engine plays' && report)
      // at this pace the engine makes no move: what it analyses is what it took over
      await handPageGame({ to: 'person' })
      const { report: before, board } = shown()!
      await until(({ report }) => report !== before && sameBoard(report!.board, board!))
      expect(ended).toEqual([])
      await start(32, 0)
      expect(ended).toHaveLength(1)
      expect(shown()).toMatchObject({ id: 2, state: 'connecting' })
      await stopPageGame(undefined)

      await start(34, 0)
      const take = () => handPageGame({ to: 'person' }).then(() => true, () => false) // oxfmt-ignore
      await vi.waitUntil(take, { interval: 1, timeout: 20_000 }) // as soon as there is something to take
      await until(({ board: now, report }) => now && report)
      expect(shown()).toMatchObject({ id: 3, state: 'person plays' })
      isFull = true
      await expect(start(33, 0)).rejects.toMatchObject({ code: 'STORE_FULL' })
      expect(shown()).toMatchObject({ id: 3 })
      expect(shown()!.state).not.toBe('ended')
    } finally {
      await stopPageGame(undefined)
      await scope.close()
      await engine.pool.close()
    }
  })
})
