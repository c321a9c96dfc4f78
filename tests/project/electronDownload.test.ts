/** Electron's download, from a server of the test. */
import { createServer, type RequestListener } from 'node:http'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { soakTest } from '../setup/extent'
import { ending, runScript } from '../support/terminalProcess'

const MEGABYTE = Buffer.alloc(1e6)

soakTest('a download that stops shows how far it came, is given up, and leaves advice', async () => {
  const { code, stdout, stderr } = await find((_, response) => {
    response.writeHead(200, { 'content-length': 120e6 })
    response.write(MEGABYTE)
  }, 3_000)
  expect(code).toBe(0)
  expect(stderr).toBe('Downloading Electron, once (about 120 MB): 1.0 MB so far\n')
  expect(stdout).toMatch(/^Electron could not be downloaded: nothing came for 3 s\. Check the connection .*"npm start" again$/m)
})

test('a server that refuses is named as such at once', async () => {
  const { stdout, stderr } = await find((_, response) => response.writeHead(404).end(), 60_000)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Electron could not be downloaded \([^\n]*404[^\n]*\)\. Check the connection/)
})

test('a damaged download is refused by its checksum', async () => {
  const { stdout } = await find((_, response) => response.end('no archive'), 60_000)
  expect(stdout).toMatch(/^Electron could not be downloaded \([^\n]*checksum[^\n]*\)\. /i)
})

/** Looks for an Electron that is nowhere but on the server. */
async function find(answer: RequestListener, silence: number) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const empty = mkdtempSync(join(tmpdir(), 'lab-no-electron-'))
  return ending(
    runScript('tests/support/findElectron.mjs', [], {
      ELECTRON_EXEC_PATH: undefined,
      ELECTRON_OVERRIDE_DIST_PATH: empty,
      ELECTRON_MIRROR: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      electron_config_cache: empty,
      LAB_DOWNLOAD_SILENCE_MS: String(silence),
    }),
  )
}
