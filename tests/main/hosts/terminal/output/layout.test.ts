/** What fits a screen, on a screen of any width. */
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beside, columns, pairs, table, wrapped } from '../../../../../src/main/hosts/terminal/output/layout'
import { styleFor, width } from '../../../../../src/main/hosts/terminal/output/style'

const plain = new PassThrough() as unknown as NodeJS.WriteStream

/** Of one to three columns each, so that no number with its unit is among them, which stays together. */
const word = fc.stringMatching(/^[a-zé漢]{1,12}$/)
const text = fc.array(word, { maxLength: 12 }).map(words => words.join(' '))
const room = fc.integer({ min: 8, max: 120 })

const wordsOf = (lines: readonly string[]) => lines.join(' ').split(/\s+/).filter(Boolean)
/** Lines that are too wide though they could be broken. */
const tooWide = (lines: readonly string[], most: number) =>
  lines.filter(line => width(line) > most && line.trim().replaceAll(/: /g, ':').includes(' '))

test('a wrapped text has all its words in their order, on lines as full as they can be', () => {
  fc.assert(
    fc.property(text, room, (text, room) => {
      const lines = wrapped(text, room)
      expect(wordsOf(lines)).toEqual(wordsOf([text]))
      expect(tooWide(lines, room)).toEqual([])
      const pulled = lines.slice(1).map((line, i) => `${lines[i]} ${line.split(' ')[0]}`)
      expect(pulled.filter(line => width(line) <= room)).toEqual([])
    }),
  )
})

const tables = fc.integer({ min: 1, max: 5 }).chain(count =>
  fc.record({
    // each name once, so that it can be found again
    head: fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,9}$/), { minLength: count, maxLength: count }),
    rows: fc.array(fc.array(fc.oneof(word, fc.constant('')), { minLength: count, maxLength: count }), {
      minLength: 1,
      maxLength: 4,
    }),
    align: fc.stringMatching(new RegExp(`^[lr]{${count}}$`)),
    lesser: fc.uniqueArray(fc.nat(count - 1)),
  }),
)

test('a table loses no cell; its columns leave in the stated order, and no more of them than must', () => {
  fc.assert(
    fc.property(tables, room, ({ head, rows, align, lesser }, room) => {
      const lines = table(head, rows, { align, room, lesser, style: styleFor(plain) })
      expect(tooWide(lines, room)).toEqual([])
      const cells = rows.flat().filter(Boolean)
      expect(
        wordsOf(lines)
          .filter(each => !/^[A-Z]+:?$/.test(each))
          .toSorted(),
      ).toEqual(cells.toSorted())

      const places = head.map((_, place) => place)
      const empty = places.filter(place => rows.every(row => row[place] === ''))
      const order = [...new Set([...empty, ...lesser, ...places.toReversed()])]
      const widthWithout = (gone: number) => {
        const kept = places.filter(place => !order.slice(0, gone).includes(place))
        return Math.max(...columns([head, ...rows].map(row => kept.map(place => row[place]!)), kept.map(place => align[place]).join('')).map(width)) // oxfmt-ignore
      }
      const gone = places.find(gone => widthWithout(gone) <= room) ?? head.length - 1
      const kept = places.filter(place => !order.slice(0, gone).includes(place)).map(place => head[place])
      if (gone === 0 || kept.length > 1) expect(wordsOf(lines.slice(0, 1))).toEqual(kept)
      const named = (place: number) => wordsOf(lines).filter(each => each === `${head[place]}:`).length
      for (const place of order.slice(0, gone)) expect(named(place)).toBe(rows.filter(row => row[place] !== '').length)
    }),
  )
})

test('labels and their texts are complete, beside each other where there is room', () => {
  const rows = fc.array(fc.tuple(word, text), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rows, room, (rows, room) => {
      const lines = pairs(rows, room)
      expect(wordsOf(lines)).toEqual(rows.flatMap(row => wordsOf(row)))
      expect(tooWide(lines, room)).toEqual([])
    }),
  )
})

test('a text without a label has no line for it', () => {
  const path = '/home/a/backups/lab-daily-000001.db'
  expect(pairs([['backups', path], ['', path]], 30)).toEqual(['backups', `    ${path}`, `    ${path}`]) // oxfmt-ignore
})

test('two blocks are complete at any width: side by side if the right one has room there, else one below the other', () => {
  const block = fc.array(text, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), block, fc.integer({ min: 20, max: 120 }), (left, right, room) => {
      const lines = beside(left, right, room)
      expect(tooWide(lines, room)).toEqual([])
      expect(wordsOf(lines).toSorted()).toEqual(wordsOf([...left, ...right]).toSorted())
    }),
  )
})

test('a character is as wide alone as after a wide one', () => {
  for (let code = 0x20; code < 0x2700; code = code === 0x24f ? 0x2000 : code + 1) {
    const character = String.fromCodePoint(code)
    expect([code, width(character)]).toEqual([code, width(`世${character}`) - 2])
  }
})
