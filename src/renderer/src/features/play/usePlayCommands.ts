import type { GameView, PageGameView } from '../../../../core/contract/calls'
import type { Move } from '../../../../core/games/twenty48/board'
import { useCommands } from '../../commands/registry'
import { useCopyEvents } from '../../ui/exchange/clipboard'
import { LEAP, type Play } from './usePlay'

/** What the screen itself does, apart from the game. */
interface PlayCommandTargets {
  readonly play: Play
  readonly game: () => GameView
  /** While the board is edited, only the keys that end it work. */
  readonly isEditing: () => boolean
  /** The game on a web page, while it is shown: then the keys of the board do nothing. */
  readonly onPage: () => PageGameView | undefined
  toggleEditor(): void
  newGame(): void
  askPage(): void
  stopPage(): void
  paste(): void
}

export function usePlayCommands({
  play,
  game,
  isEditing,
  onPage,
  toggleEditor,
  newGame,
  askPage,
  stopPage,
  paste,
}: PlayCommandTargets): void {
  const copy = () => play.copyPosition((onPage() ?? game()).board)
  const hasBoard = () => !isEditing() && !onPage()
  const onBoard = (run: () => unknown) => ({ when: hasBoard, run })
  useCommands({
    'play.newGame': { when: () => !onPage(), run: newGame },
    'play.onPage': { when: () => !isEditing() && (!onPage() || onPage()?.state === 'ended'), run: askPage },
    'play.slideUp': onBoard(() => play.slide('up')),
    'play.slideLeft': onBoard(() => play.slide('left')),
    'play.slideDown': onBoard(() => play.slide('down')),
    'play.slideRight': onBoard(() => play.slide('right')),
    'play.engineMove': { when: () => hasBoard() && !game().over && !play.thinking.value, run: play.engineMove },
    'play.autoplay': { when: () => hasBoard() && !game().over, run: play.toggleAutoplay },
    'play.analysis': onBoard(play.toggleAnalysis),
    'play.stop': { when: () => !isEditing(), run: () => (onPage() ? stopPage() : play.stopAll()) },
    'play.undo': { ...onBoard(() => play.undo()), isIdle: () => game().undo === 0 && !(game().former && game().redo === 0) },
    'play.redo': { ...onBoard(() => play.redo()), isIdle: () => game().redo === 0 },
    'play.leapBack': onBoard(() => play.undo(LEAP)),
    'play.leapForward': onBoard(() => play.redo(LEAP)),
    'play.first': onBoard(() => play.undo(Infinity)),
    'play.last': onBoard(() => play.redo(Infinity)),
    'play.edit': { when: () => !onPage(), run: toggleEditor },
    'play.endEdit': { when: isEditing, run: toggleEditor },
    'play.tree': onBoard(play.openTree),
    'play.copy': copy,
    'play.paste': { when: () => !onPage(), run: paste },
  })

  useCopyEvents(event => {
    event.preventDefault()
    void copy()
  })
}

/** A shorter swipe is a tap, in CSS pixels. */
const SHORTEST = 24

/** Listeners for the element to swipe on, by finger, pen or mouse. A swipe within 45° of an axis is a move along it. */
export function useSwipe(onSwipe: (move: Move) => void) {
  let start: { readonly id: number; readonly x: number; readonly y: number } | undefined

  function pointerdown(event: PointerEvent): void {
    if (event.isPrimary && event.button === 0) start = { id: event.pointerId, x: event.clientX, y: event.clientY }
  }

  function pointerup(event: PointerEvent): void {
    if (event.pointerId !== start?.id) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    start = undefined
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SHORTEST) return
    if (Math.abs(dx) > Math.abs(dy)) onSwipe(dx > 0 ? 'right' : 'left')
    else onSwipe(dy > 0 ? 'down' : 'up')
  }

  const pointercancel = () => (start = undefined)
  return { pointerdown, pointerup, pointercancel }
}
