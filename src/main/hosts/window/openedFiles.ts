/**
 * What is opened in the system: files, whose content the page reads from its own scheme, and links, which anything on this computer or a page
 * in a browser may have opened.
 */
import { fstatSync, realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { LabEvents, OpenedThing } from '../../../core/contract/calls'
import { MAX_IMPORT_CHARS } from '../../../core/contract/calls/imports'
import { isSharedText, MAX_SHARED_TEXT } from '../../../core/contract/files'
import { asBadFile, badFile } from '../../files/fileProblem'
import { withHandle } from '../../files/handle'
import { openRegular } from '../../files/regularFile'
import { INSTALLATION } from '../../installation'
import type { ServedLab } from '../dispatch'

/** Folder of the page's scheme. */
const FOLDER = '/opened/'
/** Most files and links that wait or can be read; more drop the oldest. */
const MOST = 10_000

/** The value of `--home` on the window's command line, its files and links, and all its options; the others are Chromium's. */
export function readArguments(args: readonly string[]) {
  const options = { home: { type: 'string' } } as const
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = tokens.flatMap(each =>
    each.kind === 'option' ? `${each.rawName}${each.value === undefined ? '' : `=${each.value}`}` : [],
  )
  return { home: values.home, opened: positionals, options: given }
}

export class Opened {
  readonly #paths = new Map<string, string>()
  readonly #waiting: OpenedThing[] = []
  readonly #listeners = new Set<(payload: LabEvents['opened']) => void>()
  #count = 0

  /** Takes the files and links of a command line. Desktops of Linux give a file as an address. @param folder of relative paths */
  addArguments(args: readonly string[], folder: string): void {
    for (const each of readArguments(args).opened) {
      if (isSharedText(each)) this.addLink(each)
      else if (!isThisApp(resolve(folder, each))) this.addFile(each, folder)
    }
  }

  /** A file that cannot be read is reported to the user. @param file path or address */
  addFile(file: string, folder = ''): void {
    let place = file
    try {
      place = /^file:/i.test(file) ? fileURLToPath(file) : resolve(folder, file)
      checkSize(place)
    } catch (error) {
      this.#wait({ problem: asBadFile(place, error).message })
      return
    }
    const path = `${FOLDER}${++this.#count}`
    this.#paths.set(path, place)
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > MOST) this.#paths.delete(oldest!)
    this.#wait({ name: basename(place), path })
  }

  /** A link that is too long stays too long, and the page says so. */
  addLink(link: string): void {
    this.#wait({ link: link.slice(0, MAX_SHARED_TEXT + 1) })
  }

  /** The file behind a path of the page; `undefined` if none was opened under it. */
  fileAt(path: string): string | undefined {
    return this.#paths.get(path)
  }

  /** What waits, as arguments of another start; it no longer waits here. */
  takeArguments(): string[] {
    return this.#waiting
      .splice(0)
      .flatMap(each => ('link' in each ? each.link : 'path' in each ? (this.#paths.get(each.path) ?? []) : []))
  }

  /** The lab, with the call and the event of these files and links. */
  servedBy(lab: ServedLab): ServedLab {
    return {
      handlers: { ...lab.handlers, takeOpened: async () => this.#waiting.splice(0) },
      on: (event, listener) => {
        if (event !== 'opened') return lab.on(event, listener)
        const own = listener as (payload: LabEvents['opened']) => void
        this.#listeners.add(own)
        return () => void this.#listeners.delete(own)
      },
    }
  }

  #wait(opened: OpenedThing): void {
    this.#waiting.push(opened)
    if (this.#waiting.length > MOST) this.#waiting.shift()
    for (const listener of this.#listeners) listener(null)
  }
}

/** The command `electron .` starts the built lab: its dot is no file to open. */
function isThisApp(path: string): boolean {
  try {
    return realpathSync(path) === realpathSync(INSTALLATION)
  } catch {
    return false
  }
}

/** @throws {LabError} `BAD_FILE` or the file system's error */
function checkSize(file: string): void {
  const { size } = withHandle(openRegular(file), handle => fstatSync(handle))
  if (size > MAX_IMPORT_CHARS) throw badFile(file, `it has ${size} bytes, and at most ${MAX_IMPORT_CHARS} are read`)
}
