/** Tables whose numbers a reader can work out from each other, as they are shown. */
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { contributions, makeEvaluator, constantTerms } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { FAMILY_IDS } from '../../../../src/core/games/twenty48/heuristics/family'
import type { Board } from '../../../../src/core/games/twenty48/board'
import { nodeDetails } from '../../../../src/core/tree/nodeDetails'
import BackupTable from '../../../../src/renderer/src/features/tree/node/BackupTable.vue'
import { provideOpenTrees } from '../../../../src/renderer/src/features/tree/useOpenTrees'
import TermTable from '../../../../src/renderer/src/ui/player/TermTable.vue'
import { fakeLab, mountWith } from '../../helpers'
import { runs } from '../../../setup/extent'
import { recordedTrace } from './treeSupport'
import { boardTree } from '../../../core/support/boards'

const { lab } = fakeLab()
let mounted: ReturnType<typeof mountWith> | undefined
afterEach(() => mounted?.unmount())

function show(component: Parameters<typeof mountWith>[0], props: Record<string, unknown>) {
  mounted?.unmount()
  const screen = defineComponent({
    setup() {
      provideOpenTrees()
      return () => h(component, props)
    },
  })
  return (mounted = mountWith(screen, lab))
}

/** A number as it is written, in units of its last digit, and how many decimals it has. */
function read(text: string): { readonly units: bigint; readonly decimals: number; readonly value: number } {
  const plain = text.replaceAll(',', '').replace('+', '').replace('−', '-')
  expect(plain).toMatch(/^-?\d+(\.\d+)?$/)
  return { units: BigInt(plain.replace('.', '')), decimals: plain.split('.')[1]?.length ?? 0, value: Number(plain) }
}

function expectSum(parts: readonly string[], total: string): void {
  const [all, whole] = [parts.map(read), read(total)]
  expect(new Set([...all, whole].map(({ decimals }) => decimals)).size).toBe(1)
  expect(all.reduce((sum, { units }) => sum + units, 0n)).toBe(whole.units)
}

const anyBoard = fc
  .array(fc.integer({ min: 0, max: 13 }), { minLength: 16, maxLength: 16 })
  .filter(cells => cells.some(rank => rank > 0)) as fc.Arbitrary<Board>
/** As tuning makes them: with all digits. */
const anyWeights = fc.record({ h1: weight(), h2: weight(), h3: weight(), h4: weight() })
function weight() {
  return fc.double({ min: -10, max: 10, noNaN: true })
}
/** A board on which something happens within two pairs. */
const crowded = fc
  .array(fc.constantFrom(0, 1, 2, 3, 4, 5), { minLength: 16, maxLength: 16 })
  .filter(
    cells => cells.filter(rank => rank === 0).length >= 2 && cells.filter(rank => rank > 0).length >= 10,
  ) as fc.Arbitrary<Board>

describe('as they are shown', () => {
  test('the contributions of the terms add up to the value of the board', () => {
    fc.assert(
      fc.property(anyBoard, anyWeights, fc.constantFrom(...FAMILY_IDS), (board, weights, family) => {
        const evaluator = makeEvaluator(family, family === 'thesis' ? weights : {})
        const table = show(TermTable, { terms: contributions(evaluator, board), constant: constantTerms(evaluator) })
        const parts = table.findAll('tbody tr').map(row => row.findAll('td')[2]!.text())
        expectSum(parts, table.findAll('tfoot td')[1]!.text())
      }),
      { numRuns: runs(50, 150) },
    )
  })

  test('p times the value is the product, and the products add up to the mean', () => {
    fc.assert(
      fc.property(crowded, fc.constantFrom('afterstate' as const, 'spawned' as const), (board, leaf) => {
        const tree = boardTree(recordedTrace(board, { leaf, table: 'off' }, leaf === 'spawned' ? 0 : 1))
        for (const node of tree.trace.children(0)) {
          const table = show(BackupTable, { node: nodeDetails(tree, { node }) })
          const rows = table.findAll('.sum tbody tr').map(row => row.findAll('td'))
          expect(rows.length).toBeGreaterThan(1)
          expectSum(
            rows.map(cells => cells[2]!.text()),
            table.get('.sum .total').text(),
          )
          for (const [chance, value, product] of rows) {
            const [, tile, cells] = /^(0\.[19])\/(\d+)$/.exec(chance!.text())!
            const shown = read(product!.text())
            const worked = (Number(tile) / Number(cells)) * read(value!.text()).value
            // the last digit of some is moved for the sum's sake
            expect(Math.abs(worked - shown.value)).toBeLessThanOrEqual(1.6 * 10 ** -shown.decimals)
          }
        }
      }),
      { numRuns: runs(8, 25) },
    )
  })
})
