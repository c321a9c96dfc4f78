/** The rules of each game that can vary in its first position: their ranges and defaults. */
import { badSetting } from '../settingChecks'
import { readNumber } from '../numberText'
import { quoted } from '../quoted'
import type { GAMES } from '../games/registry'
import { USUAL_OPTIONS as usual48, type Adversarial48Options } from '../games/adversarial48/position'
import * as ofCantGoBack from '../games/cantGoBack/position'
import {
  BATTERY_RANGE,
  PACKAGE_RANGE,
  SIDE_RANGE,
  STEP_RANGE,
  USUAL_OPTIONS,
  type WarehouseOptions,
} from '../games/warehouse/position'
import { parseShape } from './shapes'
import { textShape, z } from './zod'

type GameId = keyof typeof GAMES

const nothing = z.strictObject({})

function whole({ min, max }: { readonly min: number; readonly max: number }) {
  const fault = {
    error: ({ input }: { readonly input?: unknown }) => `${quoted(input)} is not a whole number in ${min} … ${max}`,
  }
  return z.int(fault).min(min, fault).max(max, fault)
}

const { width, height, obstacles, placeBlock, steps, packages, battery, hidden } = USUAL_OPTIONS
const warehouse = z.strictObject({
  width: whole(SIDE_RANGE).default(width),
  height: whole(SIDE_RANGE).default(height),
  obstacles: z.union([whole({ min: 0, max: SIDE_RANGE.max ** 2 }), textShape(1000)]).default(obstacles),
  placeBlock: z.boolean().default(placeBlock),
  steps: whole(STEP_RANGE).default(steps),
  packages: whole(PACKAGE_RANGE).default(packages),
  battery: whole(BATTERY_RANGE).default(battery),
  hidden: z.boolean().default(hidden),
}) satisfies z.ZodType<WarehouseOptions>

const usual = ofCantGoBack.USUAL_OPTIONS
const cantGoBack = z.strictObject({
  board: textShape(1000).default(usual.board),
  width: whole(ofCantGoBack.SIDE_RANGE).default(usual.width),
  height: whole(ofCantGoBack.SIDE_RANGE).default(usual.height),
  blocked: whole(ofCantGoBack.BLOCKED_RANGE).default(usual.blocked),
  fruits: whole(ofCantGoBack.SHARE_RANGE).default(usual.fruits),
  maxFruit: whole(ofCantGoBack.FRUIT_RANGE).default(usual.maxFruit),
  fruitTime: whole(ofCantGoBack.TIME_RANGE).default(usual.fruitTime),
  penalty: whole(ofCantGoBack.PENALTY_RANGE).default(usual.penalty),
  alwaysPenalty: z.boolean().default(usual.alwaysPenalty),
  players: whole(ofCantGoBack.PLAYER_RANGE).default(usual.players),
}) satisfies z.ZodType<ofCantGoBack.CantGoBackOptions>

const adversarial48 = z.strictObject({
  randomTiles: z.boolean().default(usual48.randomTiles),
}) satisfies z.ZodType<Adversarial48Options>

const GAME_OPTIONS: { readonly [Id in GameId]: z.ZodObject } = {
  ticTacToe: nothing,
  exampleTree: nothing,
  twenty48: nothing,
  warehouse,
  cantGoBack,
  adversarial48,
}

/** Some of a game's rules by name, as the user gives them. */
export type GivenOptions = Readonly<Record<string, string | number | boolean>>

/** All rules of a game, with defaults for missing ones. @throws {LabError} `BAD_SETTING`, naming the rule */
export function readOptions(game: GameId, given: GivenOptions = {}): object {
  const shape = GAME_OPTIONS[game]
  const names = Object.keys(shape.shape)
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw badSetting(name, `${quoted(game)} has ${names.length > 0 ? `the rules ${names.join(', ')}` : 'no rules to choose'}`)
  return parseShape<object>(shape, given, '', 'BAD_SETTING')
}

/** A rule's description in a form or a list. */
export type Rule = { readonly name: string } & (
  | { readonly kind: 'whole'; readonly usual: number; readonly min: number; readonly max: number }
  | { readonly kind: 'flag'; readonly usual: boolean }
  | { readonly kind: 'text'; readonly usual: string | number }
)

/** In display order; `text` marks a rule that takes more than numbers. */
export function rulesOf(game: GameId): readonly Rule[] {
  const { properties = {} } = z.toJSONSchema(GAME_OPTIONS[game], { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { type, default: usual, minimum: min, maximum: max } = property as z.core.JSONSchema.JSONSchema
    if (type === 'integer') return { name, kind: 'whole', usual: usual as number, min: min!, max: max! }
    if (type === 'boolean') return { name, kind: 'flag', usual: usual as boolean }
    return { name, kind: 'text', usual: usual as string | number }
  })
}

/** The value of a rule in the user's notation: `true`, `false`, a whole number, or a text, which may be a board of digits. */
export function readRule(text: string): string | number | boolean {
  const trimmed = text.trim()
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  const read = readNumber(trimmed, true)
  return 'value' in read && Number.isInteger(read.value) ? read.value : trimmed
}
