import { onScopeDispose, shallowRef, type Ref } from 'vue'
import { sameContent } from '../../../../core/contentHash'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import type { Ask } from '../../bridge/guarded'
import { useLatest } from '../../bridge/useLatest'

/** Sends fewer requests than a slider has steps; each cancels the one before. */
const PAUSE_MS = 60
/** Delay before a retry when another page has a tryout running. */
const AGAIN_MS = 400

export interface Tried {
  readonly board: Board
  /** Name of the profile. */
  readonly of: string
  readonly player: Player
  readonly report: SearchReport
}

/**
 * A player's report on a board, kept up to date with both: the newest answer, and for a comparison the report of another player.
 * @param wanted `undefined`: nothing, such as while the panel is hidden
 */
export function useTryout(
  wanted: Readonly<
    Ref<{ readonly board: Board; readonly of: string; readonly player: Player; readonly other?: Player | undefined } | undefined>
  >,
) {
  const tried = shallowRef<Tried>()
  const other = shallowRef<Tried>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  const { problem, again } = useLatest({
    about: () => wanted.value,
    async ask(ask, asked) {
      await renew(ask, tried, asked, asked.player)
      if (asked.other) await renew(ask, other, asked, asked.other)
    },
    pace: PAUSE_MS,
    tell({ code }) {
      if (code === 'CANCELLED') timer = setTimeout(() => void again(), AGAIN_MS)
    },
  })

  async function renew(
    ask: Ask,
    into: Ref<Tried | undefined>,
    { board, of }: Pick<Tried, 'board' | 'of'>,
    player: Player,
  ): Promise<void> {
    if (into.value && sameContent([into.value.board, into.value.of, into.value.player], [board, of, player])) return
    into.value = { board, of, player, report: await ask('tryPlayer', { board, player }) }
  }

  return { tried, other, problem }
}
