import { onScopeDispose } from 'vue'
import { useI18n } from 'vue-i18n'
import { useLab } from '../../bridge'
import { useMutation } from '../../bridge/useMutation'
import type { Incoming } from '../../ui/exchange/incoming'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** Files that cannot be opened and are named. */
const MOST_PROBLEMS = 5

/**
 * Takes what the system handed to the window, before this page was there and since.
 * @param importsEnd resolves when no import is under way: what is opened meanwhile waits
 */
export function useOpened(take: (what: Incoming) => Promise<void>, importsEnd: () => Promise<void>): void {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const lab = useLab()
  const taking = useMutation(useFailureToast(), 'last')

  async function takeOpened(): Promise<void> {
    await taking(async ask => {
      await importsEnd()
      const opened = await ask('takeOpened', undefined)
      const files: File[] = []
      const problems: string[] = []
      for (const each of opened) {
        if ('link' in each) await take({ text: each.link, isLink: true })
        else if ('problem' in each) problems.push(each.problem)
        else {
          const content = await contentAt(each.path)
          if (content) files.push(new File([content], each.name))
          else problems.push(t('incoming.gone', { name: each.name }))
        }
      }
      if (problems.length > 0) showProblems(problems)
      if (files.length > 0) await take({ files })
    })
  }

  function showProblems(problems: readonly string[]): void {
    const title = t('incoming.cannotOpen', { files: n(problems.length, 'integer') }, problems.length)
    toasts.show({ kind: 'failure', refusal: true, screen: 'any', title, detail: listed(problems) })
  }

  onScopeDispose(lab.on('opened', () => void takeOpened()))
  void takeOpened()
}

/** The first problems. */
export function listed(problems: readonly string[]): string {
  const rest = problems.length > MOST_PROBLEMS ? ['…'] : []
  return [...problems.slice(0, MOST_PROBLEMS), ...rest].join('; ')
}

/** @returns `undefined` if the file is gone, or changes while it is read */
async function contentAt(path: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(path)
    return answer.ok ? await answer.blob() : undefined
  } catch {
    return undefined
  }
}
