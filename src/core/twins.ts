import { sameContent } from './contentHash'
import { badSetting } from './settingChecks'

/** Equal games after which players are called alike, although their settings differ. */
export const ALIKE_GAMES = 200

interface NamedContent {
  readonly name: string
  /** All that determines how the player plays. */
  readonly content: unknown
}

/** Checks that no player is there twice, under whatever names. @throws {LabError} `BAD_SETTING` */
export function refuseTwins(players: readonly NamedContent[]): void {
  for (const [i, { name, content }] of players.entries()) {
    const twin = players.slice(0, i).find(earlier => sameContent(earlier.content, content))
    if (twin)
      throw badSetting(
        'players',
        `${twin.name} and ${name} are the same player: their results can differ by luck alone. No game is played.`,
      )
  }
}
