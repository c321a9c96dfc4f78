import { INTERVAL_KINDS, SIZES, wilsonCoverage, type boundEffect, type coverageOf, type IntervalKind } from './coverage'
import type { Games } from './games'
import { COMPARISONS, LONGEST, type WrongVerdicts } from './sequences'

const share = (value: number) => value.toFixed(3)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
const whole = (value: number) => Math.round(value).toLocaleString('en')

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

const NAMES: Readonly<Record<IntervalKind, string>> = {
  lab: "the lab's",
  student: 'Student',
  bootstrapT: 'bootstrap-t',
  bca: 'BCa',
  percentile: 'percentile',
}

export function coverageTable(all: readonly { readonly name: string; readonly found: ReturnType<typeof coverageOf> }[]): string {
  return table(
    ['mean of', 'n', ...INTERVAL_KINDS.map(kind => NAMES[kind])],
    all.flatMap(({ name, found }) =>
      SIZES.map(size => [name, whole(size), ...INTERVAL_KINDS.map(kind => share(found.get(size)![kind].share))]),
    ),
  )
}

export function boundTable(all: readonly { readonly name: string; readonly found: ReturnType<typeof boundEffect> }[]): string {
  return table(
    ['mean of', 'n', "the lab's", 'without the bound', 'samples whose interval it cuts', 'furthest end without it'],
    all.flatMap(({ name, found }) =>
      [...found].map(([size, { held, unbounded, cut, furthest }]) => [
        ...[name, whole(size), held.toFixed(4), unbounded.toFixed(4), percent(cut)],
        `${furthest.toFixed(1)} half-widths`,
      ]),
    ),
  )
}

export function wilsonTable(games: readonly Games[]): string {
  const shares = games.flatMap(({ reached }) => reached.map(each => each.share))
  return table(
    ['n', `mean coverage over ${shares.length} tile shares`, 'least', 'at the share'],
    SIZES.map(size => {
      const all = shares.map(each => ({ at: each, covered: wilsonCoverage(each, size) }))
      const least = all.toSorted((a, b) => a.covered - b.covered)[0]!
      return [
        whole(size),
        share(all.reduce((sum, { covered }) => sum + covered, 0) / all.length),
        share(least.covered),
        percent(least.at),
      ]
    }),
  )
}

interface Line {
  readonly name: string
  readonly found: WrongVerdicts
}

const wrongCells = ({ name, found }: Line) => [name, percent(found.share), percent(found.interval[1]), percent(found.oneLook)]

export function sequenceTable(lines: readonly Line[]): string {
  return table(
    ['values, moved to a mean of 0', 'wrong verdicts', 'upper 95 % limit', "with Student's interval"],
    lines.map(wrongCells),
  )
}

export function equivalenceTable(lines: readonly Line[]): string {
  return table(
    ['values, moved to a mean at the margin', 'wrong "equivalent"', 'upper 95 % limit', "with Student's interval"],
    lines.map(wrongCells),
  )
}

/** @param lines `share`: of games that differ */
export function alikeTable(lines: readonly (Line & { readonly share: number })[]): string {
  return table(
    ['values, as they are', 'games that differ', 'true value excluded', 'upper 95 % limit', "with Student's interval"],
    lines.map(line => {
      const [name, ...cells] = wrongCells(line)
      return [name!, percent(line.share), ...cells]
    }),
  )
}

export function section({
  games,
  made,
  took,
  machine,
  tables,
}: {
  readonly games: number
  readonly made: string
  readonly took: string
  readonly machine: string
  readonly tables: Readonly<Record<'coverage' | 'wilson' | 'sequences' | 'equivalences' | 'alikes', string>>
}): string {
  return [
    '## Measured',
    `Made by \`npm run simulate -- intervals\` ${made}, in ${took}: ${machine}. Each player played ${whole(games)} games, all players with the same seeds. Samples are drawn from these games with replacement.`,
    '### Means and differences',
    'The table shows how often a 95 % interval of n games contains the mean of all games. It uses 8,000 samples of 10 games, 6,000 of 20, 4,000 of 50, 3,000 of 100 and 2,000 of 1,000; ' +
      'the last three columns use a quarter of them. Standard errors are 0.002 to 0.005, of the last three columns twice that. The rows with a minus sign are differences of pairs with equal seeds. Bootstraps have 1,000 resamples here, and 250 for samples of 1,000 games.',
    tables.coverage,
    '### Shares',
    "The table shows how often Wilson's 95 % interval contains the share of games that reach a tile. The coverage is computed exactly, over all tiles that some of a player's games reached and some did not.",
    tables.wilson,
    '### Verdicts at any time',
    `${whole(COMPARISONS)} comparisons of up to ${whole(LONGEST)} games have a look after every 10. The table shows in how many a confidence sequence ever excluded the true value, and in how many Student's interval, meant for one look, did.`,
    tables.sequences,
    'The next table has a margin of a quarter of the standard deviation of the differences, and a true difference at the margin:',
    tables.equivalences,
    'The next players play most games alike, as two settings of one search do. The lab shows no interval until fifty of their games differ:',
    tables.alikes,
  ].join('\n\n')
}

/** A page with its section of the same heading replaced, or the section added at its end; what else is on it stays. */
export function putSection(page: string, section: string): string {
  const before = page.indexOf(section.slice(0, section.indexOf('\n') + 1))
  if (before < 0) return `${page.trimEnd()}\n\n${section}\n`
  const after = page.indexOf('\n## ', before)
  return `${page.slice(0, before)}${section}\n${after < 0 ? '' : page.slice(after)}`
}
