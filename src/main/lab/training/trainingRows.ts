import type { TrainingRow, TrainingState } from '../../../core/contract/calls'
import type { TrainingLine } from '../../../core/contract/files'
import type { LabErrorData } from '../../../core/errors'
import { face } from '../../../core/games/twenty48/board'
import { goalOf, outputOf } from '../../../core/games/twenty48/walls/network'
import { movesOf, type TrainingConfig } from '../../../core/games/twenty48/walls/training'
import { secondsLeft, workDone, workOf } from '../../../core/games/twenty48/walls/trainingPace'
import { isPaceKnown } from '../../../core/stats/pace'
import { weightedShare } from '../../../core/stats/weightedShare'
import type { RunFolder, RunPlace } from './runFolder'

/** What a run that is trained here made since it began or resumed its network. */
export interface LivePace {
  readonly seconds: number
  readonly moves: number
}

export interface RowFacts {
  readonly state: TrainingState
  readonly ahead?: number | undefined
  readonly lines: readonly TrainingLine[]
  /** Absent: finished. */
  readonly place: Pick<RunPlace, 'network' | 'moves' | 'seconds'> | undefined
  readonly pace?: LivePace | undefined
  readonly problem: LabErrorData | undefined
  readonly deleted?: boolean
}

export function trainingRow(run: RunFolder, facts: RowFacts): TrainingRow {
  const { id, config, stamp } = run.head
  const { state, ahead, lines, place, pace, problem, deleted = false } = facts
  const { networks, seed, threads } = config
  const eta = place && pace && etaOf(config, place, pace)
  return {
    ...{ id, name: run.name, state, seed, threads },
    ...(ahead !== undefined && { ahead }),
    networks: networks.length,
    network: place?.network ?? networks.length - 1,
    output: outputOf(networks.at(-1)!),
    face: face(goalOf(networks.at(-1)!)),
    moves: movesOf(config),
    done: movesDone(config, place),
    progress: workDone(config, place) / workOf(config),
    seconds: secondsOf(lines, place),
    ...(pace && pace.seconds > 0 && { movesPerSecond: pace.moves / pace.seconds }),
    ...(eta !== undefined && { eta }),
    measured: lines.length,
    success: successOf(config, lines.at(-1)),
    problem: problem ?? null,
    created: stamp.at === undefined ? null : Date.parse(stamp.at),
    deleted,
  }
}

function etaOf(
  config: TrainingConfig,
  place: { readonly network: number; readonly moves: number },
  { seconds, moves }: LivePace,
) {
  return isPaceKnown(1000 * seconds, moves, moves) ? secondsLeft(config, place, seconds, moves) : undefined
}

function movesDone(config: TrainingConfig, place: RowFacts['place']): number {
  if (!place) return movesOf(config)
  const { networks } = config
  return movesOf({ networks: networks.slice(0, place.network) }) + Math.min(place.moves, networks[place.network]!.moves)
}

/** Of all networks. */
function secondsOf(lines: readonly TrainingLine[], place: RowFacts['place']): number {
  const network = place?.network ?? Infinity
  const last = new Map(lines.filter(line => line.network < network).map(line => [line.network, line.seconds]))
  return [...last.values()].reduce((sum, seconds) => sum + seconds, place?.seconds ?? 0)
}

function successOf({ networks }: TrainingConfig, line: TrainingLine | undefined): number | null {
  if (!line) return null
  const { starts } = networks[line.network]!
  const strata = line.validation.map(({ successes, games }, i) => ({ weight: starts[i]!.share, successes, trials: games }))
  return weightedShare(strata).share
}
