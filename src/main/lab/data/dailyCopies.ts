/** Copies of all data that the lab makes by itself. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LabError, type LabErrorData } from '../../../core/errors'
import { BACKUPS, companionsIn, DATABASE, dateInName } from '../../files/dataContents'
import type { Scope } from '../../scope'
import { dataBytes } from '../../store/files/companions'
import type { Store } from '../../store/store'
import { failureData } from '../ground/labFeature'
import { backupFile } from './backups'

/** Days and months with a copy, of which the newest stays; and the most bytes of all daily copies, but for the newest. */
const LIMITS = { days: 7, months: 12, bytes: 4 * 2 ** 30 } as const
/** After a start, the disk is left to others for this time. */
const FIRST_MS = 5 * 60_000
/** Between two looks whether a copy is due. */
const LOOK_MS = 30 * 60_000
/** Free bytes that a copy leaves. */
const SPARE_BYTES = 2 ** 28

const NAME = /^lab-daily-(\d+)-(\d{6})(\d\d)T\w+-([0-9a-f]{8})[.]db$/

interface DailyCopy {
  readonly name: string
  /** Counts the copies. Their order is that of making, not that of dates: a clock may be wrong. */
  readonly number: number
  readonly day: string
  readonly month: string
  /** See `fingerprintOf`. */
  readonly fingerprint: string
  readonly bytes: number
}

/** For tests. */
export interface DailyOptions {
  readonly now?: () => Date
  readonly firstMs?: number
  readonly free?: (folder: string) => number
  readonly mostBytes?: number
}

export class DailyCopies {
  #timer: NodeJS.Timeout | undefined
  /** The last look, which may be under way. */
  #making: Promise<void> | undefined
  #problem: LabErrorData | undefined

  /** @param scope gives up a copy that is being made when it closes */
  constructor(
    private readonly store: Pick<Store, 'copyTo' | 'look'>,
    private readonly folder: string,
    private readonly scope: Scope,
    private readonly options: DailyOptions = {},
  ) {
    scope.defer(() => {
      clearTimeout(this.#timer)
      return this.#making
    })
    this.#lookIn(options.firstMs ?? FIRST_MS)
  }

  /** Why the last copy that was due was not made. */
  get problem(): LabErrorData | undefined {
    return this.#problem
  }

  /** Makes a copy if none was made today and the data changed since the last one. Not to be called while it makes one. */
  look(): Promise<void> {
    return (this.#making = this.#attempt())
  }

  #lookIn(ms: number): void {
    if (this.scope.isClosed) return
    this.#timer = setTimeout(() => void this.look().then(() => this.#lookIn(LOOK_MS)), ms).unref()
  }

  async #attempt(): Promise<void> {
    try {
      await this.#make()
      this.#problem = undefined
    } catch (error) {
      const problem = failureData(error)
      if (problem.code !== 'CANCELLED') this.#problem = problem
    }
  }

  async #make(): Promise<void> {
    const { folder } = this
    const { now = () => new Date(), free = freeBytes, mostBytes = LIMITS.bytes } = this.options
    await this.store.look() // before anything is created in the folder, which may be another one
    const [last] = dailyCopies(folder)
    const date = dateInName(now())
    const fingerprint = fingerprintOf(folder)
    if (last && (date.startsWith(last.day) || last.fingerprint === fingerprint)) return
    const [needed, room] = [dataBytes(folder) + SPARE_BYTES, free(folder)]
    if (room < needed)
      throw new LabError(
        'STORE_FULL',
        `No daily copy was made: it needs ${mebibytes(needed)} MiB free on the disk of ${folder}, which has ${mebibytes(room)}.`,
      )
    const number = String((last?.number ?? 0) + 1).padStart(6, '0')
    await this.store.copyTo(backupFile(folder, 'daily', `${number}-${date}-${fingerprint}`), { signal: this.scope.signal })
    for (const { name } of superfluous(dailyCopies(folder), mostBytes)) rmSync(join(folder, BACKUPS, name), { force: true })
  }
}

/** The last made first. */
function dailyCopies(folder: string): DailyCopy[] {
  const backups = join(folder, BACKUPS)
  if (!existsSync(backups)) return []
  return readdirSync(backups, { withFileTypes: true })
    .flatMap(entry => {
      const [name, number, month, day, fingerprint] = NAME.exec(entry.name) ?? []
      if (name === undefined || !entry.isFile()) return []
      const bytes = statSync(join(folder, BACKUPS, name)).size
      return [{ name, number: Number(number), month: month!, day: month! + day!, fingerprint: fingerprint!, bytes }]
    })
    .toSorted((a, b) => b.number - a.number)
}

/** Copies to remove. @param copies the last made first, which stays */
function superfluous(copies: readonly DailyCopy[], mostBytes: number): DailyCopy[] {
  const [days, months] = [new Set<string>(), new Set<string>()]
  let bytes = 0
  return copies.filter(({ day, month, bytes: its }, i) => {
    const isOfDay = !days.has(day) && days.size < LIMITS.days
    const isOfMonth = !months.has(month) && months.size < LIMITS.months
    days.add(day)
    months.add(month)
    if (!isOfDay && !isOfMonth) return true
    bytes += its
    return i > 0 && bytes > mostBytes
  })
}

/** Changes whenever the data do; it may also change without. */
function fingerprintOf(folder: string): string {
  const hash = createHash('sha256')
  for (const path of [DATABASE, `${DATABASE}-wal`, ...companionsIn(folder)]) {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false, bigint: true })
    if (stat && stat.size > 0) hash.update(`${path} ${stat.size} ${stat.mtimeNs} `)
  }
  return hash.digest('hex').slice(0, 8)
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20)
}
