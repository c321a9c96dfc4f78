import type { MatchOrder } from '../../../core/contract/matches'
import { LabError } from '../../../core/errors'
import type { MatchResult } from '../../../core/match/match'
import type { Clocks } from '../../../core/match/playMatch'
import type { Pool } from '../../compute/pool/pool'
import type { Results } from './results'

type StudyUnit = 'games' | 'trees' | 'positions' | 'boards' | 'phases'

/** What a study is computed with. */
export interface Bench {
  readonly signal: AbortSignal
  /** Work of one kind begins: its name, the number of games, trees …, how many of them are done, and what they are. */
  readonly onStage: (name: string, total: number, done: number, unit: StudyUnit) => void
  /** `count` more of them are done. */
  readonly onGames: (count: number) => void
  readonly pool: Pick<Pool, 'threads' | 'playGames' | 'playTasks' | 'playMatches' | 'playPassages'>
  /** Plays in this process, immediately. */
  readonly playHere: (order: MatchOrder, clocks: Clocks) => MatchResult
  readonly results: Results
}

/** @throws {LabError} `CANCELLED` */
export function stopIfAsked({ signal }: Pick<Bench, 'signal'>): void {
  if (signal.aborted) throw new LabError('CANCELLED', 'The study was stopped.')
}
