/** Answers of machines to jobs of `machines.ts`: untrusted, so all that can be checked without a search is. */
import { LabError } from '../errors'
import { CELLS, faceSum, MAX_RANK, maxRank, type Board } from '../games/twenty48/board'
import { startGame } from '../games/twenty48/playGame'
import type { GamePosition } from '../games/twenty48/player'
import { DECIDERS } from '../games/twenty48/scale/sampledGame'
import type { MatchResult } from '../match/match'
import {
  GAME_NUMBERS,
  packGames,
  unpackGames,
  type GamesOrder,
  type Judgement,
  type PlayedGame,
  type PlayedPassage,
  type PlayedSample,
} from './compute'
import {
  exactJson,
  exactNumber,
  itemsOfJob,
  MOST_ITEMS,
  positionShape,
  readExactJson,
  seedsOf,
  type Content,
  type MachineJob,
} from './machines'
import { boardShape, parseShape } from './shapes'
import { amountShape, countShape, textShape, wholeShape, z } from './zod'

/** The results of a job, one for each item, in the order of the items. */
export type MachineResults = readonly (PlayedGame | Judgement | PlayedPassage | PlayedSample | MatchResult)[]

/** What a worker answers. */
export type MachineAnswer = { readonly worker: string } & (
  | { readonly results: MachineResults; readonly ms: number }
  | { readonly problem: string }
)

const slideNumber = exactNumber.nullable()
const slideNumbers = z.strictObject({ up: slideNumber, down: slideNumber, left: slideNumber, right: slideNumber })
const judgementShape: z.ZodType<Judgement> = z.strictObject({ values: slideNumbers, depth: z.number() })
const passageShape: z.ZodType<PlayedPassage> = z.strictObject({
  ...{ before: z.array(positionShape).max(MOST_ITEMS), end: positionShape, ms: amountShape },
})
const rankShape = wholeShape(0, MAX_RANK)
const decided = { value: exactNumber, decider: z.enum(DECIDERS) }
const sampleShape: z.ZodType<PlayedSample> = z.strictObject({
  game: z.strictObject({
    ...{ score: countShape, rank: rankShape, sum: countShape },
    positions: z
      .array(z.strictObject({ ...decided, rank: rankShape, sum: countShape, score: countShape, weight: z.number() }))
      .max(MOST_ITEMS),
    boards: z.array(boardShape).max(MOST_ITEMS).exactOptional(),
  }),
  left: z.strictObject(decided).exactOptional(),
  ms: amountShape,
})
const numbers = z.array(exactNumber).min(1).max(16)
const matchShape: z.ZodType<MatchResult> = z.strictObject({
  ended: z.enum(['over', 'limit', 'fault']),
  fault: z
    .strictObject({ agent: countShape, reason: z.enum(['threw', 'illegal', 'clock']), message: textShape(10_000) })
    .exactOptional(),
  values: numbers,
  winner: countShape.exactOptional(),
  edges: z.array(countShape).max(1_000_000),
  players: z
    .array(
      z.strictObject({
        ...{ moves: countShape, nodes: countShape, ms: amountShape, longestMs: amountShape, overruns: countShape },
        processorMs: amountShape.exactOptional(),
      }),
    )
    .min(1)
    .max(16),
})

/** @param job that it answers */
export function packAnswer({ call }: MachineJob, answer: MachineAnswer): string {
  if (!('results' in answer)) return exactJson(answer)
  if (call !== 'games') return exactJson(answer)
  const { results, times, ends } = packGames(answer.results as readonly PlayedGame[])
  return exactJson({ ...answer, results: { results: [...results], times: [...times], ends: [...ends] } })
}

const answerShape = z.union([
  z.strictObject({ worker: textShape(200), problem: textShape(2000) }),
  z.strictObject({ worker: textShape(200), results: z.unknown(), ms: amountShape }),
])

/**
 * Reads the answer to a job, and checks that its results have the job's shape, seeds and starts, and that each score is that of its board.
 * @throws {LabError} `BAD_REQUEST`
 */
export function parseAnswer(job: MachineJob, text: string): MachineAnswer {
  const answer = parseShape(answerShape, readExactJson(text, 'the answer'), 'the answer')
  if ('problem' in answer) return answer
  const results = readResults(job, answer.results)
  if (results.length !== itemsOfJob(job))
    throw new LabError('BAD_REQUEST', `the answer: ${results.length} results for ${itemsOfJob(job)} items`)
  return { ...answer, results }
}

function readResults(job: MachineJob, value: unknown): MachineResults {
  const read = <Each>(shape: z.ZodType<Each>): Each[] => parseShape(z.array(shape).max(MOST_ITEMS), value, 'the results')
  switch (job.call) {
    case 'games':
      return readGames(job.order, value)
    case 'boards':
      return read(judgementShape)
    case 'passages': {
      const passages = read(passageShape)
      passages.forEach(({ before, end }, i) => {
        const { start } = job.order.passages[i] ?? { start: end }
        for (const position of [...before, end]) checkFollows(start, position)
      })
      return passages
    }
    case 'samples': {
      const samples = read(sampleShape)
      for (const { game } of samples)
        // a tile of rank r is worth at most r - 1 points for each of its units
        if (game.score > game.sum * Math.max(0, game.rank - 1)) throw impossible(game.score)
      return samples
    }
    case 'matches':
      return read(matchShape)
  }
}

/** Games come as the numbers of `PackedGames`, of which there are too many for a schema. */
function readGames(order: Content<GamesOrder>, value: unknown): readonly PlayedGame[] {
  const seeds = seedsOf(order)
  const { results, times, ends } = parseShape(packedShape, value, 'the results')
  const lists = [results, times, ends].every(list => list.every(each => typeof each === 'number' && Number.isFinite(each)))
  const ascends = ends.every((end, i) => Number.isInteger(end) && (end as number) >= (i === 0 ? 0 : (ends[i - 1] as number)))
  const isWhole = results.length === seeds.length * GAME_NUMBERS && ends.length === seeds.length
  if (!lists || !ascends || !isWhole || (ends.at(-1) ?? 0) !== times.length)
    throw new LabError('BAD_REQUEST', 'the results: not the numbers of the games of this job')
  const games = unpackGames({
    results: Float64Array.from(results as number[]),
    times: Int32Array.from(times as number[]),
    ends: Int32Array.from(ends as number[]),
  })
  const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 0 && rank <= MAX_RANK
  games.forEach(({ result: { seed, board, score, slides, ...result } }, i) => {
    if (seed !== seeds[i]) throw new LabError('BAD_REQUEST', `the results: seed ${seed} instead of ${seeds[i]}`)
    if (
      !Number.isInteger(result.nodes) ||
      result.nodes < 0 ||
      board.length !== CELLS ||
      !board.every(isRank) ||
      result.maxRank !== maxRank(board)
    )
      throw impossible(score)
    checkFollows(startGame(seed), { board, score, slides })
  })
  return games
}

// a schema for each of a million numbers would take longer than the games
const packedShape = z.strictObject({
  ...{ results: z.array(z.unknown()), times: z.array(z.unknown()), ends: z.array(z.unknown()) },
}) as z.ZodType<{ readonly [K in 'results' | 'times' | 'ends']: readonly unknown[] }>

/**
 * Checks that a position can follow another: each move brings a 2 or a 4, and the points are those that its tiles took to make.
 * @throws {LabError} `BAD_REQUEST`
 */
function checkFollows(start: Omit<GamePosition, 'random'>, end: Omit<GamePosition, 'random'>): void {
  const slides = end.slides - start.slides
  const fours = (faceSum(end.board) - faceSum(start.board) - 2 * slides) / 2
  const points = worth(end.board) - worth(start.board) - 4 * fours
  const isPossible = slides >= 0 && Number.isInteger(fours) && fours >= 0 && fours <= slides && points === end.score - start.score
  if (!isPossible) throw impossible(end.score)
}

/** Points that it takes to make the tiles from 2s alone. */
function worth(board: Board): number {
  return board.reduce((sum, rank) => sum + (rank === 0 ? 0 : (rank - 1) * 2 ** rank), 0)
}

function impossible(score: number): LabError {
  return new LabError('BAD_REQUEST', `the results: a score of ${score} is impossible on its last board`)
}

/** The results without times, to compare those of two machines. */
export function contentOfResults(results: MachineResults): string {
  return exactJson(
    results.map(each => {
      const { ms: _, times: __, players, ...content } = each as Partial<PlayedGame & MatchResult>
      return { ...content, ...(players && { efforts: players.map(({ moves, nodes }) => [moves, nodes]) }) }
    }),
  )
}
