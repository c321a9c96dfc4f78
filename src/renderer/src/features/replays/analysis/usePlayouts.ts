import { computed, onScopeDispose } from 'vue'
import { sameContent } from '../../../../../core/contentHash'
import type { PlayoutView, SlidePair } from '../../../../../core/contract/calls'
import type { Player } from '../../../../../core/games/twenty48/player'
import { useLab } from '../../../bridge/lab'
import { useLatest } from '../../../bridge/useLatest'
import { useMutation } from '../../../bridge/useMutation'
import { useFailureToast } from '../../../ui/toasts/failureToast'

/** The comparisons of two moves in points, one per player. */
export function usePlayouts(pair: () => SlidePair) {
  const lab = useLab()
  const tell = useFailureToast()
  const change = useMutation(tell)
  const { value } = useLatest<readonly unknown[], readonly PlayoutView[]>({
    about: () => Object.values(pair()),
    ask: ask => ask('playouts', pair()),
    clearOn: of => of,
    tell,
  })
  const list = computed(() => value.value ?? [])
  onScopeDispose(lab.on('playouts', hear))

  function hear(view: PlayoutView): void {
    if (!isOf(view, pair())) return
    const others = list.value.filter(({ player }) => !sameContent(player, view.player))
    value.value = [view, ...others]
  }

  async function start(player: Player, profile: string, games: number): Promise<void> {
    const view = await change(ask => ask('startPlayouts', { ...pair(), player, profile, games }))
    if (view) hear(view)
  }

  const stop = () => change(ask => ask('stopPlayouts', pair()))

  return { list, start, stop }
}

function isOf(view: SlidePair, { game, slide, better, worse }: SlidePair): boolean {
  return view.game === game && view.slide === slide && view.better === better && view.worse === worse
}
