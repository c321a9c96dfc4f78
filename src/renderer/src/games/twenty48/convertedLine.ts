import type { GameGraph, ValueLine } from '../../../../core/contract/calls'
import type { Profile } from '../../../../core/contract/files'
import { SHALLOWEST } from '../../../../core/games/twenty48/depthRule'
import type { Player } from '../../../../core/games/twenty48/player'
import { calibrationKey, playerHash } from '../../../../core/games/twenty48/playerHash'
import { chanceInDoubt, pointsAt, stagesNear, type Calibration } from '../../../../core/games/twenty48/scale/calibration'
import type { ScaledLine } from '../../ui/game/gameWords'
import type { Calibrations } from './scaleOf'
import type { ValueScale } from './useMoveFigures'

type Graph = Pick<GameGraph, 'score' | 'largest' | 'sum'>

/** What is known of the players of a game. */
interface Known {
  /** Those that played or analyse, before the profiles: their limits are their own. */
  readonly players: readonly (Player | undefined)[]
  readonly profiles: readonly Pick<Profile, 'evaluator' | 'settings' | 'depth'>[]
  readonly calibrations: Calibrations
  readonly scale: ValueScale
}

/** The player of a line of values, with its limits. */
export function playerOfLine({ hash }: Pick<ValueLine, 'hash'>, { players, profiles }: Pick<Known, 'players' | 'profiles'>) {
  const its = players.find(player => player && playerHash(player) === hash)
  const profile = its ? undefined : profiles.find(each => playerHash(each) === hash)
  return profile ? { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: profile.depth } } : its
}

/** A line of values in the scale that the user chose; in its own unit if its player is not calibrated. */
export function scaledLine<L extends ValueLine>(line: L, graph: Graph, known: Known): L | ScaledLine {
  const player = known.scale === 'unit' ? undefined : playerOfLine(line, known)
  const calibration = player && known.calibrations.find(calibrationKey(player), player)
  return calibration && known.scale !== 'unit' ? convertedLine(line, graph, calibration, known.scale) : line
}

/** Whether a search to this depth may be one of the calibrated player's: rules search at least three levels. */
export function isDepthOf({ limits: { depth: limit } }: Pick<Calibration, 'limits'>, depth: number | null | undefined): boolean {
  if (limit === undefined || depth == null) return true
  return typeof limit === 'number' ? depth === limit : depth >= SHALLOWEST
}

/**
 * A line of values as chances of the next tile in doubt, 0 … 1, with that tile, or as expected points, by the calibration of its player.
 * `null` where no game of the calibration had such a board, and for other depths than the calibrated. The unit is then `chance` or `points`.
 */
export function convertedLine(
  line: ValueLine,
  { score, largest, sum }: Graph,
  calibration: Calibration,
  scale: Exclude<ValueScale, 'unit'>,
): ScaledLine {
  const near = line.value.map((value, i) =>
    value === null || !isDepthOf(calibration, line.depth[i])
      ? undefined
      : stagesNear(calibration, { rank: largest[i]!, sum: sum[i]! }, 'search'),
  )
  if (scale === 'points')
    return {
      ...line,
      unit: scale,
      value: line.value.map((value, i) => (near[i] ? pointsAt(near[i], score[i]!, value!).mean : null)),
    }
  const chances = line.value.map((value, i) => near[i] && chanceInDoubt(near[i], value!))
  return {
    ...line,
    unit: scale,
    value: chances.map(chance => chance?.share ?? null),
    goals: chances.map(chance => chance?.rank ?? null),
  }
}
