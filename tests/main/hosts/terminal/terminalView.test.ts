import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { face, type Board } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { slideValues, type SearchReport } from '../../../../src/core/games/twenty48/search/report'
import { drawBoard } from '../../../../src/main/hosts/terminal/output/boardView'
import { bare, counted, duration, measured, percent, short } from '../../../../src/main/hosts/terminal/output/numbers'
import { reportLine, reportView, valueLines } from '../../../../src/main/hosts/terminal/search/reportView'
import { Screen } from '../../../../src/main/hosts/terminal/play/gameView'
import { terminalHere } from '../../../support/terminalHere'
import { cut, screenWidth, printable, styleFor, width } from '../../../../src/main/hosts/terminal/output/style'

const boards: fc.Arbitrary<Board> = fc.array(fc.integer({ min: 0, max: 17 }), { minLength: 16, maxLength: 16 })
const ESCAPE = '\u001b'

/** A stream that has, or has not, a screen with colours. */
function fakeStream(isTTY: boolean, colours: boolean): NodeJS.WriteStream {
  return Object.assign(new PassThrough(), { isTTY, hasColors: () => colours }) as unknown as NodeJS.WriteStream
}

describe('style', () => {
  test.each([
    [true, true, true],
    [true, false, false], // NO_COLOR, or a terminal without: Node says so
    [false, true, false],
  ])('terminal %s, colours %s: coloured %s', (isTTY, colours, coloured) => {
    const style = styleFor(fakeStream(isTTY, colours))
    expect(style.colours).toBe(coloured)
    expect(style.bold('x').includes(ESCAPE)).toBe(coloured)
    expect(style.tile(5, 'x', 'ground').includes(ESCAPE)).toBe(coloured)
  })
})

test('a line has the colours of the lab, and of a foreign text none', () => {
  const style = styleFor(fakeStream(true, true))
  const title = `${ESCAPE}[31mred${ESCAPE}[0m \u009b1m ${ESCAPE}]8;;http://x\u0007link\u202e`
  const escaped = String.raw`\u001b[31mred\u001b[0m \u009b1m \u001b]8;;http://x\u0007link\u202e`
  expect(printable(title)).toBe(escaped)
  expect(printable(`${style.bold(title)}!`)).toBe(`${ESCAPE}[1m${escaped}${ESCAPE}[0m!`)
})

describe('width', () => {
  test.each([
    [{ isTTY: true, columns: 80 }, '', 80],
    [{ isTTY: true, columns: 80 }, '200', 80],
    [{ isTTY: true, columns: 0 }, '', 80], // a terminal that does not know it
    [{ isTTY: false }, '200', 200],
    [{ isTTY: false }, 'wide', 80],
  ])('of %j with COLUMNS=%s is %i', (stream, setting, columns) => {
    expect(screenWidth(stream, { COLUMNS: setting })).toBe(columns)
  })
})

describe('board', () => {
  test.each([true, false])('coloured %s: every line is as wide as the others and shows the faces of its row', colours => {
    const style = styleFor(fakeStream(true, colours))
    fc.assert(
      fc.property(boards, board => {
        const lines = drawBoard(board, style)
        expect(new Set(lines.map(width)).size).toBe(1)
        const shown = lines
          .join('')
          .replaceAll(new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g'), '')
          .match(/\d+|·/g)
        expect(shown).toEqual(board.map(rank => (rank === 0 ? '·' : String(face(rank)))))
      }),
    )
  })
})

test('a screen redraws in place: as many lines up as it drew before', () => {
  const stream = fakeStream(true, true)
  const screen = new Screen(terminalHere({}, { stdout: stream }).terminal)
  screen.draw(() => ['a', 'b', 'c'], true)
  stream.read()
  screen.draw(() => ['d'], true)
  const drawn = String(stream.read())
  expect(drawn.startsWith(`${ESCAPE}[3A`)).toBe(true)
  screen.draw(() => expect.unreachable('a frame too soon is not even made'), false)
  screen.end()
  expect(String(stream.read())).toBe(`${ESCAPE}[?25h`) // the cursor is back
})

test('values: the slide that is taken comes first, an equal of it has "=", any other what it loses', () => {
  const values = { up: 10, down: 1000 * (1 - 1e-13), left: 1000, right: null }
  const depths = { up: 3, down: 3, left: 3, right: null }
  const lines = valueLines({ values, depths, cuts: slideValues(() => 0), best: 'down' }, styleFor(fakeStream(false, false)))
  expect(lines.map(line => line.trim().split(/ {2,}/))).toEqual([
    ['↓ down', '1,000.000'],
    ['← left', '1,000.0', '='],
    ['↑ up', '10.000', '−990.000'],
    ['→ right', 'illegal'],
  ])
})

test('values of two depths: the deeper ones first, and no loss of the others, which cannot be compared with the best', () => {
  const report = { values: { up: 8, down: 10, left: 11, right: 9 }, depths: { up: 4, down: 4, left: 3, right: 3 } }
  const cuts = slideValues(() => 0)
  const lines = valueLines({ ...report, cuts, best: 'down' }, styleFor(fakeStream(false, false)))
  expect(lines.map(line => line.trim().split(/ {2,}/))).toEqual([
    ['↓ down', '10.000', 'depth 4'],
    ['↑ up', '8.000', '−2.000', 'depth 4'],
    ['← left', '11.000', 'depth 3'],
    ['→ right', '9.000', 'depth 3'],
  ])
})

test.each([
  [measured(-16_622.84), '−16,622.8'],
  [measured(1_403_221.77), '1,403,222'],
  [measured(-2.6e-15), '−3e−15'],
  [counted(1, 'slide'), '1 slide'],
  [bare(0.0001), '0.0001'],
  [short(44_230_000), '44.2 M'],
  [percent(0.034, 100), '3 %'],
  [duration(0.00153), '1.53 µs'],
  [duration(0), '0 s'],
  [duration(0.9996), '1 ms'],
  [duration(185_400), '3 min 05 s'],
  [duration(7_800_000), '2 h 10 min'],
])('people read %s', (shown, wanted) => {
  expect(shown).toBe(wanted)
})

test.each([
  ['abc', 3, 'a…'],
  ['−1 × √2 │ h₁', 12, '−…'],
  ['漢字', 4, '…'],
  ['\u200bzw\u200b', 2, '\u200bzw\u200b'],
  ['👨‍👩‍👧‍👦!', 3, '…'],
  [`${ESCAPE}[1m字${ESCAPE}[0m`, 2, `${ESCAPE}[1m字${ESCAPE}[0m`],
])('%j takes %i columns, and 2 when it is cut', (text, columns, short) => {
  expect(width(text)).toBe(columns)
  expect(cut(text, 2)).toBe(short)
  expect(width(cut(text, 2))).toBeLessThanOrEqual(2)
})

test('a search with an expert shows chances, walls and layers, or why the search decides', () => {
  const settings = { network: '0123456789abcdef', target: 10, least: 4, layers: 3, cut: 0, below: 0.02 }
  const chances = { up: 0.446, down: 0.022, left: null, right: null }
  const depths = { up: 3, down: 3, left: null, right: null }
  const effort = { nodes: 788, hits: 0, probes: 0, cut: 0, cuts: { up: 0, down: 0, left: null, right: null } }
  const variation = { pv: [{ move: 'up' as const }], pvNodes: 0, pvMs: 0 }
  const decided: SearchReport = {
    ...{ board: parseBoard('EDCB121231234142'), best: 'up', values: chances, depths, depth: 3, stopped: 'limit' },
    ...{ ...effort, ...variation, expert: { decides: true, settings, walls: 4, chances } },
  }
  const shown = (report: SearchReport) =>
    reportView(report, 5, styleFor(fakeStream(false, false))).map(line => line.slice(40).trim())
  const lines = shown(decided)
  expect(lines).toContain('chance to make the next 1024')
  expect(lines).toContain('↓ down     2.2 %  −42.4 pp')
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain('expert 44.6 %, 4 walls, 3 chance layers')
  expect(reportLine(decided, 5)).toContain('44.6 %  expert, 4 walls  788 nodes')

  const hopeless = { decides: false, settings, walls: 4, chances: { ...chances, up: 0.011, down: 0 } }
  const searched = shown({ ...decided, values: { ...chances, up: 343_056 }, expert: hopeless })
  expect(searched).toContain('↑ up     343,056')
  expect(searched.join(' ').replaceAll(/\s+/g, ' ')).toContain('its best chance 1.1 % is below 2 %: the search decides')
})
