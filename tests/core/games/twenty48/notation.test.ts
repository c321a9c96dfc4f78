import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CELLS, face, type Board } from '../../../../src/core/games/twenty48/board'
import {
  checkBoard,
  makePosition,
  makeSpawn,
  parseBoard,
  parsePosition,
  parseSpawn,
} from '../../../../src/core/games/twenty48/notation'
import { LabError } from '../../../../src/core/errors'
import { board } from '../../support/arbitraries'
import { refusal } from '../../support/errors'
import { makeFaces } from '../../support/boards'

/** Characters of positions, and some that are not. */
const LOOKALIKES = Array.from('0123456789abGHI .,;|/_-{}[]":\n')

/** What the original game keeps in the browser: columns of cells, each null or a tile. */
function savedGame(ranks: Board, score = 0): Record<string, unknown> {
  const cell = (column: number, row: number) => {
    const rank = ranks[row * 4 + column]!
    return rank === 0 ? null : { position: { x: column, y: row }, value: face(rank) }
  }
  const cells = [0, 1, 2, 3].map(column => [0, 1, 2, 3].map(row => cell(column, row)))
  return { grid: { size: 4, cells }, score, over: false, won: false, keepPlaying: false }
}

describe('every accepted form reads back', () => {
  const rows = (position: string) => position.match(/.{4}/g)!
  test.each<[form: string, write: (b: Board) => string]>([
    ['16 digits', makePosition],
    ['lower case', b => makePosition(b).toLowerCase()],
    ['rows apart by a space', b => rows(makePosition(b)).join(' ')],
    ['rows apart by a slash', b => rows(makePosition(b)).join('/')],
    ['dots for empty cells', b => makePosition(b).replaceAll('0', '.')],
    ['faces on four lines', makeFaces],
    ['faces with commas', b => b.map(face).join(', ')],
    ['faces with dashes for empty cells', b => b.map(rank => (rank === 0 ? '-' : face(rank))).join('\t')],
    ['faces in rows apart by bars', b => [0, 4, 8, 12].map(i => b.slice(i, i + 4).map(face)).join(' | ')],
    ['a saved game', b => JSON.stringify(savedGame(b))],
  ])('%s', (_, write) => {
    fc.assert(
      fc.property(board, b => {
        expect(parseBoard(write(b))).toEqual(b)
      }),
    )
  })

  test('known positions, cell by cell', () => {
    expect(parseBoard('EDC1BA9187611110')).toEqual([14, 13, 12, 1, 11, 10, 9, 1, 8, 7, 6, 1, 1, 1, 1, 0])
    expect(parseBoard('gh00/0000/0000/0001')).toEqual([16, 17, ...Array<number>(13).fill(0), 1])
    expect(parseBoard('65536 131072 0 0 0 0 0 0 0 0 0 0 0 0 0 2')).toEqual(parseBoard('GH00000000000001'))
    expect(makeFaces(parseBoard('10A0000000000002'))).toBe(
      ['   2    . 1024    .', '   .    .    .    .', '   .    .    .    .', '   .    .    .    4'].join('\n'),
    )
  })

  test('a saved game is read column by column and shows its score', () => {
    const tiles = [
      [{ value: 2 }, null, null, { value: 4 }],
      [null, null, null, null],
      [null, null, null, null],
      [{ value: 8 }, null, null, null],
    ]
    expect(parsePosition(JSON.stringify({ grid: { cells: tiles }, score: 12 }))).toEqual({
      board: parseBoard('1003000000002000'),
      form: 'saved game',
      score: 12,
    })
  })

  test('the form is reported', () => {
    expect(parsePosition('1003 0000 0000 2000').form).toBe('digits')
    expect(parsePosition('2 . . 8 . . . . . . . . 4 . . .').form).toBe('faces')
  })
})

describe('what is refused, and where', () => {
  const game = savedGame(parseBoard('1000000000000002'))
  const withCell = (column: number, row: number, tile: unknown) => {
    const copy = structuredClone(game) as { grid: { cells: unknown[][] } }
    copy.grid.cells[column]![row] = tile
    return JSON.stringify(copy)
  }
  const huge = '1'.repeat(1_000_000)
  test.each<[what: string, text: string, where: RegExp]>([
    ['nothing', '', /empty/],
    ['too few digits', '000000000000001', /16 digits, this has 15/],
    ['an odd digit', '00000I0000000000', /character 6: "I"/],
    ['a letter that upper case makes two', '000ß000000000000', /character 4: "ß"/],
    ['an emoji', '00000000000000😀0', /character 15: "😀"/],
    ['15 faces', '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2', /16 face values, this has 15/],
    ['not a power of two', '2 4 8 16 2 4 12 16 2 4 8 16 2 4 8 16', /r2c3: "12" is not a tile/],
    ['a face beyond a double', `${'9'.repeat(400)} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0`, /r1c1: .* is not a tile/],
    ['two 131072', 'HH00000000000000', /sum to 262144; no game on 4×4 cells passes 262140/],
    ['huge text', huge, /at most 10000 characters, this has 1000000/],
    ['broken JSON', '{"grid":', /not a saved game: /],
    ['cells that are no list', '{"grid":{"cells":{"length":4}}}', /grid\.cells/],
    ['a cell that is a number', withCell(2, 1, 4), /grid\.cells\[2\]\[1\]: a tile has a number/],
    ['a value of 3', withCell(1, 2, { value: 3 }), /grid\.cells\[1\]\[2\]: "3" is not a tile/],
    ['a value a hair off', withCell(1, 2, { value: 131072.00000000003 }), /grid\.cells\[1\]\[2\]: .* is not a tile/],
    ['a negative score', JSON.stringify({ ...game, score: -4 }), /score/],
    ['a score beyond a double', JSON.stringify({ ...game, score: 1 }).replace('"score":1', '"score":1e400'), /score/],
    [
      'tiles of a saved game that sum too high',
      JSON.stringify(savedGame([17, 17, ...Array<number>(14).fill(0)])),
      /sum to 262144/,
    ],
  ])('%s', (_, text, where) => {
    expect(refusal('BAD_POSITION', () => parsePosition(text)).message).toMatch(where)
  })

  test.each<[what: string, ranks: number[], where: RegExp]>([
    ['15 cells', Array<number>(15).fill(1), /16 cells, this has 15/],
    ['a fractional rank', [0, 0, 0, 0, 1.5, ...Array<number>(11).fill(0)], /r2c1: 1\.5/],
  ])('a board of %s', (_, ranks, where) => {
    expect(refusal('BAD_POSITION', () => checkBoard(ranks)).message).toMatch(where)
  })

  test('thousands of random and mutated texts: a board of 16 cells or BAD_POSITION, nothing else', () => {
    const valid = fc.oneof(
      board.map(makePosition),
      board.map(makeFaces),
      board.map(b => JSON.stringify(savedGame(b))),
    )
    const mutated = fc
      .tuple(valid, fc.array(fc.tuple(fc.nat(300), fc.nat(3), fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 4 }))
      .map(([text, edits]) =>
        edits.reduce((t, [at, removed, added]) => t.slice(0, at % t.length) + added + t.slice((at % t.length) + removed), text),
      )
    const lookalike = fc.string({ unit: fc.constantFrom(...LOOKALIKES), maxLength: 60 })
    const object = fc.json().map(json => `{"grid":{"cells":${json}},"score":${json}}`)
    let read = 0
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mutated, lookalike, object), text => {
        try {
          const parsed = parsePosition(text)
          expect(checkBoard(parsed.board)).toHaveLength(CELLS)
          read++
        } catch (error) {
          if (!(error instanceof LabError) || error.code !== 'BAD_POSITION') throw error
        }
      }),
      { numRuns: 8000, seed: 1 },
    )
    expect(read).toBeGreaterThan(200)
  })
})

describe('a new tile as text', () => {
  test('reads back from all 32', () => {
    for (let cell = 0; cell < CELLS; cell++)
      for (const rank of [1, 2]) expect(parseSpawn(makeSpawn({ cell, rank }))).toEqual({ cell, rank })
    expect(makeSpawn({ cell: 6, rank: 2 })).toBe('4@r2c3')
  })

  test.each(['', '8@r1c1', '2@r0c1', '2@r1c5', '2@r1c1 ', '22@r1c1', '2r1c1', '2@c1r1'])('"%s" is refused', text => {
    expect(refusal('BAD_POSITION', () => parseSpawn(text)).message).toContain(`"${text}"`)
  })
})
