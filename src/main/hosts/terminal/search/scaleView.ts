/** Chance and points beside the values of a search, for players that are calibrated. */
import { face } from '../../../../core/games/twenty48/board'
import { expectationOf, type Calibration } from '../../../../core/games/twenty48/scale/calibration'
import { calibrates, judgeMoves } from '../../../../core/games/twenty48/scale/judgedMoves'
import type { SearchReport } from '../../../../core/games/twenty48/search/report'
import { chance as percent, whole } from '../output/numbers'

/** What a calibration says of a search. Positions have no score, so points are those still to come. */
export interface ScaleAnswer {
  /** Of the first tile in doubt, or of the tile of the expert that decided; `null` if no tile is in doubt. */
  readonly chance: {
    readonly tile: number
    readonly share: number
    readonly interval: readonly [number, number]
    /** The value is below those of the calibration's games. */
    readonly uncertain?: true
  } | null
  /** Their mean, and the band that holds them in 80 % of games. */
  readonly pointsToCome: { readonly mean: number; readonly interval: readonly [number, number] }
  /** Chance of the best move − chance of each; `null` for illegal moves. A class is `null` if the search cannot separate the moves. */
  readonly losses: Readonly<Record<string, { readonly loss: number; readonly class: string | null } | null>>
}

/** @returns nothing for a player that is not calibrated for such a board, for a stopped search, and once the game is over */
export function scaleAnswer(calibration: Calibration | undefined, report: SearchReport): Partial<ScaleAnswer> {
  const { board, best, values, expert } = report
  if (!calibrates(report, calibration) || best === undefined) return {}
  const decider = expert?.decides ? 'expert' : 'search'
  const expected = expectationOf(calibration, { board, score: 0 }, { value: values[best]!, decider })
  if (!expected) return {}
  const judged = judgeMoves({ board }, report, { calibration })
  const { chance = expected.chance, points = expected.points } = judged[best] ?? {}
  const losses = Object.keys(values).map(move => {
    const { loss, class: its = null } = judged[move as keyof typeof values] ?? {}
    return [move, loss === undefined ? null : { loss: rounded(loss), class: its }] as const
  })
  return {
    chance: chance && {
      tile: face(chance.rank),
      share: rounded(chance.share),
      interval: [rounded(chance.interval[0]), rounded(chance.interval[1])],
      ...(chance.uncertain && { uncertain: true }),
    },
    pointsToCome: points,
    losses: Object.fromEntries(losses),
  }
}

/** The same in lines; none once the game is over. @param player its name: chances are of its own games */
export function scaleLines(calibration: Calibration | undefined, report: SearchReport, player: string): string[] {
  if (report.best === undefined) return []
  if (!calibration) return ['not calibrated']
  if (!calibrates(report, calibration)) return ['no chance: stopped before the player’s own depth']
  const { chance, pointsToCome } = scaleAnswer(calibration, report)
  if (!pointsToCome) return ['not calibrated for such a board']
  const [low, high] = pointsToCome.interval
  const ends = chance && chance.interval[0] < chance.interval[1] ? ` (${chance.interval.map(percent).join(' to ')})` : ''
  return [
    ...(chance
      ? [`${chance.uncertain ? '≈' : ''}${percent(chance.share)}${ends} for ${player} to make the next ${chance.tile}`]
      : []),
    ...(chance?.uncertain ? ['uncertain: few of its games had so low a value'] : []),
    `${whole(pointsToCome.mean)} points to come (${whole(low)} to ${whole(high)} in 80 % of games)`,
  ]
}

function rounded(share: number): number {
  return Number(share.toFixed(4))
}
