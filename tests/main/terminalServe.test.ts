import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { CallName, Hello, WebMessage } from '../../src/core/contract/calls'
import { ending, lab, runScript, startLab } from './terminalProcess'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lab-serve-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const DATA = () => join(folder, 'data')
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '' }

/** The address, from the line that says it. */
async function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return vi.waitUntil(() => /^The lab is at (http:\/\/127\.0\.0\.1:\d+\/\?\S+)\n/m.exec(text)?.[1], { timeout: 30_000 })
}

/** Makes one call, as a page does. */
async function ask(address: string, call: CallName, arg?: unknown): Promise<unknown> {
  const { host, origin, search } = new URL(address)
  const socket = new WebSocket(`ws://${host}/lab${search}`, { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, call, arg }))
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer]
    const message = JSON.parse(data.toString()) as WebMessage
    if (!('reply' in message)) continue
    socket.close()
    return message.reply.ok ? message.reply.value : message.reply.error
  }
}

describe('lab serve', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('prints an address that answers, and %s is its usual end', async signal => {
    const child = startLab(['serve', '--home', DATA()])
    const ended = ending(child)
    const url = await addressOf(child)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<!doctype html>')
    expect((await fetch(new URL('/', url))).status).not.toBe(200) // without its token
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('keeps preferences in the folder of --home, else of LAB_HOME, for a run at another address', async () => {
    const first = startLab(['serve', '--home', DATA()], { LAB_HOME: join(folder, 'other') })
    await ask(await addressOf(first), 'setPreferences', { theme: 'dark' })
    first.kill()
    await ending(first)
    expect(existsSync(join(folder, 'other'))).toBe(false)
    const second = startLab(['serve'], { LAB_HOME: DATA() })
    const { preferences } = (await ask(await addressOf(second), 'hello')) as Hello
    expect(preferences.theme).toBe('dark')
    second.kill()
    await ending(second)
  })

  test('a data folder that cannot be made is wrong usage, and is named', async () => {
    writeFileSync(DATA(), '')
    const { code, stderr } = await lab(['serve', '--home', join(DATA(), 'below')])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^lab: The data folder cannot be made: [^\n]*below[^\n]*\n$/)
  })

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

test('npm start with --home serves that data folder where there is no display', async () => {
  const child = runScript('scripts/start.mjs', ['--home', DATA()], { ...NO_DISPLAY, PATH: folder })
  const ended = ending(child)
  expect(await ask(await addressOf(child), 'setPreferences', { theme: 'light' })).toBeUndefined()
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(existsSync(join(DATA(), 'lab.db'))).toBe(true)
})

// a stand-in for the browser needs a system that runs scripts by their first line, and one that tells who runs
describe.skipIf(process.platform !== 'linux')('a browser window', () => {
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
      token: () => existsSync(join(profile!, 'open.html')),
      profile: () => existsSync(profile!),
    }
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends with the lab that opened it on %s, and its profile with the token is gone',
    async signal => {
      const child = startLab(['serve', '--open', '--home', DATA()], withBrowser())
      const browser = await opened()
      expect([browser.runs(), browser.token()]).toEqual([true, true])
      const ended = ending(child)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0, stderr: '' })
      expect([browser.runs(), browser.profile()]).toEqual([false, false])
    },
  )

  test('ends the lab that opened it when it is closed', async () => {
    const child = startLab(['serve', '--open', '--home', DATA()], withBrowser())
    const browser = await opened()
    const ended = ending(child)
    process.kill(browser.id)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(browser.profile()).toBe(false)
  })

  test('ends also with a process that ends at once', async () => {
    const program = `
      import { openBrowserWindow } from '../../src/main/hosts/browser.ts'
      openBrowserWindow('http://127.0.0.1/?token=secret')
      process.stdin.once('data', () => process.exit(3))`
    const node = ['--import', 'tsx', '--input-type=module', '-e', program]
    const child = spawn(process.execPath, node, { cwd: import.meta.dirname, env: { ...process.env, ...withBrowser() } })
    const browser = await opened()
    expect([browser.runs(), browser.token()]).toEqual([true, true])
    const ended = ending(child)
    child.stdin.write('now')
    expect(await ended).toMatchObject({ code: 3, stderr: '' })
    await vi.waitUntil(() => !browser.runs(), { timeout: 20_000 })
    expect(browser.profile()).toBe(false)
  })
})
