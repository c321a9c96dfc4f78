import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { checkRegularData } from '../files/dataFiles'
import { read } from './readAt'
import { walFrames } from './walFrames'

/** Page size of the lab's files; the header of a damaged file may be wrong. */
const USUAL_PAGE = 4096
/** First byte of a page that is part of a tree. */
const TREE_PAGES: ReadonlySet<number> = new Set([2, 5, 10, 13])
const MOST_SAMPLED = 500

/**
 * The pages of a data file, overlaid with those of its journal, read as bytes: SQLite refuses damaged files, this does not. Pages
 * are numbered from 1.
 *
 * Source of the format: https://www.sqlite.org/fileformat2.html
 */
export class PageFile {
  readonly pageSize: number
  /** Highest page number. */
  readonly count: number
  /** The problem of the journal, if any. */
  readonly problems: readonly string[]
  readonly #handle: number
  readonly #fileBytes: number
  readonly #wal: number | undefined
  /** Offset in the journal of the newest version of each page. */
  readonly #inWal: ReadonlyMap<number, number>

  constructor(file: string) {
    checkRegularData(file)
    this.#handle = openSync(file, 'r')
    this.#fileBytes = fstatSync(this.#handle).size
    const wal = `${file}-wal`
    this.#wal = existsSync(wal) ? openSync(wal, 'r') : undefined
    const journal = this.#wal === undefined ? undefined : walFrames(this.#wal)
    this.pageSize = journal?.pageSize ?? this.#findPageSize()
    this.#inWal = journal?.pages ?? new Map<number, number>()
    this.problems = journal?.problems ?? []
    this.count = Math.max(Math.ceil(this.#fileBytes / this.pageSize), ...this.#inWal.keys(), 0)
  }

  /** A copy; short if the file is cut off; `undefined` for a number without a page. */
  page(number: number): Buffer | undefined {
    if (!Number.isInteger(number) || number < 1 || number > this.count) return undefined
    const inWal = this.#inWal.get(number)
    if (inWal !== undefined) return read(this.#wal!, inWal, this.pageSize)
    return read(this.#handle, (number - 1) * this.pageSize, this.pageSize)
  }

  close(): void {
    closeSync(this.#handle)
    if (this.#wal !== undefined) closeSync(this.#wal)
  }

  /** The size in the header, unless the usual size fits more pages. */
  #findPageSize(): number {
    const said = sizeIn(read(this.#handle, 0, 100))
    if (said === undefined || said === USUAL_PAGE) return USUAL_PAGE
    return this.#treeShare(said) > this.#treeShare(USUAL_PAGE) ? said : USUAL_PAGE
  }

  #treeShare(size: number): number {
    const pages = Math.min(MOST_SAMPLED, Math.floor(this.#fileBytes / size))
    let trees = 0
    for (let i = 1; i < pages; i++) if (TREE_PAGES.has(read(this.#handle, i * size, 1)[0]!)) trees++
    return pages === 0 ? 0 : trees / pages
  }
}

function sizeIn(header: Buffer): number | undefined {
  if (header.length < 18) return undefined
  const said = header.readUInt16BE(16)
  const size = said === 1 ? 65_536 : said
  return size >= 512 && (size & (size - 1)) === 0 ? size : undefined
}
