import { onScopeDispose, type Ref, shallowRef } from 'vue'
import { sameContent } from '../../../../core/contentHash'
import type { Board } from '../../../../core/games/twenty48/board'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import type { Ask } from '../../bridge/guarded'
import { useLatest } from '../../bridge/useLatest'

/** Boards that every profile is tried on: what a player must know differs from one to the next. */
export const TRYOUT_BOARDS = {
  opening: parseBoard('0000000000100121'),
  middle: parseBoard('0012002313455678'),
  crowded: parseBoard('1213243053426187'),
  outside: parseBoard('0021014308A20156'),
  late: parseBoard('EDC1BA9187611110'),
} as const

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

interface Wanted {
  /** The boards in the order in which they are searched: one at a time, since the lab searches only the last that was asked. */
  readonly boards: readonly Board[]
  readonly of: string
  readonly player: Player
  /** Compared with on the first board. */
  readonly other?: Player | undefined
}

/**
 * A player's reports on boards, the newest of each board, kept up to date with both; and for a comparison another player's on the first.
 * @param wanted `undefined`: nothing, such as while the panel is hidden
 */
export function useTryout(wanted: Readonly<Ref<Wanted | undefined>>) {
  const tried = shallowRef<readonly Tried[]>([])
  const other = shallowRef<Tried>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  const on = (board: Board) => tried.value.find(each => sameContent(each.board, board))
  const { problem, again } = useLatest({
    about: () => wanted.value,
    async ask(ask, { boards, of, player, other: compared }) {
      for (const [i, board] of boards.entries()) {
        const report = await reportOf(ask, on(board), { board, of, player })
        const isOfWanted = (each: Tried) => boards.some(its => sameContent(its, each.board)) && each.board !== board
        if (report) tried.value = [...tried.value.filter(isOfWanted), report]
        if (i === 0 && compared) other.value = (await reportOf(ask, other.value, { board, of, player: compared })) ?? other.value
      }
    },
    pace: PAUSE_MS,
    onFailure({ code }) {
      if (code === 'CANCELLED') timer = setTimeout(() => void again(), AGAIN_MS)
    },
  })

  return { on, other, problem }
}

/** @returns `undefined` if `known` is that report */
async function reportOf(ask: Ask, known: Tried | undefined, its: Omit<Tried, 'report'>): Promise<Tried | undefined> {
  const { board, of, player } = its
  if (known && sameContent([known.board, known.of, known.player], [board, of, player])) return undefined
  return { ...its, report: await ask('tryPlayer', { board, player }) }
}
