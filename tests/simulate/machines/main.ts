/**
 * Where owner, queue and store saturate, for 1 to 1,000 workers of two threads, from message costs that are measured here first.
 *
 *     npm run simulate -- machines      measures for a minute, and prints the section for docs/machines.md
 */
import { hardwareHere } from '../../../src/main/lab/ground/provenance'
import { measureCosts } from './costs'
import { simulate, type Simulated } from './network'

const WORKERS = [1, 3, 10, 30, 100, 300, 1000]
/** Of a game on one thread; the thesis player needs about 4 ms at depth 1. */
const MS_PER_GAME = [1, 4, 60, 800]
/** A part that works more than this limits the games. */
const SATURATED = 0.98

const costs = await measureCosts()
console.log(JSON.stringify({ costs, hardware: hardwareHere() }))
print(['workers', ...MS_PER_GAME.map(ms => `${ms} ms per game`)])
print(['---', ...MS_PER_GAME.map(() => '---')])
for (const workers of WORKERS)
  print([
    workers.toLocaleString('en'),
    ...MS_PER_GAME.map(msPerGame => cell(simulate(costs, { workers, threads: 2, msPerGame }))),
  ])

function cell({ gamesPerSecond, share, ...busy }: Simulated): string {
  const full = (['owner', 'queue', 'store'] as const).filter(part => busy[part] > SATURATED)
  const games = Math.round(gamesPerSecond).toLocaleString('en')
  return [games, `${Math.round(100 * Math.min(1, share))} %`, ...full].join(', ')
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
