/** What a drawing of a tree is made of, and how text is written on it. */
import type { PaintToken } from '../board/brush'
import type { BoardBitmaps } from './bitmaps'
import type { Box, Camera, Layout, PlacedNode } from './layout'
import type { SceneNode, Tone } from './scene'

export type Pen = CanvasRenderingContext2D

/** Texts on the canvas. */
export interface SceneWords {
  /** @param isShort where there is no room for all digits */
  label(node: SceneNode, isShort?: boolean): string
  edge(node: SceneNode): string
  more(node: SceneNode): string
  below(nodes: number): string
  cut(node: SceneNode): string
  /** Why the search ended at a node that it took for too unlikely. */
  unlikely(node: SceneNode): string
  /** What is written beside a board on which the game is over. */
  ended(): string
  windowEnd(end: number | '∞' | '−∞'): string
  variable(node: SceneNode): string
  /** A node's name, and whose node it is where agents have values of their own; empty without either. */
  name(node: SceneNode): string
}

interface SceneLook {
  readonly colour: (token: PaintToken | ToneToken) => string
  readonly font: string
}

/** The colours of what a move costs. */
export const TONE_TOKENS = ['best', 'inaccuracy', 'mistake', 'blunder'] as const
export type ToneToken = (typeof TONE_TOKENS)[number]
export const TOKEN_OF: Readonly<Record<Tone, PaintToken | ToneToken>> = {
  best: 'best',
  equal: 'muted',
  worse: 'muted',
  inaccuracy: 'inaccuracy',
  mistake: 'mistake',
  blunder: 'blunder',
  unknown: 'muted',
}

export interface Picture {
  readonly layout: Layout
  readonly camera: Camera
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** Absent: nodes are shapes with their value. */
  readonly boards: BoardBitmaps | undefined
  readonly look: SceneLook
  readonly words: SceneWords
  /** Factor of the size of text. */
  readonly textScale: number
  /** Paths. */
  readonly active: string
  readonly hovered: string | undefined
  /** The node whose value is on its way up, and how far: 0 … 1. */
  readonly flight: { readonly path: string; readonly t: number } | undefined
}

/** Smallest text, in pixels of the screen; and the usual size, at scale 1. */
const LEAST_TEXT = 10
export const FONT = 12

export function setFont(pen: Pen, { look, camera, textScale }: Picture, size: number, isBold: boolean): void {
  pen.font = `${isBold ? 700 : 500} ${sizeOf({ camera, textScale }, size)}px ${look.font}`
}

export const sizeOf = ({ camera, textScale }: Pick<Picture, 'camera' | 'textScale'>, size: number) =>
  textScale * Math.max(size, LEAST_TEXT / camera.k)

type Place = readonly [x: number, y: number, align: 'left' | 'center' | 'right', baseline: 'top' | 'middle' | 'bottom']
const BEFORE = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 } as const

/** The texts of one picture. None lies on another, or on a board or a button. */
export class Texts {
  readonly #taken: Box[] = []
  /** Where a text is only if it has no other place. */
  readonly #avoided: Box[] = []

  constructor(
    private readonly pen: Pen,
    private readonly picture: Picture,
  ) {}

  /** Keeps texts away. */
  block(box: Box): void {
    this.#taken.push(box)
  }

  avoid(box: Box): void {
    this.#avoided.push(box)
  }

  /** Writes at the first place that is free, and within the bounds of the tree if there is one. @returns whether one was */
  put(
    text: string,
    look: { readonly token: PaintToken | ToneToken; size?: number; isBold?: boolean },
    ...places: Place[]
  ): boolean {
    const { pen, picture } = this
    if (text === '') return true
    const { token, size = FONT, isBold = false } = look
    setFont(pen, picture, size, isBold)
    const height = sizeOf(picture, size)
    const width = pen.measureText(text).width
    const boxOf = ([x, y, align, baseline]: Place): Box => ({
      ...{ x: x - BEFORE[align] * width, y: y - BEFORE[baseline] * height },
      ...{ width, height },
    })
    const { bounds } = picture.layout
    const isFree = (place: Place) => !this.#taken.some(other => overlap(boxOf(place), other))
    const isBest = (place: Place) => {
      const box = boxOf(place)
      const isWithin = box.x >= bounds.x && box.x + width <= bounds.x + bounds.width
      return isWithin && !this.#avoided.some(other => overlap(box, other))
    }
    const free = places.filter(isFree)
    const place = free.find(isBest) ?? free[0]
    if (!place) return false
    const [x, y, align, baseline] = place
    this.#taken.push(boxOf(place))
    pen.fillStyle = picture.look.colour(token)
    pen.textAlign = align
    pen.textBaseline = baseline
    write(pen, picture, text, x, y)
    return true
  }
}

const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Text that stays readable on edges. */
export function write(pen: Pen, { look }: Picture, text: string, x: number, y: number): void {
  pen.strokeStyle = look.colour('paper')
  pen.lineWidth = 3
  pen.strokeText(text, x, y)
  pen.fillText(text, x, y)
}

export interface Ends {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** How far the middle points of a curved edge are from its ends, as a share of its width. */
export const BEND = 0.55

export function endsOf({ layout: { direction } }: Picture, from: PlacedNode, to: PlacedNode): Ends {
  const [before, after] = [from.side / 2 + 3, to.side / 2 + 3]
  return direction === 'right'
    ? { x0: from.x + before, y0: from.y, x1: to.x - after, y1: to.y }
    : { x0: from.x, y0: from.y + before, x1: to.x, y1: to.y - after }
}

/** A point of an edge. @param t 0 … 1, from the parent on */
export function edgePoint(
  picture: Picture,
  from: PlacedNode,
  to: PlacedNode,
  t: number,
): { readonly x: number; readonly y: number } {
  const { x0, y0, x1, y1 } = endsOf(picture, from, to)
  if (picture.layout.direction === 'down') return { x: x0 + t * (x1 - x0), y: y0 + t * (y1 - y0) }
  const half = (x1 - x0) * BEND
  const curve = (a: number, b: number, c: number, d: number) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d
  return { x: curve(x0, x0 + half, x1 - half, x1), y: curve(y0, y0, y1, y1) }
}
