/**
 * What an exact table costs in place of one that also reuses deeper entries, and what the deeper one changes: each built-in profile at its own
 * settings and depth, on the positions of resources/bench-positions.json, both tables in turn. Times are of this thread's processor.
 *
 *     npm run -s perf -- --tables
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseProfile, type Profile } from '../../src/core/contract/files'
import type { Board } from '../../src/core/games/twenty48/board'
import { deepen } from '../../src/core/games/twenty48/search/deepening'
import { drive, neverStop } from '../../src/core/games/twenty48/search/engine'
import { boardValue, type SearchReport } from '../../src/core/games/twenty48/search/report'
import type { SearchSettings } from '../../src/core/search/settings'
import { median } from './report'
import { kernel, positions, processorMs } from './searches'

const ROUNDS = 9
const MODES = ['deeper', 'exact'] as const

type Mode = (typeof MODES)[number]
type ByMode<T> = Record<Mode, T>

const resources = new URL('../../resources/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, resources), 'utf8')
const profiles = readdirSync(new URL('profiles/', resources)).map(file => parseProfile(read(`profiles/${file}`), file))

const settingsOf = ({ settings }: Profile, table: Mode): SearchSettings => ({ ...settings, table })

function search(profile: Profile, board: Board, table: Mode): SearchReport {
  kernel.load(profile.evaluator, settingsOf(profile, table))
  return drive(deepen(board, { depth: profile.depth }), request => kernel.search(request, neverStop))
}

/** The total over the positions by mode, which takes turns from one position to the next. */
function round(act: (board: Board, mode: Mode) => void): ByMode<number> {
  const total: ByMode<number> = { deeper: 0, exact: 0 }
  positions.forEach((board, i) => {
    for (const mode of i % 2 === 0 ? MODES : MODES.toReversed()) total[mode] += processorMs(() => act(board, mode))
  })
  return total
}

/** The median over the rounds, and the range of the ratio. */
function measured(act: (board: Board, mode: Mode) => void) {
  const rounds = Array.from({ length: ROUNDS }, () => round(act))
  const ratios = rounds.map(({ deeper, exact }) => exact / deeper)
  return {
    deeperMs: median(rounds.map(({ deeper }) => deeper)),
    exactMs: median(rounds.map(({ exact }) => exact)),
    timeRatio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
  }
}

for (const profile of profiles) {
  const reports = Object.fromEntries(MODES.map(mode => [mode, positions.map(board => search(profile, board, mode))])) as ByMode<
    SearchReport[]
  >
  const nodes = (mode: Mode) => reports[mode].reduce((sum, report) => sum + report.nodes, 0)
  const changes = reports.deeper.map((report, i) => {
    const exact = boardValue(reports.exact[i]!)!.value
    return Math.abs(boardValue(report)!.value - exact) / Math.abs(exact)
  })
  const row = {
    profile: profile.name,
    search: measured((board, mode) => void search(profile, board, mode)),
    nodes: { deeper: nodes('deeper'), exact: nodes('exact'), ratio: nodes('exact') / nodes('deeper') },
    values: {
      largestChange: Math.max(...changes),
      boardsChanged: changes.filter(change => change > 1e-11).length,
      bestChanged: reports.deeper.filter((report, i) => report.best !== reports.exact[i]!.best).length,
    },
  }
  console.log(JSON.stringify(row))
}
