/** Good files of every form, as many as there are and some that are made. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  makeExperiment,
  makeProfile,
  makeReplay,
  makeReplayLine,
  makeTraining,
  makeTuning,
  type Profile,
} from '../../../src/core/contract/files'
import type { Replay } from '../../../src/core/games/twenty48/replay'
import { makeVerse } from '../../../src/core/games/twenty48/verse'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { TRAINING_PRESETS } from '../../../src/core/games/twenty48/wallGame/trainingPresets'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { PRESETS, wallTuning } from '../../../src/core/contract/tuning/presets'
import type { TuningConfig } from '../../../src/core/contract/tuning/tuningConfig'
import type { WallObjective } from '../../../src/core/contract/tuning/wallObjective'
import * as arbitrary from '../../core/support/arbitraries'
import { drawnGame, withTriedMoves } from '../../core/support/games'
import { SMALL_TRAINING } from '../../core/support/smallTraining'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** A hundred games of up to 30 slides, two thirds with side lines: short ones are quick to read, and have all that long ones have. */
const GAMES: readonly Replay[] = Array.from({ length: 100 }, (_, i) => withTriedMoves(drawnGame(i, i % 31), 4 * (i % 3), i))

export const game: fc.Arbitrary<Replay> = fc.constantFrom(...GAMES)

export const replayText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: game.map(makeReplay), weight: 6 },
  { arbitrary: fc.constantFrom(...[1, 2, 3].map(version => read(`tests/golden/replay-v${version}.json`))), weight: 1 },
)

export const replayLine: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: game.map(makeReplayLine), weight: 4 },
  { arbitrary: fc.constantFrom(...read('tests/golden/replays-v1.jsonl').split('\n')), weight: 1 },
)

export const verseText: fc.Arbitrary<string> = fc
  .tuple(game, fc.constantFrom('classic', 'newer'))
  .map(([replay, form]) => makeVerse(replay, form))

const PROFILES: readonly string[] = [
  ...readdirSync(new URL('../../../resources/profiles', import.meta.url)).map(name => read(`resources/profiles/${name}`)),
  read('tests/golden/profile-v1.json'),
  read('tests/golden/profile-v2.json'),
]

/** Of a built-in, under a name of a few. */
export const profile: fc.Arbitrary<Profile> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'mine', 'mine-2', 'thesis'),
  title: fc.string({ minLength: 1, maxLength: 20 }),
  notes: fc.string({ maxLength: 20 }),
  evaluator: arbitrary.evaluator,
  settings: arbitrary.settings,
  depth: fc.constantFrom(0, 1, 2, 'distinct' as const, 'empty' as const),
})

export const profileText: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...PROFILES), profile.map(makeProfile))

const usualWalls = wallTuning({ evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, depth: 0 })
/** Beside one wall, where games of any player come soon. */
const SMALL_WALLS: TuningConfig<WallObjective> = {
  ...usualWalls,
  objective: {
    ...usualWalls.objective,
    games: 4,
    walls: {
      ...{ multiple: 512, walls: 1, leastSum: 0, boards: 2 },
      given: ['412083109552A743', '330054219643B865'].map(position => ({ position, game: 0 })),
    },
  },
}

const TUNINGS: readonly TuningConfig[] = [...Object.values(PRESETS).map(({ config }) => config), SMALL_WALLS]

export const tuningConfig: fc.Arbitrary<TuningConfig> = fc.constantFrom(...TUNINGS)
export const tuningText: fc.Arbitrary<string> = tuningConfig.map(makeTuning)

export const trainingText: fc.Arbitrary<string> = fc
  .constantFrom(...Object.values(TRAINING_PRESETS), SMALL_TRAINING)
  .map(makeTraining)

export const experimentText: fc.Arbitrary<string> = profile.map(other =>
  makeExperiment({
    players: [
      { profile: 'thesis', settings: { cut: 0 }, limits: { depth: 2 } },
      { name: 'x', profile: other },
    ],
    seed: 7,
    rule: { games: 100, margin: 5, verdict: true, width: 100, minutes: 5 },
  }),
)

/** Selector files of web pages. */
export const pageText: fc.Arbitrary<string> = fc.constantFrom(
  /```json\n([^]*?)```/.exec(read('docs/remote.md'))![1]!,
  read('tests/remotePage/cells.json'),
)
