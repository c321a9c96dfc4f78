import type { CommandSpec } from '../command'

/** A browser keeps Ctrl and a digit for its tabs. The digits follow the order of all screens that are planned. */
const digit = (number: number) => [`$mod+${number}`, `Alt+${number}`]

export const PASTE_KEYS = ['$mod+v'] as const

export const EVERYWHERE = [
  { id: 'go.play', title: t => t('commands.go', { screen: t('frame.play') }), keys: digit(1) },
  { id: 'go.tree', title: t => t('commands.go', { screen: t('frame.tree') }), keys: digit(2) },
  { id: 'go.tune', title: t => t('commands.go', { screen: t('frame.tune') }), keys: digit(3) },
  { id: 'go.arena', title: t => t('commands.go', { screen: t('frame.arena') }), keys: digit(5) },
  { id: 'go.profiles', title: t => t('commands.go', { screen: t('frame.profiles') }), keys: digit(6) },
  { id: 'go.replays', title: t => t('commands.go', { screen: t('frame.replays') }), keys: digit(7) },
  { id: 'go.settings', title: t => t('commands.go', { screen: t('frame.settings') }), keys: digit(8) },
  { id: 'theme.light', title: t => t('commands.lightTheme') },
  { id: 'theme.dark', title: t => t('commands.darkTheme') },
  { id: 'theme.system', title: t => t('commands.systemTheme') },
  { id: 'deleted.open', title: t => t('commands.deleted') },
  { id: 'palette.open', title: t => t('commands.palette'), keys: ['$mod+k'], keysOnly: true },
  { id: 'paste', title: t => t('commands.paste'), keys: PASTE_KEYS, byEvent: true, keysOnly: true },
  { id: 'keys.open', title: t => t('commands.keys'), keys: ['[Shift]+?'] },
  { id: 'tour.start', title: t => t('tour.again') },
] as const satisfies readonly CommandSpec[]
