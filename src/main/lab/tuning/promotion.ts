import type { Promotion, ValidationSummary } from '../../../core/contract/calls'
import { makeTuning, type Profile } from '../../../core/contract/files'
import type { StoredTuning, StoredValidation } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { CONFIDENCE, meanIntervalSteps } from '../../../core/stats/intervals'
import { playerAt, type BoardObjective } from '../../../core/contract/tuning/boardObjective'
import { isGameObjective, isWallObjective } from '../../../core/contract/tuning/objective'
import { withoutBoards, type WallObjective } from '../../../core/contract/tuning/wallObjective'
import { numberText } from '../../../core/numberText'
import { resamplingSeed } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { RunProvenance } from '../ground/provenance'
import { paced } from '../ground/throttle'
import { choiceOf, looksAt } from './runValidation'
import { configOf, nameOf } from './runViews'

/**
 * Converts a candidate to a profile, with the results of its validation and all data to repeat the run.
 * @param scoresOf the games of a validation: a profile's interval is 95 %, whatever the run's level
 * @throws {LabError} `BAD_REQUEST` for a candidate that was not validated
 */
export async function profileOf(
  run: StoredTuning,
  validations: readonly StoredValidation[],
  { candidate, name, title }: Promotion,
  scoresOf: (validation: number) => Promise<readonly number[]>,
): Promise<Profile> {
  const config = configOf(run)
  const { objective } = config
  if (isGameObjective(objective))
    throw new LabError(
      'BAD_REQUEST',
      `Run ${run.id} tuned ${objective.family} of ${objective.game}: a profile plays 2048. Export its weights instead.`,
    )
  const report = reportOf(validations, candidate)
  if (!report)
    throw new LabError(
      'BAD_REQUEST',
      `${candidate === undefined ? `Run ${run.id} has no best` : `Candidate ${candidate} of run ${run.id} is not one`} that was validated on unseen games: resume the run to its end, or validate it, first.`,
    )
  const { level, always: _always, fitness: _fitness, fitnessError: _error, ...statistics } = report.summary as ValidationSummary
  const { version, kernel, hardware } = run.provenance as RunProvenance
  const stamp = {
    version,
    kernel,
    hardware: `${hardware.cpu}, ${hardware.cores} cores, ${hardware.system}`.slice(0, 200),
    at: new Date(report.created).toISOString(),
  }
  const looks = looksAt(validations)
  const scores = !isWallObjective(objective) && (level !== CONFIDENCE || looks > 1) ? await scoresOf(report.id) : []
  const always = confidenceSequence(scores)
  const interval =
    looks > 1 && always
      ? always
      : level === CONFIDENCE
        ? statistics.interval // from the same games: no need to compute it again
        : await paced(meanIntervalSteps(scores, resamplingSeed(config.seed)))
  const tried = validations.filter(({ byHand, summary }) => byHand && summary !== null).length
  const hand = `validated by hand (${tried === 1 ? 'the only one' : `one of ${tried} validations`})`
  const picked = `It was ${hand}, not chosen by the run: where it was picked because its mean was the highest of several, that mean is too high.`
  const { evaluator, settings, limits } = playerAt(objective, report.position!)
  return {
    name,
    title: title ?? nameOf(run),
    notes: [
      `Found by tuning run ${run.id}, "${nameOf(run)}": candidate ${report.candidate} of ${run.evaluations} evaluations, ${run.games} games.`,
      isWallObjective(objective)
        ? survivalNote(objective, report)
        : `Validated on ${report.games} games that no evaluation played. To play them again: ${commandOf(name, report, { seed: config.seed, objective })}.`,
      ...(looks > 1 ? [`${looks} validations of the run were made: the interval of the mean holds at every look.`] : []),
      ...(report.byHand ? [picked] : []),
      'To repeat the run, put this into a file and give it to `lab tune --config`:',
      ...(isWallObjective(objective) && objective.walls.given
        ? ['It found its boards in a saved wall test; with these settings it takes boards of its own games.']
        : []),
      makeTuning(isWallObjective(objective) ? { ...config, objective: withoutBoards(objective) } : config),
    ].join('\n'),
    evaluator,
    settings,
    depth: objective.depth,
    tags: ['tuned'],
    origin: {
      kind: 'tuned',
      source:
        `tuning run ${run.id}: ${nameOf(run)}, ${config.optimizer.kind}, candidate ${report.candidate}${report.byHand ? `, ${hand}` : ''}`.slice(
          0,
          500,
        ),
      seeds: [config.seed],
      stamp,
    },
    ...(!isWallObjective(objective) && {
      statistics: {
        ...{ ...statistics, interval, limits, stamp },
        ...{ seed: config.seed, seeds: 'validation' },
        ...(report.from > 0 && { from: report.from }),
        ...(objective.maxSlides !== 'none' && { maxSlides: objective.maxSlides }),
      },
    }),
  }
}

/** The report of the choice; for another candidate, the last that the user started. */
function reportOf(validations: readonly StoredValidation[], candidate: number | undefined): StoredValidation | undefined {
  const chosen = choiceOf(validations)?.report
  if (candidate === undefined || chosen?.candidate === candidate) return chosen
  return validations.findLast(each => each.purpose === 'report' && each.summary !== null && each.candidate === candidate)
}

/** What a validation of phases found: a profile's statistics are of whole games. */
function survivalNote({ walls }: WallObjective, { games, summary }: StoredValidation): string {
  const { mean, interval } = summary as ValidationSummary
  const [share, low, high] = [mean, ...interval].map(each => `${numberText(100 * each, 'brief')} %`)
  return `It survived ${share} [${low} – ${high}] of ${games} phases of the wall test, from ${walls.boards} boards just before multiples of ${walls.multiple}. No evaluation played these boards.`
}

/** A command that plays the games of a report again, wherever the profile is. */
function commandOf(
  name: string,
  { games, from }: StoredValidation,
  { seed, objective: { maxSlides } }: Pick<TuningConfig<BoardObjective>, 'seed' | 'objective'>,
): string {
  const first = from === 0 ? '' : ` --from ${from}`
  const cut = maxSlides === 'none' ? '' : ` --max-slides ${maxSlides}`
  return `\`lab bench ${games} --profile ${name} --validation${first} --seed ${seed}${cut}\``
}
