import { expect, test } from 'vitest'
import { golden } from '../../../../core/support/golden'
import { lab } from '../../../../support/terminalHere'
import { jsonLines } from '../../../../support/terminalProcess'

const { boards } = golden<{ boards: readonly { name: string; board: string; counts: readonly number[] }[] }>('perft')
const { board, counts } = boards.find(({ name }) => name === 'crowded')!

test('perft counts each number of turns on a line of its own, as the oracle does', async () => {
  const ended = await lab(['perft', board, '3', '--json'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const ms: unknown = expect.any(Number)
  expect(jsonLines(ended)).toEqual(counts.map((positions, i) => ({ position: board, turns: i + 1, positions, ms })))
})
