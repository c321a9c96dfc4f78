import { Option, type Command } from 'commander'
import type { ExportedGame } from '../../../../core/contract/calls'
import { LabError } from '../../../../core/errors'
import type { Replay } from '../../../../core/games/twenty48/replay'
import { Timeline } from '../../../../core/games/twenty48/timeline'
import { MAX_VERSE_CHARS } from '../../../../core/games/twenty48/verse'
import type { GameSort } from '../../../../core/contract/stored'
import type { CommandLab } from '../../../lab/localLab'
import { type HomeFlag, type JsonFlag, subcommandsOf, takesOnly } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { counted, whole } from '../output/numbers'
import { addAnalyseCommand } from './replayAnalyse'
import { addLearnCommand } from './replayLearn'
import { addDeleting, DELETED_FLAG, printDeleted } from '../data/deleted'
import { deletedGameTable, gameTable, replayAnswer, replayView } from './replayView'
import { wholeIn } from '../flags/numberFlags'
import { EXIT, type Terminal } from '../terminal'

const GAME = 'a game by its number in the library, or a replay file'
const FORMATS = ['json', 'jsonl', 'verse', 'verse-newer'] as const

export function defineReplay(command: Command, terminal: Terminal): void {
  command
    .description('Games of the library and of files: our JSON, lines of it, and the strings of 2048verse.com.')
    .addHelpText('after', helpNotes(EXAMPLES))

  const add = subcommandsOf(command, terminal)
  add('list', 'The games of the library, the newest first.', list)
    .addOption(new Option('--sort <by>', 'the largest first').choices(Object.keys(SORTS)).default('date'))
    .option(...DELETED_FLAG)
    .option('--limit <n>', 'how many', wholeIn(1, MOST_LISTED), 20)
    .option('--json', 'a line of JSON for each')
  add('show', 'Who played, the milestones, and the last board or another one.', show)
    .argument('<id|file>', GAME)
    .option('--slide <n>', 'the board after this number of moves', wholeIn(0, MAX_VERSE_CHARS))
    .option('--json', 'one object of JSON')
  addAnalyseCommand(terminal, command)
  addLearnCommand(terminal, command)
  add('import', 'Stores the games of files. All are read and played through before the first is stored.', importAll)
    .argument('<files...>', 'replay files of any form')
    .option('--json', 'a line of JSON for each file')
  add('export', 'Writes games as a file; lines (jsonl) may hold several.', exportAll)
    .argument('<id|file...>', GAME)
    .addOption(
      new Option('--format <form>', 'verse is the classic string of 2048verse.com, verse-newer its successor')
        .choices(FORMATS)
        .default('json'),
    )
    .option('--out <file>', 'a new file (default: standard output)')
  addDeleting(command, terminal, {
    ...{ kind: 'games', noun: 'game', name: 'game', all: 'games of the library', numbers: 'their numbers in the library' },
    delete: (call, ids) => call('deleteGames', { ids }),
    restore: (call, ids) => call('restoreGames', { ids }),
    async known(call, ids) {
      const places = await call('gamePlaces', { ids, sort: 'created', descending: true })
      return ids.filter((_, i) => places[i] !== null)
    },
  })
  command
    .command('verify')
    .description('Plays the games of files through: every move, every tile, every draw of the seed, and the end.')
    .argument('<files...>', 'replay files of any form')
    .option('--json', 'a line of JSON for each game')
    .action(verify.bind(undefined, terminal))
}

const SORTS: Readonly<Record<string, GameSort>> = { date: 'created', score: 'score', tile: 'maxRank', length: 'slides' }
const MOST_LISTED = 1_000

const EXAMPLES = `
Examples:
  lab replay list --sort score --limit 10
  lab replay list --deleted
  lab replay verify game.json
  lab replay import games.jsonl
  lab replay show 12 --slide 500
  lab replay analyse 12 --profile power --depth 3
  lab replay learn 12 --answer 3:up
  lab replay export 12 --format verse`

async function show(
  terminal: Terminal,
  source: string,
  { home, slide, json }: JsonFlag & { readonly slide?: number },
): Promise<void> {
  const timeline = Timeline.of(
    await terminal.withLab({ home }, ({ local }) => local('findReplay', source, terminal.interruptSignal())),
  )
  if (slide !== undefined && slide > timeline.length)
    throw new LabError('BAD_SETTING', `slide: the game has ${counted(timeline.length, 'move')}, not move ${slide}`)
  await terminal.printAs(json, replayAnswer(source, timeline, slide), replayView(source, timeline, slide, terminal.style))
}

interface ListFlags extends JsonFlag {
  readonly deleted?: boolean
  readonly sort: string
  readonly limit: number
}

async function list(terminal: Terminal, flags: ListFlags, command: Command): Promise<void> {
  const { home, sort, limit, json } = flags
  if (flags.deleted) {
    takesOnly(command, [], '--deleted', ['limit', 'json', 'home'])
    return printDeleted(terminal, flags, { kind: 'games', limit, table: deletedGameTable })
  }
  const query = { sort: SORTS[sort]!, descending: true, offset: 0, limit }
  const { rows, total } = await terminal.withLab({ home }, ({ callOr }) => callOr({ rows: [], total: 0 }, 'games', query))
  await terminal.printRows(json, rows, gameTable(terminal, rows, total, terminal.style))
}

async function importAll(terminal: Terminal, files: readonly string[], { home, json }: JsonFlag): Promise<void> {
  const imported = await terminal.withLab({ home }, ({ local }) => local('importReplays', files))
  for (const { file, ids, known, sideLines, faults } of imported) {
    const lines = sideLines > 0 ? [`side lines added: ${sideLines}`] : []
    const parts = [...importedText(ids), ...(known > 0 ? [`there already: ${known}`] : []), ...lines]
    for (const fault of faults) terminal.complain(`${file}: ${fault}`)
    if (faults.length > 0) terminal.exitCode = EXIT.failure
    await terminal.printAs(json, { file, ids, known, ...(sideLines > 0 && { sideLines }) }, [
      `  ${file}: ${parts.join('; ') || 'no games'}`,
    ])
  }
}

function importedText(ids: readonly number[]): string[] {
  if (ids.length === 0) return []
  return [`${counted(ids.length, 'game')}, number ${ids.length === 1 ? ids[0]! : `${ids[0]!} … ${ids.at(-1)!}`}`]
}

interface ExportFlags extends HomeFlag {
  readonly format: (typeof FORMATS)[number]
  readonly out?: string
}

async function exportAll(terminal: Terminal, sources: readonly string[], { home, format, out }: ExportFlags): Promise<void> {
  if (sources.length > 1 && format !== 'jsonl')
    throw new LabError('BAD_SETTING', `format: ${format} holds one game; use --format jsonl for ${sources.length}`)
  const form = format === 'jsonl' ? 'line' : format
  const exported = await terminal.withLab({ home }, async ({ local }) => {
    const signal = terminal.interruptSignal()
    const all: ExportedGame[] = []
    for (const source of sources) all.push(await local('findReplayText', source, form, signal))
    return all
  })
  await terminal.deliver(exported.map(({ text }) => text).join(''), out)
  for (const [i, { leftOut }] of exported.entries())
    if (leftOut > 0) terminal.complain(`${sources[i]!}: a 2048verse string holds no side lines; ${leftOut} left out`)
}

/** Reports a faulty game and continues with the next one; the exit code reports failures at the end. */
async function verify(terminal: Terminal, files: readonly string[], { json }: JsonFlag): Promise<void> {
  await terminal.withLab({}, async ({ local }) => {
    for (const file of files) await verifyFile(terminal, local, file, json)
  })
}

async function verifyFile(
  terminal: Terminal,
  local: CommandLab['local'],
  file: string,
  json: boolean | undefined,
): Promise<void> {
  try {
    let games = 0
    for await (const each of await local('replaysIn', file)) {
      games++
      if ('error' in each) await refuse(terminal, file, each.line, each.error, json)
      else await accept(terminal, file, each.line, each.replay, json)
    }
    if (games === 0) await refuse(terminal, file, 1, new LabError('BAD_FILE', `${file}: it holds no replay`), json)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    await refuse(terminal, file, 1, error, json)
  }
}

async function accept(terminal: Terminal, file: string, line: number, replay: Replay, json: boolean | undefined): Promise<void> {
  const [slides, { score, draws, sideLines }] = [replay.turns.length, replay]
  const facts = [
    counted(slides, 'move'),
    `${whole(score)} points`,
    ...(draws ? [`seed ${draws.seed}`] : []),
    ...(sideLines ? [counted(sideLines.length, 'side line')] : []),
  ]
  const answer = { file, line, ok: true, slides, score, ...(sideLines && { sideLines: sideLines.length }) }
  await terminal.printAs(json, answer, [`  ${file}${line > 1 ? `:${line}` : ''}: right, ${facts.join(', ')}`])
}

async function refuse(
  terminal: Terminal,
  file: string,
  line: number,
  { code, message, detail }: LabError,
  json: boolean | undefined,
): Promise<void> {
  const step = detail?.['step']
  if (json)
    await terminal.printJson({ file, line, ok: false, error: { code, message, ...(typeof step === 'number' && { step }) } })
  else terminal.complain(message)
  terminal.exitCode = EXIT.failure
}
