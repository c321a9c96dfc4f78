/** Players as owners of values. */
import type { LinePlayer } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import { contentHash } from '../../../core/contentHash'
import { expertShape, judgeShape } from '../../../core/contract/shapes'
import { UNKNOWN_PLAYER, type ValueOwner } from '../../../core/contract/stored'
import {
  atDepth,
  judgeOf,
  playerHash,
  sameButForRoom,
  samePlayer,
  unitHash,
  type Judge,
} from '../../../core/games/twenty48/playerHash'
import type { WallExpert } from '../../../core/search/settings'

export const UNKNOWN_OWNER: ValueOwner = { hash: UNKNOWN_PLAYER, profile: null, player: null }

/** Name of the profile with these settings, or of one that differs only in the size of its table; `null` for a player without a profile. */
export function profileNameOf(player: Judge, profiles: readonly Profile[]): string | null {
  const its = atDepth(player) // a profile has no other limits
  const same = profiles.find(each => samePlayer(atDepth(each), its))
  return (same ?? profiles.find(each => sameButForRoom(atDepth(each), its)))?.name ?? null
}

export function ownerOf(player: Judge, profile: string | null): ValueOwner {
  return { hash: playerHash(player), profile, player: judgeOf(player) }
}

/** The owner of the chances that a wall expert found. */
export function expertOwner(expert: WallExpert): ValueOwner {
  return { hash: contentHash(expert), profile: null, player: { expert } }
}

/** A player that this version of the lab cannot read has a unit of its own. */
export function linePlayer(owner: ValueOwner): LinePlayer {
  const { hash, profile } = owner
  const expert = expertShape.safeParse((owner.player as { readonly expert?: unknown } | null)?.expert).data
  if (expert) return { hash, profile, family: null, unit: 'chance', goal: expert.target }
  const judge = storedJudge(owner)
  return { hash, profile, family: judge?.evaluator.family ?? null, unit: judge ? unitHash(judge) : hash }
}

/** Adds the name of a matching profile, if there is no name yet. */
export function named<O extends ValueOwner>(owner: O, profiles: readonly Profile[]): O {
  const judge = owner.profile === null ? storedJudge(owner) : undefined
  return judge ? { ...owner, profile: profileNameOf(judge, profiles) } : owner
}

function storedJudge({ player }: ValueOwner): Judge | undefined {
  return judgeShape.safeParse(player).data
}
