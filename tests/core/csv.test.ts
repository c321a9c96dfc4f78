import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, type CsvCell } from '../../src/core/csv'

/** Fields of a CSV, a text in quotes told from a bare number; no field is `null`. */
function read(csv: string): CsvCell[][] {
  const rows: CsvCell[][] = [[]]
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? (bare === '' ? null : Number(bare)))
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('names its columns, and writes numbers bare with every digit and texts in quotes', () => {
  const rows = [
    ['0000001000000010', 0.1 + 0.2],
    ['a "b"', -1e21],
    ['line\nbreak', null],
  ]
  expect(csvOf({ columns: ['name, first', 'value'], rows })).toBe(
    '"name, first",value\n"0000001000000010",0.30000000000000004\n"a ""b""",-1e+21\n"line\nbreak",\n',
  )
})

test('what is read back is what was written, and a text is never a number', () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', ' ', '0', '1', 'e', 'ä') })
  const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))
  const table = fc.integer({ min: 1, max: 4 }).chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width })))
  fc.assert(
    fc.property(table, rows => {
      const plain = rows.map(row => row.map(each => (Object.is(each, -0) ? 0 : each)))
      expect(read(csvOf({ columns: ['head'], rows })).slice(1)).toEqual(plain)
    }),
  )
})
