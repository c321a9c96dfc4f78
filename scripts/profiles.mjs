/** `npm run profiles`: writes the results in docs/results/players.jsonl into the built-in profiles. Started under tsx. */
import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { wilsonInterval } from '../src/core/stats/intervals.ts'
import { max, mean, median } from '../src/core/stats/summary.ts'
import { builtInProfiles } from '../src/main/lab/profiles/builtInProfiles.ts'
import { gamesOf, speedOf } from '../src/main/lab/reproduce/games.ts'
import { msPerMove, scoreInterval } from '../src/main/lab/reproduce/gamesColumns.ts'
import { root } from './fresh.mjs'
import { sourcesOf } from './results.mjs'
import { runTool } from './tool.mjs'

/** @typedef {import('../src/core/contract/files/index.ts').Profile} Profile */

/**
 * A built-in player's statistics, as its profile holds them; `undefined` before there are two games.
 * @param {Profile} profile @param {import('./results.mjs').Sources} sources
 */
export function ownStatistics({ name, depth }, { results, rows }) {
  const row = rows.find(each => each.name === `players ${name}`)
  if (row?.kind !== 'games') return undefined
  const games = gamesOf(results, row)
  if (games.length < 2) return undefined
  const scores = games.map(({ values: [score] }) => score ?? NaN)
  const largest = games.map(game => game.largest ?? NaN)
  /** @type {Record<string, { share: number, interval: readonly [number, number] }>} */
  const reach = {}
  for (let face = 2; face <= Math.max(...largest); face *= 2) {
    const reached = largest.filter(each => each >= face).length
    reach[face] = { share: reached / games.length, interval: wilsonInterval(reached, games.length) }
  }
  const speed = speedOf(results, row)
  const { lab: version, kernel, at } = results.headOf(games)
  return {
    games: games.length,
    seed: row.seed,
    limits: { depth },
    mean: mean(scores),
    interval: scoreInterval(games, row),
    median: median(scores),
    max: max(scores),
    reach,
    ...(speed && { msPerMove: msPerMove(games, speed) }),
    stamp: { version, kernel, ...(speed && { hardware: speed.machine }), at },
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const sources = await sourcesOf('players')
  for (const profile of builtInProfiles()) {
    const statistics = ownStatistics(profile, sources)
    if (!statistics) continue
    const file = join(root, 'resources', 'profiles', `${profile.name}.json`)
    const text = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), statistics }, undefined, 2)
    writeFileSync(file, text)
    const { code } = await runTool('oxfmt', [file], 'inherit')
    if (code !== 0) throw new Error(`${file} is written, but not formatted`)
    console.log(`${profile.name}: ${statistics.games} games, mean ${Math.round(statistics.mean)}`)
  }
}
