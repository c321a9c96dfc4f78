/** The base of all JSON files of the lab: they are untrusted, bounded, and name their format. */
import { textShape, z } from '../zod'
import { LabError } from '../../errors'
import { parseBoard } from '../../games/twenty48/notation'
import { quoted, visible } from '../../quoted'
import type { Stamp } from '../../stamp'
import { checkedBy, parseShape } from '../shapes'

/** Deepest nesting of lists and objects. Our files have at most six levels, and a reader may recurse at each. */
const DEEPEST = 100
/** Maximum number of lists and objects in all: the longest replay has 131,070 rows of values. Each takes memory, even an empty one. */
const MOST_PARTS = 200_000

/** @throws {LabError} `BAD_FILE`, naming the file and the line and column of the fault. */
export function parseJson(text: string, fileName: string, maxChars: number): unknown {
  if (text.length > maxChars) throw bad(fileName, `at most ${maxChars} characters are read, this has ${text.length}`)
  if (text.trim() === '') throw bad(fileName, 'it is empty')
  refuseTangled(text, fileName)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw bad(fileName, visible((cause as Error).message), cause)
  }
}

/** After a name. */
const COLON = /\s*:/y

/** Checks a JSON text before it is parsed, because its contents may take a hundred times its size. @throws {LabError} `BAD_FILE` */
function refuseTangled(text: string, fileName: string): void {
  let parts = 0
  /** The names in each object that is open here; of a list, nothing. */
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at)
        const names = open.at(-1)
        COLON.lastIndex = end + 1
        if (names && COLON.test(text)) {
          const name = nameAt(text, at, end)
          const problem = problemOf(name, names)
          if (problem !== undefined) throw bad(fileName, `line ${text.slice(0, at).split('\n').length}: ${problem}`)
          names.add(name)
        }
        at = end
        break
      }
      case '[':
      case '{':
        open.push(text[at] === '{' ? new Set() : undefined)
        if (open.length > DEEPEST) throw bad(fileName, `lists and objects stand more than ${DEEPEST} deep in each other`)
        if (++parts > MOST_PARTS) throw bad(fileName, `at most ${MOST_PARTS} lists and objects are read, this has more`)
        break
      case ']':
      case '}':
        open.pop()
        break
      default:
    }
  }
}

/** JavaScript's parser takes the last of two, and an object has no own field `__proto__` once it is copied: both would be lost. */
function problemOf(name: string, names: ReadonlySet<string>): string | undefined {
  if (name === '__proto__') return `no field may be called ${name}`
  return names.has(name) ? `${quoted(name)} is there twice` : undefined
}

/** A name with its escapes read; as it stands where they are faulty, which the parser reports. */
function nameAt(text: string, from: number, end: number): string {
  const raw = text.slice(from + 1, end)
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/** @param from place of its first quote @returns place of its last quote; the end of the text if there is none */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Maximum number of entries of a list or names of an object; no shape here allows more, and each may cause a finding. */
const WIDEST = 1_000

/** @throws {LabError} `BAD_FILE` on a value with a list or an object far wider than any shape allows. */
export function refuseWide(data: unknown, fileName: string): void {
  const waiting = [data]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    const parts: unknown[] = Object.values(value)
    if (parts.length > WIDEST)
      throw bad(fileName, `a list or object of ${parts.length} entries: no field has more than ${WIDEST}`)
    for (const part of parts) waiting.push(part)
  }
}

/** Reports a file of a newer version before its fields are checked. @throws {LabError} `BAD_FILE` */
export function refuseNewer(data: unknown, format: string, version: number, fileName: string): void {
  const head = (data ?? {}) as { format?: unknown; version?: unknown }
  if (head.format === format && typeof head.version === 'number' && head.version > version)
    throw bad(fileName, `version ${head.version} is newer than this lab reads (${version}); update the lab`)
}

function bad(fileName: string, message: string, cause?: unknown): LabError {
  return new LabError('BAD_FILE', `${fileName}: ${message}`, { where: fileName }, { cause })
}

/** Runs a reader that does not know the source of its text. @throws {LabError} its own, with the place */
export function locating<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new LabError(error.code, `${where}: ${error.message}`, { ...error.detail, where }, { cause: error })
  }
}

/** Lets an editor find the published schema; the lab ignores it. */
export const schemaField = textShape(500).exactOptional()

/** The first fields of a JSON file. */
export function headFields<Format extends string, Version extends number>(format: Format, version: Version) {
  return { $schema: schemaField, format: z.literal(format), version: z.literal(version) }
}

type Head = z.infer<z.ZodObject<ReturnType<typeof headFields>>>
/** The fields of a file without its first ones. */
export type Fields<File> = Omit<File, keyof Head>

/**
 * Checks a file of the format and the version that its shape names.
 * @param upgrade changes data of earlier versions before the check
 * @throws {LabError} `BAD_FILE`, naming the file and the field
 */
export function readFields<File extends Head>(
  shape: z.ZodType<File> & { readonly shape: Pick<ReturnType<typeof headFields>, 'format' | 'version'> },
  data: unknown,
  fileName: string,
  upgrade = (data: unknown) => data,
): Fields<File> {
  const { format, version } = shape.shape
  refuseNewer(data, format.value, version.value, fileName)
  refuseWide(data, fileName)
  const {
    $schema: _schema,
    format: _format,
    version: _version,
    ...fields
  } = parseShape(shape, upgrade(data), fileName, 'BAD_FILE')
  return fields
}

/** Reads a JSON text of at most `maxChars` characters. @throws {LabError} `BAD_FILE`, naming the place and the field */
export function readText<T>(shape: z.ZodType<T>, text: string, where: string, maxChars: number): T {
  return parseShape(shape, parseJson(text, where, maxChars), where, 'BAD_FILE')
}

/** ISO 8601 in UTC. */
const timeShape = z.iso.datetime()

export const stampShape: z.ZodType<Stamp> = z.strictObject({
  version: z.string().min(1).max(40),
  kernel: textShape(64).exactOptional(),
  hardware: textShape(200).exactOptional(),
  at: timeShape.exactOptional(),
})

/** 16 digits as `makePosition` writes them: a file has one spelling. */
export const positionShape = z
  .string()
  .regex(/^[0-9A-H]{16}$/, 'a position is 16 digits 0-9, A-H')
  .superRefine(checkedBy<string>(parseBoard))

interface HeadKind<Head extends object> {
  readonly format: string
  readonly version: number
  /** The other fields. */
  readonly shape: z.ZodType<Head>
  /** Each start may write one; absent: only the first line is one. */
  readonly isRepeated?: true
}

/** A kind of file of JSON lines: a head that names format and version, then a line for each result. */
export interface LineKind<Head extends object, Line extends object> {
  /** What the file is: "tournament". */
  readonly name: string
  /** What its lines hold: "games". */
  readonly parts: string
  /** Absent: another file has what a head would say. */
  readonly head?: HeadKind<Head>
  readonly line: z.ZodType<Line>
  /** Characters of the longest line to read. */
  readonly longest: number
}

/** The fields of a head that say which lab began the file, where and when. */
export const BEGINNING_FIELDS = {
  lab: textShape(40),
  generator: textShape(80),
  machine: textShape(400),
  at: timeShape,
} as const

/** The beginning of a file as the lab writes it. */
export function startOf({ head }: Pick<LineKind<object, object>, 'head'>): string {
  return head ? `{"format":"${head.format}",` : ''
}

/** A head as the lab writes it, without the end of its line. */
export function headText<Head extends object>({ head }: Pick<LineKind<Head, object>, 'head'>, fields: Head): string {
  return JSON.stringify({ format: head?.format, version: head?.version, ...fields })
}

type ParsedLine<Head, Line> = { readonly head: Head } | { readonly line: Line }

/** @param number of the line, from 1 @throws {LabError} `BAD_FILE`, naming the line and the field; also for another version */
export function parseLine<Head extends object, Line extends object>(
  { name, head, line, longest }: LineKind<Head, Line>,
  text: string,
  fileName: string,
  number: number,
): ParsedLine<Head, Line> {
  const where = `${fileName}: line ${number}`
  const data = parseJson(text, where, longest)
  const { format, version, ...fields } = (data ?? {}) as { readonly format?: unknown; readonly version?: unknown }
  if (head && number === 1 && format !== head.format) throw bad(fileName, notOf(name))
  if (!head || format !== head.format) return { line: parseShape(line, data, where, 'BAD_FILE') }
  refuseNewer(data, head.format, head.version, fileName)
  if (version !== head.version) throw bad(fileName, `an older lab wrote this ${name}. ${ANOTHER_FILE}`)
  if (number > 1 && !head.isRepeated) throw bad(where, `a second ${name} begins`)
  return { head: parseShape(head.shape, fields, where, 'BAD_FILE') }
}

/** The problem of a file of another kind. */
export function notOf(name: string): string {
  return `this is not the file of a ${name}`
}

/** What to do about a file that cannot be continued. */
export const ANOTHER_FILE = 'Name another one with --out'
