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
