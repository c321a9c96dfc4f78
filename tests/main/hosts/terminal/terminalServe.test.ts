import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../../../src/core/contract/admission'
import type { CallName, Hello, WebMessage } from '../../../../src/core/contract/calls'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { cleanUp, openWriter } from '../../store/storeSupport'
import { runTerminal } from '../../../../src/main/hosts/terminal/program'
import { lab, terminalHere } from '../../../support/terminalHere'
import { ending, runScript, startLab } from '../../../support/terminalProcess'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lab-serve-'))))
afterEach(async () => {
  await cleanUp()
  rmSync(folder, { recursive: true, force: true })
})

const DATA = () => join(folder, 'data')
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '' }

/** Waits for the line that says the address. */
const addressIn = (text: () => string) =>
  vi.waitUntil(() => /^The lab is at (http:\/\/127\.0\.0\.1:\d+\/#\S+)\n/m.exec(text())?.[1], { timeout: 30_000 })

async function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return addressIn(() => text)
}

/** `lab serve` in this process. */
async function serve(args: readonly string[], host: Parameters<typeof terminalHere>[1] = {}) {
  const { terminal, written } = terminalHere({}, host)
  const ended = runTerminal(['serve', '--threads', '1', ...args], terminal).then(written)
  const address = await Promise.race([
    addressIn(() => written().stdout),
    ended.then(end => Promise.reject(new Error(end.stderr))),
  ])
  const end = () => {
    terminal.host.emit('SIGTERM')
    return ended
  }
  return { address, written, end }
}

/** Opens the address and makes calls, as a page does: an address opens the lab once. */
async function connect(address: string): Promise<<T>(call: CallName, arg?: unknown) => Promise<T>> {
  const { host, origin, hash } = new URL(address)
  const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, { origin })
  const waiting: ((answer: unknown) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as WebMessage
    if ('reply' in message) waiting.shift()!(message.reply.ok ? message.reply.value : message.reply.error)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ nonce: hash.slice(1) }))
  await once(socket, 'message')
  let id = 0
  return async <T>(call: CallName, arg?: unknown) => {
    socket.send(JSON.stringify({ id: ++id, call, arg }))
    return (await new Promise<unknown>(resolve => waiting.push(resolve))) as T
  }
}

async function ask(address: string, call: CallName, arg?: unknown): Promise<unknown> {
  return (await connect(address))(call, arg)
}

describe('lab serve', () => {
  test('a port that is taken is wrong usage, and is named', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await lab(['serve', '--home', DATA(), '--port', String(port)])
    other.close()
    expect(code).toBe(2)
    expect(stderr).toMatch(new RegExp(`^lab: port: ${port} is taken[^\\n]*\\n$`))
  })
})

describe('lab address', () => {
  test('prints an address of the lab that serves the same folder, from a file that nobody else can read', async () => {
    const { address: first, written, end } = await serve(['--home', DATA()])
    await vi.waitUntil(() => written().stdout.includes('"npx lab address --home '))
    const page = await fetch(first)
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
    expect(await page.text()).toContain('<!doctype html>')
    expect(statSync(join(DATA(), 'address.json')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    const { code, stdout, stderr } = await lab(['address', '--home', DATA()])
    expect([code, stderr]).toEqual([0, ''])
    expect(new URL(stdout.trim()).origin).toBe(new URL(first).origin)
    for (const address of [stdout.trim(), first]) expect(await ask(address, 'hello')).toMatchObject({ host: 'browser' })
    expect(await end()).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(DATA(), 'address.json'))).toBe(false)
  })

  test('is what Enter does in the terminal of lab serve', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const { address: first, written, end } = await serve(['--home', DATA()], { stdin, platform: 'darwin' })
    await vi.waitUntil(() => written().stdout.includes('Press Enter'))
    stdin.write('\r')
    const second = await vi.waitUntil(() => /^http:\S+#\S+$/m.exec(written().stdout)?.[0])
    expect(second).not.toBe(first)
    for (const address of [first, second]) expect(await ask(address, 'hello')).toMatchObject({ host: 'browser' })
    await end()
  })

  test.each([
    ['a file that a killed lab left', '{"origin":"http://127.0.0.1:1","key":"x"}'],
    ['a file that leads elsewhere', '{"origin":"http://elsewhere.test","key":"x"}'],
  ])('with %s says that no lab serves the folder', async (_, text) => {
    mkdirSync(DATA())
    writeFileSync(join(DATA(), 'address.json'), text)
    const { code, stdout, stderr } = await lab(['address', '--home', DATA()])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^lab: No "lab serve" runs over this data folder\.[^\n]*\n$/)
  })
})

describe('work that cannot be saved', () => {
  const rescued = () => readdirSync(DATA()).filter(name => /^2048-lab-rescued-.*[.]json$/.test(name))

  test('is told once, and on SIGTERM is in a rescue file; the next start says so', async () => {
    const other = await openWriter(DATA())
    const first = await serve(['--home', DATA()])
    const call = await connect(first.address)
    await call('newGame', { seed: 1 })
    const { board } = (await call<Hello>('hello')).game
    await call('slide', { move: legalMoves(board)[0]! })
    expect(await call('setPreferences', { theme: 'dark' })).toMatchObject({ saved: false })
    const { code, stderr } = await first.end()
    expect(code).toBe(1)
    const [begun, end, ...rest] = stderr.trimEnd().split('\n')
    expect(begun).toMatch(/^lab: Nothing is saved[.] .*in use by a test/)
    expect(end).toContain(join(DATA(), rescued()[0]!))
    expect(rest).toEqual([])
    await other.close()

    const second = await serve(['--home', DATA()])
    const { game, preferences } = (await ask(second.address, 'hello')) as Hello
    expect([game.seed, game.slides, preferences.theme]).toEqual([1, 1, 'dark'])
    expect(await second.end()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^lab: took over from .*games: 1/) as string,
    })
    expect(rescued()).toEqual([])
  })
})

test('npm start with --home serves that data folder where there is no display', async () => {
  const child = runScript('scripts/start.mjs', ['--home', DATA()], { ...NO_DISPLAY, PATH: folder })
  const ended = ending(child)
  expect(await ask(await addressOf(child), 'setPreferences', { theme: 'light' })).toEqual({ saved: true })
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(existsSync(join(DATA(), 'lab.db'))).toBe(true)
})

// a stand-in for the browser needs a system that runs scripts by their first line, and one that tells who runs
describe.skipIf(process.platform !== 'linux')('a browser window', () => {
  /** Root is told what Chromium needs to start at all. */
  const SANDBOX = process.getuid?.() === 0 ? 'lab: as root, Chromium runs without its sandbox (--no-sandbox)\n' : ''
  const started = () => join(folder, 'started')

  /** A display that nobody looks at, and first in PATH a browser that only notes how it was called. */
  function withBrowser(): NodeJS.ProcessEnv {
    const script = `#!/bin/sh\necho $$ "$@" > ${folder}/begun\nmv ${folder}/begun ${started()}\nexec sleep 600\n`
    writeFileSync(join(folder, 'chromium'), script, { mode: 0o755 })
    return { DISPLAY: ':99', PATH: [folder, process.env['PATH']].join(delimiter) }
  }

  async function opened() {
    const call = await vi.waitUntil(() => existsSync(started()) && readFileSync(started(), 'utf8'), { timeout: 30_000 })
    const [, id, profile] = /^(\d+) .*--user-data-dir=(\S+)/.exec(call)!
    return {
      id: Number(id),
      /** A process that ended keeps its number until its parent asks, which may be between any two looks. */
      runs: () => {
        try {
          return !/ Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
        } catch {
          return false
        }
      },
      address: () => existsSync(join(profile!, 'open.html')),
      profile: () => existsSync(profile!),
    }
  }

  test('ends with the lab that opened it on SIGHUP, and its profile with the address is gone', async () => {
    const child = startLab(['serve', '--open', '--home', DATA()], withBrowser())
    const browser = await opened()
    expect([browser.runs(), browser.address()]).toEqual([true, true])
    const ended = ending(child)
    child.kill('SIGHUP')
    expect(await ended).toMatchObject({ code: 0, stderr: SANDBOX })
    expect([browser.runs(), browser.profile()]).toEqual([false, false])
  })

  test('ends the lab that opened it when it is closed', async () => {
    const { terminal, written } = terminalHere({ env: withBrowser() })
    const ended = runTerminal(['serve', '--open', '--threads', '1', '--home', DATA()], terminal)
    const browser = await opened()
    process.kill(browser.id)
    await ended
    expect(written()).toMatchObject({ code: 0, stderr: SANDBOX })
    expect(browser.profile()).toBe(false)
  })
})
