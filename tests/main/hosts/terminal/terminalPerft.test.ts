import { expect, test } from 'vitest'
import { golden } from '../../../core/support/golden'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

const { boards } = golden<{ boards: readonly { name: string; board: string; counts: readonly number[] }[] }>('perft')
const { board, counts } = boards.find(({ name }) => name === 'crowded')!

test('perft counts each number of turns on a line of its own, as the oracle does', async () => {
  const ended = await lab(['perft', board, '3', '--json'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const ms: unknown = expect.any(Number)
  expect(jsonLines(ended)).toEqual(counts.map((positions, i) => ({ position: board, turns: i + 1, positions, ms })))
})

test('no turns: the position itself', async () => {
  expect(jsonLines(await lab(['perft', board, '0', '--json']))).toMatchObject([{ turns: 0, positions: 1 }])
})

test('for people: a table', async () => {
  const { code, stdout } = await lab(['perft', board, '1'])
  expect(code).toBe(0)
  expect(stdout).toMatch(new RegExp(`^moves +positions +time\\n +1 +${counts[0]} +[\\d.]+ (µs|ms)\\n$`))
})
