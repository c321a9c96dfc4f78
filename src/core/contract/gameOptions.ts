/** The rules of each game that can be chosen for its first position: what they may be, and their defaults. */
import { badSetting } from '../settingChecks'
import { quoted } from '../quoted'
import type { GAMES } from '../games/registry'
import {
  BATTERY_RANGE,
  PACKAGE_RANGE,
  SIDE_RANGE,
  STEP_RANGE,
  USUAL_OPTIONS,
  type WarehouseOptions,
} from '../games/warehouse/options'
import { parseShape } from './shapes'
import { z } from './zod'

type GameId = keyof typeof GAMES

const nothing = z.strictObject({})

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max)

const { width, height, obstacles, placeBlock, steps, packages, battery, hidden } = USUAL_OPTIONS
const warehouse = z.strictObject({
  width: whole(SIDE_RANGE).default(width),
  height: whole(SIDE_RANGE).default(height),
  obstacles: z.union([whole({ min: 0, max: SIDE_RANGE.max ** 2 }), z.string().max(1000)]).default(obstacles),
  placeBlock: z.boolean().default(placeBlock),
  steps: whole(STEP_RANGE).default(steps),
  packages: whole(PACKAGE_RANGE).default(packages),
  battery: whole(BATTERY_RANGE).default(battery),
  hidden: z.boolean().default(hidden),
}) satisfies z.ZodType<WarehouseOptions>

const GAME_OPTIONS: { readonly [Id in GameId]: z.ZodObject } = {
  ticTacToe: nothing,
  exampleTree: nothing,
  twenty48: nothing,
  warehouse,
}

/** Some of a game's rules by name, as people give them. */
export type GivenOptions = Readonly<Record<string, string | number | boolean>>

/** All rules of a game, the defaults where none is given. @throws {LabError} `BAD_SETTING`, naming the rule */
export function readOptions(game: GameId, given: GivenOptions = {}): object {
  const shape = GAME_OPTIONS[game]
  const names = Object.keys(shape.shape)
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw badSetting(name, `${quoted(game)} has ${names.length > 0 ? `the rules ${names.join(', ')}` : 'no rules to choose'}`)
  return parseShape<object>(shape, given, '', 'BAD_SETTING')
}
