/**
 * The comparison of optimisers: the same budget, the same objective, ten seeds, and what is found validated on unseen games.
 *
 *     npm run study                 writes its section of docs/tuning-results.md, once all is played
 *     npm run study -- --seeds 2    tries it out: prints the table, and writes nothing
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plannedEvaluations } from '../../src/core/tuning/tuningConfig'
import { VERSION } from '../../src/main/about'
import { openPool } from '../../src/main/lab/engine/enginePool'
import { hardwareHere } from '../../src/main/lab/engine/provenance'
import { Progress } from '../../src/main/hosts/terminal/output/progress'
import { duration } from '../../src/main/hosts/terminal/output/numbers'
import { putSection, section } from './page'
import { studyLine } from './report'
import { ROWS } from './rows'
import { search } from './search'

const FILE = new URL('../../docs/tuning-results.md', import.meta.url)
const SEEDS = 10

const { values } = parseArgs({ options: { seeds: { type: 'string' } } })
const count = Number(values.seeds ?? SEEDS)
if (!Number.isInteger(count) || count < 2 || count > 1000)
  throw new Error(`--seeds ${values.seeds} is not a whole number in 2 … 1000`)
const seeds = Array.from({ length: count }, (_, i) => i + 1)

const started = performance.now()
const engine = openPool({ window: false })
const configs = ROWS.map(({ config }) => seeds.map(config))
const total = configs
  .flat()
  .reduce((sum, each) => sum + plannedEvaluations(each) * each.objective.games + each.validation.games, 0)
const progress = new Progress({ total, name: 'study' })
process.once('SIGINT', () => {
  progress.stop()
  console.error('Stopped: nothing was written.')
  process.exit(130)
})

let played = 0
const lines: string[] = []
for (const [i, { name }] of ROWS.entries()) {
  const onGames = (games: number) => progress.show((played += games), () => name)
  // Side by side, so that no thread waits for the last games of a batch.
  const found = await Promise.all(configs[i]!.map(config => search(config, engine.pool, onGames)))
  lines.push(studyLine(name, found))
  if (!process.stderr.isTTY) console.error(lines.at(-1))
}
progress.stop()
const { cpu, cores, node, system } = hardwareHere()
const text = section(lines, {
  seeds: count,
  games: played,
  took: duration(performance.now() - started),
  machine: `${cpu}, ${cores} cores, ${system}, Node ${node}`,
  made: `on ${new Date().toISOString().slice(0, 10)}, version ${VERSION}, kernel ${engine.kernel}`,
})
if (values.seeds === undefined) writeFileSync(FILE, putSection(readFileSync(FILE, 'utf8'), text))
else console.log(text)
await engine.pool.close()
