/** Random games and profiles for property tests. */
import { legibleLine, legibleNotes } from '../../../src/core/contract/texts'
import fc from 'fast-check'
import { ORIGINS, type Profile, type ProfileOrigin, type ProfileStatistics } from '../../../src/core/contract/files'
import { legalMoves, type Board, type Move } from '../../../src/core/games/twenty48/board'
import { playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { GamePosition, Player, Turn } from '../../../src/core/games/twenty48/player'
import {
  completeReplay,
  PLAYED_BY,
  playSideLines,
  type GameRecord,
  type Replay,
  type ReplayEngine,
  type ReplayPosition,
  type ReplayValues,
  type TileDraws,
} from '../../../src/core/games/twenty48/replay'
import { endOf, placeAt, playMove, type Place } from '../../../src/core/games/twenty48/sideLines'
import { Timeline } from '../../../src/core/games/twenty48/timeline'
import { createRandom, GENERATOR, MAX_SEED } from '../../../src/core/random'
import { deepen } from '../../../src/core/games/twenty48/search/deepening'
import { drive, neverStop, type Engine } from '../../../src/core/games/twenty48/search/engine'
import type { SearchReport } from '../../../src/core/games/twenty48/search/report'
import type { SearchLimits } from '../../../src/core/search/settings'
import type { Stamp } from '../../../src/core/stamp'
import * as arbitrary from './arbitraries'
import { textbook } from '../../support/textbook'

export const seed = fc.oneof(fc.nat(100), fc.integer({ min: 0, max: MAX_SEED }))

/** Legal slides from a position, to the end of the game or at most so many. */
function playTurns(from: GamePosition, slides: number, choose: (legal: readonly Move[], board: Board) => Move): Turn[] {
  const turns: Turn[] = []
  for (let position = from; turns.length < slides;) {
    const legal = legalMoves(position.board)
    if (legal.length === 0) break
    const next = playTurn(position, choose(legal, position.board))!
    turns.push(next.turn)
    position = next.position
  }
  return turns
}

function randomChoice(slideSeed: number): (legal: readonly Move[]) => Move {
  const random = createRandom(slideSeed)
  return legal => legal[random.below(legal.length)]!
}

/** A game of a seed with random slides, and nothing else told of it. */
export function drawnGame(gameSeed: number, slides = Infinity): Replay {
  const position = startGame(gameSeed)
  return completeReplay({
    start: position.board,
    startScore: 0,
    turns: playTurns(position, slides, randomChoice(gameSeed)),
    by: 'unknown',
    draws: { seed: gameSeed, generator: GENERATOR, origin: 'seed' },
  })
}

/** The position of a place of a game. */
export function positionAt(game: Replay, { line, at }: Place): ReplayPosition {
  const timeline = Timeline.of(game)
  if (line === 0) return timeline.at(at)
  const lines = game.sideLines!
  return playSideLines(lines, timeline.length, step => timeline.at(step))[line - 1]![at - lines[line - 1]!.after]!
}

/** A game in whose replay moves were tried: each at a drawn place, or after the one before. */
export function withTriedMoves(game: Replay, tried: number, seedOfMoves: number): Replay {
  const random = createRandom(seedOfMoves)
  let [its, place]: [Replay, Place] = [game, { line: 0, at: 0 }]
  for (let i = 0; i < tried; i++) {
    const lines = its.sideLines ?? []
    if (random.below(3) === 0) {
      const line = random.below(lines.length + 1)
      const end = line === 0 ? its.turns.length : endOf(lines[line - 1]!)
      place = placeAt(lines, line, random.below(end + 1))
    }
    const { board } = positionAt(its, place)
    const legal = legalMoves(board)
    if (legal.length === 0) continue
    const turns = { length: its.turns.length, turn: (step: number) => its.turns[step - 1]! }
    const played = playMove(lines, place, legal[random.below(legal.length)]!, { game: turns, board, seed: 7 })!
    place = played.place
    its = { ...its, ...(played.lines.length > 0 && { sideLines: played.lines }) }
  }
  return its
}

/** The game of a seed that the textbook plays, or a faster engine, its tiles drawn. */
export function engineGame(
  gameSeed: number,
  { evaluator: ofPlayer, settings, limits: within }: Player,
  slides = Infinity,
  engine = textbook(ofPlayer, settings),
): Replay {
  const position = startGame(gameSeed)
  return completeReplay({
    start: position.board,
    startScore: 0,
    turns: playTurns(position, slides, (_, board) => searchWith(engine, board, within).best!),
    by: 'engine',
    draws: { seed: gameSeed, generator: GENERATOR, origin: 'seed' },
  })
}

export function searchWith(engine: Engine, board: Board, within: SearchLimits): SearchReport {
  return drive(deepen(board, within), request => engine(request, neverStop))
}

const iso = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(date => date.toISOString())

const stamp: fc.Arbitrary<Stamp> = fc.record(
  {
    version: fc.string({ minLength: 1, maxLength: 40 }),
    kernel: fc.string({ maxLength: 64 }),
    hardware: fc.string({ maxLength: 200 }),
    at: iso,
  },
  { requiredKeys: ['version'] },
)

const limits = fc.record(
  { depth: fc.constantFrom(0, 3, 'distinct' as const), nodes: fc.integer({ min: 1, max: 1e9 }) },
  { requiredKeys: [] },
)

/** JSON has no −0. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0)

const evaluator = arbitrary.evaluator.map(each => ({
  ...each,
  parameters: Object.fromEntries(Object.entries(each.parameters).map(([id, value]) => [id, value + 0])),
}))

/** How a game may begin: drawn, or set, with the state of the generator that its tiles come from. */
const beginning: fc.Arbitrary<{ start: Board; startScore: number; random: string; origin: 'seed' | 'position'; seed: number }> =
  seed.chain(gameSeed =>
    fc.oneof(
      fc
        .constant({ ...startGame(gameSeed), origin: 'seed' as const })
        .map(({ board, random, origin }) => ({ start: board, startScore: 0, random, origin, seed: gameSeed })),
      fc.tuple(arbitrary.board, fc.nat(1e7)).map(([start, startScore]) => ({
        start,
        startScore,
        random: createRandom(gameSeed).state,
        origin: 'position' as const,
        seed: gameSeed,
      })),
    ),
  )

const engine: fc.Arbitrary<ReplayEngine> = fc.record({
  profile: fc.string({ maxLength: 80 }),
  evaluator,
  settings: arbitrary.settings,
  limits,
})

function valuesOf(known: readonly ([value: number, depth: number] | null)[]): ReplayValues {
  return { of: 'engine', boards: known.map(each => each?.[0] ?? null), depths: known.map(each => each?.[1] ?? null) }
}

/** Replays of short games with all that may be told of them. */
export const replay: fc.Arbitrary<Replay> = fc
  .tuple(beginning, fc.nat(40), seed, fc.constantFrom(GENERATOR, 'mulberry32', undefined))
  .chain(([{ start, startScore, random, origin, seed: drawSeed }, slides, slideSeed, generator]) => {
    const turns = playTurns({ board: start, score: startScore, slides: 0, random }, slides, randomChoice(slideSeed))
    const perTurn = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: turns.length, maxLength: turns.length })
    return fc
      .record<GameRecord>(
        {
          start: fc.constant(start),
          startScore: fc.constant(startScore),
          turns: fc.constant(turns),
          by: fc.constantFrom(...PLAYED_BY),
          engine,
          title: fc.string({ maxLength: 100, unit: 'binary' }).map(legibleLine),
          notes: fc.string({ maxLength: 100, unit: 'binary' }).map(legibleNotes),
          stamp,
          ms: perTurn(
            fc.oneof(
              fc.constant(null),
              fc.double({ min: 0, max: 1e9, noNaN: true }).map(ms => ms + 0),
            ),
          ),
          values: perTurn(fc.option(fc.tuple(number, fc.nat(60)))).map(valuesOf),
        },
        { requiredKeys: ['start', 'startScore', 'turns', 'by'] },
      )
      .map(record => {
        const draws: TileDraws | undefined = generator && { seed: drawSeed, generator, origin }
        const { values, ...others } = record
        const whose = record.engine && values && { values } // nobody's values are not written
        const game = completeReplay({ ...others, ...whose, ...(draws && { draws }) })
        return slideSeed % 2 === 0 ? game : withTriedMoves(game, slideSeed % 23, slideSeed)
      })
  })

const share = fc.double({ min: 0, max: 1, noNaN: true }).map(value => value + 0)
const points = fc.integer({ min: 0, max: 4_000_000 })
const intervalOf = (end: fc.Arbitrary<number>) =>
  fc.tuple(end, end).map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)])

export const profileName = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/)

const origin: fc.Arbitrary<ProfileOrigin> = fc.record(
  {
    kind: fc.constantFrom(...ORIGINS),
    source: fc.string({ maxLength: 500 }),
    seeds: fc.array(seed, { maxLength: 10 }),
    stamp,
  },
  { requiredKeys: ['kind'] },
)

const statistics: fc.Arbitrary<ProfileStatistics> = fc.record(
  {
    games: fc.integer({ min: 1, max: 1e6 }),
    seed,
    limits,
    mean: points,
    interval: intervalOf(points),
    median: points,
    max: points,
    reach: fc.dictionary(fc.constantFrom('512', '2048', '131072'), fc.record({ share, interval: intervalOf(share) }), {
      noNullPrototype: true,
    }),
    msPerMove: share,
    stamp,
  },
  { requiredKeys: ['games', 'seed', 'limits', 'mean', 'interval', 'median', 'max', 'reach'] },
)

export const profile: fc.Arbitrary<Profile> = fc.record(
  {
    name: profileName,
    title: fc.string({ minLength: 1, maxLength: 80 }).filter(title => title.trim() !== ''),
    notes: fc.string({ maxLength: 200 }),
    evaluator,
    settings: arbitrary.settings,
    depth: fc.constantFrom(0, 2, 60, 'distinct' as const, 'empty' as const),
    tags: fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 5 }),
    origin,
    statistics,
  },
  { requiredKeys: ['name', 'title', 'notes', 'evaluator', 'settings', 'depth'] },
)
