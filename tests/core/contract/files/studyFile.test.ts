import { describe, expect, test } from 'vitest'
import { parseStudy, rowsOf, STUDY_FORMAT } from '../../../../src/core/contract/files'
import { refusal } from '../../support/errors'

const MATCH = { id: 'm', kind: 'match', game: 'ticTacToe', players: ['greedy', 'random'], games: 2, seed: 1 }
const study = (...parts: object[]) =>
  parseStudy(
    JSON.stringify({ format: STUDY_FORMAT, version: 1, name: 'mine', title: 'Mine', summary: '', source: '', parts }),
    'mine.json',
  )
const rows = (...parts: object[]) => rowsOf(study(...parts))

describe('the rows of a study', () => {
  test('are combined from all axes, whose variables change together', () => {
    const axes = [{ searcher: ['minimax', 'alphaBeta'], short: ['m', 'a'] }, { depth: [1, 2, 3] }]
    const found = rows({ ...MATCH, for: axes, players: ['{searcher}:depth={depth}', 'random'], games: '{depth}' })
    expect(found.map(({ name }) => name)).toEqual(
      ['minimax', 'alphaBeta'].flatMap(searcher => [1, 2, 3].map(depth => `m ${searcher} ${depth}`)),
    )
    expect(found[5]).toMatchObject({ players: ['alphaBeta:depth=3', 'random'], games: 3, values: { short: 'a', depth: 3 } })
  })

  test('are each two of the players that all meet', () => {
    const found = rows({ ...MATCH, players: ['greedy', 'random', 'minimax'], names: ['g', 'r', 'm'], meet: 'all' })
    expect(found.map(({ name }) => name)).toEqual(['m g r', 'm g m', 'm r m'])
    expect(found[1]).toMatchObject({ players: ['greedy', 'minimax'], names: ['g', 'm'] })
  })

  test('take values of any kind, and leave braces alone that name no variable', () => {
    const options = [{ steps: 5 }, { steps: 6 }]
    const [first, second] = rows({
      ...MATCH,
      for: [{ n: [1, 2], _options: options }],
      options: '{_options}',
      ahead: '{toString}',
    })
    expect([first, second]).toMatchObject(options.map(each => ({ options: each, ahead: '{toString}' })))
  })

  test.each<[fault: string, parts: object[], message: RegExp]>([
    ['an axis whose variables differ in length', [{ ...MATCH, for: [{ a: [1, 2], b: [1] }] }], /for\.b: 1 values beside 2/],
    ['two rows of one name', [MATCH, MATCH], /two rows are "m"/],
    [
      'more rows than a study may have',
      [{ ...MATCH, for: [{ a: Array(999).fill(0) }, { b: [1, 2] }] }],
      /1998 rows, more than 1000/,
    ],
    ['a value that its field does not take', [{ ...MATCH, for: [{ a: [-1] }], games: '{a}' }], /m -1: games: /],
    ['a field that its kind does not have', [{ ...MATCH, runs: 3 }], /runs/],
    ['fewer names than players', [{ ...MATCH, meet: 'all', names: ['one'] }], /these are 1 of 2 players/],
  ])('%s is refused', (_, parts, message) => {
    expect(refusal('BAD_SETTING', () => rows(...parts)).message).toMatch(message)
  })
})

test('a file that is no study is refused by its field', () => {
  expect(refusal('BAD_FILE', () => study()).message).toContain('mine.json: parts')
  expect(refusal('BAD_FILE', () => study({ ...MATCH, id: 'two words' })).message).toContain('mine.json: parts.0.id')
})
