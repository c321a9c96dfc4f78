/** The kinds of work that the pool hands out in chunks. */
import {
  type GameGroup,
  type GameToSample,
  type Judgement,
  type PlayedGame,
  type PlayedPassage,
  type PlayedSample,
  unpackGames,
} from '../../../core/contract/compute'
import type { MatchOrder } from '../../../core/contract/matches'
import type { LabError } from '../../../core/errors'
import type { Board } from '../../../core/games/twenty48/board'
import type { Evaluator } from '../../../core/games/twenty48/heuristics/family'
import { makePosition } from '../../../core/games/twenty48/notation'
import type { GamePosition, GameRules, Player } from '../../../core/games/twenty48/player'
import type { Passage } from '../../../core/games/twenty48/wallGame/phases'
import type { MatchResult } from '../../../core/match/match'
import { badSetting } from '../../../core/settingChecks'
import type { More, Work } from './chunkedWork'

/** One game to play. */
export interface GameTask {
  readonly evaluator: Evaluator
  /** Absent: those of all the games. */
  readonly rules?: GameRules | undefined
  readonly seed: number
}

/** A seed, and the players that play it. */
export interface SeedTask {
  readonly seed: number
  readonly players: readonly { readonly evaluator: Evaluator; readonly rules: GameRules }[]
}

/** Games that follow from a finished one. */
export type MoreGames = More<GameTask>

/**
 * Maximum number of games per chunk. A row of a file waits for the rows before it, so the threads of a large batch must stay close together.
 * This is the least that a thread plays in a tenth of a second.
 */
const GAMES_IN_CHUNK = 500

/** Few: a match of deep searches takes minutes. */
const MATCHES_IN_CHUNK = 20

/** Few: results are saved up to the first missing one, and a power cut would lose those beyond it. */
const BOARDS_IN_CHUNK = 8
const PLAYOUTS_IN_CHUNK = 32
/** Few: a passage may be a whole game of a deep search. */
const PASSAGES_IN_CHUNK = 4

/** Games under the same rules. */
export function gamesWork(
  rules: GameRules,
  tasks: readonly GameTask[],
  { onGame, onLost }: { onGame: (game: PlayedGame, task: number) => MoreGames; onLost?: Work<GameTask, PlayedGame>['onLost'] },
): Work<GameTask, PlayedGame> {
  return {
    priority: 'batch',
    items: tasks,
    mostInChunk: GAMES_IN_CHUNK,
    staysHere: rules.limits.ms !== undefined,
    ask: (ask, job, chunk, onResults) =>
      ask('games', { job, rules, groups: groupsOf(chunk) }, packed => onResults(unpackGames(packed))),
    onResult: onGame,
    onLost,
    nameOf: ({ seed }) => [`The game of seed ${seed}`, { seed }],
  }
}

/** Neighbouring games of one evaluator under the same rules, which are then sent once. */
function groupsOf(tasks: readonly GameTask[]): GameGroup[] {
  const groups: { evaluator: Evaluator; rules?: GameRules; seeds: number[] }[] = []
  for (const { evaluator, rules, seed } of tasks) {
    const last = groups.at(-1)
    if (last?.evaluator === evaluator && last.rules === rules) last.seeds.push(seed)
    else groups.push({ evaluator, ...(rules && { rules }), seeds: [seed] })
  }
  return groups
}

/** The games of all players of a seed are one item: one machine plays them, one after the other. */
export function seedsWork(
  tasks: readonly SeedTask[],
  onSeed: (games: readonly PlayedGame[], index: number) => void,
): Work<SeedTask, readonly PlayedGame[]> {
  return {
    priority: 'batch',
    items: tasks,
    mostInChunk: 1,
    staysHere: false,
    ask(ask, job, chunk, onResults) {
      const games: PlayedGame[] = []
      let seeds = 0
      const groups = groupsOf(chunk.flatMap(({ seed, players }) => players.map(player => ({ ...player, seed }))))
      return ask('games', { job, rules: chunk[0]!.players[0]!.rules, groups }, packed => {
        games.push(...unpackGames(packed))
        const whole: PlayedGame[][] = []
        while (seeds < chunk.length && games.length >= chunk[seeds]!.players.length)
          whole.push(games.splice(0, chunk[seeds++]!.players.length))
        onResults(whole)
      })
    },
    onResult: (games, index) => void onSeed(games, index),
    nameOf: ({ seed }) => [`The games of seed ${seed}`, { seed }],
  }
}

export interface MatchesListener {
  /**
   * Receives each result once, with the number of its match, in no fixed order. Matches that it returns are added, with the next
   * numbers.
   */
  readonly onMatch: (result: MatchResult, match: number) => More<MatchOrder>
  /**
   * Receives a match that cannot be played: its thread died during it, or refused it. Absent: the first such match ends the work.
   */
  readonly onLost?: ((match: number, error: LabError) => More<MatchOrder>) | undefined
}

export function matchesWork(matches: readonly MatchOrder[], { onMatch, onLost }: MatchesListener): Work<MatchOrder, MatchResult> {
  return {
    priority: 'batch',
    items: matches,
    mostInChunk: MATCHES_IN_CHUNK,
    staysHere: matches.some(
      ({ bounds, players }) => bounds?.clockMs !== undefined || players.some(({ limits }) => limits.ms !== undefined),
    ),
    ask: (ask, job, chunk, onResults) => ask('matches', { job, matches: chunk }, onResults),
    onResult: onMatch,
    onLost,
    nameOf: ({ game, seed }) => [`The match of ${game}, seed ${seed}`, { seed }],
  }
}

export function boardsWork(
  player: Player,
  boards: readonly Board[],
  onJudged: (judgement: Judgement, index: number) => void,
  priority: 'analysis' | 'batch',
): Work<Board, Judgement> {
  return {
    priority,
    items: boards,
    mostInChunk: BOARDS_IN_CHUNK,
    staysHere: player.limits.ms !== undefined,
    ask: (ask, job, chunk, onResults) => ask('boards', { job, player, boards: chunk }, onResults),
    onResult: (judgement, index) => void onJudged(judgement, index),
    nameOf: board => [`The search of ${makePosition(board)}`, { position: makePosition(board) }],
  }
}

/**
 * Passages to the end of each game. An expert is not asked.
 * @throws {LabError} `BAD_SETTING` for a player with another limit than depth
 */
export function playoutsWork(
  { evaluator, settings: { expert: _, ...settings }, limits }: Player,
  starts: readonly GamePosition[],
  onEnd: (end: GamePosition, index: number) => void,
): Work<GamePosition, GamePosition> {
  const { depth, nodes, ms } = limits
  if (depth === undefined || nodes !== undefined || ms !== undefined)
    throw badSetting('limits', 'playouts have a depth, and no other limit')
  return {
    priority: 'playouts',
    items: starts,
    mostInChunk: PLAYOUTS_IN_CHUNK,
    staysHere: false,
    ask(ask, job, chunk, onResults) {
      const passages = chunk.map(start => ({ start, sums: [Infinity] }))
      return ask('passages', { job, player: { evaluator, settings, limits }, passages }, passed =>
        onResults(passed.map(({ end }) => end)),
      )
    },
    onResult: (end, index) => void onEnd(end, index),
    nameOf: ({ board }) => [`A playout from ${makePosition(board)}`, { position: makePosition(board) }],
  }
}

/** Called for each finished passage, with its number. Passages that it returns are added, with the next numbers. */
export type OnPassage = (passed: PlayedPassage, passage: number) => More<Passage>

export function passagesWork(
  player: Player,
  passages: readonly Passage[],
  { onPassage, onLost }: { onPassage: OnPassage; onLost: Work<Passage, PlayedPassage>['onLost'] },
): Work<Passage, PlayedPassage> {
  return {
    priority: 'batch',
    items: passages,
    mostInChunk: PASSAGES_IN_CHUNK,
    staysHere: player.limits.ms !== undefined,
    ask: (ask, job, chunk, onResults) => ask('passages', { job, player, passages: chunk }, onResults),
    onResult: onPassage,
    onLost,
    nameOf: ({ start: { board } }) => [`The game from ${makePosition(board)}`, { position: makePosition(board) }],
  }
}

/** Games of one player. */
export function samplesWork(
  player: Player,
  games: readonly GameToSample[],
  onSample: (sample: PlayedSample, index: number) => void,
): Work<GameToSample, PlayedSample> {
  return {
    priority: 'batch',
    items: games,
    mostInChunk: PASSAGES_IN_CHUNK,
    staysHere: player.limits.ms !== undefined,
    ask: (ask, job, chunk, onResults) => ask('samples', { job, player, games: chunk }, onResults),
    onResult: (sample, index) => void onSample(sample, index),
    nameOf: ({ start: { board } }) => [`The game from ${makePosition(board)}`, { position: makePosition(board) }],
  }
}
