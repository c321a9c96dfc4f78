import type { GivenOptions } from '../../../../../core/contract/gameOptions'
import { GAMES, type GameEntry } from '../../../../../core/games/registry'
import { tryParse } from '../../../bridge/attempt'
import { drawnStart, type GameId } from './seats'

/** Where games begin, in a form. */
export interface Start {
  readonly isDrawn: boolean
  readonly options: GivenOptions
  readonly seed: number
  /** One position, or several: see `boardsIn`. */
  readonly text: string
}

export const USUAL_START: Start = { isDrawn: true, options: {}, seed: 1, text: '' }

/** The first position, in the game's own notation. */
export function positionOf(
  game: GameId,
  { isDrawn, options, seed, text }: Start,
): { readonly parsed?: string; readonly problem?: string } {
  const entry: GameEntry = GAMES[game]
  return tryParse(() => (isDrawn ? drawnStart(game, options, seed) : entry.game.format(entry.game.parse(text.trim()))))
}

/**
 * The positions in a text: a single one, several separated by empty lines, or one per line.
 * @throws {LabError} `BAD_POSITION`, naming the place
 */
export function boardsIn(id: GameId, text: string): readonly string[] {
  const { game }: GameEntry = GAMES[id]
  const whole = tryParse(() => game.format(game.parse(text.trim())))
  if (whole.parsed !== undefined) return [whole.parsed]
  const blocks = text.trim().split(/\n\s*\n/)
  const texts = blocks.length > 1 ? blocks : text.split('\n').filter(line => line.trim() !== '')
  return texts.map(each => game.format(game.parse(each.trim())))
}
