import type { ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { LabError } from '../../../../core/errors'
import { reviewText } from '../../bridge/imports'
import { useLab } from '../../bridge/lab'
import { useLatest } from '../../bridge/useLatest'

/** A text is looked at when the typing rests. */
const SETTLE_MS = 150

/** What an import of the text would bring, by the import's own reader. */
export interface Review {
  readonly games: number
  /** Of them in the library already. */
  readonly known: number
  /** The first thing that cannot be read. */
  readonly fault: string | undefined
}

/** Follows a text with games; `undefined` while it is read, and for none. */
export function useReview(text: () => string | undefined): ShallowRef<Review | undefined> {
  const lab = useLab()
  const { t } = useI18n()
  return useLatest<string, Review>({
    about: text,
    clearOn: asked => asked,
    settle: SETTLE_MS,
    async ask(_, asked) {
      try {
        const { games, known, faults } = await reviewText(lab, asked, t('incoming.clipboard'))
        return { games, known, fault: faults[0]?.message }
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        return { games: 0, known: 0, fault: error.message }
      }
    },
  }).value
}
