import type { CommandSpec } from '../command'

export const ARENA = [
  { id: 'arena.new', title: t => t('arena.newMatch') },
  { id: 'arena.tournament', title: t => t('arena.newTournament') },
  { id: 'arena.step', title: t => t('commands.matchStep'), keys: ['Space'] },
  { id: 'arena.run', title: t => t('commands.matchRun'), keys: ['Shift+Space'] },
  { id: 'arena.stop', title: t => t('commands.matchStop'), keys: ['Escape'], keysOnly: true },
  { id: 'arena.takeBack', title: t => t('commands.takeBack'), keys: ['u', '$mod+z'] },
  { id: 'arena.up', title: t => t('commands.arrowMove'), keys: ['KeyW', 'ArrowUp'], keysOnly: true },
  { id: 'arena.left', title: t => t('commands.arrowMove'), keys: ['KeyA'], keysOnly: true },
  { id: 'arena.down', title: t => t('commands.arrowMove'), keys: ['KeyS', 'ArrowDown'], keysOnly: true },
  { id: 'arena.right', title: t => t('commands.arrowMove'), keys: ['KeyD'], keysOnly: true },
  { id: 'arena.moves', title: t => t('commands.legalMoves'), keys: ['m'], keysOnly: true },
  { id: 'arena.tree', title: t => t('commands.matchTree'), keys: ['t'] },
  { id: 'arena.first', title: t => t('commands.firstPosition'), keys: ['Home'], keysOnly: true },
  { id: 'arena.leapBack', title: t => t('commands.tenPliesBack'), keys: ['PageUp'], repeats: true, keysOnly: true },
  { id: 'arena.back', title: t => t('commands.onePlyBack'), keys: ['ArrowLeft'], repeats: true, keysOnly: true },
  { id: 'arena.forward', title: t => t('commands.onePlyOn'), keys: ['ArrowRight'], repeats: true, keysOnly: true },
  { id: 'arena.leapForward', title: t => t('commands.tenPliesOn'), keys: ['PageDown'], repeats: true, keysOnly: true },
  { id: 'arena.last', title: t => t('commands.lastPosition'), keys: ['End'], keysOnly: true },
] as const satisfies readonly CommandSpec[]
