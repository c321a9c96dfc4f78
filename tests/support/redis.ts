import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why tests of the queue are skipped on this machine; `undefined` if they can run. */
export const NO_REDIS = hasRedis() ? undefined : 'redis-server is not installed (apt-get install redis-server)'

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A Redis of its own on a loopback port, with its data in a folder of its own. */
export class TestRedis {
  readonly folder = mkdtempSync(join(tmpdir(), 'lab-redis-'))
  #process: ChildProcess | undefined

  private constructor(
    readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings flags of redis-server */
  static async start(...settings: readonly string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), settings)
    await redis.start()
    return redis
  }

  get pid(): number {
    return this.#process!.pid!
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const flags = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder, '--save', '', ...this.settings]
    this.#process = spawn('redis-server', flags, { stdio: 'ignore' })
    // one that demands a password refuses this, but it answers
    while (!/^(\+PONG|-NOAUTH)/.test(await this.tell('PING'))) await new Promise(resolve => setTimeout(resolve, 20))
  }

  /** Loses what is not in its file. */
  async kill(): Promise<void> {
    const ended = once(this.#process!, 'exit')
    this.#process!.kill('SIGKILL')
    await ended
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true })
  }

  /** Sends one command. @returns the beginning of the answer; '': there is none */
  tell(command: string): Promise<string> {
    return new Promise(resolve => {
      const socket = connect(this.port, '127.0.0.1')
      socket.once('connect', () => socket.write(`${command}\r\n`))
      socket.once('data', data => {
        socket.destroy()
        resolve(String(data))
      })
      socket.once('error', () => resolve(''))
    })
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
