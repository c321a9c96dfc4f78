/**
 * What is opened in the system: files, whose content the page reads from its own scheme without learning a path, and links, which anything on
 * this computer or a page in a browser may have opened.
 */
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LabEvents, OpenedFile } from '../../../core/contract/calls'
import { isSharedText, MAX_SHARED_TEXT } from '../../../core/contract/files'
import type { ServedLab } from '../dispatch'

/** Folder of the page's scheme. */
const FOLDER = '/opened/'
/** Most files and links that wait or can be read; more drop the oldest. */
const MOST_FILES = 100

export class OpenedFiles {
  readonly #paths = new Map<string, string>()
  #waiting: OpenedFile[] = []
  readonly #listeners = new Set<(payload: LabEvents['opened']) => void>()
  #count = 0

  /**
   * Takes the files and links among the arguments of a command line, files relative to its folder; the others are options and the app itself.
   * Desktops of Linux give a file as an address.
   */
  addArguments(args: readonly string[], folder: string): void {
    for (const each of args) {
      if (isSharedText(each)) {
        this.addLink(each)
        continue
      }
      const file = each.startsWith('-') ? undefined : fileIn(folder, each)
      if (file !== undefined) this.add(file)
    }
  }

  add(file: string): void {
    const path = `${FOLDER}${++this.#count}`
    this.#paths.set(path, file)
    this.#wait({ name: basename(file), path })
    for (const oldest of this.#paths.keys()) if (this.#paths.size > MOST_FILES) this.#forget(oldest)
  }

  /** A link that is too long stays too long, and the page says so. */
  addLink(link: string): void {
    this.#wait({ link: link.slice(0, MAX_SHARED_TEXT + 1) })
  }

  #wait(opened: OpenedFile): void {
    this.#waiting = [...this.#waiting, opened].slice(-MOST_FILES)
    for (const listener of this.#listeners) listener(null)
  }

  /** The file behind a path of the page; `undefined` if none was opened under it. */
  fileAt(path: string): string | undefined {
    return this.#paths.get(path)
  }

  /** The lab, with the call and the event of these files. */
  servedBy(lab: ServedLab): ServedLab {
    return {
      handlers: { ...lab.handlers, openedFiles: async () => this.#waiting.splice(0) },
      on: (event, listener) => {
        if (event !== 'opened') return lab.on(event, listener)
        const own = listener as (payload: LabEvents['opened']) => void
        this.#listeners.add(own)
        return () => void this.#listeners.delete(own)
      },
    }
  }

  #forget(path: string): void {
    this.#paths.delete(path)
    this.#waiting = this.#waiting.filter(each => 'link' in each || each.path !== path)
  }
}

function fileIn(folder: string, argument: string): string | undefined {
  try {
    const path = argument.startsWith('file:') ? fileURLToPath(argument) : resolve(folder, argument)
    return statSync(path).isFile() ? path : undefined
  } catch {
    return undefined // none of that name, a name too long for one, or a folder that this user may not enter
  }
}
