/** What `lab bench` and `lab compare` have in common: their flags for stored results, and what they do by them. */
import type { Command } from 'commander'
import { MOST_GAMES } from '../../../../core/contract/files'
import { withCommandLab, type CommandLab, type CompareKind, type UnfinishedComparison } from '../../../lab/localLab'
import { parseId, wholeIn } from '../flags/numberFlags'
import { takesOnly } from '../flags/takesOnly'
import { comparisonTable } from './compareList'
import { showReplay } from './compareReplay'
import { showComparison, WORDS, type OutputFlags } from './compareRun'
import { experimentText, type ExperimentPlan } from './experiment'
import type { Terminal } from '../terminal'

export interface StoredFlags extends OutputFlags {
  readonly width?: number
  readonly minutes?: number
  readonly games?: number
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
  readonly resume: string
  readonly config: string
  readonly replay: string
  readonly list: string
}

export function addStoredFlags(command: Command, { keep, resume, config, replay, list }: FlagTexts): Command {
  return command
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .option('--no-keep', `does not put the games into the library; ${keep}`)
    .option('--resume [id]', resume, parseId)
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
  readonly resumeCheck: (findProfile: FindProfile) => Promise<((found: UnfinishedComparison) => void) | undefined>
}

/** Lists, replays, resumes or begins, or writes the file of an experiment. */
export async function actOn(
  terminal: Terminal,
  { kind, words, options, command, games, planOf, resumeCheck }: CompareAction,
): Promise<void> {
  const { home, threads, json, resume, replay } = options
  const lab = { terminal, home, threads, program: `lab ${WORDS[kind].command}` }
  await withCommandLab(lab, async ({ local, findProfile }) => {
    if (options.list) {
      takesOnly(command, words, '--list', ['home', 'json'])
      const listed = await local('listComparisons', kind)
      await terminal.printRows(json, listed.rows, comparisonTable(terminal, kind, listed, home))
      return
    }
    const signal = terminal.interruptSignal()
    if (replay !== undefined) {
      takesOnly(command, words, '--replay', ['home', 'json', 'threads'])
      const name = `${WORDS[kind].noun} ${replay}`
      await showReplay(terminal, { ...options, name }, signal, each => local('replayComparison', kind, replay, each))
    } else if (resume !== undefined) {
      const check = await resumeCheck(findProfile)
      const id = resume === true ? undefined : resume
      await showComparison(terminal, kind, options, signal, hooks => local('resumeComparison', kind, id, games, hooks, check))
    } else {
      const plan = await planOf(findProfile)
      if (options.printConfig) return terminal.print(experimentText(plan).trimEnd())
      const saves = options.keep && !endsGamesEarly(terminal, plan)
      await showComparison(terminal, kind, options, signal, hooks => local('beginComparison', plan, saves, hooks))
    }
    terminal.endIfAborted(signal)
  })
}

/** Nothing is saved then, and the command reports that. */
function endsGamesEarly(terminal: Terminal, { maxSlides }: ExperimentPlan): boolean {
  if (maxSlides === undefined) return false
  terminal.complain(
    'games that --max-slides ends are not saved: played again from their seeds they would continue; this bench cannot be resumed',
  )
  return true
}
