/** Bitmaps of small boards, so that a tree with hundreds of them moves smoothly. */
import type { Brush, Painter } from '../board/brush'

type Pen = CanvasRenderingContext2D

/** Boards up to this side on the screen, in CSS pixels, have no text. */
const MOST_WITHOUT_TEXT = 26
/** Sides of bitmaps, in CSS pixels: a board is drawn from the next larger one. */
const SIZES = [16, MOST_WITHOUT_TEXT, 36, 48, 64, 88, 128, 192, 288] as const
/** Bytes of all bitmaps. */
const ROOM = 48 * 2 ** 20
/** Bitmaps that one frame may paint if it has others, at another size, to draw meanwhile. */
const PER_FRAME = 8

/**
 * Bitmaps of whole small boards, by position and size. A board that was not in the picture before is painted in its place: in a game that
 * plays itself the next tree has others.
 */
export class BoardBitmaps {
  readonly #bitmaps = new Map<string, HTMLCanvasElement>()
  /** Boards painted in their places: of this picture, and of the one before. */
  #placed = new Set<string>()
  #before = new Set<string>()
  #bytes = 0
  #painted = 0
  /** True if a board was drawn from a bitmap of another size: the next frame can do better. */
  isRough = false

  /** @param ratio device pixels per CSS pixel */
  constructor(
    private readonly painter: Painter,
    private readonly look: Omit<Brush, 'pen' | 'side' | 'withText'>,
    private readonly ratio: number,
  ) {}

  begin(): void {
    this.#painted = 0
    this.isRough = false
    this.#before = this.#placed
    this.#placed = new Set()
  }

  /** Draws a board into a square. @param onScreen its side on the screen, in CSS pixels */
  draw(pen: Pen, state: string, x: number, y: number, side: number, onScreen: number): void {
    const size = SIZES.find(each => each >= onScreen) ?? SIZES.at(-1)!
    const isAgain = this.#before.has(state)
    const bitmap =
      this.#get(state, size) ??
      this.#other(state, size) ??
      (isAgain && this.#painted < PER_FRAME ? this.#paint(state, size) : undefined)
    if (bitmap) return pen.drawImage(bitmap, x, y, side, side)
    this.#placed.add(state)
    pen.save()
    pen.translate(x, y)
    pen.scale(side / size, side / size)
    this.#paintOn(pen, state, size)
    pen.restore()
  }

  #paintOn(pen: Pen, state: string, size: number): void {
    this.painter({ ...this.look, pen, side: size, withText: size > MOST_WITHOUT_TEXT }, state)
  }

  #get(state: string, size: number): HTMLCanvasElement | undefined {
    const key = `${size} ${state}`
    const known = this.#bitmaps.get(key)
    if (!known) return undefined
    this.#bitmaps.delete(key)
    this.#bitmaps.set(key, known) // the least recently drawn one goes first
    return known
  }

  /** A bitmap of another size, if this frame has painted enough. */
  #other(state: string, size: number): HTMLCanvasElement | undefined {
    if (this.#painted < PER_FRAME) return undefined
    const others = SIZES.toSorted((a, b) => Math.abs(Math.log(a / size)) - Math.abs(Math.log(b / size)))
    for (const other of others) {
      const found = this.#bitmaps.get(`${other} ${state}`)
      if (!found) continue
      this.isRough = true
      return found
    }
    return undefined
  }

  #paint(state: string, size: number): HTMLCanvasElement {
    this.#painted++
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.ceil(size * this.ratio)
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.scale(canvas.width / size, canvas.height / size)
      this.#paintOn(pen, state, size)
    }
    this.#bitmaps.set(`${size} ${state}`, canvas)
    this.#bytes += canvas.width * canvas.height * 4
    for (const [key, oldest] of this.#bitmaps) {
      if (this.#bytes <= ROOM) break
      this.#bytes -= oldest.width * oldest.height * 4
      this.#bitmaps.delete(key)
    }
    return canvas
  }
}
