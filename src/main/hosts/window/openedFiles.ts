/** Files that the user opens in the system. The page reads their content from its own scheme, and learns no path. */
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LabEvents, OpenedFile } from '../../../core/contract/calls'
import type { ServedLab } from '../dispatch'

/** Folder of the page's scheme. */
const FOLDER = '/opened/'
/** Most files that wait or can be read; more drop the oldest. */
const MOST_FILES = 100

export class OpenedFiles {
  readonly #paths = new Map<string, string>()
  #waiting: OpenedFile[] = []
  readonly #listeners = new Set<(payload: LabEvents['opened']) => void>()
  #count = 0

  /**
   * Takes the files among the arguments of a command line, relative to its folder; the others are options and the app itself. Desktops of
   * Linux give a file as an address.
   */
  addArguments(args: readonly string[], folder: string): void {
    for (const each of args) {
      const file = each.startsWith('-') ? undefined : fileIn(folder, each)
      if (file !== undefined) this.add(file)
    }
  }

  add(file: string): void {
    const path = `${FOLDER}${++this.#count}`
    this.#paths.set(path, file)
    this.#waiting.push({ name: basename(file), path })
    for (const oldest of this.#paths.keys()) if (this.#paths.size > MOST_FILES) this.#forget(oldest)
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
    this.#waiting = this.#waiting.filter(each => each.path !== path)
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
