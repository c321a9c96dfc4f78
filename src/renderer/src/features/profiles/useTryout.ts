import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/search/report'
import { LabError } from '../../../../core/errors'
import { useLab } from '../../bridge'
import { same } from './known'

/** Fewer questions than a slider makes moves; each ends the one before it. */
const PAUSE_MS = 60
/** Another page tries something out too: it is asked again after this. */
const AGAIN_MS = 400

export interface Tried {
  readonly board: Board
  readonly player: Player
  readonly report: SearchReport
}

/**
 * What a player holds of a board, kept up with both: the newest that was answered, and for a comparison what another
 * player holds of it.
 *
 * @param wanted `undefined` for nothing, such as while nobody looks
 */
export function useTryout(
  wanted: Readonly<Ref<{ readonly board: Board; readonly player: Player; readonly other?: Player | undefined } | undefined>>,
) {
  const lab = useLab()
  const tried = shallowRef<Tried>()
  const other = shallowRef<Tried>()
  const problem = shallowRef<LabError>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAsked = -Infinity
  let round = 0

  watch(wanted, () => schedule(lastAsked + PAUSE_MS - performance.now()), { immediate: true })
  onScopeDispose(() => {
    clearTimeout(timer)
    round++
  })

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), Math.max(0, ms))
  }

  async function ask(): Promise<void> {
    const asked = wanted.value
    if (!asked) return
    lastAsked = performance.now()
    const mine = ++round
    try {
      await renew(tried, asked.board, asked.player, mine)
      if (asked.other && mine === round) await renew(other, asked.board, asked.other, mine)
      if (mine === round) problem.value = undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (mine !== round) return
      if (error.code === 'CANCELLED') schedule(AGAIN_MS)
      else problem.value = error
    }
  }

  async function renew(into: Ref<Tried | undefined>, board: Board, player: Player, mine: number): Promise<void> {
    if (into.value && same([into.value.board, into.value.player], [board, player])) return
    const report = await lab.call('tryPlayer', { board, player })
    if (mine === round) into.value = { board, player, report }
  }

  return { tried, other, problem }
}
