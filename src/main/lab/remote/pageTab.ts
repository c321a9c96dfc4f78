/** One tab of a browser, by a connection of its own: nothing that is sent here reaches another tab. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from '../../../core/contract/zod'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { shortened, visible } from '../../../core/quoted'
import type { Scope } from '../../scope'
import { browserVersion, noBrowser, portText, tabSocket, type BrowserTab, type DebuggingPort } from './debuggingPort'
import type { JsonRpc } from './jsonRpc'

/** How long the tab may take to answer. A page that shows a dialog, or computes, does not answer. */
const ANSWER_MS = 5_000

/** How long the signal waits where a key was pressed: enough for a page to show the move. */
const FINISH_MS = 500

/** How long the end of a connection may take to be noticed. */
const NOTICE_MS = 200

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
  /** Set while a key was pressed and its move is awaited: the signal ends questions a moment later. */
  holds = false
  readonly #late = new AbortController()

  private constructor(
    private readonly rpc: JsonRpc,
    private readonly options: PageTabOptions,
  ) {
    options.signal?.addEventListener('abort', () => setTimeout(() => this.#late.abort(), FINISH_MS).unref(), {
      signal: this.#late.signal,
    })
  }

  /**
   * @param scope lets go of the tab, which stays as it is
   * @throws {LabError} `BAD_PAGE` where the tab cannot be reached, `CANCELLED`
   */
  static async connect(scope: Scope, options: PageTabOptions): Promise<PageTab> {
    const { place, tab, signal, answerMs = ANSWER_MS } = options
    if (signal?.aborted) throw new LabError('CANCELLED', 'Interrupted.')
    const { JsonRpc } = await import('./jsonRpc') // only those who play on a page load it
    const rpc = new JsonRpc(tabSocket(place, tab), method => {
      if (method === 'Inspector.targetCrashed') rpc.lose('crashed')
    })
    scope.add(rpc)
    const page = new PageTab(rpc, options)
    try {
      await within(
        rpc.opened,
        options,
        `The debugging port ${portText(place)} accepts a connection to the tab, but does not answer within ${answerMs / 1000} s: another program may use that port, or the browser has stopped.`,
      )
      await page.#ask('Inspector.enable')
      // keys reach the page also while another window has the focus
      await page.#ask('Emulation.setFocusEmulationEnabled', { enabled: true })
      return page
    } catch (error) {
      if (error instanceof LabError) throw error
      throw new LabError('BAD_PAGE', `The tab cannot be reached: ${(error as Error).message}.`, undefined, { cause: error })
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
        const description = exceptionDetails.exception?.description ?? exceptionDetails.text
        throw new LabError('BAD_PAGE', `The page cannot be read: ${visible(shortened(description.split('\n', 1)[0]!, 300))}.`)
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
      const options = this.holds ? { ...this.options, signal: this.#late.signal } : this.options
      return await within(this.rpc.send(method, params), options)
    } catch (error) {
      if (error instanceof LabError || isNewPage(error)) throw error
      throw new LabError('BAD_PAGE', await this.#problem(error as Error), undefined, { cause: error })
    }
  }

  /** Why a question failed. @throws {LabError} `BAD_PAGE` where another program answers than a browser */
  async #problem({ message }: Error): Promise<string> {
    // the end of the connection may be noticed a moment after what it did to a question
    if (!this.rpc.loss) await wait(NOTICE_MS)
    switch (this.rpc.loss) {
      case undefined:
        return `The tab refuses: ${visible(shortened(message, 300))}.`
      case 'garbled':
        throw noBrowser(this.options.place)
      case 'crashed':
        return 'The page crashed.'
      case 'closed':
        return browserVersion(this.options.place).then(
          () => 'The tab was closed.',
          () => 'The browser has ended.',
        )
    }
  }
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
