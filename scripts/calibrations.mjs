/** `npm run calibrations -- NAME GAMES …`: calibrates a built-in profile, and writes the calibration that ships. Resumes after an interruption. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { calibrationKey } from '../src/core/games/twenty48/playerHash.ts'
import { root } from './fresh.mjs'
import { ending, runTool, startNode } from './tool.mjs'

const [, , name, games, ...flags] = argv
if (!name || !games) throw new Error('name a built-in profile and a number of games: npm run calibrations -- strongest 500')
const folder = mkdtempSync(join(tmpdir(), 'calibration-'))
const lines = join(folder, 'games.jsonl')
const home = join(root, 'out', 'calibrations')
const args = ['profile', 'calibrate', name, '--games', games, '--home', home, '--out', lines, ...flags]
const { code } = await ending(startNode([join(root, 'scripts', 'lab.mjs'), ...args], 'inherit'))
if (code !== 0) throw new Error(`${name} is not calibrated`)
const head = JSON.parse(readFileSync(lines, 'utf8').split('\n', 1)[0] ?? '')
const file = join(root, 'resources', 'calibrations', `${calibrationKey(head.player)}.json`)
writeFileSync(file, JSON.stringify(head))
rmSync(folder, { recursive: true })
await runTool('oxfmt', [file], 'inherit')
console.log(`${file}: ${head.calibration.games} games`)
