import type { CommandScreen, CommandSpec, Translate } from '../command'
import { ARENA } from './arena'
import { EVERYWHERE } from './everywhere'
import { PLAY } from './play'
import { PROFILES } from './profiles'
import { LIBRARY, REPLAY } from './replays'
import { TREE } from './tree'
import { TUNE } from './tune'

export type CommandId =
  | (typeof EVERYWHERE)[number]['id']
  | (typeof PLAY)[number]['id']
  | (typeof TREE)[number]['id']
  | (typeof TUNE)[number]['id']
  | (typeof ARENA)[number]['id']
  | (typeof PROFILES)[number]['id']
  | (typeof LIBRARY)[number]['id']
  | (typeof REPLAY)[number]['id']

interface CommandSection {
  readonly heading: (t: Translate) => string
  /** Absent: on every screen. */
  readonly screen?: CommandScreen
  readonly commands: readonly CommandSpec<CommandId>[]
}

/** Every command of the window, in the order of the palette and the key list. Keys are defined here and nowhere else. */
export const SECTIONS: readonly CommandSection[] = [
  { heading: t => t('commands.everywhere'), commands: EVERYWHERE },
  { heading: t => t('frame.play'), screen: 'play', commands: PLAY },
  { heading: t => t('frame.tree'), screen: 'tree', commands: TREE },
  { heading: t => t('frame.tune'), screen: 'tune', commands: TUNE },
  { heading: t => t('frame.arena'), screen: 'arena', commands: ARENA },
  { heading: t => t('frame.profiles'), screen: 'profiles', commands: PROFILES },
  { heading: t => t('commands.library'), screen: 'replays', commands: LIBRARY },
  { heading: t => t('commands.replay'), screen: 'replays', commands: REPLAY },
]
