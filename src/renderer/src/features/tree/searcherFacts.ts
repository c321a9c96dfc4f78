import type { KnownProfile, TreeView } from '../../../../core/contract/calls'
import { SEARCHER_FACTS, SEARCHER_IDS } from '../../../../core/contract/searchers'
import type { FlagName } from '../../../../core/trace/format'
import type { LevelStatistics } from '../../../../core/tree/views'
import { sameContent } from '../../../../core/contentHash'
import type { Player } from '../../../../core/games/twenty48/player'

/** `undefined` for the kernel. */
function factsOf(searcher: string) {
  const id = SEARCHER_IDS.find(each => each === searcher)
  return id && SEARCHER_FACTS[id]
}

/** Facts of the searcher that searched the nodes of a tree: for sampled worlds, the inner searcher. */
function nodeFacts({ searcher, search }: TreeView) {
  return factsOf(search?.world?.searcher ?? searcher)
}

/** Whether each node is one call of one searcher, with its own depth. */
export function isByCalls(view: TreeView | undefined): boolean {
  return (view && factsOf(view.searcher)?.tree) === undefined
}

/** Whether a tree was searched with windows that can prune. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && nodeFacts(view)?.windows === true
}

/** Whether nodes of a tree may have been probed: searched by their first child alone. */
export function hasProbes(view: TreeView | undefined): boolean {
  return view !== undefined && nodeFacts(view)?.probes === true
}

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

/**
 * The profile that a player is, as far as one of them has its evaluator. Of several, which may differ in the expert or the search alone, the
 * one with its settings, else with its expert, else the first.
 */
export function profileOf(
  list: readonly KnownProfile[],
  { evaluator, settings }: Pick<Player, 'evaluator' | 'settings'>,
): KnownProfile | undefined {
  const alike = list.filter(each => sameContent(each.evaluator, evaluator))
  return (
    alike.find(each => sameContent(each.settings, settings)) ??
    alike.find(each => sameContent(each.settings.expert, settings.expert)) ??
    alike[0]
  )
}
