/**
 * Jobs and results as they pass through a queue between machines. Both ends treat what arrives as untrusted. A job is content: its result
 * depends on nothing else, so it may be computed anywhere, in any order, and more than once.
 */
import { contentHash } from '../contentHash'
import { LabError } from '../errors'
import type { GamePosition, GameRules, Player } from '../games/twenty48/player'
import { restoreRandom } from '../random'
import type { BoardsOrder, GamesOrder, MatchesOrder, PassagesOrder, SamplesOrder } from './compute'
import { matchOrderShape } from './matches'
import {
  boardShape,
  checkedBy,
  evaluatorShape,
  limitsShape,
  parseShape,
  playerShape,
  searcherTextShape,
  seedShape,
  settingsShape,
} from './shapes'
import { amountShape, countShape, positiveShape, textShape, z } from './zod'

/** Maximum number of items of a job, and of characters of a job and of its results. */
export const MOST_ITEMS = 10_000
export const MOST_TEXT = 16 * 2 ** 20

export type Content<Order> = Omit<Order, 'job'>

/** The thread's order, without its number there, and the kernel that must compute it. */
export type MachineJob = { readonly kernel: string } & (
  | { readonly call: 'games'; readonly order: Content<GamesOrder> }
  | { readonly call: 'boards'; readonly order: Content<BoardsOrder> }
  | { readonly call: 'passages'; readonly order: Content<PassagesOrder> }
  | { readonly call: 'samples'; readonly order: Content<SamplesOrder> }
  | { readonly call: 'matches'; readonly order: Content<MatchesOrder> }
)

export const workerShape = z.strictObject({
  ...{ id: textShape(200), version: textShape(40), kernel: textShape(64) },
  ...{ cores: positiveShape, threads: positiveShape.max(1024) },
  /** Items done, and items and games per second of late. */
  ...{ items: countShape, perSecond: amountShape, gamesPerSecond: amountShape },
  isDraining: z.boolean(),
})

/** A worker as it shows itself. */
export type WorkerCard = Readonly<z.infer<typeof workerShape>>

export interface QueueView {
  readonly place: string
  /** Workers of every kernel, by id. */
  readonly workers: readonly (WorkerCard & { readonly seenSecondsAgo: number })[]
  /** Jobs that no worker has begun, and that workers compute. */
  readonly jobs: { readonly waiting: number; readonly active: number }
}

/** Also infinite. */
export const exactNumber = z.custom<number>(each => typeof each === 'number', 'is not a number')
const list = <Each extends z.ZodType>(each: Each) => z.array(each).min(1).max(MOST_ITEMS)

export const positionShape: z.ZodType<GamePosition> = z.strictObject({
  board: boardShape,
  score: countShape,
  slides: countShape,
  random: textShape(100).superRefine(checkedBy<string>(state => restoreRandom(state))),
})
const rulesShape: z.ZodType<GameRules> = z.strictObject({
  settings: settingsShape,
  limits: limitsShape,
  searcher: searcherTextShape.exactOptional(),
  maxSlides: positiveShape.exactOptional(),
})
const kernel = textShape(64)
const jobShape: z.ZodType<MachineJob> = z.discriminatedUnion('call', [
  z.strictObject({
    ...{ kernel, call: z.literal('games') },
    order: z.strictObject({
      rules: rulesShape,
      groups: list(z.strictObject({ evaluator: evaluatorShape, rules: rulesShape.exactOptional(), seeds: list(seedShape) })),
    }),
  }),
  z.strictObject({
    ...{ kernel, call: z.literal('boards') },
    order: z.strictObject({ player: playerShape, boards: list(boardShape) }),
  }),
  z.strictObject({
    ...{ kernel, call: z.literal('passages') },
    order: z.strictObject({
      player: playerShape,
      passages: list(z.strictObject({ start: positionShape, sums: z.array(exactNumber).max(MOST_ITEMS) })),
    }),
  }),
  z.strictObject({
    ...{ kernel, call: z.literal('samples') },
    order: z.strictObject({
      player: playerShape,
      games: list(z.strictObject({ start: positionShape, until: z.number().exactOptional() })),
    }),
  }),
  z.strictObject({ ...{ kernel, call: z.literal('matches') }, order: z.strictObject({ matches: list(matchOrderShape) }) }),
])

/** JSON that keeps each number to the bit: those that JSON lacks are objects with the field `#`. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'number' && (!Number.isFinite(each) || Object.is(each, -0))
      ? { '#': Object.is(each, -0) ? '-0' : String(each) }
      : each,
  )
}

const EXTRA_NUMBERS: Readonly<Record<string, number>> = { '-0': -0, Infinity: Infinity, '-Infinity': -Infinity, NaN: NaN }

/** @throws {LabError} `BAD_REQUEST` */
export function readExactJson(text: string, where: string): unknown {
  if (text.length > MOST_TEXT) throw new LabError('BAD_REQUEST', `${where}: more than ${MOST_TEXT} characters`)
  try {
    return JSON.parse(text, (_, each: unknown) => {
      const word = typeof each === 'object' && each !== null && '#' in each ? each['#'] : undefined
      return typeof word === 'string' && Object.hasOwn(EXTRA_NUMBERS, word) ? EXTRA_NUMBERS[word] : each
    })
  } catch (cause) {
    throw new LabError('BAD_REQUEST', `${where}: ${(cause as Error).message}`, undefined, { cause })
  }
}

/** The job as text, and its id: equal jobs have equal ids, whichever lab and run they come from. */
export function packJob(job: MachineJob): { readonly id: string; readonly text: string } {
  const text = exactJson(job)
  return { id: `job-${contentHash(JSON.parse(text))}`, text }
}

/** @throws {LabError} `BAD_REQUEST` for what is no job of this lab, or for content that its id does not fit */
export function parseJob(id: string, text: string): MachineJob {
  const job = parseShape(jobShape, readExactJson(text, 'the job'), 'the job')
  if (packJob(job).id !== id) throw new LabError('BAD_REQUEST', 'the job does not fit its id')
  return job
}

/** Ids of the networks that a job needs. */
export function networksOfJob(job: MachineJob): string[] {
  const players: readonly (Pick<Player, 'settings'> & Partial<Player>)[] =
    job.call === 'matches' ? [] : job.call === 'games' ? gamesOf(job.order) : [job.order.player]
  const ids = players.flatMap(({ evaluator, settings: { expert } }) => [
    ...(evaluator?.family === 'network' ? [evaluator.network] : []),
    ...(expert ? [expert.network] : []),
  ])
  return [...new Set(ids)]
}

/** A game of a job, with all that determines it. */
export interface OrderedGame extends Player, Pick<GameRules, 'maxSlides'> {
  readonly seed: number
}

export function gamesOf({ rules, groups }: Content<GamesOrder>): OrderedGame[] {
  return groups.flatMap(({ evaluator, rules: own = rules, seeds }) => seeds.map(seed => ({ evaluator, ...own, seed })))
}

/** True if a clock decides the results of a job, which another machine then does not repeat. */
export function isClocked(job: MachineJob): boolean {
  return job.call === 'games' && gamesOf(job.order).some(({ limits }) => limits.ms !== undefined)
}

export function itemsOfJob(job: MachineJob): number {
  switch (job.call) {
    case 'games':
      return gamesOf(job.order).length
    case 'boards':
      return job.order.boards.length
    case 'passages':
      return job.order.passages.length
    case 'samples':
      return job.order.games.length
    case 'matches':
      return job.order.matches.length
  }
}

/** The job of one item. */
export function jobOfItem(job: MachineJob, item: number): MachineJob {
  const only = <Each>(items: readonly Each[]): readonly Each[] => items.slice(item, item + 1)
  const { kernel } = job
  switch (job.call) {
    case 'games': {
      const tasks = job.order.groups.flatMap(({ seeds, ...group }) => seeds.map(seed => ({ ...group, seeds: [seed] })))
      return { kernel, call: 'games', order: { rules: job.order.rules, groups: only(tasks) } }
    }
    case 'boards':
      return { kernel, call: 'boards', order: { ...job.order, boards: only(job.order.boards) } }
    case 'passages':
      return { kernel, call: 'passages', order: { ...job.order, passages: only(job.order.passages) } }
    case 'samples':
      return { kernel, call: 'samples', order: { ...job.order, games: only(job.order.games) } }
    case 'matches':
      return { kernel, call: 'matches', order: { matches: only(job.order.matches) } }
  }
}
