import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, newFolder } from './storeSupport'
import { ending, lab, startLab } from './terminalProcess'

afterEach(cleanUp)

test('lab serve prints an address that answers, and Ctrl-C is its usual end', async () => {
  const child = startLab(['serve', '--home', newFolder()])
  const ended = ending(child)
  const [printed] = (await once(child.stdout, 'data')) as [string]
  const url = /^The lab is at (http:\/\/127\.0\.0\.1:\d+\/\?\S+)\n/.exec(printed)?.[1]
  expect(url).toBeDefined()
  const page = await fetch(url!)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<!doctype html>')
  expect((await fetch(new URL('/', url))).status).not.toBe(200) // without its token
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
})

test('a port that is taken is wrong usage, and is named', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await lab(['serve', '--home', newFolder(), '--port', String(port)])
  other.close()
  expect(code).toBe(2)
  expect(stderr).toMatch(new RegExp(`^lab: port: ${port} is taken[^\\n]*\\n$`))
})
