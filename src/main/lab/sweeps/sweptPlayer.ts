import { badSetting } from '../../../core/settingChecks'
import { checkEvaluator } from '../../../core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../../core/games/twenty48/player'
import { MAX_DEPTH } from '../../../core/game/limits'
import { checkLimits, checkSettings } from '../../../core/search/settings'

/**
 * A player with another value of one of its settings. A depth or a number of nodes takes the place of its limits; with a cut of its own,
 * the player deepens within the nodes by its depth, as `--nodes` of a command does.
 * @throws {LabError} `BAD_SETTING`, naming the setting, if the player has none of that name, or if the value is beyond its range
 */
export function sweptPlayer(player: Player, setting: string, value: number): Player {
  const { evaluator, settings } = player
  switch (setting) {
    case 'depth':
      return { ...player, limits: checkLimits({ depth: value }) }
    case 'nodes':
      return { ...player, limits: checkLimits({ nodes: value, ...(settings.cut > 0 && { depth: MAX_DEPTH }) }) }
    case 'cut':
      return { ...player, settings: checkSettings({ ...settings, cut: value }) }
    default:
      if (evaluator.family === 'network') throw badSetting(setting, 'a network has no weights; sweep its depth, nodes or cut')
      return {
        ...player,
        evaluator: checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, [setting]: value } }),
      }
  }
}
