import type { Database, Row } from '../database'
import { isSqlite } from '../failures'
import { CHECKSUM, type SealedTable, type StoredValue, isSound } from '../soundness/sealedTables'

/** A part of a table between two keys that do not belong to it; `null` for an open end. Parts of a key are joined by `/`. */
export interface Range {
  readonly table: string
  readonly after: string | null
  readonly before: string | null
}

/** The rows of a range as a condition in SQL. */
export function whereIn({ hasRowids, isNumbered, key }: SealedTable, { after, before }: Range): Condition {
  const columns = hasRowids ? ['rowid'] : key
  const [list, places] = [`(${columns.join(', ')})`, `(${columns.map(() => '?').join(', ')})`]
  const valuesOf = (text: string | null) => {
    if (text === null) return []
    return hasRowids || isNumbered ? text.split('/').map(BigInt) : [text]
  }
  const bounds = [...(after === null ? [] : [`${list} > ${places}`]), ...(before === null ? [] : [`${list} < ${places}`])]
  return { where: ['TRUE', ...bounds].join(' AND '), values: [...valuesOf(after), ...valuesOf(before)] }
}

/** A condition in SQL, and its parameters. */
export interface Condition {
  readonly where: string
  readonly values: readonly StoredValue[]
}

/** What `walk` could not hand over. */
interface Unread {
  /** Rows whose checksum is wrong, by key. */
  readonly unsound: ReadonlyMap<string, Row>
  readonly ranges: readonly Range[]
}

/** A key as a number in the order of the keys: `a * PART + b` for two parts, the bytes of a text. */
type Key = bigint
/** Keys between two others. */
type Gap = readonly [after: Key, before: Key]

const PART = 2n ** 40n
const TEXT_BYTES = 320
/** Below all keys, and above all keys of one number, of two, and of a text. */
const FIRST = -1n
const ENDS = [2n ** 63n - 1n, PART * PART, 256n ** BigInt(TEXT_BYTES)] as const
/** Reads within the gaps of one table. A lost page takes twice as many as it had rows. */
const MOST_READS = 10_000
/** The same for a table of which no row was read yet: its first page is lost. */
const MOST_IN_VAIN = 300

/**
 * Reads a table by its primary key in both directions, each up to the first damaged page, and halves the range between until
 * only keys remain that cannot be read. Also finds ranges from which rows are missing without an error.
 * @param onRow receives each row with a correct checksum, a few of them twice
 */
export function walk(db: Database, table: SealedTable, onRow: (row: Row) => void): Unread {
  return new Walk(db, table, onRow).run()
}

class Walk {
  readonly #unsound = new Map<string, Row>()
  readonly #lost: Gap[] = []
  readonly #texts = new Map<Key, string>()
  readonly #columns: readonly string[]
  readonly #end: Key
  readonly #select: string
  readonly #key: string
  readonly #values: string
  #found = false

  constructor(
    private readonly db: Database,
    private readonly table: SealedTable,
    private readonly onRow: (row: Row) => void,
  ) {
    const { name, columns, key, hasRowids } = table
    this.#columns = hasRowids ? ['rowid'] : key
    const isNumbered = hasRowids || table.isNumbered
    this.#end = isNumbered ? ENDS[this.#columns.length - 1]! : ENDS[2]
    this.#key = `(${this.#columns.join(', ')})`
    this.#values = `(${this.#columns.map(() => '?').join(', ')})`
    const all = [...(hasRowids ? ['rowid AS rowid'] : []), ...columns, CHECKSUM]
    this.#select = `SELECT ${all.join(', ')} FROM main.${name}${hasRowids ? ' NOT INDEXED' : ''}`
  }

  run(): Unread {
    const up = this.#scan('ASC', FIRST, this.#end)
    const down = up.isWhole ? up : this.#scan('DESC', FIRST, this.#end)
    const gap: Gap = [up.last, down.isWhole ? this.#end : down.last]
    if (!up.isWhole && gap[1] > gap[0]) this.#halve(gap)
    else if (!up.isWhole) this.#lost.push([FIRST, this.#end]) // one of the two was led past the other
    const ranges = merged(this.#lost).map(([after, before]) => ({
      table: this.table.name,
      after: after === FIRST ? null : this.#textOf(after),
      before: before === this.#end ? null : this.#textOf(before),
    }))
    return { unsound: this.#unsound, ranges }
  }

  /**
   * The smallest gap first, and of two the lower one, where the keys are: a gap with an open end is too large to search completely. A damaged key may lead a read past the
   * damaged page that a read from the other side met; then the part between is named without being searched.
   */
  #halve(whole: Gap): void {
    const gaps = [whole]
    for (let reads = 0; gaps.length > 0; reads++) {
      const size = ([after, before]: Gap) => before - after
      const gap = gaps.reduce((best, each) => (size(each) < size(best) ? each : best))
      gaps.splice(gaps.indexOf(gap), 1)
      const [after, before] = gap
      if (before - after < 2n) continue
      if (reads > (this.#found ? MOST_READS : MOST_IN_VAIN) || this.#end === ENDS[2]) {
        this.#lost.push(gap)
        continue
      }
      const middle = (after + before + 1n) / 2n
      const down = this.#scan('DESC', after, middle)
      const up = this.#scan('ASC', middle - 1n, before)
      if (before - after === 2n) this.#lost.push(gap)
      else {
        const [below, above] = [down, up].map(({ isWhole }) => (isWhole ? this.#lost : gaps))
        below!.push([after, down.last])
        above!.push([up.last, before])
      }
    }
  }

  /**
   * Reads the rows between two keys, starting after the first, or in descending order before the second.
   * @returns the last key that was read, and whether no damaged page ended it
   */
  #scan(order: 'ASC' | 'DESC', after: Key, before: Key): { readonly last: Key; readonly isWhole: boolean } {
    const isUp = order === 'ASC'
    const [start, end] = isUp ? [after, before] : [before, after]
    const bound = start === FIRST || start === this.#end ? [] : this.#valuesOf(start)
    const where = bound.length === 0 ? '' : ` WHERE ${this.#key} ${isUp ? '>' : '<'} ${this.#values}`
    const by = this.#columns.map(column => `${column} ${order}`).join(', ')
    let last = start
    /** Of the row before, in order or not; `undefined` if it cannot be read. */
    let previous: Key | undefined = start
    const doubtful = new Set<Key | undefined>()
    /** Rows that are not in order have taken the place of others. Damaged rows are named, and missing only if they leave a gap. */
    const close = (key: Key): void => {
      const gap: Gap = isUp ? [last, key] : [key, last]
      if (doubtful.size > 0 && !this.#isFull(gap, [...doubtful])) this.#lost.push(gap)
      doubtful.clear()
    }
    try {
      for (const row of this.db.rows(`${this.#select}${where} ORDER BY ${by}`, bound)) {
        const key = this.#keyOf(row)
        const before = previous
        previous = key
        if (key === undefined || !isSound(this.table, row)) {
          doubtful.add(key)
          this.#unsound.set(this.table.key.map(column => String(row[column])).join('/'), row)
          continue
        }
        this.#found = true
        if (isUp ? key >= end : key <= end) break
        this.onRow(row)
        const step = isUp ? key - last : last - key
        if (step < 1n || (step > 1n && before !== undefined && this.#isOutOfPlace(key, before, isUp))) doubtful.add(undefined)
        else {
          close(key)
          last = key
        }
      }
    } catch (error) {
      if (!isSqlite(error)) throw error
      return { last, isWhole: false }
    }
    close(end)
    return { last, isWhole: true }
  }

  /** Whether a search for the key finds it elsewhere: a torn page has rows of another one, which would lead a read past many. */
  #isOutOfPlace(key: Key, before: Key, isUp: boolean): boolean {
    const by = this.#columns.map(column => `${column} ${isUp ? 'DESC' : 'ASC'}`).join(', ')
    const where = `${this.#key} ${isUp ? '<' : '>'} ${this.#values}`
    const sql = `SELECT ${this.#columns.join(', ')} FROM main.${this.table.name} WHERE ${where} ORDER BY ${by} LIMIT 1`
    try {
      const [row] = this.db.rows(sql, this.#end === ENDS[2] ? [this.#textOf(key)] : this.#valuesOf(key))
      const found = row && this.#keyOf(row)
      return found !== undefined && (isUp ? found > before : found < before)
    } catch (error) {
      if (isSqlite(error)) return false
      throw error
    }
  }

  /** Whether the keys leave no room for others. Most tables begin with the key 1, and none has a last one. */
  #isFull([after, before]: Gap, keys: readonly (Key | undefined)[]): boolean {
    const known = keys.flatMap(key => key ?? []).sort((a, b) => (a < b ? -1 : 1))
    const [first, last] = [known[0] ?? before, known.at(-1) ?? before]
    const isJoined = known.length === keys.length && last - first === BigInt(known.length - 1)
    const isFirst = first === after + 1n || (after === FIRST && first === 1n)
    return isJoined && isFirst && (last === before - 1n || before === this.#end)
  }

  #keyOf(row: Row): Key | undefined {
    const values = this.#columns.map(column => row[column])
    if (values.every(value => typeof value === 'bigint')) return values.reduce((sum, value) => sum * PART + value)
    const [text] = values
    if (typeof text !== 'string') return undefined
    const bytes = Buffer.alloc(TEXT_BYTES)
    bytes.write(text)
    const key = BigInt(`0x${bytes.toString('hex')}`)
    this.#texts.set(key, text)
    return key
  }

  #valuesOf(key: Key): bigint[] {
    return this.#columns.length === 1 ? [key] : [key / PART, key % PART]
  }

  #textOf(key: Key): string {
    return this.#texts.get(key) ?? this.#valuesOf(key).join('/')
  }
}

function merged(gaps: readonly Gap[]): Gap[] {
  const result: [Key, Key][] = []
  for (const [after, before] of gaps.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const last = result.at(-1)
    if (last && after < last[1]) last[1] = before > last[1] ? before : last[1]
    else result.push([after, before])
  }
  return result
}
