/** Small tuning runs for tests, and all that a run leaves behind but times. */
import { rowsAfter } from '../../../../src/core/growingColumns'
import type { TuningRow } from '../../../../src/core/contract/calls'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { deriveSeed } from '../../../../src/core/random'
import type { BoardObjective } from '../../../../src/core/contract/tuning/boardObjective'
import type { EvaluationResult } from '../../../../src/core/contract/tuning/objective'
import type { Candidate } from '../../../../src/core/tuning/optimizer'
import { PRESETS } from '../../../../src/core/contract/tuning/presets'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import type { Evaluated, Objective } from '../../../../src/main/lab/tuning/objective'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { Tuning, type TuningOptions } from '../../../../src/main/lab/tuning/tuning'
import type { Store, StoreReader } from '../../../../src/main/store/store'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

/** Greedy games of at most 60 slides: a run takes a tenth of a second. */
export function smallConfig(
  changes: Partial<TuningConfig<BoardObjective>> = {},
  objective: Partial<BoardObjective> = {},
): TuningConfig<BoardObjective> {
  const { config } = PRESETS['thesis-1']
  return {
    ...config,
    title: 'A small one',
    optimizer: { ...config.optimizer, particles: 8 } as TuningConfig['optimizer'],
    budget: { kind: 'iterations', count: 12 },
    seed: 7,
    validation: { games: 20, level: 0.95 },
    objective: { ...config.objective, depth: 0, maxSlides: 60, games: 2, ...objective },
    ...changes,
  }
}

const HERE = {
  version: '0.0.0',
  threads: 2,
  generator: 'splitmix64',
  kernel: 'abc',
  hardware: { cpu: 'a test', cores: 2, memoryBytes: 1, system: 'linux x64', node: '24' },
}

/** Hears everything that a service tells. */
export function tuningWith(options: Partial<TuningOptions> & Pick<TuningOptions, 'store' | 'pool'>) {
  const rows: TuningRow[] = []
  const failures: unknown[] = []
  const tuning = new Tuning({
    jobs: new Jobs(() => undefined),
    provenance: () => HERE,
    onRow: row => rows.push(row),
    onFailure: error => failures.push(error),
    drawSeed: () => 99,
    ...options,
  })
  return { tuning, rows, failures }
}

/** Without games: the best weights are in the middle of the bounds, and each candidate has luck of its own. */
function simulatedResult({ tuned, games }: TuningConfig['objective'], { id, params }: Candidate): EvaluationResult {
  const miss = tuned.reduce((sum, { min, max }, d) => sum + ((params[d]! - (min + max) / 2) / (max - min)) ** 2, 0)
  const luck = (deriveSeed(1, id) % 1000) - 500
  // more than two games: as racing may leave them, of some evaluations fewer
  const fitness = 10_000 * (1 - miss) + luck
  return { fitness, standardError: 300, mean: fitness, meanError: 300, games: games === 2 ? 2 : 1 + (id % games), stopped: false }
}

export interface SimulationOptions {
  /** Called before each evaluation is told; may throw, which is a failure of the objective, or say that the evaluation failed. */
  readonly before?: (candidate: Candidate) => 'failed' | undefined | void
  /** Evaluations told between two turns of the event loop; if absent, 8, with `before` 1. */
  readonly atOnce?: number
  /** Of each evaluation, which then tells no error. */
  readonly games?: number
}

export function simulated({ before, atOnce = before ? 1 : 8, games }: SimulationOptions = {}): (
  config: TuningConfig,
) => Objective {
  return ({ objective }) => ({
    async evaluate(candidates, onEvaluated, signal) {
      for (const [i, candidate] of candidates.entries()) {
        if (i % atOnce === 0) await new Promise(resolve => setImmediate(resolve))
        if (signal.aborted) return
        const failed = before?.(candidate) === 'failed'
        if (signal.aborted) return
        const told: Evaluated = {
          candidate,
          result: failed
            ? undefined
            : { ...simulatedResult(objective, candidate), ...(games && { games, standardError: null, meanError: null }) },
          error: failed ? 'lost' : null,
          retried: failed,
          ms: 1,
        }
        onEvaluated(told)
      }
    },
  })
}

/** A pool that plays games in its head: a score for each evaluator and seed, told in an order that a test gives. */
export function headPool(
  order: (count: number) => readonly number[] = count => Array.from({ length: count }, (_, i) => i),
): Pool {
  const score = (evaluator: Player['evaluator'], seed: number) =>
    1000 +
    (deriveSeed(seed, Math.round(1e6 * Object.values((evaluator as TermEvaluator).parameters).reduce((a, b) => a + b, 0))) % 1000)
  return {
    threads: 2,
    memoryBytes: 0,
    async playTasks(_rules, tasks, onGame, { signal }) {
      const all = [...tasks]
      let waiting = all.map((_, task) => task)
      while (waiting.length > 0) {
        const round = waiting
        waiting = []
        for (const [i, place] of order(round.length).entries()) {
          if (i % 4 === 0) await new Promise(resolve => setImmediate(resolve))
          if (signal?.aborted) return
          const task = round[place]!
          const { evaluator, seed } = all[task]!
          const result = { seed, score: score(evaluator, seed), slides: 10, board: [], maxRank: 7, firstSlide: [], nodes: 0 }
          const more = onGame({ result, times: Int32Array.of(), ms: 1 }, task)
          for (const each of more ?? []) waiting.push(all.push(each) - 1)
        }
      }
    },
  } as Pick<Pool, 'threads' | 'memoryBytes' | 'playTasks'> as Pool
}

type Reading = Pick<Store | StoreReader, 'runs' | 'evaluations' | 'validations'>

/** All that follows from a run's configuration. */
export async function outcomeOf({ runs, evaluations, validations }: Reading, id: number): Promise<unknown> {
  const { config, iterations, evaluations: count, failed, games, best, validated, state } = (await runs.get(id))!
  const told = await validations.list(id)
  const checkpoint = (await runs.checkpoint(id)) as { optimizer: unknown } | undefined
  return {
    run: { config, iterations, count, failed, games, best, validated, state },
    optimizer: checkpoint?.optimizer,
    evaluations: (await evaluations.range(id, 0, 1e6)).map(withoutTimes),
    iterations: (await evaluations.iterations(id, rowsAfter(-1, iterations - 1, 1))).map(withoutTimes),
    validations: told.map(({ id: _, run: __, created: ___, summary, ...rest }) => ({ ...rest, summary: withoutTimes(summary) })),
    validationGames: (await Promise.all(told.map(each => validations.games(each.id)))).flat().map(withoutTimes),
  }
}

function withoutTimes(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== 'ms' && name !== 'msPerMove'))
}
