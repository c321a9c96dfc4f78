interface Facts {
  readonly seeds: number
  readonly games: number
  readonly took: string
  readonly machine: string
  readonly made: string
}

const HEADING = '## Optimisers compared'

/** The section of docs/tuning-results.md. @param lines of `studyLine` */
export function section(lines: readonly string[], { seeds, games, took, machine, made }: Facts): string {
  return [
    HEADING,
    `Made by \`npm run study\` ${made}: ${games.toLocaleString('en')} games in ${took}, ${machine}.`,
    [
      `Each row is ${seeds} runs, seeds 1 … ${seeds}, of 256 evaluations of 10 games at depth 1 with afterstate leaves, those again of a best among them; a batch is never cut short. The objective is`,
      "the presets': the thesis's evaluator, mean score, fresh seeds. Bounds: h1 in −10 … 10, the other weights in 0 … 10, in even steps; the last two rows search the ratios to h3 on",
      'logarithms instead, as `noisy-smart` does. Swarms have 16 particles, random search and grid batches of 16, the grid 4 values a weight; all else is as [tuning.md](tuning.md) has it.',
      'What a run calls its best then plays 1,000 games that no run trains on: its worth. Intervals are 95 %, of the mean over the runs (Student).',
    ].join('\n'),
    [
      '| optimiser | games a run | it reports | worth on unseen games | what the noise added | worst … best run |',
      '| --- | --- | --- | --- | --- | --- |',
      ...lines,
    ].join('\n'),
  ].join('\n\n')
}

/** A page with its section of the same heading replaced, or the section added at its end; what else is on it stays. */
export function putSection(page: string, section: string): string {
  const before = page.indexOf(section.slice(0, section.indexOf('\n') + 1))
  if (before < 0) return `${page.trimEnd()}\n\n${section}\n`
  const after = page.indexOf('\n## ', before)
  return `${page.slice(0, before)}${section}\n${after < 0 ? '' : page.slice(after)}`
}
