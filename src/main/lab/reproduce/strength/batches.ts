/** The games of the strongest players. */
import type { Profile } from '../../../../core/contract/files'
import type { Player } from '../../../../core/games/twenty48/player'
import { LabError } from '../../../../core/errors'
import { builtInProfiles } from '../../profiles/builtInProfiles'
import type { GameBatch } from '../reproduction'

const GAMES = 60
/** The year of the network's training: no game of it was seen before. */
export const STRENGTH_SEED = 20261123

/** Built-in players at cuts that take about 1 ms and 5 ms of one thread per move. A cut, not a clock, so that each game can be played again. */
const CUTS = [
  { profile: 'strongest', near: '1 ms', cut: 0.01 },
  { profile: 'power', near: '1 ms', cut: 0.01 },
  { profile: 'strongest', near: '5 ms', cut: 0.0015 },
  { profile: 'power', near: '5 ms', cut: 0.003 },
] as const

/** Those of about 1 ms per move. */
export const PLAYERS_AT_1_MS = CUTS.filter(({ near }) => near === '1 ms').map(({ profile, cut }) => ({
  name: profile,
  player: playerOf(profile, cut),
}))

export function strengthBatches(most: number): GameBatch[] {
  return CUTS.map(({ profile, near, cut }) => ({
    name: `${profile}, ${near}`,
    player: playerOf(profile, cut),
    games: Math.min(most, GAMES),
    seed: STRENGTH_SEED,
  }))
}

function playerOf(name: string, cut: number): Player {
  const { evaluator, settings, depth } = profileOf(name)
  return { evaluator, settings: { ...settings, cut }, limits: { depth } }
}

function profileOf(name: string): Profile {
  const found = builtInProfiles().find(profile => profile.name === name)
  if (!found) throw new LabError('NOT_FOUND', `there is no built-in profile "${name}"`, { name })
  return found
}
