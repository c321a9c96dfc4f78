import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { announced } from '../../src/main/hosts/terminal/serve/address'
import { ADDRESS_PATH } from '../../src/main/hosts/web/webHost'

const ROOT = join(import.meta.dirname, '../..')

export interface ServedLab {
  /** The address that it printed: it opens the lab once. */
  readonly url: string
  /** Another, requested as `lab address` does. */
  freshAddress(): Promise<string>
  readonly process: ChildProcess
  /** Ends it as Ctrl-C does. @returns its exit code. */
  stop(): Promise<number | null>
}

export interface ServeOptions {
  readonly nodeOptions?: readonly string[]
  /** That of another copy of the lab, instead of `npx lab`. */
  readonly script?: string
  /** The data folder; by default an empty one of its own. */
  readonly home?: string
  /** By default any free one. */
  readonly port?: number
  /** Beside that of this process. */
  readonly env?: NodeJS.ProcessEnv
}

/** `npx lab serve` as a process of its own. */
export async function serveLab({
  nodeOptions = [],
  script = join(ROOT, 'scripts/lab.mjs'),
  home,
  port = 0,
  env = {},
}: ServeOptions = {}): Promise<ServedLab> {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'lab-e2e-'))
  const args = [...nodeOptions, script, 'serve', '--home', folder, '--port', String(port)]
  const server = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit') as Promise<[code: number | null]>
  return {
    url: await addressOf(server),
    process: server,
    async freshAddress() {
      const { origin, key } = announced(folder, {})!
      const response = await fetch(origin + ADDRESS_PATH, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
      return (await response.text()).trim()
    },
    async stop() {
      if (server.exitCode === null) server.kill('SIGINT')
      const [code] = await exited
      if (home === undefined) rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout!.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const [address] = /http:\/\/\S+/.exec(text) ?? []
      if (address) resolve(address)
    })
    server.on('error', reject)
    server.on('exit', code => reject(new Error(`lab serve ended with ${code} before it had an address: ${text}`)))
  })
}
