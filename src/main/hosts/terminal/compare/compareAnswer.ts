/** The last output of `lab bench --json` and `lab compare --json`; docs/terminal.md documents them. */
import { withoutIdle } from '../../../../core/contract/playerText'
import { seedsOf } from '../../../../core/tuning/seeds'
import { VERSION } from '../../../installation'
import type { Comparison, ComparisonView } from '../../../../core/contract/calls'
import { fourDigits, OUTPUT_VERSION, rounded, settingsOf } from '../output/machineOutput'

/** `id`: of the comparison, or of the batch of a bench; `null` if it is not saved. */
export type Outcome = Pick<ComparisonView, 'plan' | 'provenances' | 'seconds'> & { readonly id: number | null }

export type BenchAnswer = ReturnType<typeof benchAnswer>

export function benchAnswer({ players, looks, ended }: Comparison, { plan, provenances, id }: Outcome, interrupted: boolean) {
  const { name: _, msPerMove, nodesPerSecond, seconds, ...summary } = players[0]!
  const { mean, p50, p95, p99 } = msPerMove
  const { seed, validation, maxSlides } = plan
  return {
    ...summary,
    msPerMove: { mean: fourDigits(mean), p50: fourDigits(p50), p95: fourDigits(p95), p99: fourDigits(p99) },
    nodesPerSecond: Math.round(nodesPerSecond),
    seconds: rounded(seconds),
    ...{ looks, ended },
    settings: withoutIdle(settingsOf(provenances[0]!)),
    seed,
    ...seedsOf(validation),
    ...(maxSlides !== undefined && { maxSlides }),
    version: VERSION,
    /** Id of the saved batch; `null` if it is not saved. */
    batch: id,
    kept: id !== null,
    /** Present only if a signal ended it early. */
    ...(interrupted && { interrupted }),
  }
}

export function compareAnswer(result: Comparison, { plan, provenances, id, seconds }: Outcome, interrupted: boolean) {
  const { differences, correlation, games, looks, ended } = result
  const { threads, generator, kernel, hardware } = provenances[0]!
  return {
    players: result.players.map(
      ({ name, games, mean, interval, always, median, max, scores, msPerMove, reproducible, machines }) => ({
        ...{ name, games, mean, interval, always, median, max },
        ...(scores && { scores }),
        ...{ msPerMove: fourDigits(msPerMove.mean), reproducible },
        ...(machines && { machines }),
      }),
    ),
    ...{ differences, correlation, games, looks, ended },
    comparison: id,
    kept: id !== null,
    rule: plan.rule,
    seconds: rounded(seconds),
    settings: { face: OUTPUT_VERSION, players: plan.players.map(playerSettings), threads, generator, kernel, hardware },
    seeds: { seed: plan.seed, games },
    version: VERSION,
    ...(interrupted && { interrupted }),
  }
}

function playerSettings({ name, profile, player }: Outcome['plan']['players'][number]) {
  return { name, profile, ...withoutIdle(player) }
}
