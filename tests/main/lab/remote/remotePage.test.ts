/** Plays on a page of our own in a real Chromium: tests/remotePage. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { PageGameView } from '../../../../src/core/contract/calls'
import type { NewGame } from '../../../../src/core/contract/stored'
import { z } from '../../../../src/core/contract/zod'
import { sameBoard, slide, withTile } from '../../../../src/core/games/twenty48/board'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import { decodeTurns } from '../../../../src/core/games/twenty48/turnBytes'
import { builtInProfiles, withCommandLab } from '../../../../src/main/lab/commandLab'
import { openPool, type EnginePool } from '../../../../src/main/lab/engine/enginePool'
import { openTab, portText, type BrowserTab } from '../../../../src/main/lab/remote/debuggingPort'
import { startBrowser, type OwnBrowser } from '../../../../src/main/lab/remote/ownBrowser'
import type { PageMove } from '../../../../src/main/lab/remote/pagePlay'
import { PageTab } from '../../../../src/main/lab/remote/pageTab'
import type { RemoteEnd } from '../../../../src/main/lab/remote/playOnPage'
import { openRemote } from '../../../../src/main/lab/remote/remoteFeature'
import type { RemoteOrder } from '../../../../src/main/lab/remote/remoteCommands'
import { inTab, shownBy, tabOf, withTab } from '../../../remotePage/beside'
import { browserProgram, servePage, type ServedPage } from '../../../remotePage/serve'
import { cleanUp, newFolder, openReader } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'
import { ending, jsonLines, startLab } from '../../../support/terminalProcess'

const own = browserProgram()
if (!own) console.error('SKIPPED remote play: no Chromium was found')

/** 1024 beside 1024, above tiles that never merge with each other: 2048 is near, and so is the end. */
const NEAR_2048 = 'aa10989889899898'
const profile = builtInProfiles().find(({ name }) => name === 'thesis')!
const player = { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: 0 } }

let browser: OwnBrowser
let page: ServedPage

describe.skipIf(!own)('on a page', () => {
  beforeAll(async () => {
    process.env['LAB_BROWSER'] = own!.program
    browser = await startBrowser({ headless: true })
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    delete process.env['LAB_BROWSER']
    await cleanUp()
  })
  afterEach(() => page.close())

  const port = () => portText(browser.place)

  test('a browser starts where the path of the temporary folder is too long for its socket', async () => {
    page = await servePage()
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = join(newFolder(), 'a'.repeat(60))
    mkdirSync(process.env['TMPDIR'])
    try {
      const other = await startBrowser({ headless: true })
      await other.close()
      expect(readdirSync(process.env['TMPDIR'])).toEqual([])
    } finally {
      process.env['TMPDIR'] = before
    }
  })

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
    expect(last).toMatchObject({ settings: { face: 3, profile: 'thesis', limits: { depth: 0 } } })
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
    let beside: PageTab | undefined
    // the person has half a second for the move
    const { moves } = await play(address, { delay: 500 }, 10, async n => {
      if (n === 1) beside = await PageTab.connect({ place: browser.place, tab: await tabOf(browser.place, address) })
      if (n === 4) await pressByHand(beside!)
      if (n === 7) await beside!.evaluate('location.reload()', z.unknown())
    })
    await beside!.close()
    expect(moves.map(({ board, score }) => `${makePosition(board).toLowerCase()} ${score}`)).toEqual(
      (await shownBy(browser.place, address)).slice(1, moves.length + 1),
    )
    expect(moves.map(({ by }) => by)).toContain('person')
    expect(moves.filter(({ by }) => by === 'engine').length).toBeGreaterThanOrEqual(8)
  })

  test.each([
    // its 27th move puts a 2 where a 4 has not left yet
    ['a page with the original’s tile classes', 'seed=108&form=tiles', undefined],
    ['cells of numbers', 'seed=7&form=cells', 'cells.json'],
  ])('reads %s', async (read, query, selectors) => {
    page = await servePage()
    const address = page.address(query)
    const file = selectors && new URL(`../../../remotePage/${selectors}`, import.meta.url).pathname
    const { moves, names } = await play(address, { selectors: file }, 40)
    expect(names).toEqual([read])
    expect(moves.map(({ board }) => makePosition(board).toLowerCase())).toEqual(
      (await shownBy(browser.place, address)).slice(1, moves.length + 1).map(line => line.split(' ')[0]),
    )
  })

  test('a game that is stopped has the move whose key was pressed', async () => {
    page = await servePage()
    const address = page.address('seed=15')
    for (let times = 0; times < 4; times++) {
      const before = (await tabOf(browser.place, address)) ? (await shownBy(browser.place, address)).length : 1
      // stopped a moment after a move, when the next key was pressed
      const { moves } = await play(address, {}, 1000, (n, stop) => n === 3 && setTimeout(stop, 12))
      expect((await shownBy(browser.place, address)).length - before).toBe(moves.length)
    }
  })

  test('restarts where it should, and plays several games', async () => {
    page = await servePage()
    const address = page.address(`seed=2&start=${NEAR_2048}`)
    const { starts } = await play(address, { games: 2 }, 1000, (_n, stop, round) => round > 1 && stop())
    expect(starts).toHaveLength(2)
    expect(parseBoard(starts[1]!).filter(rank => rank > 0)).toHaveLength(2)
  })

  test('begins with a new game where that is asked for', async () => {
    page = await servePage()
    const { starts } = await play(page.address(`seed=2&start=${NEAR_2048}`), { anew: true }, 1)
    expect(parseBoard(starts[0]!).filter(rank => rank > 0)).toHaveLength(2)
  })

  test('stops at a board that the rules do not allow, and says what it saw', async () => {
    page = await servePage()
    const failed = play(page.address('seed=4&cheat=7'), { patienceMs: 1500 }, 100)
    await expect(failed).rejects.toMatchObject({
      code: 'BAD_PAGE',
      message: expect.stringMatching(/rules do not allow\. Before: .* Expected after \w+: .* Seen: /) as string,
    })
    expect(ends.at(-1)).toMatchObject({ why: 'failed', slides: 6 })
  })

  test.each([
    [
      'changed markup',
      'document.querySelector(".tile-container").className = "boxes"',
      /no board for 1.5 s: there are no tiles .*tile-container/,
    ],
    ['a dialog', 'setTimeout(() => alert("hello"))', /does not answer within 1.5 s/],
    [
      'tiles that never rest',
      `localStorage.removeItem("gameState"); setInterval(() => document.querySelectorAll(".tile").forEach(tile => {
        tile.className = "tile tile-" + 2 ** Math.ceil(Math.random() * 9) + " tile-position-" + Math.ceil(Math.random() * 4) + "-1" }), 1)`,
      /has not stood still for 1.5 s|rules do not allow|says that/,
    ],
    [
      'another site',
      'location.host = location.host.replace("127.0.0.1", "localhost")',
      /shows another page now: "http:\/\/localhost/,
    ],
    ['a crash', undefined, /The page crashed|does not answer/],
    ['a closed tab', 'close', /The tab was closed/],
  ])('%s ends the game with clear words', async (what, script, words) => {
    page = await servePage()
    const address = page.address('seed=6')
    const failed = play(address, { patienceMs: 1500 }, 1000, async n => {
      if (n !== 4) return
      const tab = await tabOf(browser.place, address)
      if (what === 'a closed tab') await fetch(`http://${port()}/json/close/${tab.id}`).then(answer => answer.text())
      else if (script !== undefined) await inTab(browser.place, tab, script)
      else await crash(tab)
    })
    await expect(failed).rejects.toMatchObject({ code: 'BAD_PAGE', message: expect.stringMatching(words) as string })
    expect(ends.at(-1)?.slides).toBeGreaterThanOrEqual(4)
  })

  test('a browser that is killed ends the game with clear words, and leaves nothing behind', async () => {
    page = await servePage()
    let folder = ''
    const failed = play(page.address('seed=8'), { port: undefined, headless: true }, 1000, n => {
      if (n !== 4) return
      const pid = Number(readFileSync(own!.pidFile, 'utf8'))
      folder = /--user-data-dir=([^\0]*)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))![1]!
      process.kill(pid, 'SIGKILL')
    })
    await expect(failed).rejects.toMatchObject({ code: 'BAD_PAGE', message: 'The browser has ended.' })
    expect(folder).toContain('2048-lab-browser-')
    expect(existsSync(folder)).toBe(false)
  })

  test('a page of the lab watches it, hands the page over, takes it back and stops', async () => {
    page = await servePage()
    const [engine, kept, views]: [EnginePool, NewGame[], PageGameView[]] = [openPool({ threads: 1, window: false }), [], []]
    const games: (() => NewGame)[] = []
    let changes = 0
    const remote = openRemote(
      { engine, emit: (name, view) => void (name === 'pageGame' && views.push(view as PageGameView)) },
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
      await remote.close?.()
      await engine.pool.close()
    }
  })

  test('a port that accepts a tab’s connection and never answers is reported, and holds nothing', async () => {
    page = await servePage()
    const tab = { id: 'A1', type: 'page', title: '2048', url: page.address() }
    const silent = createServer((request, response) =>
      response.end(JSON.stringify(request.url === '/json/version' ? { Browser: 'Chrome/1' } : [tab])),
    )
    const ends = Promise.withResolvers<unknown>()
    silent.on('upgrade', (_request, socket) => socket.resume().once('end', () => ends.resolve(socket.end())))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port: held } = silent.address() as AddressInfo
    await expect(play(page.address(), { port: String(held), patienceMs: 300 }, 1)).rejects.toMatchObject({
      code: 'BAD_PAGE',
      message: expect.stringMatching(`port 127.0.0.1:${held} accepts .* does not answer within 0.3 s`) as string,
    })
    await ends.promise
    silent.close()
  })

  test.each([
    ['words that are no JSON', (socket: WebSocket) => socket.send('hello'), /is not the debugging port/],
    ['an event that is called error', (socket: WebSocket) => socket.send('{"method":"error"}'), /is not the debugging port/],
    [
      'empty answers',
      (socket: WebSocket, id: number) => socket.send(JSON.stringify({ id, result: {} })),
      /is not the debugging port/,
    ],
    [
      'an answer that is too long',
      (socket: WebSocket, id: number) => socket.send(JSON.stringify({ id, result: { long: 'x'.repeat(2e7) } })),
      /The tab was closed/,
    ],
    ['another address', undefined, /cannot be reached: .*302/],
  ])('a port that sends %s is reported, and nothing else is connected to', async (_what, send, words) => {
    page = await servePage()
    let elsewhere = 0
    const other = createServer(() => elsewhere++).on('upgrade', () => elsewhere++)
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const tab = { id: 'A1', type: 'page', title: '2048', url: page.address() }
    const held = createServer((request, response) =>
      response.end(JSON.stringify(request.url === '/json/version' ? { Browser: 'Chrome/1' } : [tab])),
    )
    const sockets = new WebSocketServer({ noServer: true })
    held.on('upgrade', (request, socket, head) => {
      if (send)
        sockets.handleUpgrade(request, socket, head, each =>
          each.on('message', data => send(each, (JSON.parse((data as Buffer).toString()) as { id: number }).id)),
        )
      else {
        const { port: away } = other.address() as AddressInfo
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:${away}/\r\nConnection: close\r\n\r\n`)
      }
    })
    held.listen(0, '127.0.0.1')
    await once(held, 'listening')
    const { port: at } = held.address() as AddressInfo
    try {
      await expect(play(page.address(), { port: String(at), patienceMs: 20_000 }, 1)).rejects.toMatchObject({
        code: 'BAD_PAGE',
        message: expect.stringMatching(words) as string,
      })
      expect(elsewhere).toBe(0)
    } finally {
      for (const each of [other, held]) each.closeAllConnections()
      other.close()
      held.close()
    }
  })

  test('Ctrl-C ends the game in order, kill -9 leaves no browser', async () => {
    page = await servePage()
    const home = newFolder()
    const begin = async (seed: number) => {
      rmSync(own!.pidFile, { force: true })
      const args = ['remote', page.address(`seed=${seed}`), '--headless', '--depth', '0', '--threads', '1', '--home', home]
      const child = startLab(args, { LAB_BROWSER: own!.program })
      const ended = ending(child)
      let text = ''
      child.stdout.on('data', (piece: string) => (text += piece))
      await vi.waitUntil(() => /^ +5 {2}/m.test(text), { timeout: 50_000 })
      const browserId = Number(readFileSync(own!.pidFile, 'utf8'))
      expect(runs(browserId)).toBe(true)
      return { child, ended, browserId }
    }
    const stopped = await begin(5)
    stopped.child.kill('SIGINT')
    const { code, stdout, stderr } = await stopped.ended
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
    const [, slides, id] = /Stopped after (\d+) moves.* It is game (\d+) of the library\.$/.exec(
      stdout.trim().replaceAll('\n', ' '),
    )!
    expect(await (await openReader(home)).games.get(Number(id))).toMatchObject({ slides: Number(slides), over: false })
    expect(runs(stopped.browserId)).toBe(false)

    const killed = await begin(6)
    const profile = /--user-data-dir=([^\0]*)/.exec(readFileSync(`/proc/${killed.browserId}/cmdline`, 'utf8'))![1]!
    killed.child.kill('SIGKILL')
    await killed.ended
    await vi.waitUntil(() => !runs(killed.browserId), { timeout: 20_000 })
    // its empty profile stays until the next browser is started
    const next = await startBrowser({ headless: true })
    await next.close()
    expect(existsSync(profile)).toBe(false)
  }, 150_000)

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
    order: Partial<RemoteOrder>,
    most: number,
    onMove?: (n: number, stop: () => void, round: number) => unknown,
  ): Promise<{ moves: PageMove[]; starts: string[]; names: string[] }> {
    const stopped = new AbortController()
    const [moves, starts, names]: [PageMove[], string[], string[]] = [[], [], []]
    const done: unknown[] = []
    ends = []
    await withCommandLab({ home: newFolder(), program: 'a test', threads: 1, rooms: ['remote'] }, ({ remote }) =>
      remote.play(
        { url, port: port(), player, profile, games: 1, anew: false, delay: 0, keep: false, signal: stopped.signal, ...order },
        {
          onTarget: () => undefined,
          onGame: ({ board, read }) => void (starts.push(makePosition(board)), names.push(read)),
          onMove: move => {
            moves.push(move)
            done.push(onMove?.(moves.length, () => stopped.abort(), starts.length))
            if (moves.length >= most) stopped.abort()
          },
          onEnd: end => void ends.push(end),
          onUnsaved: () => undefined,
        },
      ),
    )
    await Promise.all(done)
    return { moves, starts, names }
  }

  function runs(pid: number): boolean {
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
