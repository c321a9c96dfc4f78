/** The debugging port of a browser on this machine: https://chromedevtools.github.io/devtools-protocol/ (HTTP endpoints). */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { z } from '../../../core/contract/zod'
import { LabError } from '../../../core/errors'
import { quoted, visible } from '../../../core/quoted'

/** How long a browser may take to answer. */
const ANSWER_MS = 5_000
/** Longest answer that is read, in characters: a browser with a thousand tabs has less. */
const MAX_ANSWER = 5_000_000

/** Names of this machine. */
export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

/** Always of this machine. */
export interface DebuggingPort {
  readonly host: '127.0.0.1' | '[::1]'
  readonly port: number
}

/** A tab of the browser. */
export interface BrowserTab {
  readonly id: string
  readonly title: string
  readonly url: string
}

const tabShape = z.object({ id: z.string().regex(/^[\w-]{1,100}$/), type: z.string(), title: z.string(), url: z.string() })
const versionShape = z.object({ Browser: z.string().max(200) })

/**
 * Reads `9222`, `localhost:9222` or `127.0.0.1:9222`.
 *
 * @throws {LabError} `BAD_SETTING` for another machine: a debugging port gives full control of a browser
 */
export function parseDebuggingPort(text: string): DebuggingPort {
  const [, host = '127.0.0.1', digits] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port < 1 || port > 65_535)
    throw new LabError('BAD_SETTING', `${quoted(text)} is not a debugging port: give a number in 1 … 65535, like 9222`)
  if (!LOOPBACK.some(each => each === host.toLowerCase()))
    throw new LabError(
      'BAD_SETTING',
      `${quoted(host)} is not this machine: the lab connects only to a browser here (127.0.0.1), because a debugging port gives full control of the browser`,
    )
  return { host: host === '[::1]' ? host : '127.0.0.1', port }
}

export function portText({ host, port }: DebuggingPort): string {
  return `${host}:${port}`
}

/** Name and version of the browser, like `Chrome/140.0.1`. @throws {LabError} `BAD_PAGE` where no browser answers */
export async function browserVersion(place: DebuggingPort, signal?: AbortSignal): Promise<string> {
  return visible((await ask(place, 'GET', '/json/version', versionShape, signal)).Browser)
}

/** The tabs of the browser, without what else can be debugged. @throws {LabError} `BAD_PAGE` */
export async function listTabs(place: DebuggingPort, signal?: AbortSignal): Promise<readonly BrowserTab[]> {
  const targets = await ask(place, 'GET', '/json/list', z.array(tabShape).max(100_000), signal)
  return targets.filter(({ type }) => type === 'page')
}

/** Opens an address in a new tab. @throws {LabError} `BAD_PAGE` */
export async function openTab(place: DebuggingPort, url: string, signal?: AbortSignal): Promise<BrowserTab> {
  return ask(place, 'PUT', `/json/new?${encodeURIComponent(url)}`, tabShape, signal)
}

/** Address of the socket of one tab: what is asked there reaches no other. */
export function tabSocket(place: DebuggingPort, { id }: BrowserTab): string {
  return `ws://${portText(place)}/devtools/page/${id}`
}

async function ask<T>(place: DebuggingPort, method: string, path: string, shape: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(ANSWER_MS)
  let text = ''
  try {
    // no agent: the connection ends with the answer
    const host = place.host === '[::1]' ? '::1' : place.host
    const either = AbortSignal.any([limit, signal ?? []].flat())
    const asked = request({ host, port: place.port, method, path, agent: false, signal: either })
    asked.on('error', () => undefined) // one that comes after the answer began is also an error of the response
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage]
    for await (const piece of response.setEncoding('utf8')) {
      text += String(piece)
      if (text.length > MAX_ANSWER) throw noBrowser(place)
    }
  } catch (error) {
    throw unreachable(place, error, signal?.aborted ?? false, limit.aborted)
  }
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw noBrowser(place)
  }
}

/** Another program has the port. */
export function noBrowser(place: DebuggingPort): LabError {
  return new LabError(
    'BAD_PAGE',
    `What answers on ${portText(place)} is not the debugging port of a Chromium browser. docs/remote.md shows how to start one.`,
  )
}

function unreachable(place: DebuggingPort, cause: unknown, isCancelled: boolean, isLate: boolean): LabError {
  if (cause instanceof LabError) return cause
  if (isCancelled) return new LabError('CANCELLED', 'Interrupted.', undefined, { cause })
  const why = isLate ? `no answer within ${ANSWER_MS / 1000} s` : ((cause as NodeJS.ErrnoException).code ?? String(cause))
  return new LabError(
    'BAD_PAGE',
    `No browser answers on ${portText(place)} (${why}). Start one with --remote-debugging-port=${place.port} and --user-data-dir=FOLDER; docs/remote.md shows how.`,
    undefined,
    { cause },
  )
}
