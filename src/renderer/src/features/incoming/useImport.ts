import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ImportFault } from '../../../../core/contract/calls'
import { MAX_IMPORT_CHARS, MOST_FAULTS, type GrownGame } from '../../../../core/contract/calls/imports'
import { LabError } from '../../../../core/errors'
import { GivenUp, type Ask } from '../../bridge/guarded'
import type { Source } from '../../bridge/imports'
import { useMutation } from '../../bridge/useMutation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { listed } from './useOpened'

/** Why some of the games cannot be imported, for the decision about the others. */
export interface ImportDoubt {
  readonly faults: readonly ImportFault[]
  readonly faultCount: number
  /** Readable games that are not in the library. */
  readonly games: number
  readonly known: number
}

export interface ImportProgress {
  readonly name: string
  readonly bytes: number
  readonly done: number
  readonly games: number
}

/** The result of an import. */
export interface Imported {
  /** Numbers of the new games. */
  readonly added: readonly number[]
  /** The first imported game, even if it was in the library before. */
  readonly first: number | undefined
  /** Games that were in the library before. */
  readonly known: number
  /** Side lines that these got. */
  readonly sideLines: number
  readonly grown: readonly GrownGame[]
}

/**
 * Imports games into the library: immediately if all are readable, otherwise after a question.
 * @param imported receives each import that was not cancelled
 */
export function useImport(imported: (what: Imported) => void) {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const onFailure = useFailureToast()
  const change = useMutation(onFailure)
  const reading = useMutation(onFailure, 'ignore')
  const dropping = useMutation(() => undefined)
  const progress = shallowRef<ImportProgress>()
  const doubt = shallowRef<ImportDoubt>()
  const saving = shallowRef(false)
  /** From the first piece that is read until the games are stored, or the user declines. */
  const isBusy = computed(() => progress.value !== undefined || doubt.value !== undefined || saving.value)
  /** Ids of the imports whose input was read completely. */
  const read: number[] = []

  async function run(sources: readonly Source[]): Promise<void> {
    if (sources.length === 0) return
    if (progress.value || doubt.value) {
      const [title, detail] = [t('exchange.oneAtATime'), t('exchange.oneAtATimeNow')]
      toasts.show({ kind: 'notice', title, detail })
      return
    }
    const review = await reading(ask => reviewAll(ask, sources))
    if (!review) return
    progress.value = undefined
    if (review.faultCount > 0) doubt.value = review
    else await save(review.known)
  }

  async function reviewAll(ask: Ask, sources: readonly Source[]): Promise<ImportDoubt> {
    const faults: ImportFault[] = []
    let [faultCount, games, known] = [0, 0, 0]
    for (const source of sources) {
      const review = await reviewOf(ask, source)
      games += review.games
      known += review.known
      faultCount += review.faultCount
      faults.push(...review.faults.slice(0, MOST_FAULTS - faults.length))
    }
    return { faults, faultCount, games: games - known, known }
  }

  async function reviewOf(ask: Ask, source: Source) {
    let id: number | undefined
    progress.value = { name: source.name, bytes: source.bytes, done: 0, games: 0 }
    try {
      if (source.bytes > MAX_IMPORT_CHARS)
        throw new LabError('BAD_FILE', t('exchange.tooLarge', { name: source.name, most: n(MAX_IMPORT_CHARS, 'integer') }))
      // even if it is cancelled meanwhile, because the lab must be informed
      id = await change(begin => begin('beginImport', { name: source.name.slice(0, 300), size: source.bytes }), rethrow)
      let done = 0
      for await (const text of source.pieces()) {
        const games = await ask('importText', { id: id!, text })
        done += text.length
        progress.value = { name: source.name, bytes: source.bytes, done, games }
      }
      read.push(id!)
      return await ask('endImport', { id: id! })
    } catch (error) {
      if (error instanceof LabError && error.code === 'CANCELLED') {
        await drop() // cancelled in the list of jobs
        throw error
      }
      if (id !== undefined && !read.includes(id)) await letGo(id)
      if (error instanceof GivenUp) throw error
      // a file that is not text, or that was removed while it was read
      const message = error instanceof LabError ? error.message : t('exchange.unreadable', { name: source.name })
      return { games: 0, known: 0, faultCount: 1, faults: [{ line: null, message }] }
    }
  }

  /** Stores the readable games. */
  async function save(known = doubt.value?.known ?? 0): Promise<void> {
    doubt.value = undefined
    saving.value = true
    try {
      const added: number[] = []
      const faults: string[] = []
      const grown: GrownGame[] = []
      let sideLines = 0
      let first: number | undefined
      for (const id of read.splice(0)) {
        const stored = await change(ask => ask('saveImport', { id }))
        added.push(...(stored?.added ?? []))
        faults.push(...(stored?.faults ?? []))
        sideLines += stored?.sideLines ?? 0
        grown.push(...(stored?.grown ?? []))
        first ??= stored?.first ?? undefined
      }
      if (faults.length > 0)
        toasts.show({ kind: 'failure', refusal: true, screen: 'any', title: t('exchange.leftOut'), detail: listed(faults) })
      imported({ added, first, known, sideLines, grown })
    } finally {
      saving.value = false
    }
  }

  /** Stores nothing, and stops reading. */
  async function drop(): Promise<void> {
    reading.stop()
    doubt.value = progress.value = undefined
    for (const id of read.splice(0)) await letGo(id)
  }

  const letGo = (id: number) => dropping(ask => ask('dropImport', { id }))

  /** Resolves when no import is under way. */
  async function end(): Promise<void> {
    if (isBusy.value) await new Promise<void>(resolve => void watch(isBusy, () => resolve(), { once: true }))
  }

  return { progress, doubt, end, run, save: () => save(), drop }
}

function rethrow(failure: LabError): never {
  throw failure
}
