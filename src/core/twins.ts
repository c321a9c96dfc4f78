import { sameContent } from './contentHash'
import { badSetting } from './settingChecks'

/** Equal games after which players are called alike, although their settings differ. */
export const ALIKE_GAMES = 200

/**
 * Checks that no player is there twice, under whatever names.
 * @param contents all that determines how each plays
 * @throws {LabError} `BAD_SETTING`
 */
export function refuseTwins(players: readonly { readonly name: string; readonly content: unknown }[]): void {
  for (const [i, { name, content }] of players.entries()) {
    const twin = players.slice(0, i).find(earlier => sameContent(earlier.content, content))
    if (twin)
      throw badSetting(
        'players',
        `${twin.name} and ${name} are the same player: their results can differ by luck alone. No game is played.`,
      )
  }
}
