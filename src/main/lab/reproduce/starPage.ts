/** The page about pruning at chance nodes. */
import { mean } from '../../../core/stats/summary'
import { figure, madeLines, meanCell } from './made'
import { table, whole } from './markdown'
import type { ResultsFile } from './resultsFile'
import { countsOf, MOST, ORDERS, SIZES, TABLE_BITS, treesOfEach, type Counts } from './starCounts'

export function starPage(results: ResultsFile, command: string, most: number): string {
  return [
    '# Leaves that expectimax, Star1 and Star2 visit, by the order of the children',
    madeLines(results, command),
    [
      'Uniform trees with chance nodes: each inner node has b children, all leaves are d plies deep. The plies are MAX, chance, MIN, chance,',
      `then MAX again. The outcomes of a chance node are equally likely. Of each size ${whole(treesOfEach(most))} trees are drawn; each leaf is worth a whole number from`,
      `0 to ${MOST}, all equally likely and independent of the others, and these are the bounds that Star1 and Star2 prune by.`,
    ].join('\n'),
    [
      '- **Expectimax** visits all b^d leaves. Star1 and Star2 found the same move and, but for rounding, the same value in every tree.',
      '- **Star1** never visits more leaves than expectimax. **Star2** first probes one child of each outcome and may search it again, so it can visit more.',
      `  A leaf counts each time it is visited. With a table of 2^${TABLE_BITS} entries Star2 can find there what its probes searched, but for leaves.`,
      '- **Best first**: at each player’s node the child that is worth most to that player comes first, then the next, by the true values. **Worst first**: the',
      '  opposite order. **Random**: the order in which the leaves were drawn. Outcomes of chance nodes are equally likely, so that they have no order.',
      '- Means over the trees, with their 95 % intervals (Student); “÷ b^d” is the mean as a share of all leaves.',
    ].join('\n'),
    ...ORDERS.flatMap(order => [`## ${HEADINGS[order]}`, sizesTable(results, order, most)]),
  ].join('\n\n')
}

const HEADINGS = { best: 'Best first', random: 'Random', worst: 'Worst first' } as const
const HEAD = ['b', 'd', 'expectimax: b^d', 'Star1', '÷ b^d', 'Star2', '÷ b^d', 'Star2 with a table', '÷ b^d']

function sizesTable(results: ResultsFile, order: (typeof ORDERS)[number], most: number): string {
  const rows = SIZES.map(size => {
    const cells = (searcher: keyof Counts) => {
      const counts = countsOf(results, size, order, searcher, most)
      return [meanCell(counts, { text: figure }), (mean(counts) / size.branching ** size.depth).toFixed(2)]
    }
    const { branching, depth } = size
    const fixed = [String(branching), String(depth), whole(branching ** depth)]
    return [...fixed, ...cells('star1'), ...cells('star2'), ...cells('star2Table')]
  })
  return table([HEAD, ...rows])
}
