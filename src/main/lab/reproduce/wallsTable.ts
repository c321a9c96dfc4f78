/** The table of a wall test: survival by free cells, player beside player. */
import type { WallsRow } from '../../../core/contract/files'
import { fixedDecimals, numberText } from '../../../core/numberText'
import type { WallDifference, WallRow } from '../../../core/contract/calls'
import { differenceByBoards, summaryOf } from '../wallTest/wallSummary'
import type { Sources, Table } from './table'
import { between, whole } from './text'
import { wallRecordOf } from './walls'

/** Below all phases, if boards were played unequally often, the difference with every board weighed alike. */
export function wallsTable(row: WallsRow, { results }: Sources): Table {
  const record = wallRecordOf(results, row)
  const { players, differences } = summaryOf(record)
  const names = players.map(({ name }) => name)
  const rows = differences.map(({ cells, games, phases, ...difference }) => {
    const key = cells === null ? 'all' : whole(cells)
    const shares = players.map(({ rows, all }) => shareText(cells === null ? all! : rows.find(each => each.cells === cells)!))
    return { key, cells: [key, whole(games), whole(phases), ...shares, differenceText(difference)] }
  })
  const alike = row.steps.length > 1 ? [alikeRow(differenceText(differenceByBoards(record)), names.length)] : []
  return { head: ['free cells', 'games', 'phases', ...names, names.join(' − ')], rows: [...rows, ...alike] }
}

function alikeRow(difference: string, players: number) {
  const key = 'all, every board weighed alike'
  return { key, cells: [key, '', '', ...Array<string>(players).fill(''), difference] }
}

function differenceText({ difference, interval }: Pick<WallDifference, 'difference' | 'interval'>): string {
  return `${numberText(difference, 'percentagePoints')}${interval ? ` ${between(interval, percentNumber)}` : ''}`
}

function shareText({ share, interval }: WallRow): string {
  return `${percentNumber(share)} % ${between(interval, percentNumber)}`
}

function percentNumber(share: number): string {
  return numberText(100 * share, fixedDecimals(1))
}
