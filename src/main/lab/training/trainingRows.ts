import type { TrainingRow, TrainingState } from '../../../core/contract/calls'
import type { TrainingLine, TrainingRunHead } from '../../../core/contract/files'
import type { LabErrorData } from '../../../core/errors'
import { face } from '../../../core/games/twenty48/board'
import { goalOf, outputOf } from '../../../core/games/twenty48/wallGame/network'
import {
  type TrainingConfig,
  movesDone,
  movesOf,
  secondsLeft,
  validatedShare,
  workDone,
  workOf,
} from '../../../core/games/twenty48/wallGame/training'
import type { CheckpointState } from '../../compute/training/checkpoint'

/** What a run that is trained here made since it began or resumed its network. */
export interface LivePace {
  readonly seconds: number
  readonly moves: number
}

export interface RowFacts {
  readonly id: number
  /** For people. */
  readonly name: string
  readonly state: TrainingState
  readonly ahead?: number | undefined
  readonly lines: readonly TrainingLine[]
  /** Absent: finished. */
  readonly place: CheckpointState | undefined
  readonly pace?: LivePace | undefined
  readonly problem: LabErrorData | null | undefined
  readonly deleted?: boolean
}

export function trainingRow({ config, stamp }: TrainingRunHead, facts: RowFacts): TrainingRow {
  const { id, name, state, ahead, lines, place, pace, problem, deleted = false } = facts
  const { networks, seed, threads } = config
  const eta = place && pace && secondsLeft(config, place, pace.seconds, pace.moves)
  return {
    ...{ id, name, state, seed, threads },
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
    success: successOf(config, lines),
    problem: problem ?? null,
    created: stamp.at === undefined ? null : Date.parse(stamp.at),
    deleted,
  }
}

/** Seconds of training of all networks. */
function secondsOf(lines: readonly TrainingLine[], place: RowFacts['place']): number {
  const network = place?.network ?? Infinity
  const last = new Map(lines.filter(line => line.network < network).map(line => [line.network, line.seconds]))
  return [...last.values()].reduce((sum, seconds) => sum + seconds, place?.seconds ?? 0)
}

/** The success of the last network alone: the networks before it make other tiles. */
function successOf({ networks }: TrainingConfig, lines: readonly TrainingLine[]): number | null {
  const line = lines.at(-1)
  if (line?.network !== networks.length - 1) return null
  return validatedShare(line, networks.at(-1)!).share
}
