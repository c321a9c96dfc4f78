import { unreachable } from '../../../../core/errors'
import { isOver } from '../../../../core/games/twenty48/playGame'
import type { CommandGame } from '../../../lab/localLab'
import { gameView, type GameFrame } from './gameView'
import { wishes, type Wish } from './keys'
import type { Terminal } from '../terminal'
import { savingLine } from './saving'
import type { Screen } from './screen'
import type { Style } from '../output/style'

const HELP = 'arrows or WASD move · space plays the engine’s move · h shows its values · q ends'

/** A game that is played with the keys of the terminal. */
export async function playByKeys(
  terminal: Terminal,
  game: CommandGame,
  view: { readonly screen: Screen; readonly style: Style; readonly title: string; readonly onRedraw: (draw: () => void) => void },
  signal: AbortSignal,
): Promise<void> {
  let search: GameFrame['search']
  const show = () => {
    const footer = [view.title, savingLine(game.unsaved) ?? HELP]
    view.screen.draw(() => gameView({ position: game.position, search, footer }, view.style), true)
  }
  const obey = async (wish: Exclude<Wish, { kind: 'quit' }>) => {
    switch (wish.kind) {
      case 'hint':
        search = { ...(await game.think(signal)), title: 'the engine’s values' }
        break
      case 'engine': {
        const turn = await game.slideByEngine(signal)
        if (turn) search = { ...turn, title: 'the engine’s move' }
        break
      }
      case 'slide':
        if (game.slide(wish.move)) search = undefined
        break
      default:
        unreachable(wish)
    }
  }

  view.onRedraw(show)
  show()
  if (isOver(game.position)) return
  for await (const wish of wishes(terminal, signal)) {
    if (wish.kind === 'quit') break
    await obey(wish)
    show()
    if (isOver(game.position)) break
  }
}
