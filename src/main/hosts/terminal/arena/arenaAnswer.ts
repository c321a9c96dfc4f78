/** The last output of `lab arena --json`; docs/terminal.md documents it. */
import { makePlayerText } from '../../../../core/contract/playerText'
import { GENERATOR } from '../../../../core/random'
import { VERSION } from '../../../about'
import type { ArenaOutcome } from '../../../lab/localLab'
import { fourDigits, OUTPUT_VERSION, rounded } from '../output/machineOutput'

/** Infinite and unknown numbers are `null`. @param more fields that only a running tournament has */
export function arenaAnswer(
  { tournament, standings, file, total, reproducible, machine, lost }: ArenaOutcome,
  more: { readonly threads?: number; readonly interrupted?: boolean },
) {
  const { game, options = {}, boards, bounds, players, seed } = tournament
  const names = standings.players.map(({ name }) => name)
  return {
    game,
    players: standings.players.map(({ msPerMove, longestMs, ...standing }) => ({
      ...orNull(standing),
      msPerMove: fourDigits(msPerMove ?? null),
      longestMs: rounded(longestMs),
    })),
    games: standings.games,
    planned: total,
    pairings: standings.pairings.map(pairing => ({ ...orNull(pairing), players: pairing.players.map(place => names[place]!) })),
    seed,
    settings: {
      face: OUTPUT_VERSION,
      players: players.map(({ player }) => makePlayerText(player)),
      ...{ rules: options, boards: boards.length, bounds },
      ...{ generator: GENERATOR, machine, reproducible },
      ...(more.threads !== undefined && { threads: more.threads }),
    },
    version: VERSION,
    file,
    ...(lost && { lost: lost.games }),
    ...(more.interrupted && { interrupted: true }),
  }
}

/** JSON writes infinite numbers as `null`, and leaves out what is `undefined`. */
function orNull<T extends object>(fields: T): { readonly [Name in keyof T]: Exclude<T[Name], undefined> | null } {
  const all = Object.entries(fields).map(([name, value]) => [name, (value as unknown) ?? null])
  return Object.fromEntries(all) as ReturnType<typeof orNull<T>>
}
