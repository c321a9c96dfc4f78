/** The page of this folder on loopback, and a browser for it. */
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../electron-shim/chromium.mjs'

const TYPES = new Map([
  ['page.html', 'text/html'],
  ['page.js', 'text/javascript'],
])

export interface ServedPage {
  address(query?: string): string
  close(): Promise<void>
}

/** Each has a port, and so a storage, of its own. */
export async function servePage(): Promise<ServedPage> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace(/[?#].*/, '').slice(1)
    const type = TYPES.get(name)
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(readFileSync(join(import.meta.dirname, name)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: (query = '') => `http://127.0.0.1:${port}/page.html${query && `?${query}`}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * A program that starts Chromium as this user can, and writes its process number into a file.
 *
 * @param flags of Chromium, beside those that it is started with
 * @returns `undefined` without a Chromium
 */
export function browserProgram(flags = ''): { readonly program: string; readonly pidFile: string } | undefined {
  const chromium = findChromium()
  if (!chromium || process.platform === 'win32') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'lab-browser-'))
  const [program, pidFile] = [join(folder, 'browser.sh'), join(folder, 'pid')]
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox' : ''
  writeFileSync(program, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${chromium}' ${sandbox} --disable-gpu ${flags} "$@"\n`)
  chmodSync(program, 0o755)
  return { program, pidFile }
}
