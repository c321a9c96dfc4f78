/** The wall tests of the strongest players: each on the boards of its own games and on those of the other. */
import { contentHash } from '../../../../core/contentHash'
import { USUAL_WALLS } from '../../../../core/games/twenty48/walls/phases'
import type { WallPlan } from '../../wallTest/wallPlan'
import { WallRecord } from '../../wallTest/wallRecord'
import type { ResultsFile } from '../resultsFile'
import { PLAYERS_AT_1_MS, STRENGTH_SEED } from './batches'

/** Most games that are played for the boards of a test: every game of these players comes that far. */
const MOST_GAMES = 1000
/**
 * A game has three times as many boards before multiples of 512. So 120 of them came from too few games for an interval, and 240 more were
 * played, once each. All phases count: a page that leaves some out after they were played chooses its result.
 */
const SIZES = [
  {
    multiple: 512,
    parts: [
      { boards: 120, continuations: 3 },
      { boards: 360, continuations: 1 },
    ],
  },
  { multiple: 1024, parts: [{ boards: 120, continuations: 3 }] },
] as const

export interface WallTest {
  readonly name: string
  /** For all parts together; not every phase is played. */
  readonly plan: WallPlan
  /** Played one after the other; phases that are in several of them once. */
  readonly parts: readonly WallPlan[]
}

export function wallTests(most: number): WallTest[] {
  const players = PLAYERS_AT_1_MS
  return SIZES.flatMap(({ multiple, parts }) =>
    players.map(from => {
      const planOf = (boards: number, continuations: number): WallPlan => ({
        source: {
          ...{ multiple, walls: USUAL_WALLS, leastSum: 0 },
          ...{ gameSeed: STRENGTH_SEED, boards: Math.min(most, boards), games: MOST_GAMES, from },
        },
        ...{ seed: STRENGTH_SEED, continuations, players },
      })
      const largest = (of: 'boards' | 'continuations') => Math.max(...parts.map(part => part[of]))
      return {
        name: `${from.name}’s games, ${multiple}`,
        plan: planOf(largest('boards'), largest('continuations')),
        parts: parts.map(({ boards, continuations }) => planOf(boards, continuations)),
      }
    }),
  )
}

/** What the results have of a test. @param sink where the rest is written */
export function recordOf(
  results: ResultsFile,
  { name, plan }: Pick<WallTest, 'name' | 'plan'>,
  sink?: ConstructorParameters<typeof WallRecord>[1],
): WallRecord {
  const played = playedKey(plan)
  return new WallRecord(plan, sink, {
    games: results.wallGames(name, played).map(({ kind: _, test: __, played: ___, ...game }) => game),
    phases: results.wallPhases(name, played).map(({ kind: _, test: __, played: ___, ...phase }) => phase),
  })
}

/** Distinguishes games and phases from those of other players, rules or seeds; the numbers of boards and continuations may differ. */
export function playedKey({ source, seed, players }: WallPlan): string {
  const { multiple, walls, leastSum, gameSeed, from } = source
  return contentHash({ multiple, walls, leastSum, gameSeed, from, seed, players })
}
