import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recognise } from '../../../../src/core/contract/files'
import { face, type Board } from '../../../../src/core/games/twenty48/board'
import { parseBoard, parsePosition } from '../../../../src/core/games/twenty48/notation'
import { board } from '../../support/arbitraries'
import { refusal } from '../../support/errors'

type Rows = readonly (readonly number[])[]

const rowsOf = (b: Board): Rows => [0, 4, 8, 12].map(i => b.slice(i, i + 4).map(face))
const or = (empty: string) => (value: number) => (value === 0 ? empty : String(value))
const lines = (rows: Rows, between: string, empty: string, end = '\n') =>
  rows.map(row => row.map(or(empty)).join(between)).join(end)
const padded = (row: readonly number[], empty: string) => row.map(value => or(empty)(value).padStart(7)).join('')
const grouped = (value: number, by: string) => String(value).replace(/(?=(?:\d{3})+$)(?!^)/, by)

test.each<[form: string, write: (rows: Rows) => string]>([
  ['a flat list', rows => JSON.stringify(rows.flat())],
  ['a nested list', rows => JSON.stringify(rows)],
  ['a nested list on many lines', rows => JSON.stringify(rows, undefined, 2)],
  ['a nested list with tabs before its lines', rows => JSON.stringify(rows, undefined, '\t')],
  ['null for empty cells', rows => JSON.stringify(rows.map(row => row.map(value => value || null)))],
  ['None for empty cells, tuples', rows => `((${lines(rows, ', ', 'None', '), (')}))`],
  ['an array of Java or C', rows => `{{${lines(rows, ',', '0', '},\n {')}}};`],
  ['what NumPy prints', rows => `[[${rows.map(row => padded(row, '0')).join(']\n [')}]]`],
  ['fractions of NumPy', rows => `[[${lines(rows, '. ', '0', '.]\n [')}.]]`],
  ['an array that NumPy writes', rows => `np.array([[${lines(rows, ', ', '0', '],\n       [')}]], dtype=int64)`],
  ['one list on four lines with commas at their ends', rows => lines(rows, ', ', '0', ',\n') + ','],
  ['a sheet', rows => lines(rows, '\t', '', '\r\n') + '\r\n'],
  ['a sheet that groups thousands', rows => rows.map(row => row.map(v => (v ? grouped(v, ',') : '')).join('\t')).join('\n')],
  ['one that groups them as in Switzerland', rows => rows.map(row => row.map(v => grouped(v, '’')).join('\t')).join('\n')],
  ['CSV', rows => lines(rows, ',', '', '\n')],
  ['CSV with quotes and thousands', rows => rows.map(row => row.map(v => `"${grouped(v, ',')}"`).join(',')).join('\n')],
  ['CSV with semicolons', rows => lines(rows, ';', '', '\r\n')],
  ['16 fields on a line', rows => lines(rows, ',', '', ',')],
  ['a Markdown table', rows => `|---|---|---|---|\n${rows.map(row => `| ${row.map(or(' ')).join(' | ')} |`).join('\n')}`],
  ['a frame', rows => `+-----+\n${rows.map(row => `|${row.map(or('')).join('|')}|`).join('\n+-----+\n')}\n+-----+`],
  ['a frame of lines', rows => `┌──┬──┐\n${rows.map(row => `│${row.map(or('  ')).join('│')}│`).join('\n├──┼──┤\n')}\n└──┴──┘`],
  ['with a mark of the order of bytes', rows => `\uFEFF${lines(rows, '\t', '', '\n')}`],
])('%s is read', (_, write) => {
  fc.assert(
    fc.property(board, b => {
      const text = write(rowsOf(b))
      expect(parsePosition(text)).toEqual({ board: b, form: 'faces' })
      expect(recognise(text)).toBe('position')
    }),
    { numRuns: 50 },
  )
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
