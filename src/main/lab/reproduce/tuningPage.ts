/** The page that compares optimisers. */
import { mean } from '../../../core/stats/summary'
import { tInterval, type Interval } from '../../../core/stats/intervals'
import { holm, pairedT } from '../../../core/stats/tests'
import type { RunLine } from '../../../core/contract/files'
import { madeLines } from './made'
import { percent, table, whole, wholes } from './markdown'
import type { ResultsFile } from './resultsFile'
import { ABLATIONS, OPTIMIZERS } from './tuningRows'
import { isIn, runsOf, type Row } from './tuningSearch'

export function tuningPage(results: ResultsFile, command: string): string {
  const seeds = runsOf(results, OPTIMIZERS[0]!).length
  return [
    '# Optimisers compared',
    madeLines(results, command),
    [
      `Each row is ${seeds} runs, seeds 1 … ${seeds}, of 2,560 games: a run that has played them begins no further batch. An evaluation is 10 games at depth 1 with`,
      "afterstate leaves, of the thesis's evaluator; the fitness is the mean score, the seeds are fresh. Bounds: h1 in −10 … 10, the other weights in 0 … 10, in",
      'even steps. Swarms have 16 particles, random search and grid batches of 16, the grid 4 values a weight; all else is as [tuning.md](../tuning.md) has it.',
      'What a run calls its best then plays 1,000 games that no run trains on: its _worth_. Intervals are 95 %, of the mean over the runs (Student).',
    ].join('\n'),
    '## At one budget',
    table([HEAD, ...OPTIMIZERS.filter(row => isIn(results, row)).map(row => optimizerRow(row, results))]),
    '## One change at a time',
    [
      '_Ratios_: h3 stays 1, so three weights are searched instead of four; in even steps as above, or on logarithms. _Reassessed_: the bests are evaluated again in',
      'each batch, and count with the mean. _Raced_: an evaluation that is hopeless after 5 games is not finished. Differences to the base are taken seed by seed;',
      'p is of the paired t test, adjusted by Holm over all rows of this table.',
    ].join('\n'),
    ablationTable(results),
  ].join('\n\n')
}

const HEAD = ['optimiser', 'games a run', 'it reports', 'worth on unseen games', 'what the noise added', 'worst … best run']

function optimizerRow(row: Row, results: ResultsFile): string[] {
  const runs = runsOf(results, row)
  const worth = runs.map(run => run.worth)
  const added = runs.map(run => run.reported / run.worth - 1)
  return [
    row.name,
    whole(mean(runs.map(({ games }) => games))),
    whole(mean(runs.map(({ reported }) => reported))),
    `${whole(mean(worth))} ${wholes(tInterval(worth))}`,
    `${percent(mean(added))} ${percentsOf(tInterval(added))}`,
    `${whole(Math.min(...worth))} … ${whole(Math.max(...worth))}`,
  ]
}

function ablationTable(results: ResultsFile): string {
  const rows = ABLATIONS.flatMap(({ base, changed }) => changed.filter(row => isIn(results, row)).map(row => ({ base, row })))
  const compared = rows.map(({ base, row }) => {
    const runs = runsOf(results, row)
    return { name: row.name, base: base.name, runs, differences: differencesOf(runs, runsOf(results, base)) }
  })
  const adjusted = holm(compared.map(({ differences }) => pairedT(differences).p))
  return table([
    ['changed', 'games a run', 'worth on unseen games', 'more than its base', 'p (Holm)'],
    ...compared.map(({ name, runs, differences }, i) => [
      name,
      whole(mean(runs.map(({ games }) => games))),
      whole(mean(runs.map(({ worth }) => worth))),
      `${whole(mean(differences))} ${wholes(tInterval(differences))}`,
      adjusted[i]! < 0.0001 ? '< 0.0001' : adjusted[i]!.toFixed(4),
    ]),
  ])
}

/** Worth with the change − worth without it, by seed. */
function differencesOf(changed: readonly RunLine[], base: readonly RunLine[]): number[] {
  return changed.map(({ seed, worth }) => worth - base.find(run => run.seed === seed)!.worth)
}

function percentsOf([low, high]: Interval): string {
  return `[${percent(low)} – ${percent(high)}]`
}
