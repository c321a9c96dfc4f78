import { Argument, type Command } from 'commander'
import { withCommandLab } from '../../../lab/commandLab'
import { REPRODUCTIONS } from '../../../lab/reproduce/reproduceCommands'
import { addThreadsFlag, parseWhole } from '../flags/numberFlags'
import { interruptSignal } from '../output/interrupt'
import { print } from '../output/output'
import { Progress } from '../output/progress'

interface Options {
  readonly out: string
  readonly most?: number
  readonly threads?: number
}

const NAMES = Object.keys(REPRODUCTIONS)

export function defineReproduce(command: Command): void {
  command
    .description(
      'Plays published results again and writes them beside the published figures: a page, and a file with every result. Ctrl-C stops; the same command goes on where it stopped, also after a crash.',
    )
    .addArgument(new Argument('<name>', NAMES.map(name => `${name}: ${REPRODUCTIONS[name]!.summary}`).join('. ')).choices(NAMES))
    .option('--out <folder>', 'where both are written', 'results')
    .option('--most <n>', 'tries it out: so many games or seeds of each at most', value => parseWhole(value, 2, 1_000_000))
  addThreadsFlag(command).addHelpText('after', EXAMPLES).action(reproduce)
}

const EXAMPLES = `
Examples:
  lab reproduce thesis
  lab reproduce tuning --most 2 --out /tmp/tried`

async function reproduce(name: string, { out, most, threads }: Options): Promise<void> {
  const signal = interruptSignal()
  const command = [
    'lab reproduce',
    name,
    ...(out === 'results' ? [] : [`--out ${out}`]),
    ...(most ? [`--most ${most}`] : []),
  ].join(' ')
  let bar: Progress | undefined
  let done = 0
  const page = await withCommandLab({ threads, program: 'lab reproduce' }, ({ reproduce }) =>
    reproduce
      .run(
        { name, folder: out, most: most ?? Infinity, command },
        {
          signal,
          onStage(stage, games, before) {
            bar?.stop()
            done = before
            bar = new Progress({ total: games, done, name: stage })
            bar.show(done, () => stage)
          },
          onGames: count => bar?.show((done += count)),
        },
      )
      .finally(() => bar?.stop()),
  )
  await print(`${page} is written.`)
}
