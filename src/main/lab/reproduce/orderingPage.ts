/** The page about the order of children. */
import { mean } from '../../../core/stats/summary'
import { figure, madeLines, meanCell } from './made'
import { table, whole } from './markdown'
import { BRANCHINGS, countsOf, DEPTHS, treesOfEach } from './orderingCounts'
import type { ResultsFile } from './resultsFile'
import type { TreeSize } from './uniformTrees'

export function orderingPage(results: ResultsFile, command: string, most: number): string {
  return [
    '# Leaves that alpha-beta visits, by the order of the children',
    madeLines(results, command),
    '![Leaves that alpha-beta visits against the depth, a panel for each branching factor](ordering.svg)',
    [
      `Uniform trees: each inner node has b children, all leaves are d plies deep, MAX begins. Of each size ${treesOfEach(most)} trees are drawn; their leaves are worth`,
      '0 … b^d − 1, each value once, in random order. The searchers are those of `lab think`, without tables or ordering of their own.',
    ].join('\n'),
    [
      '- **Best first**: at each node the child that is worth most to the player there comes first, then the next. In every one of the trees alpha-beta and PVS visited exactly',
      '  b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves (Knuth and Moore 1975).',
      '- **PVS** is counted with `--root-ties`: null windows begin one ply below the root, whose moves are searched as alpha-beta searches them, so that',
      '  each move equal to the best is found. With null windows at the root too, as the textbook has them, it visits more leaves, here up to a quarter.',
      '- **Random**: the order in which the leaves were drawn. Mean, with its 95 % interval over the trees (Student), or the counts where there are fewer than ten. b^(3d/4) is the rule of thumb for it.',
      '- **Worst first**: the best order turned round at each node. Some children are cut even so, because the values below different children overlap.',
      '- **Nothing cut**: b^d, all leaves. It needs more than an order: at MAX’s nodes all leaves below a child are worth more than those below the children before it, at MIN’s less.',
      '  Of one such tree of each size alpha-beta visited all b^d leaves. In the same tree PVS visits more than there are: its null windows all fail, and a leaf counts again each time a child is searched again.',
    ].join('\n'),
    ...BRANCHINGS.flatMap(branching => [`## b = ${branching}`, sizesTable(results, branching, most)]),
  ].join('\n\n')
}

const HEAD = [
  'd',
  'best first',
  'random',
  '÷ b^(3d/4)',
  'b^(3d/4)',
  'worst first',
  'b^d',
  'PVS: random',
  'PVS: worst first',
  'PVS: nothing cut',
]

function sizesTable(results: ResultsFile, branching: number, most: number): string {
  const rows = DEPTHS.map(depth => {
    const size: TreeSize = { branching, depth }
    const counts = (...what: ['best' | 'random' | 'worst' | 'uncut', 'alphaBeta' | 'pvs']) =>
      countsOf(results, size, ...what, most)
    const random = counts('random', 'alphaBeta')
    const rule = branching ** ((3 * depth) / 4)
    return [
      String(depth),
      whole(counts('best', 'alphaBeta')[0]!),
      meanCell(random, { text: figure }),
      (mean(random) / rule).toFixed(2),
      figure(rule),
      meanCell(counts('worst', 'alphaBeta'), { text: figure }),
      whole(branching ** depth),
      meanCell(counts('random', 'pvs'), { text: figure }),
      meanCell(counts('worst', 'pvs'), { text: figure }),
      whole(counts('uncut', 'pvs')[0]!),
    ]
  })
  return table([HEAD, ...rows])
}
