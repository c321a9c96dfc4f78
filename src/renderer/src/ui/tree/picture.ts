/** What a drawing of a tree is made of, and how text is written on it. */
import type { PaintToken } from '../board/brush'
import type { BoardBitmaps } from './bitmaps'
import type { Camera, Layout } from './layout'
import type { SceneNode, Tone } from './scene'

export type Pen = CanvasRenderingContext2D

/** Texts on the canvas. */
export interface SceneWords {
  label(node: SceneNode): string
  edge(node: SceneNode): string
  more(node: SceneNode): string
  below(nodes: number): string
  cut(node: SceneNode): string
  windowEnd(end: number | '∞' | '−∞'): string
  variable(node: SceneNode): string
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
  /** Paths. */
  readonly active: string
  readonly hovered: string | undefined
}

/** Smallest text, in pixels of the screen; and the usual size, at scale 1. */
const LEAST_TEXT = 10
export const FONT = 12

export function setFont(pen: Pen, { look, camera }: Picture, size: number, isBold: boolean): void {
  pen.font = `${isBold ? 700 : 500} ${Math.max(size, LEAST_TEXT / camera.k)}px ${look.font}`
}

/** Text that stays readable on edges. */
export function write(pen: Pen, { look }: Picture, text: string, x: number, y: number): void {
  pen.strokeStyle = look.colour('paper')
  pen.lineWidth = 3
  pen.strokeText(text, x, y)
  pen.fillText(text, x, y)
}
