/** Electron's download, from a server of the test. */
import { createServer, type RequestListener } from 'node:http'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ending, runScript } from '../support/terminalProcess'

test('a damaged download is refused by its checksum', async () => {
  const { stdout } = await find((_, response) => response.end('no archive'))
  expect(stdout).toMatch(/^Electron could not be downloaded \([^\n]*checksum[^\n]*\)\. /i)
})

/** Looks for an Electron that is nowhere but on the server. */
async function find(answer: RequestListener) {
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
    }),
  )
}
