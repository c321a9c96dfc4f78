import { Option, type Command } from 'commander'
import { LabError } from '../../../../core/errors'
import type { Replay } from '../../../../core/games/twenty48/replay'
import { Timeline } from '../../../../core/games/twenty48/timeline'
import { MAX_VERSE_CHARS } from '../../../../core/games/twenty48/verse'
import { DELETED_DAYS } from '../../../../core/contract/calls/deleted'
import type { GameSort } from '../../../../core/contract/stored'
import { withCommandLab, type CommandLab } from '../../../lab/localLab'
import { addHomeFlag, type HomeFlag, type JsonFlag } from '../flags/homeFlag'
import { helpNotes } from '../output/help'
import { counted, whole } from '../output/numbers'
import { deliver } from '../output/outputFile'
import { addAnalyseCommand } from './replayAnalyse'
import { deletedOf, requireAll } from '../data/deleted'
import { deletedGameTable, gameTable } from './gameTable'
import { replayAnswer, replayView } from './replayView'
import { addId, wholeIn } from '../flags/numberFlags'
import { takesOnly } from '../flags/takesOnly'
import { EXIT, type Terminal } from '../terminal'

const GAME = 'a game by its number in the library, or a replay file'
const FORMATS = ['json', 'jsonl', 'verse'] as const

export function defineReplay(command: Command, terminal: Terminal): void {
  command
    .description('Games of the library and of files: our JSON, lines of it, and the classic strings of 2048verse.com.')
    .addHelpText('after', helpNotes(EXAMPLES))

  addHomeFlag(command.command('list').description('The games of the library, the newest first.'))
    .addOption(new Option('--sort <by>', 'the largest first').choices(Object.keys(SORTS)).default('date'))
    .option('--deleted', `those that were deleted in the last ${DELETED_DAYS} days, which restore brings back`)
    .option('--limit <n>', 'how many', wholeIn(1, MOST_LISTED), 20)
    .option('--json', 'a line of JSON for each')
    .action(list.bind(undefined, terminal))
  addHomeFlag(command.command('show').description('Who played, the milestones, and the last board or another one.'))
    .argument('<id|file>', GAME)
    .option('--slide <n>', 'the board after this number of moves', wholeIn(0, MAX_VERSE_CHARS))
    .option('--json', 'one object of JSON')
    .action(show.bind(undefined, terminal))
  addAnalyseCommand(terminal, command)
  addHomeFlag(
    command
      .command('import')
      .description('Stores the games of files. All are read and played through before the first is stored.'),
  )
    .argument('<files...>', 'replay files of any form')
    .option('--json', 'a line of JSON for each file')
    .action(importAll.bind(undefined, terminal))
  addHomeFlag(command.command('export').description('Writes games as a file; lines (jsonl) may hold several.'))
    .argument('<id|file...>', GAME)
    .addOption(new Option('--format <form>', 'verse is the classic string of 2048verse.com').choices(FORMATS).default('json'))
    .option('--out <file>', 'a new file (default: standard output)')
    .action(exportAll.bind(undefined, terminal))
  addHomeFlag(
    command
      .command('delete')
      .description(`Deletes games of the library. "lab replay restore" brings them back for ${DELETED_DAYS} days.`),
  )
    .argument('<ids...>', 'their numbers in the library', addId)
    .action(deleteAll.bind(undefined, terminal))
  addHomeFlag(command.command('restore').description('Brings deleted games back.'))
    .argument('<ids...>', 'their numbers in the library', addId)
    .action(restoreAll.bind(undefined, terminal))
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
  lab replay export 12 --format verse`

async function show(
  terminal: Terminal,
  source: string,
  { home, slide, json }: JsonFlag & { readonly slide?: number },
): Promise<void> {
  const timeline = Timeline.of(
    await withCommandLab({ terminal, home, program: 'lab replay show' }, ({ local }) =>
      local('findReplay', source, terminal.interruptSignal()),
    ),
  )
  if (slide !== undefined && slide > timeline.length)
    throw new LabError('BAD_SETTING', `slide: the game has ${counted(timeline.length, 'move')}, not move ${slide}`)
  if (json) await terminal.printJson(replayAnswer(source, timeline, slide))
  else await terminal.printLines(replayView(source, timeline, slide, terminal.style))
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
    return listDeleted(terminal, flags)
  }
  const query = { sort: SORTS[sort]!, descending: true, offset: 0, limit }
  const { rows, total } = await withCommandLab({ terminal, home, program: 'lab replay list' }, ({ callOr }) =>
    callOr({ rows: [], total: 0 }, 'games', query),
  )
  if (json) for (const row of rows) await terminal.printJson(row)
  else await terminal.printLines(gameTable(terminal, rows, total, terminal.style))
}

async function listDeleted(terminal: Terminal, { home, limit, json }: ListFlags): Promise<void> {
  const { rows, total } = await withCommandLab({ terminal, home, program: 'lab replay list' }, lab =>
    deletedOf(lab, 'games', limit),
  )
  if (json) for (const row of rows) await terminal.printJson(row)
  else await terminal.printLines(deletedGameTable(rows, total, terminal.style))
}

async function deleteAll(terminal: Terminal, ids: number[], { home }: HomeFlag): Promise<void> {
  const count = await withCommandLab({ terminal, home, program: 'lab replay delete' }, ({ open }) =>
    open('write', async ({ call }) => {
      const places = await call('gamePlaces', { ids, sort: 'created', descending: true })
      const known = ids.filter((_, i) => places[i] !== null)
      requireAll(ids, known, id => `There is no game number ${id}.`)
      return call('deleteGames', { ids })
    }),
  )
  await terminal.printLines([
    `  deleted: ${counted(count, 'game')}. Undo: ${terminal.commandLine(`replay restore ${ids.join(' ')}`, home)}`,
  ])
}

async function restoreAll(terminal: Terminal, ids: number[], { home }: HomeFlag): Promise<void> {
  const count = await withCommandLab({ terminal, home, program: 'lab replay restore' }, ({ open }) =>
    open('write', async ({ call }) => {
      const deleted = await call('deletedIds', { kind: 'games' })
      requireAll(ids, deleted, id => `No game number ${id} is among the deleted ones: lab replay list --deleted names them.`)
      return call('restoreGames', { ids })
    }),
  )
  await terminal.printLines([`  restored: ${counted(count, 'game')}, number ${ids.join(', ')}`])
}

async function importAll(terminal: Terminal, files: readonly string[], { home, json }: JsonFlag): Promise<void> {
  const imported = await withCommandLab({ terminal, home, program: 'lab replay import' }, ({ local }) =>
    local('importReplays', files),
  )
  for (const { file, ids, known } of imported) {
    if (json) await terminal.printJson({ file, ids, known })
    else
      await terminal.printLines([
        `  ${file}: ${[...importedText(ids), ...(known > 0 ? [`there already: ${known}`] : [])].join('; ') || 'no games'}`,
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
  const text = await withCommandLab({ terminal, home, program: 'lab replay export' }, async ({ local }) => {
    const signal = terminal.interruptSignal()
    let text = ''
    for (const source of sources) text += await local('findReplayText', source, form, signal)
    return text
  })
  await deliver(terminal, text, out)
}

/** Reports a faulty game and continues with the next one; the exit code reports failures at the end. */
async function verify(terminal: Terminal, files: readonly string[], { json }: JsonFlag): Promise<void> {
  await withCommandLab({ terminal, program: 'lab replay verify' }, async ({ local }) => {
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
  const [slides, { score, draws }] = [replay.turns.length, replay]
  if (json) await terminal.printJson({ file, line, ok: true, slides, score })
  else
    await terminal.printLines([
      `  ${file}${line > 1 ? `:${line}` : ''}: right, ${counted(slides, 'move')}, ${whole(score)} points${draws ? `, seed ${draws.seed}` : ''}`,
    ])
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
