import type { Command } from 'commander'
import { builtInStudies, readStudy } from '../../../lab/reproduce/studyFiles'
import { addThreadsFlag, parseWhole } from '../flags/numberFlags'
import { addResumeFileFlag, addQueueFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { Progress } from '../output/progress'
import type { Terminal } from '../terminal'

interface Options {
  readonly out: string
  readonly most?: number
  readonly resume?: string | true
  readonly csv?: true
  readonly threads?: number
}

export function defineReproduce(command: Command, terminal: Terminal): void {
  command
    .description(
      'Runs a study: plays published results again, or what a file of your own says. Writes a file with every result, and fills the tables of a page. Ctrl-C stops; the same command resumes, also after a crash.',
    )
    .argument('<name|file>', 'one of the studies below, or the path of a study')
    .option('--out <folder>', 'where both are written', 'results')
    .option('--most <n>', 'a trial with at most n games, runs, trees or boards of each row', value =>
      parseWhole(value, 2, 1_000_000),
    )
    .option('--csv', 'writes each table as CSV too')
  addQueueFlag(addThreadsFlag(addResumeFileFlag(command)))
    .addHelpText('after', helpNotes(notes()))
    .action(reproduce.bind(undefined, terminal))
}

function notes(): string {
  return `
Studies:
${builtInStudies()
  .map(name => `  ${name}: ${readStudy(name).summary}`)
  .join('\n')}

Examples:
  lab reproduce thesis
  lab reproduce tuning --most 2 --out /tmp/tried
  lab reproduce my-study.json`
}

async function reproduce(terminal: Terminal, study: string, { out, most, resume, csv, threads }: Options): Promise<void> {
  const bar = new Progress(terminal)
  const file = typeof resume === 'string' ? resume : undefined
  const order = { study, folder: out, file, most, resume: resume !== undefined, csv: csv === true }
  const page = await terminal.withLab({ threads }, ({ local }) =>
    local('reproduce', order, {
      signal: terminal.interruptSignal(),
      onStage: ({ name, total, done, unit }) => bar.show({ total, done, name, unit, note: () => name }),
      onCutOff: sentence => terminal.complain(sentence),
    }).finally(() => bar.stop()),
  )
  await terminal.printLines([`${page} is written.`])
}
