import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Move } from '../../../../core/games/twenty48/board'

export const ARROWS = { up: ArrowUp, down: ArrowDown, left: ArrowLeft, right: ArrowRight }

export function useMoveNames(): ComputedRef<Readonly<Record<Move, string>>> {
  const { t } = useI18n()
  return computed(() => ({ up: t('moves.up'), down: t('moves.down'), left: t('moves.left'), right: t('moves.right') }))
}
