/** Who gets into the lab that is served to browsers, and who does not: in real Chromium, with its cookies, headers and history. */
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { SOCKET_PATH } from '../../src/core/contract/admission'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { openProfile, openServed, servedTest, webTest } from './launch'
import { serveLab, type ServedLab } from './webHost'

const away = (page: Page, title: string) => expect(page.getByRole('alert').getByRole('heading', { name: title })).toBeVisible()

servedTest(
  'the address leaves the address bar and opens once, its secret stays in the tab, and the page is whole',
  async ({ page, served }) => {
    const requests: string[] = []
    page.on('request', request => requests.push(request.url(), JSON.stringify(request.headers())))
    const address = await served.freshAddress()
    await page.goto(address)
    const lab = new LabPage(page)
    await expect(lab.state).toHaveText('Idle')
    const nonce = new URL(address).hash.slice(1)
    expect(page.url()).toBe(new URL('/', served.url).href)
    expect(await page.context().cookies()).toEqual([])
    const stored = await page.evaluate(() => ({ tab: sessionStorage.getItem('lab-secret'), site: localStorage.length }))
    expect(stored).toEqual({ tab: expect.stringMatching(/^[\w-]{43}$/), site: 0 })
    expect(requests.join('\n')).not.toContain(nonce)
    expect(requests.join('\n')).not.toContain(stored.tab)
    await lab.openScreen('Play') // another test may have left the shared lab on another screen
    const board = await lab.board()
    await page.reload()
    await lab.showsBoard(board)
    expect(await page.evaluate(() => [document.referrer, history.length, location.href].join(' '))).not.toContain(nonce)
    await servedTest.step('the lab’s page stays whole under its policy: no complaint, and no text becomes markup or code', () =>
      staysWhole(lab),
    )
    await servedTest.step('an address opens once; a new tab says what to do, and does it', () => opensOnce(lab, served, address))
  },
)

webTest(
  'a lab that ends does so in good order, an open page says so, and a fresh address opens the next, with its preferences',
  async ({ page, browser }) => {
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-restart-'))
    const before = await serveLab({ home })
    await page.goto(before.url)
    const lab = await new LabPage(page).ready()
    await lab.chooseTheme('Dark')
    await expect(lab.root).toHaveAttribute('data-theme', 'dark')
    await lab.button('Autoplay').click()
    await expect(lab.state).toHaveText('Playing')
    expect(await before.stop()).toBe(0)
    await expect(page.getByText('Connection lost, trying again …')).toBeVisible()
    await away(page, 'The lab does not answer')
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(lab.button('Stop')).toBeHidden()

    const after = await serveLab({ home, port: Number(new URL(before.url).port) })
    await away(page, 'The lab was restarted')
    await expect(lab.button('Stop')).toBeHidden()
    await page.reload()
    await away(page, 'The lab was restarted')
    await page.goto(await after.freshAddress())
    await expect(lab.state).toHaveText('Idle')
    await lab.openScreen('Play') // the lab may have ended before it heard that Settings were left
    await expect(lab.button('Autoplay')).toBeVisible()
    const known = new LabPage(await browser.newPage())
    await known.page.goto(await after.freshAddress())
    await expect(known.state).toHaveText('Idle') // no newcomer
    await expect(known.root).toHaveAttribute('data-theme', 'dark')
    await known.page.close()
    await after.stop()
    rmSync(home, { recursive: true, force: true })
  },
)

servedTest(
  'a page at another port of 127.0.0.1 gets nothing by cookies, headers, frames or windows',
  async ({ page, context, served }) => {
    const heard: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = []
    const other = createServer(({ url = '', headers }, response) => {
      heard.push({ url, headers })
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>another server</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await openServed(page, served)
    const secret = await page.evaluate(() => sessionStorage.getItem('lab-secret')!)
    const { host, origin } = new URL(served.url)
    const nonce = new URL(await served.freshAddress()).hash.slice(1)

    const foreign = await context.newPage()
    await foreign.goto(`http://127.0.0.1:${port}/`)
    // the browser has nothing to give to the other port
    expect(heard.map(({ headers }) => headers.cookie)).toEqual(heard.map(() => undefined))
    expect(JSON.stringify(heard)).not.toContain(secret)

    // even one that knew a nonce and the secret would not get in from there
    const found = await foreign.evaluate(
      async ({ origin, socketUrl, keys }) => {
        for (const key of keys) document.cookie = `lab-${new URL(origin).port}=${key}`
        document.cookie = `token=${keys[0]}`
        const attempt = async (url: string, options?: RequestInit) => {
          try {
            const response = await fetch(url, { credentials: 'include', ...options })
            return `${response.type} ${(await response.text()).length}`
          } catch (error) {
            return (error as Error).name
          }
        }
        const socket = (url: string, protocols?: string[]) =>
          new Promise<string>(resolve => {
            const opening = new WebSocket(url, protocols)
            opening.onopen = () => resolve('opened')
            opening.onerror = () => resolve('refused')
          })
        const answers: string[] = []
        for (const key of keys) {
          answers.push(
            await attempt(`${origin}/`),
            await attempt(`${origin}/`, { mode: 'no-cors' }),
            await attempt(`${origin}/?token=${key}`),
            await attempt(`${origin}/address`, { method: 'POST', headers: { authorization: `Bearer ${key}` } }),
            await attempt(`${origin}/address`, { method: 'POST', mode: 'no-cors', body: key }),
            await attempt(`${origin}/lab`, { headers: { authorization: `Bearer ${key}`, 'x-token': key } }),
            await socket(socketUrl),
            await socket(`${socketUrl}?token=${key}`),
            await socket(socketUrl, [key]),
            await socket(socketUrl.replace('127.0.0.1', 'localhost')),
          )
        }
        return answers
      },
      { origin, socketUrl: `ws://${host}${SOCKET_PATH}`, keys: [secret, nonce] },
    )
    const allowed = new Set(['TypeError', 'refused'])
    expect(found.filter(answer => !allowed.has(answer))).toEqual([])

    // in a frame nothing of ours is shown, and a window that it opens is out of its reach
    const framed = await foreign.evaluate(async address => {
      const frame = document.createElement('iframe')
      const loaded = new Promise(resolve => (frame.onload = resolve))
      frame.src = address
      document.body.append(frame)
      await loaded
      let inside: string
      try {
        inside = frame.contentDocument ? 'readable' : 'closed'
      } catch {
        inside = 'closed'
      }
      return inside
    }, `${origin}/#${nonce}`)
    expect(framed).toBe('closed')
    expect(foreign.frames().map(frame => frame.url())).not.toContain(`${origin}/`)
    expect(await foreign.frameLocator('iframe').locator('#app').count()).toBe(0)
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      foreign.evaluate(url => void window.open(url), `${origin}/`),
    ])
    await away(opened, 'This tab is not connected to the lab')
    expect(await opened.evaluate(() => window.opener === null && sessionStorage.length === 0)).toBe(true)

    // a nonce that nobody used is still good for our own page: nothing of the above has spent it
    await opened.goto(`${origin}/#${nonce}`)
    await expect(opened.getByRole('button', { name: 'Engine move' })).toBeVisible()
    other.close()
    other.closeAllConnections()
  },
)

servedTest('nothing that the browser wrote down lets anybody in', async ({ served, browser }, info) => {
  const profile = mkdtempSync(join(tmpdir(), 'lab-e2e-profile-'))
  const context = await openProfile(profile)
  const page = await context.newPage()
  await openServed(page, served)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Engine move' })).toBeVisible()
  await page.goto('about:blank')
  await context.close()

  const copy = join(info.outputPath(), 'History')
  cpSync(join(profile, 'Default', 'History'), copy)
  const history = new DatabaseSync(copy)
  const { host } = new URL(served.url)
  const visited = (history.prepare('SELECT url FROM urls').all() as { url: string }[]).map(({ url }) => url).filter(url => url.includes(host)) // oxfmt-ignore
  history.close()
  expect(visited.length).toBeGreaterThan(0) // or this looks in the wrong place
  const cookies = readdirSync(join(profile, 'Default')).includes('Cookies') ? readFileSync(join(profile, 'Default', 'Cookies'), 'latin1') : '' // oxfmt-ignore
  expect(cookies).not.toContain(`lab-${new URL(served.url).port}`)

  const other = await browser.newContext()
  for (const url of visited) {
    const visitor = await other.newPage()
    await visitor.goto(url)
    await expect(visitor.getByRole('alert').getByRole('heading')).toHaveText(/not connected|no longer opens/)
  }
  await other.close()
  rmSync(profile, { recursive: true, force: true })
})

async function staysWhole(lab: LabPage): Promise<void> {
  const { page } = lab
  for (const screen of ['Tree', 'Tune', 'Profiles', 'Replays', 'Settings', 'Play']) await lab.openScreen(screen)
  expect(lab.complaints).toEqual([])
  const refused = await page.evaluate(() => {
    const attempts: (() => void)[] = [
    () => (document.body.innerHTML = '<p>'),
    // oxlint-disable-next-line typescript/no-deprecated -- what an intruder would use
    () => document.write('<p>'),
    () => void new DOMParser().parseFromString('<p>', 'text/html'),
    () => (document.createElement('script').textContent = 'alert()'),
    () => void (window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }).trustedTypes.createPolicy('mine', {}),
    () => void (window as never as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }).trustedTypes.createPolicy('vue', {}),
  ] // oxfmt-ignore
    return attempts.map(attempt => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refused).toEqual(refused.map(() => 'TypeError'))
}

async function opensOnce(first: LabPage, served: ServedLab, address: string): Promise<void> {
  const { page } = first
  const context = page.context()
  const again = await context.newPage()
  await again.goto(address)
  await away(again, 'This address no longer opens the lab')
  await expectNoFindings(again, 'away-used')

  const bare = await context.newPage()
  await bare.goto(new URL('/', served.url).href)
  await away(bare, 'This tab is not connected to the lab')
  await expect(bare.getByText('lab address', { exact: true })).toBeVisible()
  await bare.goto(await served.freshAddress()) // but for the fragment the same address: no load, if the page did not ask for one
  const second = new LabPage(bare)
  await second.showsBoard(await first.board())

  // what another tab does with used addresses does not put out the one that is in
  await page.goto(address)
  await first.showsBoard(await second.board())
}
