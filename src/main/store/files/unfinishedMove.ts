/**
 * A move of the data that is not finished. Everything is copied into a folder of its own in the target, then renamed to its place, and
 * `moved.json` in the old folder (see `leadTo`) makes the copy the data. After a kill, the first program that opens either folder settles
 * it: the old folder removes the copy; a complete copy that is opened itself becomes the data.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { LabError } from '../../../core/errors'
import { BACKUPS, companionNames, DATABASE } from '../../files/dataContents'
import { isAlive, syncFolder } from '../../files/wholeFile'
import { leadTo, makeFolder, wasMovedFrom, type DataPlace } from '../../files/home'
import { readSmallFile } from '../../files/regularFile'

/** In the old folder. */
const NOTE = 'moving.json'
/** In the target; it exists as long as the move is unfinished. */
const STAGE = 'lab-moving'
/** In the stage. */
const MARK = 'from.json'

interface Note {
  readonly to: string
  /** Folders that did not exist before, innermost first. */
  readonly made: readonly string[]
}

interface Mark {
  readonly pid: number
  readonly from: string
  /** See `DataPlace`. */
  readonly named: string
  /** True if the data were once in the target: its `moved.json` leads to them. */
  readonly isOld: boolean
  /** What gets from the stage to its place, as relative paths; absent while the copy is incomplete. */
  readonly names?: readonly string[]
}

/** The copy in the target of a move. */
export class MovingCopy {
  /** Where the copy is made. */
  readonly stage: string
  readonly #mark: Mark

  /** The caller has locked the old folder. @throws an error of the file system */
  constructor(
    private readonly to: string,
    private readonly place: DataPlace,
  ) {
    const { folder: from, named } = place
    this.stage = join(to, STAGE)
    const note: Note = { to, made: missingFolders(to) }
    writeFileSync(join(from, NOTE), JSON.stringify(note), { flush: true })
    makeFolder(this.stage)
    this.#mark = { pid: process.pid, from, named, isOld: wasMovedFrom(to, from) }
    writeMark(to, this.#mark)
  }

  /** Makes the complete copy the data. */
  install(): void {
    const { stage, to } = this
    const backups = readdirIf(join(stage, BACKUPS)).filter(name => !existsSync(join(to, BACKUPS, name)))
    const names = [...companionNames(stage), ...backups.map(name => `${BACKUPS}/${name}`), DATABASE]
    writeMark(to, { ...this.#mark, names })
    if (backups.length > 0) mkdirSync(join(to, BACKUPS), { recursive: true, mode: 0o700 })
    for (const name of names) renameSync(join(stage, name), join(to, name))
    syncFolder(to)
    leadTo(to, this.place)
    forget(this.place.folder, to)
  }
}

/**
 * Settles what a killed move left in a folder or elsewhere.
 * @param folder locked by this program
 * @throws {LabError} `STORE_LOCKED` while another program moves data here
 */
export function settleMoves(folder: string): void {
  const mark = readMark(folder)
  if (mark && isUnderWay(mark))
    throw new LabError('STORE_LOCKED', `Process ${mark.pid} is moving the data of ${mark.from} to ${folder}: wait for it.`, {
      folder,
    })
  if (mark && isComplete(folder, mark)) {
    if (existsSync(mark.from)) leadTo(folder, { folder: mark.from, named: mark.named, namedBy: 'system' })
    rmSync(join(folder, STAGE), { recursive: true, force: true })
  } else clearLeft(folder)
  const note = readNote(folder)
  if (!note) return
  if ((readMark(note.to)?.from ?? folder) === folder) clearLeft(note.to, folder)
  for (const made of note.made) removeIfEmpty(made)
  rmSync(join(folder, NOTE), { force: true })
}

/**
 * Removes an unfinished copy that a killed move left in a folder. A complete one stays, because it becomes the data when it is opened.
 * @param locked a folder that this program has locked, so that no other moves its data
 */
export function clearLeft(to: string, locked?: string): void {
  const mark = readMark(to)
  if (!mark) return clearUnmarked(join(to, STAGE))
  if (mark.from !== locked && isUnderWay(mark)) return
  if (!wasMovedFrom(mark.from, to)) {
    for (const name of mark.names ?? []) rmSync(join(to, name), { recursive: true, force: true })
    removeIfEmpty(join(to, BACKUPS))
    const { from, named, isOld } = mark
    if (isOld && !wasMovedFrom(to, from)) leadTo(from, { folder: to, named, namedBy: 'system' })
  }
  rmSync(join(to, STAGE), { recursive: true, force: true })
}

/** Before its mark a stage is empty: what else has this name is the user's. */
function clearUnmarked(stage: string): void {
  if (existsSync(join(stage, `${MARK}.new`))) rmSync(join(stage, `${MARK}.new`))
  removeIfEmpty(stage)
}

/** Whether the copy of a move that was killed is complete and waits in its place. */
export function isLeftComplete(to: string): boolean {
  const mark = readMark(to)
  return mark !== undefined && isComplete(to, mark)
}

function isComplete(to: string, { names }: Mark): boolean {
  return names !== undefined && names.every(name => existsSync(join(to, name)))
}

function isUnderWay({ pid, from }: Mark): boolean {
  return pid !== process.pid && isAlive(pid) && existsSync(join(from, NOTE))
}

function forget(from: string, to: string): void {
  rmSync(join(to, STAGE), { recursive: true, force: true })
  rmSync(join(from, NOTE), { force: true })
}

/** A folder and those above it that do not exist, innermost first. */
export function missingFolders(folder: string): string[] {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.push(path)
  return missing
}

export function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder)
}

function readdirIf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function writeMark(to: string, mark: Mark): void {
  const file = join(to, STAGE, MARK)
  writeFileSync(`${file}.new`, JSON.stringify(mark), { flush: true })
  renameSync(`${file}.new`, file)
}

function readMark(to: string): Mark | undefined {
  const mark = readJson(join(to, STAGE, MARK)) as Partial<Mark> | undefined
  const { pid, from, named, isOld, names = [] } = mark ?? {}
  const isMark = typeof pid === 'number' && isPath(from) && isPath(named) && typeof isOld === 'boolean' && Array.isArray(names)
  // the file is one of the user's folder: it removes nothing outside
  return isMark && names.every(isInside) ? (mark as Mark) : undefined
}

function readNote(from: string): Note | undefined {
  const { to, made } = (readJson(join(from, NOTE)) ?? {}) as Partial<Note>
  return isPath(to) && Array.isArray(made) && made.every(isPath) ? { to, made } : undefined
}

/** `undefined` for no file, or one that a kill cut off. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readSmallFile(file) ?? '') ?? undefined
  } catch {
    return undefined
  }
}

function isInside(name: unknown): boolean {
  return typeof name === 'string' && /^(?:backups\/)?[^/\\]+$/.test(name) && !/(?:^|\/)[.]+$/.test(name)
}

function isPath(path: unknown): path is string {
  return typeof path === 'string' && isAbsolute(path)
}
