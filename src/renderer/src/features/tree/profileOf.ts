import { sameContent } from '../../../../core/contentHash'
import type { KnownProfile } from '../../../../core/contract/calls'
import type { Player } from '../../../../core/games/twenty48/player'

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
