import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'

/** Keys that do the same, as they are printed on a keyboard. */
interface KeyRow {
  readonly keys: readonly string[]
  readonly does: string
}

interface KeySection {
  readonly heading: string
  readonly rows: readonly KeyRow[]
}

/** Every key of the window, for the overlay and the settings. Whoever binds a key names it here. */
export function useKeyList(): ComputedRef<readonly KeySection[]> {
  const { t } = useI18n()
  return computed(() => [
    {
      heading: t('keys.everywhere'),
      rows: [
        { keys: ['Ctrl 1 … 8', 'Alt 1 … 8'], does: t('keys.screens') },
        { keys: ['Ctrl K'], does: t('keys.palette') },
        { keys: ['?'], does: t('keys.help') },
      ],
    },
    {
      heading: t('frame.play'),
      rows: [
        { keys: ['↑ ↓ ← →', 'W A S D'], does: t('keys.slide') },
        { keys: ['Space'], does: t('keys.engineMove') },
        { keys: ['Shift Space'], does: t('keys.autoplay') },
        { keys: ['L'], does: t('keys.analysis') },
        { keys: ['Esc'], does: t('keys.stop') },
        { keys: ['U', 'Ctrl Z'], does: t('keys.undo') },
        { keys: ['Ctrl Y', 'Ctrl Shift Z'], does: t('keys.redo') },
        { keys: ['PgUp', 'PgDn'], does: t('keys.leap') },
        { keys: ['Home', 'End'], does: t('keys.ends') },
        { keys: ['Ctrl C', 'Ctrl V'], does: t('keys.clipboard') },
        { keys: ['E'], does: t('keys.edit') },
        { keys: ['T'], does: t('keys.tree') },
      ],
    },
    {
      heading: t('frame.tree'),
      rows: [
        { keys: ['↑ ↓', 'W S', 'PgUp', 'PgDn'], does: t('keys.rows') },
        { keys: ['→', '←', 'D', 'A'], does: t('keys.unfold') },
        { keys: ['*'], does: t('keys.unfoldSiblings') },
        { keys: ['E'], does: t('keys.unfoldAll') },
        { keys: ['G', 'B'], does: t('keys.source') },
        { keys: ['N', 'Shift N'], does: t('keys.hits') },
        { keys: ['P'], does: t('keys.openInPlay') },
        { keys: ['R'], does: t('keys.record') },
        { keys: ['I', 'O', 'U', 'J', 'K'], does: t('keys.lecture') },
      ],
    },
    {
      heading: t('frame.tune'),
      rows: [{ keys: ['↑ ↓', 'PgUp', 'PgDn'], does: t('keys.evaluations') }],
    },
    {
      heading: t('frame.profiles'),
      rows: [
        { keys: ['Ctrl S'], does: t('keys.saveProfile') },
        { keys: ['Ctrl Z', 'Ctrl Y'], does: t('keys.undoEdit') },
        { keys: ['F2', 'Del'], does: t('keys.profileList') },
        { keys: ['Ctrl C', 'Ctrl V'], does: t('keys.profileClipboard') },
      ],
    },
    {
      heading: t('keys.library'),
      rows: [
        { keys: ['↑ ↓', 'W S', 'PgUp PgDn', 'Home End'], does: t('keys.games') },
        { keys: ['Enter'], does: t('keys.watch') },
        { keys: ['Space', 'Shift ↑ ↓', 'Ctrl A', 'Esc'], does: t('keys.choose') },
        { keys: ['Del', 'Ctrl Z'], does: t('keys.deleteGames') },
        { keys: ['Ctrl C', 'Ctrl V'], does: t('keys.gameClipboard') },
      ],
    },
    {
      heading: t('keys.replay'),
      rows: [
        { keys: ['← →', 'A D'], does: t('keys.step') },
        { keys: ['PgUp', 'PgDn'], does: t('keys.leap') },
        { keys: ['Home', 'End'], does: t('keys.ends') },
        { keys: ['Space'], does: t('keys.playback') },
        { keys: ['T'], does: t('player.openTree') },
        { keys: ['N', 'Shift N'], does: t('keys.mistakes') },
        { keys: ['Ctrl C'], does: t('keys.copyGame') },
        { keys: ['Esc'], does: t('keys.leaveReplay') },
      ],
    },
  ])
}
