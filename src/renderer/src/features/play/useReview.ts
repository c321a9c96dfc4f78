import type { ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { LabError } from '../../../../core/errors'
import { reviewText } from '../../bridge/imports'
import { useLab } from '../../bridge/lab'
import { useLatest } from '../../bridge/useLatest'

/** A text is reviewed when the typing rests. */
const SETTLE_MS = 150

/** What an import of the text would add, according to the import's own parser. */
export interface Review {
  readonly games: number
  /** How many of them are in the library already. */
  readonly known: number
  /** The first error. */
  readonly fault: string | undefined
}

/** Reviews a text with games as it changes; `undefined` while it is being read, and for none. */
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
