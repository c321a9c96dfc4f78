import { addQueueFlag } from '../flags/sharedFlags'
import type { Command } from 'commander'
import type { CalibrationEstimate, CalibrationRow } from '../../../../core/contract/calls/calibrations'
import { MOST_CALIBRATION_GAMES } from '../../../../core/contract/files'
import type { Player } from '../../../../core/games/twenty48/player'
import { calibrationKey } from '../../../../core/games/twenty48/playerHash'
import type { Reliability } from '../../../../core/games/twenty48/scale/calibration'
import type { OpenServices } from '../../../lab/localLab'
import { runCommand } from '../computing'
import { addSeedFlag, addThreadsFlag, wholeIn } from '../flags/numberFlags'
import type { JsonFlag } from '../flags/sharedFlags'
import { block } from '../output/layout'
import { withVersion } from '../output/machineOutput'
import { chance, counted, duration, whole } from '../output/numbers'
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
    addQueueFlag(
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
    ),
    'seed of the games, for games that a calibration has not seen (default: the same for all)',
  ).option('--json', 'one object of JSON')
}

export async function calibrate(terminal: Terminal, name: string, flags: Flags): Promise<void> {
  const { home, threads, games, seed, json, out, estimate } = flags
  await terminal.withLab({ home, threads }, async lab => {
    const { evaluator, settings, depth, name: profile } = (await lab.findProfile(name)).profile
    const player: Player = { evaluator, settings, limits: { depth } }
    const asking = { player, profile, games, ships: await lab.shippedGames(player), isSilent: json === true }
    if (estimate) {
      const signal = terminal.interruptSignal()
      let asked: Promise<CalibrationEstimate> | undefined
      const estimated = await lab.open('read', ({ call }) => {
        reportFewer(terminal, asking)
        return untilAborted((asked = measured(terminal, call, asking)), signal)
      })
      await asked?.catch(() => undefined) // what was opened for it has ended it
      if (!estimated) return terminal.endIfAborted(signal)
      return terminal.printAs(json, withVersion({ profile, ...estimated }), [estimateText(profile, estimated)])
    }
    await runCommand(terminal, lab, {
      ...{ kind: 'calibration', hidden: json, out },
      async begin({ call }, signal) {
        if (!signal.aborted) await reportBefore(terminal, call, { ...asking, signal })
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

interface Asking {
  readonly player: Player
  readonly profile: string
  readonly games: number
  /** Games of the calibration that ships; 0: none does. */
  readonly ships: number
  /** Whether the output is for programs. */
  readonly isSilent: boolean
}

/** Before the first game: that it has fewer than one that ships, and how long it takes. */
async function reportBefore(
  terminal: Terminal,
  call: OpenServices['call'],
  { signal, ...asking }: Asking & { readonly signal: AbortSignal },
): Promise<void> {
  const key = calibrationKey(asking.player)
  const known = (await call('calibrations', undefined)).find(({ id }) => id === key)
  reportFewer(terminal, { ...asking, games: Math.max(asking.games, known?.games ?? 0) })
  if (asking.isSilent || (known && known.played > 0)) return
  const estimated = await untilAborted(measured(terminal, call, asking), signal)
  if (estimated) terminal.complain(estimateText(asking.profile, estimated))
}

function reportFewer(terminal: Terminal, { profile, games, ships }: Asking): void {
  if (games < ships)
    terminal.complain(
      `${profile} ships with a calibration by ${counted(ships, 'game')}, which is used until this one has as many.`,
    )
}

function measured(
  terminal: Terminal,
  call: OpenServices['call'],
  { player, profile, games, isSilent }: Asking,
): Promise<CalibrationEstimate> {
  if (!isSilent && terminal.stderr.isTTY) terminal.complain(`playing one game of ${profile} to estimate the time …`)
  return call('estimateCalibration', { player, games })
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

function estimateText(profile: string, { games, boards, stored, ms, threads, msPerGame }: CalibrationEstimate): string {
  const rest = [counted(games - stored.games, 'game'), counted(boards - stored.boards, 'board')]
  const known = stored.games > 0 ? ` ${whole(stored.games)} of ${counted(games, 'game')} are stored.` : ''
  return `${rest[0]} of ${profile}, and playouts from ${rest[1]}, take about ${duration(ms)} on ${counted(threads, 'thread')}: the first game took ${duration(msPerGame)}.${known}`
}

function rowLines({ profile, played, games, boards, playedOut, reliability, state }: CalibrationRow): string[] {
  if (!reliability)
    return [`${profile}: ${played} of ${counted(games, 'game')}, ${playedOut} of ${counted(boards, 'board')}, ${state}`]
  const [head, ...lines] = reliabilityLines(reliability.fitted, reliability)
  return [`${profile}: ${head}`, ...lines]
}

/** How well a calibration by `fitted` games predicts those that a fit to the others had not seen. */
export function reliabilityLines(
  fitted: number,
  { games: unseen, brier, baseBrier, coverage }: Omit<Reliability, 'bins'>,
): string[] {
  const head = `calibrated by ${counted(fitted, 'game')}`
  if (brier === null || baseBrier === null || coverage === null) return [`${head}: too few games to check`]
  return [
    `${head}; of ${whole(unseen)} of them, by a fit to the others:`,
    `Brier score ${brier}, of the base rate ${baseBrier} (lower is better); ${chance(coverage)} within the 80 % band of points`,
    ...(brier < baseBrier ? [] : ['not better than the base rate: its chances say no more than how often a tile is made']),
  ]
}
