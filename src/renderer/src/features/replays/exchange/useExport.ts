import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ExportForm } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import type { Ask } from '../../../bridge/guarded'
import { useMutation } from '../../../bridge/useMutation'
import { useCopy } from '../../../ui/exchange/clipboard'
import { downloadBlob } from '../../../ui/exchange/files'
import { useExplain } from '../../../ui/words/explain'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

/** Maximum characters of a file: as many as an import reads. */
const MOST_CHARS = 500_000_000
/** Characters passed to the browser at a time, which keeps them outside the page's memory. */
const PORTION = 4_000_000

/** Exports games from the library, to a file or the clipboard. */
export function useExport() {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const explain = useExplain()
  const putInClipboard = useCopy()
  const onFailure = useFailureToast()
  const change = useMutation(onFailure)
  const saving = useMutation(onFailure, 'ignore')
  const progress = shallowRef<{ readonly done: number; readonly total: number }>()

  async function write(ask: Ask, ids: readonly number[], form: ExportForm): Promise<void> {
    const parts: Blob[] = []
    let [held, chars, saved, sideLines]: [string[], number, number, number] = [[], 0, 0, 0]
    const failures: LabError[] = []
    const hand = () => {
      parts.push(new Blob(held))
      held = []
    }
    for (const [done, id] of ids.entries()) {
      progress.value = { done, total: ids.length }
      try {
        const { text, leftOut } = await ask('exportGame', { id, form })
        chars += text.length
        if (chars > MOST_CHARS) {
          failures.push(new LabError('BAD_FILE', t('exchange.fileFull', { games: n(saved, 'integer') })))
          break
        }
        held.push(text)
        sideLines += leftOut
        saved++
        if (held.length > 1000 || held.reduce((sum, each) => sum + each.length, 0) > PORTION) hand()
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        failures.push(error)
        if (error.code === 'DISCONNECTED') break
      }
    }
    progress.value = undefined
    hand()
    const [first] = failures
    if (first)
      toasts.show({
        kind: 'failure',
        title: t('exchange.notExported', { games: n(ids.length - saved, 'integer') }, ids.length - saved),
        detail: first.message,
        advice: explain(first).advice,
      })
    if (sideLines > 0) toasts.show({ kind: 'notice', title: withoutLines(sideLines) })
    if (saved > 0)
      downloadBlob(nameOf(ids, form), new Blob(parts, { type: form.startsWith('verse') ? 'text/plain' : 'application/json' }))
  }

  async function copy(id: number, form: ExportForm): Promise<void> {
    const exported = await change(ask => ask('exportGame', { id, form }))
    if (!exported) return
    const { text, leftOut } = exported
    const title = [t('exchange.copied', { id }), ...(leftOut > 0 ? [withoutLines(leftOut)] : [])].join(' · ')
    await putInClipboard(text.trimEnd(), { title, advice: t('exchange.copyAdvice') })
  }

  const withoutLines = (lines: number) => t('exchange.withoutLines', { lines: n(lines, 'integer') }, lines)

  function stop(): void {
    saving.stop()
    progress.value = undefined
  }

  const save = (ids: readonly number[], form: ExportForm) => saving(ask => write(ask, ids, form))

  return { progress, save, copy, stop }
}

function nameOf(ids: readonly number[], form: ExportForm): string {
  const name = ids.length === 1 ? `2048-game-${ids[0]}` : `2048-${ids.length}-games`
  return `${name}.${{ json: '2048replay', line: 'jsonl', verse: 'txt', 'verse-newer': 'txt' }[form]}`
}
