import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Board, CELLS, face } from '../../../../src/core/games/twenty48/board'
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
import { POSITION_FORMS, rowsOf } from '../../support/positionForms'
import { recognise } from '../../../../src/core/contract/files'

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

test.each(POSITION_FORMS)('%s is read', (_, write) => {
  fc.assert(
    fc.property(board, b => {
      const text = write(rowsOf(b))
      expect(parsePosition(text)).toEqual({ board: b, form: 'faces' })
      expect(recognise(text)).toBe('position')
    }),
    { numRuns: 50 },
  )
})

test.each(POSITION_FORMS)('%s: a number that is no tile is named with its place', (_, write) => {
  fc.assert(
    fc.property(board, fc.nat(CELLS - 1), (b, cell) => {
      const rows = rowsOf(b).map((row, i) => row.map((value, j) => (i * 4 + j === cell ? 7 : value)))
      const { message } = refusal('BAD_POSITION', () => parsePosition(write(rows)))
      const [, where, shown] = /^(r\dc\d): "(.*)" is not a tile/.exec(message) ?? []
      expect([where, Number(shown?.replace(',', '.'))]).toEqual([`r${Math.floor(cell / 4) + 1}c${(cell % 4) + 1}`, 7])
    }),
    { numRuns: 20 },
  )
})

test.each<[what: string, text: string, board: string | RegExp]>([
  [
    'MATLAB’s power of ten',
    'A =\n\n   1.0e+03 *\n\n  0.0020 1.0240 0 2.0480\n0 0.0320 0 0\n0.0020 0.0040 0 0.0080\n0 4.0960 0.0020 0',
    '1A0B050012030C10',
  ],
  ['one that leaves a tile open', '1.0e+05 *\n0.0000 1.3107 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0', /^r1c1: "0\.0000e5" is not a tile/],
  ['a list a row of which is too short', '[[2,4,8,2],[2,4,8],[2,4,8,2],[2,4,8,2]]', /this has 15; row 2 has 3: "2 4 8"$/],
  ['a word too many', '2\t4\t8\t16\n2\t4\t8\t16\n2\tten\t8\t16\t2\n2\t4\t8\t16', /^row 3, column 2: "ten" is not a tile/],
  ['five columns, of which none has labels', '2,4,8,2,4\n'.repeat(4), /this has 20; row 1 has 5: "2 4 8 2 4"$/],
  ['an index whose last column is empty', 'a,2,4,8,\nb,,,,\nc,,,,\nd,,,2,', '1230000000000010'],
])('%s', (_, text, expected) => {
  if (typeof expected === 'string') expect(makePosition(parseBoard(text))).toBe(expected)
  else expect(refusal('BAD_POSITION', () => parsePosition(text)).message).toMatch(expected)
})

test('empty cells at the corners of a sheet stay where they are', () => {
  expect(parseBoard('\t\t\t2\n\t\t\t\n\t4\t\t\n\t\t\t')).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0])
  expect(parseBoard(',,,\n2,,,\n,,,\n,,,4')).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
})

test.each<[what: string, text: string, where: RegExp]>([
  ['a row too short', '[[2,4,8,2],[2,4,8],[2,4,8,2],[2,4,8,2]]', /16 face values, this has 15/],
  ['a number that is no tile', '[[2,4,8,2],[2,4,9,2],[2,4,8,2],[2,4,8,2]]', /r2c3: "9" is not a tile/],
  ['a fraction', '[[2,4,8,2],[2,4,8,2.5],[2,4,8,2],[2,4,8,2]]', /r2c4: "2\.5" is not a tile/],
  ['a word', '2\t4\t8\tten\n2\t4\t8\t16\n2\t4\t8\t2\n2\t4\t8\t2', /r1c4: "ten" is not a tile/],
  ['four fractions of NumPy on three lines', '4. 128.\n2048.\n2048.', /digits are 16 in one word, or four words of 4/],
  ['four faces of four characters', '1024 2048 4096 8192', /these are 4 face values, or rows of digits/],
  ['four fractions of four characters', '2.00 4.00\n128. 2.00', /these are 4 face values, or rows of digits/],
  ['five rows of faces', '2,4,8,2\n'.repeat(5), /16 face values, this has 20/],
  ['brackets alone', '[[],[]]', /16 digits, this has 0/],
])('%s is refused', (_, text, where) => {
  expect(refusal('BAD_POSITION', () => parsePosition(text)).message).toMatch(where)
})

test('files of other programs', () => {
  for (const text of [
    '[16,512,2,0,64,256,0,2,16,128,0,0,8,4,0,0]',
    '16\t512\t2\t\r\n64\t256\t\t2\r\n16\t128\t\t\r\n8\t4\t\t\r\n',
  ])
    expect(parseBoard(text)).toEqual([4, 9, 1, 0, 6, 8, 0, 1, 4, 7, 0, 0, 3, 2, 0, 0])
})
