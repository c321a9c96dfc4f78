import type { TreeView } from '../../../../core/contract/calls'
import type { FlagName } from '../../../../core/trace/format'
import type { LevelStatistics } from '../../../../core/tree/views'
import { hasProbes } from './searcherFacts'

/** The marks that nodes of a tree have, as far as its levels show; otherwise those that its settings or its end allow. */
export function flagsOf(view: TreeView): FlagName[] {
  const { levels, player, state, from } = view
  const some = (count: (level: LevelStatistics) => number) => levels.some(level => count(level) > 0)
  const has: Readonly<Record<FlagName, boolean>> = {
    'table-hit': some(({ hits }) => hits),
    'probability-cut': some(({ probabilityCuts }) => probabilityCuts),
    horizon: some(({ leaves, probabilityCuts }) => leaves - probabilityCuts),
    terminal: some(({ terminals }) => terminals),
    floor: player !== undefined && player.settings.floor !== 'none',
    stopped: state === 'stopped' || from === 'file',
    'not-recorded': some(({ notRecorded }) => notRecorded),
    'alpha-cut': some(({ windowCuts }) => windowCuts),
    'beta-cut': some(({ windowCuts }) => windowCuts),
    'not-visited': some(({ windowCuts }) => windowCuts),
    'searched-again': some(({ windowCuts }) => windowCuts),
    probed: hasProbes(view),
  }
  return (Object.keys(has) as FlagName[]).filter(name => has[name])
}
