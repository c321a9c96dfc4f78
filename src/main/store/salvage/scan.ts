/** All that can be read of a data file in any state. */
import { LEAF_OF_INDEX, LEAF_OF_TABLE, treePage, type Cell, type TreePage } from './cells'
import { APPLICATION_ID } from '../migrate'
import { MIGRATIONS } from '../migrations'
import { schemaObject, schemaOf, type Schema, type SchemaObjects } from '../schema'
import { isSound, rowOf, type Layout } from './layouts'
import type { PageFile } from './pageFile'
import { recordIn, type RawValue } from './records'

export interface FoundRow {
  readonly layout: Layout
  readonly row: readonly RawValue[]
  readonly page: number
}

/** What is damaged, and where. */
export type Damage =
  | { readonly kind: 'file'; readonly problem: string }
  | {
      readonly kind: 'page'
      readonly page: number
      readonly of: string | null
      readonly problem: string
      /** Whether rows may be missing. */
      readonly isLoss: boolean
    }
  | {
      /** Some or all pages of a table are missing. */
      readonly kind: 'table'
      readonly table: string
      readonly problem: string
      /** Whether rows may be missing. */
      readonly isLoss: boolean
    }
  | {
      readonly kind: 'row'
      readonly page: number
      readonly table: string
      /** As far as it can be read. */
      readonly key: string
      readonly name: string | null
      /** As they are in the file. */
      readonly bytes: Buffer
      readonly problem: string
    }

/** Whether stored data are lost, or may be. Indexes do not count: they can be built again. */
export function isLoss(damage: Damage): boolean {
  return damage.kind === 'row' || (damage.kind !== 'file' && damage.isLoss)
}

/** The table of a damaged row or page, if known. */
export function tableOf(damage: Damage): string | undefined {
  if (damage.kind === 'page') return damage.of ?? undefined
  return damage.kind === 'file' ? undefined : damage.table
}

interface Tree {
  readonly name: string
  readonly table: Layout | undefined
  readonly isIndex?: boolean
}

const HEADER = 'SQLite format 3\0'

/** Reads each page once. A row counts if its checksum is right, in a page of any table. */
export class Scan {
  readonly schema: Schema
  /** According to the header; 0 if the header is not the lab's. */
  readonly version: number
  /** The tree that leads to each page. */
  readonly #owners = new Map<number, Tree>()
  readonly #free = new Set<number>()
  /** Overflow pages of rows on other pages. */
  readonly #overflow = new Set<number>()
  readonly #sequence = new Map<string, number>()
  readonly #damage: Damage[] = []
  readonly #layouts: readonly Layout[]
  /** Pages according to the header; `undefined` if the header cannot be trusted. */
  readonly #said: number | undefined
  /** For each table, pages past the end of the file that its tree leads to. */
  readonly #beyond = new Map<string, number[]>()

  constructor(private readonly file: PageFile) {
    for (const problem of file.problems) this.#damage.push({ kind: 'file', problem })
    const header = file.page(1) ?? Buffer.alloc(0)
    if (header.toString('latin1', 0, 16) !== HEADER) this.#damage.push({ kind: 'file', problem: 'its header is damaged' })
    this.#said = pagesSaid(header)
    if (this.#isCutOff)
      this.#damage.push({ kind: 'file', problem: `it is cut off: ${file.count} of its ${this.#said} pages are there` })
    const { objects, roots } = this.#readSchema()
    this.version = header.length >= 72 && header.readUInt32BE(68) === APPLICATION_ID ? header.readUInt32BE(60) : 0
    this.schema = likeliestSchema(objects, this.version)
    this.#layouts = [...this.schema.layouts.values()]
    const isTable = ({ name }: { name: string }) => this.schema.layouts.has(name)
    for (const { name, root } of [...roots.filter(isTable), ...roots.filter(each => !isTable(each))])
      this.#own(root, { name, table: this.schema.layouts.get(name), isIndex: !this.schema.layouts.has(name) })
    for (const table of this.schema.layouts.keys())
      if (!roots.some(root => root.name === table)) this.#tellTable(table, 'nothing says where its pages are')
    for (const [table, [first, ...others]] of this.#beyond) {
      const pages = others.length === 0 ? `page ${first} is` : `page ${first} and ${others.length} more are`
      this.#tellTable(table, `${pages} past the end of the file`)
    }
    this.#readFreeList(header)
  }

  /** Known once the rows have been read. */
  get damage(): readonly Damage[] {
    return this.#damage
  }

  /** The highest number that a row ever had, by table. */
  get sequence(): ReadonlyMap<string, number> {
    return this.#sequence
  }

  get #isCutOff(): boolean {
    return this.#said !== undefined && this.#said > this.file.count
  }

  /** If the file is complete, reads and names each page that nothing leads to. */
  #tellTable(table: string, problem: string): void {
    this.#damage.push({ kind: 'table', table, problem, isLoss: this.#said === undefined || this.#isCutOff })
  }

  /** First the pages that the tables lead to, then the others. */
  *rows(): Generator<FoundRow> {
    for (const reached of [true, false]) {
      for (let page = 2; page <= this.file.count; page++)
        if (this.#owners.has(page) === reached && !this.#free.has(page)) yield* this.#rowsOn(page)
    }
  }

  *#rowsOn(number: number): Generator<FoundRow> {
    const owner = this.#owners.get(number)
    if (!owner && this.#overflow.has(number)) return
    const page = treePage(this.file, number)
    if (!page) return owner ? this.#tellPage(number, 'it cannot be read') : this.#tellLost(number)
    if (page.problem !== undefined) this.#tellPage(number, page.problem)
    let found = 0
    for (const cell of page.cells) {
      const row = this.#rowIn(cell, owner?.table)
      if (row) {
        found++
        yield { ...row, page: number }
      } else if (owner?.table) this.#tellRow(number, owner.table, cell)
    }
    if (owner) return
    const [all, isTable] = [page.cells.length, page.type === LEAF_OF_TABLE]
    this.#tellPage(number, `no table leads to it; ${found} of its ${all} rows are whole`, found < all && (isTable || found > 0))
  }

  /** Tries the table that leads to the page first; a damaged page above may have led to the wrong one. */
  #rowIn(cell: Cell, owner: Layout | undefined): Omit<FoundRow, 'page'> | undefined {
    const record = cell.payload && recordIn(cell.payload)
    if (!record) return undefined
    for (const layout of owner ? [owner, ...this.#layouts] : this.#layouts) {
      const row = rowOf(layout, record, cell.rowid)
      if (row && isSound(layout, row)) return { layout, row }
    }
    return undefined
  }

  #tellRow(page: number, layout: Layout, { rowid, payload }: Cell): void {
    const record = payload && recordIn(payload)
    const row = record && rowOf(layout, record, rowid)
    const at = layout.columns.findIndex(column => column === 'name' || column === 'title')
    const values = row ? layout.key.map(column => row[layout.columns.indexOf(column)] ?? null) : []
    const key = rowid === undefined ? values.map(textOf).join('/') : String(rowid)
    const name = row && at >= 0 && typeof row[at] === 'object' ? textOf(row[at]).slice(0, 80) : null
    const problem = payload ? 'its checksum does not match its content' : 'it continues in pages that cannot be read'
    this.#damage.push({ kind: 'row', page, table: layout.table, key, name, bytes: payload ?? Buffer.alloc(0), problem })
  }

  #tellPage(page: number, problem: string, isLoss = true): void {
    const owner = this.#owners.get(page)
    this.#damage.push({ kind: 'page', page, of: owner?.name ?? null, problem, isLoss: isLoss && !owner?.isIndex })
  }

  /** An unknown page: it may have been part of a tree, part of a long row, or free. */
  #tellLost(page: number): void {
    this.#tellPage(page, 'nothing leads to it, and it cannot be read')
  }

  #readSchema(): { objects: SchemaObjects; roots: { name: string; root: number }[] } {
    const objects = new Map<string, string>()
    const roots: { name: string; root: number }[] = []
    this.#own(1, { name: 'sqlite_schema', table: undefined })
    for (const number of [...this.#owners.keys()]) {
      const page = treePage(this.file, number)
      if (!page || page.problem !== undefined) this.#tellPage(number, page?.problem ?? 'it cannot be read')
      for (const { payload } of page?.cells ?? []) {
        const record = (payload && recordIn(payload)) ?? []
        const [type, name, table, root, sql] = record
        if (record.length !== 5) continue
        if (sql !== null) objects.set(...schemaObject([type!, name!, table!, sql!].map(textOf)))
        if (typeof root !== 'number' || root < 2) continue
        if (textOf(name!) === 'sqlite_sequence') this.#readSequence(root)
        else roots.push({ name: textOf(type!) === 'table' ? textOf(name!) : `index ${textOf(name!)}`, root })
      }
    }
    return { objects, roots }
  }

  #readSequence(root: number): void {
    this.#owners.set(root, { name: 'sqlite_sequence', table: undefined })
    for (const { payload } of treePage(this.file, root)?.cells ?? []) {
      const [name, value] = (payload && recordIn(payload)) ?? []
      if (typeof name === 'object' && typeof value === 'number') this.#sequence.set(textOf(name), value)
    }
  }

  /** Follows a tree down. A page met twice belongs to the first tree that met it. */
  #own(root: number, tree: Tree): void {
    const waiting = [root]
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (number < 1 || number > this.file.count || this.#owners.has(number)) {
        if (tree.table && number > this.file.count && this.#isCutOff)
          this.#beyond.set(tree.name, [...(this.#beyond.get(tree.name) ?? []), number])
        else if (tree.table)
          this.#damage.push({
            kind: 'page',
            page: root,
            of: tree.name,
            problem: `its tree leads to page ${number}`,
            isLoss: false,
          })
        continue
      }
      this.#owners.set(number, tree)
      const page = treePage(this.file, number)
      if (!page) continue // reported when its rows are read
      for (const { overflow } of page.cells) for (const each of overflow) this.#overflow.add(each)
      waiting.push(...childrenOf(page))
    }
  }

  /** Pages that a tree leads to are not free, even if the list contains them. */
  #readFreeList(header: Buffer): void {
    if (header.length < 40) return
    const said = header.readUInt32BE(36)
    let trunk = header.readUInt32BE(32)
    let problem: string | undefined
    const free = new Set<number>()
    const add = (number: number) => {
      if (number < 2 || number > this.file.count || free.has(number) || this.#owners.has(number) || this.#overflow.has(number))
        problem ??= `its list of free pages names page ${number}`
      else free.add(number)
    }
    while (trunk !== 0 && problem === undefined) {
      const page = this.file.page(trunk)
      add(trunk)
      const count = page?.length === this.file.pageSize ? page.readUInt32BE(4) : Infinity
      if (count > this.file.pageSize / 4 - 2) problem ??= `its list of free pages breaks off at page ${trunk}`
      else for (let i = 0; i < count; i++) add(page!.readUInt32BE(8 + 4 * i))
      trunk = page?.length === this.file.pageSize ? page.readUInt32BE(0) : 0
    }
    if (problem === undefined && free.size !== said) problem = `its header counts ${said} free pages; there are ${free.size}`
    if (problem === undefined) for (const number of free) this.#free.add(number)
    else this.#damage.push({ kind: 'file', problem })
  }
}

/**
 * The version whose tables these are. Does not trust the header, which may be damaged too.
 * @param said by the header
 */
function likeliestSchema(found: SchemaObjects, said: number): Schema {
  const score = ({ version, objects: ours }: Schema) =>
    [...found].filter(([name, made]) => ours.get(name) === made).length + (version === said ? 0.5 : 0)
  const schemas = MIGRATIONS.map(({ version }) => schemaOf(version))
  return schemas.reduce((best, each) => (score(each) >= score(best) ? each : best))
}

/** @returns `undefined` if another program than SQLite, or damage, made the number wrong */
function pagesSaid(header: Buffer): number | undefined {
  if (header.length < 100 || header.toString('latin1', 0, 16) !== HEADER) return undefined
  const isCurrent = header.readUInt32BE(24) === header.readUInt32BE(92)
  return isCurrent ? header.readUInt32BE(28) : undefined
}

function childrenOf({ type, children }: TreePage): readonly number[] {
  return type === LEAF_OF_TABLE || type === LEAF_OF_INDEX ? [] : children
}

function textOf(value: RawValue): string {
  if (value === null || typeof value !== 'object') return String(value)
  return Buffer.isBuffer(value) ? value.toString('hex') : value.text.toString('utf8')
}
