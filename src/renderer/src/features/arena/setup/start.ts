import type { GivenOptions } from '../../../../../core/contract/gameOptions'
import { GAMES, type GameEntry } from '../../../../../core/games/registry'
import { tryParse } from '../../../bridge/attempt'
import { drawnStart, type GameId } from './seats'

/** Where games begin, as a form has it. */
export interface Start {
  readonly isDrawn: boolean
  readonly options: GivenOptions
  readonly seed: number
  /** A position, or several: see `boardsIn`. */
  readonly text: string
}

export const USUAL_START: Start = { isDrawn: true, options: {}, seed: 1, text: '' }

/** The first position, in the game's own text. */
export function positionOf(
  game: GameId,
  { isDrawn, options, seed, text }: Start,
): { readonly parsed?: string; readonly problem?: string } {
  const entry: GameEntry = GAMES[game]
  return tryParse(() => (isDrawn ? drawnStart(game, options, seed) : entry.game.format(entry.game.parse(text.trim()))))
}

/**
 * Positions in a text: it is one, or they are parted by empty lines, or each line is one.
 *
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
