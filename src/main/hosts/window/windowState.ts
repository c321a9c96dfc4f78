/** Saves the window's place when it is closed, to open it there again. */
import { writeFileSync } from 'node:fs'
import { readSmallFile } from '../../files/regularFile'
import { z } from 'zod'

/** A rectangle on the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowState {
  /** Without a place the window is centred. */
  readonly bounds: Omit<Bounds, 'x' | 'y'> | Bounds
  readonly maximised: boolean
}

export const DEFAULT_STATE: WindowState = { bounds: { width: 1280, height: 860 }, maximised: false }
export const MIN_SIZE = { width: 640, height: 480 }

/** The part of a window that must be on the screen, so that the user can find it and drag it back. */
const VISIBLE = { width: 120, height: 40 }

const side = z.int().min(-100_000).max(100_000)
const stateShape: z.ZodType<WindowState & { readonly bounds: Bounds }> = z.object({
  bounds: z.object({ x: side, y: side, width: side, height: side }),
  maximised: z.boolean(),
})

/**
 * The saved state, fitted to the current screens: never larger than its screen, and centred if its top edge would be on none. A missing or
 * damaged file gives the default, because there is nothing in it to lose.
 */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState {
  const parsed = stateShape.safeParse(readJson(file))
  if (!parsed.success) return DEFAULT_STATE
  const { bounds, maximised } = parsed.data
  const screen = screens.find(
    area => overlap(bounds, area).width >= VISIBLE.width && overlap(bounds, area).height >= VISIBLE.height,
  )
  if (!screen) return { bounds: DEFAULT_STATE.bounds, maximised }
  const width = Math.min(Math.max(bounds.width, MIN_SIZE.width), screen.width)
  const height = Math.min(Math.max(bounds.height, MIN_SIZE.height), screen.height)
  return { bounds: { x: bounds.x, y: bounds.y, width, height }, maximised }
}

export function writeWindowState(file: string, state: WindowState): void {
  writeFileSync(file, JSON.stringify(state, undefined, 2) + '\n')
}

/** The overlap of a window's title bar with a screen. */
function overlap({ x, y, width }: Bounds, screen: Bounds) {
  return {
    width: Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x),
    height: y < screen.y ? 0 : screen.y + screen.height - y,
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readSmallFile(file) ?? '')
  } catch {
    return undefined
  }
}
