/** One tab of a browser, by a connection of its own: nothing that is sent here reaches another tab. */
import { EventEmitter, once } from 'node:events'
import { z } from '../../../core/contract/zod'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { shortened, visible } from '../../../core/quoted'
import { browserVersion, noBrowser, portText, tabSocket, type BrowserTab, type DebuggingPort } from './debuggingPort'
import type { TabConnection } from './tabConnection'

/** How long the tab may take to answer. A page that shows a dialog, or computes, does not answer. */
const ANSWER_MS = 5_000

/** How long the signal waits where a key was pressed: enough for a page to show the move. */
const FINISH_MS = 500

/** The arrow keys with their Windows key codes, as a keyboard has them. */
const KEYS: Readonly<Record<Move, readonly [key: string, code: number]>> = {
  left: ['ArrowLeft', 37],
  up: ['ArrowUp', 38],
  right: ['ArrowRight', 39],
  down: ['ArrowDown', 40],
}

const evaluatedShape = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().optional() }).optional() })
    .optional(),
})
const frameTreeShape = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const worldShape = z.object({ executionContextId: z.number() })
const navigatedShape = z.object({ errorText: z.string().optional() })

export interface PageTabOptions {
  readonly place: DebuggingPort
  readonly tab: BrowserTab
  /** Ends the attempt to connect, and every question. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for each answer; 5 s if absent. */
  readonly answerMs?: number | undefined
}

export class PageTab {
  /** The script world of our own in the page that is shown now. */
  #world: number | undefined
  #why: 'closed' | 'crashed' | undefined
  /** Rejects when the connection ends. */
  readonly #lost = Promise.withResolvers<never>()
  #isClosed = false
  /** Set while a key was pressed and its move is awaited: the signal ends questions a moment later. */
  holds = false
  readonly #late = new AbortController()

  private constructor(
    private readonly client: TabConnection,
    private readonly options: PageTabOptions,
  ) {
    this.#lost.promise.catch(() => undefined) // it may end while no question waits
    client.on('Inspector.targetCrashed', () => this.#lose('crashed'))
    client.on('disconnect', () => this.#lose('closed'))
    const { signal } = options
    signal?.addEventListener('abort', () => setTimeout(() => this.#late.abort(), FINISH_MS).unref(), {
      signal: this.#late.signal,
    })
  }

  /** @throws {LabError} `BAD_PAGE` where the tab cannot be reached, `CANCELLED` */
  static async connect(options: PageTabOptions): Promise<PageTab> {
    const tab = new PageTab(await connectTo(options), options)
    try {
      await tab.#ask('Inspector.enable')
      // keys reach the page also while another window has the focus
      await tab.#ask('Emulation.setFocusEmulationEnabled', { enabled: true })
      return tab
    } catch (error) {
      await tab.close()
      throw error
    }
  }

  /** Presses and releases an arrow key, as a keyboard does. @throws {LabError} `BAD_PAGE`, `CANCELLED` */
  async press(move: Move): Promise<void> {
    const [key, code] = KEYS[move]
    const event = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code }
    await this.#ask('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await this.#ask('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }

  /**
   * The value of an expression in a world of our own, which sees the elements of the page and no script of it.
   *
   * @returns `undefined` while the page is being loaded
   * @throws {LabError} `BAD_PAGE` also where the value has another shape, `CANCELLED`
   */
  async evaluate<T>(expression: string, shape: z.ZodType<T>): Promise<T | undefined> {
    try {
      const contextId = (this.#world ??= await this.#createWorld())
      const answer = await this.#ask('Runtime.evaluate', { expression, contextId, returnByValue: true })
      const { result, exceptionDetails } = this.#checked(evaluatedShape, answer)
      if (exceptionDetails) {
        const said = exceptionDetails.exception?.description ?? exceptionDetails.text
        throw new LabError('BAD_PAGE', `The page cannot be read: ${visible(shortened(said.split('\n', 1)[0]!, 300))}.`)
      }
      return this.#checked(shape, result.value)
    } catch (error) {
      if (!isNewPage(error)) throw error
      this.#world = undefined
      return undefined
    }
  }

  /** Loads another address in this tab. @throws {LabError} `BAD_PAGE`, `CANCELLED` */
  async open(url: string): Promise<void> {
    const { errorText } = this.#checked(navigatedShape, await this.#ask('Page.navigate', { url }))
    this.#world = undefined
    if (errorText) throw new LabError('BAD_PAGE', `The browser cannot open ${url}: ${visible(shortened(errorText, 300))}.`)
  }

  /** Lets go of the tab, which stays as it is. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#why !== 'closed') await this.client.close()
  }

  async #createWorld(): Promise<number> {
    const { frameTree } = this.#checked(frameTreeShape, await this.#ask('Page.getFrameTree'))
    const created = await this.#ask('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: '2048 lab' })
    return this.#checked(worldShape, created).executionContextId
  }

  /** @throws {LabError} `BAD_PAGE` where another program answers than a browser */
  #checked<T>(shape: z.ZodType<T>, answer: unknown): T {
    const parsed = shape.safeParse(answer)
    if (!parsed.success) throw noBrowser(this.options.place)
    return parsed.data
  }

  async #ask(method: string, params: object = {}): Promise<unknown> {
    try {
      if (this.#why) await this.#lost.promise
      const options = this.holds ? { ...this.options, signal: this.#late.signal } : this.options
      return await within(Promise.race([this.client.send(method, params), this.#lost.promise]), options)
    } catch (error) {
      if (error instanceof LabError || isNewPage(error)) throw error
      await this.#sayLost(error)
      throw error
    }
  }

  #lose(why: 'closed' | 'crashed'): void {
    this.#why ??= why
    this.#lost.reject(new Error(why))
  }

  /** @throws {LabError} `BAD_PAGE` saying what is gone, if the connection is */
  async #sayLost(cause: unknown): Promise<void> {
    // the end of the connection may be noticed a moment after what it did to a question
    if (!this.#why) await Promise.race([this.#lost.promise.catch(() => undefined), moment()])
    if (this.client.isGarbled) throw noBrowser(this.options.place)
    if (!this.#why)
      throw new LabError('BAD_PAGE', `The tab refuses: ${visible(shortened((cause as Error).message, 300))}.`, undefined, {
        cause,
      })
    if (this.#why === 'crashed') throw new LabError('BAD_PAGE', 'The page crashed.', undefined, { cause })
    const isBrowserThere = await browserVersion(this.options.place).then(
      () => true,
      () => false,
    )
    throw new LabError('BAD_PAGE', isBrowserThere ? 'The tab was closed.' : 'The browser has ended.', undefined, { cause })
  }
}

/** @throws {LabError} `BAD_PAGE`, `CANCELLED` */
async function connectTo(options: PageTabOptions): Promise<TabConnection> {
  const { place, tab, signal, answerMs = ANSWER_MS } = options
  if (signal?.aborted) throw new LabError('CANCELLED', 'Interrupted.')
  // only those who play on a page load it; its index would also change how this process looks up host names
  const { TabConnection } = await import('./tabConnection')
  const notifier = new EventEmitter()
  const connecting = once(notifier, 'connect')
  notifier.on('error', () => undefined) // another may follow when the attempt ends
  const client = quietly(() => new TabConnection({ target: tabSocket(place, tab), protocol: { domains: [] } }, notifier))
  try {
    await within(
      connecting,
      options,
      `The debugging port ${portText(place)} accepts a connection to the tab, but does not answer within ${answerMs / 1000} s: another program may use that port, or the browser has stopped.`,
    )
    return client
  } catch (error) {
    // otherwise the attempt would keep this process alive
    await Promise.race([client.close(), moment()])
    if (error instanceof LabError) throw error
    throw new LabError('BAD_PAGE', `The tab cannot be reached: ${(error as Error).message}.`, undefined, { cause: error })
  }
}

/** Without the warning of Node that the package uses an old function, which is of no use to the reader. */
function quietly<T>(begin: () => T): T {
  const before = process.noDeprecation ?? false
  process.noDeprecation = true
  setImmediate(() => (process.noDeprecation = before)) // it calls that function a few promises later
  return begin()
}

/** The page was left for another, and its script world with it. */
function isNewPage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Cannot find context|Execution context was destroyed|No frame for given id|Frame not found|navigated or closed/.test(
      error.message,
    )
  )
}

function moment(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 200))
}

async function within<T>(promise: Promise<T>, { signal, answerMs = ANSWER_MS }: PageTabOptions, late?: string): Promise<T> {
  const ends = Promise.withResolvers<never>()
  const cancel = () => ends.reject(new LabError('CANCELLED', 'Interrupted.'))
  const giveUp = () => {
    const problem = late ?? `The page does not answer within ${answerMs / 1000} s: look whether it shows a dialog or has stopped.`
    ends.reject(new LabError('BAD_PAGE', problem))
  }
  // where this process was stopped itself (Ctrl-Z), the answer is there and is read first
  const timer = setTimeout(() => setImmediate(giveUp), answerMs)
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  promise.catch(() => undefined) // it may fail when it is not waited for any more
  try {
    return await Promise.race([promise, ends.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
