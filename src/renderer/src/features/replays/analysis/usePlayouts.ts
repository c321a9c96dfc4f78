import { onScopeDispose, shallowRef, watch } from 'vue'
import type { PlayoutView, SlidePair } from '../../../../../core/contract/calls'
import type { Player } from '../../../../../core/games/twenty48/player'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { useFailureToast } from '../../../ui/toasts/failureToast'

/** The comparisons of two slides in points, one a player. */
export function usePlayouts(pair: () => SlidePair) {
  const lab = useLab()
  const attempt = attemptWith(useFailureToast())
  const list = shallowRef<readonly PlayoutView[]>([])

  watch(pair, () => void load(), { immediate: true })
  watch(lab.connected, up => up && void load())
  onScopeDispose(lab.on('playouts', hear))

  async function load(): Promise<void> {
    const of = pair()
    list.value = list.value.filter(view => isOf(view, of))
    const found = await attempt(lab.call('playouts', of))
    if (found && of === pair()) list.value = found
  }

  function hear(view: PlayoutView): void {
    if (!isOf(view, pair())) return
    const others = list.value.filter(({ player }) => JSON.stringify(player) !== JSON.stringify(view.player))
    list.value = [view, ...others]
  }

  async function start(player: Player, profile: string, games: number): Promise<void> {
    const view = await attempt(lab.call('startPlayouts', { ...pair(), player, profile, games }))
    if (view) hear(view)
  }

  const stop = () => attempt(lab.call('stopPlayouts', pair()))

  return { list, start, stop }
}

function isOf(view: SlidePair, { game, slide, better, worse }: SlidePair): boolean {
  return view.game === game && view.slide === slide && view.better === better && view.worse === worse
}
