import { InvalidArgumentError, type Command } from 'commander'
import type { SweepRow, SweepView } from '../../../../core/contract/calls'
import { MOST_SWEPT } from '../../../../core/contract/calls/sweeps'
import { MOST_GAMES } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { badSetting } from '../../../../core/settingChecks'
import { runToResume } from '../../../../core/unfinished'
import type { CommandLab, OpenServices } from '../../../lab/localLab'
import { runCommand, unfinishedAdvice } from '../computing'
import { addSeedFlag, drawSeed, parseNumber, wholeIn } from '../flags/numberFlags'
import { addResumeFlag, DEFAULT_GAMES, takesOnly, type JsonFlag, addQueueFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { block, present, table } from '../output/layout'
import { withVersion } from '../output/machineOutput'
import { bare, counted, dateText, whole } from '../output/numbers'
import type { Style } from '../output/style'
import { addPlaceFlags, addPlayerFlags, makePlayer, type PlayerFlags } from '../search/searchFlags'
import type { Terminal } from '../terminal'

interface Swept {
  readonly setting: string
  readonly values: readonly number[]
}

interface Options extends Omit<PlayerFlags, 'set'>, JsonFlag {
  readonly profile?: string
  readonly set?: Swept
  readonly games: number
  readonly seed?: number
  readonly resume?: number | true
  readonly list?: boolean
  readonly out?: string
  readonly threads?: number
}

export function defineSweep(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays the same seeds at several values of one setting of a player, and prints the mean score at each value with its 95 % interval. The setting is a weight, or depth, nodes or cut. Ctrl-C pauses; --resume continues, also after a crash.',
    )
    .option('--profile <name|file>', 'the player: a built-in profile, one of your own, or a file')
    .option('--set <name=values>', 'the setting and its values: h1=0,50,100 or depth=1,2,3', parseSwept)
    .option('--games <n>', 'games of each value', wholeIn(1, MOST_GAMES), DEFAULT_GAMES)
  addPlaceFlags(addPlayerFlags(addSeedFlag(command, 'seed of the games (default: drawn, and shown)')))
  addResumeFlag(addQueueFlag(command))
    .addOption(command.createOption('--list', 'lists the sweeps of the data folder').conflicts('resume'))
    .option('--out <file>', 'writes the finished sweep as lines of JSON, one per game, into a new file')
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(sweep.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab sweep --profile thesis --set depth=0,1,2 --games 100
  lab sweep --profile thesis --set h1=0,50,100 --depth 1 --games 200 --seed 1
  lab sweep --list
  lab sweep --resume 1 --out sweep.jsonl
  lab data deleted`

function parseSwept(text: string, before?: Swept): Swept {
  if (before) throw new InvalidArgumentError('A sweep is of one setting.')
  const [, setting, values] = /^([\w-]+)=(.+)$/.exec(text) ?? []
  if (setting === undefined || values === undefined)
    throw new InvalidArgumentError('Write the setting and its values: --set depth=1,2,3.')
  const all = values.split(',').map(value => parseNumber(value))
  if (all.length < 2 || all.length > MOST_SWEPT) throw new InvalidArgumentError(`A sweep has 2 … ${MOST_SWEPT} values.`)
  if (new Set(all).size < all.length) throw new InvalidArgumentError('A value is there twice.')
  return { setting, values: all }
}

async function sweep(terminal: Terminal, options: Options, command: Command): Promise<void> {
  const { home, threads, json, resume, list, out } = options
  if (list) takesOnly(command, [], '--list', ['home', 'json'])
  if (resume !== undefined) takesOnly(command, [], '--resume', ['home', 'threads', 'queue', 'json', 'out'])
  await terminal.withLab({ home, threads }, async lab => {
    if (list) {
      const rows = await lab.callOr([], 'sweeps', undefined)
      const resume = (id: number) => `sweep --resume ${id}`
      const advice = unfinishedAdvice(terminal, rows, await lab.writer(), { one: 'sweep', resume, home })
      return terminal.printRows(json, rows, listLines(rows, advice, terminal.style))
    }
    await runCommand(terminal, lab, {
      ...{ kind: 'sweep', hidden: json, out },
      begin: resume === undefined ? await beginning(lab, options) : services => resumed(services, resume),
      bar: ({ name, played, values, games, leftMs }) => ({ total: games * values.length, done: played, name, leftMs }),
      view: (call, { id }) => call('sweep', { id }),
      async print(view) {
        await terminal.printAs(json, withVersion(view), tableLines(view, terminal.style))
        if (view.problem) throw LabError.fromData(view.problem)
        if (view.state !== 'finished')
          terminal.complain(`sweep ${view.id} is paused. ${terminal.resumeWith(`sweep --resume ${view.id}`, home)}`)
      },
    })
  })
}

async function beginning({ findProfile }: Pick<CommandLab, 'findProfile'>, options: Options) {
  const { profile: name, set, games, seed = drawSeed(), ...others } = options
  const flags: Omit<PlayerFlags, 'set'> = others
  if (name === undefined || set === undefined) throw badSetting(name === undefined ? '--profile' : '--set', 'a sweep needs --profile and --set') // oxfmt-ignore
  if (LIMITS.includes(set.setting)) refuseLimits(set.setting, flags)
  const { profile } = await findProfile(name)
  const player = makePlayer(profile, flags)
  return ({ call }: OpenServices) =>
    call('startSweep', { player, profile: profile.name, ...set, values: [...set.values], games, seed })
}

/** A swept limit takes the place of the player's. */
const LIMITS = ['depth', 'nodes']

function refuseLimits(swept: string, { depth, nodes, time }: Omit<PlayerFlags, 'set'>): void {
  const [given] = Object.entries({ depth, nodes, time }).find(([, value]) => value !== undefined) ?? []
  if (given) throw badSetting(`--${given}`, `--set ${swept} takes its place: leave it out`)
}

const WORDS = { one: 'sweep', several: 'sweeps', list: 'The sweeps: lab sweep --list' }

/** One that is finished only shows its result. */
async function resumed({ call }: OpenServices, resume: number | true): Promise<SweepRow> {
  const id = await runToResume(
    resume,
    () => call('sweeps', undefined),
    WORDS,
    ({ name, seed }) => `${name}, seed ${seed}`,
  )
  return (await call('resumeRun', { kind: 'sweep', id })) as SweepRow
}

function tableLines({ id, name, profile, setting, seed, games, points, reproducible, state }: SweepView, style: Style): string[] {
  const isShort = points.some(({ interval }) => interval === null)
  const rows = points.map(({ value, games, mean, interval }) => [
    ...[bare(value), whole(games), mean === null ? '' : whole(mean)],
    interval ? interval.map(end => whole(end)).join(' … ') : '',
  ])
  return block([
    style.bold(
      `${name === `${profile}: ${setting}` ? '' : `${name} · `}${profile} · ${counted(games, 'game')} of each value · seed ${seed} · sweep ${id}`,
    ),
    '',
    ...table([setting, 'games', 'mean score', '95 % interval'], rows, { align: 'rrrr', style }),
    '',
    ...present([
      state !== 'finished' && 'Not finished: the games that were finished are the shorter ones, so these scores are too low.',
      isShort ? 'Fewer than ten games have no interval.' : 'Intervals are of each mean alone; lab compare tests differences.',
      !reproducible && 'Limited by time: the same seed plays other games next time.',
    ]).map(style.dim),
  ])
}

function listLines(rows: readonly SweepRow[], advice: readonly string[], style: Style): string[] {
  if (rows.length === 0) return block(['No sweeps yet. Begin one: lab sweep --profile thesis --set depth=0,1,2'])
  const lines = rows.map(({ id, name, values, games, played, seed, at, state }) => [
    ...[String(id), name, values.map(bare).join(', '), `${whole(played)} of ${whole(games * values.length)}`],
    ...[String(seed), dateText(Date.parse(at)), state],
  ])
  const head = ['sweep', 'name', 'values', 'games', 'seed', 'begun', '']
  return block([...table(head, lines, { align: 'rllrrll', style, lesser: [5, 4] }), ...advice])
}
