import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Arg, SweepRow } from '../../../../core/contract/calls'
import { runFileTexts } from '../../../../core/contract/runFile'
import { legibleLine } from '../../../../core/contract/texts'
import { useLatest } from '../../bridge/useLatest'
import { useMutation } from '../../bridge/useMutation'
import { download } from '../../ui/exchange/files'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** Milliseconds between two requests for the results of a sweep that computes: each reads all its games. */
const PACE = 1000

/** The sweeps of a profile, one of them in full, and what is done with it. */
export function useSweeps(profile: () => string) {
  const { t } = useI18n()
  const toasts = useToasts()
  const change = useMutation(useFailureToast(['CANCELLED']))
  const list = useLatest({
    about: profile,
    ask: async (ask, name) => (await ask('sweeps', undefined)).filter(row => row.profile === name),
    clearOn: name => name,
    again: { sweep: (row, name) => row.profile === name },
    pace: PACE,
  })
  const selected = shallowRef<number>()
  watch(profile, () => (selected.value = undefined))
  const view = useLatest({
    about: () => selected.value ?? list.value.value?.[0]?.id,
    ask: (ask, id) => ask('sweep', { id }),
    clearOn: id => id,
    again: { sweep: (row, id) => row.id === id && !row.deleted },
    pace: PACE,
  })

  async function start(order: Arg<'startSweep'>): Promise<void> {
    const begun = await change(ask => ask('startSweep', order))
    if (!begun) return
    selected.value = begun.id
    await list.again()
  }

  async function remove({ id, name }: SweepRow): Promise<void> {
    const ids = [id]
    if (!(await change(ask => ask('deleteRuns', { kind: 'sweep', ids })))) return
    selected.value = undefined
    await list.again()
    const undo = () => change(ask => ask('restoreRuns', { kind: 'sweep', ids })).then(() => list.again())
    const title = t('sweeps.deleted', { name })
    toasts.show({ kind: 'notice', title, action: { label: t('sweeps.undo'), run: () => void undo() } })
  }

  /** Saves it as a file of JSON lines. */
  async function save({ id, name }: SweepRow): Promise<void> {
    const text = await change(async ask => {
      let all = ''
      for await (const part of runFileTexts(from => ask('exportRun', { kind: 'sweep', id, ...from }))) all += part
      return all
    })
    if (text !== undefined) download(`${name.replaceAll(/\W+/g, '-')}.jsonl`, 'application/jsonl', text)
  }

  const of = (id: number) => ({ kind: 'sweep', id }) as const
  return {
    ...{ list: list.value, problem: list.problem, selected, view: view.value, busy: change.pending, start, remove, save },
    pause: (id: number) => change(ask => ask('pauseRun', of(id))),
    resume: (id: number) => change(ask => ask('resumeRun', of(id))),
    rename: (id: number, name: string) => change(ask => ask('renameRun', { ...of(id), name: legibleLine(name) })),
  }
}
