import type { Command } from 'commander'
import type { CalibrationEstimate, CalibrationRow } from '../../../../core/contract/calls/calibrations'
import { MOST_CALIBRATION_GAMES } from '../../../../core/contract/files'
import type { Player } from '../../../../core/games/twenty48/player'
import type { OpenServices } from '../../../lab/localLab'
import { runCommand } from '../computing'
import { addSeedFlag, addThreadsFlag, wholeIn } from '../flags/numberFlags'
import type { JsonFlag } from '../flags/sharedFlags'
import { block } from '../output/layout'
import { withVersion } from '../output/machineOutput'
import { chance, counted, duration } from '../output/numbers'
import { EXIT, type Terminal } from '../terminal'

const USUAL_GAMES = 200

interface Flags extends JsonFlag {
  readonly games: number
  readonly threads?: number
  readonly seed?: number
  readonly estimate?: boolean
  readonly out?: string
}

export const CALIBRATE = 'Plays games of a profile, from which its values become chances and points.'

export function addCalibrateFlags(command: Command): Command {
  return addSeedFlag(
    addThreadsFlag(
      command
        .option(
          '--games <n>',
          'number of games; a later command with more continues',
          wholeIn(1, MOST_CALIBRATION_GAMES),
          USUAL_GAMES,
        )
        .option('--estimate', 'only measures a game, and prints how long all take')
        .option('--out <file>', 'writes the calibration and its games as lines of JSON into a new file'),
    ),
    'seed of the games, for games that a calibration has not seen (default: the same for all)',
  ).option('--json', 'one object of JSON')
}

export async function calibrate(terminal: Terminal, name: string, flags: Flags): Promise<void> {
  const { home, threads, games, seed, json, out, estimate } = flags
  await terminal.withLab({ home, threads }, async lab => {
    const { evaluator, settings, depth, name: profile } = (await lab.findProfile(name)).profile
    const player: Player = { evaluator, settings, limits: { depth } }
    if (estimate) {
      const signal = terminal.interruptSignal()
      let asked: Promise<CalibrationEstimate> | undefined
      const estimated = await lab.open('none', ({ call }) =>
        untilAborted((asked = call('estimateCalibration', { player, games })), signal),
      )
      await asked?.catch(() => undefined) // what was opened for it has ended it
      if (!estimated) return terminal.endIfAborted(signal)
      return terminal.printAs(json, withVersion({ profile, ...estimated }), [estimateText(profile, estimated)])
    }
    await runCommand(terminal, lab, {
      ...{ kind: 'calibration', hidden: json, out },
      async begin({ call }, signal) {
        if (!json && !signal.aborted) await reportEstimate(terminal, call, { player, profile, games, signal })
        return call('startCalibration', { player, profile, games, ...(seed !== undefined && { seed }) })
      },
      bar({ played, games, playedOut, boards, leftMs }) {
        const [unit, done, total] =
          played < games ? (['games', played, games] as const) : (['boards', playedOut, boards] as const)
        return { total, done, unit, name: profile, leftMs }
      },
      view: async (_, row) => row,
      async print(row) {
        if (row.problem) {
          terminal.complain(`the calibration of ${profile} ended: ${row.problem.message}`)
          terminal.exitCode = EXIT.failure
        }
        await terminal.printAs(json, withVersion(row), block(rowLines(row)))
        if (row.state !== 'paused') return
        const command = `profile calibrate ${name} --games ${row.games}`
        terminal.complain(`${row.played} of ${counted(row.games, 'game')} are stored. ${terminal.resumeWith(command, home)}`)
      },
    })
  })
}

interface Estimated {
  readonly player: Player
  readonly profile: string
  readonly games: number
  readonly signal: AbortSignal
}

/** Before the first game. */
async function reportEstimate(
  terminal: Terminal,
  call: OpenServices['call'],
  { player, profile, games, signal }: Estimated,
): Promise<void> {
  if ((await call('calibrations', undefined)).some(row => row.profile === profile && row.played > 0)) return
  const estimated = await untilAborted(call('estimateCalibration', { player, games }), signal)
  if (estimated) terminal.complain(estimateText(profile, estimated))
}

/** A game of a deep player takes long: a signal does not wait for it. */
async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>()
  const abort = () => aborted.resolve(undefined)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  void answer.catch(() => undefined)
  return Promise.race([answer, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

function estimateText(profile: string, { games, boards, ms, threads, msPerGame }: CalibrationEstimate): string {
  return `${counted(games, 'game')} of ${profile}, and playouts from ${counted(boards, 'board')}, take about ${duration(ms)} on ${counted(threads, 'thread')}: the first game took ${duration(msPerGame)}.`
}

function rowLines({ profile, played, games, boards, playedOut, reliability, state }: CalibrationRow): string[] {
  if (!reliability)
    return [`${profile}: ${played} of ${counted(games, 'game')}, ${playedOut} of ${counted(boards, 'board')}, ${state}`]
  const { fitted, games: unseen, brier, baseBrier, coverage } = reliability
  return [
    `${profile}: calibrated by ${counted(fitted, 'game')}`,
    `checked on ${unseen} of them, by a fit to the others:`,
    `  Brier score of the chances ${brier}, of the base rate ${baseBrier}`,
    `  final scores within the 80 % band: ${chance(coverage)}`,
  ]
}
