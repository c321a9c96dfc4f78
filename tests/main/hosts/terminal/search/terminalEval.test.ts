import { expect, test } from 'vitest'
import { compileEvaluator } from '../../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../../../../src/main/lab/profiles/builtInProfiles'
import { withSetWeights } from '../../../../../src/main/hosts/terminal/search/searchFlags'
import { lab } from '../../../../support/terminalHere'
import { jsonLines } from '../../../../support/terminalProcess'
import type { TermEvaluator } from '../../../../../src/core/games/twenty48/heuristics/family'

interface Answer {
  readonly profile: string
  readonly terms: readonly { readonly id: string; readonly weight: number; readonly feature: number; readonly value: number }[]
  readonly value: number
}

const BOARD = 'EDC1BA9187611110'

test('a position is evaluated by a profile term by term', async () => {
  const name = 'positional'
  const [answer] = jsonLines<Answer>(await lab(['eval', BOARD, '--profile', name, '--json']))
  const { evaluator } = builtInProfiles().find(profile => profile.name === name)!
  expect(answer!.value).toBeCloseTo(compileEvaluator(evaluator)(parseBoard(BOARD)), 6)
  for (const { weight, feature, value } of answer!.terms) expect(value).toBeCloseTo(weight * feature, 9)
  expect((await lab(['eval', BOARD, '--profile', name])).stdout).toContain(name)
})

test.each([
  ['first cells', '\t\t\t2\n4\t2\t8\t2\n2\t4\t2\t4\n4\t2\t4\t2\n', '0001213112122121'],
  ['last row', '2\t4\t2\t4\r\n4\t2\t8\t2\r\n2\t4\t2\t4\r\n\t\t\t\r\n', '1212213112120000'],
])('a board copied from a spreadsheet and piped in keeps its empty %s', async (_, input, position) => {
  const [answer] = jsonLines<{ position: string }>(await lab(['eval', '-', '--json'], { input }))
  expect(answer!.position).toBe(position)
})

test('weights are set by --set, also those of a profile on standard input', async () => {
  const all = ['--set', 'h1=0', '--set', 'h2=1', '--json']
  const [answer] = jsonLines<Answer>(await lab(['eval', BOARD, ...all]))
  expect(answer!.terms.map(({ weight }) => weight)).toEqual([0, 1, 3.0645, 6.8515])
  expect(answer!.profile).toBe('thesis-changed')
  const text = (await lab(['profile', 'export', 'thesis'])).stdout
  expect(jsonLines(await lab(['eval', BOARD, '--profile', '-', ...all], { input: text }))).toEqual([answer])
})

test('a profile with changed weights is a copy that names its source, without the statistics of the source', () => {
  const thesis = builtInProfiles().find(({ name }) => name === 'thesis')
  const statistics = { games: 100 } as never
  const changed = withSetWeights({ ...thesis!, statistics }, { set: { h1: 7 } })
  expect(changed).not.toHaveProperty('statistics')
  expect(changed).toMatchObject({ name: 'thesis-changed', title: 'thesis with h1=7', origin: { kind: 'copy', source: 'thesis' } })
  expect([thesis, changed].map(each => (each!.evaluator as TermEvaluator).parameters['h1'])).toEqual([
    (thesis!.evaluator as TermEvaluator).parameters['h1'],
    7,
  ])
})

test('the expert of the profile is asked where it knows the board', async () => {
  const number: unknown = expect.any(Number)
  const [decided] = jsonLines<unknown>(await lab(['eval', 'EDCB121231234142', '--profile', 'strongest', '--json']))
  expect(decided).toMatchObject({
    family: 'power',
    expert: { decides: true, tile: 1024, walls: 4, chances: { up: number, left: null } },
  })
  const [equal] = jsonLines<unknown>(await lab(['eval', 'EDCB12123123EE42', '--profile', 'strongest', '--json']))
  expect(equal).not.toHaveProperty('expert')
  const text = (await lab(['eval', 'EDCB121231234142', '--profile', 'strongest'])).stdout
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /expert decides: \d+[.]\d %, 4 walls, 3 chance layers; chance to make the next 1024: up \d/,
  )
  expect((await lab(['eval', 'EDCB12123123EE42', '--profile', 'strongest'])).stdout).toContain('expert not asked: the board')
})
