/** Plays on a page of our own in a real Chromium: tests/remotePage. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { PageGameView } from '../../../../src/core/contract/calls'
import { parsePageFile } from '../../../../src/core/contract/files/pageFile'
import type { NewGame } from '../../../../src/core/contract/stored'
import { z } from '../../../../src/core/contract/zod'
import { sameBoard, slide, withTile } from '../../../../src/core/games/twenty48/board'
import { makePosition } from '../../../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../../../src/main/lab/localLab'
import { openPool, type EnginePool } from '../../../../src/main/lab/ground/enginePool'
import { openTab, portText, type BrowserTab, type DebuggingPort } from '../../../../src/main/lab/remote/debuggingPort'
import { startBrowser } from '../../../../src/main/lab/remote/ownBrowser'
import type { PageMove } from '../../../../src/main/lab/remote/pagePlay'
import { PageTab } from '../../../../src/main/lab/remote/pageTab'
import { playOnPage, type PageOrder, type PageEnvironment, type RemoteEnd } from '../../../../src/main/lab/remote/playOnPage'
import { openRemote } from '../../../../src/main/lab/remote/remoteFeature'
import { inTab, shownBy, tabOf, withTab } from '../../../remotePage/beside'
import { browserProgram, servePage, type ServedPage } from '../../../remotePage/serve'
import { cleanUp, newFolder, openReader } from '../../store/storeSupport'
import { runs } from '../../../setup/extent'
import { lab } from '../../../support/terminalHere'
import { ending, jsonLines, startLab } from '../../../support/terminalProcess'
import { decodeTurns } from '../../../core/support/boards'
import { Scope } from '../../../../src/main/scope'

const own = browserProgram()
if (!own) console.error('SKIPPED remote play: no Chromium was found')

/** 1024 beside 1024, above tiles that never merge with each other: 2048 is near, and so is the end. */
const NEAR_2048 = 'aa10989889899898'
const ENV = { ...process.env, LAB_BROWSER: own?.program }

const profile = builtInProfiles().find(({ name }) => name === 'thesis')!
const player = { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: 0 } }

const browserScope = new Scope('a browser')
let browser: { readonly place: DebuggingPort }
let page: ServedPage
let engine: EnginePool

describe.skipIf(!own)('on a page', () => {
  beforeAll(async () => {
    browser = { place: await startBrowser(browserScope, { env: ENV, headless: true }) }
    engine = openPool({ threads: 1, window: false, searchesHere: true })
  }, 120_000)
  afterAll(async () => {
    const ours = () => readdirSync(tmpdir()).filter(name => name.startsWith(`2048-lab-browser-${process.pid}-`))
    expect(ours()).toHaveLength(1)
    await browserScope.close()
    expect(ours()).toEqual([]) // an empty profile goes with its browser
    await engine.pool.close()
    await cleanUp()
  })
  afterEach(() => page.close())

  const port = () => portText(browser.place)

  test('lab remote passes 2048, stops at game over, and keeps the game', async () => {
    page = await servePage()
    const [home, address] = [newFolder(), page.address(`seed=3&start=${NEAR_2048}`)]
    const other = await openTab(browser.place, page.address('seed=9').replace('127.0.0.1', 'localhost'))
    const ended = await lab(['remote', address, '--port', port(), '--json', '--depth', '0', '--home', home])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [running, tab, start, ...lines] = jsonLines<Line>(ended)
    expect(running).toEqual({ target: { kind: 'running browser', port: port(), url: address } })
    expect(tab).toMatchObject({ target: { kind: 'tab', url: address, isNew: true } })
    const last = lines.pop()!
    expect(start).toMatchObject({ slide: 0, score: 0, read: 'the original 2048' })
    expect(last).toMatchObject({ over: true, why: 'over', maxTile: 2048, slides: lines.length })
    expect(lines.length).toBeLessThanOrEqual(300)
    expect(lines.every(({ by }) => by === 'engine')).toBe(true)
    // docs/terminal.md documents these fields
    const place = ['position', 'score']
    expect(Object.keys(start!)).toEqual(['round', 'slide', 'move', 'spawn', ...place, 'address', 'read'])
    const engine = ['value', 'depth', 'ms', 'pageMs']
    expect(Object.keys(lines[0]!)).toEqual(['round', 'slide', 'move', 'spawn', 'by', ...place, ...engine])
    const result = ['round', 'over', 'why', 'score', 'slides', 'maxTile', 'position', 'seconds']
    expect(Object.keys(last)).toEqual([...result, 'settings', 'version', 'game'])
    expect(last).toMatchObject({ settings: { face: 5, profile: 'thesis', limits: { depth: 0 } } })
    expect(last.settings).not.toHaveProperty('generator')

    const seen = [start!, ...lines].map(({ position, score }) => `${position.toLowerCase()} ${score}`)
    expect(seen).toEqual(await shownBy(browser.place, address))
    expect(
      await inTab(
        browser.place,
        other,
        'localStorage.getItem("keys") + document.querySelector(".score-container").firstChild.data',
      ),
    ).toBe('null0')

    const kept = (await (await openReader(home)).games.get(last.game!))!
    expect(kept).toMatchObject({ kind: 'engine', profile: 'thesis', seed: null, score: last.score, over: true })
    expect(kept.played!.values.map(({ values }) => [...values])).toEqual([lines.map(({ value }) => value)])
    expect(kept.notes).toBe(`Played on ${page.address()}`)
    expect(kept.provenance).toMatchObject({ by: 'engine', page: { address: page.address(), read: 'the original 2048' } })
    const end = decodeTurns(kept.played!.turns).reduce(
      (board, { move, spawn }) => withTile(slide(board, move)!.board, spawn),
      kept.start!,
    )
    expect(makePosition(end)).toBe(last.position)
    expect(await lab(['replay', 'show', String(last.game), '--home', home])).toMatchObject({ code: 0, stderr: '' })
  })

  test('a move by hand and a reload in mid-game do no harm', async () => {
    page = await servePage()
    const address = page.address('seed=5')
    let delay = 0
    let beside: PageTab | undefined
    const scope = new Scope('beside the lab')
    const { moves } = await play(address, { delay: () => delay }, 8, async (n, _stop, by) => {
      if (by === 'person') delay = 0
      if (n === 1) {
        delay = 600_000 // until the person has moved
        beside = await PageTab.connect(scope, { place: browser.place, tab: await tabOf(browser.place, address) })
        await pressByHand(beside)
      }
      if (n === 4) await beside!.evaluate('location.reload()', z.unknown())
    })
    await scope.close()
    expect(moves.map(({ board, score }) => `${makePosition(board).toLowerCase()} ${score}`)).toEqual(
      (await shownBy(browser.place, address)).slice(1, moves.length + 1),
    )
    expect(moves.map(({ by }) => by)).toEqual(moves.map((_, i) => (i === 1 ? 'person' : 'engine')))
  })

  test.each([
    // its 27th move puts a 2 where a 4 has not left yet
    ['a page with the original’s tile classes', 'seed=108&form=tiles', undefined],
    ['cells of numbers', 'seed=7&form=cells', 'cells.json'],
  ])('reads %s', async (read, query, selectors) => {
    page = await servePage()
    const address = page.address(query)
    const file = selectors && readFileSync(new URL(`../../../remotePage/${selectors}`, import.meta.url), 'utf8')
    const { moves, names } = await play(address, { selectors: file ? parsePageFile(file, selectors) : undefined }, runs(8, 40))
    expect(names).toEqual([read])
    expect(moves.map(({ board }) => makePosition(board).toLowerCase())).toEqual(
      (await shownBy(browser.place, address)).slice(1, moves.length + 1).map(line => line.split(' ')[0]),
    )
  })

  test('a game that is stopped has the move whose key was pressed', async () => {
    page = await servePage()
    const address = page.address('seed=15')
    for (let times = 0; times < runs(1, 4); times++) {
      const before = (await tabOf(browser.place, address)) ? (await shownBy(browser.place, address)).length : 1
      const stopped = new AbortController()
      const { press } = PageTab.prototype
      const pressing = vi.spyOn(PageTab.prototype, 'press').mockImplementation(async function (this: PageTab, move) {
        await press.call(this, move)
        if (pressing.mock.calls.length === 4) stopped.abort()
      })
      const { moves } = await play(address, { signal: stopped.signal }, 1000).finally(() => pressing.mockRestore())
      expect(moves).toHaveLength(4)
      expect((await shownBy(browser.place, address)).length - before).toBe(moves.length)
    }
  })

  const spoilt: [what: string, script: string, words: RegExp][] = [
    [
      'another site',
      'location.host = location.host.replace("127.0.0.1", "localhost")',
      /shows another page now: "http:\/\/localhost/,
    ],
    ['a crash', '', /The page crashed|does not answer/],
    ['a closed tab', '', /The tab was closed/],
  ]
  test.each(spoilt)('%s ends the game with clear words', async (what, script, words) => {
    page = await servePage()
    const address = page.address('seed=6')
    const failed = play(address, {}, 1000, async n => {
      if (n !== 2) return
      const tab = await tabOf(browser.place, address)
      if (what === 'a closed tab') await fetch(`http://${port()}/json/close/${tab.id}`).then(answer => answer.text())
      else if (what === 'a crash') await crash(tab)
      else await inTab(browser.place, tab, script)
    })
    await expect(failed).rejects.toMatchObject({ code: 'BAD_PAGE', message: expect.stringMatching(words) as string })
    expect(ends).toMatchObject([{ why: 'failed' }])
    expect(ends[0]!.slides).toBeGreaterThanOrEqual(2)
  })

  test('a browser that is killed ends the game with clear words, and leaves nothing behind', async () => {
    page = await servePage()
    // too long for the socket of a browser
    const temporary = join(newFolder(), 'a'.repeat(60))
    const left = [`2048-lab-browser-${2 ** 30}-killed`, `2048-lab-browser-${process.ppid}-open`]
    for (const folder of left) mkdirSync(join(temporary, folder), { recursive: true })
    let during: string[] = []
    const env = { ...ENV, TMPDIR: temporary }
    const failed = play(page.address('seed=8'), { env, port: undefined, headless: true }, 1000, n => {
      if (n !== 2) return
      during = readdirSync(temporary)
      process.kill(Number(readFileSync(own!.pidFile, 'utf8')), 'SIGKILL')
    })
    await expect(failed).rejects.toMatchObject({ code: 'BAD_PAGE', message: 'The browser has ended.' })
    // the profile of another lab that was killed went with the start
    const started = during.find(name => name.startsWith(`2048-lab-browser-${process.pid}-`))
    expect(during.toSorted()).toEqual([left[1], started].toSorted())
    expect(readdirSync(temporary)).toEqual([left[1]])
  })

  test('a page of the lab watches it, hands the page over, takes it back and stops', async () => {
    page = await servePage()
    const [kept, views]: [NewGame[], PageGameView[]] = [[], []]
    const games: (() => NewGame)[] = []
    let changes = 0
    const scope = new Scope('a test')
    const remote = openRemote(
      { engine, scope, env: ENV, emit: (name, view) => void (name === 'pageGame' && views.push(view as PageGameView)) },
      {
        follow: now => {
          games.push(now)
          return { changed: () => changes++, end: () => kept.push(now()) }
        },
        requireRoom: async () => undefined,
      },
    )
    const { pageBrowsers, startPageGame, handPageGame, pacePageGame, stopPageGame, pageTabs } = remote.handlers
    const shown = () => remote.hello!().pageGame!
    const until = (holds: (view: PageGameView) => unknown) => vi.waitUntil(() => holds(shown()), { timeout: 20_000 })
    const address = page.address('seed=13')
    try {
      const order = { url: address, anew: false, delay: 0, player, profile: 'thesis' } as const
      const elsewhere = { kind: 'running', port: 'example.org:9222' } as const
      await expect(startPageGame({ ...order, browser: elsewhere })).rejects.toMatchObject({ code: 'BAD_SETTING' })
      const refused = (chosen: object) => startPageGame({ ...order, browser: { kind: 'own', profile: 'empty', ...chosen } })
      await expect(refused({ program: '/bin/sh' })).rejects.toMatchObject({ code: 'BAD_SETTING' })
      await expect(refused({ profile: 'kept' })).rejects.toMatchObject({ code: 'BAD_SETTING' }) // there is no data folder
      expect((await pageBrowsers(undefined)).programs[0]).toBe(own!.program)
      expect(shown()).toBeUndefined()

      await startPageGame({ ...order, browser: { kind: 'running', port: port() } })
      await until(({ slides }) => slides >= 5)
      expect(await pageTabs({ port: port() })).toContainEqual({ url: address, title: '2048' })
      expect(changes).toBeGreaterThanOrEqual(5)
      expect(games[0]!()).toMatchObject({ over: false, provenance: { by: 'engine' } })
      expect(games[0]!().slides).toBeGreaterThanOrEqual(5)
      await handPageGame({ to: 'person' })
      const { slides } = shown()
      await withTab(browser.place, await tabOf(browser.place, address), pressByHand)
      await until(({ byHand }) => byHand === 1)
      await until(({ report, board }) => report && board && sameBoard(report.board, board))
      expect(shown()).toMatchObject({ state: 'person plays' })

      await pacePageGame({ delay: 1 })
      await handPageGame({ to: 'engine' })
      await until(view => view.slides >= slides + 4)
      await stopPageGame(undefined)
      const last = shown()
      expect(last).toMatchObject({ state: 'ended', end: { why: 'stopped' }, byHand: 1, delay: 1, read: 'the original 2048' })
      expect(last.seen).toEqual(last.board)
      expect(kept).toMatchObject([{ slides: last.slides, score: last.score, kind: 'person', provenance: { by: 'both' } }])
      await expect(handPageGame({ to: 'engine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      for (const { last: turn, board } of views.filter(view => view.last))
        expect(withTile(slide(turn!.before, turn!.turn.move)!.board, turn!.turn.spawn)).toEqual(board)
      // a page of the lab shows the move on the board that it has
      for (const [i, { last: turn }] of views.entries())
        if (turn && views[i - 1]?.board) expect(turn.before).toEqual(views[i - 1]!.board)
    } finally {
      await scope.close()
    }
  })

  /** What holds a port, says that it is a browser with one tab, and does this to a connection to the tab. */
  type Answer = (socket: WebSocket, id: number) => void
  test.each<[what: string, answer: Answer | 'silence' | 'redirection', words: RegExp]>([
    ['is silent', 'silence', /port 127.0.0.1:\d+ accepts .* does not answer within 0.3 s/],
    ['sends what is no answer', socket => socket.send('hello'), /is not the debugging port/],
    ['sends empty answers', (socket, id) => socket.send(JSON.stringify({ id, result: {} })), /is not the debugging port/],
    [
      'sends an answer that is too long',
      (socket, id) => socket.send(JSON.stringify({ id, result: { long: 'x'.repeat(2e7) } })),
      /The tab was closed/,
    ],
    ['sends another address', 'redirection', /cannot be reached: .*302/],
  ])('a port that %s is reported, holds nothing, and no other port or tab is connected to', async (_what, said, words) => {
    page = await servePage()
    let elsewhere = 0
    const other = createServer(() => elsewhere++).on('upgrade', () => elsewhere++)
    const tab = { id: 'A1', type: 'page', title: '2048', url: page.address() }
    const another = { ...tab, id: 'B2', url: 'https://bank.example/' }
    const attached: unknown[] = []
    const held = createServer((request, response) =>
      response.end(JSON.stringify(request.url === '/json/version' ? { Browser: 'Chrome/1' } : [another, tab, another])),
    )
    const gone = Promise.withResolvers<unknown>()
    const sockets = new WebSocketServer({ noServer: true })
    held.on('upgrade', (request, socket, head) => {
      attached.push(request.url)
      socket.once('close', gone.resolve)
      if (said === 'silence') socket.resume().once('end', () => socket.end())
      else if (said === 'redirection')
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:${portOf(other)}/\r\nConnection: close\r\n\r\n`)
      else
        sockets.handleUpgrade(request, socket, head, each =>
          each.on('message', data => said(each, (JSON.parse((data as Buffer).toString()) as { id: number }).id)),
        )
    })
    for (const each of [other, held]) await once(each.listen(0, '127.0.0.1'), 'listening')
    try {
      const patienceMs = said === 'silence' ? 300 : 20_000
      await expect(play(page.address(), { port: String(portOf(held)), patienceMs }, 1)).rejects.toMatchObject({
        code: 'BAD_PAGE',
        message: expect.stringMatching(words) as string,
      })
      await gone.promise
      expect([elsewhere, attached]).toEqual([0, ['/devtools/page/A1']])
    } finally {
      for (const each of [other, held]) each.close().closeAllConnections()
    }
  })

  /** The lab in a process of its own, which has made five moves in a browser of its own. */
  async function startGame(home: string, ...more: string[]) {
    page = await servePage()
    rmSync(own!.pidFile, { force: true })
    const args = ['remote', page.address('seed=5'), '--headless', '--depth', '0', '--threads', '1', '--home', home, ...more]
    const child = startLab(args, { LAB_BROWSER: own!.program })
    const ended = ending(child)
    let text = ''
    child.stdout.on('data', (piece: string) => (text += piece))
    await vi.waitUntil(() => /^ +5 {2}/m.test(text), { timeout: 50_000 })
    const browserId = Number(readFileSync(own!.pidFile, 'utf8'))
    expect(isRunning(browserId)).toBe(true)
    return { child, ended, browserId }
  }

  test('Ctrl-C ends the game in order, and a profile that was named stays', async () => {
    const [home, folder] = [newFolder(), join(newFolder(), 'browser')]
    const { child, ended, browserId } = await startGame(home, '--browser-folder', folder)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
    const [, slides, id] = /Stopped after (\d+) moves.* It is game (\d+) of the library\.$/.exec(
      stdout.trim().replaceAll('\n', ' '),
    )!
    expect(await (await openReader(home)).games.get(Number(id))).toMatchObject({ slides: Number(slides), over: false })
    expect(isRunning(browserId)).toBe(false)
    expect(existsSync(join(folder, 'Local State'))).toBe(true)
  })

  test('what is no browser is refused', async () => {
    page = await servePage()
    const refused = async (given: string, address = page.address()) => {
      const { code, stderr } = await lab(['remote', address, '--port', given])
      return `${code} ${stderr}`
    }
    expect(await refused('example.org:9222')).toMatch(/^2 lab: "example.org" is not this machine/)
    expect(await refused('192.168.0.1:9222')).toMatch(/^2 lab: .*is not this machine/)
    expect(await refused('70000')).toMatch(/^2 lab: .*not a debugging port/)
    expect(await refused(new URL(page.address()).port)).toMatch(/^1 lab: What answers on .* is not the debugging port/)
    expect(await refused(port(), 'javascript:alert(1)')).toMatch(/^2 lab: .*is not the address of a page/)
    expect(await refused('1')).toMatch(/^1 lab: No browser answers on 127.0.0.1:1 \(ECONNREFUSED\)/)
    const listed = await lab(['remote', '--port', port()])
    expect(listed.stdout).toContain('about:blank')
  })

  // helpers

  interface Line {
    readonly slide: number
    readonly position: string
    readonly score: number
    readonly slides: number
    readonly by: string
    readonly value: number
    readonly settings: object
    readonly game: number | null
  }

  let ends: RemoteEnd[] = []

  /** @param most moves after which it is stopped @param onMove with the number of the move, from 1 */
  async function play(
    url: string,
    {
      delay = () => 0,
      env = ENV,
      selectors,
      ...order
    }: Partial<PageOrder & Pick<PageEnvironment, 'delay' | 'env' | 'selectors'>>,
    most: number,
    onMove?: (n: number, stop: () => void, by: PageMove['by']) => unknown,
  ): Promise<{ moves: PageMove[]; starts: string[]; names: string[] }> {
    const stopped = new AbortController()
    const [moves, starts, names]: [PageMove[], string[], string[]] = [[], [], []]
    const done: unknown[] = []
    ends = []
    await playOnPage(
      { url, port: port(), player, profile, games: 1, anew: false, signal: stopped.signal, ...order },
      {
        ...{ engine, env, delay, selectors },
        onTarget: () => undefined,
        onGame: ({ board, read }) => void (starts.push(makePosition(board)), names.push(read)),
        onMove: move => {
          moves.push(move)
          done.push(onMove?.(moves.length, () => stopped.abort(), move.by))
          if (moves.length >= most) stopped.abort()
        },
        onEnd: end => void ends.push(end),
      },
    )
    await Promise.all(done)
    return { moves, starts, names }
  }

  function portOf(server: Server): number {
    return (server.address() as AddressInfo).port
  }

  function isRunning(pid: number): boolean {
    try {
      // one that ended may wait for its parent
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }

  async function crash(tab: BrowserTab): Promise<void> {
    await withTab(browser.place, tab, each => each.open('chrome://crash')).catch(() => undefined)
  }

  /** Keys until one of them moves something. */
  async function pressByHand(tab: PageTab): Promise<void> {
    const game = () => tab.evaluate('localStorage.getItem("page")', z.unknown())
    const before = await game()
    for (const move of ['up', 'left', 'down', 'right'] as const) {
      await tab.press(move)
      if ((await game()) !== before) return
    }
  }
})
