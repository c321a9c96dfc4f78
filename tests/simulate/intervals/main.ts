/**
 * Coverage of the lab's intervals and error rates of its verdicts, on games that are played here.
 *
 *     npm run simulate -- intervals                           writes its section of docs/statistics.md (20 minutes)
 *     npm run simulate -- intervals --games 1000              tries it out with fewer games: prints the tables, and writes nothing
 *     npm run simulate -- intervals --bound --games 3000   prints what the bound of the lab's interval changes, and writes nothing (a minute)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { VERSION } from '../../../src/main/installation'
import { duration } from '../../../src/main/hosts/terminal/output/numbers'
import { openPool } from '../../../src/main/lab/ground/enginePool'
import { hardwareHere } from '../../../src/main/lab/ground/provenance'
import { boundEffect, coverageOf, type Population } from './coverage'
import { ALIKE, PLAYERS, playAll } from './games'
import {
  alikeTable,
  boundTable,
  coverageTable,
  equivalenceTable,
  putSection,
  section,
  sequenceTable,
  wilsonTable,
} from './report'
import { leftOut, wrongEquivalence, wrongVerdicts } from './sequences'

const FILE = new URL('../../../docs/statistics.md', import.meta.url)
const GAMES = 15_000

const { values } = parseArgs({ options: { games: { type: 'string' }, bound: { type: 'boolean' } } })
const count = Number(values.games ?? GAMES)
if (!Number.isInteger(count) || count < 1000) throw new Error(`--games ${values.games} is not a whole number from 1,000 on`)

const started = performance.now()
const say = (what: string) => console.error(`${duration(performance.now() - started)}  ${what}`)
const engine = openPool({ window: false })
const games = await playAll(engine.pool, PLAYERS, count)
const alike = values.bound ? [] : await playAll(engine.pool, ALIKE, count)
await engine.pool.close()
say(`${games.length} × ${count} games`)

const [thesis0, power0, thesis1, power1] = games as [Games, Games, Games, Games]
type Games = (typeof games)[number]
const pairs = ([one, other]: readonly [Games, Games]): Population => ({
  name: `${one.name} − ${other.name}`,
  values: one.scores.map((score, i) => score - other.scores[i]!),
})
const means = games.map(({ name, scores }): Population => ({ name, values: scores }))
const differences = (
  [
    [thesis0, power0],
    [thesis1, power1],
    [thesis1, power0],
  ] as const
).map(pairs)

if (values.bound) {
  console.log(boundTable([...means, ...differences].map((each, i) => ({ name: each.name, found: boundEffect(each, i) }))))
  process.exit()
}

const coverage = [...means, ...differences].map((population, i) => {
  const found = coverageOf(population, i)
  say(`coverage: ${population.name}`)
  return { name: population.name, found }
})
const sequences = [...differences, ...means].map((population, i) => ({
  name: population.name,
  found: wrongVerdicts(population, i),
}))
const equivalences = differences.map((population, i) => ({ name: population.name, found: wrongEquivalence(population, 0.25, i) }))
const [noFloor, power100k, thesis20k] = alike as [Games, Games, Games]
const alikes = (
  [
    [power1, noFloor],
    [power1, power100k],
    [thesis1, thesis20k],
  ] as const
).map((pair, i) => {
  const population = pairs(pair)
  const share = population.values.filter(value => value !== 0).length / count
  return { name: population.name, share, found: leftOut(population, i) }
})
say('sequences')
const { cpu, cores, node, system } = hardwareHere()
const text = section({
  games: count,
  made: `on ${new Date().toISOString().slice(0, 10)}, version ${VERSION}, kernel ${engine.kernel}`,
  took: duration(performance.now() - started),
  machine: `${cpu}, ${cores} cores, ${system}, Node ${node}`,
  tables: {
    coverage: coverageTable(coverage),
    wilson: wilsonTable(games),
    sequences: sequenceTable(sequences),
    equivalences: equivalenceTable(equivalences),
    alikes: alikeTable(alikes),
  },
})
if (values.games === undefined) writeFileSync(FILE, putSection(readFileSync(FILE, 'utf8'), text))
else console.log(text)
