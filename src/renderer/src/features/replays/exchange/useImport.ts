import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ImportFault } from '../../../../../core/contract/calls'
import { IMPORT_PIECE, MAX_IMPORT_CHARS, MOST_FAULTS } from '../../../../../core/contract/calls/imports'
import { LabError } from '../../../../../core/errors'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

/** Bytes of a file that are read at once. */
const READ_BYTES = 1 << 20

/** What is read: a file, or a text that was pasted. */
export interface Source {
  readonly name: string
  readonly bytes: number
  /** Ends with an error where it is not text. */
  pieces(): AsyncIterable<string> | Iterable<string>
}

/** What stands in the way of some of the games, for whoever has to decide about the others. */
export interface ImportDoubt {
  readonly faults: readonly ImportFault[]
  readonly faultCount: number
  /** Games that can be read and are not there yet. */
  readonly games: number
  readonly known: number
}

export interface ImportProgress {
  readonly name: string
  readonly bytes: number
  readonly done: number
  readonly games: number
}

/** One call of `run`: another may be begun before the one that was stopped has heard of it. */
interface Reading {
  stopped: boolean
  /** Imports that were read to their end. */
  readonly read: number[]
}

/** Reads games into the library: at once where nothing is wrong with them, else after a question. */
export function useImport() {
  const lab = useLab()
  const { t, n } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast())
  const progress = shallowRef<ImportProgress>()
  const doubt = shallowRef<ImportDoubt>()
  let now: Reading = { stopped: false, read: [] }

  async function run(sources: readonly Source[]): Promise<void> {
    if (sources.length === 0) return
    if (progress.value || doubt.value) {
      const [title, detail] = [t('exchange.oneAtATime'), t('exchange.oneAtATimeNow')]
      toasts.show({ kind: 'notice', title, detail })
      return
    }
    const mine = (now = { stopped: false, read: [] })
    const faults: ImportFault[] = []
    let [faultCount, games, known] = [0, 0, 0]
    for (const source of sources) {
      const review = await reviewOf(source, mine)
      if (mine.stopped) return await drop(mine)
      if (!review) continue
      games += review.games
      known += review.known
      faultCount += review.faultCount
      faults.push(...review.faults.slice(0, MOST_FAULTS - faults.length))
    }
    progress.value = undefined
    if (faultCount > 0) doubt.value = { faults, faultCount, games: games - known, known }
    else await keep(known)
  }

  async function reviewOf(source: Source, mine: Reading) {
    let id: number | undefined
    try {
      if (source.bytes > MAX_IMPORT_CHARS)
        throw new LabError('BAD_FILE', t('exchange.tooLarge', { name: source.name, most: n(MAX_IMPORT_CHARS, 'integer') }))
      id = await lab.call('beginImport', { name: source.name.slice(0, 300), size: source.bytes })
      let done = 0
      if (!mine.stopped) progress.value = { name: source.name, bytes: source.bytes, done, games: 0 }
      for await (const text of source.pieces()) {
        if (mine.stopped) break
        const games = await lab.call('importText', { id, text })
        done += text.length
        if (mine.stopped) break
        progress.value = { name: source.name, bytes: source.bytes, done, games }
      }
      mine.read.push(id)
      return mine.stopped ? undefined : await lab.call('endImport', { id })
    } catch (error) {
      if (error instanceof LabError && error.code === 'CANCELLED') {
        mine.stopped = true // from the list of jobs
        return undefined
      }
      if (id !== undefined && !mine.read.includes(id)) await lab.call('dropImport', { id }).catch(() => undefined)
      // a file that is not text, or that was taken away while it was read
      const message = error instanceof LabError ? error.message : t('exchange.unreadable', { name: source.name })
      return { games: 0, known: 0, faultCount: 1, faults: [{ line: null, message }] }
    }
  }

  /** Stores what can be read. */
  async function keep(known = doubt.value?.known ?? 0): Promise<void> {
    doubt.value = undefined
    const ids: number[] = []
    for (const id of now.read.splice(0)) ids.push(...((await attempt(lab.call('keepImport', { id }))) ?? []))
    const title = t('exchange.imported', { games: n(ids.length, 'integer') }, ids.length)
    const detail = known > 0 ? t('exchange.known', { games: n(known, 'integer') }, known) : undefined
    toasts.show({ kind: 'notice', title, detail })
  }

  /** Stores nothing, and stops what is being read. */
  async function drop(which = now): Promise<void> {
    which.stopped = true
    if (which === now) doubt.value = progress.value = undefined
    for (const id of which.read.splice(0)) await lab.call('dropImport', { id }).catch(() => undefined)
  }

  return { progress, doubt, run, keep: () => keep(), drop: () => drop() }
}

/** In pieces of which each fits in a message. */
function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += IMPORT_PIECE) yield text.slice(from, from + IMPORT_PIECE)
}

export function pastedSource(text: string, name: string): Source {
  return { name, bytes: text.length, pieces: () => cut(text) }
}

export function fileSource(file: File): Source {
  return {
    name: file.name,
    bytes: file.size,
    async *pieces() {
      const decoder = new TextDecoder('utf-8', { fatal: true })
      for (let from = 0; from < file.size; from += READ_BYTES) {
        const bytes = await file.slice(from, from + READ_BYTES).arrayBuffer()
        yield* cut(decoder.decode(bytes, { stream: true }))
      }
      yield* cut(decoder.decode())
    },
  }
}
