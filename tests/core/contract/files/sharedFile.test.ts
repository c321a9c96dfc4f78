import { expect, test } from 'vitest'
import {
  makeShared,
  makeSharedText,
  MAX_SHARED_TEXT,
  parseShared,
  recognise,
  SHARED_SCHEME,
  type SharedTree,
} from '../../../../src/core/contract/files'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'

const LECTURE: SharedTree = {
  kind: 'tree',
  search: {
    ...{ by: 'searcher', game: 'exampleTree', position: '(max 3 (min 5 2))', seed: 0 },
    ...{ searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {} },
  },
  nodes: 5,
  view: 'drawn',
  path: [1, 0],
  step: 7,
}
const BOARD: SharedTree = {
  kind: 'tree',
  search: {
    by: 'kernel',
    position: '1234123412341200',
    player: { evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, limits: { depth: 2 } },
    depths: { up: 2, down: 1, left: null, right: null },
  },
  view: 'outline',
  path: [],
}
const RECORDED: SharedTree = {
  kind: 'tree',
  search: { by: 'trace', name: 'Übung ∞.trace', bytes: 'TEFC' },
  view: 'icicle',
  path: [3],
}

test.each([LECTURE, BOARD, RECORDED])('a shared place is read back from its file and from its text', place => {
  expect(parseShared(makeShared(place), 'a file')).toEqual(place)
  const text = makeSharedText(place)!
  expect(text).toMatch(/^lab2048:[\w-]+$/)
  expect(parseShared(text, 'a text')).toEqual(place)
  expect([recognise(text), recognise(makeShared(place))]).toEqual(['shared place', 'shared place'])
})

test('a text that another program encoded as UTF-8 is read', () => {
  const json = JSON.stringify({ format: '2048-lab-shared', version: 1, place: RECORDED })
  const text = SHARED_SCHEME + Buffer.from(json).toString('base64url')
  expect(parseShared(text, 'a text')).toEqual(RECORDED)
})

test('a text that a mail program broke into lines, or another program wrote as an address, is read', () => {
  const text = makeSharedText(BOARD)!
  expect(parseShared(` ${text.replaceAll(/.{60}/g, '$&\n')}\n`, 'a text')).toEqual(BOARD)
  for (const scheme of ['LAB2048:', 'lab2048://']) {
    const other = text.replace('lab2048:', scheme)
    expect(recognise(other)).toBe('shared place')
    expect(parseShared(other, 'a text')).toEqual(BOARD)
  }
})

const WRAPPED = makeSharedText(BOARD)!.replaceAll(/.{60}/g, '$&\n')
test.each([
  ['at the end of a sentence', `See ${makeSharedText(BOARD)!}.`],
  ['before other words', `Hello,\n\n${makeSharedText(BOARD)!} is the lecture of today\n-- \nA teacher`],
  ['between < and >', `The lecture: <${makeSharedText(BOARD)!}>, in two parts`],
  ['in quotes', `"${makeSharedText(BOARD)!}"`],
  ['in Markdown', `[the lecture](${makeSharedText(BOARD)!})`],
  ['before another', `${makeSharedText(BOARD)!} ${makeSharedText(LECTURE)!}`],
  ['broken into lines among others', `Hello,\n${WRAPPED}\nSee you`],
  ['broken into lines and quoted', `> Hello,\n>> ${WRAPPED.replaceAll('\n', '\n>> ')}\n> See you`],
])('a link is found %s', (_, text) => {
  expect(recognise(text)).toBe('shared place')
  expect(parseShared(text, 'a text')).toEqual(BOARD)
})

test('a text about links is none', () => {
  expect(recognise('Links begin with lab2048: and open the lab.')).toBeUndefined()
  expect(recognise(JSON.stringify({ format: '2048-lab-profile', notes: makeSharedText(LECTURE) }))).toBe('profiles')
})

test('what others would not read as a text has none', () => {
  const withBytes = (count: number): SharedTree => ({ ...RECORDED, search: { by: 'trace', name: 'a', bytes: 'A'.repeat(count) } })
  let longest = 1000
  while (makeSharedText(withBytes(longest + 1)) !== undefined) longest++
  expect(makeSharedText(withBytes(longest))!.length).toBeGreaterThan(MAX_SHARED_TEXT - 4)
  expect(parseShared(makeSharedText(withBytes(longest))!, 'a text')).toEqual(withBytes(longest))
  expect(makeSharedText(withBytes(MAX_SHARED_TEXT))).toBeUndefined()
  expect(parseShared(makeShared(withBytes(MAX_SHARED_TEXT)), 'a file')).toEqual(withBytes(MAX_SHARED_TEXT))
})

const CUT_OFF = 'it is cut off or was changed. Copy it again, or ask for the file'
const changed = (change: object) => makeShared({ ...LECTURE, ...change })

test.each([
  ['a text that is too long', SHARED_SCHEME + 'A'.repeat(MAX_SHARED_TEXT + 1), 'at most 2000 characters'],
  ['a text with another digit', `${SHARED_SCHEME}AA%A`, CUT_OFF],
  ['a text of no JSON', `${SHARED_SCHEME}AAAA`, CUT_OFF],
  ['a text in another encoding', SHARED_SCHEME + Buffer.from('{"Ü":1}', 'latin1').toString('base64url'), CUT_OFF],
  ['an empty text', SHARED_SCHEME, CUT_OFF],
  ['a text that lacks its last line', makeSharedText(BOARD)!.slice(0, -60), CUT_OFF],
  ['a text that lacks its last character', `See ${makeSharedText(BOARD)!.slice(0, -1)} for it.`, CUT_OFF],
  ['a newer version', makeShared(LECTURE).replace('"version": 1', '"version": 2'), 'version 2 is newer'],
  ['another kind', changed({ kind: 'disk' }), 'place.kind'],
  ['a step before the first', changed({ step: -1 }), 'place.step'],
  ['a searcher that does not exist', changed({ search: { ...LECTURE.search, searcher: 'oracle' } }), 'place.search.searcher'],
  ['a field that no lab writes', changed({ run: 'rm' }), 'unknown field'],
  ['a path deeper than any tree', changed({ path: Array.from({ length: 301 }, () => 0) }), 'place.path'],
])('%s is refused, and the message says what and where', (_, text, message) => {
  const refusal = { code: 'BAD_FILE', message: expect.stringMatching(/^link: /) as string }
  expect(() => parseShared(text, 'link')).toThrow(expect.objectContaining(refusal))
  expect(() => parseShared(text, 'link')).toThrow(message)
})
