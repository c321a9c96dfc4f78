/** The page's files and the policy they are served under: the same for the window's own scheme and for the browser. */
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { LabError } from '../../core/errors'
import { INSTALLATION, REPAIR } from '../installation'

/**
 * Everything comes from the page's own origin, and no inline text runs or styles it: Vue's compiled templates and bindings need neither
 * inline scripts nor `eval`, and set styles through the DOM.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'", // in a browser, the lab's WebSocket, which has the page's own host and port
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // only Vue's own renderer turns text into markup or code; its policy has this name
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ')

/** Permissions that a page may request from a browser, and no page in a frame may: ours reads and writes the clipboard. */
const PERMISSIONS_POLICY = [
  ...['clipboard-read', 'clipboard-write'].map(name => `${name}=(self)`),
  ...[
    ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation', 'gyroscope'],
    ...['hid', 'idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
    ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management'],
    'xr-spatial-tracking',
  ].map(name => `${name}=()`),
].join(', ')

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': PERMISSIONS_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export const BUILT_PAGE = join(INSTALLATION, 'out', 'renderer')

export interface PageFile {
  readonly path: string
  /** MIME type */
  readonly type: string
}

/**
 * The files of a built page by the path of their URL, with `/` for `index.html`. Only listed files can be requested, however a path is
 * spelled: no path of a request ever reaches the disk.
 * @throws {LabError} `BAD_FILE` if the page is not built
 */
export function listPage(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  addFolder(files, folder, '/')
  const index = files.get('/index.html')
  if (!index) throw new LabError('BAD_FILE', `${folder}: there is no built page here. ${REPAIR}`)
  return files.set('/', index)
}

function addFolder(files: Map<string, PageFile>, folder: string, url: string): void {
  for (const entry of entries(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(files, path, `${url}${entry.name}/`)
    else if (entry.isFile()) files.set(url + entry.name, { path, type: TYPES[extname(path)] ?? 'application/octet-stream' })
  }
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
