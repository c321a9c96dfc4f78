/**
 * A place in the lab with all that another lab needs to open it there: a lecture at a step, a tree with its selection, the charts of tuning
 * runs. As a file or, if it is short, as a text to paste, which is also a link.
 */
import { LabError, unreachable } from '../../errors'
import type { SearchLimits } from '../../search/settings'
import { TREE_VIEWS } from '../../tree/views'
import { MAX_DEPTH } from '../../game/limits'
import { GAMES } from '../../games/registry'
import { GAME_SEARCH, lacksLimit, SEARCHER_FACTS } from '../searchers'
import { moveShape, playerShape } from '../shapes'
import { lineShape } from '../texts'
import { MAX_VALIDATION_GAMES } from '../tuning/tuningConfig'
import { amountShape, countShape, textShape, wholeShape, z } from '../zod'
import { headFields, parseJson, positionShape, readFields } from './json'
import { tuningConfigShape } from './tuningFile'

export const SHARED_VERSION = 1
export const SHARED_FORMAT = '2048-lab-shared'
/** Ending of the files that the window writes. */
export const SHARED_ENDING = '2048share'
/** Begins the text; the scheme of links. */
export const SHARED_SCHEME = 'lab2048:'
/** Largest file to read, in characters. */
export const MAX_SHARED_CHARS = 16_000_000
/** Longest text, in characters, each of one byte. */
export const MAX_SHARED_TEXT = 2000
/** Largest recorded tree that a file can hold, in bytes; and largest run, in characters, which fits in a message. */
export const MAX_SHARED_TREE = 10_000_000
export const MAX_SHARED_RUN = 900_000
/** Most runs of a comparison. */
export const MOST_SHARED_RUNS = 10

/** The search whose values a tree shows: the other lab repeats it. */
const kernelShape = z.strictObject({
  by: z.literal('kernel'),
  position: positionShape,
  player: playerShape,
  /** See `recordTree`. */
  depths: z.record(moveShape, wholeShape(0, MAX_DEPTH).nullable()).exactOptional(),
  cuts: z.record(moveShape, amountShape.max(1).nullable()).exactOptional(),
})
const searcherShape = z.strictObject({ by: z.literal('searcher'), ...GAME_SEARCH })
/** A tree that a search may not give again, such as one within a time limit: its file, base64. */
const traceShape = z.strictObject({
  by: z.literal('trace'),
  name: lineShape(255),
  bytes: z
    .string()
    .min(1)
    .max(Math.ceil(MAX_SHARED_TREE / 3) * 4),
})

const treeShape = z.strictObject({
  kind: z.literal('tree'),
  search: z.discriminatedUnion('by', [kernelShape, searcherShape, traceShape]),
  /** Nodes that the search counted: another number shows that it is not the same search. */
  nodes: countShape.exactOptional(),
  view: z.enum(TREE_VIEWS),
  /** Edges from the root to the selected node. */
  path: z.array(wholeShape(0, 65_535)).max(300),
  /** Event of the lecture; absent outside of one. */
  step: wholeShape(0, 2 ** 32).exactOptional(),
})

/** Version, threads and machine that computed a run. */
export const sharedProvenanceShape = z.strictObject({
  ...{ version: textShape(40), threads: countShape, generator: textShape(80), kernel: textShape(80) },
  hardware: z.strictObject({
    ...{ cpu: textShape(200), cores: countShape, memoryBytes: countShape },
    ...{ system: textShape(80), node: textShape(40) },
  }),
})

/** Lines of JSON, one for each result; `main/lab/tuning/sharedRun.ts` writes and reads them. */
const linesShape = textShape(MAX_SHARED_RUN)

export const sharedRunShape = z.strictObject({
  name: lineShape(80),
  config: tuningConfigShape,
  state: z.enum(['paused', 'stopped', 'finished']),
  /** Evaluations that were repeated. */
  retried: countShape,
  ms: amountShape,
  provenance: sharedProvenanceShape.exactOptional(),
  batches: linesShape,
  evaluations: linesShape,
  validations: z
    .array(
      z.strictObject({
        subject: z.enum(['candidate', 'origin']),
        candidate: countShape.nullable(),
        iteration: countShape,
        purpose: z.enum(['select', 'report']),
        byHand: z.boolean(),
        from: countShape,
        games: wholeShape(1, MAX_VALIDATION_GAMES),
        played: linesShape,
      }),
    )
    .max(200),
})
export type SharedRun = z.infer<typeof sharedRunShape>

/** The charts of tuning runs: of the first one, with the others beside it. */
const runsShape = z.strictObject({ kind: z.literal('runs'), runs: z.array(sharedRunShape).min(1).max(MOST_SHARED_RUNS) })

export const sharedFileShape = z.strictObject({
  ...headFields(SHARED_FORMAT, SHARED_VERSION),
  place: z.discriminatedUnion('kind', [treeShape, runsShape]),
})

export type Shared = z.infer<typeof sharedFileShape>['place']
export type SharedTree = z.infer<typeof treeShape>
export type SharedRuns = z.infer<typeof runsShape>
export type SharedSearch = SharedTree['search']

/** Schemes of links have no case, and some programs add the slashes of an address. */
const LINK = new RegExp(`${SHARED_SCHEME}(//)?`, 'i')
const BEGINS_LINK = new RegExp(`^\\s*${LINK.source}`, 'i')
/** Base64url of `{"`. */
const HOLDS_LINK = new RegExp(`\\b${LINK.source}[\\s>]*eyJ`, 'i')

/** Whether a text is a link, or one that is pasted. */
export function isSharedText(text: string): boolean {
  return BEGINS_LINK.test(text)
}

/** Whether a link stands somewhere in a text, as in a mail. */
export function holdsSharedText(text: string): boolean {
  return isSharedText(text) || HOLDS_LINK.test(text)
}

/**
 * Reads a file, or a text with a link.
 * @throws {LabError} `BAD_FILE`, naming `where` and the field or the place in its JSON
 */
export function parseShared(text: string, where: string): Shared {
  const isFile = /^[\s\uFEFF]*\{/.test(text) || !holdsSharedText(text)
  const json = isFile ? parseJson(text, where, MAX_SHARED_CHARS) : linkedJson(text, where)
  const { place } = readFields(sharedFileShape, json, where)
  if (place.kind === 'tree' && place.search.by === 'kernel' && extentOf(place.search) === 'endless') {
    const field = 'place.search.player.limits'
    throw new LabError('BAD_FILE', `${where}: ${field}: the search would not end: it needs a depth, nodes or a time`, {
      where,
      field,
    })
  }
  return place
}

/** A search within one of these limits takes seconds at most. A cut allows a greater depth. */
const SHORT = {
  ...{ nodes: 10_000_000, ms: 10_000, iterations: 1_000_000, worlds: 100 },
  ...{ depth: 3, depthWithCut: 10, cut: 0.0001 },
} as const

/** Whether opening a place may search for long: then its limits are shown first. */
export function isLongSearch(place: Shared): boolean {
  return place.kind === 'tree' && extentOf(place.search) !== 'short'
}

/** How long a search may take: seconds, longer, or without end. */
function extentOf(search: SharedSearch): 'short' | 'long' | 'endless' {
  switch (search.by) {
    case 'kernel':
      return extentOfKernel(search)
    case 'searcher':
      return extentOfSearcher(search)
    case 'trace':
      return 'short'
    default:
      return unreachable(search)
  }
}

function extentOfKernel({ player: { limits, settings }, depths, cuts }: z.infer<typeof kernelShape>) {
  const { depth, nodes, ms } = limits
  if (!depths && (depth ?? nodes ?? ms) === undefined) return 'endless'
  const { expert } = settings // asked first, within its own depth alone
  if (expert && !isShallow(expert.layers, expert.cut)) return 'long'
  if (depths) {
    // only these depths end the search when it is repeated
    const cut = Math.min(settings.cut, ...Object.values(cuts ?? {}).map(each => each ?? 1))
    return Object.values(depths).every(each => isShallow(each ?? 0, cut)) ? 'short' : 'long'
  }
  if (isBrief(limits)) return 'short'
  if (typeof depth === 'number') return isShallow(depth, settings.cut) ? 'short' : 'long'
  const deepens = nodes !== undefined || ms !== undefined
  return deepens || settings.cut < SHORT.cut ? 'long' : 'short'
}

function extentOfSearcher({ game, searcher, config, limits, wrapping }: z.infer<typeof searcherShape>) {
  const facts = SEARCHER_FACTS[searcher]
  if (lacksLimit(facts, config, limits, GAMES[game])) return 'endless'
  if (!facts.isLimited || isBrief(limits)) return 'short'
  const isWithin = (name: string, most: number) => Number(config[name] ?? Infinity) <= most
  if (facts.tree === 'visits') return isWithin('iterations', SHORT.iterations) ? 'short' : 'long'
  if (facts.tree === 'worlds' && !isWithin('worlds', SHORT.worlds)) return 'long'
  const depth = (limits.depth ?? Infinity) + (wrapping.quiescence?.plies ?? 0)
  return GAMES[game].isSmall || depth <= SHORT.depth ? 'short' : 'long'
}

const isShallow = (depth: number, cut: number) => depth <= (cut >= SHORT.cut ? SHORT.depthWithCut : SHORT.depth)
const isBrief = ({ nodes = Infinity, ms = Infinity }: SearchLimits) => nodes <= SHORT.nodes || ms <= SHORT.ms

/** The text of the file; `parseShared` reads it back. */
export function makeShared(place: Shared): string {
  return `${JSON.stringify({ format: SHARED_FORMAT, version: SHARED_VERSION, place }, undefined, 2)}\n`
}

/** The text to paste; `undefined` if it is longer than others read. */
export function makeSharedText(place: Shared): string | undefined {
  const json = JSON.stringify({ format: SHARED_FORMAT, version: SHARED_VERSION, place })
  if (json.length > MAX_SHARED_TEXT) return undefined
  const text = SHARED_SCHEME + encoded(json.replaceAll(/[^ -~]/g, escaped))
  return text.length > MAX_SHARED_TEXT ? undefined : text
}

/** A place with all that a page shows of it and writes. */
export interface WrittenPlace {
  readonly place: Shared
  readonly file: string
  readonly fileName: string
  readonly text: string | undefined
}

export function writePlace(place: Shared): WrittenPlace {
  const name = place.kind === 'runs' ? place.runs[0]!.name : place.step === undefined ? 'tree' : `lecture-${place.step + 1}`
  return { place, file: makeShared(place), fileName: `${name}.${SHARED_ENDING}`, text: makeSharedText(place) }
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The digits of base64url: links and command lines need no escapes for them. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** @param ascii of one byte each */
function encoded(ascii: string): string {
  let text = ''
  for (let at = 0; at < ascii.length; at += 3) {
    const bytes = [0, 1, 2].map(i => ascii.charCodeAt(at + i) || 0) as [number, number, number]
    const bits = (bytes[0] << 16) | (bytes[1] << 8) | bytes[2]
    const digits = [18, 12, 6, 0].map(shift => DIGITS[(bits >> shift) & 63]).join('')
    text += digits.slice(0, Math.min(3, ascii.length - at) + 1)
  }
  return text
}

/**
 * The JSON of the first link in a text. It ends where it is complete: mail programs break long lines, quote them by `>`, and put other
 * characters or words behind a link. @throws {LabError} `BAD_FILE`
 */
function linkedJson(text: string, where: string): unknown {
  const bad = (problem: string) => new LabError('BAD_FILE', `${where}: ${problem}`, { where })
  const [found] = HOLDS_LINK.exec(text) ?? LINK.exec(text)!
  const piece = /[\s>]*([\w-]+)/y
  piece.lastIndex = text.indexOf(found) + LINK.exec(found)![0].length
  let digits = ''
  for (let next = piece.exec(text); next; next = piece.exec(text)) {
    if (next[1]!.length > MAX_SHARED_TEXT) throw bad(`a link has at most ${MAX_SHARED_TEXT} characters, this has more`)
    digits += next[1]!
    if (SHARED_SCHEME.length + digits.length > MAX_SHARED_TEXT) break
    const json = decoded(digits)
    if (json?.trimEnd().endsWith('}') && isWhole(json)) return parseJson(json, where, MAX_SHARED_CHARS)
  }
  throw bad('it is cut off or was changed. Copy it again, or ask for the file')
}

/** @returns `undefined` if it is not UTF-8 */
function decoded(digits: string): string | undefined {
  let [bytes, bits, count] = ['', 0, 0]
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes += `%${((bits >> count) & 0xff).toString(16).padStart(2, '0')}`
  }
  try {
    return decodeURIComponent(bytes)
  } catch {
    return undefined
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
