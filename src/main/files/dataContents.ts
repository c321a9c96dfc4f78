/**
 * What a data folder holds besides the database. Copies, moves, restores, rescues and checks all go through this list: what the lab saves
 * in its data folder and is not on it fails a test.
 */
import { lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { badFile } from './fileProblem'

export const DATABASE = 'lab.db'
export const NETWORKS_FOLDER = 'networks'
export const NETWORK_ENDING = '.network'
export const TRAINING_FOLDER = 'training'
export const ARENA_FOLDER = 'arena'
/** The profile of the browser that plays on web pages. It is no part of the data. */
export const BROWSER_FOLDER = 'browser'
/** The folder beside the data that holds their copies. */
export const BACKUPS = 'backups'

/** A kind of companions of the database, with its name for people. */
interface Content {
  /** Names in the data folder. */
  readonly at: string | RegExp
  /** The part of a path that counts as one of them. */
  readonly each: RegExp
  readonly one: string
  readonly many: string
}

const CONTENTS: readonly Content[] = [
  { at: NETWORKS_FOLDER, each: /^networks\/.*[.]network$/, one: 'network', many: 'networks' },
  { at: TRAINING_FOLDER, each: /^training\/\d+(?=\/)/, one: 'training run', many: 'training runs' },
  { at: ARENA_FOLDER, each: /^arena\/.*[.]jsonl$/, one: 'tournament', many: 'tournaments' },
  // `lab walls --out FILE` and other commands write where the user says
  { at: /^walls$|[.]jsonl$/, each: /^.*[.]jsonl$/, one: 'file of results', many: 'files of results' },
  { at: 'window.json', each: /^$/, one: '', many: '' },
]

/** Files of the lab that no copy contains: the database itself, locks, marks of work under way, and what is not data. */
const APART =
  /^(?:lab[.]db(?:-wal|-shm|-journal|[.].*)?|writer[.](?:lock|json).*|address[.]json|moved[.]json.*|moving[.]json|lab-moving|2048-lab-rescued-.*)$/

/** Locks and unfinished files. */
const PASSING = /[.](?:lock|part-\d+-[0-9a-f]{8})(?:-journal|-wal|-shm)?$/
/** Characters that no name has; on Windows some lead elsewhere. */
const NO_NAME = { win32: /[\0-\x1f\\:*?"<>|]/, others: /\0/ } as const
const DEEPEST = 8

/** What the lab takes a name in its data folder for; `undefined`: it is not the lab's. */
export function roleOf(name: string): 'companion' | 'copies' | 'apart' | undefined {
  if (name === BACKUPS) return 'copies'
  if (name === BROWSER_FOLDER || APART.test(name) || PASSING.test(name)) return 'apart'
  return contentOf(name) && 'companion'
}

/** Whether a relative path, with `/`, may be that of a companion on this system. Paths in copies come from anywhere. */
export function isCompanion(path: string, system: NodeJS.Platform = process.platform): boolean {
  const names = path.split('/')
  const refused = NO_NAME[system === 'win32' ? system : 'others']
  const isPlain = names.length <= DEEPEST && names.every(name => name !== '' && !/^[.]+$/.test(name) && !refused.test(name))
  return isPlain && !PASSING.test(path) && roleOf(names[0]!) === 'companion'
}

/** The number of the training run that a path belongs to. */
export function runOf(path: string): string | undefined {
  return /^training\/(\d+)\//.exec(path)?.[1]
}

/** Whether a path is one of the two that a training run writes in turn, in place. */
export function isCheckpoint(path: string): boolean {
  return /^training\/\d+\/checkpoint-[ab]$/.test(path)
}

/** Files of the data besides the database, as relative paths with `/`, in order; none if the folder does not exist. */
export function companionsIn(folder: string): string[] {
  return companionNames(folder)
    .flatMap(name => filesAt(folder, name, DEEPEST))
    .filter(path => isCompanion(path))
}

/** Pipes, devices and folders in the place of a companion, as `companionsIn`. */
export function strangersIn(folder: string): string[] {
  const isStrange: Wanted = (path, stat) =>
    !stat.isFile() && (!stat.isDirectory() || isCheckpoint(path) || path.endsWith(NETWORK_ENDING))
  return companionNames(folder).flatMap(name => filesAt(folder, name, DEEPEST, isStrange))
}

/** Files of the backups in a data folder, as `companionsIn`. */
export function backupsIn(folder: string): string[] {
  return namesIn(join(folder, BACKUPS))
    .flatMap(name => filesAt(folder, `${BACKUPS}/${name}`, DEEPEST))
    .filter(path => !PASSING.test(path))
}

/** Like `companionsIn`, with backups; none if a folder is unreadable. */
export function besideIn(folder: string): string[] {
  try {
    return [...companionsIn(folder), ...backupsIn(folder).filter(path => /^[^/]+\/[^/]+[.]db$/.test(path))]
  } catch {
    return []
  }
}

/** Names in a data folder that belong to the data, besides the database. */
export function companionNames(folder: string): string[] {
  return namesIn(folder).filter(name => roleOf(name) === 'companion')
}

/** The locks of companions, without their ending; each may be held by a process that writes to that file. */
export function lockedNames(folder: string): string[] {
  return companionNames(folder)
    .concat(namesIn(folder).filter(name => /[.]jsonl[.]lock$/.test(name)))
    .flatMap(name => filesAt(folder, name, DEEPEST))
    .filter(path => path.endsWith('.lock'))
    .map(path => path.slice(0, -'.lock'.length))
}

/** A list of paths in words, such as `2 networks and 1 tournament`; empty for none that people know of. */
export function inWords(paths: readonly string[]): string {
  const counts = [...CONTENTS, COPIES].flatMap(({ at, each, one, many }) => {
    const ofIt = paths.filter(path => isAt(path.split('/')[0]!, at))
    const count = new Set(ofIt.flatMap(path => each.exec(path)?.[0] ?? [])).size
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return counts.length < 2 ? counts.join('') : `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
}

const COPIES: Content = { at: BACKUPS, each: /^.*[.]db$/, one: 'backup', many: 'backups' }

function contentOf(name: string): Content | undefined {
  return CONTENTS.find(({ at }) => isAt(name, at))
}

function isAt(name: string, at: Content['at']): boolean {
  return typeof at === 'string' ? name === at : at.test(name)
}

type Wanted = (path: string, stat: Stats) => boolean

function filesAt(root: string, path: string, depth: number, isWanted: Wanted = (_, stat) => stat.isFile()): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat && isWanted(path, stat)) return [path]
  if (!stat && lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink())
    throw badFile(join(root, path), 'it is a link to nothing: its disk may be missing. Bring that back, or remove the link')
  if (!stat?.isDirectory() || depth === 0) return []
  return namesIn(join(root, path)).flatMap(name => filesAt(root, `${path}/${name}`, depth - 1, isWanted))
}

/** A folder that cannot be read, or a link to none, is an error: a copy without it would not be whole. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** What replaces the data, and the first part of the name of the resulting backup. */
export const REPLACED = { restore: 'lab-replaced-', salvage: 'lab-salvaged-', anew: 'lab-anew-' } as const
export type Replacement = keyof typeof REPLACED

/** The time in a file's name, such as 20260102T030405678Z. */
export function dateInName(date = new Date()): string {
  return date.toISOString().replace(/[-:.]/g, '')
}

/** The time that a file's name holds, in milliseconds since 1970; `undefined` for a name of another program or person. */
export function timeInName(name: string): number | undefined {
  const [, ...parts] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? []
  const [year, month, day, hour, minute, second, rest] = parts
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`)
  return Number.isNaN(time) ? undefined : time
}
