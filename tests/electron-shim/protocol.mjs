/** Own schemes (`app://lab/…`) and `net.fetch`. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shim } from './state.mjs'
import { strict } from './strict.mjs'

const schemes = new Set()
const handlers = new Map()

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list) {
    if (shim.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of list) schemes.add(scheme)
  },
  handle(scheme, handler) {
    if (handlers.has(scheme)) throw new Error('The scheme is already registered')
    handlers.set(scheme, handler)
  },
  unhandle: scheme => void handlers.delete(scheme),
  isProtocolHandled: scheme => handlers.has(scheme),
})

export const handlerOf = url => handlers.get(schemeOf(url))

/**
 * Chromium cannot be taught a scheme from outside, so an own one is dressed as https under a name that can never exist:
 * a secure origin, one for each host, like the real thing.
 */
export function toBrowserUrl(url) {
  if (!schemes.has(schemeOf(url))) return url
  const { host } = new URL(url)
  const rest = url.slice(url.indexOf(host) + host.length)
  return `https://${host}.${schemeOf(url)}.electron-shim.invalid${rest}`
}

export function fromBrowserUrl(url) {
  return url.replace(
    /^https:\/\/([^/]+)\.([a-z][a-z0-9+.-]*)\.electron-shim\.invalid/,
    (_, host, scheme) => `${scheme}://${host}`,
  )
}

const schemeOf = url => new URL(url).protocol.slice(0, -1)

const CONTENT_TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export const net = strict('net', {
  async fetch(input, init) {
    const url = String(input.url ?? input)
    if (!url.startsWith('file:')) return fetch(input, init)
    const path = fileURLToPath(url.replace(/[?#].*/, ''))
    const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream'
    try {
      return new Response(await readFile(path), { headers: { 'content-type': type } })
    } catch (cause) {
      throw new Error('net::ERR_FILE_NOT_FOUND', { cause })
    }
  },
})
