/** `npm run profiles`: writes the results in docs/results/players.jsonl into the built-in profiles. Started under tsx. */
import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInProfiles } from '../src/main/lab/profiles/builtInProfiles.ts'
import { ownBatch, ownStatistics } from '../src/main/lab/reproduce/ownResults.ts'
import { ResultsFile } from '../src/main/lab/reproduce/resultsFile.ts'
import { root } from './fresh.mjs'
import { runTool } from './tool.mjs'

const results = ResultsFile.read(join(root, 'docs', 'results', 'players.jsonl'), 'players')
for (const profile of builtInProfiles()) {
  const statistics = ownStatistics(results, ownBatch(profile, Infinity), profile)
  if (!statistics) continue
  const file = join(root, 'resources', 'profiles', `${profile.name}.json`)
  const text = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), statistics }, undefined, 2)
  writeFileSync(file, text)
  const { code } = await runTool('oxfmt', [file], 'inherit')
  if (code !== 0) throw new Error(`${file} is written, but not formatted`)
  console.log(`${profile.name}: ${statistics.games} games, mean ${Math.round(statistics.mean)}`)
}
