import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface ServedLab {
  /** With its token. */
  readonly url: string
  readonly process: ChildProcess
  /** Ends it as Ctrl-C does. @returns its exit code. */
  stop(): Promise<number | null>
}

/** `npm run lab -- serve`, or that of another copy of the lab, as a process of its own. */
export async function serveLab(nodeOptions: readonly string[] = [], script = join(ROOT, 'scripts/lab.mjs')): Promise<ServedLab> {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
  const server = spawn(process.execPath, [...nodeOptions, script, 'serve', '--home', home], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit') as Promise<[code: number | null]>
  server.on('exit', () => rmSync(home, { recursive: true, force: true }))
  return {
    url: await addressOf(server),
    process: server,
    async stop() {
      if (server.exitCode === null) server.kill('SIGINT')
      return (await exited)[0]
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
