/** What `lab bench` and `lab compare` have in common: their flags for stored results, and what they do by them. */
import type { Command } from 'commander'
import { MOST_GAMES } from '../../../../core/contract/files'
import type { CompareKind, ComparePlan, ComparisonRow } from '../../../../core/contract/calls'
import { runToResume } from '../../../../core/unfinished'
import type { CommandLab, ReplayedGames, ReplayOptions } from '../../../lab/localLab'
import { unfinishedAdvice, type Writing } from '../computing'
import { parseId, wholeIn } from '../flags/numberFlags'
import { addResumeFlag, takesOnly, type StopFlags, addQueueFlag } from '../flags/sharedFlags'
import { computeComparison, type ComparisonOrder, type OutputFlags, WORDS } from './compareRun'
import { experimentText, type ExperimentPlan } from './experiment'
import { EXIT, type Terminal } from '../terminal'
import { block, present, table } from '../output/layout'
import { counted, dateText, whole } from '../output/numbers'
import { ruleText } from './compareTable'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { Progress } from '../output/progress'

export interface StoredFlags extends OutputFlags, Pick<StopFlags, 'games' | 'width' | 'minutes'> {
  readonly seed?: number
  /** `false` with `--no-keep`. */
  readonly keep: boolean
  /** `true` without a number. */
  readonly resume?: number | true
  readonly list?: boolean
  readonly replay?: number
  readonly config?: string
  readonly printConfig?: boolean
  readonly threads?: number
}

/** Descriptions of the flags, where they differ. */
interface FlagTexts {
  readonly keep: string
  readonly config: string
  readonly replay: string
  readonly list: string
}

export function addStoredFlags(command: Command, { keep, config, replay, list }: FlagTexts): Command {
  return addResumeFlag(addQueueFlag(command))
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', `does not put the games into the library; ${keep}`)
    .option('--config <file>', `${config} in a file: see docs/experiment.schema.json, or --print-config`)
    .option('--print-config', 'writes the file instead of playing')
    .option('--replay <id>', `plays the games of a ${replay} again, and says whether they are identical`, parseId)
    .addOption(command.createOption('--list', list).conflicts(['resume', 'replay']))
}

export const parseGames = wholeIn(1, MOST_GAMES)

type FindProfile = CommandLab['findProfile']

interface CompareAction {
  readonly kind: CompareKind
  /** The arguments. */
  readonly words: readonly string[]
  readonly options: StoredFlags
  readonly command: Command
  /** Limit of games, if given. */
  readonly games: number | undefined
  readonly planOf: (findProfile: FindProfile) => Promise<ExperimentPlan>
  /** Checks the flags beside `--resume`, and returns a check of what it finds. */
  readonly resumeCheck: (findProfile: FindProfile) => Promise<((id: number, stored: ComparePlan) => void) | undefined>
}

/** Lists, replays, resumes or begins, or writes the file of an experiment. */
export async function actOn(
  terminal: Terminal,
  { kind, words, options, command, games, planOf, resumeCheck }: CompareAction,
): Promise<void> {
  const { home, threads, json, resume, replay } = options
  await terminal.withLab({ home, threads }, async ({ open, callOr, local, writer, findProfile }) => {
    if (options.list) {
      takesOnly(command, words, '--list', ['home', 'json'])
      const rows = await callOr([], 'comparisons', { kind })
      await terminal.printRows(json, rows.map(rowAnswer), comparisonTable(terminal, kind, rows, await writer(), home))
      return
    }
    const signal = terminal.interruptSignal()
    if (replay !== undefined) {
      takesOnly(command, words, '--replay', ['home', 'json', 'threads', 'queue'])
      const name = `${WORDS[kind].noun} ${replay}`
      await showReplay(terminal, { ...options, name }, signal, each => local('replayComparison', kind, replay, each))
    } else if (resume !== undefined) {
      const check = await resumeCheck(findProfile)
      const begin: ComparisonOrder['begin'] = async call => {
        const rows = await call('comparisons', { kind })
        const id = await runToResume(resume, async () => rows, WORDS[kind], about)
        const row = rows.find(each => each.id === id)
        if (check && row && row.state !== 'obsolete') {
          const { plan } = await call('comparison', { kind, id })
          check(id, { ...plan, rule: { ...plan.rule, games: Math.max(plan.rule.games, games ?? 0) } })
        }
        if (games !== undefined) return call('extendComparison', { kind, id, games })
        return (await call('resumeRun', { kind, id })) as ComparisonRow
      }
      await computeComparison(terminal, open, kind, options, signal, { begin, isNew: false, saves: true })
    } else {
      const plan = await planOf(findProfile)
      if (options.printConfig) return terminal.print(experimentText(plan).trimEnd())
      const saves = options.keep && !endsGamesEarly(terminal, plan)
      const players = plan.players.map(({ source: _, ...player }) => player)
      const begin: ComparisonOrder['begin'] = call => call('startComparison', { ...plan, players })
      await computeComparison(terminal, open, kind, options, signal, { begin, isNew: true, saves })
    }
    terminal.endIfAborted(signal)
  })
}

/** What distinguishes an unfinished one from the others. */
function about({ kind, profile, players, stored, rule, seed }: ComparisonRow): string {
  return kind === 'bench' ? `${profile ?? players.join('')}, ${stored} of ${rule.games} games, seed ${seed}` : players.join(', ')
}

/** docs/terminal.md documents it. */
function rowAnswer({ kind, id, profile, players, stored, rule, seed, created, state, soFar }: ComparisonRow) {
  const verdicts = kind === 'comparison' && state === 'finished' && soFar?.differences
  return {
    ...{ id, profile, players, stored, games: rule.games, rule, seed, created },
    state: state === 'finished' ? state : state === 'obsolete' ? 'stopped' : 'unfinished',
    verdicts: verdicts ? verdicts.map(({ a, b, verdict }) => ({ a, b, verdict })) : null,
  }
}

/** Nothing is saved then, and the command reports that. */
function endsGamesEarly(terminal: Terminal, { maxSlides }: ExperimentPlan): boolean {
  if (maxSlides === undefined) return false
  terminal.complain(
    'games that --max-slides ends are not saved: played again from their seeds they would continue; this bench cannot be resumed',
  )
  return true
}

const TABLES = {
  bench: {
    head: ['batch', 'profile', 'games', 'seed', 'begun', ''],
    align: 'rlrrll',
    ...{ lesser: [4], first: 'bench' },
  },
  comparison: {
    head: ['comparison', 'players', 'games stored', 'rule', 'seed', 'begun', ''],
    align: 'rlrlrll',
    ...{ lesser: [3, 5, 4], first: 'compare thesis power' },
  },
} as const

/** The benches or comparisons in the library, for people. */
function comparisonTable(
  terminal: Terminal,
  kind: CompareKind,
  rows: readonly ComparisonRow[],
  writer: Writing,
  home?: string,
): string[] {
  const { head, align, lesser, first } = TABLES[kind]
  if (rows.length === 0) return block([`No ${WORDS[kind].one} is stored here yet: ${terminal.commandLine(first, home)}`])
  const { style } = terminal
  const lines = rows.map(row => {
    const { id, profile, players, stored, games, rule, seed, created, state, verdicts } = rowAnswer(row)
    return [
      String(id),
      ...(kind === 'bench'
        ? [profile ?? players.join(''), stored < games ? `${whole(stored)} of ${whole(games)}` : whole(games)]
        : [players.join(', '), whole(stored), ruleText(rule)]),
      String(seed),
      dateText(created),
      verdicts
        ? verdicts.map(({ a, b, verdict }) => `${a} – ${b}: ${verdict}`).join(', ')
        : state === 'stopped'
          ? 'cannot be resumed'
          : state,
    ]
  })
  const { one, command } = WORDS[kind]
  const advice = unfinishedAdvice(terminal, rows, writer, { one, resume: id => `${command} --resume ${id}`, home })
  return block([...table(head, lines, { align, style, lesser }), ...advice])
}

/** Sets the failing exit code if a game has another result. @param name of the batch or comparison, with its number */
async function showReplay(
  terminal: Terminal,
  { json, name }: { readonly json?: boolean; readonly name: string },
  signal: AbortSignal,
  replay: (options: ReplayOptions) => Promise<ReplayedGames>,
): Promise<void> {
  const bar = new Progress(terminal)
  let total = 0
  const show = (done: number) => bar.show({ total, done, name: `replay of ${name}` })
  const replayed = await replay({
    signal,
    onStart(games) {
      total = games
      show(0)
    },
    onGame: show,
  }).finally(() => bar.stop())
  await terminal.printAs(json, replayAnswer(replayed, signal.aborted), block([name, ...replayLines(replayed, signal.aborted)]))
  if (replayed.first) terminal.exitCode = EXIT.failure
}

/** docs/terminal.md documents it. */
function replayAnswer({ games, first, skipped, kernel }: ReplayedGames, interrupted: boolean) {
  return {
    games,
    identical: first === undefined,
    first: first ? { ...first, stored: outcomeAnswer(first.stored), played: outcomeAnswer(first.played) } : null,
    ...{ skipped, kernel },
    ...(interrupted && { interrupted }),
  }
}

type Outcome = NonNullable<ReplayedGames['first']>['stored']

function outcomeAnswer({ score, slides, board }: Outcome) {
  return { score, slides, position: makePosition(board) }
}

function replayLines({ games, first, skipped, kernel }: ReplayedGames, interrupted: boolean): string[] {
  return present([
    first
      ? `Different: game ${first.game} (seed ${first.seed}) of ${first.name} is stored with ${textOf(first.stored)}, and ends now with ${textOf(first.played)}.`
      : `Identical: ${counted(games, 'game')} played again with the same score, moves and board${interrupted ? ', of those until the interruption' : ''}.`,
    skipped.length > 0 && `Left out, as a clock decided their games: ${skipped.join(', ')}.`,
    kernel.stored !== kernel.here && `Stored by the kernel ${kernel.stored}, played again by ${kernel.here}.`,
  ])
}

function textOf({ score, slides, board }: Outcome): string {
  return `${whole(score)} points after ${counted(slides, 'move')} on ${makePosition(board)}`
}
