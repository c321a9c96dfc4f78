import type { CommandSpec } from '../command'
import { PASTE_KEYS } from './everywhere'

export const PLAY = [
  { id: 'play.newGame', title: t => t('commands.newGame') },
  { id: 'play.onPage', title: t => t('commands.playOnPage') },
  { id: 'play.slideUp', title: t => t('commands.slide'), keys: ['ArrowUp', 'KeyW'], repeats: true, keysOnly: true },
  { id: 'play.slideLeft', title: t => t('commands.slide'), keys: ['ArrowLeft', 'KeyA'], repeats: true, keysOnly: true },
  { id: 'play.slideDown', title: t => t('commands.slide'), keys: ['ArrowDown', 'KeyS'], repeats: true, keysOnly: true },
  { id: 'play.slideRight', title: t => t('commands.slide'), keys: ['ArrowRight', 'KeyD'], repeats: true, keysOnly: true },
  { id: 'play.engineMove', title: t => t('commands.engineMove'), keys: ['Space'], repeats: true },
  { id: 'play.autoplay', title: t => t('commands.autoplay'), keys: ['Shift+Space'] },
  { id: 'play.analysis', title: t => t('commands.analysis'), keys: ['l'] },
  { id: 'play.stop', title: t => t('commands.stop'), keys: ['Escape'] },
  { id: 'play.undo', title: t => t('commands.undo'), keys: ['u', '$mod+z'], repeats: true },
  { id: 'play.redo', title: t => t('commands.redo'), keys: ['$mod+y', '$mod+Shift+z'], repeats: true },
  { id: 'play.leapBack', title: t => t('commands.leap'), keys: ['PageUp'], repeats: true, keysOnly: true },
  { id: 'play.leapForward', title: t => t('commands.leap'), keys: ['PageDown'], repeats: true, keysOnly: true },
  { id: 'play.first', title: t => t('commands.ends'), keys: ['Home'], keysOnly: true },
  { id: 'play.last', title: t => t('commands.ends'), keys: ['End'], keysOnly: true },
  { id: 'play.edit', title: t => t('commands.edit'), keys: ['e'] },
  { id: 'play.endEdit', title: t => t('commands.endEdit'), keys: ['Escape'], keysOnly: true },
  { id: 'play.tree', title: t => t('commands.tree'), keys: ['t'] },
  { id: 'play.copy', title: t => t('commands.copyPosition'), keys: ['$mod+c'], byEvent: true },
  { id: 'play.paste', title: t => t('commands.pastePosition'), keys: PASTE_KEYS, byEvent: true, unlisted: true },
] as const satisfies readonly CommandSpec[]
