/** Answers of machines to jobs of `machines.ts`: untrusted, so all that can be checked without a search is. */
import { LabError } from '../errors'
import { CELLS, faceSum, FirstSteps, MAX_RANK, maxRank, type Board } from '../games/twenty48/board'
import { isOver, playTurn, startGame } from '../games/twenty48/playGame'
import type { GamePosition, GameResult, Turn } from '../games/twenty48/player'
import { judgeOf, playerHash } from '../games/twenty48/playerHash'
import { DECIDERS } from '../games/twenty48/scale/sampledGame'
import { turnsOf } from '../games/twenty48/turnBytes'
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
  gamesOf,
  itemsOfJob,
  MOST_ITEMS,
  positionShape,
  readExactJson,
  type Content,
  type MachineJob,
  type OrderedGame,
} from './machines'
import { endsAt2048 } from './playerText'
import { boardShape, parseShape } from './shapes'
import type { GameTurns } from './stored'
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
/** No game has more. */
const MOST_MOVES = 131_070
/** 2^11. */
const RANK_2048 = 11
const byteShape = wholeShape(0, 255)
const turnsShape = z.strictObject({
  ...{ turns: z.array(byteShape).max(MOST_MOVES + 1), ms: z.array(amountShape).max(MOST_MOVES) },
  /** Not of a searcher. */
  values: z.array(exactNumber).max(MOST_MOVES).exactOptional(),
  depths: z.array(byteShape).max(MOST_MOVES).exactOptional(),
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
  const { results, times, ends, clocked } = packGames(answer.results as readonly PlayedGame[])
  const turns = clocked?.map(each => each.turns && sentTurns(each.turns))
  return exactJson({ ...answer, results: { results: [...results], times: [...times], ends: [...ends], ...(turns && { turns }) } })
}

/** The moves of a game: its player is in the job. */
function sentTurns({ turns, values: [own], ms }: GameTurns): z.infer<typeof turnsShape> {
  return { turns: [...turns], ...(own && { values: [...own.values], depths: [...own.depths!] }), ms: [...ms!] }
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
  const ordered = gamesOf(order)
  const { results, times, ends, turns = [] } = parseShape(packedShape, value, 'the results')
  const lists = [results, times, ends].every(list => list.every(each => typeof each === 'number' && Number.isFinite(each)))
  const ascends = ends.every((end, i) => Number.isInteger(end) && (end as number) >= (i === 0 ? 0 : (ends[i - 1] as number)))
  const isWhole = results.length === ordered.length * GAME_NUMBERS && ends.length === ordered.length
  if (!lists || !ascends || !isWhole || (ends.at(-1) ?? 0) !== times.length)
    throw new LabError('BAD_REQUEST', 'the results: not the numbers of the games of this job')
  const games = unpackGames({
    results: Float64Array.from(results as number[]),
    times: Int32Array.from(times as number[]),
    ends: Int32Array.from(ends as number[]),
  })
  const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 0 && rank <= MAX_RANK
  return games.map((game, i) => {
    const { seed, board, score, slides, ...result } = game.result
    const asked = ordered[i]!
    if (seed !== asked.seed) throw new LabError('BAD_REQUEST', `the results: seed ${seed} instead of ${asked.seed}`)
    if (
      !Number.isInteger(result.nodes) ||
      result.nodes < 0 ||
      board.length !== CELLS ||
      !board.every(isRank) ||
      result.maxRank !== maxRank(board)
    )
      throw impossible(score)
    checkFollows(startGame(seed), { board, score, slides })
    const isReproducible = asked.limits.ms === undefined && asked.searcher === undefined
    return isReproducible ? game : { ...game, turns: readTurns(asked, game, turns[i]) }
  })
}

/** Plays the moves of a game again, which no search can repeat. @throws {LabError} `BAD_REQUEST` */
function readTurns(player: OrderedGame, { result }: PlayedGame, value: unknown): GameTurns {
  const sent = parseShape(turnsShape, value, 'the moves')
  const turns = Uint8Array.from(sent.turns)
  const first = new FirstSteps()
  let position = startGame(player.seed)
  first.see(position.board, 0)
  const { maxSlides = Infinity } = player
  for (const { move, spawn } of playable(turns)) {
    const played = position.slides < maxSlides ? playTurn(position, move) : undefined
    if (played?.turn.spawn.cell !== spawn.cell || played.turn.spawn.rank !== spawn.rank)
      throw new LabError('BAD_REQUEST', `the moves: move ${position.slides + 1} of the game of seed ${player.seed} is impossible`)
    position = played.position
    first.see(position.board, position.slides)
  }
  const { slides } = position
  const isWhole = isOver(position) || slides === maxSlides || (endsAt2048(player) && maxRank(position.board) >= RANK_2048)
  const end = ({ board, score, slides, firstSlide }: Pick<GameResult, 'board' | 'score' | 'slides' | 'firstSlide'>) =>
    exactJson([board, score, slides, firstSlide])
  const isSame = end({ ...position, firstSlide: first.steps }) === end(result)
  const { values = [], depths = [] } = sent
  const told = player.searcher === undefined ? [values, depths, sent.ms] : [sent.ms]
  const isTold = told.every(({ length }) => length === slides)
  if (!isWhole || !isSame || !isTold)
    throw new LabError('BAD_REQUEST', `the moves: they do not lead to the result of the game of seed ${player.seed}`)
  const ms = Float32Array.from(sent.ms)
  if (player.searcher !== undefined) return { turns, values: [], ms }
  const own = { hash: playerHash(player), profile: null, player: judgeOf(player), first: 0 }
  return { turns, values: [{ ...own, values: Float64Array.from(values), depths: Uint8Array.from(depths) }], ms }
}

/** @throws {LabError} `BAD_REQUEST` for bytes that are no moves */
function playable(turns: Uint8Array): Turn[] {
  try {
    return [...turnsOf(turns)]
  } catch (cause) {
    throw new LabError('BAD_REQUEST', `the moves: ${(cause as Error).message}`, undefined, { cause })
  }
}

// a schema for each of a million numbers would take longer than the games
const packedShape = z.strictObject({
  ...{ results: z.array(z.unknown()), times: z.array(z.unknown()), ends: z.array(z.unknown()) },
  turns: z.array(z.unknown()).max(MOST_ITEMS).exactOptional(),
}) as z.ZodType<{ readonly [K in 'results' | 'times' | 'ends']: readonly unknown[] } & { readonly turns?: readonly unknown[] }>

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
      const { ms: _, times: _t, turns: _m, players, ...content } = each as Partial<PlayedGame & MatchResult>
      return { ...content, ...(players && { efforts: players.map(({ moves, nodes }) => [moves, nodes]) }) }
    }),
  )
}
