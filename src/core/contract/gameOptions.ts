/** The rules of each game that can be chosen for its first position: what they may be, and their defaults. */
import { badSetting } from '../settingChecks'
import { quoted } from '../quoted'
import type { GAMES } from '../games/registry'
import { parseShape } from './shapes'
import { z } from './zod'

type GameId = keyof typeof GAMES

const nothing = z.strictObject({})

const GAME_OPTIONS: { readonly [Id in GameId]: z.ZodObject } = {
  ticTacToe: nothing,
  exampleTree: nothing,
  twenty48: nothing,
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
