/** What a person chose for the page, whatever game is on the board. A new one needs its default and its shape here. */
import { z } from 'zod'
import { TRACE_MEBIBYTES } from '../search/trace/format'

export const THEMES = ['system', 'light', 'dark'] as const
/** How the number on a tile is written. */
export const TILE_TEXTS = ['face', 'exponent'] as const

export interface Preferences {
  readonly theme: (typeof THEMES)[number]
  readonly animation: boolean
  readonly tileText: (typeof TILE_TEXTS)[number]
  /** Whether the graph of the game is unfolded. */
  readonly graphOpen: boolean
  /** Room for one recorded search tree, in MiB. */
  readonly traceMebibytes: number
  /** A page was open before: nobody is shown around twice. */
  readonly beenHere: boolean
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  animation: true,
  tileText: 'face',
  graphOpen: true,
  traceMebibytes: TRACE_MEBIBYTES.default,
  beenHere: false,
}

/** Fields of `Preferences`, any of them absent. */
export const PREFERENCE_FIELDS = {
  theme: z.enum(THEMES).exactOptional(),
  animation: z.boolean().exactOptional(),
  tileText: z.enum(TILE_TEXTS).exactOptional(),
  graphOpen: z.boolean().exactOptional(),
  traceMebibytes: z.int().min(TRACE_MEBIBYTES.min).max(TRACE_MEBIBYTES.max).exactOptional(),
  beenHere: z.boolean().exactOptional(),
} as const satisfies Readonly<Record<keyof Preferences, z.ZodType>>
