import { unreachable } from '../../../core/errors'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import type { EnginePool } from '../../lab/enginePool'
import { gameView, type GameFrame } from './gameView'
import { wishes, type Wish } from './keys'
import type { Screen } from './screen'
import type { Style } from './style'

const HELP = 'arrows or WASD slide · space plays the engine’s slide · h shows what it thinks · q ends'

/** A game by the keys of the terminal. @returns where it ended. */
export async function playByKeys(
  pool: EnginePool['pool'],
  player: Player,
  start: GamePosition,
  view: { readonly screen: Screen; readonly style: Style; readonly title: string },
  signal: AbortSignal,
): Promise<GamePosition> {
  let position = start
  let search: GameFrame['search']
  const show = () => view.screen.draw(() => gameView({ position, search, footer: [view.title, HELP] }, view.style), true)
  const think = async (title: string) => ({ ...(await pool.search(position.board, player, { signal })), title })
  const obey = async (wish: Exclude<Wish, { kind: 'quit' }>) => {
    switch (wish.kind) {
      case 'hint':
        search = await think('the engine’s values')
        break
      case 'engine':
        search = await think('the engine’s slide')
        position = playTurn(position, search.report.best!)!.position
        break
      case 'slide': {
        const played = playTurn(position, wish.move)
        if (!played) return
        position = played.position
        search = undefined
        break
      }
      default:
        unreachable(wish)
    }
  }

  show()
  if (isOver(position)) return position
  for await (const wish of wishes(signal)) {
    if (wish.kind === 'quit') break
    await obey(wish)
    show()
    if (isOver(position)) break
  }
  return position
}
