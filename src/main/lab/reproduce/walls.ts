/** Wall tests of a study. */
import type { GameLine, WallGame, WallPhase, WallsRow } from '../../../core/contract/files'
import { USUAL_WALLS } from '../../../core/games/twenty48/wallGame/phases'
import { badSetting } from '../../../core/settingChecks'
import { type WallPlan, WallRecord, type WallSink } from '../wallTest/wallRecord'
import { playWallTest } from '../wallTest/wallTest'
import { type Bench, type Results, stopIfAsked } from './results'
import { hashOf, playerOf } from './rows'

type Step = WallsRow['steps'][number]

/** What the results have of a row, of all its steps together. */
export function wallRecordOf(results: Results, row: WallsRow): WallRecord {
  const largest = (of: keyof Step) => Math.max(...row.steps.map(step => step[of]))
  return recordOf(results, row, { boards: largest('boards'), continuations: largest('continuations') })
}

/** @throws {LabError} `CANCELLED` if it was stopped, and errors of the pool */
export async function playMissingPhases(bench: Bench, row: WallsRow): Promise<void> {
  for (const step of row.steps) await playStep(bench, row, step)
}

async function playStep(bench: Bench, row: WallsRow, step: Step): Promise<void> {
  const { pool, results, signal, onStage, onGames } = bench
  const place = { kind: 'game', row: row.name, of: hashOf(row) } as const
  const record = recordOf(results, row, step, { add: line => results.add({ ...place, ...fieldsOf(line) }) })
  let counted = 0
  const begin = (what: 'boards' | 'phases', total: number, done: number): void => {
    counted = done
    onStage(`${what}: ${row.name}`, total, done, what)
  }
  const show = (done: number): void => {
    onGames(done - counted)
    counted = done
  }
  await playWallTest(pool, record, {
    signal,
    onCollecting: (wanted, found) => begin('boards', wanted, found),
    onBoards: show,
    onPhases: (total, done) => begin('phases', total, done),
    onPhase: show,
  })
  stopIfAsked(bench)
}

function recordOf(results: Results, row: WallsRow, { boards, continuations }: Step, sink?: WallSink): WallRecord {
  const { multiple, games, seed, from } = row
  const players = row.players.map(choice => ({ name: choice.profile, player: playerOf(choice) }))
  if (from >= players.length) throw badSetting('from', `${from} is not the place of one of ${players.length} players`)
  const plan: WallPlan = {
    source: { multiple, walls: USUAL_WALLS, leastSum: 0, gameSeed: seed, boards, games, from: players[from]! },
    ...{ seed, continuations, players },
  }
  const lines = results.games(row)
  return new WallRecord(plan, sink, {
    games: lines.filter(({ phase }) => !phase).map(gameOf),
    phases: lines.filter(({ phase }) => phase).map(phaseOf),
  })
}

function fieldsOf(line: WallGame | WallPhase): Omit<GameLine, 'kind' | 'row' | 'of'> {
  const spent = { moves: [line.moves], ms: [line.ms] }
  if ('game' in line) return { game: line.game, values: [], ...spent, board: line.end, boards: line.boards }
  return { game: line.board, phase: [line.continuation, line.player], values: [Number(line.survived)], ...spent }
}

function gameOf({ game, boards, board, moves, ms }: GameLine): WallGame {
  return { game, boards: boards!, end: board!, moves: moves[0]!, ms: ms![0]! }
}

function phaseOf({ game: board, phase, values, moves, ms }: GameLine): WallPhase {
  const [continuation, player] = phase!
  return { board, continuation, player, survived: values[0] === 1, moves: moves[0]!, ms: ms![0]! }
}
