/** Cells of a page: rows, entries of indexes, and the space between them. */
import type { PageFile } from './pageFile'

export const LEAF_OF_TABLE = 13
const INSIDE_TABLE = 5
export const LEAF_OF_INDEX = 10
const INSIDE_INDEX = 2

export interface Cell {
  /** Of a row of a table; absent in an index, including tables without rowids. */
  readonly rowid?: bigint
  /** The whole payload, with its parts on other pages; `undefined` if those cannot be followed. */
  readonly payload: Buffer | undefined
  /** The other pages that hold parts of it. */
  readonly overflow: readonly number[]
}

export interface TreePage {
  readonly type: number
  /** Of the pages below, in their order. */
  readonly children: readonly number[]
  readonly cells: readonly Cell[]
  /** Why the page is damaged: its parts do not fill it, or overlap. `undefined` for a sound page. */
  readonly problem: string | undefined
}

/** @returns `undefined` for a page that is not part of a tree */
export function treePage(file: PageFile, number: number): TreePage | undefined {
  const page = file.page(number)
  const start = number === 1 ? 100 : 0
  const type = page?.[start]
  if (!page || page.length < file.pageSize) return undefined
  if (type !== LEAF_OF_TABLE && type !== INSIDE_TABLE && type !== LEAF_OF_INDEX && type !== INSIDE_INDEX) return undefined
  const isInside = type === INSIDE_TABLE || type === INSIDE_INDEX
  const count = page.readUInt16BE(start + 3)
  const pointers = start + (isInside ? 12 : 8)
  if (pointers + 2 * count > page.length) return { type, children: [], cells: [], problem: `it counts ${count} cells` }
  const cells: Cell[] = []
  const children: number[] = []
  const used: [from: number, to: number][] = [[0, pointers + 2 * count]]
  let problem: string | undefined
  for (let i = 0; i < count; i++) {
    const at = page.readUInt16BE(pointers + 2 * i)
    const found = at >= pointers + 2 * count ? cellAt(file, page, at, type) : undefined
    if (!found) problem ??= `its cell ${i} cannot be read`
    else {
      used.push([at, Math.max(found.end, at + 4)]) // a freed cell holds four bytes at least
      if (found.child !== undefined) children.push(found.child)
      if (type !== INSIDE_TABLE) cells.push(found.cell)
    }
  }
  if (isInside) children.push(page.readUInt32BE(start + 8))
  return { type, children, cells, problem: problem ?? gapIn(page, start, used) }
}

interface Found {
  readonly cell: Cell
  readonly child?: number
  readonly end: number
}

function cellAt(file: PageFile, page: Buffer, at: number, type: number): Found | undefined {
  let next = at
  let child: number | undefined
  if (type === INSIDE_TABLE || type === INSIDE_INDEX) {
    if (at + 4 > page.length) return undefined
    child = page.readUInt32BE(at)
    next += 4
  }
  if (type === INSIDE_TABLE) {
    const key = varint(page, next)
    return key && { cell: { payload: undefined, overflow: [] }, child: child!, end: key.end }
  }
  const size = varint(page, next)
  if (!size) return undefined
  next = size.end
  let rowid: bigint | undefined
  if (type === LEAF_OF_TABLE) {
    const key = varint(page, next)
    if (!key) return undefined
    rowid = BigInt.asIntN(64, key.value)
    next = key.end
  }
  if (size.value > BigInt(file.count) * BigInt(file.pageSize)) return undefined
  const total = Number(size.value)
  const local = localBytes(total, file.pageSize, type === LEAF_OF_TABLE)
  const end = next + local + (local < total ? 4 : 0)
  if (end > page.length) return undefined
  const rest =
    local < total ? overflowOf(file, page.readUInt32BE(next + local), total - local) : { pieces: [], pages: [], whole: true }
  const payload = rest.whole ? Buffer.concat([page.subarray(next, next + local), ...rest.pieces]) : undefined
  const cell: Cell = { payload, overflow: rest.pages, ...(rowid !== undefined && { rowid }) }
  return { cell, end, ...(child !== undefined && { child }) }
}

function localBytes(total: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (total <= most) return total
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const kept = least + ((total - least) % (usable - 4))
  return kept <= most ? kept : least
}

function overflowOf(file: PageFile, first: number, bytes: number): { pieces: Buffer[]; pages: number[]; whole: boolean } {
  const pieces: Buffer[] = []
  const pages: number[] = []
  let left = bytes
  for (let number = first; left > 0;) {
    const page = file.page(number)
    if (!page || page.length < file.pageSize || pages.length > file.count) return { pieces, pages, whole: false }
    pages.push(number)
    const piece = page.subarray(4, 4 + Math.min(left, page.length - 4))
    pieces.push(piece)
    left -= piece.length
    number = page.readUInt32BE(0)
  }
  return { pieces, pages, whole: true }
}

/** Cells, free blocks and single lost bytes fill the end of a page without a gap. */
function gapIn(page: Buffer, start: number, used: [number, number][]): string | undefined {
  const content = page.readUInt16BE(start + 5) || 65_536
  for (let at = page.readUInt16BE(start + 1), blocks = 0; at !== 0; blocks++) {
    if (at + 4 > page.length || blocks > page.length / 4) return 'its free blocks lead out of it'
    const size = page.readUInt16BE(at + 2)
    used.push([at, at + size])
    at = page.readUInt16BE(at)
  }
  used.sort((a, b) => a[0] - b[0])
  let lost = 0
  let end = used[0]![1]
  for (const [from, to] of used.slice(1)) {
    if (from < end || to > page.length) return 'its cells lie over one another'
    if (from < content) return 'a cell lies where none may be'
    lost += from - Math.max(end, content)
    end = to
  }
  lost += page.length - Math.max(end, content)
  return lost === page[start + 7] ? undefined : `${lost} bytes of it belong to nothing`
}

/** 1 to 9 bytes, the first seven bits first. */
export function varint(bytes: Buffer, at: number): { readonly value: bigint; readonly end: number } | undefined {
  let value = 0n
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    if (i === 8) return { value: (value << 8n) | BigInt(byte), end: at + 9 }
    value = (value << 7n) | BigInt(byte & 127)
    if (byte < 128) return { value, end: at + i + 1 }
  }
  return undefined
}
