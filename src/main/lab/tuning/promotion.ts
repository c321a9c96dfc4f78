import type { ValidationSummary } from '../../../core/contract/calls'
import { makeTuning, type Profile } from '../../../core/contract/files'
import type { StoredRun, StoredValidation } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { CONFIDENCE, meanIntervalSteps } from '../../../core/stats/intervals'
import { playerAt } from '../../../core/tuning/objective'
import { resamplingSeed } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/tuning/tuningConfig'
import type { RunProvenance } from './runProvenance'
import { paced } from '../paced'
import { configOf } from './runViews'

/**
 * A candidate as a profile, with what its validation measured and all that it takes to repeat the run.
 *
 * @param candidate absent: the one that was validated last
 * @param scoresOf the games of a validation: a profile's interval is of 95 %, whatever level the run asked for
 * @throws {LabError} `BAD_REQUEST` for one that has not been validated
 */
export async function profileOf(
  run: StoredRun,
  validations: readonly StoredValidation[],
  {
    candidate,
    name,
    title,
  }: { readonly candidate?: number | undefined; readonly name: string; readonly title?: string | undefined },
  scoresOf: (validation: number) => Promise<readonly number[]>,
): Promise<Profile> {
  const config = configOf(run)
  const report = validations.findLast(
    each =>
      each.purpose === 'report' &&
      each.summary !== null &&
      each.candidate !== null &&
      (candidate === undefined || each.candidate === candidate),
  )
  if (!report)
    throw new LabError(
      'BAD_REQUEST',
      `${candidate === undefined ? `Run ${run.id} has no best` : `Candidate ${candidate} of run ${run.id} is not one`} that was validated on unseen games: validate it first.`,
    )
  const { level, fitness: _fitness, fitnessError: _error, ...statistics } = report.summary as ValidationSummary
  const { version, kernel, hardware } = run.provenance as RunProvenance
  const stamp = {
    version,
    kernel,
    hardware: `${hardware.cpu}, ${hardware.cores} cores, ${hardware.system}`.slice(0, 200),
    at: new Date(report.created).toISOString(),
  }
  const interval =
    level === CONFIDENCE
      ? statistics.interval // of the same games: no need to work it out again
      : await paced(meanIntervalSteps(await scoresOf(report.id), resamplingSeed(config.seed)))
  const { evaluator, settings, limits } = playerAt(config.objective, report.position!)
  return {
    name,
    title: title ?? run.name,
    notes: [
      `Found by tuning run ${run.id}, "${run.name}": candidate ${report.candidate} of ${run.evaluations} evaluations, ${run.games} games.`,
      `Validated on ${report.games} games that no evaluation played. To play them again: ${commandOf(name, report.games, config)}.`,
      'To repeat the run, put this into a file and give it to `lab tune --config`:',
      makeTuning(config),
    ].join('\n'),
    evaluator,
    settings,
    depth: config.objective.depth,
    tags: ['tuned'],
    origin: {
      kind: 'tuned',
      source: `tuning run ${run.id}: ${run.name}, ${config.optimizer.kind}, candidate ${report.candidate}`.slice(0, 500),
      seeds: [config.seed],
      stamp,
    },
    statistics: {
      ...{ ...statistics, interval, limits, stamp },
      ...{ seed: config.seed, seeds: 'validation' },
      ...(config.objective.maxSlides !== 'none' && { maxSlides: config.objective.maxSlides }),
    },
  }
}

/** Plays the games of a report again, wherever the profile is. Reports begin with the first game of the seed. */
function commandOf(name: string, games: number, { seed, objective: { maxSlides } }: TuningConfig): string {
  const cut = maxSlides === 'none' ? '' : ` --max-slides ${maxSlides}`
  return `\`lab bench ${games} --profile ${name} --validation --seed ${seed}${cut}\``
}
