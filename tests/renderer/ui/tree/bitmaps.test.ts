import { expect, test } from 'vitest'
import { BoardBitmaps } from '../../../../src/renderer/src/ui/tree/bitmaps'

/** A pen that only notes which bitmaps are drawn with it. */
function makePen() {
  const drawn: unknown[] = []
  const nothing = () => undefined
  const pen = {
    save: nothing,
    restore: nothing,
    translate: nothing,
    scale: nothing,
    drawImage: (image: unknown) => drawn.push(image),
  }
  return { drawn, pen: pen as unknown as CanvasRenderingContext2D }
}

test('a board that is new in the picture is painted in its place; one that stays has a bitmap from its second picture on', () => {
  const { pen, drawn } = makePen()
  const painted: string[] = []
  const paint = (brush: { readonly pen: unknown }, state: string) => void (brush.pen === pen && painted.push(state))
  const boards = new BoardBitmaps(paint, { colour: () => '', font: '', tileText: 'face' }, 1)
  const picture = (...states: string[]) => {
    painted.length = drawn.length = 0
    boards.begin()
    for (const state of states) boards.draw(pen, state, 0, 0, 48, 48)
    return { painted: [...painted], bitmaps: drawn.length }
  }
  expect(picture('a', 'b')).toEqual({ painted: ['a', 'b'], bitmaps: 0 })
  expect(picture('b', 'c')).toEqual({ painted: ['c'], bitmaps: 1 })
  expect(picture('c', 'b')).toEqual({ painted: [], bitmaps: 2 })
})
