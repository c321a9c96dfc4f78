import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageFileShape, parsePageFile } from '../../../src/core/contract/files/pageFile'
import { refusal } from '../support/errors'

const docs = readFileSync(new URL('../../../docs/remote.md', import.meta.url), 'utf8')
const example = /```json\n([^]*?)```/.exec(docs)![1]!
const [EXAMPLE, CELLS] = [
  JSON.parse(example) as Record<string, unknown>,
  { format: '2048-lab-page', version: 1, name: 'cells', cells: '.cell', value: { text: true } },
]

test('the selector file of docs/remote.md is read as it stands, and its table names every field', () => {
  const { format: _format, version: _version, ...fields } = EXAMPLE
  expect(parsePageFile(example, 'page.json')).toEqual(fields)
  const named = [...docs.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell]) => cell!.replaceAll('`', '').split(', '))
  const technical = ['$schema', 'format', 'version']
  expect(named).toEqual(expect.arrayContaining(Object.keys(pageFileShape.shape).filter(field => !technical.includes(field))))
})

test('cells need no rows and columns', () => {
  expect(parsePageFile(JSON.stringify(CELLS), 'page.json')).toMatchObject({ cells: '.cell' })
})

test.each<[what: string, file: object, where: RegExp]>([
  ['tiles and cells', { ...CELLS, tiles: '.tile' }, /page\.json: tiles: give either "tiles"/],
  ['tiles without rows', { ...EXAMPLE, row: undefined }, /row: is missing/],
  ['a button for no message', { ...CELLS, keepPlaying: 'a' }, /won: is missing: it says when to click "keepPlaying"/],
  ['a pattern without a group', { ...CELLS, value: { class: 'value-\\d+' } }, /value.*: it has no group/],
  ['places from 2', { ...EXAMPLE, first: 2 }, /first: /],
  ['a field of another name', { ...CELLS, wins: '.won' }, /"wins"/],
  ['a newer version', { ...CELLS, version: 2 }, /page\.json: .*version 2/],
])('a file with %s is refused by name', (_, file, where) => {
  expect(refusal('BAD_FILE', () => parsePageFile(JSON.stringify(file), 'page.json')).message).toMatch(where)
})
