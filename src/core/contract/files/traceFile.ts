/**
 * Recorded search trees as files, in pieces, because one may have hundreds of MiB. Little-endian:
 *
 *     bytes  what
 *         8  "LABTRACE"
 *         4  version
 *         4  bytes of the head
 *         …  head: JSON in ASCII, see `traceHead.ts`
 *         4  CRC-32 of everything before
 *            then each column of `core/trace/format.ts`, in its order:
 *         …  entries × bytes of an entry
 *         4  CRC-32 of these
 *            then, if the tree has an event log, its columns of `core/trace/eventLog.ts`, in the same way
 */
import { LabError } from '../../errors'
import { boardRule } from '../../games/twenty48/tree/boards'
import { isBoardHead } from '../../games/twenty48/tree/head'
import { LOG_COLUMNS, newLog, type LogColumnName } from '../../trace/eventLog'
import { columnList, inSearchOrder, newSpace } from '../../trace/format'
import { checkTrace } from '../../trace/check'
import { Trace } from '../../trace/trace'
import { finish, type Sliced } from '../../sliced'
import { parseJson, refuseWide } from './json'
import { TRACE_MAGIC } from './recognise'
import { LAST_WITH_SHAPES, makeHead, readHead, TRACE_VERSION, type FileHead } from './traceHead'

/** Magic, version and size of the head. */
const PREAMBLE = 16
const CHECKSUM = 4
/** Enough for the root of an example tree, or the positions of worlds. */
const MAX_HEAD = 600_000
/** Bytes written at once. */
const PIECE = 2 ** 20

/** Size of the file of a trace, in bytes. */
export function traceFileBytes(trace: Trace): number {
  return endOf(sectionsOf(headBytes(trace).length, fileHead(trace)))
}

/** The file of a trace, piece by piece; `TraceFileReader` reads it back. */
export function* makeTraceFile(trace: Trace): Generator<Uint8Array, void, undefined> {
  const head = headBytes(trace)
  const start = new Uint8Array(PREAMBLE + head.length)
  start.set(asciiBytes(TRACE_MAGIC))
  start.set(u32Bytes(TRACE_VERSION), 8)
  start.set(u32Bytes(head.length), 12)
  start.set(head, PREAMBLE)
  yield start
  yield u32Bytes(crc32(start))
  for (const section of columnsOf(fileHead(trace))) {
    const column = bytesOf(trace, section)
    let sum = 0
    for (let at = 0; at < column.length; at += PIECE) {
      const piece = column.slice(at, at + PIECE) // a copy: not every writer takes shared memory
      sum = crc32(piece, sum)
      yield piece
    }
    yield u32Bytes(sum)
  }
}

/** A column of the trace, or of its log. */
interface ColumnSection {
  readonly name: string
  /** Bytes of one entry, or of one event. */
  readonly bytes: number
  readonly isOfLog: boolean
  of(trace: Trace): Float64Array | Uint32Array | Uint16Array | Uint8Array
}

interface Section {
  readonly name: string
  /** `undefined` for the head. */
  readonly column: ColumnSection | undefined
  /** Place of its bytes in the file; its checksum follows them. */
  readonly from: number
  readonly to: number
}

/** Reads the file of a trace as its pieces arrive. */
export class TraceFileReader {
  /** Bytes read so far. */
  #read = 0
  /** All bytes so far, until the head is complete. */
  #start: Uint8Array = new Uint8Array(0)
  #sections: readonly Section[] | undefined
  #trace: Trace | undefined
  #version = TRACE_VERSION
  /** The current section, the checksum of its bytes so far, and the checksum in the file. */
  #section = 1
  #sum = 0
  readonly #stored = new Uint8Array(CHECKSUM)

  /** @param bytes size of the whole file, so that a truncated file is refused before any of it is stored */
  constructor(
    private readonly fileName: string,
    private readonly bytes: number,
  ) {}

  /** @throws {LabError} `BAD_FILE`, naming the file, the part and its fault */
  push(piece: Uint8Array): void {
    let rest = piece
    if (!this.#sections) {
      this.#start = joined(this.#start, piece)
      rest = this.#readHead()
    }
    if (this.#sections) this.#readColumns(this.#sections, rest)
  }

  /** @throws {LabError} `BAD_FILE` */
  finish(): Trace {
    return finish(this.finishing())
  }

  /** Like `finish`, in slices, because a large tree takes long to check. */
  *finishing(): Sliced<Trace> {
    if (!this.#trace || !this.#sections) throw this.#bad(`ends after ${this.#start.length} bytes, within its head`)
    if (this.#read < endOf(this.#sections)) throw this.#shortAt(this.#sections, this.#read)
    const trace = this.#version > LAST_WITH_SHAPES ? this.#trace : this.#reordered(this.#trace)
    const { head, columns } = trace
    yield* checkTrace(trace, problem => this.#bad(problem), isBoardHead(head) ? boardRule(trace) : undefined)
    if (!isBoardHead(head) && columns.nodes[0] !== head.nodes)
      throw this.#bad(`its root counts ${columns.nodes[0]} nodes, its head ${head.nodes}`)
    return trace
  }

  /** The tree of a version with shapes, in the order of the search. */
  #reordered({ data, entries }: Trace): Trace {
    const ordered = inSearchOrder(data.space, entries)
    if (!ordered) throw this.#bad('a node stands before its parent')
    return new Trace({ ...data, space: ordered.space })
  }

  /** The bytes after the head, once it is complete. */
  #readHead(): Uint8Array {
    const start = this.#start
    const nothing = new Uint8Array(0)
    if (start.length < Math.min(PREAMBLE, this.bytes)) return nothing
    // Step 1. The format and its version.
    if (!TRACE_MAGIC.startsWith(asciiText(start.subarray(0, 8))))
      throw this.#bad(`is not a recorded search tree: those begin with ${TRACE_MAGIC}`)
    if (start.length < PREAMBLE) throw this.#bad(`ends after ${this.bytes} bytes, within its head`)
    const version = u32At(start, 8)
    if (version > TRACE_VERSION)
      throw this.#bad(`version ${version} is newer than this lab reads (${TRACE_VERSION}); update the lab`)
    const size = u32At(start, 12)
    if (version === 0 || size > MAX_HEAD) throw this.#bad('the head is damaged: its version or its size cannot be')
    const end = PREAMBLE + size
    if (this.bytes < end + CHECKSUM) throw this.#bad(`ends after ${this.bytes} bytes, within its head`)
    if (start.length < end + CHECKSUM) return nothing
    // Step 2. The head.
    if (crc32(start.subarray(0, end)) !== u32At(start, end)) throw this.#bad('the head is damaged: its checksum is another')
    const json = parseJson(asciiText(start.subarray(PREAMBLE, end)), this.fileName, MAX_HEAD)
    refuseWide(json, this.fileName)
    const { head, entries, layout, log } = readHead(json, version, this.fileName)
    this.#version = version
    // Step 3. Room for the columns, if the file has the expected length.
    this.#sections = sectionsOf(size, { entries, layout, log }, version)
    const whole = endOf(this.#sections)
    if (this.bytes < whole) throw this.#shortAt(this.#sections, this.bytes)
    if (this.bytes > whole) throw this.#bad(`has ${this.bytes - whole} bytes behind its last column, which ends at byte ${whole}`)
    const its = log && { log: newLog(log.events, log.isWhole) }
    this.#trace = new Trace({ head, space: newSpace(entries, layout), entries, ...its })
    this.#read = end + CHECKSUM
    this.#start = nothing
    return start.subarray(this.#read)
  }

  #readColumns(sections: readonly Section[], piece: Uint8Array): void {
    let rest = piece
    while (rest.length > 0) {
      const section = sections[this.#section]
      if (!section?.column) throw this.#bad(`has bytes behind its last column, from byte ${this.#read} on`)
      const { name, column, from, to } = section
      if (this.#read < to) {
        const part = rest.subarray(0, to - this.#read)
        bytesOf(this.#trace!, column).set(part, this.#read - from)
        this.#sum = crc32(part, this.#sum)
        this.#read += part.length
        rest = rest.subarray(part.length)
        continue
      }
      const part = rest.subarray(0, to + CHECKSUM - this.#read)
      this.#stored.set(part, this.#read - to)
      this.#read += part.length
      rest = rest.subarray(part.length)
      if (this.#read < to + CHECKSUM) continue
      if (u32At(this.#stored, 0) !== this.#sum)
        throw this.#bad(`the column "${name}", bytes ${from} to ${to}, is damaged: its checksum is another`)
      this.#sum = 0
      this.#section++
    }
  }

  #shortAt(sections: readonly Section[], at: number): LabError {
    const { name, from, to } = sections.find(each => at < each.to + CHECKSUM)!
    const whole = endOf(sections)
    return this.#bad(`ends after ${at} of ${whole} bytes, within the column "${name}" (bytes ${from} to ${to + CHECKSUM})`)
  }

  #bad(problem: string): LabError {
    return new LabError('BAD_FILE', `${this.fileName}: ${problem}`, { where: this.fileName })
  }
}

function headBytes(trace: Trace): Uint8Array {
  return asciiBytes(makeHead({ head: trace.head, ...fileHead(trace) }))
}

/** The data that determine the sizes of the sections. */
function fileHead({ entries, data: { space, log } }: Trace): Omit<FileHead, 'head'> {
  const { hasWindows, hasVisits, values } = space
  return { entries, layout: { hasWindows, hasVisits, values }, log: log && { events: log.events, isWhole: log.isWhole } }
}

/** @param version with a shape: siblings of a tree with windows are linked by a column that follows from the others */
function columnsOf({ layout, log, entries }: Omit<FileHead, 'head'>, version = TRACE_VERSION): ColumnSection[] {
  const unread = new Uint32Array(version > LAST_WITH_SHAPES || !layout.hasWindows ? 0 : entries)
  const next = { name: 'next', bytes: 4, isOfLog: false, of: () => unread }
  const events = Object.entries(log ? LOG_COLUMNS : {}) as [LogColumnName, number][]
  return [
    ...columnList(layout).flatMap(({ name, bytes, of }) => {
      const column = { name, bytes, isOfLog: false, of: ({ columns }: Trace) => of(columns) }
      return name === 'first' && unread.length > 0 ? [next, column] : [column]
    }),
    ...events.map(([name, bytes]) => ({
      ...{ name: `event ${name}`, bytes, isOfLog: true },
      of: (trace: Trace) => trace.log!.columns[name],
    })),
  ]
}

function sectionsOf(headSize: number, file: Omit<FileHead, 'head'>, version?: number): readonly Section[] {
  const { entries, log } = file
  const sections: Section[] = [{ name: 'head', column: undefined, from: 0, to: PREAMBLE + headSize }]
  for (const column of columnsOf(file, version)) {
    const from = sections.at(-1)!.to + CHECKSUM
    sections.push({ name: column.name, column, from, to: from + column.bytes * (column.isOfLog ? log!.events : entries) })
  }
  return sections
}

function endOf(sections: readonly Section[]): number {
  return sections.at(-1)!.to + CHECKSUM
}

/** The bytes of a column's entries, or of the log's events, to read or write. */
function bytesOf(trace: Trace, { isOfLog, of }: ColumnSection): Uint8Array {
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = of(trace)
  return new Uint8Array(buffer, byteOffset, (isOfLog ? trace.log!.events : trace.entries) * BYTES_PER_ELEMENT)
}

/** Writes characters beyond ASCII as JSON escapes; only names of machines have them. */
function asciiBytes(text: string): Uint8Array {
  const ascii = text.replace(/[^\0-\x7f]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Uint8Array.from(ascii, character => character.charCodeAt(0))
}

function asciiText(bytes: Uint8Array): string {
  return Array.from(bytes, byte => String.fromCharCode(byte)).join('')
}

function u32Bytes(number: number): Uint8Array {
  return Uint8Array.of(number, number >>> 8, number >>> 16, number >>> 24)
}

function u32At(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** CRC-32 as in zip, gzip and PNG (reflected polynomial edb88320), four bytes per step: about 1 ms per MiB. */
const TABLES = [0, 1, 2, 3].map(() => new Uint32Array(256))

for (let byte = 0; byte < 256; byte++) {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  TABLES[0]![byte] = sum
}
// Table k maps a byte to its value after k zero bytes.
for (let k = 1; k < 4; k++)
  for (let byte = 0; byte < 256; byte++) {
    const before = TABLES[k - 1]![byte]!
    TABLES[k]![byte] = (before >>> 8) ^ TABLES[0]![before & 255]!
  }

/** The checksum of the bytes so far and these. Starts with 0. */
export function crc32(bytes: Uint8Array, soFar = 0): number {
  const [one, two, three, four] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array]
  let sum = ~soFar
  let at = 0
  for (const end = bytes.length - 3; at < end; at += 4) {
    sum ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    sum = four[sum & 255]! ^ three[(sum >>> 8) & 255]! ^ two[(sum >>> 16) & 255]! ^ one[sum >>> 24]!
  }
  for (; at < bytes.length; at++) sum = (sum >>> 8) ^ one[(sum ^ bytes[at]!) & 255]!
  return ~sum >>> 0
}
