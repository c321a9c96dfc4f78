/** Files of JSON lines: a head that names format and version, then a line for each result when it ends. */
import { LabError } from '../../errors'
import { parseShape } from '../shapes'
import { textShape, z } from '../zod'
import { parseJson, refuseNewer } from './json'

interface HeadKind<Head extends object> {
  readonly format: string
  readonly version: number
  /** The other fields. */
  readonly shape: z.ZodType<Head>
  /** Each start may write one; absent: only the first line is one. */
  readonly isRepeated?: true
}

/** A kind of file of JSON lines. */
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
  at: z.iso.datetime(),
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

function bad(where: string, message: string): LabError {
  return new LabError('BAD_FILE', `${where}: ${message}`, { where })
}
