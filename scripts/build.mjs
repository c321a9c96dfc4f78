/** Builds everything the lab runs from: the kernel, then main, preload and page. `--if-stale`: only if something changed. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'electron-vite'
import { isFresh, root, STAMP } from './fresh.mjs'
import { buildKernel } from './kernel.mjs'
import { writeNotices } from './notices.mjs'

const LONGEST_BUILD_MS = 300_000

// Two terminals may build at once (four engines started by a script do), and each build empties the folder of the other.
// SQLite's lock is used because it ends with its process, even after kill -9.
mkdirSync(join(root, 'out'), { recursive: true })
const lock = new DatabaseSync(join(root, 'out', '.build-lock'), { timeout: LONGEST_BUILD_MS })
lock.exec('BEGIN EXCLUSIVE')

if (!process.argv.includes('--if-stale') || !isFresh()) {
  const started = new Date()
  await buildKernel()
  await build({ root })
  writeNotices()
  writeFileSync(join(root, STAMP), '')
  utimesSync(join(root, STAMP), started, started)
}
