import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ImportDone, ImportPlanStep, TextFile } from '../../../../core/contract/calls'
import { MAX_IMPORT_BYTES } from '../../../../core/contract/calls/profiles'
import { recognise, type ClashChoice } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { useLab } from '../../bridge'
import { attemptWith } from '../../bridge/attempt'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** An import that waits for somebody to choose what becomes of its clashes. */
export interface OpenImport {
  readonly files: readonly TextFile[]
  readonly plan: readonly ImportPlanStep[]
}

/** Files on their way into the list: read, planned, decided on where they clash, written. */
export function useImport(imported: (names: readonly string[]) => void) {
  const lab = useLab()
  const { t, n } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast([]))
  const open = shallowRef<OpenImport>()

  async function takeFiles(files: readonly File[]): Promise<void> {
    if (files.length > 0) await attempt(readTexts(files).then(plan))
  }

  /** @returns whether it was one for this screen */
  function takeText(text: string): boolean {
    if (recognise(text) !== 'profiles') return false
    void attempt(plan([{ name: t('profiles.import.pasted'), text }]))
    return true
  }

  async function plan(files: readonly TextFile[]): Promise<void> {
    const steps = await lab.call('planImport', { files })
    if (steps.some(({ kind }) => kind === 'clash')) open.value = { files, plan: steps }
    else await write(files, [])
  }

  /** @param choices one a step of the plan */
  async function decide(choices: readonly (ClashChoice | null)[]): Promise<void> {
    const { files } = open.value!
    open.value = undefined
    await attempt(write(files, choices))
  }

  async function write(files: readonly TextFile[], choices: readonly (ClashChoice | null)[]): Promise<void> {
    const done = await lab.call('importProfiles', { files, choices })
    const written = done.filter(({ did }) => did !== 'skipped' && did !== 'same')
    toasts.show({
      kind: 'notice',
      title: t('profiles.import.done', { count: written.length }, written.length),
      detail: told(done),
    })
    if (written.length > 0) imported(written.map(({ profile }) => profile))
  }

  function told(done: readonly ImportDone[]): string {
    const line = ({ did, profile, from }: ImportDone): string => {
      switch (did) {
        case 'added':
          return t('profiles.import.added', { profile })
        case 'replaced':
          return t('profiles.import.replaced', { profile })
        case 'renamed':
          return t('profiles.import.renamed', { profile, from })
        case 'skipped':
          return t('profiles.import.skipped', { profile })
        case 'same':
          return t('profiles.import.same', { profile })
      }
    }
    const most = 6
    const more = done.length > most ? [t('profiles.import.more', { count: done.length - most })] : []
    return [...done.slice(0, most).map(line), ...more].join(' · ')
  }

  async function readTexts(files: readonly File[]): Promise<readonly TextFile[]> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes > MAX_IMPORT_BYTES)
      throw new LabError('BAD_FILE', t('profiles.import.tooLarge', { most: n(MAX_IMPORT_BYTES), bytes: n(bytes) }))
    return Promise.all(files.map(readText))
  }

  async function readText(file: File): Promise<TextFile> {
    try {
      return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
    } catch {
      // a folder that was dropped, a file that is gone, or bytes that are no text
      throw new LabError('BAD_FILE', t('profiles.import.unreadable', { file: file.name }))
    }
  }

  return { open, takeFiles, takeText, decide, cancel: () => (open.value = undefined) }
}
