import type { GameView } from '../../../../core/contract/calls'
import { useCommands } from '../../commands/registry'
import { useCopyEvents } from '../../ui/exchange/clipboard'
import { LEAP, type Play } from './usePlay'

/** What the screen itself does, apart from the game. */
interface PlayCommandTargets {
  readonly play: Play
  readonly game: () => GameView
  /** While the board is edited, only the keys that end it work. */
  readonly isEditing: () => boolean
  toggleEditor(): void
  newGame(): void
  paste(): void
}

export function usePlayCommands({ play, game, isEditing, toggleEditor, newGame, paste }: PlayCommandTargets): void {
  const onBoard = (run: () => unknown) => ({ when: () => !isEditing(), run })
  useCommands({
    'play.newGame': newGame,
    'play.slideUp': onBoard(() => play.slide('up')),
    'play.slideLeft': onBoard(() => play.slide('left')),
    'play.slideDown': onBoard(() => play.slide('down')),
    'play.slideRight': onBoard(() => play.slide('right')),
    'play.engineMove': { when: () => !isEditing() && !game().over && !play.thinking.value, run: play.engineMove },
    'play.autoplay': { when: () => !isEditing() && !game().over, run: play.toggleAutoplay },
    'play.analysis': onBoard(play.toggleAnalysis),
    'play.stop': onBoard(play.stopAll),
    'play.undo': { ...onBoard(() => play.undo()), isIdle: () => game().undo === 0 && !(game().former && game().redo === 0) },
    'play.redo': { ...onBoard(() => play.redo()), isIdle: () => game().redo === 0 },
    'play.leapBack': onBoard(() => play.undo(LEAP)),
    'play.leapForward': onBoard(() => play.redo(LEAP)),
    'play.first': onBoard(() => play.undo(Infinity)),
    'play.last': onBoard(() => play.redo(Infinity)),
    'play.edit': toggleEditor,
    'play.endEdit': { when: isEditing, run: toggleEditor },
    'play.tree': onBoard(play.openTree),
    'play.copy': play.copyPosition,
    'play.paste': paste,
  })

  useCopyEvents(event => {
    event.preventDefault()
    void play.copyPosition()
  })
}
