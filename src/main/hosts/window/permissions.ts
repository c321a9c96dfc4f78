/**
 * Permissions that the page may request from the system: to write to the clipboard, and to read it just after the user has pressed a
 * button.
 */

/** How long a press counts, in ms: as in Chromium's own transient user activation. */
const GESTURE_MS = 5_000

/** Electron's names of input events by the user; moving the pointer over the page does not count. */
const GESTURES: ReadonlySet<string> = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchStart', 'touchEnd', 'pointerDown', 'pointerUp']) // oxfmt-ignore

export interface Asker {
  readonly isOurWindow: boolean
  readonly isMainFrame: boolean
  readonly url: string
}

export class Permissions {
  #lastGesture = -Infinity

  /** @param now a clock that never goes back, in ms */
  constructor(
    private readonly isOurs: (url: string) => boolean,
    private readonly now: () => number,
  ) {}

  /** Must be called with each input event of the window. */
  onInput(type: string): void {
    if (GESTURES.has(type)) this.#lastGesture = this.now()
  }

  allows(permission: string, { isOurWindow, isMainFrame, url }: Asker): boolean {
    if (!isOurWindow || !isMainFrame || !this.isOurs(url)) return false
    switch (permission) {
      case 'clipboard-sanitized-write':
        return true
      case 'clipboard-read':
        return this.now() - this.#lastGesture <= GESTURE_MS
      default:
        return false
    }
  }
}

declare global {
  /** Whether this is `npm run dev`; the build puts `false` in its place. */
  const __DEVELOPMENT__: boolean
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * The address on this machine where vite serves the page during development.
 * @returns `undefined` without an address
 * @throws {Error} for any other place: its page would get the lab's bridge
 */
export function loopbackUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'http:' || !LOOPBACK.has(hostname))
    throw new Error(`ELECTRON_RENDERER_URL: ${protocol}//${hostname} is not an http address of this machine`)
  return text
}
