import { LabError } from '../../../core/errors'
import { readTextFile } from '../../files/textFile'
import type { SearchSettings } from '../../../core/search/settings'
import { Scope } from '../../scope'
import type { Work, WorkOptions } from '../pool/chunkedWork'
import type { Pool, ThreadPool } from '../pool/pool'
import { WorkCalls } from '../pool/workCalls'
import type { QueueOwner } from './queueOwner'

const MOST_ADDRESS = 10_000
const SCHEMES = ['redis:', 'rediss:']

export interface QueuePoolOptions {
  /** Absent: none, until `use` names one. */
  readonly url?: string | undefined
  /** The threads of this machine. */
  readonly local: ThreadPool
  readonly kernel: () => string
  /** See `QueueOwnerOptions`. */
  readonly networks: readonly string[]
  readonly complain: (message: string) => void
}

/**
 * The pool over a queue of machines. Work in chunks goes to the queue's workers, with the same results as on threads here. What a person
 * waits for, and what a clock decides where machines would be mixed, stays on this machine. The queue's client is loaded with the first work.
 */
export class QueuePool extends WorkCalls implements Pool {
  readonly #scope = new Scope('queue', true)
  #url: string | undefined
  #owner: ConnectedOwner | undefined

  constructor(private readonly options: QueuePoolOptions) {
    super()
    this.#url = options.url
  }

  /** Names the queue of the works that begin from now on; `undefined`: this machine does them. */
  use(url: string | undefined): void {
    if (url === this.#url) return
    this.#url = url
    const left = this.#owner
    this.#owner = undefined
    if (left?.works === 0) void left.scope.close()
  }

  get isOneMachine(): boolean {
    return this.#url === undefined
  }

  get threads(): number {
    return this.#local.threads
  }

  get memoryBytes(): number {
    return this.#local.memoryBytes
  }

  override async run<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, options: WorkOptions): Promise<void> {
    if (work.staysHere || this.#url === undefined) return this.#local.run(settings, work, options)
    const connected = (this.#owner ??= this.#connect(this.#url))
    connected.works++
    try {
      await (await connected.owner).run(settings, work, options)
    } finally {
      connected.works--
      if (connected !== this.#owner && connected.works === 0) await connected.scope.close()
    }
  }

  search(...asked: Parameters<Pool['search']>): ReturnType<Pool['search']> {
    return this.#local.search(...asked)
  }

  autoplay(...asked: Parameters<Pool['autoplay']>): ReturnType<Pool['autoplay']> {
    return this.#local.autoplay(...asked)
  }

  trace(...asked: Parameters<Pool['trace']>): ReturnType<Pool['trace']> {
    return this.#local.trace(...asked)
  }

  searchGame(...asked: Parameters<Pool['searchGame']>): ReturnType<Pool['searchGame']> {
    return this.#local.searchGame(...asked)
  }

  resize(...size: Parameters<Pool['resize']>): void {
    this.#local.resize(...size)
  }

  async close(): Promise<void> {
    await this.#scope.close()
    await this.#local.close()
  }

  get #local(): ThreadPool {
    return this.options.local
  }

  #connect(url: string): ConnectedOwner {
    const { local, kernel: hash, networks, complain } = this.options
    const scope = this.#scope.child('a queue')
    const open = async (): Promise<QueueOwner> => {
      const kernel = hash()
      const [{ QueueLink }, { QueueOwner }] = await Promise.all([import('./link'), import('./queueOwner')])
      const link = scope.add(new QueueLink({ url, kernel, complain }))
      return new QueueOwner({ link, local, kernel, networks, complain }, scope)
    }
    return { owner: open(), scope, works: 0 }
  }
}

interface ConnectedOwner {
  readonly owner: Promise<QueueOwner>
  readonly scope: Scope
  /** Works under way. */
  works: number
}

/** @throws {LabError} `BAD_SETTING`; its message has no password */
function checkQueueUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && SCHEMES.includes(parsed.protocol) && parsed.hostname !== '') return parsed
  throw new LabError('BAD_SETTING', 'queue: not an address such as redis://host:6379 or rediss://host:6379')
}

/**
 * The address of the queue that a lab uses; `undefined`: none.
 * @param flag an address without a password, because other users can read command lines, or a file that holds an address
 * @throws {LabError} `BAD_SETTING` or `BAD_FILE`
 */
export function queueAddress(flag: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (flag === undefined) {
    const url = env['LAB_QUEUE']
    if (url !== undefined && url !== '') checkQueueUrl(url)
    return url === '' ? undefined : url
  }
  const isAddress = SCHEMES.some(scheme => flag.startsWith(scheme))
  const url = isAddress ? flag : readTextFile(flag, MOST_ADDRESS).trim()
  const { password } = checkQueueUrl(url)
  if (isAddress && password !== '')
    throw new LabError(
      'BAD_SETTING',
      'queue: others can read a password on a command line. Write the address into a file, and name the file, or set LAB_QUEUE.',
    )
  return url
}
