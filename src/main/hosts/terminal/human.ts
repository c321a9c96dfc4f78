import { unreachable } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import { isOver } from '../../../core/games/twenty48/playGame'
import { boardValue } from '../../../core/search/report'
import type { EnginePool } from '../../lab/enginePool'
import type { LabGame } from '../../lab/labGame'
import type { PlayKeeper } from '../../lab/playKeeper'
import { slideByEngine } from './game'
import { gameView, type GameFrame } from './gameView'
import { wishes, type Wish } from './keys'
import type { Screen } from './screen'
import type { Style } from './style'

const HELP = 'arrows or WASD slide · space plays the engine’s slide · h shows what it thinks · q ends'

/** A game by the keys of the terminal. */
export async function playByKeys(
  pool: EnginePool['pool'],
  player: Player,
  game: LabGame,
  view: { readonly screen: Screen; readonly style: Style; readonly title: string },
  { keeper, signal }: { readonly keeper: PlayKeeper | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { history } = game
  let search: GameFrame['search']
  /** When the board was shown that the next slide is made on. */
  let shown = performance.now()
  const show = () =>
    view.screen.draw(() => gameView({ position: history.position, search, footer: [view.title, HELP] }, view.style), true)
  const think = async (title: string) => ({ ...(await pool.search(history.position.board, player, { signal })), title })
  const obey = async (wish: Exclude<Wish, { kind: 'quit' }>) => {
    switch (wish.kind) {
      case 'hint':
        search = await think('the engine’s values')
        history.setValue(boardValue(search.report)!)
        return
      case 'engine':
        search = await think('the engine’s slide')
        if (signal.aborted) return // what a search found that was cut short is no slide of this engine
        slideByEngine(game, player, search)
        break
      case 'slide':
        if (!game.play(wish.move, performance.now() - shown)) return
        search = undefined
        break
      default:
        unreachable(wish)
    }
    shown = performance.now()
  }

  show()
  if (isOver(history.position)) return
  for await (const wish of wishes(signal)) {
    if (wish.kind === 'quit') break
    await obey(wish)
    show()
    if (isOver(history.position)) break
    await keeper?.changed()
  }
}
