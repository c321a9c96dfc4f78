import { unreachable } from '../../../../core/errors'
import { isOver } from '../../../../core/games/twenty48/playGame'
import type { CommandGame } from '../../../lab/localLab'
import { gameView, type GameFrame } from './gameView'
import type { Terminal } from '../terminal'
import { savingLine } from './saving'
import type { Screen } from './screen'
import type { Style } from '../output/style'
import { on } from 'node:events'
import { emitKeypressEvents } from 'node:readline'
import type { Move } from '../../../../core/games/twenty48/board'

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

/** The command of a key. */
type Wish =
  | { readonly kind: 'slide'; readonly move: Move }
  | { readonly kind: 'engine' }
  | { readonly kind: 'hint' }
  | { readonly kind: 'quit' }

interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}

const SLIDES: Readonly<Record<string, Move>> = {
  ...{ up: 'up', down: 'down', left: 'left', right: 'right' },
  ...{ w: 'up', s: 'down', a: 'left', d: 'right' },
}

/** The keys of the terminal, one by one, until the signal. Ctrl-C, which raw input delivers as a key, interrupts immediately. */
async function* wishes({ stdin, host }: Terminal, signal: AbortSignal): AsyncGenerator<Wish> {
  emitKeypressEvents(stdin)
  // also received while a command runs and no further key is read
  const interrupt = (_: unknown, { ctrl, name }: Key): void => void (ctrl && name === 'c' && host.emit('SIGINT'))
  stdin.on('keypress', interrupt)
  stdin.setRawMode(true).resume()
  try {
    for await (const [, key] of on(stdin, 'keypress', { signal }) as AsyncIterable<[unknown, Key]>) {
      const wish = key.ctrl ? undefined : wishOf(key)
      if (wish) yield wish
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stdin.off('keypress', interrupt)
    stdin.setRawMode(false).pause()
  }
}

function wishOf({ name = '' }: Key): Wish | undefined {
  const move = SLIDES[name]
  if (move) return { kind: 'slide', move }
  if (name === 'space') return { kind: 'engine' }
  if (name === 'h') return { kind: 'hint' }
  return name === 'q' || name === 'escape' ? { kind: 'quit' } : undefined
}
