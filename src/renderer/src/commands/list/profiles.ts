import type { CommandSpec } from '../command'
import { PASTE_KEYS } from './everywhere'

export const PROFILES = [
  { id: 'profiles.new', title: t => t('profiles.new.heading') },
  { id: 'profiles.import', title: t => t('profiles.import.heading') },
  { id: 'profiles.paste', title: t => t('commands.pasteProfiles'), keys: PASTE_KEYS, byEvent: true, unlisted: true },
  { id: 'profiles.save', title: t => t('commands.saveProfile'), keys: ['$mod+s'] },
  { id: 'profiles.undo', title: t => t('commands.undoEdit'), keys: ['$mod+z'], repeats: true, keysOnly: true },
  { id: 'profiles.redo', title: t => t('commands.redo'), keys: ['$mod+y', '$mod+Shift+z'], repeats: true, keysOnly: true },
  { id: 'profiles.rename', title: t => t('commands.renameProfile'), keys: ['F2'], keysOnly: true },
  { id: 'profiles.duplicate', title: t => t('commands.duplicateProfiles') },
  { id: 'profiles.export', title: t => t('commands.exportProfiles') },
  { id: 'profiles.delete', title: t => t('commands.deleteProfiles'), keys: ['Delete'] },
  { id: 'profiles.deleted', title: t => t('deleted.openProfiles') },
  { id: 'profiles.play', title: t => t('commands.playProfile') },
  { id: 'profiles.copy', title: t => t('commands.copyProfiles'), keys: ['$mod+c'], byEvent: true, keysOnly: true },
] as const satisfies readonly CommandSpec[]
