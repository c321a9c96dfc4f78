/** The output of `lab tune --json`; docs/terminal.md documents it. */
import type { RunRow, RunView, ValidationSummary } from '../../../../core/contract/calls'
import { endedAlike } from '../../../../core/tuning/fitness'
import { VERSION } from '../../../about'
import type { RunProvenance } from '../../../lab/localLab'
import { OUTPUT_VERSION, rounded } from '../output/machineOutput'

/** A line of progress during a run. */
export function progressAnswer({ id, phase, iterations, evaluations, planned, games, best, eta }: RunRow, mean: number | null) {
  return {
    run: id,
    phase,
    ...{ iterations, evaluations, planned, games },
    best: best?.fitness ?? null,
    mean,
    eta: eta ? { low: rounded(eta.low), middle: rounded(eta.middle), high: rounded(eta.high) } : null,
  }
}

/** A note about a report whose interval has no width. */
export function alikeNote({ report, config }: RunView): string | undefined {
  if (!report?.summary || !endedAlike(config.objective.fitness, report.summary.fitnessError)) return undefined
  return 'All unseen pairs ended alike, so they do not show how pairs differ: an interval without width is no certainty.'
}

/** The window's view of a run, with its note. */
export function viewAnswer(view: RunView) {
  const { validated } = view
  return { ...view, validated: validated && { ...validated, note: alikeNote(view) } }
}

/** The last line. */
export function runAnswer(view: RunView) {
  const { id, state, best, validated, chosenFitness, evaluations, failed, games, seconds, config, seed, gain, luck, looks } = view
  const origin = view.originReport?.summary
  const report = view.report?.summary
  const provenance = view.provenance as RunProvenance
  return {
    run: id,
    state,
    best,
    validated: validated && {
      ...{ candidate: validated.candidate, weights: validated.weights, searched: chosenFitness },
      ...told(validated),
      looks,
      ...(report && { fitness: report.fitness, fitnessError: report.fitnessError, reach: report.reach }),
      ...(report?.match && { match: report.match }),
      note: alikeNote(view),
    },
    origin: origin ? told(origin) : null,
    gain,
    luck: luck && { ...luck, amount: rounded(luck.amount), interval: luck.interval.map(rounded) },
    ...{ evaluations, failed, games },
    seconds: rounded(seconds),
    settings: { face: OUTPUT_VERSION, ...provenance, config },
    seed,
    version: VERSION,
    ...(state === 'paused' && { interrupted: true }),
  }
}

function told({ games, mean, interval, always = null }: Pick<ValidationSummary, 'games' | 'mean' | 'interval' | 'always'>) {
  return { games, mean, interval, always }
}
