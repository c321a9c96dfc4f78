/** The user's preferences for the page, independent of the game. A new one needs its default and its shape here. */
import { depthShape, evaluatorShape, faultOf, settingsShape } from './shapes'
import { textShape, tryShape, wholeShape, z } from './zod'
import { MAX_DEPTH, MAX_MS, MAX_NODES } from '../game/limits'
import { LOSS_THRESHOLDS } from '../games/twenty48/scale/lossClass'
import { TABLE_BITS, type Depth } from '../search/settings'
import { TRACE_MEBIBYTES } from '../trace/format'
import { speedShape } from './calls/play'

const THEMES = ['system', 'light', 'dark'] as const
/** The number shown on a tile. */
const TILE_TEXTS = ['face', 'exponent'] as const
/** Colours of the tiles, from `styles/palettes.css`. */
export const PALETTES = ['classic', 'spectrum', 'cividis', 'viridis', 'grey'] as const

const SCREENS = ['play', 'tree', 'tune', 'compare', 'arena', 'profiles', 'replays', 'settings'] as const
/** What limits the searches on the Play screen. Each has a number of its own while another is chosen. */
export const LIMIT_KINDS = ['depth', 'time', 'nodes', 'endless'] as const

/** What values are shown in. */
const VALUE_SCALES = ['chance', 'points', 'unit'] as const

const lossThresholdsShape = z
  .strictObject({ inaccuracy: z.number().min(0).max(1), mistake: z.number().min(0).max(1) })
  .refine(({ inaccuracy, mistake }) => inaccuracy <= mistake, { error: 'an inaccuracy loses no more than a mistake' })

function isDepth(depth: Depth): boolean {
  return typeof depth !== 'number' || (Number.isInteger(depth) && depth >= 0 && depth <= MAX_DEPTH)
}

const chosenPlayerShape = z.strictObject({
  /** Name of the profile. */
  profile: textShape(100),
  /** Id of a profile of the user's own, which survives its renaming. */
  id: z.int().exactOptional(),
  limit: z.strictObject({
    kind: z.enum(LIMIT_KINDS),
    depth: depthShape.refine(isDepth, { error: `a depth is a rule or a whole number in 0 … ${MAX_DEPTH}` }),
    ms: z.number().min(1).max(MAX_MS),
    nodes: wholeShape(1, MAX_NODES),
  }),
  evaluator: evaluatorShape.exactOptional(),
  settings: settingsShape.exactOptional(),
  /** Title of a player that is not stored as a profile. */
  guest: textShape(200).exactOptional(),
})

/** The player that was chosen on the Play screen: a profile, a limit, and what else differs from the profile. */
export type ChosenPlayer = z.infer<typeof chosenPlayerShape>

/** Range of a pane's saved width in pixels; a smaller window shows the pane as wide as it can. */
const PANE_WIDTHS = { min: 100, max: 10_000 }

const paneWidth = wholeShape(PANE_WIDTHS.min, PANE_WIDTHS.max).nullable().exactOptional()

/** Fields of `Preferences`, any of them absent. */
export const PREFERENCE_FIELDS = {
  theme: z.enum(THEMES).exactOptional(),
  palette: z.enum(PALETTES).exactOptional(),
  animation: z.boolean().exactOptional(),
  tileText: z.enum(TILE_TEXTS).exactOptional(),
  /** True if Play shows the tree of the current move. */
  treeOpen: z.boolean().exactOptional(),
  /** The graph's scale: a unit of values, or the time; `null`: that of the last player. */
  graphScale: textShape(100).nullable().exactOptional(),
  /** What values are shown in: chance of the next tile, expected points, or the unit of the evaluator. */
  valueScale: z.enum(VALUE_SCALES).exactOptional(),
  /** The largest losses of chance that are an inaccuracy and a mistake, 0 … 1. */
  lossThresholds: lossThresholdsShape.exactOptional(),
  /** Table size that overrides the profiles', as the exponent in `SearchSettings`; `null`: no override. */
  tableBits: wholeShape(TABLE_BITS.min, TABLE_BITS.max).nullable().exactOptional(),
  /** Room for one recorded search tree, in MiB. */
  traceMebibytes: wholeShape(TRACE_MEBIBYTES.min, TRACE_MEBIBYTES.max).exactOptional(),
  /** Widths of side panes in pixels; `null`: default. */
  playPane: paneWidth,
  profilesPane: paneWidth,
  replaysPane: paneWidth,
  tunePane: paneWidth,
  arenaPane: paneWidth,
  /** Speed of autoplay. */
  autoplaySpeed: speedShape.exactOptional(),
  /** Speed of a match, in moves per second. */
  matchSpeed: speedShape.exactOptional(),
  /** True if the library hides short games: `hideShort`. */
  hideShortGames: z.boolean().exactOptional(),
  /** True if a page was open before, so that the tour is not shown again. */
  beenHere: z.boolean().exactOptional(),
  /** The screen to open with: that which was shown last. */
  screen: z.enum(SCREENS).exactOptional(),
  /** `null`: the default profile. */
  player: chosenPlayerShape.nullable().exactOptional(),
} as const

export type Preferences = { readonly [K in keyof typeof PREFERENCE_FIELDS]: z.infer<(typeof PREFERENCE_FIELDS)[K]> }

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  palette: 'classic',
  animation: true,
  tileText: 'face',
  treeOpen: true,
  graphScale: null,
  valueScale: 'chance',
  lossThresholds: LOSS_THRESHOLDS,
  tableBits: null,
  traceMebibytes: TRACE_MEBIBYTES.default,
  playPane: null,
  profilesPane: null,
  replaysPane: null,
  tunePane: null,
  arenaPane: null,
  autoplaySpeed: 4,
  matchSpeed: 2,
  hideShortGames: true,
  beenHere: false,
  screen: 'play',
  player: null,
}

/**
 * Reads stored preferences. Missing fields get their defaults. So do unreadable ones, which are reported to `onFault`. Fields of a newer
 * lab are ignored.
 */
export function readPreferences(stored: unknown, onFault: (problem: string) => void): Preferences {
  if (stored === undefined) return DEFAULT_PREFERENCES
  if (typeof stored !== 'object' || stored === null) {
    onFault('they are no object')
    return DEFAULT_PREFERENCES
  }
  const preferences: Record<string, unknown> = { ...DEFAULT_PREFERENCES }
  for (const [name, shape] of Object.entries(PREFERENCE_FIELDS)) {
    if (!Object.hasOwn(stored, name)) continue
    const read = tryShape<unknown>(shape, (stored as Record<string, unknown>)[name])
    if (read.success) preferences[name] = read.data
    else onFault(`${name}: ${faultOf(read.error)}`)
  }
  return preferences as unknown as Preferences
}
