/** The last output of `lab compare --json`; docs/terminal.md documents it. */
import { VERSION } from '../../../about'
import type { CompareOutcome, Comparison } from '../../../lab/localLab'
import { fourDigits, OUTPUT_VERSION, rounded } from '../output/machineOutput'

export function compareAnswer(
  result: Comparison,
  { plan, made, comparison, seconds }: CompareOutcome,
  { interrupted }: { readonly interrupted: boolean },
) {
  const { players, differences, correlation, games, looks, ended } = result
  const { threads, generator, kernel, hardware } = made[0]!
  return {
    players: players.map(player => ({ ...player, msPerMove: fourDigits(player.msPerMove) })),
    ...{ differences, correlation, games, looks, ended },
    comparison,
    kept: comparison !== null,
    rule: plan.rule,
    seconds: rounded(seconds),
    settings: { face: OUTPUT_VERSION, players: plan.players.map(playerSettings), threads, generator, kernel, hardware },
    seeds: { seed: plan.seed, games },
    version: VERSION,
    ...(interrupted && { interrupted: true }),
  }
}

function playerSettings({ name, profile, player }: CompareOutcome['plan']['players'][number]) {
  return { name, profile, ...player }
}
