/** A game that is shared: what its text and its picture say. */
import { afterEach, expect, test, vi } from 'vitest'
import { h } from 'vue'
import ShareGame from '../../../../src/renderer/src/games/twenty48/ShareGame.vue'
import { PICTURE_SIZE } from '../../../../src/renderer/src/ui/game/gamePicture'
import { BOARD, fakeLab, flushPromises, mountScreen } from '../../helpers'

afterEach(() => {
  vi.restoreAllMocks()
})

const GAME = {
  ...{ board: BOARD, score: 23_456, slides: 1_234, by: 'person', judge: 'Strongest' },
  graph: { slides: [0, 617, 1_234], score: [0, 9_000, 23_456], largest: [2, 9, 11], total: 1_234 },
}

/** A pen that notes the texts and the corners of lines. */
async function share(props: object) {
  const [texts, points]: [string[], (readonly [number, number])[]] = [[], []]
  const does: Record<string, unknown> = {
    measureText: () => ({ width: 100 }),
    fillText: (text: string) => void texts.push(text),
    lineTo: (x: number, y: number) => void points.push([x, y]),
  }
  const pen = new Proxy({}, { get: (_, name: string) => does[name] ?? (() => undefined), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  HTMLDialogElement.prototype.showModal ??= () => undefined
  const screen = mountScreen(fakeLab().lab, () => h(ShareGame, { ...GAME, ...props }))
  await flushPromises()
  const canvas = screen.find('canvas').element as HTMLCanvasElement
  return { text: screen.find('pre').text(), texts, points, size: { width: canvas.width, height: canvas.height } }
}

test('the text and the picture have the result, the accuracy with its judge, and the board', async () => {
  const { text, texts, points, size } = await share({
    accuracies: [{ of: 'all', mean: 81.25, interval: [72.4, 88], counted: 9 }],
    marks: [
      { slide: 300, its: 'blunder', sign: '??' },
      { slide: 700, its: 'mistake', sign: '?' },
    ],
  })
  expect(text.split('\n')).toEqual([
    '2048: 23,456 points · person',
    'Largest tile 2,048, 1,234 moves',
    'Accuracy 81 (72–88). Judged by Strongest at a cut of 0.0015',
    'Last board: 0012013517A821B0',
  ])
  expect(size).toEqual(PICTURE_SIZE)
  expect(texts).toEqual(expect.arrayContaining(['2048 · person', '23,456', '2,048', '1,234', '81 (72–88)', '?', '??']))
  expect(texts).toContain('Judged by Strongest at a cut of 0.0015')
  // the score rises to the right end of the line
  const [first, middle, last] = points.slice(-3) as [[number, number], [number, number], [number, number]]
  expect(first[0]).toBeLessThan(middle[0])
  expect(last[0] - first[0]).toBe(2 * (middle[0] - first[0]))
  expect(first[1] - middle[1]).toBeCloseTo((first[1] - last[1]) * (9_000 / 23_456))
})

test('of a mixed game the accuracies of person and engine are shared apart', async () => {
  const { text, texts } = await share({
    accuracies: [
      { of: 'hand', mean: 42, interval: null, counted: 9 },
      { of: 'engine', mean: 54.4, interval: null, counted: 9 },
    ],
  })
  expect(text).toContain('Accuracy, by hand 42 · Accuracy, engine 54. Judged by Strongest')
  expect(texts).toEqual(expect.arrayContaining(['Accuracy, by hand', '42', 'Accuracy, engine', '54']))
})

test('without an accuracy neither names a judge', async () => {
  const { text, texts } = await share({})
  expect([text, ...texts].join('\n')).not.toMatch(/accuracy|judge/i)
})
